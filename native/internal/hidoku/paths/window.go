package paths

import (
	"slices"

	"crosscut/native/internal/hidoku/backtrack"
)

// Windows are the exact rounds of mending. A window is a part of the board around faults. The
// parts of ways in it are freed, and all else stays. Then a search (window_search.go) looks
// for other parts of the same lengths over the same cells, with two exceptions:
//
//   - A way that lacks cells gets some, and the nearest cells to spare are filled: free ones,
//     or those of ways with too many.
//   - If these are far from each other, the window brings one of them closer. Another way
//     lacks cells instead, or has too many, or another cell is free.
//
// Nothing is taken back: a window leaves no more faults than it found. The last faults of a
// large board are far from each other, and hardly any small change mends them. Windows grow
// while they are refuted, and shrink when the search meets its limit.
//
// It applies to boards that mending has started on. It proves nothing. A window has at most
// mostInWindow cells, and its search has a limit of failures. It is a large neighbourhood search
// (P. Shaw, CP 1998), as mending is (mend.go).

// widthAfter is how much wider or narrower the next window is.
var widthAfter = [...]float64{unfitWindow: 1, refutedWindow: wider, stoppedInWindow: narrower, filledWindow: narrower * narrower * narrower}

// window is a part of the board, and memory to make one.
type window struct {
	width  float64     // how many cells the next one begins with
	aims   []aim       // the ways that change their lengths
	need   int         // how many cells the first of them should get
	spare  []int32     // the free cells to fill
	hole   int32       // a cell that becomes free instead, or none
	gaps   []windowGap // the gaps to fill, in the order of the path
	cells  []int32     // the cells to fill, and then the ends of gaps
	fill   int         // how many of cells are to fill
	parent []int32     // by cell: the cell from which it was reached plus one, or 0
	queue  []int32     // the cells reached
	path   []int32     // the cells from one fault to the other
	slotOf []int32     // by cell: its index in cells plus one, or 0
	chain  []int32     // by number of the window: the index of its cell in cells, or open
}

// aim is a way that is to get so many cells more. The window meets it at a cell.
type aim struct {
	way, cell int32
	more      int
}

// windowGap is a gap that is to have count cells. Its cells are freed. Its numbers begin at
// the index first of chain.
type windowGap struct {
	gap
	freed        []int32
	first, count int
}

func (m *Mender) mendByWindow() error {
	m.work += len(m.way) // also where there is no window
	w := &m.window
	w.width = max(w.width, leastWidth)
	if !m.aim() {
		return nil
	}
	m.widen(int(w.width)/2 + m.random.IntN(int(w.width)))
	if !m.openGaps() {
		return nil
	}
	answer, err := m.fillWindow()
	w.width = min(mostWidth, w.width*widthAfter[answer])
	return err
}

// aim chooses a way that lacks cells, and the nearest cells to spare. The region is then the
// shortest paths between them, or a part of one of these. It reports whether it has found
// any.
func (m *Mender) aim() bool {
	w := &m.window
	way := m.pick(len(m.lacks), func(way int) bool { return m.lacks[way] > 0 })
	if way < 0 {
		return false
	}
	far := leastFar + m.random.IntN(mostFar-leastFar+1)
	w.need = 1
	if m.p.Chequered() {
		w.need = min(2, m.lacks[way])
	}
	if !bringingCloser.On() {
		far = len(m.way)
	}
	if m.isOpen(way) {
		w.need, far = m.lacks[way], len(m.way)
	}
	m.rounds++
	m.region, w.aims, w.spare, w.hole = m.region[:0], w.aims[:0], w.spare[:0], none
	w.parent, w.queue = backtrack.Cleared(w.parent, len(m.way)), w.queue[:0]
	w.aims = append(w.aims, aim{way, none, 0})
	m.meetWay(way)
	most := [2]int{w.need, w.need} // of each colour of the chessboard
	if m.p.Chequered() {
		most[0] = (w.need + 1) / 2
		most[1] = most[0]
	}
	for i, need := 0, w.need; i < len(w.queue); i++ {
		c := w.queue[i]
		if more := m.spareAt(c, need, &most); more > 0 {
			m.tracePath(c)
			w.aims[0].more += more
			if len(w.path) > far {
				return m.bringCloser(far)
			}
			m.includeAll(w.path)
			if need -= more; need == 0 {
				return true
			}
		}
		m.around(c, func(d int32) { m.meet(d, c) })
	}
	return false
}

// isOpen reports whether the clues of a way are not joined.
func (m *Mender) isOpen(way int32) bool {
	if way == 0 {
		return false
	}
	u := int32(m.clues[way-1])
	v := m.after[u]
	return v != none && m.isClue[v] && !m.touch(u, v)
}

// meetWay begins to look for cells to spare at each cell of a way, and at its clues.
func (m *Mender) meetWay(way int32) {
	for _, c := range m.cellsOfWay(way) {
		if c != none {
			m.meet(c, c)
		}
	}
}

func (m *Mender) meet(c, parent int32) {
	if w := &m.window; w.parent[c] == 0 {
		w.parent[c] = parent + 1
		w.queue = append(w.queue, c)
	}
}

// around calls act for the neighbours of a cell, from a random one on.
func (m *Mender) around(c int32, act func(int32)) {
	list := m.p.Neighbours(int(c))
	at := m.random.IntN(len(list) + 1)
	for j := range list {
		act(int32(list[(j+at)%len(list)]))
	}
}

// cellsOfWay returns the cells of a way in order, with the clues at its ends. Either end may be
// none.
func (m *Mender) cellsOfWay(way int32) []int32 {
	from := int32(m.clues[max(0, way-1)])
	c := m.after[from]
	if way == 0 { // it leads to the first clue
		for c = from; m.before[c] != none && m.way[m.before[c]] == 0; {
			c = m.before[c]
		}
		from = m.before[c]
	}
	list := []int32{from}
	for ; c != none && !m.isClue[c]; c = m.after[c] {
		list = append(list, c)
	}
	return append(list, c)
}

// spareAt returns how many cells c has to spare, up to need. It notes them. It takes at most so
// many free cells of each colour.
func (m *Mender) spareAt(c int32, need int, most *[2]int) int {
	w := &m.window
	way := m.way[c]
	if way == none {
		row, col := m.p.Board().Pos(int(c))
		if most[(row+col)%2] == 0 {
			return 0
		}
		most[(row+col)%2]--
		w.spare = append(w.spare, c)
		return 1
	}
	if m.lacks[way] >= 0 || slices.ContainsFunc(w.aims, func(a aim) bool { return a.way == way }) {
		return 0
	}
	more := min(need, -m.lacks[way])
	if m.p.Chequered() && more%2 == 1 && w.need > 1 {
		return 0 // two ways exchange an even number of cells
	}
	most[0], most[1] = max(0, most[0]-more/2), max(0, most[1]-more/2)
	w.aims = append(w.aims, aim{way, c, -more})
	return more
}

// tracePath sets path to the cells from c to the way that lacks cells.
func (m *Mender) tracePath(c int32) {
	w := &m.window
	w.path = append(w.path[:0], c)
	for w.parent[c] != c+1 {
		c = w.parent[c] - 1
		w.path = append(w.path, c)
	}
	w.aims[0].cell = c
}

// bringCloser aims at moving a fault by so many cells along the path, from one end of it. It
// reports whether it can.
func (m *Mender) bringCloser(far int) bool {
	w := &m.window
	lacks, spare, path := w.aims[0], w.aims[len(w.aims)-1], w.path
	c := path[0]
	m.rounds++
	m.region, w.aims, w.spare = m.region[:0], w.aims[:0], w.spare[:0]
	if m.random.IntN(2) == 0 {
		w.path = path[len(path)-far:]
		to := w.path[0]
		w.aims = append(w.aims, aim{lacks.way, lacks.cell, w.need}, aim{m.way[to], to, -w.need})
		m.includeAll(w.path)
		return m.way[to] != none && m.way[to] != lacks.way
	}
	w.path = path[:far]
	to := path[far-1]
	if m.way[c] != none {
		w.aims = append(w.aims, spare, aim{m.way[to], to, -spare.more})
		m.includeAll(w.path)
		return m.way[to] != none && m.way[to] != spare.way && m.mayGrow[m.way[to]]
	}
	if m.p.Chequered() && far%2 == 0 { // a free cell keeps its colour
		to = path[far-2]
	}
	w.spare, w.hole = append(w.spare, c), to
	m.includeAll(w.path)
	return m.way[to] != none && !m.isClue[to]
}

func (m *Mender) includeAll(cells []int32) {
	for _, c := range cells {
		m.include(c)
	}
}

// widen lets the region grow to so many cells.
func (m *Mender) widen(width int) {
	for i := 0; i < len(m.region) && len(m.region) < width; i++ {
		m.around(m.region[i], func(d int32) {
			if len(m.region) < width {
				m.include(d)
			}
		})
	}
}
