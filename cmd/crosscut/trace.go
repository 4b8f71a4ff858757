package main

import (
	"fmt"
	"log/slog"
	"strings"

	"crosscut"
	"crosscut/internal/serve"
	"crosscut/puzzle"
)

// "crosscut solve --trace" shows each step of the search on standard error.

// showStep shows one step of a traced search.
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
		fmt.Fprintf(a.stderr, "depth %d: %s on %s: %s\n%s", s.Depth, placedValue(p, s.Value), placedCells(p, s.Cells), s.Why, puzzle.Format(p, s.Board))
	case crosscut.DeadEnd:
		fmt.Fprintf(a.stderr, "depth %d: dead end: %s\n", s.Depth, s.Why)
	case crosscut.Found:
		fmt.Fprintf(a.stderr, "depth %d: a solution\n", s.Depth)
	}
}

// logStep writes one step of a traced search as JSON.
func (a *app) logStep(p puzzle.Puzzle, s crosscut.Step) {
	depth := slog.Int("depth", s.Depth)
	switch s.Kind {
	case crosscut.Placed:
		a.log(slog.LevelInfo, "placed", depth, slog.String("value", placedValue(p, s.Value)),
			slog.String("cells", placedCells(p, s.Cells)), slog.String("why", s.Why), slog.Any("rows", serve.Rows(p, s.Board)))
	case crosscut.DeadEnd:
		a.log(slog.LevelInfo, "dead end", depth, slog.String("why", s.Why))
	case crosscut.Found:
		a.log(slog.LevelInfo, "solution", depth)
	}
}

// placedValue is "17" or "stone B".
func placedValue(p puzzle.Puzzle, value int) string {
	if serve.HasNumbers(p) {
		return fmt.Sprint(value)
	}
	if value == puzzle.Bare {
		return "a gap"
	}
	return "stone " + serve.StoneName(p, value)
}

// placedCells is "r1c1 r1c2".
func placedCells(p puzzle.Puzzle, cells []int) string {
	return strings.Join(serve.CellNames(p, cells), " ")
}
