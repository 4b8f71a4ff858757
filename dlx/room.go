package dlx

import (
	"errors"

	"crosscut/internal/search"
)

// mostGrown bounds the lists of options and elements that get four times their size when they
// are full. What is not in use yet costs nothing, because nobody touches it. Append would make
// the lists a quarter larger, and so copy and touch three times as much memory. New memory costs
// more time than reading the elements: with append, 150 queens took 17.7 ms, and doubled lists
// took 15.6. Longer lists get a quarter larger.
const mostGrown = 1 << 18

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
		more = max(more, min(3*len(list), mostGrown))
	}
	return search.Grow(list, more)
}
