package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/puzzle"
)

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
