package filling

import (
	"cmp"
	"slices"

	"crosscut/puzzle"
)

// Rivals returns, for a path through all cells of the board of p, sets of cells such
// that there is another path with other numbers on just these: shortest first. A
// puzzle with one solution has a clue in each of them. They are the paths in which a
// short piece is turned around, or two short pieces that follow each other are
// exchanged.
func Rivals(p *puzzle.Hidoku, numbers []int) [][]int {
	r := rivals{p: p, path: make([]int, len(numbers))}
	for c, k := range numbers {
		r.path[k-1] = c
	}
	for i := range r.path {
		for j := i + 1; j < min(i+longestTurned, len(r.path)); j++ {
			if r.follow(i-1, j) && r.follow(i, j+1) {
				r.add(i, j, func(k int) int { return i + j - k })
			}
			for l := j; l > i && j-i < longestExchanged; l-- { // pieces i..l-1 and l..j
				if r.follow(i-1, l) && r.follow(j, i) && r.follow(l-1, j+1) {
					r.add(i, j, func(k int) int { return i + (k-i+j+1-l)%(j-i+1) })
				}
			}
		}
	}
	slices.SortStableFunc(r.found, func(a, b []int) int { return cmp.Compare(len(a), len(b)) })
	return r.found
}

// The longest pieces that are tried.
const (
	longestTurned    = 16
	longestExchanged = 8
)

type rivals struct {
	p     *puzzle.Hidoku
	path  []int
	found [][]int
}

// follow reports whether the cells of the i-th and the j-th number touch, or one of
// them is beyond an end.
func (r *rivals) follow(i, j int) bool {
	if min(i, j) < 0 || max(i, j) >= len(r.path) {
		return true
	}
	return slices.Contains(r.p.Neighbours(r.path[i]), r.path[j])
}

// add adds the cells from the i-th to the j-th, without those that keep their number.
func (r *rivals) add(i, j int, image func(int) int) {
	var cells []int
	for k := i; k <= j; k++ {
		if image(k) != k {
			cells = append(cells, r.path[k])
		}
	}
	if len(cells) > 0 {
		r.found = append(r.found, cells)
	}
}
