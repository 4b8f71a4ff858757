package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"crosscut/cmd/internal/serve"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// "crosscut solve --trace" shows each step of the search on standard error, and --trace=solution
// those that lead to a solution.

// traceFlag is "" for no steps, true for all, or solution.
type traceFlag string

// String returns the word.
func (f *traceFlag) String() string { return string(*f) }

// Type says that the flag may stand without a value.
func (f *traceFlag) Type() string { return "bool" }

// Set takes a word. It is checked here, because help topics look at no flags.
func (f *traceFlag) Set(word string) error {
	words := []string{"true", "false", "solution"}
	word = serve.Meant(words, word)
	if !slices.Contains(words, word) {
		return errors.New("it is " + base.Choice(words))
	}
	*f = traceFlag(strings.TrimSuffix(word, "false"))
	return nil
}

// tracer returns the function that takes the steps of a search, nil for none.
func (a *app) tracer(f traceFlag, p puzzle.Puzzle) func(meter.Step) {
	show := func(s meter.Step) { a.showStep(p, s) }
	switch f {
	case "":
		return nil
	case "solution":
		return (&chain{p: p, show: show}).step
	}
	return show
}

// chain keeps the steps that lead to the state of a search, and shows them with each solution.
type chain struct {
	p     puzzle.Puzzle
	show  func(meter.Step)
	steps []meter.Step
}

// step takes the next step of the search. The board of a step says what still stands: the first
// step that does not was taken back, and so were those after it. An image of a solution has no
// steps of its own.
func (c *chain) step(s meter.Step) {
	if s.Kind == meter.DeadEnd {
		return
	}
	if s.Kind == meter.Found && s.Why != "" {
		c.show(s)
		return
	}
	if i := slices.IndexFunc(c.steps, func(before meter.Step) bool { return !c.stands(before, s) }); i >= 0 {
		c.steps = c.steps[:i]
	}
	if s.Kind == meter.Placed {
		s.Cells, s.Board = slices.Clone(s.Cells), slices.Clone(s.Board)
		c.steps = append(c.steps, s)
		return
	}
	for _, before := range append(c.steps, s) {
		c.show(before)
	}
}

// stands reports whether what a step placed is on the board of a later one, which did not place it
// anew. Stones that are alike may have changed their names since.
func (c *chain) stands(before, now meter.Step) bool {
	value := now.Board[before.Cells[0]]
	return !slices.Contains(now.Cells, before.Cells[0]) && space.SameValue(c.p, value, before.Value) &&
		!slices.ContainsFunc(before.Cells, func(cell int) bool { return now.Board[cell] != value })
}

func (a *app) showStep(p puzzle.Puzzle, s meter.Step) {
	if a.flags.Quiet {
		return
	}
	switch s.Kind {
	case meter.Placed:
		fmt.Fprintf(a.stderr, "depth %d: %s on %s: %s\n%s", s.Depth, placedValue(p, s.Value), placedCells(p, s.Cells), s.Why, puzzle.Format(p, s.Board))
	case meter.DeadEnd:
		fmt.Fprintf(a.stderr, "depth %d: dead end: %s\n", s.Depth, s.Why)
	case meter.Found:
		fmt.Fprintf(a.stderr, "depth %d: a solution\n", s.Depth)
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

func placedCells(p puzzle.Puzzle, cells []int) string {
	return strings.Join(serve.CellNames(p, cells), " ")
}
