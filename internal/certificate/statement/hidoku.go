package statement

import (
	"context"
	"fmt"
	"slices"
)

// hidoku is a Hidoku: consecutive numbers touch.
type hidoku struct {
	*numbers
	touch [][]int // per cell, the cells that touch it
}

// steps are the moves from a square to those that touch it, by the name of the moves. On
// hexagons odd rows, counted from 0, lie half a cell further right.
var steps = map[string]func(row int) []position{
	"king": func(int) []position {
		return []position{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}
	},
	"rook": func(int) []position { return []position{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} },
	"hex": func(row int) []position {
		shift := row%2 - 1 // the left one of the two squares above
		return []position{{-1, shift}, {-1, shift + 1}, {0, -1}, {0, 1}, {1, shift}, {1, shift + 1}}
	},
}

// newHidoku returns the rules of a Hidoku.
func newHidoku(ctx context.Context, f *file) (rules, error) {
	moves := f.headers["moves"]
	if moves == "" {
		moves = "king"
	}
	if steps[moves] == nil {
		return nil, &NotCoveredError{fmt.Sprintf("the moves %q", moves)}
	}
	if len(f.blocks) != 1 {
		return nil, fmt.Errorf("%d drawn boards; a Hidoku has one", len(f.blocks))
	}
	n, err := newNumbers(f.blocks[0], 1)
	if err != nil {
		return nil, err
	}
	n.what = "hidoku, moves " + moves + ", " + n.what
	h := &hidoku{n, make([][]int, len(n.cells))}
	for c, p := range n.cells {
		for _, step := range steps[moves](p.row) {
			if d, isCell := n.at[position{p.row + step.row, p.col + step.col}]; isCell {
				h.touch[c] = append(h.touch[c], d)
			}
		}
	}
	err = n.cut(ctx, func(c, k int) bool { return h.near(c, k-1) && h.near(c, k+1) })
	return h, err
}

// near reports whether some cell that touches c may have a number, or there is no such
// number.
func (h *hidoku) near(c, k int) bool {
	may := func(d int) bool { return h.can[d][k] }
	return k < 0 || k >= len(h.can) || slices.ContainsFunc(h.touch[c], may)
}

// holds tries the forms of clauses.
func (h *hidoku) holds(clause []int) bool {
	facts := h.factsOf(clause)
	return h.ofOneNumber(facts) || h.ofOneCell(facts) || h.ofTwoCells(facts)
}

// ofTwoCells reports whether the facts say that if a number is on a cell, the next or the
// one before is on a cell that touches it.
func (h *hidoku) ofTwoCells(facts []fact) bool {
	from := slices.IndexFunc(facts, func(f fact) bool { return f.not })
	if from < 0 || facts[from].number < 0 || facts[from].upTo {
		return false
	}
	next := -1
	var there []int
	for i, f := range facts {
		switch {
		case i == from:
			continue
		case f.not, f.number < 0, f.upTo, next >= 0 && f.number != next:
			return false
		}
		next = f.number
		there = append(there, f.cells[0])
	}
	k := facts[from].number
	if next < 0 || next != k+1 && next != k-1 {
		return false
	}
	missing := func(d int) bool { return h.can[d][next] && !slices.Contains(there, d) }
	return !slices.ContainsFunc(h.touch[facts[from].cells[0]], missing)
}

// listed reads a listed board.
func (h *hidoku) listed(rows [][]string) ([]string, error) {
	numbers, names, err := h.filled(rows)
	if err != nil {
		return nil, err
	}
	cells := make([]int, len(numbers))
	for c, k := range numbers {
		cells[k] = c
	}
	for k := range len(cells) - 1 {
		if !slices.Contains(h.touch[cells[k]], cells[k+1]) {
			return nil, fmt.Errorf("%d and %d do not touch", k+1, k+2)
		}
	}
	return names, nil
}
