package run

// This file says what a run counts: the solutions of a puzzle, the covers of an
// exact cover problem, or the models of a formula. Those who share out its cubes know no more of it than [Problem] and
// [Tree].

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"crosscut"
	"crosscut/dlx"
	"crosscut/internal/base"
	"crosscut/internal/search"
	"crosscut/meter"
)

// Problem has a set of solutions that can be cut, counted and named. [OfPuzzle],
// [OfCover] and [OfFormula] make problems.
type Problem interface {
	// Form says what the problem is: [Puzzle], [Cover] or [Formula].
	Form() Form
	// Text returns a text that describes the problem.
	Text() string
	// Plan returns the plan with these numbers, and the version of the rules by which this
	// program cuts.
	Plan(first, cut int) Plan
	// Cut returns the tree of cubes. It fails if the plan is invalid or of another version,
	// if ctx ends, and if the problem cannot be cut.
	Cut(ctx context.Context, plan Plan) (Tree, error)
	// Choose checks an engine. It names the usual one if none is named.
	Choose(e Engine) (Engine, error)
}

// Tree is the tree of cubes of a problem. A path means the same cube on every machine with
// the same plan. Any goroutine can use a tree.
type Tree interface {
	// Hash returns 64 hexadecimal digits that identify the cubes of the first cut.
	Hash(ctx context.Context) (string, error)
	// Children returns into how many cubes the cube at a path is cut, and the whole at "". 1 says
	// that nothing is left to cut, and 0 that there is no solution.
	Children(ctx context.Context, path Path) (int, error)
	// Search counts the solutions of the cube at a path.
	Search(ctx context.Context, path Path, ask Ask) Result
}

// Form is a form of problems.
type Form string

// The forms.
const (
	Puzzle  Form = "puzzle"
	Cover   Form = "cover"
	Formula Form = "formula"
)

// Engine names an engine, and the core if it is dlx. Empty names stand for the usual ones.
type Engine struct{ Name, Core string }

// String returns the name of the engine as it stands in a ledger.
func (e Engine) String() string {
	if e.Core == "" || e.Core == string(dlx.Auto) {
		return e.Name
	}
	return e.Name + "/" + e.Core
}

// core checks the name of the core.
func (e Engine) core() (dlx.Core, error) {
	if e.Core == "" {
		return dlx.Auto, nil
	}
	if e.Name != crosscut.DLX.Name {
		return dlx.Auto, fmt.Errorf("a core goes with the engine dlx, not %s", e.Name)
	}
	core := dlx.Core(e.Core)
	if !slices.Contains(dlx.Cores(), core) {
		return core, fmt.Errorf("core %q; it is %s", e.Core, base.Choice(base.Strings(dlx.Cores())))
	}
	return core, nil
}

// Ask says what a search of a cube shall do.
type Ask struct {
	Engine Engine // as [Problem.Choose] has returned it
	Digest bool   // find every solution, and make the digest of their set
	Meter  *meter.Meter

	// Stop is asked about every 10 ms. When it returns true, the search is given up if the
	// cube can be cut. A nil Stop never returns true.
	Stop func() bool

	// Solution gets each solution, unless it is nil: the values of its cells, the numbers
	// of its options, or its literals. The search ends with [meter.ErrStopped] if it returns false. Solution
	// must not keep the slice.
	Solution func([]int) bool

	// By searches puzzles in place of the named engine, unless it has no name.
	By crosscut.Engine
}

// Result is the result of the search of a cube.
type Result struct {
	Sum  Sum // of the cube, unless Rest or Err says that it was not searched
	Rest int // the number of its children if the search was given up, or 0
	Err  error
}

// Sum is the number of solutions of a set, and the digest of the set. The digest is zero
// in runs that only count.
type Sum struct {
	Count  *big.Int // nil is 0
	Digest crosscut.Digest
}

// Plus returns the sum of the disjoint union of two sets.
func (s Sum) Plus(t Sum) Sum {
	return Sum{new(big.Int).Add(s.Number(), t.Number()), s.Digest.Plus(t.Digest)}
}

// Equal reports whether two sums are the same.
func (s Sum) Equal(t Sum) bool {
	return s.Number().Cmp(t.Number()) == 0 && s.Digest == t.Digest
}

// String returns the number, and the digest unless it is zero.
func (s Sum) String() string {
	if s.Digest == (crosscut.Digest{}) {
		return s.Number().String()
	}
	return fmt.Sprintf("%s %s", s.Number(), s.Digest)
}

// Number returns the count. The caller must not change it.
func (s Sum) Number() *big.Int {
	if s.Count == nil {
		return new(big.Int)
	}
	return s.Count
}

// Searcher returns the name of the engine that searches.
func (a Ask) Searcher() string {
	if a.By.Name != "" {
		return a.By.Name
	}
	return a.Engine.String()
}

// counts reports whether nobody needs each solution.
func (a Ask) counts() bool { return !a.Digest && a.Solution == nil }

// sum returns the sum of what find yields.
func (a Ask) sum(find func(yield func([]int) bool) error) (Sum, error) {
	var tally crosscut.Tally
	err := find(func(s []int) bool {
		tally.Add(s)
		return a.Solution == nil || a.Solution(s)
	})
	sum := Sum{Count: tally.Count()}
	if !a.counts() {
		sum.Digest = tally.Digest
	}
	return sum, err
}

// Versions names the rules by which this program cuts problems.
func Versions() string { return fmt.Sprint(puzzleVersion, coverVersion, formulaVersion) }

// whole is a problem, except for how it is cut and searched.
type whole struct {
	form    Form
	text    string
	version int // of the rules by which it is cut
}

func (w whole) Form() Form { return w.form }

func (w whole) Text() string { return w.text }

func (w whole) Plan(first, cut int) Plan {
	return Plan{First: first, Cut: cut, Version: w.version}
}

// check rejects a plan of another version.
func (w whole) check(plan Plan) error {
	if plan.Version != w.version {
		return fmt.Errorf("a plan of version %d; this crosscut cuts a %s by version %d", plan.Version, w.form, w.version)
	}
	return nil
}

// handOver searches a cube, unless ask.Stop asks for its children.
func handOver(ctx context.Context, t Tree, path Path, ask Ask, find func(context.Context) (Sum, error)) Result {
	var sum Sum
	rest, err := search.HandOver(ctx, ask.Stop, func(ctx context.Context) (int, error) {
		return t.Children(ctx, path)
	}, func(ctx context.Context) (err error) {
		sum, err = find(ctx)
		return err
	})
	if err != nil || rest > 0 {
		return Result{Rest: rest, Err: err}
	}
	return Result{Sum: sum}
}

// Path is the way from a whole puzzle to one of its cubes: the numbers of the cubes on the
// way, counted from 0, with dots between them. "17.3" is cube 3 inside cube 17. The path of
// the whole puzzle is "".
//
// A path means the same cube on every machine if it comes from the same [Plan].
type Path string

// Child returns the path of the i-th cube that this one is cut into, i ≥ 0.
func (p Path) Child(i int) Path { return Path(search.Child(string(p), i)) }

// Numbers returns the numbers of the path. It returns an error when the text is not a path
// as [Path.Child] writes it, or when it has more than 1024 numbers.
func (p Path) Numbers() ([]int, error) { return search.Numbers(string(p)) }

// Plan says how a problem is cut into a tree of cubes: into First cubes or a few more, and every cube into Cut cubes
// or a few more, and so on.
type Plan struct {
	First   int `json:"first"`
	Cut     int `json:"cut"`
	Version int `json:"version"` // of the rules by which the program cut that made the plan
}
