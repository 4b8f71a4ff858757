//go:build !js

package encode

import (
	"cmp"

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
	err := x.eachMove(p, func(_ int, c, e int32) error {
		if !x.unlinked[pairOf(int(c), int(e))] {
			steps++
		}
		return nil
	})
	return cmp.Or(err, x.RoomFor(elements*steps))
}
