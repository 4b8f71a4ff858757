package dlx

import (
	"errors"

	"crosscut/internal/search"
)

// room makes room for the given number of additional elements, and reports whether there was
// memory for it. If not, the problem is faulty from then on, with a [*meter.LimitError].
func (p *Problem) room(more int) bool {
	if len(p.elements)+more <= cap(p.elements) {
		return true
	}
	if errors.Is(p.fault, search.ErrLimit) {
		return false
	}
	grown, err := search.Grow(p.elements, more)
	if err != nil {
		p.fault = err
	}
	p.elements = grown
	return err == nil
}
