package sat

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"crosscut/internal/base"
	"crosscut/meter"
)

// ErrSatisfiable is the error of [Refute] for a formula that has a model.
var ErrSatisfiable = errors.New("sat: the formula has a model, so there is no proof that it has none")

// ProofFormat is a format of proofs that other programs check. The zero value stands for [DRAT].
type ProofFormat string

// The formats of proofs, both as text.
const (
	// DRAT is a list of clauses and deletions of clauses. Each clause follows from the
	// formula and the clauses before it by unit propagation. Source: N. Wetzler, M. Heule
	// and W. Hunt, "DRAT-trim: efficient checking and trimming using expressive clausal
	// proofs", SAT 2014.
	DRAT ProofFormat = "drat"

	// LRAT is a list of clauses, too. Each names the clauses from which it follows, in the
	// order of propagation. The clauses of the formula are numbered from 1. Source: L.
	// Cruz-Filipe and others, "Efficient certified RAT verification", CADE 2017.
	LRAT ProofFormat = "lrat"
)

// Refutation says how [Refute] looks for a proof. The zero value stands for a proof by learning
// from conflicts, in the format [DRAT].
type Refutation struct {
	// Groups are sets of literals to choose from, such as the options of each item of an
	// exact cover. With groups, the proof is a tree of choices along them. Each dead end is
	// the clause of the choices that led there.
	Groups [][]Lit

	// Along asks for a proof by learning, with choices along Groups. It takes the group with
	// the fewest open literals among those without a true literal. When there is no such
	// group, it chooses by scores. For magic boards, a group has the numbers of a cell. This
	// halves their conflicts and the size of their proofs.
	Along bool

	// Inference adds rules of its own to a proof by learning. It is nil for none.
	Inference *Inference

	Format ProofFormat
}

// Refute writes a proof to w that f has no model. The last clause of the proof is the
// empty one. f may be a formula with a blocking clause for each of its models. Then the
// proof says that there are no other models. The solver is our own, because gini writes no
// proofs.
//
// The error is nil only when the proof is complete and written. Otherwise it is
// [ErrSatisfiable], a [*meter.LimitError], the cause of the end of ctx, the error of w,
// or what is wrong with f. A node of m is a choice, and a failure is a conflict. Memory
// is bounded by a multiple of the size of f.
func Refute(ctx context.Context, f *CNF, r Refutation, m *meter.Meter, w io.Writer) error {
	run := meter.Start(ctx, m)
	defer run.Close()
	if err := cmp.Or(fits(f), run.Err()); err != nil {
		return err
	}
	for _, group := range r.Groups {
		for _, l := range group {
			if !l.valid() || l.Var() > f.Vars() {
				return fmt.Errorf("sat: %d in a group is none of the %d variables", l, f.Vars())
			}
		}
	}
	if i := r.Inference; i != nil && (i.Find == nil || i.Explain == nil) {
		return errors.New("sat: an inference needs the functions Find and Explain")
	}
	if r.Format != "" && r.Format != DRAT && r.Format != LRAT {
		return fmt.Errorf("sat: a proof in %q; it is in %q or %q", string(r.Format), DRAT, LRAT)
	}
	proof := newProofWriter(w, r.Format == LRAT)
	by, refuted, err := newRefuter(f, &r, run, proof)
	if err == nil && !refuted {
		refuted, err = by.refute()
	}
	switch {
	case err != nil:
		return err
	case !refuted:
		return ErrSatisfiable
	}
	return proof.close()
}

// proofWriter writes a proof.
type proofWriter struct {
	out    *bufio.Writer
	hinted bool // LRAT
	line   []byte
	failed error // the first of out
}

func newProofWriter(w io.Writer, hinted bool) *proofWriter {
	return &proofWriter{out: bufio.NewWriterSize(base.Writer(w), 1<<16), hinted: hinted}
}

// add writes a clause that follows from those before by unit propagation.
func (p *proofWriter) add(number int, clause []code, hints []int) {
	p.line = p.line[:0]
	if p.hinted {
		p.number(number)
	}
	p.literals(clause)
	if p.hinted {
		for _, hint := range hints {
			p.number(hint)
		}
		p.number(0)
	}
	p.write()
}

// drop writes the deletion of a clause. last is the number of the last clause added.
func (p *proofWriter) drop(last, number int, clause []code) {
	p.line = p.line[:0]
	if p.hinted {
		p.number(last)
	}
	p.line = append(p.line, "d "...)
	if p.hinted {
		p.number(number)
		p.number(0)
	} else {
		p.literals(clause)
	}
	p.write()
}

func (p *proofWriter) number(n int) { p.line = append(strconv.AppendInt(p.line, int64(n), 10), ' ') }

func (p *proofWriter) literals(clause []code) {
	for _, l := range clause {
		p.number(int(l.lit()))
	}
	p.number(0)
}

func (p *proofWriter) write() {
	p.line[len(p.line)-1] = '\n'
	if _, err := p.out.Write(p.line); err != nil && p.failed == nil {
		p.failed = fmt.Errorf("writing a proof: %w", err)
	}
}

// close flushes the output, and returns the first error.
func (p *proofWriter) close() error {
	if err := p.out.Flush(); err != nil && p.failed == nil {
		p.failed = fmt.Errorf("writing a proof: %w", err)
	}
	return p.failed
}
