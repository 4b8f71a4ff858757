package statement

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// file is a puzzle in the form that certificates have: headers, a drawn board of a
// draughtboard, and rows. Each stone of a draughtboard ends with a line of one "=".
type file struct {
	headers map[string]string
	labels  [][]string   // texts on squares, which are for people
	blocks  [][][]string // rows of cells, in parts that end with "="
	ends    int          // how many lines are "="
}

// maxCells is the largest number of cells of a board.
const maxCells = 1 << 14

// families have the headers that each family knows. The first four are for people.
var families = map[string][]string{
	"hidoku":       {"title", "author", "source", "solutions", "puzzle", "moves"},
	"magic":        {"title", "author", "source", "solutions", "puzzle", "numbers", "sum", "diagonals"},
	"draughtboard": {"title", "author", "source", "solutions", "puzzle", "corner", "flips", "board"},
}

// claim is how many solutions a puzzle says that it has.
type claim struct{ least, most int }

// readPuzzle reads a puzzle, and how many solutions it claims.
func readPuzzle(ctx context.Context, from io.Reader) (r rules, claimed claim, err error) {
	f := &file{headers: make(map[string]string)}
	if err := f.read(from); err != nil {
		return nil, claim{}, err
	}
	known, ok := families[f.headers["puzzle"]]
	if !ok {
		return nil, claim{}, &NotCoveredError{fmt.Sprintf("puzzles of the family %q", f.headers["puzzle"])}
	}
	for key := range f.headers {
		if !slices.Contains(known, key) {
			return nil, claim{}, &NotCoveredError{fmt.Sprintf("the header %q of a %s", key, f.headers["puzzle"])}
		}
	}
	claimed = claim{0, math.MaxInt}
	if text := f.headers["solutions"]; text != "" && text != "?" {
		digits, more := strings.CutSuffix(text, "+")
		if claimed.least, err = natural(digits); err != nil {
			return nil, claim{}, err
		} else if !more {
			claimed.most = claimed.least
		}
	}
	if family := f.headers["puzzle"]; f.ends > 0 && family != "draughtboard" {
		return nil, claim{}, fmt.Errorf("a line of = in a %s", family)
	}
	switch f.headers["puzzle"] {
	case "hidoku":
		r, err = newHidoku(ctx, f)
	case "magic":
		r, err = newMagic(ctx, f)
	default:
		r, err = newStones(ctx, f)
	}
	if err == nil && f.labels != nil && !r.isSize(f.labels) {
		err = errors.New("the labels have another size than the board")
	}
	return r, claimed, err
}

// read reads the lines. A header has a colon, and a row has none.
func (f *file) read(from io.Reader) error {
	lines := newLines(from)
	var rows [][]string
	label := false // within the block of labels
	for lines.Scan() {
		line := lines.Text()
		key, value, isHeader := strings.Cut(line, ":")
		value = trimmed(value)
		switch {
		case !showsOneLine(line):
			return &NotCoveredError{fmt.Sprintf("signs that are not shown, as in %q", shortened(line))}
		case label && line == "=":
			label = false
		case label && strings.Trim(line, "= ") == "":
			return errors.New("labels end with a line of one =")
		case label:
			f.labels = append(f.labels, cellsOf(line))
		case line == "labels:" && (f.labels != nil || len(rows) > 0 || len(f.blocks) > 0):
			return errors.New("labels are there twice, or after the rows")
		case line == "labels:":
			label = true
		case isHeader && len(rows) == 0 && len(f.blocks) == 0:
			if _, again := f.headers[key]; again {
				return fmt.Errorf("the header %q is there twice", shortened(key))
			}
			if f.headers[key] = value; value == "" && key != "board" && key != "source" {
				return fmt.Errorf("the header %q has no value", shortened(key))
			}
		case isHeader:
			return fmt.Errorf("the header %q comes after the rows", shortened(key))
		case line == "=":
			f.blocks, rows, f.ends = append(f.blocks, rows), nil, f.ends+1
		case trimmed(line) == "":
			return errors.New("an empty line")
		default:
			rows = append(rows, cellsOf(line))
		}
	}
	if len(rows) > 0 {
		f.blocks = append(f.blocks, rows)
	}
	if label {
		return errors.New("the labels have no end")
	}
	return lines.Err()
}

// cellsOf returns the cells of a row. Commas stand between them.
func cellsOf(line string) []string {
	cells := strings.Split(line, ",")
	for i, cell := range cells {
		cells[i] = trimmed(cell)
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
	} else if len(b.cells) > maxCells {
		return nil, &NotCoveredError{fmt.Sprintf("a board of more than %d cells", maxCells)}
	}
	return b, nil
}

// isSize reports whether rows are as many and as long as those of the board.
func (b *board) isSize(rows [][]string) bool {
	return len(rows) == b.height && !slices.ContainsFunc(rows, func(row []string) bool { return len(row) != b.width })
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
