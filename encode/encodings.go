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

// Encoding names one way to write the puzzles of a family as formulas, or as exact covers: see [Encodings] and
// [CoverEncodings]. "" stands for the default.
type Encoding string

// What returns what is special about the encoding, in a line.
func (e Encoding) What() string {
	for _, row := range slices.Concat(encodings, coverEncodings) {
		if row.name == e {
			return row.what
		}
	}
	return ""
}

// encoding is the row of an [Encoding].
type encoding struct {
	family puzzle.Family
	name   Encoding // unique
	what   string

	// One of these writes a puzzle of the family. It fails for one of another package.
	formula func(*meter.Run, puzzle.Puzzle) (*Formula, error)
	cover   func(run *meter.Run, p puzzle.Puzzle, only puzzle.Solution) (*Cover, error) // see coverOf
}

// encodings are all encodings, family by family, the default of each first. The later ones are for puzzles that
// are too large for those before.
var encodings = []encoding{
	{puzzle.FamilyHidoku, "edges", "numbers on cells, and pairs of cells that follow each other; each cell is in two", by(writeHidoku), nil},

	{puzzle.FamilyMagic, "tree", "sums in order encoding, added up as a balanced tree: a totalizer", by(writeMagic), nil},

	{puzzle.FamilyDraughtboard, "conflicts", "clauses against placements that clash, or a cell or stone without one; up to 2,000", draughtboardBy(draughtboard.MaxPairable), nil},
	{puzzle.FamilyDraughtboard, "kinds", "kinds of stones on cells, at most one by pairs: for boards with more placements", draughtboardBy(0), nil},
}

// coverEncodings are all encodings as exact covers, family by family, the default of each first.
var coverEncodings = []encoding{
	{puzzle.FamilyHidoku, "steps", "an option for each number and each step from its cell", nil, coverBy(coverHidoku)},
	{puzzle.FamilyMagic, "lines", "an option for each sum of two or three cells or sums of a line; lines share sums", nil, coverBy(coverMagic)},
	{puzzle.FamilyDraughtboard, "placements", "an option for each placement of a stone", nil, coverBy(coverDraughtboard)},
}

// by makes a function for puzzles of any type of one for the type P. For other types it
// returns an error.
func by[P puzzle.Puzzle](write func(*meter.Run, P) (*Formula, error)) func(*meter.Run, puzzle.Puzzle) (*Formula, error) {
	return func(run *meter.Run, p puzzle.Puzzle) (*Formula, error) {
		if p, ok := p.(P); ok {
			return write(run, p)
		}
		return nil, noEncodingOf[Formula](p)
	}
}

// coverBy is by for covers.
func coverBy[P puzzle.Puzzle](write func(*meter.Run, P, puzzle.Solution) (*Cover, error)) func(*meter.Run, puzzle.Puzzle, puzzle.Solution) (*Cover, error) {
	return func(run *meter.Run, p puzzle.Puzzle, only puzzle.Solution) (*Cover, error) {
		if p, ok := p.(P); ok {
			return write(run, p, only)
		}
		return nil, noEncodingOf[Cover](p)
	}
}

// noEncodingOf is the error for a puzzle type of another package.
func noEncodingOf[T Formula | Cover](p puzzle.Puzzle) error {
	target := "formula"
	if _, isCover := any(new(T)).(*Cover); isCover {
		target = "exact cover"
	}
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

// coverDraughtboard writes a draughtboard: see [draughtboard.Cover].
func coverDraughtboard(run *meter.Run, p *puzzle.Draughtboard, only puzzle.Solution) (*Cover, error) {
	x, err := draughtboard.Cover(run, p, only)
	if err != nil {
		return nil, err
	}
	return &Cover{Problem: x.Problem, Decode: x.Decode, families: x.Families}, nil
}

// Encodings returns the encodings of a family as formulas, the default first.
func Encodings(family puzzle.Family) []Encoding { return namesOf(ofFamily(family, encodings)) }

// CoverEncodings returns the encodings of a family as exact covers, the default first.
func CoverEncodings(family puzzle.Family) []Encoding {
	return namesOf(ofFamily(family, coverEncodings))
}

func ofFamily(family puzzle.Family, encodings []encoding) []encoding {
	return slices.DeleteFunc(slices.Clone(encodings), func(e encoding) bool { return e.family != family })
}

func namesOf(encodings []encoding) (names []Encoding) {
	for _, e := range encodings {
		names = append(names, e.name)
	}
	return names
}

// CNF returns p as a formula. It fails when the family of p has no such encoding, and when the type of p is not of this
// module. It fails with a [*meter.LimitError] when
// the formula would have more than 60 million literals, and with the cause of the end of ctx.
func CNF(ctx context.Context, p puzzle.Puzzle, name Encoding) (*Formula, error) {
	f, by, err := encodeBy(ctx, p, name, encodings, func(e *encoding) func(*meter.Run, puzzle.Puzzle) (*Formula, error) { return e.formula })
	if err != nil {
		return nil, err
	}
	f.Encoding = by
	return f, nil
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

// ExactCover returns p as an exact cover problem with colours. It fails when the family of p has no such encoding, and
// when the type of p is not of this module. It fails with a
// [*meter.LimitError] when the options would have more than 32 million elements together, and
// with the cause of the end of ctx.
func ExactCover(ctx context.Context, p puzzle.Puzzle, name Encoding) (*Cover, error) {
	return coverOf(ctx, p, name, nil)
}

// coverOf returns the cover problem of p. If only is not nil, it has only the options that say nothing about a cell but what
// only says.
func coverOf(ctx context.Context, p puzzle.Puzzle, name Encoding, only puzzle.Solution) (*Cover, error) {
	x, by, err := encodeBy(ctx, p, name, coverEncodings, func(e *encoding) func(*meter.Run, puzzle.Puzzle) (*Cover, error) {
		return func(run *meter.Run, p puzzle.Puzzle) (*Cover, error) { return e.cover(run, p, only) }
	})
	if err != nil {
		return nil, err
	}
	x.Encoding = by
	return x, nil
}

// encodeBy writes p by the encoding of that name among those of its family, and returns which one
// it was. writer returns the function of an encoding.
func encodeBy[T Formula | Cover](ctx context.Context, p puzzle.Puzzle, name Encoding, of []encoding, writer func(*encoding) func(*meter.Run, puzzle.Puzzle) (*T, error)) (result *T, by Encoding, err error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, "", err
	}
	run := meter.Start(ctx, nil)
	defer run.Close()
	all := ofFamily(p.Family(), of)
	if len(all) == 0 {
		return nil, "", noEncodingOf[T](p)
	}
	by, err = choose(all, name, func(i int) (err error) { result, err = writer(&all[i])(run, p); return err })
	return result, by, err
}

// choose writes a puzzle by the encoding of that name, and returns which one it was. Without a
// name that is the first one for which the puzzle is not too large.
func choose(all []encoding, name Encoding, encode func(i int) error) (by Encoding, err error) {
	at, last := 0, len(all)-1
	if name != "" {
		at = called(all, name)
	}
	if at < 0 {
		return "", noEncoding(all, name)
	}
	for {
		err = encode(at)
		large, is := err.(*write.TooLargeError)
		switch {
		case !is || at == last:
			return all[at].name, err
		case name != "":
			return "", write.TooLarge("%s; the encoding %s needs less", large.What, all[last].name)
		}
		at++
	}
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
	kind := string(all[0].family) + " puzzle"
	if all[0].formula == nil {
		kind += " as an exact cover"
	}
	return fmt.Errorf("no encoding %q of a %s; the encodings are %s", strings.ToValidUTF8(string(name), "?"), kind, strings.Join(names, ", "))
}
