package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/internal/serve"
	"crosscut/internal/wording"
	"crosscut/puzzle/text"
)

func (a *app) repair(ctx context.Context, f *searchFlags, args []string) error {
	return a.eachWithEngine(ctx, f, args, func(a *app, e crosscut.Engine, file *text.File, out *printer) error {
		repaired, err := diagnose.Repair(ctx, a.limitedEngine(&f.engine, e), file.Puzzle, new(crosscut.Meter))
		if err != nil {
			if serve.CannotRepair(err) {
				a.outcome(exitNo)
				return cmp.Or(out.unrepaired(file, err), out.flush())
			}
			return a.fails(file, err)
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
	what := strings.Join(changeTexts(record.Changes), "; ")
	if what == "" {
		what = "exactly one solution; nothing to repair"
	}
	content := fmt.Sprintf("# %s: %s\n", file.Name, what)
	for _, way := range record.Others {
		content += fmt.Sprintf("# or: %s\n", strings.Join(changeTexts(way), "; "))
	}
	return p.text("%s%s", content, record.Text)
}

func changeTexts(changes []serve.Change) []string {
	texts := []string{}
	for _, c := range changes {
		texts = append(texts, c.Text)
	}
	return texts
}
