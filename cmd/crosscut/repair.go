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
	var f searchFlags
	cmd := &cobra.Command{
		Use:   "repair FILE...",
		Short: "Change a puzzle so that it has exactly one solution",
		Long: `Change a puzzle as little as possible, so that it has exactly one solution. Print the
changes and the changed puzzle. If one change to a clue is enough, it is found, and the other
changes that do it are printed too. Where more are needed, fewer might do.

A hidoku or magic board with several solutions gets more clues. If it has no solution,
clues are removed or get another number.

A draughtboard with several solutions gets larger stones: stones are joined. Solutions that
a symmetry of the board takes to each other count as one. If it has no solution, one stone
gets another shape with the same number of cells.

A repair takes many searches. Limits such as --time apply to each search.

The exit code is 0 when each puzzle now has one solution, 1 when one cannot be repaired,
and 3 when a limit came first.`,
		Example: "  crosscut repair testdata/hidoku/gh08-multi-1.txt",
		Args:    atLeastOneFile,
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
	File    string           `json:"file"`
	Changes []changeRecord   `json:"changes"`
	Others  [][]changeRecord `json:"others,omitempty"` // other changes that also repair it
	Text    string           `json:"text"`             // the repaired puzzle
}

func (a *app) repair(ctx context.Context, f *searchFlags, args []string) error {
	return a.eachWithEngine(ctx, f, args, func(a *app, e crosscut.Engine, file *puzzle.File, out *printer) error {
		repaired, err := diagnose.Repair(ctx, a.limitedEngine(&f.engine, e), file.Puzzle, new(crosscut.Meter))
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

// unrepaired prints the reason why a puzzle cannot be repaired.
func (p *printer) unrepaired(file *puzzle.File, reason error) error {
	if p.json {
		return p.object(repairRecord{File: file.Name, Changes: []changeRecord{}})
	}
	return p.text("%s: %s\n", file.Name, oneLine(reason))
}

// repaired prints the changes and the repaired puzzle.
func (p *printer) repaired(file *puzzle.File, r *diagnose.Repaired) error {
	record := repairRecord{File: file.Name, Changes: changeRecords(file.Puzzle, r.Mends), Text: file.Text(r.Puzzle)}
	for _, way := range r.Others {
		record.Others = append(record.Others, changeRecords(file.Puzzle, way))
	}
	if p.json {
		return p.object(record)
	}
	if len(r.Mends) == 0 {
		return p.text("# %s: exactly one solution; nothing to repair\n", file.Name)
	}
	text := fmt.Sprintf("# %s: %s\n", file.Name, strings.Join(changeTexts(record.Changes), "; "))
	for _, way := range record.Others {
		text += fmt.Sprintf("# or: %s\n", strings.Join(changeTexts(way), "; "))
	}
	return p.text("%s%s", text, record.Text)
}

// changeRecord is the JSON object of one change.
type changeRecord struct {
	Change string   `json:"change"`           // add, remove or write a clue; redraw or join stones
	Cell   string   `json:"cell,omitempty"`   // the cell of the clue
	Old    *int     `json:"old,omitempty"`    // the clue before
	New    *int     `json:"new,omitempty"`    // the clue after
	Stones []string `json:"stones,omitempty"` // the stones that change
	Stone  string   `json:"stone,omitempty"`  // the stone after, as in a file
	Text   string   `json:"text"`             // in words
}

// changeRecords returns changes for JSON.
func changeRecords(p puzzle.Puzzle, mends []diagnose.Mend) []changeRecord {
	records := []changeRecord{}
	for _, m := range mends {
		r := changeRecord{Text: m.Text(p)}
		switch {
		case len(m.Stones) == 1:
			r.Change = "redraw"
		case len(m.Stones) > 1:
			r.Change = "join"
		case m.Old == puzzle.Empty:
			r.Change = "add"
		case m.New == puzzle.Empty:
			r.Change = "remove"
		default:
			r.Change = "write"
		}
		for _, stone := range m.Stones {
			r.Stones = append(r.Stones, puzzle.StoneName(stone))
		}
		if m.Stones != nil {
			r.Stone = m.Stone.String()
		} else {
			r.Cell = p.Board().Name(m.Cell)
			if m.Old != puzzle.Empty {
				r.Old = &m.Old
			}
			if m.New != puzzle.Empty {
				r.New = &m.New
			}
		}
		records = append(records, r)
	}
	return records
}
