package dlx

import (
	"context"
	"fmt"
	"math"
	"slices"

	"crosscut/dlx/internal/model"
	"crosscut/internal/search"
	"crosscut/meter"
)

// unbounded is the upper bound of an item that may have any number of options.
const unbounded = math.MaxInt

// decision is an answer to the question about an item: option is the first of its possible
// options that the cover has, or -1 for none of them.
type decision struct{ item, option int32 }

// cubeNode is a node of the tree of cubes.
type cubeNode struct {
	decided []decision
	share   float64
}

// cubeState is what the decisions leave.
type cubeState struct {
	p      *Problem
	live   []bool  // per option: neither chosen nor ruled out
	used   []int   // per item: chosen options that have it
	colour []int32 // per item: the colour that those give it
	chosen []int   // ascending once decide is over
}

func newCubeState(p *Problem) cubeState {
	s := cubeState{p: p, live: make([]bool, p.Options()), used: make([]int, p.items()), colour: make([]int32, p.items())}
	for o := range s.live {
		for _, e := range p.data.Option(o) {
			s.live[o] = s.live[o] || int(e.Item) < p.data.Primary // the others are never chosen
		}
	}
	return s
}

// decide applies a decision. It takes O(elements).
func (s *cubeState) decide(d decision) {
	for o := range s.live {
		if s.live[o] && (d.option < 0 || o < int(d.option)) && s.has(o, d.item) {
			s.live[o] = false
		}
	}
	if d.option < 0 {
		return
	}
	o := int(d.option)
	s.live[o] = false
	at, _ := slices.BinarySearch(s.chosen, o)
	s.chosen = slices.Insert(s.chosen, at, o)
	for _, e := range s.p.data.Option(o) {
		s.used[e.Item]++
		s.colour[e.Item] = e.Colour
	}
	for o := range s.live {
		s.live[o] = s.live[o] && s.fits(o)
	}
}

func (s *cubeState) has(o int, item int32) bool {
	return slices.ContainsFunc(s.p.data.Option(o), func(e model.Element) bool { return e.Item == item })
}

// fits reports whether an option can join the chosen ones.
func (s *cubeState) fits(o int) bool {
	for _, e := range s.p.data.Option(o) {
		if int(e.Item) < s.p.data.Primary {
			if _, hi := s.p.Multiplicity(int(e.Item)); s.used[e.Item] >= hi {
				return false
			}
		} else if s.used[e.Item] > 0 && (e.Colour == 0 || e.Colour != s.colour[e.Item]) {
			return false
		}
	}
	return true
}

// answers returns the answers to the question that has the fewest. It returns false if
// nothing is left to ask. No answer means that there is no cover.
func (s *cubeState) answers() ([]decision, bool) {
	open := make([]int, s.p.data.Primary) // live options
	for o := range s.live {
		if s.live[o] {
			for _, e := range s.p.data.Option(o) {
				if int(e.Item) < s.p.data.Primary {
					open[e.Item]++
				}
			}
		}
	}
	best, fewest := -1, math.MaxInt
	for i, n := range open {
		lo := s.p.least(i)
		switch {
		case s.used[i]+n < lo:
			return nil, true
		case n == 0:
			continue
		case s.used[i] >= lo:
			n++ // "none"
		}
		if n < fewest {
			best, fewest = i, n
		}
	}
	if best < 0 {
		return nil, false
	}
	var all []decision
	for o := range s.live {
		if s.live[o] && s.has(o, int32(best)) {
			all = append(all, decision{int32(best), int32(o)})
		}
	}
	if s.used[best] >= s.p.least(best) {
		all = append(all, decision{int32(best), -1})
	}
	return all, true
}

// leaves cuts a node until there are n leaves or nothing is left to cut.
func (p *Problem) leaves(ctx context.Context, root cubeNode, n int) ([]cubeNode, error) {
	if n < 1 || n > maxCubes {
		return nil, fmt.Errorf("dlx: %d cubes; it must be 1 to %d", n, maxCubes)
	}
	if err := p.fault(); err != nil {
		return nil, err
	}
	run := meter.Start(ctx, nil)
	defer run.Close()
	return search.Leaves(run.Err, root, n, func(n cubeNode) float64 { return n.share }, p.parts)
}

// parts cuts a node by one question. It reports false if nothing is left to ask.
func (p *Problem) parts(n cubeNode) (parts []cubeNode, ok bool) {
	s := newCubeState(p)
	for _, d := range n.decided {
		s.decide(d)
	}
	answers, more := s.answers()
	for _, d := range answers {
		parts = append(parts, cubeNode{append(slices.Clip(n.decided), d), n.share / float64(len(answers))})
	}
	return parts, more
}
