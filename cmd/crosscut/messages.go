package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/puzzle"
)

// messageFlags say which messages there are on standard error, and in which form.
// Every command has them.
type messageFlags struct {
	quiet  bool
	format messageFormat
}

func (f *messageFlags) add(root *cobra.Command) {
	f.format = messagesText
	root.PersistentFlags().BoolVar(&f.quiet, "quiet", false, "no progress, statistics or notes on standard error: errors only")
	root.PersistentFlags().Var(&f.format, "log-format", "`FORM` of what is on standard error: text, or json for one object a line")
}

// messageFormat is the form of messages.
type messageFormat string

const (
	messagesText messageFormat = "text"
	messagesJSON messageFormat = "json"
)

// String returns the form.
func (f *messageFormat) String() string { return string(*f) }

// Type says what kind of flag it is.
func (f *messageFormat) Type() string { return "form" }

// Set accepts a form that exists.
func (f *messageFormat) Set(text string) error {
	switch form := messageFormat(text); form {
	case messagesText, messagesJSON:
		*f = form
		return nil
	}
	return errors.New("it is text or json")
}

// report writes an error as one line and notes its exit code.
func (a *app) report(err error) {
	code := exitCode(err)
	a.outcome(code)
	a.complain(code, oneLine(err))
}

// complain writes a message that --quiet does not silence, about what has that exit
// code.
func (a *app) complain(code int, text string) {
	if a.messages.format == messagesJSON {
		a.log(slog.LevelError, text, slog.Int("exit", code))
		return
	}
	fmt.Fprintf(a.stderr, "crosscut: %s\n", text)
}

// note writes a message that is good to know.
func (a *app) note(text string) {
	switch {
	case a.messages.quiet:
	case a.messages.format == messagesJSON:
		a.log(slog.LevelInfo, text)
	default:
		fmt.Fprintf(a.stderr, "crosscut: %s\n", text)
	}
}

// log writes a message as a line of JSON, with the puzzle that it is about.
func (a *app) log(level slog.Level, text string, attrs ...slog.Attr) {
	if a.file != "" {
		attrs = append([]slog.Attr{slog.String("file", a.file)}, attrs...)
	}
	handler := slog.NewJSONHandler(a.stderr, nil)
	slog.New(handler).LogAttrs(context.Background(), level, text, attrs...)
}

// showStats writes what a search did.
func (a *app) showStats(engine string, s crosscut.Stats, elapsed time.Duration) {
	if a.messages.quiet {
		return
	}
	if a.messages.format == messagesJSON {
		a.log(slog.LevelInfo, "statistics", slog.String("engine", engine),
			slog.Int64("solutions", s.Solutions), slog.Int64("nodes", s.Nodes), slog.Int64("failures", s.Failures),
			slog.Float64("branching", s.Branching()), slog.Int64("propagations", s.Propagations),
			slog.Float64("seconds", elapsed.Seconds()))
		return
	}
	branching := "-"
	if s.Branches > 0 {
		branching = fmt.Sprintf("%.2f", s.Branching())
	}
	solutions := plural(s.Solutions, "solution")
	if s.Solutions == math.MaxInt64 { // counters stop there
		solutions = "over 2^63 solutions"
	}
	name := ""
	if a.lane != nil {
		name = a.file + ": "
	}
	if engine == crosscut.SAT.Name {
		fmt.Fprintf(a.stderr, "%s%-7s %18s %16s %18s %17s %27s %10v\n", name, engine,
			solutions, plural(s.Nodes, "call"), plural(s.Failures, "failure"),
			plural(s.Branches, "cube"), plural(s.Solutions, "model"), roundTime(elapsed))
		return
	}
	fmt.Fprintf(a.stderr, "%s%-7s %18s %16s %18s  branching %6s %27s %10v\n", name, engine,
		solutions, plural(s.Nodes, "node"), plural(s.Failures, "failure"),
		branching, plural(s.Propagations, "propagation"), roundTime(elapsed))
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
