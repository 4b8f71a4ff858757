// Package encode reduces puzzles to problems that know nothing of puzzles, and
// takes the answers back: a puzzle becomes a formula in conjunctive normal form
// ([CNF]) or an exact cover problem with colours ([ExactCover]), and each result
// carries the function that turns its models or covers into solutions. Both
// directions of a reduction stand in one file, one for each family and target.
//
// # What is promised
//
// The solutions that Decode makes of all models (all covers) are all solutions of
// the puzzle. No two covers give the same solution, and no two models that differ
// on Keep. Nothing is searched here: a reduction takes the time to write it down.
//
// Numbers and cells are paired off before, as far as looking at one line or one
// step at a time goes (see [puzzle.Hidoku] in domains.go, [puzzle.Magic] in
// magic_domains.go), for the problems would else be needlessly large. That is the only
// reasoning that both targets share.
//
// # Encodings
//
// There are several ways to write a puzzle as a formula: [Encodings] lists them, [CNFBy]
// takes one by its name, and [CNF] the default, which won the table in README.md. What
// they say is written down as families of clauses at each reduction: hidoku_cnf.go,
// hidoku_order.go and hidoku_arcs.go; magic_cnf.go and the files beginning with magic_,
// with ordered.go and listed.go for the sums; draughtboard_cnf.go and togetherness.go.
//
// # Families of clauses and items
//
// A formula is made of families of clauses and a cover problem of families of
// items, such as "successor" or "cells". Some are redundant: without one of them
// the solutions are the same and the search is longer. The comment at each
// reduction says which and why; a test leaves out each family in turn and checks
// that solutions change, or for the redundant ones that they do not.
package encode

import (
	"context"
	"fmt"
	"io"

	"crosscut/dlx"
	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/sat"
)

// How large a problem may become before its construction ends with a
// [*search.LimitError]. Programs that solve them need some 30 bytes an element
// and 12 a literal, so either limit is about a gigabyte.
const (
	maxLiterals = 60_000_000 // in all clauses of a formula
	maxElements = 32_000_000 // in all options of a cover problem
	maxItems    = 1 << 20    // of a cover problem, as many as can be read back
)

// Formula is a puzzle as a formula.
type Formula struct {
	CNF *sat.CNF

	// Keep are the literals that decide: models that agree on them are the same
	// solution, models that do not are different ones. Of two models that
	// differ on Keep neither makes true all that the other makes true, which is
	// what [sat.ModelsAntichain] asks for: all make equally many true.
	Keep []sat.Lit

	// Groups are sets of literals of Keep of which every solution makes exactly
	// one true.
	Groups [][]sat.Lit

	// Tiling says that cutting the space along Groups was measured to be better
	// than learning, as it is for draughtboards.
	Tiling bool

	// Decode returns the solution of a model, where values[v] is the value of
	// the variable v. Of values that are not a model it makes nil or something
	// that Check of the puzzle rejects.
	Decode func(values []bool) puzzle.Solution

	differ   func(s puzzle.Solution, cells []int) []sat.Lit // see Differ
	literals func(s puzzle.Solution) []sat.Lit              // of Keep, those that s makes true
	cells    [][]sat.Lit                                    // what Refute branches along, nil where that does not pay
	families []family                                       // of clauses
}

// Models calls yield with one model for each solution: see [sat.ModelsInCubes].
func (f *Formula) Models(ctx context.Context, m *search.Meter, yield func(values []bool) bool) error {
	return sat.ModelsInCubes(ctx, f.CNF, f.Keep, f.cutting(), m, yield)
}

// cutting says when the space is cut into cubes. Draughtboards are cut first, since
// what gini learns on one part of the board says nothing about the next.
func (f *Formula) cutting() sat.Cutting {
	if f.Tiling {
		return sat.Cutting{Open: openDemands}
	}
	return sat.Cutting{}
}

// openDemands was measured on the 104 solutions of testdata/draughtboard/seed-8x8.txt.
const openDemands = 24

// Refute writes a proof that the formula, to which clauses may have been added since
// it was made, has no model, in the way that suits it: see [sat.Refute].
func (f *Formula) Refute(ctx context.Context, m *search.Meter, w io.Writer, format sat.ProofFormat) error {
	switch {
	case f.Tiling:
		return sat.Refute(ctx, f.CNF, f.Groups, m, w, format)
	case f.cells != nil:
		return sat.RefuteAlong(ctx, f.CNF, f.cells, m, w, format)
	}
	return sat.Refute(ctx, f.CNF, nil, m, w, format)
}

// Cover is a puzzle as an exact cover problem: each cover is one solution, and
// each solution one cover.
type Cover struct {
	Problem *dlx.Problem

	// Decode returns the solution of a cover, given as the numbers of its
	// options in any order. Of options that are no cover it makes nil or
	// something that Check of the puzzle rejects.
	Decode func(options []int) puzzle.Solution

	families []family // of items
}

// family is a named part of a problem: the clauses or items from start on, up to
// the start of the next family.
type family struct {
	name  string
	start int
}

// CNF returns p as a formula, by the default encoding of its family. It fails with a
// [*search.LimitError] when the formula would have more than 60 million literals, and
// with the cause of the end of ctx.
func CNF(ctx context.Context, p puzzle.Puzzle) (*Formula, error) { return CNFBy(ctx, p, "") }

// ExactCover returns p as an exact cover problem with colours. It fails with a
// [*search.LimitError] when the options would have more than 32 million elements
// together, and with the cause of the end of ctx.
func ExactCover(ctx context.Context, p puzzle.Puzzle) (*Cover, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	run := search.Start(ctx, nil)
	defer run.Close()
	switch p := p.(type) {
	case *puzzle.Hidoku:
		return hidokuCover(run, p)
	case *puzzle.Magic:
		return magicCover(run, p)
	case *puzzle.Draughtboard:
		return draughtboardCover(run, p)
	}
	return nil, fmt.Errorf("encode: no exact cover for a puzzle of type %T", p)
}
