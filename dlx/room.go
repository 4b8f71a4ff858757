package dlx

import (
	"errors"

	"crosscut/internal/search"
)

// mostDoubled bounds the lists of elements that are doubled when they are full. Append would make
// them a quarter larger, and so copy and touch three times as much memory. New memory costs more
// time than reading the elements: 150 queens took 17.7 ms, and take 15.6.
const mostDoubled = 1 << 18

// room makes room for the given number of additional elements, and reports whether there was
// memory for it. If not, the problem is faulty from then on, with a [*meter.LimitError].
func (p *Problem) room(more int) bool {
	if len(p.elements)+more <= cap(p.elements) {
		return true
	}
	if errors.Is(p.fault, search.ErrLimit) {
		return false
	}
	grown, err := search.Grow(p.elements, max(more, min(len(p.elements), mostDoubled)))
	if err != nil {
		p.fault = err
	}
	p.elements = grown
	return err == nil
}
