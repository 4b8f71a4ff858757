package run

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"

	"crosscut/cubes"
	"crosscut/dlx"
	"crosscut/internal/search"
)

// Cubes share out the covers of a problem, so that several machines can look for them.
//
// A cut asks about a primary item: which is the first of its options that a cover has,
// among those that are still possible? Each answer makes a cube. If the item may have
// enough options already, "no more of them" is an answer too. The item with the fewest
// answers is asked about. Every cover gives exactly one answer. So it lies in exactly one
// cube, for items with multiplicities too.

// coverVersion is the version of these rules.
const coverVersion = 1

// unbounded is the upper bound of an item that may have any number of options.
const unbounded = math.MaxInt

// decision is an answer to the question about an item: option is the first of its possible
// options that the cover has, or -1 for none of them.
type decision struct{ item, option int32 }

// coverNode is a node of the tree of cubes.
type coverNode struct {
	decided []decision
	share   float64
}

// newCoverTree cuts a problem, which must be valid. A cut takes O(d·elements), where d is the number of cuts above it.
func newCoverTree(ctx context.Context, p *dlx.Problem, plan Plan) (*coverTree, error) {
	if most := cubes.Max; plan.First < 1 || plan.First > most || plan.Cut < 2 || plan.Cut > most {
		return nil, fmt.Errorf("a plan of %d cubes that cuts each into %d; these must be 1 to %d and 2 to %d", plan.First, plan.Cut, most, most)
	}
	t := &coverTree{problem: p}
	for o := range p.Options() {
		t.options = append(t.options, p.Option(o))
	}
	var err error
	t.tree.First, err = t.leaves(ctx, coverNode{share: 1}, plan.First)
	t.tree.Cut = func(ctx context.Context, n coverNode) ([]coverNode, error) { return t.leaves(ctx, n, plan.Cut) }
	return t, err
}

// leaves cuts a node until there are n leaves or nothing is left to cut.
func (t *coverTree) leaves(ctx context.Context, root coverNode, n int) ([]coverNode, error) {
	poll := func() error { return context.Cause(ctx) }
	return search.Leaves(poll, root, n, func(n coverNode) float64 { return n.share }, t.parts)
}

// parts cuts a node by one question. It reports false if nothing is left to ask.
func (t *coverTree) parts(n coverNode) (parts []coverNode, ok bool) {
	answers, more := t.state(n).answers()
	for _, d := range answers {
		parts = append(parts, coverNode{append(slices.Clip(n.decided), d), n.share / float64(len(answers))})
	}
	return parts, more
}

// Hash says nothing about the problem itself.
func (t *coverTree) Hash(context.Context) (string, error) {
	hash := sha256.New()
	for _, leaf := range t.tree.First {
		fmt.Fprintln(hash, leaf.decided) // a hash never fails
	}
	return fmt.Sprintf("%x", hash.Sum(nil)), nil
}

// coverState is what the decisions leave.
type coverState struct {
	*coverTree
	live   []bool // per option: neither chosen nor ruled out
	used   []int  // per item: chosen options that have it
	colour []int  // per item: the colour that those give it
	chosen []int  // ascending
}

func (t *coverTree) state(n coverNode) *coverState {
	items := t.problem.Primary() + t.problem.Secondary()
	s := &coverState{coverTree: t, live: make([]bool, len(t.options)), used: make([]int, items), colour: make([]int, items)}
	for o, option := range t.options {
		s.live[o] = slices.ContainsFunc(option, func(e dlx.Element) bool { return e.Item < t.problem.Primary() }) // the others are never chosen
	}
	for _, d := range n.decided {
		s.decide(d)
	}
	return s
}

// decide applies a decision. It takes O(elements).
func (s *coverState) decide(d decision) {
	for o := range s.live {
		if s.live[o] && (d.option < 0 || o < int(d.option)) && s.has(o, int(d.item)) {
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
	for _, e := range s.options[o] {
		s.used[e.Item]++
		s.colour[e.Item] = e.Colour
	}
	for o := range s.live {
		s.live[o] = s.live[o] && s.fits(o)
	}
}

func (s *coverState) has(o, item int) bool {
	return slices.ContainsFunc(s.options[o], func(e dlx.Element) bool { return e.Item == item })
}

// fits reports whether an option can join the chosen ones.
func (s *coverState) fits(o int) bool {
	for _, e := range s.options[o] {
		if e.Item < s.problem.Primary() {
			if _, most := s.problem.Multiplicity(e.Item); s.used[e.Item] >= most {
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
func (s *coverState) answers() (all []decision, more bool) {
	open := make([]int, len(s.used)) // live options
	for o := range s.live {
		if s.live[o] {
			for _, e := range s.options[o] {
				open[e.Item]++
			}
		}
	}
	best, fewest := -1, math.MaxInt
	for i, n := range open[:s.problem.Primary()] {
		switch least, _ := s.problem.Multiplicity(i); {
		case s.used[i]+n < least:
			return nil, true
		case n == 0:
			continue
		case s.used[i] >= least:
			n++ // "none"
		}
		if n < fewest {
			best, fewest = i, n
		}
	}
	if best < 0 {
		return nil, false
	}
	for o := range s.live {
		if s.live[o] && s.has(o, best) {
			all = append(all, decision{int32(best), int32(o)})
		}
	}
	if len(all) < fewest {
		all = append(all, decision{int32(best), -1})
	}
	return all, true
}

// coverCube is a part of the covers of a problem, and a problem itself: without the options that
// are chosen, and without what they rule out. Items that the chosen options cover are not there.
type coverCube struct {
	*dlx.Problem
	chosen  []int // chosen options of the whole problem
	options []int // per option of Problem, its number in the whole problem, ascending
}

// lift appends the cover of the whole problem that a cover of Problem stands for.
func (c *coverCube) lift(to, cover []int) []int {
	begin := len(to)
	to = append(to, c.chosen...)
	for _, o := range cover {
		to = append(to, c.options[o])
	}
	slices.Sort(to[begin:])
	return to
}

func (t *coverTree) cube(n coverNode) *coverCube {
	s := t.state(n)
	c := &coverCube{chosen: s.chosen}
	keep := make([]bool, len(s.used))
	for i := range t.problem.Primary() {
		least, _ := t.problem.Multiplicity(i)
		keep[i] = s.used[i] < least // although no option may be left: then there is no cover
	}
	for o, live := range s.live {
		if live {
			c.options = append(c.options, o)
			for _, e := range t.options[o] {
				keep[e.Item] = true
			}
		}
	}
	var items []int // of the whole problem
	primary := 0
	for i, kept := range keep {
		if kept {
			items = append(items, i)
			if i < t.problem.Primary() {
				primary++
			}
		}
	}
	c.Problem = s.only(items, primary, c.options)
	return c
}

// only returns the problem with the given items and options.
func (s *coverState) only(items []int, primary int, options []int) *dlx.Problem {
	q := dlx.NewProblem(primary, len(items)-primary)
	number := make([]int, len(s.used)) // of an item of the whole problem in q
	for k, i := range items {
		number[i] = k
		q.NameItem(k, s.problem.ItemName(i))
		if least, most := s.problem.Multiplicity(i); k < primary && (least != 1 || most != 1) {
			if most < unbounded {
				most -= s.used[i]
			}
			q.SetMultiplicity(k, max(0, least-s.used[i]), most)
		}
	}
	named := map[int]bool{0: true}
	var elements []dlx.Element
	for _, o := range options {
		elements = elements[:0]
		for _, e := range s.options[o] {
			elements = append(elements, dlx.Element{Item: number[e.Item], Colour: e.Colour})
			if !named[e.Colour] {
				named[e.Colour] = true
				q.NameColour(e.Colour, s.problem.ColourName(e.Colour))
			}
		}
		q.Add(elements...)
	}
	return q
}
