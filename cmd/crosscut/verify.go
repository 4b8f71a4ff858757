package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/spf13/cobra"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

type verifyFlags struct {
	inputFlags
	outputFlags
	Partial bool
	Time    time.Duration
}

func (f *verifyFlags) check(cmd *cobra.Command) error {
	if cmd.Flags().Changed("time") && !f.Partial {
		return errors.New("--time works with --partial only")
	}
	return nil
}

// verify judges boards by the rules. If they are filled in part, an engine looks for the solutions.
func (a *app) verify(ctx context.Context, f *verifyFlags, args []string) error {
	name := files.ShownName(args[1])
	asking := &serve.Asking{Options: map[string]string{"partial": fmt.Sprint(f.Partial)}, Engine: a.engines[0], Meter: new(meter.Meter), BoardName: name}
	var out *printer
	var unread error // of the boards
	if f.Partial {
		file, boards, opened, err := a.readFilled(ctx, &f.inputFlags, &f.outputFlags, args[0], args[1], false)
		if err != nil {
			return err
		}
		asking.File, asking.Boards, out = file, serve.Given(boards...), opened
	} else {
		file, err := a.read(ctx, args[0], &f.inputFlags)
		if err != nil {
			return a.unreadable(ctx, &f.outputFlags, args[0], err)
		}
		in, err := files.RunOrAbandon(ctx, func() (io.ReadCloser, error) { return a.source().Open(args[1]) })
		if err != nil {
			return a.unreadable(ctx, &f.outputFlags, args[1], err)
		}
		defer in.Close()
		if out, err = a.printer(ctx, &f.outputFlags, files.InputPlaces(args...)...); err != nil {
			return err
		}
		boards := readBoards(ctx, text.Solutions(in, name, file.Puzzle))
		asking.File, asking.Boards = file, func(yield func(puzzle.Solution, error) bool) {
			for {
				board, ok := files.Receive(ctx, boards)
				switch {
				case ok:
					unread = board.err
				case ctx.Err() != nil:
					board.err = fmt.Errorf("%s: %w", name, context.Cause(ctx))
				default:
					return
				}
				if !yield(board.values, board.err) {
					return
				}
			}
		}
	}
	asking.Watch = func(_ string, search func(context.Context) error) error {
		ctx, cancel := within(ctx, f.Time)
		defer cancel()
		if err := search(ctx); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	a.listen(asking, out)
	op, _ := serve.OperationNamed("verify")
	err := op.Tell(ctx, asking)
	if unread != nil && out.json {
		err = cmp.Or(out.object(serve.NewFailure(name, unread)), err)
	}
	return cmp.Or(out.close(), err)
}

// readFilled reads a puzzle and boards of it, which may have open cells, and opens the place for results.
func (a *app) readFilled(ctx context.Context, in *inputFlags, to *outputFlags, puzzleName, boardName string, one bool) (*text.File, []puzzle.Solution, *printer, error) {
	file, err := a.read(ctx, puzzleName, in)
	if err != nil {
		return nil, nil, nil, a.unreadable(ctx, to, puzzleName, err)
	}
	boards, err := files.Read(ctx, a.source(), boardName, func(in io.Reader, name string) ([]puzzle.Solution, error) {
		return text.ReadSolutions(in, name, file.Puzzle)
	})
	switch {
	case err != nil:
		return nil, nil, nil, a.unreadable(ctx, to, boardName, err)
	case one && len(boards) != 1:
		return nil, nil, nil, fmt.Errorf("--filled %s has %s; it needs one", files.ShownName(boardName), base.Plural(len(boards), "board"))
	}
	out, err := a.printer(ctx, to, files.InputPlaces(puzzleName, boardName)...)
	return file, boards, out, err
}

type filledBoard struct {
	values puzzle.Solution
	err    error
}

// readBoards sends the filled boards of a file. It stops at the first error, at the end of
// the file, or when ctx ends.
func readBoards(ctx context.Context, all iter.Seq2[puzzle.Solution, error]) <-chan filledBoard {
	found := make(chan filledBoard, 64)
	go func() {
		defer close(found)
		for s, err := range all {
			select {
			case found <- filledBoard{s, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return found
}
