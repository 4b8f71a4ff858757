package encode

// The items for the rules of a Hidoku beyond its graph. The families are
//
//	links   primary: the path makes one step between two cells that must follow each other
//	orders  secondary, without colours: see below
//
// A step between cells that may not follow each other is no option. On a closed path, the step from n to 1 has the
// items of step 0 and of step n.
//
// For "the number of c is less than that of d", each pair has the items 1 to n. The option
// that gives c the number i has the items from which a Fenwick tree adds up the first i
// values. The option that gives d the number j has the items that the tree changes for the
// value j. They share an item exactly if j ≤ i. So each option has some log n items for each
// pair (Knuth, TAOCP 7.2.2.1, exercise 20, "pairwise ordering"; P. M. Fenwick, A new data
// structure for cumulative frequency tables, 1994).

import (
	"fmt"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/puzzle"
)

// coverPairs are the rules of two cells of an exact cover problem. Keys have the lower cell
// first.
type coverPairs struct {
	p                *puzzle.Hidoku
	linked           [][2]int         // the links: cells that must follow each other
	links            map[[2]int32]int // number of the link; nil without links
	earlier, later   map[int32]int    // per cell, the number of the pair in which it comes first, or second; nil without an order
	firstLink        int
	firstOrder       int
	itemsOfEachOrder int
}

func pairOf(c, d int) [2]int32 { return [2]int32{int32(min(c, d)), int32(max(c, d))} }

func newCoverPairs(p *puzzle.Hidoku) *coverPairs {
	x := &coverPairs{p: p, itemsOfEachOrder: p.Board().Len()}
	// A closed path of two cells makes two steps between them, and is always linked.
	if !p.AnyPath() && !(p.Closed() && p.Board().Len() == 2) {
		x.findLinks()
	}
	if order := p.Ascending(); len(order) > 1 {
		x.earlier, x.later = make(map[int32]int), make(map[int32]int)
		for i, d := range order[1:] {
			x.earlier[int32(order[i])], x.later[int32(d)] = i, i
		}
	}
	return x
}

// findLinks numbers the links, if there are any.
func (x *coverPairs) findLinks() {
	for c, d := range x.p.Pairs() {
		if !x.p.MustFollow(c, d) {
			continue
		}
		if x.links == nil {
			x.links = make(map[[2]int32]int)
		}
		x.links[pairOf(c, d)] = len(x.linked)
		x.linked = append(x.linked, [2]int{c, d})
	}
}

// linkItems returns the family of items for links, if there are any.
func (x *coverPairs) linkItems() []write.ItemFamily {
	if x.links == nil {
		return nil
	}
	return []write.ItemFamily{{Name: "links", Count: len(x.links), Label: func(i int) string {
		pair := x.linked[i]
		return x.p.Board().Name(pair[0]) + "-" + x.p.Board().Name(pair[1])
	}}}
}

// orderItems returns the family of items for the order, if there is one.
func (x *coverPairs) orderItems() []write.ItemFamily {
	if x.earlier == nil {
		return nil
	}
	n := x.itemsOfEachOrder
	return []write.ItemFamily{{Name: "orders", Count: len(x.earlier) * n, Label: func(i int) string { return fmt.Sprintf("o%d<%d", i/n+1, i%n+1) }}}
}

// pairElements appends the items that rules of two cells give to the step that leaves cell c
// and puts number k on cell e. A cell of -1 stands for none.
func (x *coverPairs) pairElements(option []dlx.Element, k int, c, e int32) []dlx.Element {
	option = x.link(option, int(c), int(e))
	if e < 0 {
		return option
	}
	n := x.itemsOfEachOrder
	if i, is := x.earlier[e]; is {
		for at := k; at > 0; at -= at & -at {
			option = append(option, dlx.Element{Item: x.firstOrder + (i*n + at - 1)})
		}
	}
	if i, is := x.later[e]; is {
		for at := k; at <= n; at += at & -at {
			option = append(option, dlx.Element{Item: x.firstOrder + (i*n + at - 1)})
		}
	}
	return option
}

// link appends the item for the link of two cells, if there is one.
func (x *coverPairs) link(option []dlx.Element, c, e int) []dlx.Element {
	if link, is := x.links[pairOf(c, e)]; is {
		option = append(option, dlx.Element{Item: x.firstLink + link})
	}
	return option
}

// closingSteps adds the options that the path goes from n back to 1.
func (x *hidokuCover) closingSteps(p *puzzle.Hidoku) error {
	first := make(map[int32]bool)
	for _, e := range x.cellsOf(1) {
		first[e] = true
	}
	for _, c := range x.cellsOf(x.n) {
		for _, d := range p.Neighbours(int(c)) {
			e := int32(d)
			if !first[e] || !p.MayFollow(int(c), d) {
				continue
			}
			option := append(x.Scratch[:0], dlx.Element{Item: x.steps}, dlx.Element{Item: x.steps + x.n})
			option = x.pairElements(option, 1, c, e)
			option = x.leave(option, x.n, c)
			x.Scratch = x.enter(option, 1, e)
			if err := x.AddOption(x.Scratch...); err != nil {
				return err
			}
		}
	}
	return nil
}
