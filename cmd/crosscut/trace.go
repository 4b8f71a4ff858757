package main

import (
	"fmt"
	"log/slog"

	"crosscut"
	"crosscut/puzzle"
)

// stepValue names what was placed.
func stepValue(p puzzle.Puzzle, value int) string {
	if p.Family() == puzzle.FamilyDraughtboard {
		return "stone " + puzzle.StoneName(max(value, -value))
	}
	return fmt.Sprint(value)
}

// cellNames lists cells, "r1c1 r1c2".
func cellNames(p puzzle.Puzzle, cells []int) string {
	text := ""
	for i, c := range cells {
		if i > 0 {
			text += " "
		}
		text += p.Board().Name(c)
	}
	return text
}

// showStep shows a step of a traced search.
func (a *app) showStep(p puzzle.Puzzle, s crosscut.Step) {
	if a.messages.quiet {
		return
	}
	if a.messages.format == messagesJSON {
		a.logStep(p, s)
		return
	}
	switch s.Kind {
	case crosscut.Placed:
		fmt.Fprintf(a.stderr, "depth %d: %s on %s: %s\n%s", s.Depth, stepValue(p, s.Value), cellNames(p, s.Cells), s.Why, puzzle.Format(p, s.Board))
	case crosscut.DeadEnd:
		fmt.Fprintf(a.stderr, "depth %d: dead end: %s\n", s.Depth, s.Why)
	case crosscut.Found:
		fmt.Fprintf(a.stderr, "depth %d: a solution\n", s.Depth)
	}
}

// logStep is showStep in JSON.
func (a *app) logStep(p puzzle.Puzzle, s crosscut.Step) {
	depth := slog.Int("depth", s.Depth)
	switch s.Kind {
	case crosscut.Placed:
		a.log(slog.LevelInfo, "placed", depth, slog.String("value", stepValue(p, s.Value)),
			slog.String("cells", cellNames(p, s.Cells)), slog.String("why", s.Why), slog.Any("rows", rowsOf(p, s.Board)))
	case crosscut.DeadEnd:
		a.log(slog.LevelInfo, "dead end", depth, slog.String("why", s.Why))
	case crosscut.Found:
		a.log(slog.LevelInfo, "solution", depth)
	}
}
