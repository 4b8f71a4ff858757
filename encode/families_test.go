package encode

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/puzzle"
	"crosscut/sat"
)

// This file is the mutation check. Every family of clauses and of items is left out in
// turn. Then some puzzle must have other solutions, or none if the family is listed as
// redundant. Run with -v for the list.

// dropped says which families are redundant, alone or together. Families that are left
// out together are joined by " + ".
type dropped struct {
	name      string // the family of puzzles
	encoding  string
	draw      func(*rapid.T) puzzle.Puzzle
	more      []string // puzzles beside those drawn at random
	redundant []string // leaving these out changes nothing
	together  []string // leaving these out changes solutions, although each of them is redundant
}

var clauseFamilies = []dropped{
	{
		"hidoku", "pairs", drawHidoku, nil,
		[]string{"number", "successor", "predecessor"},
		[]string{"number + successor", "number + predecessor", "successor + predecessor"},
	},
	{
		"magic", "tree", drawMagic,
		[]string{rowGaps, columnGaps, diagonalGaps},
		[]string{"order", "row lower", "row upper", "column lower", "column upper", "row lower + column upper"},
		[]string{"row lower + row upper", "column lower + column upper"},
	},
	{
		"draughtboard", "conflicts", drawDraughtboard, twoKinds,
		[]string{"stones order", "dead", "dead pair", "stones order + dead + dead pair"},
		nil,
	},
	{"hidoku", "one-way", drawHidoku, nil, nil, nil},
	{
		"hidoku", "order", drawHidoku, nil,
		[]string{"number", "order", "line", "step", "successor", "predecessor"},
		[]string{"successor + predecessor"},
	},
	{
		"hidoku", "arcs", drawHidoku, nil,
		[]string{"number", "arc", "forward", "back", "leaves", "enters"},
		[]string{"forward + back", "arc + leaves + enters"},
	},
	{"hidoku", "binary", drawHidoku, nil, []string{"first", "last", "leaves", "enters"}, []string{"leaves + enters", "first + last"}},
	{
		"magic", "pairwise", drawMagic, nil,
		[]string{"row add", "row some", "column add", "column some", "diagonal add", "diagonal some"},
		nil,
	},
	{
		"magic", "bdd", drawMagic, nil,
		[]string{"row add", "row some", "column add", "column some", "diagonal add", "diagonal some"},
		nil,
	},
	{"magic", "adder", drawMagic, nil, []string{"cell", "diagonal carry"}, nil}, // no order-3 diagonal needs its carries
	{"magic", "combinations", drawMagic, nil, nil, nil},
	{"magic", "support", drawMagic, nil, nil, nil},
	{"draughtboard", "kinds", drawDraughtboard, twoKinds, []string{"stones order"}, nil},
	{"draughtboard", "pairs", drawDraughtboard, twoKinds, []string{"stones order"}, nil},
	{
		"draughtboard", "balance", drawDraughtboard, twoKinds,
		[]string{"stones order", "surplus", "balance order", "balance lower", "balance upper", "balance order + balance lower + balance upper"},
		nil,
	},
}

var itemFamilies = []dropped{
	{
		"hidoku", "", drawHidoku, nil,
		[]string{"steps", "exits", "entries", "cells", "numbers", "exits + entries", "steps + exits", "steps + entries"},
		[]string{"cells + numbers", "exits + entries + cells", "steps + exits + numbers", "steps + entries + numbers"},
	},
	{
		"hidoku", "binary", drawHidoku, nil,
		[]string{"first", "last", "exits", "entries", "first + last"},
		[]string{"exits + entries"},
	},
	{
		"magic", "", drawMagic, nil,
		[]string{"rows", "columns", "in rows", "in columns", "rows + columns", "rows + in columns", "columns + in rows"},
		[]string{"rows + in rows", "columns + in columns", "in rows + in columns"},
	},
	{"draughtboard", "", drawDraughtboard, twoKinds, nil, nil},
}

// Magic boards without solutions on which the sums of some cells have gaps.
const (
	rowGaps = `puzzle: magic
 6, 8,28,27,23,19
33,24,26,13, 1,14
 4,29,10,35,__,__
__,12,__, 9,__,__
__,18,__,__,32,21
__,20,__,__,__,30
`
	columnGaps = `puzzle: magic
 6,33, 4,__,__,__
 8,24,29,12,18,20
28,26,10,__,__,__
27,13,35, 9,__,__
23, 1,__,__,32,__
19,14,__,__,21,30
`
	diagonalGaps = `puzzle: magic
numbers: 5..29
10,25,17,__,__
20,18,27,13, 7
__,15,__,24,__
__,__,23,__, 9
26,__,__,14,__
`
)

// twoKinds are boards of several kinds of stones with several stones each.
var twoKinds = []string{
	"puzzle: draughtboard\nboard: 5x2\ncorner: any\n" + strings.Repeat("X\n=\n", 4) + strings.Repeat("X,X\n=\n", 3),
	"puzzle: draughtboard\nboard: 4x3\ncorner: any\n" + strings.Repeat("B,W\n=\n", 3) + strings.Repeat("X,B,X\n=\n", 2),
	"puzzle: draughtboard\nboard: 3x3\n" + strings.Repeat("X,X,X\n=\n", 2) + strings.Repeat("X\n=\n", 3),
}

// corpus returns puzzles, the same ones each time.
func (d *dropped) corpus(t *testing.T) []puzzle.Puzzle {
	var all []puzzle.Puzzle
	for _, text := range d.more {
		all = append(all, read(t, text))
	}
	drawn := rapid.Custom(d.draw)
	for seed := range 150 {
		all = append(all, drawn.Example(seed))
	}
	return all
}

func TestLeavingOutAnyFamilyOfClausesChangesSolutionsUnlessItIsRedundant(t *testing.T) {
	for _, d := range clauseFamilies {
		t.Run(d.name+" "+d.encoding, func(t *testing.T) {
			var formulas []*Formula
			var solutions [][]puzzle.Solution
			for _, p := range d.corpus(t) {
				f, err := CNFBy(ctx, p, d.encoding)
				require.NoError(t, err)
				formulas = append(formulas, f)
				solutions = append(solutions, ofFormula(t, f.CNF, f.Keep, f.Decode, 1<<20))
			}
			d.check(t, familiesOf(formulas, func(f *Formula) []family { return f.families }), func(names []string) int {
				return slices.IndexFunc(indices(formulas), func(i int) bool {
					f := formulas[i]
					got := ofFormula(t, f.without(names), f.Keep, f.Decode, len(solutions[i]))
					return !equal(solutions[i], got)
				})
			})
		})
	}
}

func TestLeavingOutAnyFamilyOfItemsChangesSolutionsUnlessItIsRedundant(t *testing.T) {
	for _, d := range itemFamilies {
		t.Run(d.name+" "+d.encoding, func(t *testing.T) {
			var covers []*Cover
			var solutions [][]puzzle.Solution
			for _, p := range d.corpus(t) {
				x, err := ExactCoverBy(ctx, p, d.encoding)
				require.NoError(t, err)
				covers = append(covers, x)
				solutions = append(solutions, ofCover(t, x.Problem, x.Decode, 1<<20))
			}
			d.check(t, familiesOf(covers, func(x *Cover) []family { return x.families }), func(names []string) int {
				return slices.IndexFunc(indices(covers), func(i int) bool {
					x := covers[i]
					got := ofCover(t, x.without(names), x.Decode, len(solutions[i]))
					return !equal(solutions[i], got)
				})
			})
		})
	}
}

// check leaves out each family, and each set of families that is listed. shows returns the
// first puzzle of the corpus that has other solutions without these families, or -1.
func (d *dropped) check(t *testing.T, families []string, shows func([]string) int) {
	all := slices.Concat(families, d.redundant, d.together)
	slices.Sort(all)
	for _, names := range slices.Compact(all) {
		parts := strings.Split(names, " + ")
		require.Subset(t, families, parts)
		at := shows(parts)
		if at < 0 {
			t.Logf("without %s: nothing changes, redundant", names)
		} else {
			t.Logf("without %s: puzzle %d shows it", names, at)
		}
		assert.Equal(t, slices.Contains(d.redundant, names), at < 0, names)
	}
}

// familiesOf returns the names of all families that occur, sorted.
func familiesOf[T any](problems []T, families func(T) []family) []string {
	var names []string
	for _, problem := range problems {
		for _, f := range families(problem) {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func indices[T any](list []T) []int {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	return all
}

// nameAt returns the family of the i-th clause or item.
func nameAt(families []family, i int) string {
	name := ""
	for _, f := range families {
		if f.start <= i {
			name = f.name
		}
	}
	return name
}

// without returns the formula without the clauses of some families.
func (f *Formula) without(names []string) *sat.CNF {
	rest := new(sat.CNF)
	rest.NewVars(f.CNF.Vars())
	at, name := 0, ""
	i := 0
	for clause := range f.CNF.All() {
		for at < len(f.families) && f.families[at].start <= i {
			name = f.families[at].name
			at++
		}
		if !slices.Contains(names, name) {
			rest.Add(clause...)
		}
		i++
	}
	return rest
}

// without returns the problem without the items of some families. Options keep
// their numbers: one that has lost all its items gets an item of its own, which is
// secondary, so that it is never chosen.
func (x *Cover) without(names []string) *dlx.Problem {
	p := x.Problem
	kept := make([]dlx.Item, p.Primary()+p.Secondary())
	primary, next := 0, 0
	for i := range kept {
		kept[i] = -1
		if !slices.Contains(names, nameAt(x.families, i)) {
			kept[i] = dlx.Item(next)
			next++
			if i < p.Primary() {
				primary++
			}
		}
	}
	rest := dlx.NewProblem(primary, next-primary+1)
	for o := range p.Options() {
		var option []dlx.Element
		for _, e := range p.Option(o) {
			if kept[e.Item] >= 0 {
				option = append(option, dlx.Element{Item: kept[e.Item], Colour: e.Colour})
			}
		}
		if option == nil {
			option = []dlx.Element{{Item: dlx.Item(next)}}
		}
		rest.Add(option...)
	}
	return rest
}
