package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"crosscut"
	"crosscut/cmd/internal/run"
	"crosscut/cmd/internal/serve"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
	"crosscut/puzzle/text"
)

// report writes an error as one line and sets its exit code.
func (a *app) report(err error) {
	a.outcome(exitCode(err))
	a.complain(base.OneLine(err))
}

// fails reports an error about a puzzle. It returns nil, because other puzzles go on.
func (a *app) fails(file *text.File, err error) error {
	a.report(named(file, err))
	return nil
}

// named puts the name of a puzzle before an error.
func named(file *text.File, err error) error { return fmt.Errorf("%s: %w", file.Name, err) }

// complain writes a message about a failure. --quiet does not silence it.
func (a *app) complain(message string) { fmt.Fprintf(a.stderr, "crosscut: %s\n", message) }

// note writes a message that is not an error. --quiet silences it.
func (a *app) note(message string) {
	if !a.flags.Quiet {
		a.complain(message)
	}
}

// showStart writes in how many ways each number or stone may be placed on the board at the start.
func (a *app) showStart(ctx context.Context, p puzzle.Puzzle) {
	if a.flags.Quiet {
		return
	}
	all := space.AtStart(ctx, p)
	if len(all) == 0 {
		return
	}
	successors, words := 0, make([]string, len(all))
	for i, of := range all {
		successors += of.Ways
		words[i] = fmt.Sprintf("%s: %d", placedValue(p, of.Value), of.Ways)
	}
	fmt.Fprintf(a.stderr, "%sstart   %s; candidates %s\n", a.prefix(), base.Plural(successors, "successor"), strings.Join(words, ", "))
}

// prefix names the puzzle in front of a line about it, where several are worked on.
func (a *app) prefix() string {
	if a.emit == nil {
		return ""
	}
	return a.file + ": "
}

// showStats writes what a search did, and which cores of its engine it used.
func (a *app) showStats(engine string, s meter.Stats, cores []string, elapsed time.Duration) {
	if a.flags.Quiet {
		return
	}
	branching := "-"
	if s.Branches > 0 {
		branching = fmt.Sprintf("%.2f", float64(s.Branches)/float64(s.Nodes))
	}
	solutions := base.Plural(s.Solutions, "solution")
	if s.Solutions == math.MaxInt64 { // the counter does not go beyond it
		solutions = "over 2^63 solutions"
	}
	name := a.prefix()
	if engine == crosscut.SAT.Name {
		fmt.Fprintf(a.stderr, "%s%-7s %18s %16s %18s %17s %27s %10v\n", name, engine,
			solutions, base.Plural(s.Nodes, "call"), base.Plural(s.Failures, "failure"),
			base.Plural(s.Branches, "cube"), base.Plural(s.Solutions, "model"), serve.RoundTime(elapsed))
		return
	}
	used := ""
	if len(cores) > 0 {
		used = "  core " + strings.Join(cores, ", ")
	}
	fmt.Fprintf(a.stderr, "%s%-7s %18s %16s %18s  branching %6s %27s %10v%s\n", name, engine,
		solutions, base.Plural(s.Nodes, "node"), base.Plural(s.Failures, "failure"),
		branching, base.Plural(s.Propagations, "propagation"), serve.RoundTime(elapsed), used)
	if s.States > 0 {
		before, after := cutting(s)
		fmt.Fprintf(a.stderr, "%s%-7s %18s  branching %.2f before cutting, %.2f after\n", name, engine, base.Plural(s.States, "state"), before, after)
	}
}

// cutting returns the average number of ways at a state before and after cutting.
func cutting(s meter.Stats) (before, after float64) {
	return float64(s.Allowed) / float64(s.States), float64(s.Uncut) / float64(s.States)
}

// Exit codes. When several files end with different codes, the program returns the most
// urgent one: see urgency.
const (
	exitYes         = 0   // yes: found, or done
	exitNo          = 1   // no: no solution, not unique, or not right
	exitBad         = 2   // bad usage, bad input, or a result could not be written
	exitLimit       = 3   // stopped by a limit; the results so far are printed
	exitDisagree    = 4   // the engines disagree, or one gave a wrong solution
	exitDisk        = 74  // the disk of a run fails; the same command may go on later (EX_IOERR of sysexits.h)
	exitInterrupted = 130 // interrupted; the results so far are printed
)

// urgency lists the exit codes from the most to the least urgent.
var urgency = []int{exitInterrupted, exitDisagree, exitDisk, exitBad, exitLimit, exitNo, exitYes}

// outcome sets the exit code, unless it is already a more urgent one.
func (a *app) outcome(code int) {
	for _, c := range urgency {
		if c == code || c == a.exit {
			a.exit = c
			return
		}
	}
}

func exitCode(err error) int {
	switch {
	case serve.Interrupted(err):
		return exitInterrupted
	case serve.Disagree(err):
		return exitDisagree
	case errors.Is(err, meter.ErrLimit):
		return exitLimit
	case errors.Is(err, run.ErrDisk):
		return exitDisk
	}
	return exitBad
}
