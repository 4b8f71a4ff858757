package encode

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/internal/puzzletest"
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
	encoding  Encoding
	draw      func(*rapid.T) puzzle.Puzzle
	more      []string // puzzles beside those drawn at random
	redundant []string // leaving these out changes nothing
	together  []string // leaving these out changes solutions, although each of them is redundant
}

var clauseFamilies = []dropped{
	{
		"hidoku", "edges", drawHidoku, nil,
		[]string{"number", "successor", "predecessor", "degree", "successor + predecessor"},
		[]string{"number + successor", "number + predecessor", "degree + successor + predecessor"},
	},
	{
		"magic", "tree", drawSquare,
		[]string{diagonalGaps},
		// For the order of rows and columns see TestTheOrderOfSumsWithGapsIsNeeded.
		[]string{"order", "row order", "column order", "row lower", "row upper", "column lower", "column upper", "row lower + column upper"},
		[]string{"row lower + row upper", "column lower + column upper"},
	},
	{
		"magic lines", "tree", drawLines, nil,
		// Sums of so few cells have no gaps where that would matter, so no order of a sum is needed.
		[]string{"row order", "column order", "diagonal order", "line order", "number order", "number lower", "row lower", "column upper"},
		[]string{"row lower + row upper", "column lower + column upper"},
	},
	{
		"draughtboard", "conflicts", drawStones, twoKinds,
		[]string{"stones order", "dead", "dead pair", "stones order + dead + dead pair"},
		nil,
	},
	{"draughtboard", "kinds", drawStones, twoKinds, []string{"stones order"}, nil},
	{"counted stones", "conflicts", drawCounted, nil, []string{"stones order", "spare", "dead", "dead pair"}, nil},
	{"counted stones", "kinds", drawCounted, nil, []string{"stones order", "spare"}, nil},
}

var itemFamilies = []dropped{
	{
		"hidoku", "", drawHidoku, nil,
		[]string{"steps", "exits", "entries", "cells", "numbers", "exits + entries", "steps + exits", "steps + entries"},
		[]string{"cells + numbers", "exits + entries + cells", "steps + exits + numbers", "steps + entries + numbers"},
	},
	{"magic", "", drawSquare, nil, []string{"filled", "parts", "amounts"}, nil},
	{"magic lines", "", drawLines, nil, nil, nil},
	{"draughtboard", "", drawStones, twoKinds, nil, nil},
	{"counted stones", "", drawCounted, nil, nil, nil},
}

// Magic boards without solutions on which the sums of some cells have gaps.
const (
	rowGaps = `puzzle: magic
__,__,__,12,__,__
25,__,__,29,16,__
__,34,__, 8,36,__
 1,__,20,__,__,35
__,__,24,__, 5,__
__,31, 9,__,14,__
`
	columnGaps = `puzzle: magic
__,25,__, 1,__,__
__,__,34,__,__,31
__,__,__,20,24, 9
12,29, 8,__,__,__
__,16,36,__, 5,14
__,__,__,35,__,__
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
	seeds := 150
	if d.name == "magic lines" { // of many kinds
		seeds = 800
	}
	for seed := range seeds {
		if p := drawn.Example(seed); len(puzzletest.Brute(p)) <= 200 { // others take long
			all = append(all, p)
		}
	}
	return all
}

func TestLeavingOutAnyFamilyOfClausesChangesSolutionsUnlessItIsRedundant(t *testing.T) {
	for _, d := range clauseFamilies {
		t.Run(d.name+" "+string(d.encoding), func(t *testing.T) {
			var formulas []*Formula
			var solutions [][]puzzle.Solution
			for _, p := range d.corpus(t) {
				f, err := CNF(ctx, p, d.encoding)
				require.NoError(t, err)
				formulas = append(formulas, f)
				solutions = append(solutions, ofFormula(t, f.CNF, f.Keep, f.Decode, 1<<20))
			}
			d.check(t, familiesOf(formulas, func(f *Formula) []write.Family { return f.families }), func(names []string) int {
				return slices.IndexFunc(indices(formulas), func(i int) bool {
					f := formulas[i]
					got := ofFormula(t, f.without(names), f.Keep, f.Decode, len(solutions[i]))
					return !equal(solutions[i], got)
				})
			})
		})
	}
}

// Sums of rows and of columns have gaps only on boards that take long without other families.
func TestTheOrderOfSumsWithGapsIsNeeded(t *testing.T) {
	puzzletest.NeedsLong(t, "takes some seconds")
	for name, text := range map[string]string{"row order": rowGaps, "column order": columnGaps} {
		f, err := CNF(ctx, read(t, text), "")
		require.NoError(t, err)
		require.Empty(t, ofFormula(t, f.CNF, f.Keep, f.Decode, 1))
		require.NotEmpty(t, ofFormula(t, f.without([]string{name}), f.Keep, f.Decode, 1), name)
	}
}

func TestLeavingOutAnyFamilyOfItemsChangesSolutionsUnlessItIsRedundant(t *testing.T) {
	for _, d := range itemFamilies {
		t.Run(d.name+" "+string(d.encoding), func(t *testing.T) {
			var covers []*Cover
			var solutions [][]puzzle.Solution
			for _, p := range d.corpus(t) {
				x, err := ExactCover(ctx, p)
				require.NoError(t, err)
				covers = append(covers, x)
				solutions = append(solutions, ofCover(t, x.Problem, x.Decode, 1<<20))
			}
			d.check(t, familiesOf(covers, func(x *Cover) []write.Family { return x.families }), func(names []string) int {
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
func familiesOf[T any](problems []T, families func(T) []write.Family) []string {
	var names []string
	for _, problem := range problems {
		for _, f := range families(problem) {
			names = append(names, f.Name)
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
func nameAt(families []write.Family, i int) string {
	name := ""
	for _, f := range families {
		if f.Start <= i {
			name = f.Name
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
		for at < len(f.families) && f.families[at].Start <= i {
			name = f.families[at].Name
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
	kept := make([]int, p.Primary()+p.Secondary())
	primary, next := 0, 0
	for i := range kept {
		kept[i] = -1
		if !slices.Contains(names, nameAt(x.families, i)) {
			kept[i] = next
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
			option = []dlx.Element{{Item: next}}
		}
		rest.Add(option...)
	}
	return rest
}
