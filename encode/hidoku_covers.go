//go:build !js

package encode

import (
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// hidokuCovers write a Hidoku by each of its encodings as exact covers.
var hidokuCovers = []func(*search.Run, *puzzle.Hidoku) (*Cover, error){coverHidoku, coverHidokuBinary}

// fits returns an error if the problem with an option for each step would be too large. So it does
// not begin what cannot end, which would take a gigabyte. Time O(places · moves).
func (x *hidokuCover) fits(p *puzzle.Hidoku) error {
	const elements = 7 // of an option, without rules of two cells
	steps := 0
	latest := make([]int, x.n) // per cell: the last number met whose domain has it
	for k := 1; k < x.n; k++ {
		for _, e := range x.cellsOf(k + 1) {
			latest[e] = k + 1
		}
		for _, c := range x.cellsOf(k) {
			for _, e := range p.Neighbours(int(c)) {
				if latest[e] == k+1 && !x.unlinked[pairOf(int(c), e)] {
					steps++
				}
			}
		}
		if err := x.run.Err(); err != nil {
			return err
		}
	}
	return x.roomFor(elements * steps)
}
