package draughtboard

import (
	"fmt"
	"slices"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Cover returns p as an exact cover problem in which an option is a
// placement of a stone. The families of items are
//
//	cells      primary: each cell is covered once
//	stones     primary: each stone is used once
//	order      secondary: the first cells of interchangeable stones are in the order
//	           of the stones
//	corner     primary, if there are two colourings to try: one option for each
//	colouring  secondary, coloured with the colouring: all stones fit in the same
//
// Interchangeable stones have an item each. Without order there would be a cover for
// every way to exchange them. With the items for order there is only one: see ranks. The
// kind with the most stones needs no items for its stones: see uncounted. So a board that
// has only dominoes needs no items for the order. The same is true of a board with one
// pair of equal stones.
//
// Another way was to count the stones of a kind along the cells, with coloured items for
// the number so far. It took two to ten times as many nodes.
//
// There is an option for each placement and each stone of its kind. write.MaxElements and
// write.MaxItems bound their size.
func Cover(run *search.Run, p *puzzle.Draughtboard) (*write.PuzzleCover, error) {
	all, err := newPlacements(run, p)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(all.kinds, func(k kind) bool { return !k.fixed() }) {
		return coverRanged(run, all)
	}
	x, err := newCover(run, all)
	if err != nil {
		return nil, err
	}
	for i := range all.kinds {
		if err := x.addKind(i); err != nil {
			return nil, err
		}
	}
	return x.finish()
}

// finish adds the options of the colourings, and returns the problem.
func (x *cover) finish() (*write.PuzzleCover, error) {
	for colouring := range x.corners { // decode expects these options last
		x.placed = append(x.placed, nil)
		if err := x.AddOption(dlx.Element{Item: x.corner}, dlx.Element{Item: x.colouring, Colour: int32(colouring + 1)}); err != nil {
			return nil, err
		}
	}
	return &write.PuzzleCover{Cover: x.Cover, Decode: x.decode}, nil
}

// cover is a draughtboard as an exact cover problem that is being written.
type cover struct {
	*write.Cover
	*placements
	corners   int          // 2 if there are two colourings, else 0
	corner    dlx.Item     // used only if corners > 0
	colouring dlx.Item     // used only if corners > 0
	placed    []*placement // per option, its placement, nil for a colouring

	// Of the problem that tells alike stones apart.
	ranks  []ranks    // per kind
	stones []dlx.Item // per kind, the item of its first stone
	order  []dlx.Item // per kind, the first item that orders its stones
}

// newCover returns the problem without options.
func newCover(run *search.Run, all *placements) (*cover, error) {
	x := &cover{placements: all}
	labels, orders, err := x.numberItems(run)
	if err != nil {
		return nil, err
	}
	label := func(names []string) func(int) string { return func(i int) string { return names[i] } }
	stones, order := x.declare(run, write.ItemFamily{Name: "stones", Count: len(labels), Label: label(labels)},
		write.ItemFamily{Name: "order", Count: len(orders), Label: label(orders)}, 1)
	for i := range all.kinds {
		x.stones[i] += stones
		x.order[i] += order
	}
	x.comment("r1c2: a cell is covered; A, B: a stone is used; B/1, B/2: stone B comes after the one before of its kind")
	return x, nil
}

// declare makes the problem: the items of the cells, of the stones, of the corner, and the
// secondary ones. Among these, a family has the given index beside that of the colouring.
func (x *cover) declare(run *search.Run, stones, secondary write.ItemFamily, index int) (firstStone, firstSecondary dlx.Item) {
	b, cornerItems := x.p.Board(), 0
	if len(x.p.Colourings()) > 1 {
		x.corners, cornerItems = len(x.p.Colourings()), 1
	}
	one := func(name, label string) write.ItemFamily {
		return write.ItemFamily{Name: name, Count: cornerItems, Label: func(int) string { return label }}
	}
	var first []dlx.Item
	x.Cover, first = write.NewCover(run,
		[]write.ItemFamily{{Name: "cells", Count: b.Len(), Label: b.Name}, stones, one("corner", "corner")},
		slices.Insert([]write.ItemFamily{one("colouring", "colours")}, index, secondary),
	)
	x.corner, x.colouring = first[2], first[4-index]
	return first[1], first[3+index]
}

// comment explains the items.
func (x *cover) comment(stones string) {
	x.Comment(stones)
	if x.corners > 0 {
		x.Comment("corner: the colour of the first square; colours: 1 for a black corner, 2 for a white one")
	}
}

// numberItems numbers the items of the families stones and order within each, and returns
// their names.
func (x *cover) numberItems(run *search.Run) (labels, orders []string, err error) {
	for i := range x.kinds {
		k := &x.kinds[i]
		r := newRanks(k)
		x.ranks = append(x.ranks, r)
		x.stones = append(x.stones, dlx.Item(len(labels)))
		x.order = append(x.order, dlx.Item(len(orders)))
		if i == x.uncounted {
			continue
		}
		for j, stone := range k.stones {
			label := x.labelOf(i, j, stone)
			labels = append(labels, label)
			for node := range r.nodes() {
				if j > 0 {
					orders = append(orders, fmt.Sprintf("%s/%d", label, node+1))
				}
			}
			if len(orders) > write.MaxItems {
				return nil, nil, write.TooLarge("exact cover of more than %d items", write.MaxItems)
			}
			if err := run.Err(); err != nil {
				return nil, nil, err
			}
		}
	}
	return labels, orders, nil
}

// labelOf returns the name of the item of a stone, the j-th of kind i.
func (x *cover) labelOf(i, j, stone int) string {
	if i == x.bare {
		return fmt.Sprintf("bare/%d", j+1)
	}
	return x.p.Name(stone)
}

// addKind adds the options of the stones of kind i.
func (x *cover) addKind(i int) error {
	if i == x.uncounted {
		return x.addPlacements(i, -1)
	}
	for j := range x.kinds[i].placements {
		q := &x.kinds[i].placements[j]
		x.shared(q)
		if err := x.addStones(i, q); err != nil {
			return err
		}
	}
	return nil
}

// shared returns the elements that all options of a placement have: its cells, and its
// colouring if it fits in one only.
func (x *cover) shared(q *placement) []dlx.Element {
	x.Scratch = x.Scratch[:0]
	for _, c := range q.Cells {
		x.Scratch = append(x.Scratch, dlx.Element{Item: dlx.Item(c)})
	}
	if colouring := x.needs(q); colouring >= 0 {
		x.Scratch = append(x.Scratch, dlx.Element{Item: x.colouring, Colour: int32(colouring + 1)})
	}
	return x.Scratch
}

// addStones adds the options in which a stone of kind i uses placement q, one for each
// stone that can. Stones count from 0 here. There must be room for the first cells of j
// others before the first cell of the j-th of m stones. After it there must be room for
// m−1−j.
func (x *cover) addStones(i int, q *placement) error {
	shared := x.Scratch // the elements that all these options have
	m, r := len(x.kinds[i].stones), &x.ranks[i]
	rank := r.of(q)
	for j := max(0, m-len(r.firsts)+rank); j < m && j <= rank; j++ {
		option := append(shared, dlx.Element{Item: x.stones[i] + dlx.Item(j)})
		r.path(rank, func(node int, right bool) {
			switch {
			case right && j+1 < m:
				option = append(option, dlx.Element{Item: x.order[i] + dlx.Item(j*r.nodes()+node)})
			case !right && j > 0:
				option = append(option, dlx.Element{Item: x.order[i] + dlx.Item((j-1)*r.nodes()+node)})
			}
		})
		x.placed = append(x.placed, q)
		if err := x.AddOption(option...); err != nil {
			return err
		}
	}
	return nil
}

// decode returns the solution that the options make: see Cover.
func (x *cover) decode(options []int) puzzle.Solution {
	colouring := -1
	if len(x.p.Colourings()) == 1 {
		colouring = 0
	}
	var used []*placement
	for _, o := range options {
		switch {
		case o < 0 || o >= len(x.placed):
			return nil
		case x.placed[o] == nil:
			colouring = o - (len(x.placed) - x.corners)
		default:
			used = append(used, x.placed[o])
		}
	}
	return x.filling(used, colouring)
}
