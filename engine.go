// Package crosscut solves, counts and cross-checks three families of puzzle:
// number paths (Hidoku), checkerboard dissections (draughtboards) and magic
// number boards, which package puzzle describes.
//
// It has three engines that reach their answers by unrelated methods: [Native], a
// branch-cutting search for each family; [SAT], which asks the solver gini about
// a formula; and [DLX], which asks package dlx about an exact cover. Each yields
// every solution once, and its Search returns nil only when the whole space has
// been searched, so "exactly one solution" is a fact:
//
//	p, err := puzzle.Parse(text)
//	…
//	found, err := crosscut.First(ctx, crosscut.Native, p, 2, nil)
//	unique := err == nil && len(found) == 1
//
// Because the engines share nothing but the rules, their agreement is evidence:
// [CrossCheck] compares their whole sets of solutions. A checker that knows only
// the rules judges every solution before anybody sees it.
package crosscut

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"crosscut/encode"
	"crosscut/internal/search"
	"crosscut/native"
	"crosscut/puzzle"
	"crosscut/sat"
)

// Meter carries the limits of a search in and its counters out. The zero value
// has no limits, and a nil *Meter is as good.
type Meter = search.Meter

// Stats are the counters of a search.
type Stats = search.Stats

// Step is one event of a traced search, StepKind what it reports: see
// [Meter].Trace.
type (
	Step     = search.Step
	StepKind = search.StepKind
)

// The kinds of step.
const (
	Placed  = search.Placed
	DeadEnd = search.DeadEnd
	Found   = search.Found
)

// LimitError says which limit ended a search.
type LimitError = search.LimitError

// The ways in which a search can end early, apart from the end of its context.
var (
	ErrStopped = search.ErrStopped // the receiver of the solutions asked for no more
	ErrLimit   = search.ErrLimit   // a limit was met; the error is a *LimitError
)

// SearchFunc is a complete search: it calls yield with every solution of p, each
// once and canonical, in the goroutine that called it. The slice is only valid
// during the call of yield. It returns nil only when there are no more solutions;
// otherwise [ErrStopped] when yield returned false, a [*LimitError] when a limit
// of m or of the engine was met, or the cause of the end of ctx.
type SearchFunc func(ctx context.Context, p puzzle.Puzzle, m *Meter, yield func(puzzle.Solution) bool) error

// Engine is a way to search. Engines have no state: use them from any goroutine.
type Engine struct {
	Name     string
	Search   SearchFunc
	Counting CountFunc // nil for an engine that counts by searching; see [Count]

	serial  []puzzle.Family // which Search searches on one core only, and cubes are as good; see [All]
	uncut   []puzzle.Family // of which cubes take the engine much longer than the whole
	several bool            // it is several engines at once, which are enough for the cores
}

// WrongError says that an engine gave something that is no solution. It is a bug
// in the engine, and no input should be able to bring it about.
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

// judged returns raw with every solution judged by the rules before it is
// yielded. The first that breaks one ends the search with a *WrongError.
func judged(name string, raw SearchFunc, counting CountFunc) Engine {
	return Engine{Name: name, Counting: counting, Search: func(ctx context.Context, p puzzle.Puzzle, m *Meter, yield func(puzzle.Solution) bool) error {
		var wrong error
		err := raw(ctx, p, m, func(s puzzle.Solution) bool {
			if reason := judge(p, s); reason != nil {
				wrong = &WrongError{Engine: name, Solution: slices.Clone(s), Reason: reason}
				return false
			}
			return yield(s)
		})
		if wrong != nil {
			return wrong
		}
		return err
	}}
}

// Judge returns nil when s is a canonical solution of p by the rules alone. Otherwise it
// returns what is wrong, mostly a *[puzzle.Violation].
func Judge(p puzzle.Puzzle, s puzzle.Solution) error {
	if err := puzzle.Validate(p); err != nil {
		return err
	}
	return judge(p, s)
}

// judge is Judge for a valid p.
func judge(p puzzle.Puzzle, s puzzle.Solution) error {
	if err := p.Check(s); err != nil {
		return err
	}
	if !slices.Equal(p.Canonical(s), s) {
		return errors.New("interchangeable stones are not in order")
	}
	return nil
}

// search is e.Search, and an error where there is none.
func (e Engine) search(ctx context.Context, p puzzle.Puzzle, m *Meter, yield func(puzzle.Solution) bool) error {
	if e.Search == nil {
		return fmt.Errorf("engine %q has no search", e.Name)
	}
	return e.Search(ctx, p, m, yield)
}

// Engines returns the three engines.
func Engines() []Engine { return []Engine{Native, SAT, DLX} }

// EngineNamed returns the engine of that name: "native", "sat", "dlx", or "race"
// for [Race] of all three.
func EngineNamed(name string) (Engine, error) {
	for _, e := range append(Engines(), Race(Engines()...)) {
		if e.Name == name {
			return e, nil
		}
	}
	return Engine{}, fmt.Errorf("no engine %q; the engines are native, sat, dlx and race", strings.ToValidUTF8(name, "?"))
}

// Native searches the puzzle itself: package native. It is the only engine that
// can be traced.
var Native = inParts(judged("native", native.Search, native.Count))

// SAT searches for models of a formula: packages encode and sat. A node is a call
// of the solver.
var SAT = SATBy("")

// SATBy returns [SAT] with formulas by another encoding than the default: see
// [encode.Encodings]. A search fails when the puzzle's family has no encoding of that
// name.
func SATBy(encoding string) Engine {
	e := judged("sat", func(ctx context.Context, p puzzle.Puzzle, m *Meter, yield func(puzzle.Solution) bool) error {
		f, err := encode.CNFBy(ctx, p, encoding)
		if err != nil {
			return err
		}
		return f.Models(ctx, m, func(values []bool) bool { return yield(f.Decode(values)) })
	}, nil)
	// Which it searches on all cores by itself, where each cube would make its formula anew.
	e.uncut = []puzzle.Family{puzzle.FamilyDraughtboard}
	return e
}

// SATCommand returns [SATBy] with another program in place of gini. Its answer may be
// wrong where nobody can check it: that there are no more models.
func SATCommand(c *sat.Command, encoding string) Engine {
	return judged(SAT.Name, func(ctx context.Context, p puzzle.Puzzle, m *Meter, yield func(puzzle.Solution) bool) error {
		f, err := encode.CNFBy(ctx, p, encoding)
		if err != nil {
			return err
		}
		return c.Models(ctx, f.CNF, f.Keep, m, func(values []bool) bool { return yield(f.Decode(values)) })
	}, nil)
}

// DLX searches for exact covers with colours: packages encode and dlx.
var DLX = judged("dlx", searchDLX, countDLX)

// inParts returns the native engine with what is known of cubes in it. On a magic
// board its plan is for the board as it is: with more clues, the same 97,482 squares of
// order 5 took four to five times as long in all, in 22 cubes as in 270. And it uses all
// cores by itself, whether it counts or enumerates.
func inParts(e Engine) Engine {
	e.serial, e.uncut = []puzzle.Family{puzzle.FamilyHidoku}, []puzzle.Family{puzzle.FamilyMagic}
	return e
}

func searchDLX(ctx context.Context, p puzzle.Puzzle, m *Meter, yield func(puzzle.Solution) bool) error {
	c, err := encode.ExactCover(ctx, p)
	if err != nil {
		return err
	}
	return c.Problem.Solve(ctx, m, func(options []int) bool {
		return yield(c.Decode(options))
	})
}

func countDLX(ctx context.Context, p puzzle.Puzzle, m *Meter) (*big.Int, error) {
	c, err := encode.ExactCover(ctx, p) // which has one cover for each solution
	if err != nil {
		return nil, err
	}
	return c.Problem.Count(ctx, m)
}
