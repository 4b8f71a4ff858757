package paths

import "math"

// The ways with which mending begins: from each clue to the next, disjoint, and not much longer than
// the numbers between the two allow. At first all of them are gaps. Each is drawn as the cheapest
// way, where costs are random. A way that has no room rips up those that it crosses, which are then
// drawn again (Dees, Karger: Automated rip-up and reroute techniques, DAC 1982). Rounds of mending draw
// the parts that they rip up in the same manner. The work is bounded by the share of mending.

// drawAll draws the ways over the gaps, in random order. It reports whether there is room for
// each.
func (m *Mender) drawAll() bool {
	m.random.Shuffle(len(m.gaps), func(i, j int) { m.gaps[i], m.gaps[j] = m.gaps[j], m.gaps[i] })
	for _, g := range m.gaps {
		if !m.draw(g, false) {
			return false
		}
		m.insertDrawn(g)
	}
	return true
}

func (m *Mender) insertDrawn(g gap) {
	for _, x := range m.drawn {
		m.insert(g.u, x, g.v, g.way)
		g.v = x
	}
}

// reached is the end of a way that has come to a cell.
type reached struct {
	cell   int32
	parent int32 // the index of the end from which it came, none for the clue
	cost   int
}

// draw draws a way over a gap: the cheapest one where the costs of cells are random. It leads
// over free cells, or across other ways at a higher price. It reports whether there is one
// with few enough cells. Then these are drawn, in order from the end. When the context has
// ended, there is none.
func (m *Mender) draw(g gap, across bool) bool {
	m.drawn = m.drawn[:0]
	if g.u == none || g.v == none {
		return true
	}
	for c := range m.costs {
		m.costs[c] = math.MaxInt
	}
	all := append(m.reached[:0], reached{cell: g.u, parent: none})
	const unreached = none - 1
	best, bestCost, salt := unreached, math.MaxInt, m.random.Uint64()|1
	for length, front := 0, 0; length <= m.lacks[g.way]+mostSpare && front < len(all); length++ {
		if m.run.Err() != nil {
			return false
		}
		for end := len(all); front < end; front++ {
			at := all[front]
			for _, d := range m.p.Neighbours(int(at.cell)) {
				if int32(d) == g.v && at.cost < bestCost {
					best, bestCost = front, at.cost
				}
				if m.isClue[d] || m.way[d] != none && !across {
					continue
				}
				cost := at.cost + 1 + int(uint64(d+1)*salt>>61)
				if m.way[d] != none {
					cost += crossingCost
				}
				if cost < m.costs[d] {
					m.costs[d] = cost
					all = append(all, reached{int32(d), int32(front), cost})
				}
			}
		}
	}
	m.reached = all
	m.work += len(all) / 2 // two of them take as long as one removed candidate
	if best == unreached {
		return false
	}
	for at := all[best]; at.parent != none; at = all[at.parent] {
		m.drawn = append(m.drawn, at.cell)
	}
	return true
}

// openWays makes a gap of each way between two clues. It reports false if clues with consecutive
// numbers do not touch.
func (m *Mender) openWays() bool {
	m.countLacks()
	m.gaps = m.gaps[:0]
	for i, c := range m.clues {
		m.way[c] = int32(i + 1)
		if i+1 < len(m.clues) || m.p.Closed() {
			g := gap{int32(c), int32(m.clues[(i+1)%len(m.clues)]), int32(i + 1)}
			m.cover.join(g.u, g.v)
			m.gaps = append(m.gaps, g)
			if m.lacks[g.way] == 0 && !m.touch(g.u, g.v) {
				return false
			}
		}
	}
	return true
}

// join draws ways over the gaps until none is left, or mending has taken its share. A few gaps
// can move over a large board for ever. So windows get them when as many ways as there are clues were
// drawn and the gaps did not become fewer.
func (m *Mender) join(work int) error {
	for len(m.gaps) > 0 && m.mayWork(work) && m.run.Err() == nil {
		if len(m.gaps) < m.open {
			m.open, m.joins = len(m.gaps), 0
		}
		if m.joins++; m.joins > len(m.clues) || !m.joinOne() {
			m.gaps = m.gaps[:0]
		}
	}
	return m.run.Err()
}

// joinOne draws a way over one of the gaps, across others. It draws those again, where there
// is room. It reports whether the way can be drawn at all.
func (m *Mender) joinOne() bool {
	m.rounds++
	m.region = m.region[:0]
	i, last := m.random.IntN(len(m.gaps)), len(m.gaps)-1
	g := m.gaps[i]
	m.gaps[i] = m.gaps[last]
	m.gaps = m.gaps[:last]
	if !m.draw(g, true) {
		return false
	}
	for _, x := range m.drawn {
		if m.way[x] != none {
			m.freeBetween(x, m.nextClue(x, m.before), m.nextClue(x, m.after))
		}
	}
	m.insertDrawn(g)
	open := m.gaps[:last]
	for _, g := range m.gaps[last:] {
		if m.draw(g, false) {
			m.insertDrawn(g)
		} else {
			open = append(open, g)
		}
	}
	m.gaps = open
	return true
}

// nextClue returns the first clue from c on, in the direction of m.before or m.after. It is
// none if there is no clue.
func (m *Mender) nextClue(c int32, next []int32) int32 {
	for c != none && !m.isClue[c] {
		c = next[c]
	}
	return c
}
