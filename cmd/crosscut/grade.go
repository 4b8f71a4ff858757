package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"crosscut"
	"crosscut/human"
	"crosscut/internal/serve"
	"crosscut/internal/wording"
	"crosscut/puzzle/text"
)

func (a *app) grade(ctx context.Context, f *searchFlags, args []string) error {
	return a.eachWithEngine(ctx, f, args, func(a *app, e crosscut.Engine, file *text.File, out *printer) error {
		ctx, cancel := f.engine.limit.patiently(ctx)
		defer cancel()
		found, err := crosscut.Distinct(ctx, a.limitedEngine(&f.engine, e), file.Puzzle, 2, new(crosscut.Meter))
		if err != nil {
			return a.fails(file, err)
		}
		if len(found) != 1 {
			a.outcome(exitNo)
			return cmp.Or(out.ungraded(file, len(found)), out.flush())
		}
		g, err := gradeOf(ctx, file.Puzzle)
		if err != nil {
			return a.fails(file, err)
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
