package exchange

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// drawing is a board of squares as a form shows it. Package text makes a puzzle of it, so it has the words for mistakes.
type drawing struct {
	place
	width, height int
	squares       []string        // row by row: a number, "_" or "##"
	pairs         map[string]bool // header lines and two names of cells, such as "walls: r1c1-r1c2"
}

// drawing returns a board of open squares.
func (s *Source) drawing(line, col, width, height int) *drawing {
	s.room(line, width, height)
	return &drawing{place{s, line, col}, width, height, slices.Repeat([]string{"_"}, width*height), map[string]bool{}}
}

// at returns a square, or -1 where the board has no cell.
func (d *drawing) at(row, col int) int {
	if row < 0 || row >= d.height || col < 0 || col >= d.width || d.squares[row*d.width+col] == "##" {
		return -1
	}
	return row*d.width + col
}

// name returns the name of a square in puzzle files.
func (d *drawing) name(square int) string {
	return fmt.Sprintf("r%dc%d", square/d.width+1, square%d.width+1)
}

// join notes that a header line has a pair of squares, the one above or to the left first. It reports whether both are cells.
func (d *drawing) join(header string, square, next int) bool {
	if square < 0 || next < 0 {
		return false
	}
	d.pairs[header+": "+d.name(min(square, next))+"-"+d.name(max(square, next))] = true
	return true
}

// read reads the puzzle that has these header lines, the pairs and the squares.
func (d *drawing) read(headers, family string) puzzle.Puzzle {
	var content strings.Builder
	content.WriteString(headers)
	before := ""
	for _, pair := range slices.Sorted(maps.Keys(d.pairs)) {
		header, names, _ := strings.Cut(pair, ": ")
		if pair = "\n" + pair; header == before {
			pair = ", " + names
		}
		content.WriteString(pair)
		before = header
	}
	for row := range slices.Chunk(d.squares, d.width) {
		content.WriteString("\n" + strings.Join(row, ","))
	}
	file, err := text.Read(strings.NewReader(content.String()), d.Name, puzzle.Family(family))
	d.below(err, d.line, d.col, "")
	return file.Puzzle
}
