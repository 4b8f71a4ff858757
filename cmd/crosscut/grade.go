package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/human"
	"crosscut/internal/files"
	"crosscut/internal/serve"
	"crosscut/internal/wording"
	"crosscut/puzzle/text"
)

func (a *app) gradeCommand() *cobra.Command {
	var f searchFlags
	return command("grade", f.variables(), &cobra.Command{
		Long: `Solve each puzzle by the steps of a person, always taking the easiest step. Print the
level, the score, and the hardest kind of step with the number of its uses. Below them,
print every kind of step with the number of its uses. An easy puzzle has one star, a
medium one two, a hard one three, and an extreme one five. A hard puzzle has four stars if
a step weighs 8 or more.

  easy     looking at neighbours: the only cell beside a number, the last of a line
  medium   reach and short bridges; two-cell sums; the only stone for a cell
  hard     dead ends, long bridges, counted areas, cut points; sums of three cells
           and more; colour counts, placements that leave no room
  extreme  guesses: assumptions that lead to a contradiction

The score before the point is the weight of the hardest step, 1 to 12. Behind the point it
grows with the number of uses. A long bridge weighs more if it has more ways, and beyond 20
ways it takes a guess. First, an engine checks that there is exactly one
solution. On a draughtboard, solutions count as one if a symmetry takes one to the other.

The exit code is 0 when each puzzle is graded, 1 when one has no solution or several, and 3
when a limit came first.`,
		Example: "  crosscut grade testdata/hidoku/seed-10x10.txt testdata/hidoku/gk08-med-1.txt",
		Args:    atLeastOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			return a.grade(cmd.Context(), &f, args)
		},
	})
}

func (a *app) grade(ctx context.Context, f *searchFlags, args []string) error {
	return a.eachWithEngine(ctx, f, args, func(a *app, e crosscut.Engine, file *text.File, out *printer) error {
		ctx, cancel := f.engine.limit.patiently(ctx)
		defer cancel()
		found, err := crosscut.Distinct(ctx, a.limitedEngine(&f.engine, e), file.Puzzle, 2, new(crosscut.Meter))
		if err != nil {
			a.report(fmt.Errorf("%s: %w", file.Name, err))
			return nil
		}
		if len(found) != 1 {
			a.outcome(exitNo)
			return cmp.Or(out.ungraded(file, len(found)), out.flush())
		}
		var g *human.Grade
		_, err = files.RunOrAbandon(ctx, func() (err error) { // a single step may take long
			g, err = human.GradeOf(ctx, file.Puzzle, human.Extreme)
			return err
		})
		if err != nil {
			a.report(fmt.Errorf("%s: %w", file.Name, err))
			return nil
		}
		return cmp.Or(out.grade(file, g), out.flush())
	})
}

// ungraded prints that a puzzle has no grade, because it has no solution or several.
func (p *printer) ungraded(file *text.File, solutions int) error {
	if p.json {
		return p.object(serve.NewUngraded(file, solutions))
	}
	content := noSolutionText(file.Puzzle)
	if solutions > 0 {
		content = "no grade: it has more than one solution"
	}
	return p.text("%s: %s\n", file.Name, content)
}

// grade prints a grade and its profile.
func (p *printer) grade(file *text.File, g *human.Grade) error {
	if p.json {
		return p.object(serve.NewGrade(file, g))
	}
	used := slices.Sorted(maps.Keys(g.Profile))
	var content strings.Builder
	fmt.Fprintf(&content, "%s: %s\n", file.Name, gradeText(g))
	for _, t := range used {
		fmt.Fprintf(&content, "  %-32s %4d\n", t, g.Profile[t])
	}
	return p.text("%s", content.String())
}

// starsText returns a number of stars out of five.
func starsText(stars int) string {
	return strings.Repeat("★", stars) + strings.Repeat("☆", 5-stars)
}

// gradeText returns the first line of a grade: "medium 5.4 ★★☆☆☆, bridge 7 times".
func gradeText(g *human.Grade) string {
	text := fmt.Sprintf("%v %.1f %s", g.Level, g.Score(), starsText(g.Stars()))
	switch {
	case g.Hardest == 0 && g.Solved:
		text += ", solved from the start"
	case g.Hardest != 0:
		text += fmt.Sprintf(", %v %s", g.Hardest, howOften(g.Times()))
	}
	if g.Depth > 1 {
		text += fmt.Sprintf(", up to %d upon each other", g.Depth)
	}
	if !g.Solved {
		text += "; then neither steps nor guesses of a bounded depth are left"
	}
	return text
}

// howOften returns "once", "twice" or "3 times".
func howOften(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return wording.Plural(n, "time")
}
