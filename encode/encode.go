// Package encode reduces puzzles to problems that know nothing of puzzles, and
// takes the answers back. A puzzle becomes a formula in conjunctive normal form
// ([CNF]) or an exact cover problem with colours ([ExactCover]). Each result
// has a function that turns its models or covers into solutions. Both
// directions of a reduction are in one file, and each family has one for each target.
//
// # What is promised
//
// Decode of all models, or of all covers, gives exactly the solutions of the puzzle. Two
// covers never give the same solution, and neither do two models that differ on Keep.
// Nothing is searched here: a reduction takes as long as it takes to write it down.
//
// First, a number is struck off a cell if one line or one step shows that it cannot be
// there: see hidoku_domains.go and magic_domains.go. Without that the problems would be
// needlessly large. Without it, formulas of Hidokus have 14 times the literals, and covers 4.5
// times the options: docs/measurements.md. On a draughtboard, both targets share the list of
// placements, and leave one kind of stones uncounted: see internal/draughtboard/placements.go. They
// share no other reasoning.
//
// # Encodings
//
// [Encodings] lists the ways to write a puzzle as a formula, and [CNF] takes one of them. "" stands for
// the default, or where that would be too large, for the one for large boards. The files
// *_cnf.go begin with the families of clauses. Sums are in internal/write/sums.go.
//
// [ForSearch] takes a formula that lacks clauses where that is faster, and [Formula.Models] adds them. Whoever
// needs the whole formula takes [CNF]: files for other programs, and certificates.
//
// # Families of clauses and items
//
// A formula is made of families of clauses and a cover problem of families of items, such
// as "successor" or "cells". Some are redundant: without one of them the solutions are
// the same and the search is longer. The comment at each reduction says which are
// redundant and why. A test leaves out each family in turn. For a redundant family it
// checks that the solutions stay the same, and for any other family that they change.
//
// # Time and memory
//
// Writing takes time and memory in proportion to the result. A formula takes 4 bytes for each literal
// and for each clause, so at most some 500 MB. A cover takes 8 bytes for each element, so at most
// 256 MB, and as much again for its options. What would be larger is refused.
package encode

import (
	"context"
	"io"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// Formula is a puzzle, or an exact cover problem, as a formula.
type Formula struct {
	CNF      *sat.CNF
	Encoding Encoding // what it is written by

	// Keep are the literals that decide: models that agree on them give the same
	// solution, and models that differ give different ones. If one model makes true all
	// that another one makes true, both make the same ones true, as [sat.ModelsInCubes]
	// requires. For boards of numbers, all models make equally many of them true. On a
	// draughtboard the literals of a model cover each cell once, so none can be added. It does not hold for covers with
	// multiplicities from one number to another.
	Keep []sat.Lit

	// Decode returns the solution of a model, where values[v] is the value of
	// the variable v. For values that are not a model it returns nil or something
	// that Check of the puzzle rejects.
	Decode func(values []bool) puzzle.Solution

	cutFirst   bool                                           // Models cuts the space at once, and Refute makes a tree of choices
	nested     bool                                           // one solution can make true all of Keep that another one makes true, and more
	differ     func(s puzzle.Solution, cells []int) []sat.Lit // the clause that Differ adds
	literals   func(s puzzle.Solution) []sat.Lit              // the literals of Keep that s makes true; nil if differ of all cells has their negations
	groups     [][]sat.Lit                                    // Refute branches along these, nil if that does not pay; every solution makes one literal of each true
	inference  func() *sat.Inference                          // a new one for each proof, nil for none
	symmetries func() *sat.Symmetries                         // maps of Keep, nil for none
	missing    func(values []bool) [][]sat.Lit                // clauses that CNF lacks: see [sat.Cutting]; nil if it lacks none
	along      [][]sat.Lit                                    // see sat.Cutting
	families   []write.Family                                 // the families of clauses
}

// Models calls yield with one model for each solution: see [sat.ModelsInCubes]. It returns nil only when
// there are no more, and [meter.ErrStopped] when yield returned false.
func (f *Formula) Models(ctx context.Context, m *meter.Meter, yield func(values []bool) bool) error {
	if f.nested {
		return sat.Models(ctx, f.CNF, f.Keep, m, yield)
	}
	return sat.ModelsInCubes(ctx, f.CNF, f.Keep, f.cutting(), m, yield)
}

// cutting says when the space is cut into cubes. For draughtboards it is cut at once. What
// gini learns on one part of the board says nothing about the next part.
func (f *Formula) cutting() sat.Cutting {
	c := sat.Cutting{Missing: f.missing, Along: f.along}
	if f.cutFirst {
		c.Open = openDemands
	}
	if f.symmetries != nil {
		c.Symmetries = f.symmetries()
	}
	return c
}

// openDemands is the number of open demands down to which cubes are cut before gini is
// asked: see [sat.Cutting]. It was measured on the 104 solutions of
// testdata/draughtboard/seed-8x8.txt. With 12 or 32 the search takes a third to a half
// longer. Magic boards are faster without: to cut order 4 first, down to 10 open demands,
// takes eight times the calls and a seventh more time.
const openDemands = 24

// Refute writes a proof that the formula has no model, in the way that suits the
// formula: see [sat.Refute]. Clauses that were added to it count.
func (f *Formula) Refute(ctx context.Context, m *meter.Meter, w io.Writer, format sat.ProofFormat) error {
	how := sat.Refutation{Groups: f.groups, Along: !f.cutFirst, Format: format}
	if f.inference != nil {
		how.Inference = f.inference()
	}
	return sat.Refute(ctx, f.CNF, how, m, w)
}

// Cover is a puzzle as an exact cover problem: each cover is one solution, and
// each solution one cover.
type Cover struct {
	Problem *dlx.Problem

	// Decode returns the solution of a cover, given as the numbers of its
	// options in any order. For options that are not a cover it returns nil or
	// something that Check of the puzzle rejects.
	Decode func(options []int) puzzle.Solution

	families []write.Family // the families of items
}
