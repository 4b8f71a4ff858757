package run

// This file says what a run counts: the solutions of a puzzle, or the covers of an
// exact cover problem. Those who share out its cubes know no more of it than [Problem] and
// [Tree].

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"strings"

	"crosscut"
	"crosscut/cubes"
	"crosscut/dlx"
	"crosscut/internal/search"
	"crosscut/puzzle/text"
)

// Problem has a set of solutions that can be cut, counted and named. [OfPuzzle],
// [OfCover], [Read] and [Parse] make problems.
type Problem interface {
	// Form says what the problem is: [Puzzle] or [Cover].
	Form() Form
	// Text returns the text from which [Parse] makes an equal problem.
	Text() string
	// Plan returns the plan with these numbers, and the version of the rules by which this
	// program cuts.
	Plan(first, cut int) cubes.Plan
	// Cut returns the tree of cubes. It fails if the plan is invalid or of another version,
	// if ctx ends, and if the problem cannot be cut.
	Cut(ctx context.Context, plan cubes.Plan) (Tree, error)
	// Choose checks an engine. It names the usual one if none is named.
	Choose(e Engine) (Engine, error)
	// Engines names the engines that can search the problem: the usual one, one that shares little
	// with it, and perhaps others.
	Engines() []Engine
	// WriteSolution writes the n-th solution in the form of the program crosscut. s is what
	// [Ask].Solution got. label is the name of the problem.
	WriteSolution(w io.Writer, label string, n int64, s []int) error
	// WriteEnd writes the last line after all n solutions.
	WriteEnd(w io.Writer, label string, n *big.Int) error
}

// Tree is the tree of cubes of a problem. A path means the same cube on every machine with
// the same plan. Any goroutine can use a tree.
type Tree interface {
	// Len returns the number of cubes of the first cut.
	Len() int
	// Hash returns 64 hexadecimal digits that identify the cubes of the first cut.
	Hash(ctx context.Context) (string, error)
	// Children returns into how many cubes the cube at a path is cut. 1 says that nothing
	// is left to cut, and 0 that there is no solution.
	Children(ctx context.Context, path cubes.Path) (int, error)
	// Search counts the solutions of the cube at a path.
	Search(ctx context.Context, path cubes.Path, ask Ask) Result
}

// Form is a form of problems.
type Form string

// The forms.
const (
	Puzzle Form = "puzzle"
	Cover  Form = "cover"
)

// Engine names an engine, and the core if it is dlx. Empty names stand for the usual ones.
type Engine struct{ Name, Core string }

// String returns the name of the engine as it stands in a ledger.
func (e Engine) String() string {
	if e.Core == "" || e.Core == dlx.Auto.String() {
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
	var core dlx.Core
	return core, core.UnmarshalText([]byte(e.Core))
}

// Ask says what a search of a cube shall do.
type Ask struct {
	Engine Engine // as [Problem.Choose] has returned it
	Digest bool   // find every solution, and make the digest of their set
	Meter  *crosscut.Meter

	// Stop is asked about every 10 ms. When it returns true, the search is given up if the
	// cube can be cut. A nil Stop never returns true.
	Stop func() bool

	// Solution gets each solution, unless it is nil: the values of its cells, or the numbers
	// of its options. The search ends with [crosscut.ErrStopped] if it returns false. Solution
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

// Searcher returns the name of the engine that searches.
func (a Ask) Searcher() string {
	if a.By.Name != "" {
		return a.By.Name
	}
	return a.Engine.String()
}

// counts reports whether nobody needs each solution.
func (a Ask) counts() bool { return !a.Digest && a.Solution == nil }

// handOver searches a cube, unless ask.Stop asks for its children.
func handOver(ctx context.Context, t Tree, path cubes.Path, ask Ask, find func(context.Context) (Sum, error)) Result {
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

// Parse returns the problem of a form that a text describes.
func Parse(form Form, content string) (Problem, error) {
	switch form {
	case Puzzle:
		p, err := text.Parse(content)
		if err != nil {
			return nil, err
		}
		return OfPuzzle(p), nil
	case Cover:
		p, err := dlx.Read(strings.NewReader(content), "the exact cover")
		if err != nil {
			return nil, err
		}
		return OfCover(p)
	}
	return nil, fmt.Errorf("a problem of the form %q", form)
}

// Read reads a puzzle or an exact cover. name is for errors. A text that can be read in both
// ways is an error: the answers would differ.
func Read(in io.Reader, name string) (Problem, error) {
	var read bytes.Buffer
	file, puzzleErr := text.Read(io.TeeReader(in, &read), name, "")
	begin := read.String()
	p, coverErr := dlx.Read(io.MultiReader(&read, in), name)
	var fault *fs.PathError
	switch {
	case puzzleErr == nil && coverErr == nil && p.Options() > 0:
		return nil, fmt.Errorf("%s: a puzzle and an exact cover; a line \"puzzle: NAME\" or a first line \"|\" says which it is", name)
	case puzzleErr == nil:
		return OfPuzzle(file.Puzzle), nil
	case coverErr == nil:
		return OfCover(p)
	case errors.As(puzzleErr, &fault): // nothing could be read, as from a folder
		return nil, fmt.Errorf("%s: %w", name, fault.Err)
	case strings.Contains("\n"+begin, "\npuzzle:"):
		return nil, puzzleErr
	case strings.HasPrefix(begin, "|"):
		return nil, coverErr
	}
	return nil, fmt.Errorf("not a puzzle: %w; nor an exact cover: %w", puzzleErr, coverErr)
}

// Versions names the rules by which this program cuts problems.
func Versions() string { return fmt.Sprintf("%d, %d", cubes.PlanVersion, dlx.CubeVersion) }
