package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"crosscut"
	"crosscut/cmd/internal/serve"
	"crosscut/human"
	"crosscut/internal/base"
	"crosscut/puzzle/text"
)

func (a *app) grade(ctx context.Context, f *searchFlags, args []string) error {
	return a.eachWithEngine(ctx, f, args, func(ctx context.Context, a *app, e crosscut.Engine, file *text.File, out *printer) error {
		ctx, cancel := f.engine.limit.patiently(ctx)
		defer cancel()
		found, err := crosscut.Distinct(ctx, a.limitedEngine(&f.engine, e), file.Puzzle, 2, new(crosscut.Meter))
		if err != nil {
			return a.fails(file, err)
		}
		if len(found) != 1 {
			content := noSolutionText(file.Puzzle)
			if len(found) > 0 {
				content = "no grade: it has more than one solution"
			}
			return a.answer(out, exitNo, serve.NewUngraded(file, len(found)), "%s: %s\n", file.Name, content)
		}
		g, err := gradeOf(ctx, file.Puzzle)
		if err != nil {
			return a.fails(file, err)
		}
		content := gradeText(g) + "\n"
		for _, t := range slices.Sorted(maps.Keys(g.Profile)) {
			content += fmt.Sprintf("  %-32s %4d\n", t, g.Profile[t])
		}
		return a.answer(out, exitYes, serve.NewGrade(file, g), "%s: %s", file.Name, content)
	})
}

// gradeText returns the first line of a grade: "medium 5.4 ★★☆☆☆, bridge 7 times".
func gradeText(g *human.Grade) string {
	stars := strings.Repeat("★", g.Stars()) + strings.Repeat("☆", 5-g.Stars())
	text := fmt.Sprintf("%v %.1f %s", g.Level, g.Score(), stars)
	switch {
	case g.Hardest == 0 && g.Solved:
		text += ", solved from the start"
	case g.Hardest != 0:
		text += fmt.Sprintf(", %v %s", g.Hardest, howOften(g.Profile[g.Hardest]))
	}
	if g.Depth > 1 {
		text += fmt.Sprintf(", up to %d upon each other", g.Depth)
	}
	if !g.Solved {
		text += "; then neither steps nor guesses of a bounded depth are left"
	}
	return text
}

func howOften(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return base.Plural(n, "time")
}
