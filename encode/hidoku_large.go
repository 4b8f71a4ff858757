//go:build !page

package encode

import (
	"cmp"

	"crosscut/puzzle"
)

// largeFormulas are the formulas of Hidokus for large boards.
var largeFormulas = []Encoding{
	{puzzle.FamilyHidoku, "binary", "numbers and steps of cells in binary: for large boards with few clues", by(writeHidokuBinary), nil},
}

// largeCovers are the exact covers of Hidokus for large boards.
var largeCovers = []Encoding{
	{puzzle.FamilyHidoku, "binary", "numbers of cells in binary, three digits at a time: for large boards with few clues", nil, by(coverHidokuBinary)},
}

// fits returns an error if the problem with an option for each step would be too large. So it does
// not begin what cannot end, which would take a gigabyte. Time O(places · moves).
func (x *hidokuCover) fits(p *puzzle.Hidoku) error {
	const elements = 7 // of an option, without rules of two cells
	steps := 0
	err := x.eachMove(p, func(_ int, c, e int32) error {
		if !x.unlinked[pairOf(int(c), int(e))] {
			steps++
		}
		return nil
	})
	return cmp.Or(err, x.RoomFor(elements*steps))
}
