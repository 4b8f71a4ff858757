package statement

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// file is a puzzle in the form that certificates have: headers, a drawn board of a
// draughtboard, and rows. Each stone of a draughtboard ends with a line of one "=".
type file struct {
	headers map[string]string
	blocks  [][][]string // rows of cells, in parts that end with "="
}

// families have the headers that each family knows. The first four are for people.
var families = map[string]string{
	"hidoku":       " title author source solutions puzzle moves ",
	"magic":        " title author source solutions puzzle numbers sum diagonals ",
	"draughtboard": " title author source solutions puzzle corner flips board ",
}

// readPuzzle reads a puzzle. It also returns how many solutions the puzzle claims, or −1.
func readPuzzle(from io.Reader) (r rules, claimed int, err error) {
	f := &file{headers: make(map[string]string)}
	if err := f.read(from); err != nil {
		return nil, 0, err
	}
	known, ok := families[f.headers["puzzle"]]
	if !ok {
		return nil, 0, &NotCoveredError{fmt.Sprintf("puzzles of the family %q", f.headers["puzzle"])}
	}
	for key := range f.headers {
		if !strings.Contains(known, " "+key+" ") {
			return nil, 0, &NotCoveredError{fmt.Sprintf("the header %q of a %s", key, f.headers["puzzle"])}
		}
	}
	claimed = -1
	if text := f.headers["solutions"]; text != "" && text != "?" && !strings.HasSuffix(text, "+") {
		if claimed, err = natural(text); err != nil {
			return nil, 0, err
		}
	}
	switch f.headers["puzzle"] {
	case "hidoku":
		r, err = newHidoku(f)
	case "magic":
		r, err = newMagic(f)
	default:
		r, err = newStones(f)
	}
	return r, claimed, err
}

// read reads the lines. A header has a colon, and a row has none.
func (f *file) read(from io.Reader) error {
	lines := newLines(from)
	var rows [][]string
	label := false // within the block of labels, which are for people
	for lines.Scan() {
		line := lines.Text()
		key, value, isHeader := strings.Cut(line, ":")
		switch {
		case label:
			label = line != "="
		case line == "labels:":
			label = true
		case isHeader && len(rows) == 0 && len(f.blocks) == 0:
			if _, again := f.headers[key]; again {
				return fmt.Errorf("the header %q is there twice", shortened(key))
			}
			f.headers[key] = strings.TrimSpace(value)
		case isHeader:
			return fmt.Errorf("the header %q comes after the rows", shortened(key))
		case line == "=":
			f.blocks, rows = append(f.blocks, rows), nil
		case strings.TrimSpace(line) == "":
			return errors.New("an empty line")
		default:
			rows = append(rows, cellsOf(line))
		}
	}
	if len(rows) > 0 {
		f.blocks = append(f.blocks, rows)
	}
	return lines.Err()
}

// cellsOf returns the cells of a row. Commas stand between them.
func cellsOf(line string) []string {
	cells := strings.Split(line, ",")
	for i, cell := range cells {
		cells[i] = strings.TrimSpace(cell)
	}
	return cells
}

// position is a row and a column, counted from 0.
type position struct{ row, col int }

// name is "r1c1" for the first row and column.
func (p position) name() string { return fmt.Sprintf("r%dc%d", p.row+1, p.col+1) }

// board is the cells of a board in reading order: the squares that are no holes.
type board struct {
	width, height int
	cells         []position
	at            map[position]int
	named         map[string]int
}

// newBoard returns the board with the given rows. Rows have one length.
func newBoard(rows [][]string) (*board, error) {
	b := &board{height: len(rows), at: make(map[position]int), named: make(map[string]int)}
	for r, row := range rows {
		if b.width = len(rows[0]); len(row) != b.width {
			return nil, fmt.Errorf("row %d has %d squares, and the first has %d", r+1, len(row), b.width)
		}
		for c, square := range row {
			if isHole(square) {
				continue
			}
			p := position{r, c}
			b.at[p], b.named[p.name()] = len(b.cells), len(b.cells)
			b.cells = append(b.cells, p)
		}
	}
	if len(b.cells) == 0 {
		return nil, errors.New("a board without cells")
	}
	return b, nil
}

func isHole(square string) bool { return square == "#" || square == "##" }

// values returns what the rows have on the cells. Holes must be where the board has them.
func (b *board) values(rows [][]string) ([]string, error) {
	if len(rows) != b.height {
		return nil, fmt.Errorf("%d rows; the puzzle has %d", len(rows), b.height)
	}
	var all []string
	for r, row := range rows {
		if len(row) != b.width {
			return nil, fmt.Errorf("row %d has %d squares; the puzzle has %d", r+1, len(row), b.width)
		}
		for c, square := range row {
			if _, isCell := b.at[position{r, c}]; isCell == isHole(square) {
				return nil, fmt.Errorf("%s: the holes are not those of the puzzle", position{r, c}.name())
			} else if isCell {
				all = append(all, square)
			}
		}
	}
	return all, nil
}
