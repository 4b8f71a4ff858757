package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/diagnose"
	"crosscut/internal/base"
	"crosscut/puzzle/text"
)

func (a *app) repair(ctx context.Context, f *searchFlags, args []string) error {
	f.output.kind = files.Puzzles
	return a.eachWithEngine(ctx, f, args, func(ctx context.Context, a *app, e crosscut.Engine, file *text.File, out *printer) error {
		repaired, err := diagnose.Repair(ctx, a.limitedEngine(&f.engine, e), file.Puzzle, new(crosscut.Meter))
		switch {
		case errors.Is(err, diagnose.ErrNoRepair):
			return a.answer(out, exitNo, serve.NewUnrepaired(file), "# %s: %s\n", file.Name, base.OneLine(err))
		case err != nil:
			return a.fails(file, err)
		}
		object := serve.NewRepair(file, repaired)
		what := cmp.Or(strings.Join(changeTexts(object.Changes), "; "), "exactly one solution; nothing to repair")
		content := fmt.Sprintf("# %s: %s\n", file.Name, what)
		for _, way := range object.Others {
			content += fmt.Sprintf("# or: %s\n", strings.Join(changeTexts(way), "; "))
		}
		return a.answerPuzzle(out, object, content+object.Text)
	})
}

func changeTexts(changes []serve.Change) []string {
	texts := []string{}
	for _, c := range changes {
		texts = append(texts, c.Text)
	}
	return texts
}
