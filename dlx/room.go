package dlx

import (
	"errors"

	"crosscut/internal/search"
)

// room makes room for additional options and elements, and reports whether there was memory
// for them. If not, the problem is faulty from then on, with a [*meter.LimitError].
func (p *Problem) room(options, elements int) bool {
	if len(p.starts)+options <= cap(p.starts) && len(p.elements)+elements <= cap(p.elements) {
		return true
	}
	if errors.Is(p.fault, search.ErrLimit) {
		return false
	}
	var err error
	if p.starts, err = grown(p.starts, options); err == nil {
		p.elements, err = grown(p.elements, elements)
	}
	if err != nil {
		p.fault = err
	}
	return err == nil
}

// grown returns a list with room for more entries.
func grown[E any](list []E, more int) ([]E, error) {
	if len(list)+more > cap(list) {
		more = max(more, len(list)/2)
	}
	return search.Grow(list, more)
}
