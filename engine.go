// Package crosscut solves, counts and cross-checks three families of puzzles: Hidoku,
// draughtboard and magic. Package puzzle describes them.
//
// Three engines reach their answers by unrelated methods. [Native] is a branch-cutting
// search for each family. [SAT] asks the solver gini about a formula. [DLX] asks package
// dlx about an exact cover. Each engine yields every solution once. Its Search returns nil
// only when it has searched the whole space. So "exactly one solution" is a fact:
//
//	p, err := text.Parse(content)
//	…
//	found, err := crosscut.First(ctx, crosscut.Native, p, 2, nil)
//	unique := err == nil && len(found) == 1
//
// The engines do not share their search code, so their agreement is evidence:
// [CrossCheck] compares their whole sets of solutions. A checker that knows only the rules
// judges every solution before anybody sees it.
//
// Puzzles and engines may come from other packages, too: see [puzzle.Puzzle], [Engine] and
// docs/new-family.md.
//
// This package only asks engines. Package cubes cuts puzzles into parts for many cores or
// machines, generate makes puzzles, diagnose explains faulty ones, and human grades them.
package crosscut

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/meter"
	"crosscut/native"
	"crosscut/puzzle"
	"crosscut/sat"
)

// Engine is a way to search. Engines have no state: use them from any goroutine. Most commands
// take [Native] unless the user names another one.
//
// [NewEngine] makes one of any search. Every solution is judged by the rules before anybody sees it. The
// first wrong one is a [*WrongError]. Nobody can see that a solution is missing, and nobody looks for one
// that comes twice: [CrossCheck] with another engine finds both.
type Engine struct {
	Name string // for results and messages

	// Counting, if it is not nil, counts the solutions of a puzzle without finding each: see [Count]. Nobody judges
	// it. A nil error means that the number is exact. The errors are those of [NewEngine]. With an error the number
	// is a lower bound, or nil. If it is nil, the number of solutions that m counted is a lower bound. m is never nil.
	Counting func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter) (*big.Int, error)

	// Confirming, if it is not nil, confirms solutions of another engine: its reduction of p admits them. It returns
	// how many it has confirmed, in their order. A nil error and less than all say that the next one is not admitted.
	// See [CrossCheck].
	Confirming func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, solutions []puzzle.Solution) (int, error)

	// Seen, if it is not nil, is called with each solution that a search has found, when it has been judged. The
	// goroutines that search call it.
	Seen func(puzzle.Solution)

	raw    searchFunc
	judges bool                                    // raw judges each solution itself
	cubes  func(puzzle.Puzzle) (oneCore, pay bool) // see [native.Cubes]; nil means that Search uses all cores that it may, and that cubes pay
}

type searchFunc = func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error

// NewEngine returns the engine of a complete search. search calls yield once with every solution of p, in
// canonical form, in the calling goroutine. The slice is only valid during the call of
// yield.
//
// It returns nil only when there are no more solutions. It returns [meter.ErrStopped] after
// yield returned false, and a [*meter.LimitError] at a limit of m or of the engine. If ctx
// ends, it returns the cause. m may be nil. The functions of this package never pass a nil
// yield, and the engines of this package return an error for one. Package meter shows how an
// engine keeps to m and ctx.
func NewEngine(name string, search func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error) Engine {
	return Engine{Name: name, raw: search}
}

// WrongError says that an engine gave something that is not a solution, or not in canonical
// form. It is a bug in the engine. No input should cause it.
type WrongError struct {
	Engine   string
	Solution puzzle.Solution
	Reason   error // mostly a *puzzle.Violation
}

// Error names the engine and the reason.
func (e *WrongError) Error() string {
	return fmt.Sprintf("engine %s gave a wrong solution: %v", e.Engine, e.Reason)
}

// Unwrap returns the reason.
func (e *WrongError) Unwrap() error { return e.Reason }

// Search calls yield once with each solution of p. It returns nil only when there are no more: see
// [NewEngine]. If yield ends the search, the error is [meter.ErrStopped], because nil says that there are no
// others. [First] and [Engine.Solutions] take that for success.
func (e Engine) Search(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
	switch {
	case yield == nil:
		return errNoReceiver
	case e.raw == nil:
		return fmt.Errorf("engine %q has no search", e.Name)
	}
	var wrong, ended error
	stopped := false
	err := e.raw(ctx, p, m, func(s puzzle.Solution) bool {
		if stopped {
			return false
		}
		if reason := e.judge(p, s); reason != nil {
			wrong, stopped = &WrongError{Engine: e.Name, Solution: slices.Clone(s), Reason: reason}, true
			return false
		}
		if ctx.Err() != nil { // engines look at the context now and then only
			ended, stopped = context.Cause(ctx), true
			return false
		}
		if e.Seen != nil {
			e.Seen(s)
		}
		stopped = !yield(s)
		return !stopped
	})
	return cmp.Or(wrong, ended, endOf(e.Name, err, stopped))
}

// errNoReceiver is the error of a search without a function that takes the solutions.
var errNoReceiver = errors.New("no function takes the solutions: yield is nil")

// endOf returns the error of a search that has ended with err. stopped reports whether its
// receiver wanted no more. A caller who knows that he has not stopped a search may take
// [meter.ErrStopped] for success. So a search that nobody stopped must not return it.
func endOf(name string, err error, stopped bool) error {
	switch {
	case stopped && err == nil:
		return meter.ErrStopped
	case !stopped && errors.Is(err, meter.ErrStopped):
		return fmt.Errorf("engine %q says that its receiver stopped it, and nobody did", name)
	}
	return err
}

// judge returns nil when s is a canonical solution of p by the rules alone. Otherwise it returns what is wrong.
func (e *Engine) judge(p puzzle.Puzzle, s puzzle.Solution) error {
	if e.judges {
		return nil
	}
	if err := p.Check(s); err != nil {
		return err
	}
	if !puzzle.IsCanonical(p, s) {
		return errors.New("interchangeable stones are not in order")
	}
	return nil
}

// Engines returns the three engines.
func Engines() []Engine { return []Engine{Native, SAT, DLX} }

// Native searches the puzzle itself: see package native. It is the only engine that can
// be traced.
var Native = Engine{Name: "native", raw: native.Search, Counting: native.Count, cubes: native.Cubes}

// SAT searches for models of a formula: see packages encode and sat. A node is a call of
// gini, a branch is a cube, and a failure is an answer "unsatisfiable".
var SAT = SATBy("")

// SATBy returns [SAT] with another encoding than the default: see [encode.Encodings]. A
// search fails when the puzzle's family has no encoding of that name.
func SATBy(encoding encode.Encoding) Engine {
	search := func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
		f, err := encode.ForSearch(ctx, p, encoding)
		if err != nil {
			return err
		}
		return f.Models(ctx, m, func(values []bool) bool { return yield(f.Decode(values)) })
	}
	confirm := func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, solutions []puzzle.Solution) (int, error) {
		f, err := encode.ForSearch(ctx, p, encoding)
		if err != nil {
			return 0, err
		}
		return f.Confirm(ctx, m, solutions)
	}
	// SAT already uses all cores, and cubes would rebuild the formula each time.
	return Engine{Name: "sat", raw: search, Confirming: confirm, cubes: never}
}

// SATCommand returns [SATBy] with another program instead of gini. Nobody can check that
// program when it answers "no more models".
func SATCommand(c *sat.Command, encoding encode.Encoding) Engine {
	return NewEngine(SAT.Name, func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
		if c == nil {
			return errors.New("no command is given: it is nil")
		}
		f, err := encode.CNF(ctx, p, encoding)
		if err != nil {
			return err
		}
		return c.Models(ctx, f.CNF, f.Keep, m, func(values []bool) bool { return yield(f.Decode(values)) })
	})
}

// DLX searches for exact covers with colours: see packages encode and dlx.
var DLX = DLXBy(dlx.Auto)

// DLXBy returns [DLX] with another core than [dlx.Auto]. A search fails with an
// error when the core cannot solve the puzzle's exact cover problem. With another core it
// counts solutions by finding each of them.
func DLXBy(core dlx.Core) Engine {
	e := NewEngine("dlx", searchBy(core))
	e.Confirming = func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, solutions []puzzle.Solution) (int, error) {
		return encode.ConfirmByCover(ctx, p, m, solutions)
	}
	if core == "" || core == dlx.Auto {
		e.Counting = func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
			c, err := encode.ExactCover(ctx, p) // each cover is one solution
			if err != nil {
				return nil, err
			}
			return c.Problem.Count(ctx, m)
		}
	}
	return e
}

func searchBy(core dlx.Core) searchFunc {
	return func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
		c, err := encode.ExactCover(ctx, p)
		if err != nil {
			return err
		}
		return c.Problem.SolveWith(ctx, core, m, func(options []int) bool {
			return yield(c.Decode(options))
		})
	}
}
