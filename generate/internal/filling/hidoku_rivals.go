package filling

import (
	"cmp"
	"slices"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// The fillings of a Hidoku that differ from a given one on few cells. They show which clues
// a puzzle needs. It applies to every filling, and the lengths of the parts bound it. The
// method is our own.

// Rivals returns sets of cells, the smallest first. For each set there is another path
// through all cells of the board of p that differs from numbers on exactly these cells. So a
// puzzle whose only solution is numbers has a clue in each set. It tries the paths in which
// a short part of the path is reversed, or two short parts that follow each other are
// exchanged. Time O(n) for n cells.
func Rivals(p *puzzle.Hidoku, numbers []int) [][]int {
	r := rivals{p: p, path: make([]int, len(numbers))}
	for c, k := range numbers {
		r.path[k-1] = c
	}
	if p.Closed() || !p.AnyPath() {
		if empty, err := p.WithClues(slices.Repeat([]int{puzzle.Empty}, len(numbers))); err == nil {
			r.check, _ = empty.(*puzzle.Hidoku)
		}
	}
	for i := range r.path {
		for j := i + 1; j < min(i+longestReversed, len(r.path)); j++ {
			if r.follow(i-1, j) && r.follow(i, j+1) {
				r.add(i, j, func(k int) int { return i + j - k })
			}
			for l := j; l > i && j-i < longestExchanged; l-- { // the parts i..l-1 and l..j
				if r.follow(i-1, l) && r.follow(j, i) && r.follow(l-1, j+1) {
					r.add(i, j, func(k int) int { return i + (k-i+j+1-l)%(j-i+1) })
				}
			}
		}
	}
	base.SortStable(r.found, func(a, b []int) int { return cmp.Compare(len(a), len(b)) })
	return r.found
}

// The longest parts of the path that are tried.
const (
	longestReversed  = 16 // cells of the part that is reversed
	longestExchanged = 8  // cells of the two parts together that are exchanged
)

// rivals is the work of Rivals.
type rivals struct {
	p     *puzzle.Hidoku
	check *puzzle.Hidoku // the puzzle without clues, if it has rules beyond the graph; else nil
	path  []int
	found [][]int
}

// follow reports whether the i-th and the j-th cell of the path touch, or one of them is
// beyond an end of it.
func (r *rivals) follow(i, j int) bool {
	if min(i, j) < 0 || max(i, j) >= len(r.path) {
		return true
	}
	return slices.Contains(r.p.Neighbours(r.path[i]), r.path[j])
}

// add adds the cells from the i-th to the j-th as a set, without those that keep their
// number. image maps the index of a cell to its index in the other path.
func (r *rivals) add(i, j int, image func(int) int) {
	var cells []int
	for k := i; k <= j; k++ {
		if image(k) != k {
			cells = append(cells, r.path[k])
		}
	}
	if len(cells) > 0 && r.keepsRules(cells, i, image) {
		r.found = append(r.found, cells)
	}
}

// keepsRules reports whether the other path keeps the rules of a variant. cells are those that
// change their number.
func (r *rivals) keepsRules(cells []int, i int, image func(int) int) bool {
	if r.check == nil {
		return true
	}
	other := make(puzzle.Solution, len(r.path))
	for k, c := range r.path {
		other[c] = k + 1
	}
	for k := i; k < len(r.path) && k <= i+longestReversed; k++ {
		if slices.Contains(cells, r.path[k]) {
			other[r.path[k]] = image(k) + 1
		}
	}
	return r.check.Check(other) == nil
}
