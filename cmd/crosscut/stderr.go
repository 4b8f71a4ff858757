package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"time"

	"crosscut"
	"crosscut/cmd/internal/run"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
	"crosscut/puzzle/text"
)

// messageFlags say which messages go to standard error, and in which form. Every command
// has them.
type messageFlags struct {
	quiet  bool
	format string // text or json
}

func (f *messageFlags) variables() commands.Variables {
	f.format = "text"
	return commands.Variables{"quiet": &f.quiet, "log-format": choice{&f.format, "form", []string{"text", "json"}}}
}

// report writes an error as one line and sets its exit code.
func (a *app) report(err error) {
	code := exitCode(err)
	a.outcome(code)
	a.complain(code, base.OneLine(err))
}

// fails reports an error about a puzzle. It returns nil, because other puzzles go on.
func (a *app) fails(file *text.File, err error) error {
	a.report(fmt.Errorf("%s: %w", file.Name, err))
	return nil
}

// complain writes a message that goes with an exit code. --quiet does not silence it.
func (a *app) complain(code int, message string) {
	if a.messages.format == "json" {
		a.log(slog.LevelError, message, slog.Int("exit", code))
		return
	}
	fmt.Fprintf(a.stderr, "crosscut: %s\n", message)
}

// note writes a message that is not an error. --quiet silences it.
func (a *app) note(message string) {
	switch {
	case a.messages.quiet:
	case a.messages.format == "json":
		a.log(slog.LevelInfo, message)
	default:
		fmt.Fprintf(a.stderr, "crosscut: %s\n", message)
	}
}

// log writes a message as a line of JSON that names the present puzzle.
func (a *app) log(level slog.Level, message string, attrs ...slog.Attr) {
	if a.file != "" {
		attrs = append([]slog.Attr{slog.String("file", a.file)}, attrs...)
	}
	handler := slog.NewJSONHandler(a.stderr, nil)
	slog.New(handler).LogAttrs(context.Background(), level, message, attrs...)
}

// showStart writes in how many ways each number or stone may be placed on the board at the start.
func (a *app) showStart(ctx context.Context, p puzzle.Puzzle) {
	if a.messages.quiet {
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
	if a.messages.format == "json" {
		a.log(slog.LevelInfo, "start", slog.Int("successors", successors), slog.Any("candidates", words))
		return
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
	if a.messages.quiet {
		return
	}
	if a.messages.format == "json" {
		attrs := []slog.Attr{
			slog.String("engine", engine),
			slog.Int64("solutions", s.Solutions), slog.Int64("nodes", s.Nodes), slog.Int64("failures", s.Failures),
			slog.Float64("branching", s.Branching()), slog.Int64("propagations", s.Propagations),
			slog.Float64("seconds", elapsed.Seconds()),
		}
		if s.States > 0 {
			before, after := cutting(s)
			attrs = append(attrs, slog.Int64("states", s.States), slog.Float64("branching_before", before), slog.Float64("branching_after", after))
		}
		if len(cores) > 0 {
			attrs = append(attrs, slog.Any("cores", cores))
		}
		a.log(slog.LevelInfo, "statistics", attrs...)
		return
	}
	branching := "-"
	if s.Branches > 0 {
		branching = fmt.Sprintf("%.2f", s.Branching())
	}
	solutions := base.Plural(s.Solutions, "solution")
	if s.Solutions == math.MaxInt64 { // the counter does not go beyond it
		solutions = "over 2^63 solutions"
	}
	name := a.prefix()
	if engine == crosscut.SAT.Name {
		fmt.Fprintf(a.stderr, "%s%-7s %18s %16s %18s %17s %27s %10v\n", name, engine,
			solutions, base.Plural(s.Nodes, "call"), base.Plural(s.Failures, "failure"),
			base.Plural(s.Branches, "cube"), base.Plural(s.Solutions, "model"), roundTime(elapsed))
		return
	}
	used := ""
	if len(cores) > 0 {
		used = "  core " + strings.Join(cores, ", ")
	}
	fmt.Fprintf(a.stderr, "%s%-7s %18s %16s %18s  branching %6s %27s %10v%s\n", name, engine,
		solutions, base.Plural(s.Nodes, "node"), base.Plural(s.Failures, "failure"),
		branching, base.Plural(s.Propagations, "propagation"), roundTime(elapsed), used)
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
	case errors.Is(err, crosscut.ErrLimit):
		return exitLimit
	case errors.Is(err, run.ErrDisk):
		return exitDisk
	}
	return exitBad
}

func roundTime(d time.Duration) time.Duration {
	unit := time.Nanosecond
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}
