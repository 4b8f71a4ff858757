package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"crosscut/internal/search"
)

// ErrSatisfiable is the error of [Refute] for a formula that has a model.
var ErrSatisfiable = errors.New("sat: the formula has a model, so there is no proof that it has none")

// ProofFormat is a format of proofs that other programs check.
type ProofFormat int

// The formats of proofs, both as text.
const (
	// DRAT is a list of clauses, each of which follows from the formula and the
	// clauses before it by unit propagation, with deletions between them: N.
	// Wetzler, M. Heule and W. Hunt, "DRAT-trim: efficient checking and trimming
	// using expressive clausal proofs", SAT 2014.
	DRAT ProofFormat = iota

	// LRAT says of each clause from which it follows, in the order of
	// propagation: L. Cruz-Filipe and others, "Efficient certified RAT
	// verification", CADE 2017. The clauses of the formula count from 1.
	LRAT
)

// Refute writes a proof to w that f has no model; its last clause is the empty one.
// It is for a formula together with a blocking clause for each of its models, so
// that the proof says that there are no others.
//
// With groups, such as the options of each item of an exact cover, the proof is a tree
// of cuts along them:
// each dead end is the clause of the choices that led there. Without, the proof is
// what a solver learns from conflicts, one that is written for this and does not
// use gini, which writes no proofs.
//
// The error is nil only when the proof is complete and written; otherwise it is
// [ErrSatisfiable], a [*search.LimitError] (a node of m is a choice, a failure a
// conflict), the cause of the end of ctx, that of w or what is wrong with f. Memory
// is bounded by a multiple of the size of f.
func Refute(ctx context.Context, f *CNF, groups [][]Lit, m *search.Meter, w io.Writer, format ProofFormat) error {
	return refute(ctx, f, groups, groups != nil, m, w, format)
}

// RefuteAlong is [Refute] by learning, with choices along groups: of the group that has
// the fewest literals open, as long as one has any without a true one. Magic boards have
// half the conflicts, and proofs, with the numbers that each cell may have as groups.
func RefuteAlong(ctx context.Context, f *CNF, groups [][]Lit, m *search.Meter, w io.Writer, format ProofFormat) error {
	return refute(ctx, f, groups, false, m, w, format)
}

// refute is Refute, by a tree or by learning.
func refute(ctx context.Context, f *CNF, groups [][]Lit, tree bool, m *search.Meter, w io.Writer, format ProofFormat) error {
	run := search.Start(ctx, m)
	defer run.Close()
	if err := cmp.Or(fits(f), run.Err()); err != nil {
		return err
	}
	for _, group := range groups {
		for _, l := range group {
			if !l.valid() || l.Var() > f.Vars() {
				return fmt.Errorf("sat: %d in a group is none of the %d variables", l, f.Vars())
			}
		}
	}
	proof := newProofWriter(w, format == LRAT)
	r, refuted, err := newRefuter(f, groups, tree, run, proof)
	if err == nil && !refuted {
		refuted, err = r.refute()
	}
	switch {
	case err != nil:
		return err
	case !refuted:
		return ErrSatisfiable
	}
	return proof.close()
}
