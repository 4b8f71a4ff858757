package dlx

import (
	"errors"

	"crosscut/internal/search"
)

// elementSize is the size of an [Element] in bytes.
const elementSize = 8

// room reports whether there is memory for the given number of additional elements. If
// not, the problem is faulty from then on, with a [*meter.LimitError].
func (p *Problem) room(more int) bool {
	if len(p.elements)+more <= cap(p.elements) {
		return true
	}
	if errors.Is(p.fault, search.ErrLimit) {
		return false
	}
	err := search.RoomToAppend(len(p.elements), cap(p.elements), more, elementSize)
	if err != nil {
		p.fault = err
	}
	return err == nil
}
