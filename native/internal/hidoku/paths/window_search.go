package paths

import (
	"context"
	"errors"
	"slices"

	"crosscut/meter"
	"crosscut/native/internal/hidoku/backtrack"
	"crosscut/puzzle"
)

// The exact search of a window (window.go). The gaps of the window and their ends make
// one path, in the order of the board's path. Its numbers count from 0. An end of a gap has
// one number. Where the next gap begins at another cell, the two cells count as touching. So
// the window is a Hidoku on a graph. The quick search tries it up to a number of failures. Windows that
// can be filled are mostly filled after few failures.

// windowAnswer is what became of a window.
type windowAnswer int

const (
	unfitWindow     windowAnswer = iota // nothing was searched: see openGaps and link
	refutedWindow                       // there are no other ways
	stoppedInWindow                     // the search met its limit
	filledWindow
)

// openGaps lists the gaps and cells of the window. It reports false if a way would have a
// negative number of cells, or if the window is too large.
func (m *Mender) openGaps() bool {
	w := &m.window
	ways := []int{}
	for _, c := range m.region {
		if m.way[c] != none && !m.isClue[c] {
			ways = append(ways, int(m.way[c]))
		}
	}
	for _, a := range w.aims {
		ways = append(ways, int(a.way))
	}
	slices.Sort(ways)
	w.gaps = w.gaps[:0]
	for _, way := range slices.Compact(ways) {
		if !m.openWay(int32(way)) {
			return false
		}
	}
	w.cells = append(w.cells[:0], w.spare...)
	for _, g := range w.gaps {
		w.cells = append(w.cells, g.freed...)
	}
	if at := slices.Index(w.cells, w.hole); at >= 0 {
		w.cells = slices.Delete(w.cells, at, at+1)
	}
	w.fill = len(w.cells)
	return w.fill+2*len(w.gaps) <= mostInWindow
}

// openWay lists the gaps of a way. These are its parts in the region, and a part around its
// fault. It reports whether each has room for as many cells as it is to have.
func (m *Mender) openWay(way int32) bool {
	w := &m.window
	cells := m.cellsOfWay(way)
	last := len(cells) - 1
	from, to, more := last, 0, 0 // cells between these two are around the fault
	if at := slices.IndexFunc(w.aims, func(a aim) bool { return a.way == way }); at >= 0 {
		i := slices.Index(cells, w.aims[at].cell)
		from, to, more = max(0, i-aroundAim), min(last, i+aroundAim), w.aims[at].more
	}
	isFreed := func(i int) bool {
		return i < last && (m.inside[cells[i]] == m.rounds || from < i && i < to)
	}
	for i := 0; i < last; i++ {
		if !isFreed(i+1) && (i != from || more == 0) {
			continue
		}
		end := i + 1
		for j := end; j < last && j <= end+mostExcursion; j++ {
			if isFreed(j) {
				end = j + 1
			}
		}
		g := windowGap{gap: gap{cells[i], cells[end], way}, freed: cells[i+1 : end], count: end - i - 1}
		if i <= from && to <= end {
			g.count += more
			more = 0
		}
		if g.count < 0 {
			return false
		}
		w.gaps = append(w.gaps, g)
		i = end - 1
	}
	return more == 0
}

// fillWindow looks for other ways in the window, and puts them on the board.
func (m *Mender) fillWindow() (windowAnswer, error) {
	w := &m.window
	w.slotOf = backtrack.Cleared(w.slotOf, len(m.way))
	for i, c := range w.cells {
		w.slotOf[c] = int32(i) + 1
	}
	joints, fits := w.link()
	if !fits {
		return unfitWindow, nil
	}
	ctx, cancel := context.WithCancel(m.run.Context)
	defer cancel()
	run := meter.Start(ctx, nil)
	defer run.Close()
	h := m.searchOfWindow(run, joints)
	answer, err := searchWindow(h)
	m.work += int(run.Propagations) + h.N*h.N/2
	if answer == filledWindow {
		m.layWindow(h.Filled)
	}
	return answer, err
}

// link makes one path of the gaps. It returns the pairs of slots that count as touching. It
// reports false where a closed path would come back to its beginning.
func (w *window) link() (joints [][2]int32, fits bool) {
	w.chain = w.chain[:0]
	for i := range w.gaps {
		g := &w.gaps[i]
		if g.u != none {
			if at := w.slotOf[g.u] - 1; at < 0 {
				if last := len(w.chain) - 1; last >= 0 {
					joints = append(joints, [2]int32{w.chain[last], int32(len(w.cells))})
				}
				w.addEnd(g.u)
			} else if last := len(w.chain) - 1; last < 0 || w.chain[last] != at {
				return nil, false
			}
		}
		g.first = len(w.chain)
		for range g.count {
			w.chain = append(w.chain, none)
		}
		if g.v != none {
			if w.slotOf[g.v] != 0 {
				return nil, false
			}
			w.addEnd(g.v)
		}
	}
	return joints, len(w.chain) == len(w.cells)
}

// addEnd adds a cell that has a number.
func (w *window) addEnd(c int32) {
	w.chain = append(w.chain, int32(len(w.cells)))
	w.cells = append(w.cells, c)
	w.slotOf[c] = int32(len(w.cells))
}

// searchOfWindow returns the search of the window, with the cells of the ends settled.
func (m *Mender) searchOfWindow(run *meter.Run, joints [][2]int32) *backtrack.Search {
	w := &m.window
	n := len(w.cells)
	words := (n + 63) / 64
	l := &backtrack.Layout{N: n, Slots: n, Words: words, Row: words, NumberWords: words, SlotOf: make([]int32, n)}
	for i := range l.SlotOf {
		l.SlotOf[i] = int32(i)
	}
	l.CellAt = l.SlotOf
	s := &backtrack.State{
		Layout: l, Run: run, P: m.p, Touching: make([][]int32, n),
		Cells: make([]uint64, n*words), Numbers: make([]uint64, n*words), Stale: make([]uint64, words),
		OpenNumbers: make([]uint64, words), OpenSlots: make([]uint64, words),
		CellCount: make([]int32, n), NumberCount: make([]int32, n),
		NumberWeight: make([]int32, n), SlotWeight: make([]int32, n),
	}
	for i, c := range w.cells {
		for _, d := range m.p.Neighbours(int(c)) {
			if to := w.slotOf[d] - 1; to >= 0 {
				s.Touching[i] = append(s.Touching[i], to)
			}
		}
	}
	for _, j := range joints {
		s.Touching[j[0]] = append(s.Touching[j[0]], j[1])
		s.Touching[j[1]] = append(s.Touching[j[1]], j[0])
	}
	for k, slot := range w.chain {
		set := s.CellsOf(k)
		if slot != none {
			set[slot/64] = 1 << (slot % 64)
			continue
		}
		for i := range w.fill {
			set[i/64] |= 1 << (i % 64)
		}
	}
	return &backtrack.Search{State: s, Forecast: backtrack.Forecast(run), Filled: make(puzzle.Solution, n)}
}

// searchWindow looks for a solution of a window, which is then in filled.
func searchWindow(h *backtrack.Search) (windowAnswer, error) {
	answer := refutedWindow
	h.Yield = func(puzzle.Solution) bool {
		answer = filledWindow
		return false
	}
	err := h.Fill()
	if err != nil {
		return unfitWindow, err
	}
	if alive, err := h.Settle(); err != nil || !alive {
		return refutedWindow, err
	}
	h.Patience = quickInWindow
	err = h.Visit(0, 1)
	switch {
	case errors.Is(err, backtrack.ErrTooManyFailures):
		return stoppedInWindow, nil
	case errors.Is(err, meter.ErrStopped):
		return answer, nil
	}
	return answer, err
}

// layWindow puts the ways of a window on the board, given the number of each of its cells.
func (m *Mender) layWindow(numbers puzzle.Solution) {
	w := &m.window
	cellOf := make([]int32, len(w.cells))
	for slot, k := range numbers {
		cellOf[k-1] = w.cells[slot]
	}
	for _, g := range w.gaps {
		for _, c := range g.freed {
			m.remove(m.before[c], c, m.after[c])
		}
	}
	for _, g := range w.gaps {
		for _, c := range cellOf[g.first : g.first+g.count] {
			m.insert(g.u, c, g.v, g.way)
			g.u = c
		}
	}
}
