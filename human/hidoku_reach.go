package human

import (
	"crosscut/human/internal/say"
	"crosscut/puzzle/space"
)

// The techniques byReach, byReachCell and byParity measure distances from placed numbers.
//
// A number m steps from a placed one lies at most m moves from it, through free cells.
// With rook moves, and on other chequered boards, each move changes the colour of the cell. So m moves and the distance
// are both even or both odd. The techniques apply to every gap with a placed end. The
// time is O(cells²).

// reachStep looks at the distances again if a number was placed since.
func (s *hidokuState) reachStep() (Step, bool) {
	if s.reachedAt == s.open {
		return Step{}, false
	}
	s.reachedAt = s.open
	if s.reach(); s.reachedAt < 0 { // it gave up
		return Step{}, false
	}
	return s.onlyCandidateStep()
}

// reach drops the candidates that are too far from the ends of their gap, or that have
// the wrong colour.
func (s *hidokuState) reach() {
	for _, g := range s.gaps() {
		if s.wrong != nil {
			return
		}
		if s.over() {
			s.reachedAt = -1 // look again at all gaps
			return
		}
		if g.from >= 0 {
			s.reachFrom(g, g.from, g.size())
		}
		if g.to < s.n {
			s.reachFrom(g, g.to, g.size())
		}
	}
}

func (s *hidokuState) reachFrom(g gap, end, size int) {
	distance := space.DistanceFrom(s.puzzle, s.cellOf[end], size, func(c int) bool { return s.numberOn[c] < 0 })
	chequered := s.puzzle.Chequered()
	for k := g.from + 1; k < g.to; k++ {
		steps := max(k-end, end-k)
		for _, c := range s.cellsFor(k) {
			switch d := distance[c]; {
			case d < 0 || d > steps:
				s.drop(k, c, byReach)
			case chequered && (steps-d)%2 != 0:
				s.drop(k, c, byParity)
			}
		}
	}
}

// onlyCandidateStep looks for a number with one cell left, and for a cell with one number
// left.
func (s *hidokuState) onlyCandidateStep() (Step, bool) {
	for k, size := range s.cellsLeft {
		if size == 1 && s.cellOf[k] < 0 {
			c := s.cellsFor(k)[0]
			how := byReach
			for d := range s.n {
				if s.numberOn[d] < 0 {
					how = max(how, Technique(s.droppedBy[k*s.n+d]))
				}
			}
			g := s.gapOf(k)
			template := "hidoku.reach"
			if how == byParity {
				template = "hidoku.parity"
			}
			return s.placeStep(how, k, c, s.ends(g), template, say.Values{"span": s.span(g)})
		}
	}
	for c, size := range s.numbersLeft {
		if size == 1 && s.numberOn[c] < 0 {
			k := s.numbersFor(c)[0]
			return s.placeStep(byReachCell, k, c, s.ends(s.gapOf(k)), "hidoku.reachCell", say.Values{})
		}
	}
	return Step{}, false
}

func (s *hidokuState) gapOf(k int) gap {
	g := gap{k - 1, k + 1}
	for g.from >= 0 && s.cellOf[g.from] < 0 {
		g.from--
	}
	for g.to < s.n && s.cellOf[g.to] < 0 {
		g.to++
	}
	return g
}
