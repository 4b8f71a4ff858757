package certificate

import (
	"context"
	"errors"

	"crosscut/dlx"
	proof "crosscut/internal/certificate"
	"crosscut/meter"
	"crosscut/sat"
)

// CoverClaim says that an exact cover problem has these covers and no others. The problem must
// have a primary item, no multiplicities, and at most 400 options of each item.
type CoverClaim struct {
	Problem *dlx.Problem
	Covers  [][]int         // the numbers of the options of each cover, as dlx yields them
	Format  sat.ProofFormat // of the proof
}

// Write is [Claim.Write] for an exact cover problem. It fails with [sat.ErrSatisfiable] when
// there are more covers.
func (c CoverClaim) Write(ctx context.Context, dir string, m *meter.Meter) error {
	if c.Problem == nil {
		return errors.New("certificate: no problem")
	}
	whole, err := proof.NewCover(ctx, c.Problem, c.Covers)
	if err != nil {
		return err
	}
	return whole.Write(ctx, dir, c.Format, m)
}

// CheckedCover is what the certificate of an exact cover problem proves.
type CheckedCover struct {
	Problem   string // the problem in a few words
	Covers    int    // how many there are
	Variables int    // of the formula
	Clauses   int    // of the formula, with those that exclude the covers
}

// CheckCover reads the certificate of an exact cover problem and checks all of it: the covers
// by the definition, the meaning of each clause, and the proof step by step. Its code shares
// nothing with package dlx and with the code that wrote the formula. Errors are those of
// [Check].
func CheckCover(ctx context.Context, dir string, m *meter.Meter) (*CheckedCover, error) {
	s, err := proof.CheckCover(ctx, dir, m)
	if err != nil {
		return nil, public(err)
	}
	return &CheckedCover{s.Problem, s.Covers, s.Variables, s.Clauses}, nil
}

// public returns an error in the words of this package.
func public(err error) error {
	if rejected := (*proof.RejectedError)(nil); errors.As(err, &rejected) {
		return &RejectedError{File: rejected.File, Reason: rejected.Reason}
	}
	return err
}
