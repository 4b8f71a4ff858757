package sat

// This file is the only one that knows gophersat, a solver of other people that writes
// down what it learns: a second way to proofs beside our own. What is known of version
// 1.4.0:
//
//   - It panics on clauses with a literal twice or with its negation. [CNF.Add] leaves
//     neither.
//   - CountModels and Enumerate give wrong numbers now and then. Not used.
//   - A formula that unit propagation refutes is refuted when it is read, and then nothing
//     is written. Hence the empty clause at the end of a proof is always ours.
//   - It deletes lemmas and does not say so. Proofs have no deletions.
//   - All solvers share buffers. Hence one at a time.
//   - Nothing can stop it. When a search ends early, it goes on to its own end all the
//     same, unheard, and only then the next one has its turn.

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"

	gopher "github.com/crillab/gophersat/solver"

	"crosscut/internal/search"
)

// turnOfGophersat is full while a solver is at work.
var turnOfGophersat = make(chan struct{}, 1)

// RefuteByGophersat is [Refute] in DRAT and without groups by the solver gophersat. A node
// of m is a lemma. One formula is refuted at a time, and after an early end the solver
// goes on in the background: the next call waits for it, or for the end of its ctx.
func RefuteByGophersat(ctx context.Context, f *CNF, m *search.Meter, w io.Writer) error {
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
		if lemma != "0" { // which would not be written in every case
			if err := write(lemma); err != nil {
				return false, err
			}
		}
	}
}

// gophersat is a solver at work.
type gophersat struct {
	lemmas chan string
	ended  chan error // nil when the formula is refuted
}

// startGophersat lets a solver look for a model of f.
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
	go func() {
		defer func() {
			if fault := recover(); fault != nil {
				g.ended <- fmt.Errorf("sat: gophersat failed: %v", fault)
			}
		}()
		if f.empty {
			g.ended <- nil
			return
		}
		s := gopher.New(gopher.ParseSliceNb(all, f.Vars()))
		s.Certified, s.CertChan = true, g.lemmas
		if s.Solve() == gopher.Unsat {
			g.ended <- nil
		} else {
			g.ended <- ErrSatisfiable
		}
	}()
	return g
}
