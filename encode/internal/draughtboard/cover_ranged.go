package draughtboard

import (
	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/internal/search"
)

// coverRanged returns a draughtboard as an exact cover problem, where the number of stones of
// some kind is open, or that of bare cells. An option is a placement of a kind, so alike
// stones are not told apart and need no order. The families of items are
//
//	cells      primary: each cell is covered once
//	counts     primary, with a multiplicity: as many placements of a kind are used as
//	           may be
//	corner     primary, if there are two colourings to try: one option for each
//	optional   secondary: a kind with one stone, which may be left out
//	colouring  secondary, coloured with the colouring: all stones fit in the same
//
// A kind has no item if any number is right that fits on the board.
//
// It applies to all draughtboards. For a fixed number of stones, ranks give less nodes, and
// a problem without multiplicities has faster searches. write.MaxElements bounds its size.
func coverRanged(run *search.Run, all *placements) (*write.PuzzleCover, error) {
	x := &cover{placements: all}
	var counts, optional []int // kinds
	for i := range all.kinds {
		switch k := &all.kinds[i]; {
		case k.free:
		case len(k.stones) == 1 && k.least == 0:
			optional = append(optional, i)
		default:
			counts = append(counts, i)
		}
	}
	cornerItems := 0
	if len(all.p.Colourings()) > 1 {
		x.corners, cornerItems = len(all.p.Colourings()), 1
	}
	nameIn := func(kinds []int) func(int) string { return func(i int) string { return all.itemName(kinds[i]) } }
	var first []dlx.Item
	x.Cover, first = write.NewCover(run,
		[]write.ItemFamily{
			{Name: "cells", Count: all.p.Board().Len(), Label: all.p.Board().Name},
			{Name: "counts", Count: len(counts), Label: nameIn(counts)},
			{Name: "corner", Count: cornerItems, Label: func(int) string { return "corner" }},
		},
		[]write.ItemFamily{
			{Name: "optional", Count: len(optional), Label: nameIn(optional)},
			{Name: "colouring", Count: cornerItems, Label: func(int) string { return "colours" }},
		},
	)
	x.corner, x.colouring = first[2], first[4]
	itemOf := make([]dlx.Item, len(all.kinds)) // per kind, -1 if it has none
	for i := range itemOf {
		itemOf[i] = -1
	}
	for n, i := range counts {
		itemOf[i] = first[1] + dlx.Item(n)
		x.SetMultiplicity(itemOf[i], all.kinds[i].least, len(all.kinds[i].stones))
	}
	for n, i := range optional {
		itemOf[i] = first[3] + dlx.Item(n)
	}
	x.Comment("r1c2: a cell is covered or bare; A: stones like A are used; bare: cells stay bare")
	if x.corners > 0 {
		x.Comment("corner: the colour of the first square; colours: 1 for a black corner, 2 for a white one")
	}
	for i := range all.kinds {
		if err := x.addPlacements(i, itemOf[i]); err != nil {
			return nil, err
		}
	}
	return x.finish()
}

// itemName returns the name of the item of a kind.
func (all *placements) itemName(i int) string {
	if i == all.bare {
		return "bare"
	}
	return all.p.Name(all.kinds[i].stones[0])
}

// addPlacements adds an option for each placement of kind i. They have the item, unless that
// is −1.
func (x *cover) addPlacements(i int, item dlx.Item) error {
	for j := range x.kinds[i].placements {
		q := &x.kinds[i].placements[j]
		option := x.shared(q)
		if item >= 0 {
			option = append(option, dlx.Element{Item: item})
		}
		x.placed = append(x.placed, q)
		if err := x.AddOption(option...); err != nil {
			return err
		}
	}
	return nil
}
