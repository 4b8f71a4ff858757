package hidoku

import (
	"sync"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// memory is what a search of a small board leaves for later ones: slices, and the layouts of
// the last boards. Without it, a tenth of the time for a board of 10×10 went into making
// them. One search at a time has it.
type memory struct {
	words    []uint64
	counts   []int32
	single   []int32
	trail    []change
	path     []event
	forecast search.Forecast
	layouts  [layoutsKept]*layout
	oldest   int // index of the layout to forget next
}

// spare has memory of earlier searches.
var spare = sync.Pool{New: func() any { return new(memory) }}

// keep takes the memory of h back, for the next search. h must not be used any more. It
// reports false if that is too much memory to keep.
func (m *memory) keep(h *quickSearch) bool {
	if !reuse.On() || h.slots > slotsKept || cap(h.trail) > trailKept {
		return false
	}
	m.single, m.trail, m.path = h.single[:0], h.trail[:0], h.path[:0]
	m.forecast.Reset(nil)
	return true
}

// layoutOf returns the layout of p.
func (m *memory) layoutOf(p *puzzle.Hidoku) *layout {
	for _, l := range m.layouts {
		if l != nil && l.isOf(p) {
			return l
		}
	}
	l := newLayout(p)
	m.layouts[m.oldest] = l
	m.oldest = (m.oldest + 1) % layoutsKept
	return l
}

// newQuickSearch returns the search of p.
func (m *memory) newQuickSearch(p *puzzle.Hidoku, r *search.Run, yield func(puzzle.Solution) bool) *quickSearch {
	m.forecast.Reset(r)
	return &quickSearch{
		state: m.newState(p, r), forecast: &m.forecast, path: m.path,
		yield: yield, filled: make(puzzle.Solution, p.Board().Len()), afterSolution: noEnd,
	}
}

// newState returns the state in which no number fits any cell. The sets of cells are
// filled first, and then cut. At last fill makes the rest from them.
func (m *memory) newState(p *puzzle.Hidoku, r *search.Run) *state {
	s := &state{layout: m.layoutOf(p), run: r, p: p, single: m.single, trail: m.trail}
	m.words = cleared(m.words, 2*s.first+s.n*s.row+s.slots*s.numberWords+2*s.numberWords+s.words)
	rest := m.words
	take := func(n int) []uint64 {
		part := rest[:n:n]
		rest = rest[n:]
		return part
	}
	s.cells, s.numbers = take(2*s.first+s.n*s.row), take(s.slots*s.numberWords)
	s.stale, s.openNumbers, s.openSlots = take(s.numberWords), take(s.numberWords), take(s.words)
	m.counts = cleared(m.counts, 2*(s.n+s.slots))
	counts := m.counts
	s.cellCount, counts = counts[:s.n], counts[s.n:]
	s.numberCount, counts = counts[:s.slots], counts[s.slots:]
	s.numberWeight, s.slotWeight = counts[:s.n], counts[s.n:]
	s.setGraph()
	s.narrow = s.near != nil && s.touching == nil && narrowCuts.On()
	s.setPairs()
	s.trace = newTracer(p, r.Tracing())
	return s
}

// cleared returns a slice of n zeros, in the memory of old if that is large enough.
func cleared[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	old = old[:n]
	clear(old)
	return old
}
