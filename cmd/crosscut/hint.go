package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/human"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
	"crosscut/puzzle/text"
)

type hintFlags struct {
	input  inputFlags
	output outputFlags
	filled string // name of a file with the board so far; "" for none
	steps  bool
	degree int // of help: see serve.DegreeStep
	skip   int // number of steps that are left out
	limit  timeFlag
	memory base.Bytes
	jobs   int
}

func (f *hintFlags) check(*cobra.Command) error { return serve.CheckDegree(f.degree, f.steps) }

func (f *hintFlags) variables() commands.Variables {
	f.degree = serve.DegreeStep
	return together(f.input.variables(), f.output.variables(), commands.Variables{
		"filled": &f.filled, "steps": &f.steps, "degree": &f.degree, "skip": &f.skip, "time": f.limit.variable(), "memory": &f.memory, "jobs": &f.jobs,
	})
}

func (a *app) hint(ctx context.Context, f *hintFlags, args []string) error {
	if f.filled != "" {
		return a.hintFilled(ctx, f, args)
	}
	return a.eachWithOutput(ctx, args, &f.input, cores(f.jobs), &f.output, func(a *app, file *text.File, out *printer) error {
		return a.printSteps(ctx, f, file, nil, out)
	})
}

// hintFilled is hint for a board that is filled in part.
func (a *app) hintFilled(ctx context.Context, f *hintFlags, args []string) error {
	if len(args) != 1 || files.IsDirectory(args[0]) {
		return errors.New("--filled needs exactly one puzzle file")
	}
	file, err := a.read(ctx, args[0], &f.input)
	if err != nil {
		return a.unreadable(ctx, &f.output, args[0], err)
	}
	boards, err := a.readBoardsOf(ctx, file.Puzzle, f.filled)
	if err != nil {
		return a.unreadable(ctx, &f.output, f.filled, err)
	}
	if len(boards) != 1 {
		return fmt.Errorf("--filled %s has %s; it needs one", files.ShownName(f.filled), base.Plural(len(boards), "board"))
	}
	out, err := a.printer(ctx, &f.output, files.InputPlaces(args[0], f.filled)...)
	if err != nil {
		return err
	}
	return cmp.Or(a.printSteps(ctx, f, file, boards[0], out), out.close())
}

// printSteps prints the first step of a puzzle, or with --steps all steps. It begins with the
// given board, or with the clues if that is nil. There is no step if the puzzle has no
// solution or an entry of the board is wrong.
func (a *app) printSteps(ctx context.Context, f *hintFlags, file *text.File, filled puzzle.Solution, out *printer) error {
	ctx, cancel := f.limit.patiently(ctx)
	defer cancel()
	b, err := files.RunOrAbandon(ctx, func() (serve.Beginning, error) { // it may take long to notice the end of ctx on a large board
		return serve.Stepper(ctx, a.engines, file.Puzzle, filled, nil)
	})
	switch {
	case err != nil:
		a.fails(file, err)
		return out.flush()
	case b.Wrong != nil:
		a.outcome(exitNo)
		return cmp.Or(out.progress(file.Puzzle, files.ShownName(f.filled), 1, filled, b.Wrong), out.flush())
	case b.Solver == nil:
		return a.answer(out, exitNo, serve.NewUnsolvable(file), "%s: %s\n", file.Name, noSolutionText(file.Puzzle))
	}
	perhaps := "; perhaps there are several solutions: run \"crosscut unique\""
	if b.Several {
		perhaps = ""
		a.note(file.Name + ": has several solutions; check your copy")
	}
	for n, s := 1, b.Solver; ; n++ {
		before := slices.Clone(s.Board())
		step, err := files.RunOrAbandon(ctx, func() (human.Step, error) { return s.Next(ctx) }) // on a large board it may take long
		switch {
		case errors.Is(err, human.ErrSolved):
			return a.answer(out, exitYes, serve.NewSteps(file, n-1, b, err), "# %s: solved in %s\n%s\n",
				file.Name, base.Plural(n-1, "step"), puzzle.Format(file.Puzzle, s.Board()))
		case errors.Is(err, human.ErrStuck):
			return a.answer(out, exitNo, serve.NewSteps(file, n-1, b, err), "%s: no next step after %s%s\n%s",
				file.Name, base.Plural(n-1, "step"), perhaps, puzzle.Format(file.Puzzle, s.Board()))
		case err != nil:
			a.fails(file, err)
			return out.flush()
		}
		if n <= f.skip {
			continue
		}
		if f.degree < serve.DegreeStep {
			step = serve.HiddenStep(file.Puzzle, step, f.degree)
		}
		if err := out.step(file, n, step, before, b.Several, f); err != nil {
			return err
		}
		if !f.steps {
			return out.flush()
		}
	}
}

// step prints the n-th step. Unless it is one of many, the board before it follows. For the
// lowest degree of help there is no board.
func (p *printer) step(file *text.File, n int, step human.Step, before []int, several bool, f *hintFlags) error {
	content := fmt.Sprintf("%s (%v): %s", step.Technique, step.Technique.Level(), step.Text)
	if step.Technique == human.Guess {
		content = "no step is left, but a guess: " + step.Text
	}
	object := serve.NewStep(file, n, step, several)
	switch {
	case f.steps:
		return p.either(object, "%4d  %s\n", n, content)
	case f.degree == serve.DegreeWhere:
		return p.either(object, "%s: %s\n", file.Name, content)
	}
	return p.either(object, "%s: %s\n%s%s", file.Name, content, markStep(file.Puzzle, step, before), stonesOf(file.Puzzle, step))
}

// stonesOf draws the stones that a step is about, each as in a file, below its name. For a
// board of numbers it returns "".
func stonesOf(p puzzle.Puzzle, step human.Step) string {
	board, ok := p.(*puzzle.Draughtboard)
	if !ok {
		return ""
	}
	var text strings.Builder
	drawn := make(map[int]bool)
	for _, c := range slices.Concat(step.Place, step.Remove) {
		stone := max(c.Value, -c.Value)
		if !drawn[stone] && stone != puzzle.Bare {
			drawn[stone] = true
			fmt.Fprintf(&text, "stone %s:\n%v", board.Name(stone), board.Stones()[stone-1])
		}
	}
	return text.String()
}

// markStep returns the board with * before the conclusions of a step and + before the cells
// to look at. A Zip is a line, so its cells keep the numbers of the file.
func markStep(p puzzle.Puzzle, step human.Step, before []int) string {
	sign, values := make(map[int]string), slices.Clone(before)
	if h, ok := p.(*puzzle.Hidoku); ok && h.Ranked() {
		values = slices.Repeat([]int{puzzle.Empty}, len(before))
		for i, c := range h.Ascending() {
			values[c] = i + 1
		}
	}
	for _, c := range step.Because {
		sign[c] = "+"
	}
	for _, r := range step.Shown() {
		for _, c := range r.Cells {
			sign[c] = "*"
		}
	}
	for _, placed := range step.Place {
		for _, c := range placed.Cells {
			sign[c] = "*"
			if !placed.IsLine() {
				values[c] = placed.Value
			}
		}
	}
	return p.Board().Draw(func(c int) string { return sign[c] + p.Label(c, values[c]) })
}

// noSolutionText is what hint and grade say of a puzzle without a solution. It recommends the
// commands that know the puzzle. repair changes clues, so it has nothing to change without them.
func noSolutionText(p puzzle.Puzzle) string {
	text := "no solution"
	why, repair := true, false
	switch p := p.(type) {
	case *puzzle.Draughtboard:
		why = space.Fixed(p)
	case puzzle.Numbered:
		repair = slices.ContainsFunc(p.Clues(), func(k int) bool { return k != puzzle.Empty })
	}
	if why {
		text += ": \"crosscut why\" shows the reason"
	}
	if repair {
		text += ", \"crosscut repair\" looks for a change that helps"
	}
	return text
}
