package dlx

import (
	"context"
	"errors"
	"fmt"

	"crosscut/internal/search"
)

// Core names one of the searches behind [Problem.SolveWith]. They find the same
// covers in different orders.
type Core int

const (
	// Auto is Bitset for up to 1,024 options, and for more, as long as the tables
	// take at most 32 MiB, where the primary items alone make an option contradict
	// four others or more for each 64 options that there are. Else it is Sparse.
	// From 2,048 nodes on it may find that looking ahead pays, and go on as Ahead,
	// as long as the tables take at most 256 MiB.
	Auto Core = iota

	// Sparse keeps the live options of each item in a sparse set. Memory is linear
	// in the elements, and the search begins as soon as they are laid out.
	Sparse

	// Bitset keeps the live options as one bitset and, for each option, the set of
	// all options that contradict it. Memory grows with the square of the number of
	// options. A move costs an instruction or two for each 64 options, whether they
	// are live or not, but next to nothing for each that it hides, so this is for
	// problems whose moves hide many: on packings, Soma, paths and small queens it
	// took 1/2 to 1/15 of the time of Sparse, for queens on 64 by 64 nearly twice.
	Bitset

	// Ahead removes, in each state, every option that would leave some item without
	// options, and learns from failures which items to branch on. Its tables are
	// those of Bitset. This is for problems with few covers in which one choice
	// leads to the next, such as numbered paths with 100 cells and more, of which it
	// visits a thousandth of the nodes. On packings it takes ten times as long as
	// Bitset, on Langford pairs six, on queens three. Covers come in an order of
	// their own, and always by one worker.
	Ahead
)

// Bounds on what the tables of a Bitset search may take, in bytes.
const (
	autoBytes = 1 << 25
	mostBytes = 1 << 30
)

// Where Bitset is faster: for few options always; for more, where an option
// contradicts so many others for each word of a set of options. Measured with
// queens (even at 2,000 options, where it is 5 to 6) and paths (at 8,000, where
// it is 4 to 5, still 1.3 times as fast).
const (
	fewOptions   = 1 << 10
	worthOfAWord = 4
)

// SolveWith is [Problem.Solve] with a core of the caller's choice. Where the
// tables of Bitset would take more than 1 GiB, asking for it or for Ahead is beyond
// a limit. Problems with multiplicities have one search of their own, whatever the
// core.
func (p *Problem) SolveWith(ctx context.Context, core Core, m *Meter, yield func(options []int) bool) error {
	if p.fault != nil {
		return p.fault
	}
	if core < Auto || core > Ahead {
		return fmt.Errorf("dlx: there is no core %d: they are Auto, Sparse, Bitset and Ahead", core)
	}
	if p.hasMultiplicities() {
		return p.solveMulti(ctx, nil, m, yield)
	}
	run := search.Start(ctx, m)
	defer run.Close()
	size := p.bitsetBytes()
	if (core == Bitset || core == Ahead) && size > mostBytes {
		return &search.LimitError{What: fmt.Sprintf("memory for the conflicts of %d options", p.Options())}
	}
	switch core {
	case Sparse:
		s, err := newSparse(p, run)
		if err != nil {
			return err
		}
		return finish(s, nil, run, yield)
	case Bitset:
		s, err := newBitset(p, run)
		if err != nil {
			return err
		}
		return finish(s, nil, run, yield)
	case Ahead:
		t, err := newConflictTables(p, run)
		if err != nil {
			return err
		}
		a, err := newAhead(p, t, run)
		if err != nil {
			return err
		}
		return a.solve(nil, 0, 1, yield)
	default:
		return p.solveAuto(run, yield)
	}
}

// solveAuto solves with the core that [Auto] stands for.
func (p *Problem) solveAuto(run *search.Run, yield func(options []int) bool) error {
	if p.bitsetBytes() <= autoBytes && p.dense() {
		s, err := newBitset(p, run)
		if err != nil {
			return err
		}
		s.trial = newTrial(p, s.conflictTables, run)
		return finish(s, s.trial, run, yield)
	}
	s, err := newSparse(p, run)
	if err != nil {
		return err
	}
	s.trial = newTrial(p, nil, run)
	return finish(s, s.trial, run, yield)
}

// plain is a search that does not look ahead, by one worker as long as it is alone.
type treeSearch interface {
	search(yield func([]int) bool) error

	// rest calls do for every part of the tree that is left: the options chosen for
	// it, where it begins and how wide it is.
	rest(do func(chosen []int32, lo, width float64) error) error
}

// finish searches with a plain search, and goes on to look ahead or with several
// workers once the search says that it should. As long as nothing was found,
// looking ahead begins at the root.
func finish(s treeSearch, t *trial, run *search.Run, yield func([]int) bool) error {
	err := s.search(yield)
	switch {
	case errors.Is(err, errSplit):
		return searchTogether(s.(workerSearch), run, lookEvery, yield)
	case !errors.Is(err, errAhead):
		return err
	case run.Solutions == 0:
		return t.ahead.solve(nil, 0, 1, yield)
	}
	err = s.rest(func(chosen []int32, lo, width float64) error {
		return t.ahead.solve(t.ahead.inside(chosen), lo, width, yield)
	})
	if err == nil {
		run.Share(1)
	}
	return err
}

// bitsetBytes returns what the largest tables of a bitset take: for each option
// and each primary item a set of options, for each option a set of items.
func (p *Problem) bitsetBytes() int {
	options, primary := p.Options(), p.primary
	words := (options + 63) / 64
	return 8 * (options*words + primary*words + options*(2+primary/64))
}

// dense reports whether Bitset is the faster core, by the average number of
// options that an option shares a primary item with. Time O(elements).
func (p *Problem) dense() bool {
	options := p.Options()
	if options <= fewOptions {
		return true
	}
	degrees := make([]int, p.primary)
	for _, e := range p.elements {
		if int(e.Item) < p.primary {
			degrees[e.Item]++
		}
	}
	conflicts := 0
	for _, d := range degrees {
		conflicts += d * d
	}
	words := (options + 63) / 64
	return conflicts/options >= worthOfAWord*words
}
