package main

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"crosscut/encode"
	"crosscut/puzzle"
	"crosscut/sat"
)

// decodeFlags are the flags of decode.
type decodeFlags struct {
	input    inputFlags
	output   outputFlags
	from     string
	encoding encodingFlag
	limit    timeFlag
}

func (a *app) decodeCommand() *cobra.Command {
	var f decodeFlags
	cmd := &cobra.Command{
		Use:   "decode --from dimacs|dlx PUZZLE ANSWER",
		Short: "Turn another program's answer into a board",
		Long: `Read what another program answered to a file that "crosscut encode" wrote for
PUZZLE, and print the board: the one model in the "s" and "v" lines of a SAT solver
or in the file that minisat writes (--from dimacs), or all covers that Knuth's
programs print (--from dlx). Each board is judged by the rules.

Exit code 0 when there are boards and all are solutions, 1 when the answer is that
there is no solution or when a board breaks a rule, 3 when a limit came first.`,
		Example: "  crosscut decode --from dlx testdata/draughtboard/three.txt testdata/draughtboard/three.answer.txt",
		Args:    exactly("PUZZLE", "ANSWER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.input.check(), f.encoding.check(), f.output.check(), f.limit.check(cmd)); err != nil {
				return err
			}
			return a.decode(cmd.Context(), &f, args[0], args[1])
		},
	}
	f.input.add(cmd)
	f.output.add(cmd)
	cmd.Flags().StringVar(&f.from, "from", "", "`KIND` of answer: dimacs or dlx")
	f.encoding.add(cmd)
	f.limit.add(cmd, "stop")
	return cmd
}

func (a *app) decode(ctx context.Context, f *decodeFlags, puzzleName, answerName string) error {
	if err := cmp.Or(checkTarget("--from", f.from), f.encoding.goesWith("--from", f.from)); err != nil {
		return err
	}
	file, err := a.read(ctx, puzzleName, &f.input)
	if err != nil {
		return err
	}
	ctx, cancel := f.limit.within(ctx)
	defer cancel()
	boards, err := readFile(ctx, a, answerName, func(in io.Reader, name string) ([]puzzle.Solution, error) {
		return decoded(ctx, f, file, &bounded{in, maxAnswer}, name)
	})
	if err != nil {
		return err
	}
	out, err := a.printer(&f.output, readFrom(puzzleName, answerName)...)
	if err != nil {
		return err
	}
	err = a.printBoards(out, file, boards, shownName(answerName))
	return cmp.Or(err, out.close())
}

// decoded returns the filled boards of an answer.
func decoded(ctx context.Context, f *decodeFlags, file *puzzle.File, in io.Reader, name string) ([]puzzle.Solution, error) {
	if f.from == targetDIMACS {
		formula, err := encode.CNFBy(ctx, file.Puzzle, string(f.encoding))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		values, satisfiable, err := sat.ReadModel(in, name, formula.CNF.Vars())
		if err != nil || !satisfiable {
			return nil, err
		}
		return []puzzle.Solution{formula.Decode(values)}, nil
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

// printBoards prints the boards that are solutions, and reports those that are
// none.
func (a *app) printBoards(out *printer, file *puzzle.File, boards []puzzle.Solution, name string) error {
	if len(boards) == 0 {
		a.outcome(exitNo)
		return out.none(file, name)
	}
	for i, s := range boards {
		if err := file.Puzzle.Check(s); err != nil {
			a.outcome(exitNo)
			a.complain(exitNo, fmt.Sprintf("answer %d is no solution of %s: %s", i+1, file.Name, oneLine(err)))
			continue
		}
		if err := out.solution(file, i+1, s); err != nil {
			return err
		}
	}
	return nil
}

// noneRecord is the JSON object of an answer without solutions.
type noneRecord struct {
	File      string `json:"file"`
	Solutions int    `json:"solutions"` // 0
	Answer    string `json:"answer"`    // whose word it is
}

// none prints that there is no solution in the answer of that name, whose word it is.
func (p *printer) none(file *puzzle.File, name string) error {
	if p.json {
		return p.object(noneRecord{File: file.Name, Answer: name})
	}
	return p.text("# %s: no solution in %s\n", file.Name, name)
}

// maxAnswer is how many bytes of an answer are read. It is above what the largest
// formula needs, and keeps what is made of them within the memory of a computer.
const maxAnswer = 64 << 20

// bounded is a reader that fails after left bytes, where io.LimitReader would make
// believe that nothing is left.
type bounded struct {
	in   io.Reader
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, fmt.Errorf("more than %d MiB, the most that is read of an answer", maxAnswer>>20)
	}
	n, err := b.in.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
