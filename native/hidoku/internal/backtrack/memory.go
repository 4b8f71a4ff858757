package backtrack

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
	path     []Event
	forecast search.Forecast
	layouts  [layoutsKept]*Layout
	oldest   int // index of the layout to forget next
}

// spare has memory of earlier searches.
var spare = sync.Pool{New: func() any { return new(memory) }}

// ReuseMemory calls act with a search of p, which has memory of earlier ones.
func ReuseMemory(p *puzzle.Hidoku, r *search.Run, yield func(puzzle.Solution) bool, act func(*Search) error) error {
	m := spare.Get().(*memory)
	h := m.newSearch(p, r, yield)
	err := act(h)
	if m.keep(h) {
		spare.Put(m)
	}
	return err
}

// keep takes the memory of h back, for the next search. h must not be used any more. It
// reports false if that is too much memory to keep.
func (m *memory) keep(h *Search) bool {
	if !reuse.On() || h.Slots > slotsKept || cap(h.Trail) > trailKept {
		return false
	}
	m.single, m.trail, m.path = h.Single[:0], h.Trail[:0], h.path[:0]
	m.forecast.Reset(nil)
	return true
}

// layoutOf returns the layout of p.
func (m *memory) layoutOf(p *puzzle.Hidoku) *Layout {
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

// newSearch returns the search of p.
func (m *memory) newSearch(p *puzzle.Hidoku, r *search.Run, yield func(puzzle.Solution) bool) *Search {
	m.forecast.Reset(r)
	return &Search{
		State: m.newState(p, r), Forecast: &m.forecast, path: m.path,
		Yield: yield, Filled: make(puzzle.Solution, p.Board().Len()), AfterSolution: NoEnd,
	}
}

// newState returns the state in which no number fits any cell. The sets of cells are
// filled first, and then cut. At last fill makes the rest from them.
func (m *memory) newState(p *puzzle.Hidoku, r *search.Run) *State {
	s := &State{Layout: m.layoutOf(p), Run: r, P: p, Single: m.single, Trail: m.trail}
	m.words = Cleared(m.words, 2*s.First+s.N*s.Row+s.Slots*s.NumberWords+2*s.NumberWords+s.Words)
	rest := m.words
	take := func(n int) []uint64 {
		part := rest[:n:n]
		rest = rest[n:]
		return part
	}
	s.Cells, s.Numbers = take(2*s.First+s.N*s.Row), take(s.Slots*s.NumberWords)
	s.Stale, s.OpenNumbers, s.OpenSlots = take(s.NumberWords), take(s.NumberWords), take(s.Words)
	m.counts = Cleared(m.counts, 2*(s.N+s.Slots))
	counts := m.counts
	s.CellCount, counts = counts[:s.N], counts[s.N:]
	s.NumberCount, counts = counts[:s.Slots], counts[s.Slots:]
	s.NumberWeight, s.SlotWeight = counts[:s.N], counts[s.N:]
	s.setGraph()
	s.narrow = s.near != nil && s.Touching == nil && narrowCuts.On()
	s.setPairs()
	s.Trace = newTracer(p, r.Tracing())
	return s
}

// Cleared returns a slice of n zeros, in the memory of old if that is large enough.
func Cleared[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	old = old[:n]
	clear(old)
	return old
}
