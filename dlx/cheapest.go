package dlx

// The covers of least weight, by branch and bound.
//
// The idea is that of Knuth's program DLX5 (2020): a tax on items makes weights small and
// comparable. Each primary item is in exactly one option of a cover. So a tax that is taken
// from all options of an item lowers the sums of all covers alike. The tax of an item is
// the least weight of its options at that time, so no weight falls below 0. Then the sum of
// all taxes is a lower bound. This is dual ascent for the linear program of the problem. M.
// Fisher and P. Kedia describe it for coverings (Management Science 36, 1990).
//
// DLX5 taxes once, at the root. This search taxes what is open at each node. It gives up a
// node when the sum of the taxes is too much. It drops an option when that sum with the rest
// of its weight is too much. It applies to all problems without multiplicities.
// Memory: 20 bytes for each element. Time at a node: O(elements of live options). [ZDD.Cheapest]
// is faster where the diagram is small.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"crosscut/internal/search"
)

// Priced is a cover and the sum of the weights of its options.
type Priced struct {
	Options []int // ascending
	Sum     int64
}

// Cheapest returns the k covers of the least sums of weights, the least sum first, or all
// covers when there are fewer. k ≤ 0 means all. Among covers of equal sums it always returns
// the same ones. For the greatest sums, negate the weights.
//
// With an error it returns the best covers that it has found so far. There may be better
// ones. The errors are those of [Problem.Solve], except that there is no ErrStopped. Other errors
// are about multiplicities, which it does not support, about a nil weight, and about weights
// above some 2⁶¹ divided by the number of primary items. If there is no cover, the result is
// empty.
//
// weight is called before the search, in the calling goroutine, once for
// each option with a primary item. The slices of the result belong to the caller. The search
// keeps k covers, or all. To take the cheapest covers one after the other, without a number
// k, use [ZDD.Cheapest].
//
// A node of m is a choice of an option. A failure is a state that was given up: it has no
// cover, or none that is cheap enough.
func (p *Problem) Cheapest(ctx context.Context, k int, weight func(option int) int64, m *Meter) ([]Priced, error) {
	if p.fault != nil {
		return nil, p.fault
	}
	if weight == nil {
		return nil, errors.New("dlx: no function gives the weights: weight is nil")
	}
	if p.hasMultiplicities() {
		return nil, errors.New("dlx: the cheapest covers are exact covers, and an item has another multiplicity than 1")
	}
	run := search.Start(ctx, m)
	defer run.Close()
	s, err := newCheapest(p, k, weight, run)
	if err != nil {
		return nil, err
	}
	run.Use("cheapest")
	s.base = s.tax(s.net)
	err = s.search(0, 0, 1)
	covers := make([]Priced, len(s.found))
	for i, f := range s.found {
		covers[i] = Priced{f.Options, f.Sum + s.base}
	}
	run.Solutions = int64(len(covers))
	if err == nil {
		run.Share(1)
	}
	return covers, err
}

// cheapest is one search. The live options of each item are the first ones of its list.
type cheapest struct {
	run     *search.Run
	problem *Problem
	most    int // covers wanted; 0 for all

	starts []int32 // per item, the begin of its list
	sizes  []int32 // per item, the number of live options
	lists  []int32 // the elements of all items
	places []int32 // per element, its place in lists
	owners []int32 // per element, its option

	net     []int64 // per option, its weight after taxes at the root
	left    []int64 // per option, what the last taxes have left of net
	base    int64   // the sum of the taxes at the root
	covered []bool  // per primary item
	colours []int32 // per item: the colour it has, or 0
	order   []int   // scratch: open items

	trail   []int32 // the options that were removed
	painted []int32 // the items that got a colour
	chosen  []int32
	found   []Priced // the best covers so far, with sums after the taxes at the root
}

// newCheapest lays out the lists. It leaves out options without a primary item.
func newCheapest(p *Problem, k int, weight func(option int) int64, run *search.Run) (*cheapest, error) {
	allocated, err := search.Room(int64(12*len(p.elements) + 16*p.Options() + 20*p.items()))
	if err != nil {
		return nil, err
	}
	s := &cheapest{
		run: run, problem: p, most: max(k, 0),
		starts: make([]int32, p.items()+1), sizes: make([]int32, p.items()), lists: make([]int32, len(p.elements)), places: make([]int32, len(p.elements)), owners: make([]int32, len(p.elements)),
		net: make([]int64, p.Options()), left: make([]int64, p.Options()), covered: make([]bool, p.primary), colours: make([]int32, p.items()),
	}
	allocated()
	for _, e := range p.elements {
		s.starts[e.Item+1]++
	}
	for i := range p.items() {
		s.starts[i+1] += s.starts[i]
	}
	limit := int64(math.MaxInt64) / 4 / int64(p.primary+2)
	for o := range p.Options() {
		if err := run.Err(); err != nil {
			return nil, err
		}
		if !p.useful(o) {
			continue
		}
		if s.net[o] = weight(o); s.net[o] > limit || s.net[o] < -limit {
			return nil, fmt.Errorf("dlx: option %d has the weight %d: with %d primary items, weights go from %d to %d", o, s.net[o], p.primary, -limit, limit)
		}
		for x := p.starts[o]; x < p.starts[o+1]; x++ {
			i := p.elements[x].Item
			s.places[x] = s.starts[i] + s.sizes[i]
			s.lists[s.places[x]], s.owners[x] = int32(x), int32(o)
			s.sizes[i]++
		}
	}
	return s, nil
}

// live returns the elements of the live options of an item.
func (s *cheapest) live(i int) []int32 { return s.lists[s.starts[i]:][:s.sizes[i]] }

// tax takes from each open item, those with the fewest options first, as much as its
// cheapest option has. It returns the sum of the taxes, and changes what is left of the
// weights of the live options.
func (s *cheapest) tax(left []int64) (sum int64) {
	s.order = s.order[:0]
	for i, covered := range s.covered {
		if !covered && s.sizes[i] > 0 {
			s.order = append(s.order, i)
		}
	}
	slices.SortFunc(s.order, func(a, b int) int { return cmp.Or(cmp.Compare(s.sizes[a], s.sizes[b]), cmp.Compare(a, b)) })
	for _, i := range s.order {
		if s.run.Err() != nil {
			break // the taxes so far are a bound, too
		}
		options, least := s.live(i), int64(math.MaxInt64)
		for _, x := range options {
			least = min(least, left[s.owners[x]])
		}
		if least == 0 {
			continue
		}
		for _, x := range options {
			left[s.owners[x]] -= least
		}
		sum += least
	}
	return sum
}

// tooDear reports whether a sum cannot be among those wanted.
func (s *cheapest) tooDear(sum int64) bool {
	return s.most > 0 && len(s.found) == s.most && sum >= s.found[s.most-1].Sum
}

// search finds the covers with the chosen options, whose weights have the given sum. They
// are the share from lo to lo+width of the tree.
func (s *cheapest) search(sum int64, lo, width float64) error {
	if err := s.run.Err(); err != nil {
		return err
	}
	mark := len(s.trail)
	defer s.restore(mark)
	if s.bound(sum) {
		s.run.Failures++
		s.run.Share(lo + width)
		return nil
	}
	item := s.choose()
	if item < 0 {
		s.keep(sum)
		s.run.Share(lo + width)
		return nil
	}
	options := make([]int, 0, s.sizes[item])
	for _, x := range s.live(item) {
		options = append(options, int(s.owners[x]))
	}
	if len(options) == 0 {
		s.run.Failures++
		s.run.Share(lo + width)
		return nil
	}
	if len(options) > 1 {
		if err := s.run.Node(len(options)); err != nil {
			return err
		}
		slices.SortFunc(options, func(a, b int) int { return cmp.Or(cmp.Compare(s.left[a], s.left[b]), cmp.Compare(a, b)) })
	}
	width /= float64(len(options))
	for n, o := range options {
		if err := s.with(o, sum, lo+float64(n)*width, width); err != nil {
			return err
		}
	}
	return nil
}

// with searches the covers with option o, too.
func (s *cheapest) with(o int, sum int64, lo, width float64) error {
	mark, painted := len(s.trail), len(s.painted)
	elements := s.problem.Option(o)
	s.chosen = append(s.chosen, int32(o))
	for _, e := range elements {
		s.give(int(e.Item), e.Colour)
	}
	err := s.search(sum+s.net[o], lo, width)
	s.chosen = s.chosen[:len(s.chosen)-1]
	for _, i := range s.painted[painted:] {
		s.colours[i] = 0
	}
	s.painted = s.painted[:painted]
	for _, e := range elements {
		if int(e.Item) < len(s.covered) {
			s.covered[e.Item] = false
		}
	}
	s.restore(mark)
	return err
}

// bound taxes the open items. It reports whether all covers of the node are too dear.
// Otherwise it drops the options that are.
func (s *cheapest) bound(sum int64) bool {
	if s.most == 0 {
		return false
	}
	open := s.open()
	for _, i := range open {
		for _, x := range s.live(i) {
			s.left[s.owners[x]] = s.net[s.owners[x]]
		}
	}
	sum += s.tax(s.left)
	if s.tooDear(sum) {
		return true
	}
	if len(s.found) < s.most {
		return false
	}
	for _, i := range s.open() {
		first := s.starts[i]
		for at := first + s.sizes[i] - 1; at >= first; at-- {
			if o := s.owners[s.lists[at]]; s.tooDear(sum + s.left[o]) {
				s.remove(o)
			}
		}
	}
	return false
}

// open returns the primary items that are not covered. The slice is valid until the next
// call.
func (s *cheapest) open() []int {
	s.order = s.order[:0]
	for i, covered := range s.covered {
		if !covered {
			s.order = append(s.order, i)
		}
	}
	return s.order
}

// choose returns the open item with the fewest live options, the lowest of several, or -1 if
// no item is open.
func (s *cheapest) choose() int {
	best := -1
	for i, covered := range s.covered {
		if !covered && (best < 0 || s.sizes[i] < s.sizes[best]) {
			best = i
		}
	}
	return best
}

// give covers an item by the chosen option, which gives it a colour or none.
func (s *cheapest) give(i int, colour int32) {
	switch {
	case i < len(s.covered):
		s.covered[i] = true
	case colour > 0 && s.colours[i] == colour:
		return
	case colour > 0:
		s.colours[i] = colour
		s.painted = append(s.painted, int32(i))
	}
	first := s.starts[i]
	for at := first + s.sizes[i] - 1; at >= first; at-- {
		if x := s.lists[at]; colour == 0 || s.problem.elements[x].Colour != colour {
			s.remove(s.owners[x])
		}
	}
}

// remove takes a live option from the lists of its items.
func (s *cheapest) remove(o int32) {
	s.trail = append(s.trail, o)
	s.run.Propagations++
	first := s.problem.starts[o]
	for k, e := range s.problem.Option(int(o)) {
		s.sizes[e.Item]--
		x, last := int32(first+k), s.starts[e.Item]+s.sizes[e.Item]
		other := s.lists[last]
		s.lists[s.places[x]], s.lists[last] = other, x
		s.places[other], s.places[x] = s.places[x], last
	}
}

// restore makes the options live that were removed after mark, the last one first. So each
// is where it was before.
func (s *cheapest) restore(mark int) {
	for len(s.trail) > mark {
		o := s.trail[len(s.trail)-1]
		s.trail = s.trail[:len(s.trail)-1]
		for _, e := range s.problem.Option(int(o)) {
			s.sizes[e.Item]++
		}
	}
}

// keep adds the chosen options to the covers. If there are too many then, it drops the one
// with the greatest sum.
func (s *cheapest) keep(sum int64) {
	cover := make([]int, len(s.chosen))
	for k, o := range s.chosen {
		cover[k] = int(o)
	}
	slices.Sort(cover)
	at, _ := slices.BinarySearchFunc(s.found, sum, func(f Priced, sum int64) int {
		if f.Sum <= sum {
			return -1 // after the covers of the same sum
		}
		return 1
	})
	s.found = slices.Insert(s.found, at, Priced{cover, sum})
	if s.most > 0 && len(s.found) > s.most {
		s.found = s.found[:s.most]
	}
}
