package hidoku

import (
	"math"
	"math/bits"
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Mending goes on where one attempt of stretching ends: with some cells on no way. The
// changes of stretching never lead one way across another. So these cells often cannot
// reach the ways that lack them. Mending rips up parts of the ways around such a cell, draws
// them again in another order over other cells, and stretches them again. It takes the
// result back if more cells are lacking. It is a large neighbourhood search (Shaw: Using
// constraint programming and local search methods to solve vehicle routing problems, CP
// 1998).
//
// It applies where the first turn of the quick search has found nothing, to boards with a
// settled number and without rules for pairs of cells. Numbers that the root has settled are
// clues. It proves nothing. The search takes the solution as a guide. Its rounds are bounded
// by the work of the searches, and become fewer while they do not help. Memory is a few words
// for each cell.
//
// Processor seconds to two solutions of 30×30 boards with random clues, before and after: over
// 6 and 0.3 with hex moves and 36 or 90 clues, over 6 and 0.3 with a king and 36.

// mender is a stretcher that mends.
type mender struct {
	*stretcher
	region  []int32   // the cells that a round may change
	inside  []int32   // by cell: the round in which it was put into region
	rounds  int32     // the rounds so far
	costs   []int     // by cell: the cost of the cheapest way to it
	reached []reached // memory for draw
	gaps    []gap     // the parts ripped up
	drawn   []int32   // the cells of the way drawn last, from its end
	drew    bool      // whether the ways are drawn, except over the gaps
	joins   int       // how often a way was drawn over a gap, since then
	started bool      // whether the ways are joined and stretched
	fewest  int       // the fewest cells lacking after a round
	since   int       // the work when that number was reached first
	isLoose bool      // whether the root has many candidates
	seed    uint64    // how often it began anew
	cellOf  []int     // the clues: see stretcherOf
	saved   ways      // the ways before the round
}

// gap is a part of a way without cells. It is between the cells u and v, either of which may
// be beyond.
type gap struct{ u, v, way int32 }

// ways are the ways of a stretcher as they were before a round.
type ways struct {
	after, before, way []int32
	lacks              []int
	lacking            int
}

const (
	// Mending may take a part of the time of the searches: one in unpromising. It may take
	// longer than they on loose boards, which have at least loose open candidates for each
	// number: looseShare times as long. It may take as long as they if all but few cells are
	// on ways: one cell in promising. Boards with one solution are hardly ever so. Time is
	// counted in candidates that the searches remove. A change takes a third of that time, a
	// cell of a way in the making half.
	//
	// These larger parts are halved after some work that did not help, after twice that work
	// again, and so on. The work is staleWork for each cell, or nearlyWork if few cells are
	// lacking: then most boards have a solution. Most loose boards without solution take 1.1
	// to 1.6 times as long as by the searches alone.
	unpromising    = 8
	promising      = 150
	loose          = 30
	looseShare     = 3
	staleWork      = 100
	nearlyWork     = 6000
	changesForWork = 3
	reachedForWork = 2

	// workToBegin is the least work for each cell with which mending begins.
	workToBegin = 600

	mostGaps     = 4    // the most ways to rip up in a round
	longestGap   = 12   // the most cells of a way to rip up
	joinedTries  = 4    // how many changes for each cell stretch the joined ways
	mendTries    = 60   // how many changes for each cell of the region stretch it again
	mendCooling  = 20   // the number of temperatures meanwhile
	mendHottest  = 0.2  // the first of them
	mendTaking   = 0.12 // the temperature at which a round is kept that makes things worse
	crossingCost = 8    // what a cell of another way costs a way without room
	mendRoutes   = 3    // how often each way may be drawn before the gaps are joined
	joinRounds   = 20   // how many rounds join ways for each clue
)

// newMender returns the mender of the board. Numbers with one cell at the root of h are clues.
// It is nil if there are none.
func newMender(h *quickSearch) *mender {
	cellOf := make([]int, h.n+1)
	for k := range h.n {
		if h.cellCount[k] == 1 {
			cellOf[k+1] = int(h.cellAt[lowest(h.cellsOf(k))]) + 1
		}
	}
	m := menderOf(h.p, h.run, cellOf)
	if m != nil {
		m.isLoose = h.openCandidates() >= loose*h.n
	}
	return m
}

// menderOf returns the mender for clues in the form of clueCells. It is nil without clues.
func menderOf(p *puzzle.Hidoku, r *search.Run, cellOf []int) *mender {
	s := stretcherOf(p, r, 0, cellOf)
	if len(s.clues) == 0 {
		return nil
	}
	n := len(s.way)
	return &mender{stretcher: s, cellOf: cellOf, inside: make([]int32, n), costs: make([]int, n)}
}

// mend goes on until mending has taken its share of the work of the searches. It reports
// whether the ways cover the board.
func (m *mender) mend(work int) (bool, error) {
	if !m.started {
		if err := m.start(work); err != nil || !m.started {
			return false, err
		}
	}
	for m.lacking > 0 && m.mayWork(work) {
		if err := m.run.Err(); err != nil {
			return false, err
		}
		m.round()
	}
	return m.lacking == 0, nil
}

// start draws, joins and stretches the ways. It goes on where it was stopped by the share of
// mending.
func (m *mender) start(work int) error {
	if !m.drew {
		if m.share(work) < m.work+workToBegin*len(m.way) {
			return nil
		}
		drawn, err := m.drawWays()
		if err != nil || !drawn {
			m.beginAnew()
			return err
		}
		m.drew = true
		m.fewest, m.since = len(m.way), m.work
	}
	if possible, err := m.join(work); err != nil || !possible {
		m.beginAnew()
		return err
	}
	if len(m.gaps) > 0 {
		return nil
	}
	m.started = true
	m.work += joinedTries * stretchRounds * len(m.way) / changesForWork
	_, err := m.stretch(joinedTries)
	m.fewest, m.since = m.lacking, m.work
	return err
}

// beginAnew forgets all ways. The next attempt has other random numbers.
func (m *mender) beginAnew() {
	m.seed++
	work := m.work
	m.stretcher = stretcherOf(m.p, m.run, m.seed, m.cellOf)
	m.work = work
	m.drew, m.joins = false, 0
}

// mayWork reports whether mending has not yet taken its share.
func (m *mender) mayWork(work int) bool {
	return m.work < m.share(work)
}

// share returns the share of the work of the searches that mending may take.
func (m *mender) share(work int) int {
	least := work / unpromising
	switch {
	case m.isLoose:
		return max(least, looseShare*work>>m.halvings())
	case m.started && m.nearly():
		return max(least, work>>m.halvings())
	}
	return least
}

// nearly reports whether only few cells are lacking.
func (m *mender) nearly() bool { return m.fewest <= 1+len(m.way)/promising }

// halvings returns how often the share is halved, because mending does not help.
func (m *mender) halvings() int {
	stale := staleWork
	switch {
	case !m.drew:
		return 0
	case m.nearly():
		stale = nearlyWork
	}
	return bits.Len(uint((m.work - m.since) / (stale * len(m.way))))
}

// round rips up parts of ways, and draws and stretches them again.
func (m *mender) round() {
	m.work += len(m.way) // also where nothing can be ripped up
	m.save()
	if !m.ripUp() || !m.drawAll() {
		m.restore()
		return
	}
	m.cool()
	if m.lacking < m.fewest {
		m.fewest, m.since = m.lacking, m.work
	}
	if more := m.lacking - m.saved.lacking; more > 0 && m.random.Float64() >= math.Exp(-float64(more)/mendTaking) {
		m.restore()
	}
}

func (m *mender) save() {
	m.saved.after = append(m.saved.after[:0], m.after...)
	m.saved.before = append(m.saved.before[:0], m.before...)
	m.saved.way = append(m.saved.way[:0], m.way...)
	m.saved.lacks = append(m.saved.lacks[:0], m.lacks...)
	m.saved.lacking = m.lacking
}

func (m *mender) restore() {
	copy(m.after, m.saved.after)
	copy(m.before, m.saved.before)
	copy(m.way, m.saved.way)
	copy(m.lacks, m.saved.lacks)
	m.lacking = m.saved.lacking
}

// fault returns a random cell that is on no way or on one that lacks cells, or beyond.
func (m *mender) fault() int32 {
	chosen, count := int32(beyond), 0
	for c, way := range m.way {
		if way == free || m.lacks[way] > 0 {
			if count++; m.random.IntN(count) == 0 {
				chosen = int32(c)
			}
		}
	}
	return chosen
}

// ripUp frees parts of some ways around a fault. It reports whether there are any.
func (m *mender) ripUp() bool {
	m.rounds++
	m.gaps, m.region = m.gaps[:0], m.region[:0]
	if x := m.fault(); x != beyond {
		m.include(x)
	}
	most := 2 + m.random.IntN(mostGaps-1)
	for i := 0; i < len(m.region) && len(m.gaps) < most; i++ {
		c := m.region[i]
		if m.way[c] != free && !m.isClue[c] && !m.isRippedUp(m.way[c]) {
			m.free(c)
		}
		list := m.p.Neighbours(int(c))
		at := m.random.IntN(len(list) + 1)
		for j := range list {
			m.include(int32(list[(j+at)%len(list)]))
		}
	}
	return len(m.gaps) > 0
}

// include puts a cell into the region.
func (m *mender) include(c int32) {
	if m.inside[c] != m.rounds {
		m.inside[c] = m.rounds
		m.region = append(m.region, c)
	}
}

func (m *mender) isRippedUp(way int32) bool {
	return slices.ContainsFunc(m.gaps, func(g gap) bool { return g.way == way })
}

// free frees a part of the way of c around c.
func (m *mender) free(c int32) {
	u, v := m.before[c], m.after[c]
	for range m.random.IntN(longestGap / 2) {
		if u != beyond && !m.isClue[u] {
			u = m.before[u]
		}
	}
	for range m.random.IntN(longestGap / 2) {
		if v != beyond && !m.isClue[v] {
			v = m.after[v]
		}
	}
	m.freeBetween(c, u, v)
}

// freeBetween frees the cells between u and v on the way of c. Either may be beyond.
func (m *mender) freeBetween(c, u, v int32) {
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

// cool stretches the region again.
func (m *mender) cool() {
	m.work += mendTries * len(m.region) / changesForWork
	for round := range mendCooling {
		heat := mendHottest * math.Pow(coldest/mendHottest, float64(round)/(mendCooling-1))
		m.chance[1], m.chance[2] = math.Exp(-1/heat), math.Exp(-2/heat)
		for range mendTries * len(m.region) / mendCooling {
			if m.lacking == 0 {
				return
			}
			m.change(m.region[m.random.IntN(len(m.region))])
		}
	}
}
