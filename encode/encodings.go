package encode

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"crosscut/encode/internal/draughtboard"
	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Encoding names one way to write the puzzles of a family as formulas: see [Encodings]. "" stands for the default.
type Encoding string

// What returns what is special about the encoding, in a line.
func (e Encoding) What() string {
	if at := called(encodings, e); at >= 0 {
		return encodings[at].what
	}
	return ""
}

// encoding is the row of an [Encoding].
type encoding struct {
	family puzzle.Family
	name   Encoding // unique
	what   string
	write  func(*meter.Run, puzzle.Puzzle) (*Formula, error) // fails for a puzzle of another package
}

// encodings are all encodings, family by family, the default of each first. The later ones are for puzzles that
// are too large for those before.
var encodings = []encoding{
	{puzzle.FamilyHidoku, "edges", "numbers on cells, and pairs of cells that follow each other; each cell is in two", by(writeHidoku)},

	{puzzle.FamilyMagic, "tree", "sums in order encoding, added up as a balanced tree: a totalizer", by(writeMagic)},

	{puzzle.FamilyDraughtboard, "conflicts", "clauses against placements that clash, or a cell or stone without one; up to 2,000", draughtboardBy(draughtboard.MaxPairable)},
	{puzzle.FamilyDraughtboard, "kinds", "kinds of stones on cells, at most one by pairs: for boards with more placements", draughtboardBy(0)},
}

// by makes a function for puzzles of any type of one for the type P. For other types it
// returns an error.
func by[P puzzle.Puzzle](write func(*meter.Run, P) (*Formula, error)) func(*meter.Run, puzzle.Puzzle) (*Formula, error) {
	return func(run *meter.Run, p puzzle.Puzzle) (*Formula, error) {
		if p, ok := p.(P); ok {
			return write(run, p)
		}
		return nil, foreign("formula", p)
	}
}

// foreign is the error for a puzzle type of another package.
func foreign(target string, p puzzle.Puzzle) error {
	return fmt.Errorf("encode: no %s for a puzzle of type %T", target, p)
}

// draughtboardBy returns the function that writes a draughtboard: see [draughtboard.Formula].
func draughtboardBy(pairable int) func(*meter.Run, puzzle.Puzzle) (*Formula, error) {
	return by(func(run *meter.Run, p *puzzle.Draughtboard) (*Formula, error) {
		f, err := draughtboard.Formula(run, p, pairable)
		if err != nil {
			return nil, err
		}
		return &Formula{
			CNF: f.CNF, Keep: f.Keep, groups: f.Groups, along: f.Along, Decode: f.Decode,
			cutFirst: true, differ: f.Differ, literals: f.Literals, symmetries: f.Symmetries, families: f.Families,
		}, nil
	})
}

// Encodings returns the encodings of a family as formulas, the default first.
func Encodings(family puzzle.Family) (names []Encoding) {
	for _, e := range ofFamily(family) {
		names = append(names, e.name)
	}
	return names
}

func ofFamily(family puzzle.Family) []encoding {
	return slices.DeleteFunc(slices.Clone(encodings), func(e encoding) bool { return e.family != family })
}

// CNF returns p as a formula by the encoding of that name. Without a name that is the first one for which the puzzle is
// not too large. It fails when the family of p has no such encoding, and when the type of p is not of this
// module. It fails with a [*meter.LimitError] when
// the formula would have more than 60 million literals, and with the cause of the end of ctx.
func CNF(ctx context.Context, p puzzle.Puzzle, name Encoding) (*Formula, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	run := meter.Start(ctx, nil)
	defer run.Close()
	all := ofFamily(p.Family())
	if len(all) == 0 {
		return nil, foreign("formula", p)
	}
	at, last := 0, len(all)-1
	if name != "" {
		at = called(all, name)
	}
	if at < 0 {
		return nil, noEncoding(all, name)
	}
	for {
		f, err := all[at].write(run, p)
		large, is := err.(*write.TooLargeError)
		switch {
		case err == nil:
			f.Encoding = all[at].name
			return f, nil
		case !is || at == last:
			return nil, err
		case name != "":
			return nil, write.TooLarge("%s; the encoding %s needs less", large.What, all[last].name)
		}
		at++
	}
}

// ForSearch is [CNF] for [Formula.Models] alone. By the default encoding, a Hidoku without clues between its ends has
// no numbers then. Its CNF has models with circuits beside the path, which Models leaves out. A magic board has sums that its
// lines share, and lines that follow from several of its own.
func ForSearch(ctx context.Context, p puzzle.Puzzle, name Encoding) (*Formula, error) {
	if name != "" || puzzle.Validate(p) != nil {
		return CNF(ctx, p, name)
	}
	run := meter.Start(ctx, nil)
	defer run.Close()
	switch p := p.(type) {
	case *puzzle.Hidoku:
		if onlyEndsDecide(p) {
			return writeHidokuCircuits(run, p)
		}
	case *puzzle.Magic:
		if f, err := writeMagicJoints(run, p); f != nil || err != nil {
			return f, err
		}
	}
	return CNF(ctx, p, name)
}

// ExactCover returns p as an exact cover problem with colours. It fails when the type of p is not of this module. It fails with a
// [*meter.LimitError] when the options would have more than 32 million elements together, and
// with the cause of the end of ctx.
func ExactCover(ctx context.Context, p puzzle.Puzzle) (*Cover, error) { return coverOf(ctx, p, nil) }

// coverOf returns the cover problem of p. If only is not nil, it has only the options that say nothing about a cell but what
// only says.
func coverOf(ctx context.Context, p puzzle.Puzzle, only puzzle.Solution) (*Cover, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	run := meter.Start(ctx, nil)
	defer run.Close()
	switch p := p.(type) {
	case *puzzle.Hidoku:
		return coverHidoku(run, p, only)
	case *puzzle.Magic:
		return coverMagic(run, p, only)
	case *puzzle.Draughtboard:
		return coverDraughtboard(run, p, only)
	}
	return nil, foreign("exact cover", p)
}

// coverDraughtboard writes a draughtboard: see [draughtboard.Cover].
func coverDraughtboard(run *meter.Run, p *puzzle.Draughtboard, only puzzle.Solution) (*Cover, error) {
	x, err := draughtboard.Cover(run, p, only)
	if err != nil {
		return nil, err
	}
	return &Cover{Problem: x.Problem, Decode: x.Decode, families: x.Families}, nil
}

// called returns the index of the encoding of that name, or -1.
func called(all []encoding, name Encoding) int {
	return slices.IndexFunc(all, func(e encoding) bool { return e.name == name })
}

// noEncoding is the error for a name that is not among those of all encodings of a family.
func noEncoding(all []encoding, name Encoding) error {
	names := make([]string, len(all))
	for i, e := range all {
		names[i] = string(e.name)
	}
	slices.Sort(names)
	return fmt.Errorf("no encoding %q of a %s puzzle; the encodings are %s", strings.ToValidUTF8(string(name), "?"), all[0].family, strings.Join(names, ", "))
}
