package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/internal/serve"
	"crosscut/internal/wording"
	"crosscut/puzzle/text"
)

func (a *app) repairCommand() *cobra.Command {
	var f searchFlags
	return command("repair", f.variables(), &cobra.Command{
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
	})
}

func (a *app) repair(ctx context.Context, f *searchFlags, args []string) error {
	return a.eachWithEngine(ctx, f, args, func(a *app, e crosscut.Engine, file *text.File, out *printer) error {
		repaired, err := diagnose.Repair(ctx, a.limitedEngine(&f.engine, e), file.Puzzle, new(crosscut.Meter))
		if err != nil {
			if serve.CannotRepair(err) {
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
func (p *printer) unrepaired(file *text.File, reason error) error {
	if p.json {
		return p.object(serve.NewUnrepaired(file))
	}
	return p.text("%s: %s\n", file.Name, wording.OneLine(reason))
}

// repaired prints the changes and the repaired puzzle.
func (p *printer) repaired(file *text.File, r *diagnose.Repaired) error {
	record := serve.NewRepair(file, r)
	if p.json {
		return p.object(record)
	}
	if len(r.Mends) == 0 {
		return p.text("# %s: exactly one solution; nothing to repair\n", file.Name)
	}
	content := fmt.Sprintf("# %s: %s\n", file.Name, strings.Join(changeTexts(record.Changes), "; "))
	for _, way := range record.Others {
		content += fmt.Sprintf("# or: %s\n", strings.Join(changeTexts(way), "; "))
	}
	return p.text("%s%s", content, record.Text)
}

// changeTexts returns the words of changes.
func changeTexts(changes []serve.Change) []string {
	texts := []string{}
	for _, c := range changes {
		texts = append(texts, c.Text)
	}
	return texts
}
