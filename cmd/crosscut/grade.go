package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/human"
	"crosscut/puzzle"
)

func (a *app) gradeCommand() *cobra.Command {
	var f searchFlags
	cmd := &cobra.Command{
		Use:   "grade FILE...",
		Short: "Say how hard a puzzle is for a person",
		Long: `Solve each puzzle by the steps of a person, always taking the easiest step. Print the
level, the score, and the hardest kind of step with the number of its uses. Below them,
print every kind of step with the number of its uses.

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
	}
	f.add(cmd)
	return cmd
}

// gradeRecord is the JSON object of a grade.
type gradeRecord struct {
	File      string         `json:"file"`
	Solutions string         `json:"solutions"` // 1, none or several
	Level     string         `json:"level,omitempty"`
	Score     float64        `json:"score,omitempty"`
	Hardest   string         `json:"hardest,omitempty"` // the hardest kind of step
	Times     int            `json:"times,omitempty"`   // number of its uses
	Guesses   int            `json:"guesses,omitempty"` // number of guesses
	Depth     int            `json:"depth,omitempty"`   // depth of the deepest guess
	Solved    bool           `json:"solved"`            // steps and guesses of a bounded depth solve it
	Profile   map[string]int `json:"profile,omitempty"` // number of uses of each kind of step

	hardestName  string
	namedProfile map[string]int
}

func (a *app) grade(ctx context.Context, f *searchFlags, args []string) error {
	return a.eachWithEngine(ctx, f, args, func(a *app, e crosscut.Engine, file *puzzle.File, out *printer) error {
		found, err := crosscut.Distinct(ctx, a.limitedEngine(&f.engine, e), file.Puzzle, 2, new(crosscut.Meter))
		if err != nil {
			a.report(fmt.Errorf("%s: %w", file.Name, err))
			return nil
		}
		if len(found) != 1 {
			a.outcome(exitNo)
			return cmp.Or(out.ungraded(file, len(found)), out.flush())
		}
		ctx, cancel := f.engine.limit.within(ctx)
		defer cancel()
		var g *human.Grade
		_, err = runOrAbandon(ctx, func() (err error) { // a single step may take long
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
func (p *printer) ungraded(file *puzzle.File, solutions int) error {
	what, text := "none", noSolutionText
	if solutions > 0 {
		what, text = "several", "no grade: it has more than one solution"
	}
	if p.json {
		return p.object(gradeRecord{File: file.Name, Solutions: what})
	}
	return p.text("%s: %s\n", file.Name, text)
}

// grade prints a grade and its profile.
func (p *printer) grade(file *puzzle.File, g *human.Grade) error {
	used := make([]human.Technique, 0, len(g.Profile))
	for t := range g.Profile {
		used = append(used, t)
	}
	slices.Sort(used)
	if p.json {
		r := gradeRecord{
			File: file.Name, Solutions: "1", Level: g.Level.String(), Score: g.Score(), Hardest: g.Hardest.ID(), hardestName: g.Hardest.String(), namedProfile: map[string]int{},
			Times: g.Times(), Guesses: g.Guesses, Depth: g.Depth, Solved: g.Solved, Profile: map[string]int{},
		}
		for _, t := range used {
			r.Profile[t.ID()] = g.Profile[t]
			r.namedProfile[t.String()] = g.Profile[t]
		}
		return p.object(r)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s\n", file.Name, gradeText(g))
	for _, t := range used {
		fmt.Fprintf(&text, "  %-32s %4d\n", t, g.Profile[t])
	}
	return p.text("%s", text.String())
}

// gradeText returns the first line of a grade: "medium 5.4, bridge 7 times".
func gradeText(g *human.Grade) string {
	text := fmt.Sprintf("%v %.1f", g.Level, g.Score())
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
