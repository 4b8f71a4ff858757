package encode

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Encoding is one way to write the puzzles of a family as formulas.
type Encoding struct {
	Family puzzle.Family
	Name   string // unique in the family
	What   string // what is special about it, in a line

	write func(*search.Run, puzzle.Puzzle) (*Formula, error) // fails for a puzzle of another type
}

// encodings are all encodings, family by family, the default of each first.
var encodings = []Encoding{
	{puzzle.FamilyHidoku, "pairs", "each number touches the next and the one before; at most one by pairs, up to 500,000", by(hidokuPairs.write)},
	{puzzle.FamilyHidoku, "ladder", "as pairs, with at most one by sequential counters", by(hidokuLadder.write)},
	{puzzle.FamilyHidoku, "product", "as pairs, with at most one by products", by(hidokuProduct.write)},
	{puzzle.FamilyHidoku, "one-way", "as ladder, but each number touches the next only", by(hidokuOneWay.write)},
	{puzzle.FamilyHidoku, "plain", "as ladder, with every number on every open cell", by(hidokuPlain.write)},
	{puzzle.FamilyHidoku, "order", "rows and columns of the numbers in order encoding", by(hidokuOrder.write)},
	{puzzle.FamilyHidoku, "arcs", "variables for the steps from cell to cell, one into and one out of each", by(hidokuArcs.write)},
	{puzzle.FamilyHidoku, "binary", "numbers and steps of cells in binary: for large boards with few clues", by(writeHidokuBinary)},

	{puzzle.FamilyMagic, "tree", "sums in order encoding, added up as a balanced tree: a totalizer", forMagic("tree", magicTree, &lineStyle{true, balanced})},
	{puzzle.FamilyMagic, "chain", "sums in order encoding, added up one cell after the other", forMagic("chain", magicChain, &lineStyle{true, oneByOne})},
	{puzzle.FamilyMagic, "pairwise", "sums in direct encoding, added up as a balanced tree", forMagic("pairwise", magicPairwise, &lineStyle{false, balanced})},
	{puzzle.FamilyMagic, "bdd", "sums in direct encoding, added up one cell after the other: a decision diagram", forMagic("bdd", magicDiagram, &lineStyle{false, oneByOne})},
	{puzzle.FamilyMagic, "adder", "sums in binary, by ripple-carry adders", forMagic("adder", magicAdder, nil)},
	{puzzle.FamilyMagic, "combinations", "a variable for each set of numbers that a line can have", forMagic("combinations", magicCombinations, nil)},
	{puzzle.FamilyMagic, "support", "all cells of a line except the last say what number the last has", forMagic("support", magicSupport, nil)},

	{puzzle.FamilyDraughtboard, "conflicts", "clauses against two placements that clash, or leave a cell or stone without one", by(draughtboardConflicts.write)},
	{puzzle.FamilyDraughtboard, "kinds", "kinds of stones on cells, at most one by pairs", by(draughtboardKinds.write)},
	{puzzle.FamilyDraughtboard, "pairs", "placements on cells, at most one by pairs", by(draughtboardPairs.write)},
	{puzzle.FamilyDraughtboard, "ladder", "placements on cells, at most one by sequential counters", by(draughtboardLadder.write)},
	{puzzle.FamilyDraughtboard, "product", "placements on cells, at most one by products", by(draughtboardProduct.write)},
	{puzzle.FamilyDraughtboard, "balance", "as kinds; the stones also cover as many squares of each colour as the board has", by(draughtboardBalance.write)},
}

// by makes a function for puzzles of any type of one for the type P. For other types it
// returns an error.
func by[P puzzle.Puzzle](write func(*search.Run, P) (*Formula, error)) func(*search.Run, puzzle.Puzzle) (*Formula, error) {
	return func(run *search.Run, p puzzle.Puzzle) (*Formula, error) {
		if p, ok := p.(P); ok {
			return write(run, p)
		}
		return nil, noFormula(p)
	}
}

// noFormula is the error for a puzzle type of another package.
func noFormula(p puzzle.Puzzle) error {
	return fmt.Errorf("encode: no formula for a puzzle of type %T", p)
}

// Encodings returns the encodings of a family, the default first.
func Encodings(family puzzle.Family) []Encoding {
	var all []Encoding
	for _, e := range encodings {
		if e.Family == family {
			all = append(all, e)
		}
	}
	return all
}

// CNFBy is [CNF] by the encoding of the given name, where "" is the default. It also
// fails when the family of p has no encoding of that name.
func CNFBy(ctx context.Context, p puzzle.Puzzle, name string) (*Formula, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	run := search.Start(ctx, nil)
	defer run.Close()
	all := Encodings(p.Family())
	if len(all) == 0 {
		return nil, noFormula(p)
	}
	names := make([]string, len(all))
	for i, e := range all {
		if e.Name == cmp.Or(name, all[0].Name) {
			return e.write(run, p)
		}
		names[i] = e.Name
	}
	return nil, fmt.Errorf("no encoding %q of a %s puzzle; the encodings are %s", strings.ToValidUTF8(name, "?"), p.Family(), strings.Join(names, ", "))
}
