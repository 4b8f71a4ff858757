package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/serve"
	"crosscut/internal/base"
	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

type solveFlags struct {
	searchFlags
	runFlags
	Number int // find at most so many solutions; 0 if the flag is absent
	All    bool
	Trace  traceFlag
}

func (f *solveFlags) check(cmd *cobra.Command) error {
	switch {
	case f.Number < 1 && cmd.Flags().Changed("number"):
		return fmt.Errorf("-n %d; it must be above 0, or --all for every solution", f.Number)
	case f.All && cmd.Flags().Changed("number"):
		return errors.New("-n and --all exclude each other")
	case f.Trace != "" && f.Engine != crosscut.Native.Name:
		return errors.New("--trace works with --engine native only")
	case f.active() && !f.All:
		return errors.New("--run needs --all")
	case f.active() && f.Trace != "":
		return errors.New("--trace and --run exclude each other")
	}
	switch {
	case f.All:
		f.Number = math.MaxInt
	case f.Trace != "" && f.Number == 0: // the trace ends with the solution
		f.Number = 1
	}
	return cmp.Or(f.engineFlags.check(cmd), f.checkRun(cmd, &f.engineFlags))
}

func (a *app) solve(ctx context.Context, f *solveFlags, args []string) error {
	if f.active() {
		return a.solveInFolder(ctx, f, args[0])
	}
	return a.eachWithOutput(ctx, args, &f.inputFlags, f.cores(), &f.outputFlags, func(a *app, file *text.File, out *printer) error {
		if err := f.checkPuzzle(file); err != nil {
			a.report(err)
			return nil
		}
		if f.Stats {
			a.showStart(ctx, file.Puzzle)
		}
		ctx, cancel := within(ctx, f.Time)
		defer cancel()
		return a.solveFile(ctx, f, a.engine(&f.engineFlags), file, out)
	})
}

// solveFile prints the solutions of one puzzle. It reports itself why a search ended
// early. The error that it returns is about writing the results.
func (a *app) solveFile(ctx context.Context, f *solveFlags, e crosscut.Engine, file *text.File, out *printer) error {
	e = a.warnOfManySolutions(e, file)
	m := &crosscut.Meter{Wanted: max(f.Number, 2)} // 0 is one solution and a look for another
	if f.All {
		m.Wanted = 0
	}
	m.Trace = a.tracer(f.Trace, file.Puzzle)
	if f.Number == 0 {
		return a.solveFirst(ctx, f, e, file, m, out)
	}
	found, outErr := 0, error(nil)
	printSolution := func(s puzzle.Solution) bool {
		found++
		outErr = out.solution(file, found, s)
		return found < f.Number && outErr == nil
	}
	search := func(ctx context.Context, yield func(puzzle.Solution) bool) error {
		if f.All { // may find solutions in another order than e.Search
			return crosscut.All(ctx, e, file.Puzzle, m, yield)
		}
		return e.Search(ctx, file.Puzzle, m, yield)
	}
	err := a.watch(ctx, &f.engineFlags, e.Name, m, func(ctx context.Context) error {
		if m.Workers > 1 && m.Trace == nil {
			return searchAhead(ctx, file.Puzzle, f.Number, search, printSolution)
		}
		return search(ctx, printSolution)
	})
	switch {
	case outErr != nil:
		return outErr
	case err == nil && found == 0:
		a.outcome(exitNo)
	case err != nil && !errors.Is(err, crosscut.ErrStopped):
		defer a.fails(file, err)
	}
	if found == 0 && notSearched(err) {
		return nil
	}
	return cmp.Or(out.lastLine(file, found, err), out.flush())
}

func (p *printer) solution(file *text.File, n int, s puzzle.Solution) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	result := appendSolution(p.held.AvailableBuffer(), p.json, file, n, s)
	if p.known != nil && p.has(result) {
		return p.err
	}
	p.held.Write(result) // a buffer never fails
	return p.settle()
}

// appendSolution appends the n-th solution to text, as it is printed.
func appendSolution(content []byte, inJSON bool, file *text.File, n int, s puzzle.Solution) []byte {
	if inJSON {
		return append(serve.AppendSolution(content, file, n, s), '\n')
	}
	content = append(append(content, "# "...), file.Name...)
	content = strconv.AppendInt(append(content, ": solution "...), int64(n), 10)
	content = append(append(content, '\n'), puzzle.Format(file.Puzzle, s)...)
	return append(content, '\n')
}

// lastLine prints how many solutions were found, and whether there are others. If err is
// not nil, it says why the search ended early.
func (p *printer) lastLine(file *text.File, found int, err error) error {
	return p.recordEither(serve.NewEnd(file, found, err), "# %s: %s\n", file.Name, endText(found, "solution", err))
}

// endText says how many solutions or covers were found, and whether there are others.
func endText(found int, noun string, err error) string {
	switch {
	case err == nil:
		return base.AndNoOther(big.NewInt(int64(found)), noun)
	case errors.Is(err, crosscut.ErrStopped):
		return base.Plural(found, noun) + " as asked for; there may be others"
	}
	return fmt.Sprintf("%s so far; there may be others (%s)", base.Plural(found, noun), base.OneLine(err))
}

// solveFirst prints one solution, and what is known about others.
func (a *app) solveFirst(ctx context.Context, f *solveFlags, e crosscut.Engine, file *text.File, m *crosscut.Meter, out *printer) error {
	var outErr error
	first := serve.SearchFirst(ctx, file.Puzzle, func(ctx context.Context, yield func(puzzle.Solution) bool) error {
		return a.search(ctx, &f.engineFlags, e, file.Puzzle, m, yield)
	}, func(s puzzle.Solution) bool {
		outErr = cmp.Or(out.solution(file, 1, s), out.flush())
		return outErr == nil
	})
	switch {
	case outErr != nil:
		return outErr
	case !first.Found && first.Err == nil:
		a.outcome(exitNo)
	case !first.Settled():
		defer a.fails(file, first.Err)
	}
	if !first.Found && notSearched(first.Err) {
		return nil
	}
	return cmp.Or(out.lastLineOfFirst(file, first), out.flush())
}

func (p *printer) lastLineOfFirst(file *text.File, first serve.First) error {
	if !first.Found {
		return p.lastLine(file, 0, first.Err)
	}
	text := map[serve.OtherSolutions]string{
		serve.OthersNone: "the only solution", serve.OthersSymmetric: "the only solution, up to turning the board", serve.OthersSome: "one of several solutions",
	}[first.Others]
	if text == "" {
		text = fmt.Sprintf("one solution; whether there are others is not known (%s)", base.OneLine(first.Err))
	}
	return p.recordEither(first.End(file), "# %s: %s\n", file.Name, text)
}

// searchAhead calls find in another goroutine, and yield in this one with each solution that find
// yields, up to n of them. So the search goes on while a solution is formatted and printed. It
// waits when search.MostInHead numbers wait for yield.
func searchAhead(ctx context.Context, p puzzle.Puzzle, n int, find func(context.Context, func(puzzle.Solution) bool) error, yield func(puzzle.Solution) bool) error {
	run := search.InOrder[int, int]{
		Tasks: search.Indices(1),
		Join: func(ctx context.Context) func(int, func([]int) bool) error {
			return func(_ int, emit func([]int) bool) error {
				left := n
				return find(ctx, func(s puzzle.Solution) bool {
					left--
					return emit(s) && left > 0
				})
			}
		},
		Receive: func(_ int, found []int) error {
			cells := p.Board().Len()
			for ; len(found) > 0; found = found[cells:] {
				if !yield(found[:cells:cells]) {
					return crosscut.ErrStopped
				}
			}
			return nil
		},
	}
	return run.Run(ctx)
}
