package model

import (
	"cmp"
	"math"
	"math/bits"

	"crosscut/internal/base"
)

// The order of items for a frontier.

// itemGraph records which items share an option.
type itemGraph struct {
	primary, words int
	near           []uint64 // per item, the set of items that share an option with it, and itself
}

func newItemGraph(p *Problem) *itemGraph {
	g := &itemGraph{primary: p.Primary, words: (p.Items() + 63) / 64}
	g.near = make([]uint64, p.Items()*g.words)
	for o := range p.Options() {
		option := p.Option(o)
		if !p.Useful(o) {
			continue
		}
		for _, e := range option {
			near := g.of(int(e.Item))
			for _, f := range option {
				Insert(near, int(f.Item))
			}
		}
	}
	return g
}

func (g *itemGraph) of(i int) []uint64 { return g.near[i*g.words:][:g.words] }

// frontierOrder returns the primary items in an order with a small frontier. At a place
// of the order, the frontier is the later items that share an option with earlier ones.
// It returns the best of four orders: the given one, one by last use, and two greedy ones.
func Order(p *Problem) []int {
	given := make([]int, p.Primary)
	for i := range given {
		given[i] = i
	}
	if p.Items() > mostOrdered {
		return given
	}
	g := newItemGraph(p)
	best, least := given, g.cost(given)
	if order := byLastUse(p); g.cost(order) < least {
		best, least = order, g.cost(order)
	}
	for _, fresh := range []int{0, 2} {
		order := g.greedy(fresh)
		if cost := g.cost(order); cost < least {
			best, least = order, cost
		}
	}
	return best
}

// byLastUse returns the primary items in the order of the last options that have them.
func byLastUse(p *Problem) []int {
	last := make([]int, p.Primary)
	for o := range p.Options() {
		for _, e := range p.Option(o) {
			if int(e.Item) < p.Primary {
				last[e.Item] = o
			}
		}
	}
	order := make([]int, p.Primary)
	for i := range order {
		order[i] = i
	}
	base.SortStable(order, func(a, b int) int { return cmp.Compare(last[a], last[b]) })
	return order
}

// greedy always takes the item that lets the frontier grow least. Among several it
// prefers items of the frontier, then the lowest item. Time O(items²), and O(1) for each two
// items that share an option.
func (g *itemGraph) greedy(tie int) []int {
	touched, done := make([]uint64, g.words), make([]uint64, g.words)
	order := make([]int, 0, g.primary)
	fresh := g.degrees() // per item, how many items near it are not touched
	for len(order) < g.primary {
		best, least := -1, math.MaxInt
		for i, n := range fresh[:g.primary] {
			if Contains(done, i) {
				continue
			}
			// Twice the growth, so that half a step can prefer items of the frontier.
			growth := 2 * int(n)
			if Contains(touched, i) {
				growth -= 2
			} else {
				growth -= 1 + tie // the item counts as fresh, but leaves the frontier at once
			}
			if growth < least {
				best, least = i, growth
			}
		}
		order = append(order, best)
		Insert(done, best)
		g.touch(best, touched, fresh)
	}
	return order
}

// degrees returns how many items are near each item.
func (g *itemGraph) degrees() []int32 {
	all := make([]int32, len(g.near)/max(g.words, 1))
	for i := range all {
		for _, x := range g.of(i) {
			all[i] += int32(bits.OnesCount64(x))
		}
	}
	return all
}

// touch adds the items near item i to touched. It counts down fresh for the items near those.
func (g *itemGraph) touch(i int, touched []uint64, fresh []int32) {
	for k, x := range g.of(i) {
		x &^= touched[k]
		touched[k] |= x
		for ; x != 0; x &= x - 1 {
			for w, y := range g.of(k<<6 + bits.TrailingZeros64(x)) {
				for ; y != 0; y &= y - 1 {
					fresh[w<<6+bits.TrailingZeros64(y)]--
				}
			}
		}
	}
}

// sizes returns the size of the frontier at each place of an order, and at the end.
func (g *itemGraph) sizes(order []int) []int {
	touched, done := make([]uint64, g.words), make([]uint64, g.words)
	sizes := make([]int, 1, len(order)+1)
	for _, i := range order {
		Insert(done, i)
		for k, x := range g.of(i) {
			touched[k] |= x
		}
		n := 0
		for k, x := range touched {
			n += bits.OnesCount64(x &^ done[k])
		}
		sizes = append(sizes, n)
	}
	return sizes
}

// cost estimates the number of states of an order. It assumes that any set of items of
// the frontier can be open.
func (g *itemGraph) cost(order []int) (sum float64) {
	for _, n := range g.sizes(order) {
		sum += math.Exp2(float64(n))
	}
	return sum
}

// Reordered returns the problem with its primary items in the given order and its
// options sorted by their first item. It leaves out options that are never chosen. It
// also returns the numbers of the options in p.
func Reordered(p *Problem, order []int) (q *Problem, numbers []int32) {
	place := make([]Item, p.Items())
	for i := range place {
		place[i] = Item(i)
	}
	for at, i := range order {
		place[i] = Item(at)
	}
	firsts := make([]int, p.Options()) // per option, the place of its first item
	var options []int
	for o := range p.Options() {
		if p.Useful(o) {
			firsts[o] = math.MaxInt
			for _, e := range p.Option(o) {
				firsts[o] = min(firsts[o], int(place[e.Item]))
			}
			options = append(options, o)
		}
	}
	base.SortStable(options, func(a, b int) int {
		return cmp.Or(cmp.Compare(firsts[a], firsts[b]), cmp.Compare(a, b))
	})
	q = &Problem{Primary: p.Primary, Secondary: p.Secondary}
	var option []Element
	for _, o := range options {
		option = option[:0]
		for _, e := range p.Option(o) {
			option = append(option, Element{Item: place[e.Item], Colour: e.Colour})
		}
		q.Add(option...)
		numbers = append(numbers, int32(o))
	}
	return q, numbers
}
