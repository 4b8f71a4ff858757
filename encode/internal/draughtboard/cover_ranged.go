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
	nameIn := func(kinds []int) func(int) string { return func(i int) string { return all.name(kinds[i]) } }
	first, firstOptional := x.declare(run, write.ItemFamily{Name: "counts", Count: len(counts), Label: nameIn(counts)},
		write.ItemFamily{Name: "optional", Count: len(optional), Label: nameIn(optional)}, 0)
	itemOf := make([]dlx.Item, len(all.kinds)) // per kind, -1 if it has none
	for i := range itemOf {
		itemOf[i] = -1
	}
	for n, i := range counts {
		itemOf[i] = first + dlx.Item(n)
		x.SetMultiplicity(itemOf[i], all.kinds[i].least, len(all.kinds[i].stones))
	}
	for n, i := range optional {
		itemOf[i] = firstOptional + dlx.Item(n)
	}
	x.comment("r1c2: a cell is covered or bare; A: stones like A are used; bare: cells stay bare")
	for i := range all.kinds {
		if err := x.addPlacements(i, itemOf[i]); err != nil {
			return nil, err
		}
	}
	return x.finish()
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
