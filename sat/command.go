package sat

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"crosscut/meter"
)

// Command is a solver of other people that is run as a program, such as
//
//	cadical -q {}
//	minisat -verb=0 {} {}.out >/dev/null; cat {}.out
//	cadical -q --no-binary {} {proof}
//
// The shell sh runs it. {} stands for the name of a DIMACS file. Without {}, the formula
// comes on standard input. {proof} stands for the name of a file for a proof in DRAT, as
// text or binary. The program prints its answer in a format that [ReadModels] knows. Its
// exit code may be 10 for a model and 20 for no model. An exit code that contradicts the
// answer is an error. Other exit codes do not matter.
//
// Each model is checked on the formula.
type Command struct{ line string }

// NewCommand returns the solver of a command line, which must not be blank.
func NewCommand(line string) (*Command, error) {
	if strings.TrimSpace(line) == "" {
		return nil, errors.New("the command of the SAT solver is empty; it is as in 'cadical -q {}'")
	}
	return &Command{line}, nil
}

// Proves reports whether the command has a place for a proof.
func (c *Command) Proves() bool { return strings.Contains(c.line, proofPlace) }

const (
	formulaPlace = "{}"
	proofPlace   = "{proof}"
)

// Models is [ModelsInCubes] by the program instead of gini. It returns nil only when there are no more
// models, and [meter.ErrStopped] when yield returned false. The program runs again for
// each model, on the formula with one more clause. So the time for k models grows with
// the square of k. The error may also be a [*CommandError].
func (c *Command) Models(ctx context.Context, f *CNF, keep []Lit, m *meter.Meter, yield func(values []bool) bool) error {
	run := meter.Start(ctx, m)
	defer run.Close()
	e := &enumeration{f: f, keep: keep, antichain: true}
	if err := cmp.Or(e.check(), run.Err()); err != nil {
		return err
	}
	left := f.Copy()
	for {
		if err := run.Node(0); err != nil {
			return err
		}
		values, sat, err := c.solve(ctx, left, nil)
		if err != nil {
			return err
		}
		if !sat {
			run.Failures++
			run.Share(1)
			return nil
		}
		_ = run.Count(meter.Stats{Solutions: 1})
		if yield != nil && !yield(values) {
			return meter.ErrStopped
		}
		left.Add(e.blockOf(values)...)
	}
}

// Refute writes the proof of the program that f has no model to w. It is text in DRAT, up
// to the empty clause. The command must have {proof}. The proof is not checked here. The
// error is as for [Refute], or a [*CommandError].
func (c *Command) Refute(ctx context.Context, f *CNF, m *meter.Meter, w io.Writer) error {
	run := meter.Start(ctx, m)
	defer run.Close()
	if err := cmp.Or(f.Err(), run.Err()); err != nil {
		return err
	}
	if !c.Proves() {
		return c.errorf(nil, "it has no %s, where the proof is to go", proofPlace)
	}
	_, sat, err := c.solve(ctx, f, func(name string) error {
		proof, err := os.Open(name)
		if err != nil {
			return c.errorf(nil, "it wrote no proof into %s", proofPlace)
		}
		defer proof.Close()
		if err := copyProof(w, proof); err != nil {
			return c.errorf(nil, "its proof: %w", err)
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case sat:
		return ErrSatisfiable
	}
	return nil
}

// CommandError says what is wrong with the answer of a program.
type CommandError struct {
	Line   string // the command
	Reason error
	Said   string // the end of what it wrote to standard error, on one line
}

// Error returns the command, the reason, and what the program said.
func (e *CommandError) Error() string {
	text := fmt.Sprintf("SAT solver %q: %v", e.Line, e.Reason)
	if e.Said != "" {
		text += fmt.Sprintf(" (it said: %s)", e.Said)
	}
	return text
}

// Unwrap returns the reason.
func (e *CommandError) Unwrap() error { return e.Reason }

func (c *Command) errorf(said []byte, format string, args ...any) error {
	return &CommandError{c.line, fmt.Errorf(format, args...), strings.Join(strings.Fields(string(said)), " ")}
}

// solve runs the program on f and checks its model. When there is no model, it calls
// unsatisfiable with the name of the proof, unless unsatisfiable is nil.
func (c *Command) solve(ctx context.Context, f *CNF, unsatisfiable func(proof string) error) ([]bool, bool, error) {
	dir, err := os.MkdirTemp("", "crosscut-*")
	if err != nil {
		return nil, false, err
	}
	defer os.RemoveAll(dir)
	formula, proof := filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "proof.drat")
	if err := writeFile(formula, func(w io.Writer) error { return f.WriteDIMACS(w, nil) }); err != nil {
		return nil, false, err
	}
	values, sat, err := c.answer(ctx, f, formula, proof)
	switch {
	case ctx.Err() != nil: // the program was killed, so its answer does not count
		return nil, false, context.Cause(ctx)
	case err != nil:
		return nil, false, err
	case sat && !f.Satisfied(values):
		return nil, false, c.errorf(nil, "it answered with an assignment that is no model")
	case !sat && unsatisfiable != nil:
		return nil, false, unsatisfiable(proof)
	}
	return values, sat, nil
}

func (c *Command) answer(ctx context.Context, f *CNF, formula, proof string) ([]bool, bool, error) {
	ctx, kill := context.WithCancel(ctx)
	defer kill()
	line := strings.NewReplacer(formulaPlace, quoted(formula), proofPlace, quoted(proof)).Replace(c.line)
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	own(cmd)
	cmd.WaitDelay = 20 * time.Millisecond // for programs that it started and that survive it
	said := new(tail)
	cmd.Stderr = said
	if !strings.Contains(c.line, formulaPlace) {
		in, err := os.Open(formula)
		if err != nil {
			return nil, false, err
		}
		defer in.Close()
		cmd.Stdin = in
	}
	// Wait would wait for the end of its own pipe. It does not know this one.
	out, in, err := os.Pipe()
	if err != nil {
		return nil, false, err
	}
	defer out.Close()
	cmd.Stdout = in
	err = cmd.Start()
	in.Close()
	if err != nil {
		return nil, false, c.errorf(nil, "%w", err)
	}
	stop := context.AfterFunc(ctx, func() { out.Close() }) // otherwise reading waits for all programs that have the other end
	values, sat, answered := readModels(out, "its answer", f.Vars(), nil)
	stop()
	if answered != nil {
		kill()
	}
	ended := cmd.Wait()
	code := cmd.ProcessState.ExitCode()
	undecided := new(undecidedError)
	// No solver ends with 1 by a limit; comments come before an error, too.
	silent := errors.As(answered, &undecided) && (undecided.Empty || undecided.untold && code == 1)
	switch {
	case silent && code == 0:
		return nil, false, c.errorf(said.text, "%w", &undecidedError{Name: undecided.Name})
	case silent && code != 127:
		return nil, false, c.errorf(said.text, "it gave no answer, and %w", ended)
	case answered != nil && code == 127:
		return nil, false, c.errorf(said.text, "there is no such program")
	case answered != nil && code > 0 && code != 10 && code != 20:
		return nil, false, c.errorf(said.text, "%w, and %w", answered, ended)
	case answered != nil:
		return nil, false, c.errorf(said.text, "%w", answered)
	case sat && code == 20, !sat && code == 10:
		return nil, false, c.errorf(said.text, "its answer and its exit code %d contradict each other", code)
	}
	return values, sat, nil
}

func writeFile(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return cmp.Or(write(file), file.Close())
}

// quoted returns a name as one word of the shell.
func quoted(name string) string { return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'" }

// tail keeps the last bytes that are written to it.
type tail struct{ text []byte }

func (t *tail) Write(text []byte) (int, error) {
	t.text = append(t.text, text...)
	if over := len(t.text) - maxText; over > 0 {
		t.text = bytes.Clone(t.text[over:])
	}
	return len(text), nil
}
