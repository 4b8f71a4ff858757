package exchange

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Text of pentomino programs: a tiling with one letter for each stone.
//
//	IPPPYYYYVVVUU
//	IPPXLLLLYNVUS
//
// Every cell is a letter or digit. Equal letters that are connected make a stone; ".", "#"
// and blanks are holes. A blank line stands between two tilings. Blanks between the letters
// of a row are allowed when every second character is a blank. Lines above a tiling that begin with "# " are
// comments, if their letters do not stand so.
//
// A tiling is read as the puzzle of which it is a solution: its board, and its stones as they
// lie. The stones have no colours, and may be turned over. The usual names of the twelve
// pentominoes (S. W. Golomb, Polyominoes, 1954) are written if all stones are different
// pentominoes, and otherwise the first letters of the alphabet.

// tilingNames are the letters for stones, in the order of their use.
const tilingNames = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// leastTiling is how many rows more a tiling counts for. So many tiny ones are too many, too.
const leastTiling = 16

// mostTilings is how many tilings a file may have: reading one takes a while, however small it is.
const mostTilings = 1 << 14

func readLetters(s *Source) ([]*Entry, error) {
	var entries []*Entry
	text := strings.ReplaceAll(strings.TrimPrefix(string(s.Data), "\ufeff"), "\r\n", "\n")
	lines := strings.Split(text+"\n", "\n") // so the last one is blank
	first := 0
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
		if i == first && isRemark(lines[i]) {
			first = i + 1
			continue
		}
		if lines[i] != "" {
			continue
		}
		if first < i {
			if len(entries) == mostTilings {
				return nil, s.fail(first+1, 1, "more than %d tilings; divide the file", mostTilings)
			}
			e, err := s.tiling(lines[first:i], first+1)
			if err != nil {
				return nil, err
			}
			entries = append(entries, e)
		}
		first = i + 1
	}
	if len(entries) == 0 {
		return nil, s.fail(0, 0, "no tiling in it")
	}
	return entries, nil
}

// isRemark reports whether a line is a comment. A row of letters with a blank between any two of them is none.
func isRemark(line string) bool {
	words, found := strings.CutPrefix(line, "# ")
	return found && slices.ContainsFunc(strings.Fields(words), func(word string) bool { return len(word) > 1 })
}

// tiling reads the rows of a tiling. The first has the given line.
func (s *Source) tiling(lines []string, first int) (*Entry, error) {
	width, step := tilingWidth(lines)
	s.squares += width * leastTiling
	if err := s.room(first, width, len(lines)); err != nil {
		return nil, err
	}
	rows := tilingRows(lines, step)
	at := func(r, c int) rune {
		if c < len(rows[r]) {
			return rows[r][c]
		}
		return '.'
	}
	stones := map[rune][]puzzle.StoneCell{}
	var order []rune
	for r, row := range rows {
		for c, char := range row {
			if strings.ContainsRune(" .#", char) {
				continue
			}
			if !strings.ContainsRune(tilingNames, char) {
				return nil, s.fail(first+r, c*step+1, "%q is not a letter or digit; a hole is a dot, a blank or #", string(char))
			}
			if stones[char] == nil {
				order = append(order, char)
			}
			stones[char] = append(stones[char], puzzle.StoneCell{Row: r, Col: c, Colour: puzzle.AnyColour})
		}
	}
	board, err := puzzle.NewBoard(width, len(rows), func(r, c int) bool { return strings.ContainsRune(" .#", at(r, c)) })
	if err != nil {
		return nil, s.fail(first, 1, "%v", err)
	}
	var all []puzzle.Stone
	for _, char := range order {
		cells := stones[char]
		stone, err := puzzle.NewStone(cells)
		if err != nil {
			return nil, s.fail(first+cells[0].Row, cells[0].Col*step+1, "stone %q: %v", string(char), err)
		}
		all = append(all, stone)
	}
	p, err := puzzle.Setup{Board: board, Corner: puzzle.AnyColour, Flips: true, Stones: all}.New()
	if err != nil {
		return nil, s.fail(first, 1, "%v", err)
	}
	solution := make(puzzle.Solution, board.Len())
	for c := range solution {
		row, col := board.Pos(c)
		solution[c] = slices.Index(order, at(row, col)) + 1
	}
	e := s.entry(p, "", "")
	e.Solution = p.Canonical(solution)
	return e, nil
}

// tilingWidth returns how many cells the longest row has. step is how many characters a cell has.
func tilingWidth(lines []string) (width, step int) {
	longest, spaced := 0, true
	for _, line := range lines {
		i := 0
		for _, char := range line {
			spaced = spaced && (i%2 == 0 || char == ' ')
			i++
		}
		longest = max(longest, i)
	}
	if !spaced || longest < 2 {
		return longest, 1
	}
	return (longest + 1) / 2, 2
}

// tilingRows returns the characters of the rows, without the blanks between letters.
func tilingRows(lines []string, step int) [][]rune {
	rows := make([][]rune, len(lines))
	for r, line := range lines {
		for i, char := range []rune(line) {
			if i%step == 0 {
				rows[r] = append(rows[r], char)
			}
		}
	}
	return rows
}

func writeLetters(e *Entry) ([]byte, error) {
	p, ok := e.Puzzle.(*puzzle.Draughtboard)
	if !ok {
		return nil, cannotHave("letters", "a puzzle of the family %s; it has tilings only", e.Puzzle.Family())
	}
	if i := slices.IndexFunc(p.Stones(), space.Coloured); i >= 0 {
		return nil, cannotHave("letters", "the colours of stone %s", p.Name(i+1))
	}
	if len(p.Stones()) > len(tilingNames) {
		return nil, cannotHave("letters", "%d stones; there are %d letters and digits", len(p.Stones()), len(tilingNames))
	}
	if !p.Setup().Flips {
		return nil, cannotHave("letters", "flips: no")
	}
	if e.Solution == nil {
		return nil, fmt.Errorf("letters cannot express %w; it shows a tiling", ErrNoSolution)
	}
	names := pentominoNames(p.Stones())
	board := p.Board()
	var text strings.Builder
	for row := range board.Height() {
		for col := range board.Width() {
			c := board.Cell(row, col)
			if c < 0 {
				text.WriteByte('.')
				continue
			}
			stone := max(e.Solution[c], -e.Solution[c])
			text.WriteByte(names[stone-1])
		}
		text.WriteByte('\n')
	}
	return []byte(text.String()), nil
}

// pentominoes returns a puzzle with the twelve pentominoes, each by its name.
var pentominoes = sync.OnceValues(func() (*puzzle.Draughtboard, error) {
	board, err := puzzle.NewBoard(10, 6, nil)
	if err != nil {
		return nil, err
	}
	return puzzle.Setup{Board: board, Corner: puzzle.AnyColour, Flips: true, Sets: []string{"pentominoes"}}.New()
})

func pentominoNames(stones []puzzle.Stone) string {
	var names []byte
	for _, s := range stones {
		name := pentominoName(s)
		if name == 0 || slices.Contains(names, name) {
			return tilingNames
		}
		names = append(names, name)
	}
	return string(names)
}

func pentominoName(s puzzle.Stone) byte {
	all, err := pentominoes()
	if len(s.Cells()) != 5 || err != nil {
		return 0
	}
	i := slices.IndexFunc(all.Stones(), func(known puzzle.Stone) bool {
		return slices.ContainsFunc(s.Versions(true), func(v puzzle.Stone) bool { return slices.Equal(v.Cells(), known.Cells()) })
	})
	if i < 0 {
		return 0
	}
	return all.Name(i + 1)[0]
}
