package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/puzzle"
)

func (a *app) certainCommand() *cobra.Command {
	var f questionFlags
	cmd := &cobra.Command{
		Use:   "certain FILE...",
		Short: "Show the cells that are the same in all solutions",
		Long: `Show what all solutions of a puzzle have in common: the cells with the same number,
or the same kind of stone, in each. Solutions are not listed: each call of the SAT
solver asks for one that differs where all so far agree, so there are at most as many
calls as cells, and one more.

Exit code 0 when there is a solution, 1 when there is none, 3 when a limit came first.`,
		Example: "  crosscut certain testdata/hidoku/gh08-multi-1.txt",
		Args:    files,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			return a.certain(cmd.Context(), &f, args)
		},
	}
	f.input.add(cmd)
	f.engine.addLimits(cmd)
	f.output.add(cmd)
	return cmd
}

// certainRecord is the JSON object of what all solutions have in common.
type certainRecord struct {
	File    string   `json:"file"`
	Found   bool     `json:"found"` // a solution
	Certain []string `json:"certain,omitempty"`
	Cells   int      `json:"cells"`          // of the board
	Calls   int      `json:"calls"`          // of the solver
	Rows    [][]any  `json:"rows,omitempty"` // of one solution
}

func (a *app) certain(ctx context.Context, f *questionFlags, args []string) error {
	return a.eachInto(ctx, args, &f.input, f.engine.cores(), &f.output, func(a *app, file *puzzle.File, out *printer) error {
		ctx, cancel := f.engine.limit.within(ctx)
		defer cancel()
		m := &crosscut.Meter{MaxNodes: f.engine.nodes}
		hide := a.showProgress("sat", m)
		got, err := diagnose.Certain(ctx, file.Puzzle, m)
		hide()
		if err != nil {
			a.report(fmt.Errorf("%s: %w", file.Name, err))
			return nil
		}
		if got.Solution == nil {
			a.outcome(exitNo)
		}
		return cmp.Or(out.certain(file, got), out.flush())
	})
}

// certain prints what all solutions have in common.
func (p *printer) certain(file *puzzle.File, got *diagnose.Certainty) error {
	b := file.Puzzle.Board()
	if p.json {
		r := certainRecord{File: file.Name, Found: got.Solution != nil, Certain: names(file.Puzzle, got.Cells), Cells: b.Len(), Calls: got.Calls}
		if r.Found {
			r.Rows = rowsOf(file.Puzzle, got.Solution)
		}
		return p.object(r)
	}
	if got.Solution == nil {
		return p.text("%s: no solution\n", file.Name)
	}
	return p.text("%s: %s of %s the same in all solutions, by %s of the solver\n%s", file.Name,
		number(len(got.Cells)), plural(b.Len(), "cell"), plural(got.Calls, "call"),
		b.Draw(func(c int) string {
			if !slices.Contains(got.Cells, c) {
				return "__"
			}
			return file.Puzzle.Label(c, got.Solution[c])
		}))
}

func (a *app) repairCommand() *cobra.Command {
	var f questionFlags
	cmd := &cobra.Command{
		Use:   "repair FILE...",
		Short: "Find the clue or the stone to mend",
		Long: `Find out how few changes leave a puzzle with exactly one solution, say which, and print
the puzzle with them. Other single changes that do as well are told.

A number path or magic board with several solutions gets clues more; of one without
any, clues are taken away or get another number. Of a draughtboard with several
solutions, not counting those that a symmetry of the board makes of each other, stones
are joined; of one without any, a stone is drawn anew with as many cells.

A repair takes many searches, and limits such as --time hold for each of them.

Exit code 0 when each puzzle has one solution now, 1 when one cannot be repaired, 3 when
a limit came first.`,
		Example: "  crosscut repair testdata/hidoku/gh08-multi-1.txt",
		Args:    files,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			return a.repair(cmd.Context(), &f, args)
		},
	}
	f.add(cmd)
	return cmd
}

// repairRecord is the JSON object of a repaired puzzle.
type repairRecord struct {
	File    string     `json:"file"`
	Changes []string   `json:"changes"`          // in words
	Others  [][]string `json:"others,omitempty"` // other ways
	Text    string     `json:"text"`             // the puzzle with the changes
}

func (a *app) repair(ctx context.Context, f *questionFlags, args []string) error {
	return a.ask(ctx, f, args, func(a *app, e crosscut.Engine, file *puzzle.File, out *printer) error {
		repaired, err := diagnose.Repair(ctx, a.limited(&f.engine, e), file.Puzzle, new(crosscut.Meter))
		if err != nil {
			if errors.Is(err, diagnose.ErrNoRepair) || errors.Is(err, diagnose.ErrNoRedraw) || errors.Is(err, diagnose.ErrNoJoin) {
				a.outcome(exitNo)
				return cmp.Or(out.unrepaired(file, err), out.flush())
			}
			a.report(fmt.Errorf("%s: %w", file.Name, err))
			return nil
		}
		return cmp.Or(out.repaired(file, repaired), out.flush())
	})
}

// unrepaired prints why a puzzle cannot be repaired.
func (p *printer) unrepaired(file *puzzle.File, reason error) error {
	if p.json {
		return p.object(repairRecord{File: file.Name, Changes: []string{}})
	}
	return p.text("%s: %s\n", file.Name, oneLine(reason))
}

// repaired prints the changes and the puzzle.
func (p *printer) repaired(file *puzzle.File, r *diagnose.Repaired) error {
	record := repairRecord{File: file.Name, Changes: mendTexts(file.Puzzle, r.Mends), Text: r.Puzzle.String()}
	for _, way := range r.Others {
		record.Others = append(record.Others, mendTexts(file.Puzzle, way))
	}
	if p.json {
		return p.object(record)
	}
	if len(r.Mends) == 0 {
		return p.text("# %s: exactly one solution; nothing to repair\n", file.Name)
	}
	text := fmt.Sprintf("# %s: %s\n", file.Name, strings.Join(record.Changes, "; "))
	for _, way := range record.Others {
		text += fmt.Sprintf("# or: %s\n", strings.Join(way, "; "))
	}
	return p.text("%s%s", text, record.Text)
}

func mendTexts(p puzzle.Puzzle, mends []diagnose.Mend) []string {
	texts := []string{}
	for _, m := range mends {
		texts = append(texts, m.Text(p))
	}
	return texts
}
