package encode

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"crosscut/encode/internal/draughtboard"
	"crosscut/encode/internal/write"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Encoding is one way to write the puzzles of a family as formulas, or as exact covers.
type Encoding struct {
	Family puzzle.Family
	Name   string // unique in the family
	What   string // what is special about it, in a line

	write func(*search.Run, puzzle.Puzzle) (*Formula, error) // fails for a puzzle of another type; nil for exact covers
}

// encodings are all encodings, family by family, the default of each first.
var encodings = []Encoding{
	{puzzle.FamilyHidoku, "pairs", "each number touches the next and the one before; at most one by pairs, up to 500,000", hidokuBy(maxPairs)},
	{puzzle.FamilyHidoku, "ladder", "as pairs, with at most one by sequential counters: for boards with more pairs", hidokuBy(0)},
	{puzzle.FamilyHidoku, "binary", "numbers and steps of cells in binary: for large boards with few clues", by(writeHidokuBinary)},

	{puzzle.FamilyMagic, "tree", "sums in order encoding, added up as a balanced tree: a totalizer", by(writeMagic)},

	{puzzle.FamilyDraughtboard, "conflicts", "clauses against two placements that clash, or leave a cell or stone without one", draughtboardBy(draughtboard.MaxPairable)},
	{puzzle.FamilyDraughtboard, "kinds", "kinds of stones on cells, at most one by pairs: for boards with more placements", draughtboardBy(-1)},
}

// gone are the names of encodings that the program had, by family. Those it has were faster.
var gone = map[puzzle.Family][]string{
	puzzle.FamilyHidoku:       {"product", "one-way", "plain", "order", "arcs"},
	puzzle.FamilyMagic:        {"chain", "pairwise", "bdd", "adder", "combinations", "support"},
	puzzle.FamilyDraughtboard: {"pairs", "ladder", "product", "balance"},
}

// coverEncodings are all encodings as exact covers, family by family, the default of each first.
var coverEncodings = []Encoding{
	{puzzle.FamilyHidoku, "steps", "an option for each number and each step from its cell", nil},
	{puzzle.FamilyHidoku, "binary", "numbers of cells in binary, three digits at a time: for large boards with few clues", nil},
	{puzzle.FamilyMagic, "lines", "an option for each filling of a line", nil},
	{puzzle.FamilyDraughtboard, "placements", "an option for each placement of a stone", nil},
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

// draughtboardBy returns the function that writes a draughtboard: see [draughtboard.Formula].
func draughtboardBy(pairable int) func(*search.Run, puzzle.Puzzle) (*Formula, error) {
	return by(func(run *search.Run, p *puzzle.Draughtboard) (*Formula, error) {
		f, err := draughtboard.Formula(run, p, pairable)
		if err != nil {
			return nil, err
		}
		return &Formula{
			CNF: f.CNF, Keep: f.Keep, Groups: f.Groups, Decode: f.Decode,
			cutFirst: true, differ: f.Differ, literals: f.Literals, families: f.Families,
		}, nil
	})
}

// noFormula is the error for a puzzle type of another package.
func noFormula(p puzzle.Puzzle) error {
	return fmt.Errorf("encode: no formula for a puzzle of type %T", p)
}

// Encodings returns the encodings of a family as formulas, the default first.
func Encodings(family puzzle.Family) []Encoding { return ofFamily(family, encodings) }

// CoverEncodings returns the encodings of a family as exact covers, the default first.
func CoverEncodings(family puzzle.Family) []Encoding {
	all := ofFamily(family, coverEncodings)
	if family == puzzle.FamilyHidoku {
		all = all[:len(hidokuCovers)] // in the page there is one less
	}
	return all
}

func ofFamily(family puzzle.Family, encodings []Encoding) []Encoding {
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
	var f *Formula
	by, err := choose(all, name, func(i int) (err error) { f, err = all[i].write(run, p); return err })
	if err != nil {
		return nil, err
	}
	f.Encoding = by
	return f, nil
}

// ExactCoverBy is [ExactCover] by the encoding of the given name: see [CoverEncodings]. "" is the
// default. It also fails when the family of p has no encoding of that name.
func ExactCoverBy(ctx context.Context, p puzzle.Puzzle, name string) (*Cover, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	run := search.Start(ctx, nil)
	defer run.Close()
	all := CoverEncodings(p.Family())
	if len(all) == 0 {
		return nil, noCover(p)
	}
	var x *Cover
	by, err := choose(all, name, func(i int) (err error) { x, err = writeCover(run, p, i); return err })
	if err != nil {
		return nil, err
	}
	x.Encoding = by
	return x, nil
}

// writeCover writes p by the i-th encoding of its family as an exact cover.
func writeCover(run *search.Run, p puzzle.Puzzle, i int) (*Cover, error) {
	switch p := p.(type) {
	case *puzzle.Hidoku:
		return hidokuCovers[i](run, p)
	case *puzzle.Magic:
		return coverMagic(run, p)
	case *puzzle.Draughtboard:
		x, err := draughtboard.Cover(run, p)
		if err != nil {
			return nil, err
		}
		return &Cover{Problem: x.Problem, Decode: x.Decode, families: x.Families}, nil
	}
	return nil, noCover(p)
}

// noCover is the error for a puzzle type of another package.
func noCover(p puzzle.Puzzle) error {
	return fmt.Errorf("encode: no exact cover for a puzzle of type %T", p)
}

// sparsest is the name of the encodings for puzzles that are too large for the others of their family.
const sparsest = "binary"

// choose writes a puzzle by the encoding of that name, and returns which one it was. Without a
// name that is the first of all, or the sparsest where the first is too large.
func choose(all []Encoding, name string, encode func(i int) error) (by string, err error) {
	at, other := called(all, cmp.Or(name, all[0].Name)), called(all, sparsest)
	if at < 0 {
		return "", noEncoding(all, name)
	}
	err = encode(at)
	large, is := err.(*write.TooLargeError)
	switch {
	case !is || other < 0 || other == at:
		return all[at].Name, err
	case name != "":
		return "", write.TooLarge("%s; the encoding %s needs less", large.What, sparsest)
	}
	return sparsest, encode(other)
}

// CheckName returns an error if none of the given encodings has that name, or without encodings, if
// none of any family has it. "" is the name of the default.
func CheckName(family []Encoding, name string) error {
	switch {
	case name == "":
		return nil
	case len(family) > 0 && called(family, name) < 0:
		return noEncoding(family, name)
	case len(family) > 0 || slices.Contains(EncodingNames(), name):
		return nil
	}
	for _, names := range gone {
		if slices.Contains(names, name) {
			return goneError(name)
		}
	}
	return fmt.Errorf("no encoding is called %q", strings.ToValidUTF8(name, "?"))
}

// goneError is the error for the name of an encoding that the program had.
func goneError(name string) error {
	return fmt.Errorf("the encoding %s is no longer in the program; its history in git has it, up to commit bd6ce22", name)
}

// called returns the index of the encoding of that name, or -1.
func called(all []Encoding, name string) int {
	return slices.IndexFunc(all, func(e Encoding) bool { return e.Name == name })
}

// noEncoding is the error for a name that is not among those of all encodings of a family.
func noEncoding(all []Encoding, name string) error {
	if all[0].write != nil && slices.Contains(gone[all[0].Family], name) {
		return goneError(name)
	}
	names := make([]string, len(all))
	for i, e := range all {
		names[i] = e.Name
	}
	slices.Sort(names)
	kind := string(all[0].Family) + " puzzle"
	if all[0].write == nil {
		kind += " as an exact cover"
	}
	return fmt.Errorf("no encoding %q of a %s; the encodings are %s", strings.ToValidUTF8(name, "?"), kind, strings.Join(names, ", "))
}

// EncodingNames returns the names of all encodings, sorted.
func EncodingNames() []string {
	var names []string
	for _, list := range [...][]Encoding{encodings, coverEncodings} {
		for _, e := range list {
			names = append(names, e.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
