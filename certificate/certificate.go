// Package certificate writes and checks certificates: folders that show a stranger that a
// puzzle has exactly the solutions listed and no others.
//
// A folder has the puzzle, its solutions, a formula and a proof. docs/proofs.md describes the
// files, how programs of other people check them, and what must be trusted. Puzzles of types of
// other packages have no certificates, except as exact covers: see [CoverClaim].
package certificate

import (
	"cmp"
	"context"
	"errors"

	proof "crosscut/internal/certificate"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// Claim says that a puzzle has these solutions and no others.
type Claim struct {
	Puzzle    puzzle.Puzzle
	Solutions []puzzle.Solution // all of them, in the order in which they shall be listed; none if there is none
	Encoding  string            // of the formula: see [encode.Encodings]; "" for the default
	Format    sat.ProofFormat   // of the proof
}

// Write finds a proof, and writes the certificate into a folder, which must be new or empty.
//
// It fails with [sat.ErrSatisfiable] when there are more solutions, and when a solution is
// wrong or listed twice. Otherwise errors are those of a search ([*meter.LimitError], the
// cause of the end of ctx) and those of files. If it fails, there is no new folder, and an
// empty one is still empty. A proof can take long: it has as many steps as the learning of
// the solver.
func (c Claim) Write(ctx context.Context, dir string, m *meter.Meter) error {
	if err := puzzle.Validate(c.Puzzle); err != nil {
		return err
	}
	whole, err := proof.New(ctx, c.Puzzle, c.Solutions, c.Encoding)
	if err != nil {
		return err
	}
	return whole.Write(ctx, dir, proof.Own(c.Format), m)
}

// Checked is what a certificate proves.
type Checked struct {
	Puzzle    puzzle.Puzzle
	Solutions []puzzle.Solution
	Variables int // of the formula
	Clauses   int // of the formula, with those that exclude the solutions

	// Statement says in a few words which puzzle a second reading has read, by code that shares
	// nothing with the code that wrote the certificate. It is "" where NotCovered says why
	// there was no second reading.
	Statement  string
	NotCovered string
}

// Check reads a certificate and checks all of it: the solutions by the rules, the formula by
// writing it anew, the proof step by step, and the statement by the second reading. It
// returns a [*RejectedError] when the certificate proves nothing. Other errors are those of a
// search and of files.
func Check(ctx context.Context, dir string, m *meter.Meter) (*Checked, error) {
	c, err := proof.Check(ctx, dir, m)
	if err != nil {
		return nil, public(err)
	}
	return &Checked{
		Puzzle: c.Puzzle, Solutions: c.Solutions, Variables: c.Variables(), Clauses: c.Clauses(),
		Statement: c.Statement, NotCovered: c.NotCovered,
	}, nil
}

// RejectedError says why a certificate proves nothing.
type RejectedError struct {
	File   string // which file of it is wrong
	Reason error
}

// Error returns the file and the reason.
func (e *RejectedError) Error() string {
	return (&proof.RejectedError{File: e.File, Reason: cmp.Or(e.Reason, errors.New("no reason"))}).Error()
}

// Unwrap returns the reason.
func (e *RejectedError) Unwrap() error { return e.Reason }
