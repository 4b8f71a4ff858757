package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/human"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// tellHint tells the first step from a board after those to skip, or with the option steps all of them. There
// is no step if the puzzle has no solution or an entry of the board is wrong.
func tellHint(ctx context.Context, a *Asking) error {
	var filled puzzle.Solution
	if a.Boards != nil {
		for filled = range a.Boards {
		}
	}
	p, name := a.File.Puzzle, a.File.Name
	var b beginning
	err := a.Long(ctx, func() (err error) { // on a large board it may take long
		b, err = stepper(ctx, a.Engines, p, filled, a.Meter)
		return err
	})
	switch {
	case err != nil:
		return err
	case b.wrong != nil:
		return a.Say(a.partial(1, filled, b.wrong))
	case b.solver == nil:
		return a.Say(Told{Object: unsolvable(a.File), Text: fmt.Sprintf("%s: %s\n", name, noSolutionText(p)), No: true})
	}
	perhaps := "; perhaps there are several solutions: run \"crosscut unique\""
	if b.several {
		perhaps = ""
		a.Note(name + ": has several solutions; check your copy")
	}
	skip := options(a.Options).number("skip", 0)
	for n, s := 1, b.solver; ; n++ {
		before, step := slices.Clone(s.Board()), human.Step{}
		err := a.Long(ctx, func() (err error) {
			step, err = s.Next(ctx)
			return err
		})
		end := Steps{File: name, Steps: n - 1, End: "stuck", Several: b.several}
		switch {
		case errors.Is(err, human.ErrSolved):
			end.Solved, end.End, end.Rows = true, "solved", Rows(p, s.Board())
			return a.Say(Told{Object: end, Text: fmt.Sprintf("# %s: solved in %s\n%s\n", name, base.Plural(n-1, "step"), puzzle.Format(p, s.Board()))})
		case errors.Is(err, human.ErrStuck):
			text := fmt.Sprintf("%s: no next step after %s%s\n%s", name, base.Plural(n-1, "step"), perhaps, puzzle.Format(p, s.Board()))
			return a.Say(Told{Object: end, Text: text, No: true})
		case errors.As(err, new(*human.ContradictionError)): // only beside several solutions
			return a.Say(Told{Object: unsolvable(a.File), Text: fmt.Sprintf("%s: %s\n", name, base.OneLine(err)), No: true})
		case err != nil:
			return err
		case n <= skip:
			continue
		}
		if err := a.Say(a.step(n, step, before, b.several)); err != nil || !options(a.Options).flag("steps") {
			return err
		}
	}
}

// step is the n-th step. Unless it is one of many, the board before it follows. For the lowest degree of help there is
// no board.
func (a *Asking) step(n int, step human.Step, before []int, several bool) Told {
	o, p := options(a.Options), a.File.Puzzle
	degree := o.number("degree", degreeStep)
	if degree < degreeStep {
		step = step.Hint(p, degree == degreeCells)
	}
	content := fmt.Sprintf("%s (%v): %s", step.Technique, step.Technique.Level(), step.Text)
	if step.Technique == human.Guess {
		content = "no step is left, but a guess: " + step.Text
	}
	switch {
	case !people:
	case o.flag("steps"):
		content = fmt.Sprintf("%4d  %s\n", n, content)
	case degree == degreeWhere:
		content = fmt.Sprintf("%s: %s\n", a.File.Name, content)
	default:
		content = fmt.Sprintf("%s: %s\n%s%s", a.File.Name, content, markStep(p, step, before), stonesOf(p, step))
	}
	return Told{Object: newStep(a.File, n, step, several), Text: content}
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
	if !people {
		return text
	}
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

// beginning is where the steps of a person begin. Without a solver, the puzzle has no solution, or
// wrong says which entries are wrong.
type beginning struct {
	solver  *human.Solver
	wrong   *diagnose.Progress
	several bool // the puzzle is known to have several solutions
}

// stepper returns where steps begin: a board so far, or the clues if filled is nil.
func stepper(ctx context.Context, engines []crosscut.Engine, p puzzle.Puzzle, filled puzzle.Solution, m *meter.Meter) (b beginning, err error) {
	if filled == nil {
		found, err := upToTwo(ctx, engines, p)
		if found == 0 || err != nil {
			return b, err
		}
		b.several = found > 1
		b.solver, err = human.New(ctx, p, nil)
		return b, err
	}
	progress, err := diagnose.Partial(ctx, engines[0], p, filled, m)
	switch {
	case err != nil || progress.Solutions == 0:
		return b, err
	case !progress.Possible:
		b.wrong = progress
		return b, nil
	}
	b.several = progress.Solutions > 1
	b.solver, err = human.New(ctx, p, filled)
	return b, err
}

// tellGrade tells how hard a puzzle with one solution is for a person.
func tellGrade(ctx context.Context, a *Asking) error {
	p, name := a.File.Puzzle, a.File.Name
	found, err := crosscut.Distinct(ctx, a.Engine, p, 2, a.Meter)
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return a.Say(Told{Object: Grade{File: name, Solutions: "none"}, Text: fmt.Sprintf("%s: %s\n", name, noSolutionText(p)), No: true})
	case len(found) > 1:
		return a.Say(Told{Object: Grade{File: name, Solutions: "several"}, Text: name + ": no grade: it has more than one solution\n", No: true})
	}
	var g *human.Grade
	if err = a.Long(ctx, func() (err error) { // a single step may take long
		g, err = human.GradeOf(ctx, p, human.Extreme)
		return err
	}); err != nil {
		return err
	}
	told := Told{Object: newGrade(a.File, g)}
	if people {
		told.Text = fmt.Sprintf("%s: %s\n", name, gradeText(g))
	}
	return a.Say(told)
}

// gradeText returns the lines of a grade. The first one is like "medium 5.4 ★★☆☆☆, bridge 7 times".
func gradeText(g *human.Grade) string {
	stars := strings.Repeat("★", g.Stars()) + strings.Repeat("☆", 5-g.Stars())
	text := fmt.Sprintf("%v %.1f %s", g.Level, g.Score(), stars)
	switch n := g.Profile[g.Hardest]; {
	case g.Hardest == 0 && g.Solved:
		text += ", solved from the start"
	case g.Hardest != 0:
		often := map[int]string{1: "once", 2: "twice"}[n]
		text += fmt.Sprintf(", %v %s", g.Hardest, cmp.Or(often, base.Plural(n, "time")))
	}
	if g.Depth > 1 {
		text += fmt.Sprintf(", up to %d upon each other", g.Depth)
	}
	if !g.Solved {
		text += "; then neither steps nor guesses of a bounded depth are left"
	}
	for _, t := range slices.Sorted(maps.Keys(g.Profile)) {
		text += fmt.Sprintf("\n  %-32s %4d", t, g.Profile[t])
	}
	return text
}
