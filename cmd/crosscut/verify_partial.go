package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"crosscut/diagnose"
	"crosscut/internal/serve"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// checkPartial rejects flags of verify that are invalid or do not go together.
func checkPartial(cmd *cobra.Command, partial bool) error {
	if cmd.Flags().Changed("time") && !partial {
		return errors.New("--time works with --partial only")
	}
	return nil
}

// readBoardsOf reads all boards of a solution file. They may have open cells.
func (a *app) readBoardsOf(ctx context.Context, p puzzle.Puzzle, name string) ([]puzzle.Solution, error) {
	return readFile(ctx, a, name, func(in io.Reader, name string) ([]puzzle.Solution, error) {
		return text.ReadSolutions(in, name, p)
	})
}

// verifyPartial judges boards that are filled in part. An engine looks for the solutions.
func (a *app) verifyPartial(ctx context.Context, input *inputFlags, output *outputFlags, limit timeFlag, puzzleName, boardName string) error {
	file, err := a.read(ctx, puzzleName, input)
	if err != nil {
		return err
	}
	boards, err := a.readBoardsOf(ctx, file.Puzzle, boardName)
	if err != nil {
		return err
	}
	out, err := a.printer(ctx, output, inputPlaces(puzzleName, boardName)...)
	if err != nil {
		return err
	}
	for i, board := range boards {
		within, cancel := limit.within(ctx)
		progress, err := diagnose.Partial(within, a.engines[0], file.Puzzle, board, nil)
		cancel()
		if err != nil {
			return cmp.Or(out.close(), fmt.Errorf("%s: %w", shownName(boardName), err))
		}
		if !progress.Possible {
			a.outcome(exitNo)
		}
		if err := out.progress(file.Puzzle, shownName(boardName), i+1, board, progress); err != nil {
			return cmp.Or(err, out.close())
		}
	}
	return out.close()
}

// progress prints the verdict on the n-th board of a file.
func (p *printer) progress(puz puzzle.Puzzle, name string, n int, board puzzle.Solution, g *diagnose.Progress) error {
	var v *puzzle.Violation
	broken := errors.As(g.Broken, &v)
	if p.json {
		return p.object(serve.NewPartial(puz, name, n, g))
	}
	switch {
	case len(g.Wrong) > 0:
		var entries []string
		for _, c := range g.Wrong {
			entries = append(entries, fmt.Sprintf("%s at %s", puz.Label(c, board[c]), puz.Board().Name(c)))
		}
		return p.text("%s: board %d is wrong: %s\n", name, n, listWords(entries))
	case broken:
		return p.text("%s: board %d breaks the %v\n", name, n, v)
	case g.Solutions == 0:
		return p.text("%s: board %d breaks no rule, but the puzzle has no solution\n", name, n)
	case !g.Possible:
		return p.text("%s: board %d breaks no rule, but no solution has all its entries\n", name, n)
	case !slices.Contains(board, puzzle.Empty):
		return p.text("%s: board %d is a solution\n", name, n)
	}
	return p.text("%s: board %d is right so far\n", name, n)
}
