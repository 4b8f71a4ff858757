package sat

// This file is the only one that knows gophersat, a solver of other people. It writes down
// what it learns, so it is a second way to proofs beside our own. What is known of version
// 1.4.0:
//
//   - It panics on clauses with a literal twice or with its negation. [CNF.Add] leaves
//     neither.
//   - CountModels and Enumerate give wrong numbers now and then. Not used.
//   - A formula that unit propagation refutes is refuted when it is read, and then nothing
//     is written. Hence the empty clause at the end of a proof is always ours.
//   - It deletes lemmas and does not say so. Proofs have no deletions.
//   - All solvers share buffers. Hence only one works at a time.
//   - Nothing can stop it. When a search ends early, the solver continues to its own end,
//     and its lemmas are dropped. The next solver waits for that.

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"

	gopher "github.com/crillab/gophersat/solver"

	"crosscut/internal/search"
	"crosscut/meter"
)

// turnOfGophersat is full while a solver works.
var turnOfGophersat = make(chan struct{}, 1)

// RefuteByGophersat is [Refute] by the solver gophersat, in DRAT and without groups. A node
// of m is a lemma. One formula is refuted at a time. After an early end the solver
// continues in the background. The next call waits for it, or for the end of its ctx.
func RefuteByGophersat(ctx context.Context, f *CNF, m *meter.Meter, w io.Writer) error {
	run := search.Start(ctx, m)
	defer run.Close()
	if err := cmp.Or(fits(f), run.Err()); err != nil {
		return err
	}
	select {
	case turnOfGophersat <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	g := startGophersat(f)
	ended, err := g.listen(ctx, run, w)
	if ended {
		<-turnOfGophersat
		return err
	}
	go func() {
		for {
			select {
			case <-g.lemmas:
			case <-g.ended:
				<-turnOfGophersat
				return
			}
		}
	}()
	return err
}

// listen writes down what the solver learns, and reports whether it has ended.
func (g gophersat) listen(ctx context.Context, run *search.Run, w io.Writer) (ended bool, err error) {
	out := bufio.NewWriterSize(w, 1<<16)
	write := func(line string) error {
		if _, err := out.WriteString(line + "\n"); err != nil {
			return fmt.Errorf("writing a proof: %w", err)
		}
		return nil
	}
	for {
		var lemma string
		select {
		case lemma = <-g.lemmas:
		case err := <-g.ended:
			if err == nil {
				err = write("0")
			}
			if err == nil {
				if err = out.Flush(); err != nil {
					err = fmt.Errorf("writing a proof: %w", err)
				}
			}
			return true, err
		case <-ctx.Done():
			return false, context.Cause(ctx)
		}
		if err := run.Node(0); err != nil {
			return false, err
		}
		if lemma != "0" { // gophersat does not write the empty clause in every case
			if err := write(lemma); err != nil {
				return false, err
			}
		}
	}
}

// gophersat is a solver that works on a formula.
type gophersat struct {
	lemmas chan string
	ended  chan error // nil when the formula is refuted
}

// startGophersat starts a solver that looks for a model of f.
func startGophersat(f *CNF) gophersat {
	g := gophersat{make(chan string), make(chan error, 1)}
	all := make([][]int, 0, f.Clauses())
	for clause := range f.All() {
		lits := make([]int, len(clause))
		for i, l := range clause {
			lits[i] = int(l)
		}
		all = append(all, lits)
	}
	go g.answer(func() error {
		if f.empty {
			return nil
		}
		s := gopher.New(gopher.ParseSliceNb(all, f.Vars()))
		s.Certified, s.CertChan = true, g.lemmas
		if s.Solve() == gopher.Unsat {
			return nil
		}
		return ErrSatisfiable
	})
	return g
}

// answer sends how solve ends, once. A panic of gophersat is an error.
func (g gophersat) answer(solve func() error) {
	defer func() {
		if fault := recover(); fault != nil {
			g.ended <- fmt.Errorf("sat: gophersat failed: %v", fault)
		}
	}()
	g.ended <- solve()
}
