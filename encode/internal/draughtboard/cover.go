package draughtboard

import (
	"fmt"
	"slices"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Cover returns p as an exact cover problem in which an option is a
// placement of a stone, or of a bare cell. The families of items are
//
//	cells      primary: each cell is covered once
//	stones     primary: each stone is used once
//	counts     primary, with a multiplicity: as many placements of a kind are used as
//	           may be
//	corner     primary, if there are two colourings to try: one option for each
//	optional   secondary: a kind with one stone, which may be left out
//	colouring  secondary, coloured with the colouring: all stones fit in the same
//	order      secondary: the first cells of interchangeable stones are in the order
//	           of the stones
//
// If the number of stones of each kind is fixed, interchangeable stones have an item each. Without
// order there would be a cover for every way to exchange them. With the items for order there is only
// one: see ranks. Otherwise alike stones are not told apart, and there are counts. For a fixed
// number, ranks give less nodes, and a problem without multiplicities has faster searches.
//
// A kind has no items if its stones need not be counted: the kind with the most stones, see uncounted,
// and one of which any number is right. So a board that has only dominoes needs no items for the order.
// The same is true of a board with one pair of equal stones.
//
// Another way was to count the stones of a kind along the cells, with coloured items for
// the number so far. It took two to ten times as many nodes.
//
// write.MaxElements and write.MaxItems bound the size.
//
// If only is not nil, only the placements that it has are options.
func Cover(run *meter.Run, p *puzzle.Draughtboard, only puzzle.Solution) (*write.PuzzleCover, error) {
	all, err := newPlacements(run, p)
	if err != nil {
		return nil, err
	}
	x := &cover{
		placements: all, only: only, items: make([]kindItems, len(all.kinds)),
		ranged: slices.ContainsFunc(all.kinds, func(k kind) bool { return !k.fixed() }),
	}
	if err := x.declare(run); err != nil {
		return nil, err
	}
	for i := range all.kinds {
		if err := x.addKind(i); err != nil {
			return nil, err
		}
	}
	for colouring := range x.corners { // decode expects these options last
		x.placed = append(x.placed, nil)
		if err := x.AddOption(dlx.Element{Item: x.corner}, dlx.Element{Item: x.colouring, Colour: colouring + 1}); err != nil {
			return nil, err
		}
	}
	return &write.PuzzleCover{Cover: x.Cover, Decode: x.decode}, nil
}

// cover is a draughtboard as an exact cover problem that is being written.
type cover struct {
	*write.Cover
	*placements
	only      puzzle.Solution // nil for all placements
	corners   int             // 2 if there are two colourings, else 0
	corner    int             // used only if corners > 0
	colouring int             // used only if corners > 0
	placed    []*placement    // per option, its placement, nil for a colouring
	ranged    bool            // the number of stones of some kind is open
	items     []kindItems     // per kind
}

// kindItems are the items of a kind.
type kindItems struct {
	family int   // that of first, or none
	first  int   // that of its first stone, or the only one
	order  int   // the first that orders its stones
	ranks  ranks // of a kind whose stones have items
}

// The families of items that kinds have.
const (
	none = iota
	singles
	counts
	optional
)

func (x *cover) declare(run *meter.Run) error {
	labels, err := x.numberItems(run)
	if err != nil {
		return err
	}
	b := x.p.Board()
	var corner, colours []string
	if len(x.p.Colourings()) > 1 {
		x.corners, corner, colours = len(x.p.Colourings()), []string{"corner"}, []string{"colours"}
	}
	family := func(name string, labels []string) write.ItemFamily {
		return write.ItemFamily{Name: name, Count: len(labels), Label: func(i int) string { return labels[i] }}
	}
	var first []int
	x.Cover, first = write.NewCover(run,
		[]write.ItemFamily{{Name: "cells", Count: b.Len(), Label: b.Name}, family("singles", labels[singles]), family("counts", labels[counts]), family("corner", corner)},
		[]write.ItemFamily{family("optional", labels[optional]), family("colouring", colours), family("order", labels[none])},
	)
	x.corner, x.colouring = first[3], first[5]
	for i := range x.items {
		items := &x.items[i]
		items.first += [...]int{singles: first[1], counts: first[2], optional: first[4]}[items.family]
		items.order += first[6]
		if items.family == counts {
			x.SetMultiplicity(items.first, x.kinds[i].least, len(x.kinds[i].stones))
		}
	}
	unused := []string{"counts", "optional"}
	if x.ranged {
		unused = []string{"stones", "order"}
		x.Comments = append(x.Comments, "r1c2: a cell is covered or bare; A: stones like A are used; bare: cells stay bare")
	} else {
		x.Comments = append(x.Comments, "r1c2: a cell is covered; A, B: a stone is used; B/1, B/2: stone B comes after the one before of its kind")
	}
	x.Families = slices.DeleteFunc(x.Families, func(f write.Family) bool { return slices.Contains(unused, f.Name) })
	if x.corners > 0 {
		x.Comments = append(x.Comments, "corner: the colour of the first square; colours: 1 for a black corner, 2 for a white one")
	}
	return nil
}

// numberItems chooses the items of each kind, and numbers them within their families. It returns the names
// of each family, those of order at none.
func (x *cover) numberItems(run *meter.Run) (labels [optional + 1][]string, err error) {
	for i := range x.kinds {
		k, items := &x.kinds[i], &x.items[i]
		switch {
		case i == x.uncounted || k.free:
			continue
		case !x.ranged:
			items.family, items.ranks = singles, newRanks(k)
		case len(k.stones) == 1 && k.least == 0:
			items.family = optional
		default:
			items.family = counts
		}
		items.first, items.order = len(labels[items.family]), len(labels[none])
		if items.family != singles {
			labels[items.family] = append(labels[items.family], x.name(i))
			continue
		}
		for j, stone := range k.stones {
			label := x.labelOf(i, j, stone)
			labels[singles] = append(labels[singles], label)
			for node := range items.ranks.nodes() {
				if j > 0 {
					labels[none] = append(labels[none], fmt.Sprintf("%s/%d", label, node+1))
				}
			}
			if len(labels[none]) > write.MaxItems {
				return labels, write.TooLarge("exact cover of more than %d items", write.MaxItems)
			}
			if err := run.Err(); err != nil {
				return labels, err
			}
		}
	}
	return labels, nil
}

// labelOf returns the name of the item of a stone, the j-th of kind i.
func (x *cover) labelOf(i, j, stone int) string {
	if i == x.bare {
		return fmt.Sprintf("bare/%d", j+1)
	}
	return x.p.Name(stone)
}

// addKind adds the options of kind i: for each placement one, or one for each stone.
func (x *cover) addKind(i int) error {
	items := &x.items[i]
	for j := range x.kinds[i].placements {
		q := &x.kinds[i].placements[j]
		if x.only != nil && !x.kinds[i].lies(q, x.only) {
			continue
		}
		option := x.shared(q)
		if items.family == singles {
			if err := x.addStones(i, q); err != nil {
				return err
			}
			continue
		}
		if items.family != none {
			option = append(option, dlx.Element{Item: items.first})
		}
		x.placed = append(x.placed, q)
		if err := x.AddOption(option...); err != nil {
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
		x.Scratch = append(x.Scratch, dlx.Element{Item: c})
	}
	if colouring := x.needs(q); colouring >= 0 {
		x.Scratch = append(x.Scratch, dlx.Element{Item: x.colouring, Colour: colouring + 1})
	}
	return x.Scratch
}

// addStones adds the options in which a stone of kind i uses placement q, one for each
// stone that can. Stones count from 0 here. There must be room for the first cells of j
// others before the first cell of the j-th of m stones. After it there must be room for
// m−1−j.
func (x *cover) addStones(i int, q *placement) error {
	shared := x.Scratch // the elements that all these options have
	m, items := len(x.kinds[i].stones), &x.items[i]
	r := &items.ranks
	rank := r.of(q)
	for j := max(0, m-len(r.firsts)+rank); j < m && j <= rank; j++ {
		option := append(shared, dlx.Element{Item: items.first + j})
		r.path(rank, func(node int, right bool) {
			switch {
			case right && j+1 < m:
				option = append(option, dlx.Element{Item: items.order + (j*r.nodes() + node)})
			case !right && j > 0:
				option = append(option, dlx.Element{Item: items.order + ((j-1)*r.nodes() + node)})
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
