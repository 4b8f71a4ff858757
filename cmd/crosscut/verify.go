package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/diagnose"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

type verifyFlags struct {
	input   inputFlags
	output  outputFlags
	partial bool
	limit   timeFlag
}

func (f *verifyFlags) variables() commands.Variables {
	return together(f.input.variables(), f.output.variables(), commands.Variables{"partial": &f.partial, "time": f.limit.variable()})
}

func (f *verifyFlags) check(cmd *cobra.Command) error {
	if cmd.Flags().Changed("time") && !f.partial {
		return errors.New("--time works with --partial only")
	}
	return nil
}

func (a *app) verify(ctx context.Context, f *verifyFlags, args []string) error {
	puzzleName, solutionName := args[0], args[1]
	if f.partial {
		return a.verifyPartial(ctx, f, puzzleName, solutionName)
	}
	file, err := a.read(ctx, puzzleName, &f.input)
	if err != nil {
		return a.unreadable(ctx, &f.output, puzzleName, err)
	}
	in, err := files.RunOrAbandon(ctx, func() (io.ReadCloser, error) { return a.source().Open(solutionName) })
	if err != nil {
		return a.unreadable(ctx, &f.output, solutionName, err)
	}
	defer in.Close()
	out, err := a.printer(ctx, &f.output, files.InputPlaces(puzzleName, solutionName)...)
	if err != nil {
		return err
	}
	name := files.ShownName(solutionName)
	judged := readBoards(ctx, text.NewSolutionReader(in, name, file.Puzzle))
	judge := make(serve.Judge)
	for n := 1; ; n++ {
		s, ok := files.Receive(ctx, judged)
		switch {
		case !ok && ctx.Err() != nil:
			return cmp.Or(out.close(), fmt.Errorf("%s: %w", name, context.Cause(ctx)))
		case !ok:
			return out.close()
		case s.err != nil && out.json:
			return cmp.Or(out.object(serve.NewFailure(name, s.err)), out.close(), s.err)
		case s.err != nil:
			return cmp.Or(out.close(), s.err)
		}
		again, reason := judge.Verdict(file.Puzzle, n, s.values)
		if reason != nil || again > 0 {
			a.outcome(exitNo)
		}
		if err := out.judgement(file.Puzzle, name, n, reason, again); err != nil {
			return cmp.Or(err, out.close())
		}
	}
}

type filledBoard struct {
	values puzzle.Solution
	err    error
}

// readBoards sends the filled boards of a file. It stops at the first error, at the end of
// the file, or when ctx ends.
func readBoards(ctx context.Context, r *text.SolutionReader) <-chan filledBoard {
	found := make(chan filledBoard, 64)
	go func() {
		defer close(found)
		for {
			s, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			select {
			case found <- filledBoard{s, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return found
}

// judgement prints the verdict on the n-th filled board. reason is the error of Check. again
// is the number of the earlier board with the same solution, or 0.
func (p *printer) judgement(puz puzzle.Puzzle, name string, n int, reason error, again int) error {
	verdict := "is a solution"
	if v := (*puzzle.Violation)(nil); errors.As(reason, &v) {
		verdict = fmt.Sprintf("breaks the %v", v)
	} else if again > 0 {
		verdict = fmt.Sprintf("is a solution, but the same as board %d", again)
	}
	return p.either(serve.NewJudgement(puz, name, n, reason, again), "%s: board %d %s\n", name, n, verdict)
}

// readBoardsOf reads all boards of a solution file. They may have open cells.
func (a *app) readBoardsOf(ctx context.Context, p puzzle.Puzzle, name string) ([]puzzle.Solution, error) {
	return files.Read(ctx, a.source(), name, func(in io.Reader, name string) ([]puzzle.Solution, error) {
		return text.ReadSolutions(in, name, p)
	})
}

// verifyPartial judges boards that are filled in part. An engine looks for the solutions.
func (a *app) verifyPartial(ctx context.Context, f *verifyFlags, puzzleName, boardName string) error {
	file, err := a.read(ctx, puzzleName, &f.input)
	if err != nil {
		return a.unreadable(ctx, &f.output, puzzleName, err)
	}
	boards, err := a.readBoardsOf(ctx, file.Puzzle, boardName)
	if err != nil {
		return a.unreadable(ctx, &f.output, boardName, err)
	}
	out, err := a.printer(ctx, &f.output, files.InputPlaces(puzzleName, boardName)...)
	if err != nil {
		return err
	}
	for i, board := range boards {
		within, cancel := f.limit.within(ctx)
		progress, err := diagnose.Partial(within, a.engines[0], file.Puzzle, board, nil)
		cancel()
		if err != nil {
			return cmp.Or(out.close(), fmt.Errorf("%s: %w", files.ShownName(boardName), err))
		}
		if !progress.Possible {
			a.outcome(exitNo)
		}
		if err := out.progress(file.Puzzle, files.ShownName(boardName), i+1, board, progress); err != nil {
			return cmp.Or(err, out.close())
		}
	}
	return out.close()
}

func (p *printer) progress(puz puzzle.Puzzle, name string, n int, board puzzle.Solution, g *diagnose.Progress) error {
	verdict := "is right so far"
	var v *puzzle.Violation
	switch {
	case len(g.Wrong) > 0:
		var entries []string
		for _, c := range g.Wrong {
			entries = append(entries, fmt.Sprintf("%s at %s", puz.Label(c, board[c]), puz.Board().Name(c)))
		}
		verdict = "is wrong: " + base.List(entries)
	case errors.As(g.Broken, &v):
		verdict = fmt.Sprintf("breaks the %v", v)
	case g.Solutions == 0:
		verdict = "breaks no rule, but the puzzle has no solution"
	case !g.Possible:
		verdict = "breaks no rule, but no solution has all its entries"
	case !slices.Contains(board, puzzle.Empty):
		verdict = "is a solution"
	}
	return p.either(serve.NewPartial(puz, name, n, g), "%s: board %d %s\n", name, n, verdict)
}
