package paths

// This file looks for one solution of a Hidoku by local search over path covers: disjoint
// ways between the clues. It proves nothing.

import (
	"math"
	"slices"

	"crosscut/meter"
	"crosscut/native/internal/hidoku/backtrack"
	"crosscut/puzzle"
)

// Mending looks for one solution by local search over path covers (stretch.go). Ways are drawn between
// the clues (redraw.go) and stretched by simulated annealing. Then some
// cells are mostly on no way. The random changes never lead one way across another, so these cells
// often cannot reach the ways that lack them. Mending rips up parts of the ways around such a cell,
// draws them again in another order over other cells, and stretches them again. It takes the result
// back if more cells are lacking. It is a large neighbourhood search (Shaw: Using constraint
// programming and local search methods to solve vehicle routing problems, CP 1998).
//
// It applies where the first turn of the quick search has found nothing, to boards with a settled
// number and without rules for pairs of cells. Numbers that the root has settled are clues. It
// proves nothing, and the quick search takes the solution as a guide: see candidate. Its rounds are
// bounded by the work of the searches: see share. Its memory is a few words for each cell.

// Mender is a path cover in the making, and what mending needs.
type Mender struct {
	*cover
	region  []int32   // the cells that a round may change
	inside  []int32   // by cell: the round in which it was put into region
	rounds  int32     // the rounds so far
	costs   []int     // by cell: the cost of the cheapest way to it
	reached []reached // memory for draw
	gaps    []gap     // the parts ripped up
	drawn   []int32   // the cells of the way drawn last, from its end
	drew    bool      // whether the drawing of ways has begun
	joins   int       // how often a way was drawn over a gap since there were so few
	open    int       // the fewest gaps so far
	started bool      // whether the ways are joined and stretched
	best    int       // the fewest missing cells so far
	bestAt  int       // the work when these were reached
	seed    uint64    // how often it began anew
	cellOf  []int     // the clues: see newCover
	isLoose bool      // whether the root has many candidates
	saved   ways      // the ways before the round
	window  window    // the last window
}

// gap is a part of a way without cells. It is between the cells u and v, either of which may
// be none.
type gap struct{ u, v, way int32 }

// ways are the ways of a path cover as they were before a round.
type ways struct {
	after, before, way []int32
	lacks              []int
	lacking            int
}

// New returns the mender of the board. Numbers with one cell at the root of h are clues.
// It is nil if there are none.
func New(h *backtrack.Search) *Mender {
	cellOf := make([]int, h.N+1)
	for k := range h.N {
		if h.CellCount[k] == 1 {
			cellOf[k+1] = int(h.CellAt[backtrack.Lowest(h.CellsOf(k))]) + 1
		}
	}
	m := menderOf(h.P, h.Run, cellOf)
	if m != nil {
		m.isLoose = h.OpenCandidates() >= LooseBoard*h.N
	}
	return m
}

// menderOf returns the mender for clues in the form of newCover. It is nil without clues.
func menderOf(p *puzzle.Hidoku, r *meter.Run, cellOf []int) *Mender {
	s := newCover(p, r, 0, cellOf)
	if len(s.clues) == 0 {
		return nil
	}
	n := len(s.way)
	return &Mender{cover: s, cellOf: cellOf, inside: make([]int32, n), costs: make([]int, n)}
}

// Mend goes on until mending has taken its share of the work of the searches. It reports
// whether the ways cover the board.
func (m *Mender) Mend(work int) (bool, error) {
	for {
		if !m.started {
			if err := m.start(work); err != nil || !m.started {
				return false, err
			}
		}
		if m.lacking == 0 || !m.mayWork(work) {
			return m.lacking == 0, nil
		}
		if err := m.run.Err(); err != nil {
			return false, err
		}
		if mendRounds.On() {
			if err := m.round(); err != nil {
				return false, err
			}
		}
		if m.lacking > 0 && windows.On() {
			if err := m.mendByWindow(); err != nil {
				return false, err
			}
		}
		if m.lacking < m.best {
			m.best, m.bestAt = m.lacking, m.work
		}
		if givingUp.On() && m.lacking > 0 && m.work-m.bestAt > stalledWork*len(m.way) {
			m.beginAnew()
		}
	}
}

// mayWork reports whether mending has not yet taken its share.
func (m *Mender) mayWork(work int) bool { return m.work < m.share(work) }

// share returns the share of the work of the searches that mending may take. It is large on boards
// where mending mostly finds a solution: with many candidates or cells, or with few cells lacking.
func (m *Mender) share(work int) int {
	nearly := m.started && m.best <= 1+len(m.way)/nearlyCovered
	if largerShare.On() && (m.isLoose || len(m.way) >= LargeBoard || nearly) {
		return promisingShare * work
	}
	return work / 8
}

// start draws, joins and stretches the ways. It goes on where it was stopped by the share of
// mending.
func (m *Mender) start(work int) error {
	if !m.drew {
		if m.share(work) < m.work+workToBegin*len(m.way) {
			return nil
		}
		if !m.openWays() {
			return nil
		}
		m.drew, m.open, m.best = true, len(m.gaps), len(m.way)
	}
	if err := m.join(work); err != nil || len(m.gaps) > 0 {
		return err
	}
	m.started = true
	all := make([]int32, len(m.way))
	for c := range all {
		all[c] = int32(c)
	}
	err := m.anneal(all, changesAtFirst, hottest)
	m.best, m.bestAt = m.lacking, m.work
	return err
}

// beginAnew forgets all ways. The next attempt has other random numbers.
func (m *Mender) beginAnew() {
	m.seed++
	work := m.work
	m.cover = newCover(m.p, m.run, m.seed, m.cellOf)
	m.work = work
	m.drew, m.started, m.joins = false, false, 0
}

// round rips up parts of ways, and draws and stretches them again.
func (m *Mender) round() error {
	m.work += len(m.way) // also where nothing can be ripped up
	m.save()
	if !m.ripUp() || !m.drawAll() {
		m.restore()
		return nil
	}
	err := m.anneal(m.region, changesInRound, roundHeat)
	worse := float64(m.lacking-m.saved.lacking) / roundHeat
	if worse > 0 && m.random.Float64() >= math.Exp(-worse) {
		m.restore()
	}
	return err
}

func (m *Mender) save() {
	m.saved.after = append(m.saved.after[:0], m.after...)
	m.saved.before = append(m.saved.before[:0], m.before...)
	m.saved.way = append(m.saved.way[:0], m.way...)
	m.saved.lacks = append(m.saved.lacks[:0], m.lacks...)
	m.saved.lacking = m.lacking
}

func (m *Mender) restore() {
	copy(m.after, m.saved.after)
	copy(m.before, m.saved.before)
	copy(m.way, m.saved.way)
	copy(m.lacks, m.saved.lacks)
	m.lacking = m.saved.lacking
}

// ripUp frees parts of some ways around a fault. It reports whether there are any.
func (m *Mender) ripUp() bool {
	m.rounds++
	m.gaps, m.region = m.gaps[:0], m.region[:0]
	wrong := func(c int) bool { return m.way[c] == none || m.lacks[m.way[c]] != 0 } // on no way, or on one with too few or too many cells
	if x := m.pick(len(m.way), wrong); x != none {
		m.include(x)
	}
	most := 2 + m.random.IntN(mostGaps-1)
	for i := 0; i < len(m.region) && len(m.gaps) < most; i++ {
		c := m.region[i]
		if m.way[c] != none && !m.isClue[c] && !m.isRippedUp(m.way[c]) {
			m.free(c)
		}
		m.around(c, m.include)
	}
	return len(m.gaps) > 0
}

// pick returns a random one of the numbers below n that are wanted, or none.
func (m *Mender) pick(n int, wanted func(int) bool) int32 {
	chosen, count := none, 0
	for i := range n {
		if wanted(i) {
			if count++; m.random.IntN(count) == 0 {
				chosen = i
			}
		}
	}
	return int32(chosen)
}

func (m *Mender) include(c int32) {
	if m.inside[c] != m.rounds {
		m.inside[c] = m.rounds
		m.region = append(m.region, c)
	}
}

func (m *Mender) isRippedUp(way int32) bool {
	return slices.ContainsFunc(m.gaps, func(g gap) bool { return g.way == way })
}

// free frees a part of the way of c around c.
func (m *Mender) free(c int32) {
	u, v := m.before[c], m.after[c]
	for range m.random.IntN(longestGap / 2) {
		if u != none && !m.isClue[u] {
			u = m.before[u]
		}
	}
	for range m.random.IntN(longestGap / 2) {
		if v != none && !m.isClue[v] {
			v = m.after[v]
		}
	}
	m.freeBetween(c, u, v)
}

// freeBetween frees the cells between u and v on the way of c. Either may be none.
func (m *Mender) freeBetween(c, u, v int32) {
	way := m.way[c]
	for m.before[c] != u {
		c = m.before[c]
	}
	for c != v {
		next := m.after[c]
		m.remove(u, c, next)
		m.include(c)
		c = next
	}
	m.gaps = append(m.gaps, gap{u, v, way})
}
