package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"regexp"
	"time"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/encode"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

type decodeFlags struct {
	inputFlags
	outputFlags
	From     string
	Encoding string
	Time     time.Duration
}

func (a *app) decode(ctx context.Context, f *decodeFlags, args []string) error {
	puzzleName, answerName := args[0], args[1]
	file, err := a.read(ctx, puzzleName, &f.inputFlags)
	if err != nil {
		return err
	}
	ctx, cancel := within(ctx, f.Time)
	defer cancel()
	boards, err := files.Read(ctx, a.source(), answerName, func(in io.Reader, name string) ([]puzzle.Solution, error) {
		return decodedBoards(ctx, f, file, &boundedReader{in, maxAnswer}, name)
	})
	if err != nil {
		return err
	}
	out, err := a.printer(ctx, &f.outputFlags, files.InputPlaces(puzzleName, answerName)...)
	if err != nil {
		return err
	}
	err = a.printBoards(out, file, boards, files.ShownName(answerName))
	return cmp.Or(err, out.close())
}

// ofSolver matches what a SAT solver says, and no program of Knuth.
var ofSolver = regexp.MustCompile(`(?m)^(?:[sv] |SAT|UNSAT|INDET|UNKNOWN)`)

func decodedBoards(ctx context.Context, f *decodeFlags, file *text.File, from io.Reader, name string) ([]puzzle.Solution, error) {
	in := bufio.NewReaderSize(from, 1<<16)
	if f.From == "" {
		head, _ := in.Peek(1 << 16)
		f.From = serve.ToDLX
		if ofSolver.Match(head) {
			f.From = serve.ToDIMACS
		}
	}
	if f.From == serve.ToDIMACS {
		formula, err := encode.CNF(ctx, file.Puzzle, encode.Encoding(f.Encoding))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		var boards []puzzle.Solution
		err = sat.ReadModels(in, name, formula.CNF.Vars(), func(values []bool) error {
			boards = append(boards, formula.Decode(values))
			return context.Cause(ctx)
		})
		return boards, err
	}
	if err := serve.CheckTarget(f.Encoding, f.From); err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name, err)
	}
	c, err := encode.ExactCover(ctx, file.Puzzle)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name, err)
	}
	covers, err := c.Problem.ReadCovers(in, name)
	var boards []puzzle.Solution
	for _, cover := range covers {
		boards = append(boards, c.Decode(cover))
	}
	return boards, err
}

// printBoards prints the boards that are solutions, and reports the others.
func (a *app) printBoards(out *printer, file *text.File, boards []puzzle.Solution, name string) error {
	if len(boards) == 0 {
		return a.answer(out, exitNo, noSolutionRecord{File: file.Name, Answer: name}, "# %s: no solution in %s\n", file.Name, name)
	}
	for i, s := range boards {
		if err := file.Puzzle.Check(s); err != nil {
			a.outcome(exitNo)
			a.complain(fmt.Sprintf("board %d of the answer is not a solution of %s: %s", i+1, file.Name, base.OneLine(err)))
			continue
		}
		if err := out.solution(file, i+1, s); err != nil {
			return err
		}
	}
	return nil
}

type noSolutionRecord struct {
	File      string `json:"file"`
	Solutions int    `json:"solutions"` // always 0
	Answer    string `json:"answer"`    // the file that says so
}

// maxAnswer is the largest size of an answer in bytes. The answer to the largest formula is
// smaller. The bound keeps the boards of an answer within the memory of a computer.
const maxAnswer = 64 << 20

// boundedReader is a reader that fails after so many bytes. io.LimitReader would report the
// end of the file instead.
type boundedReader struct {
	in   io.Reader
	left int
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, fmt.Errorf("more than %d MiB, the largest size of an answer", maxAnswer>>20)
	}
	n, err := b.in.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
