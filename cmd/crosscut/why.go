package main

import (
	"context"
	"fmt"
	"slices"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/diagnose"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

type whyFlags struct {
	searchFlags
	steps bool
}

func (f *whyFlags) variables() commands.Variables {
	return together(f.searchFlags.variables(), commands.Variables{"steps": &f.steps})
}

func (a *app) why(ctx context.Context, f *whyFlags, args []string) error {
	return a.eachWithEngine(ctx, &f.searchFlags, args, func(ctx context.Context, a *app, e crosscut.Engine, file *text.File, out *printer) error {
		var c *diagnose.Conflict
		m := new(crosscut.Meter)
		err := a.watch(ctx, &f.engine, "why", m, func(ctx context.Context) (err error) {
			c, err = diagnose.Why(ctx, e, file.Puzzle, m)
			return err
		})
		if err != nil {
			defer a.fails(file, err)
		}
		if c == nil {
			return nil
		}
		var way serve.Conclusion
		if err == nil && c.Reduced != nil && c.Stones == nil { // a single step may take long
			way, _ = files.RunOrAbandon(ctx, func() (serve.Conclusion, error) { return serve.Conclude(ctx, c.Reduced), nil })
		}
		object := serve.NewWhy(file, c, way, f.steps, err)
		if c.Solution != nil {
			return a.answer(out, exitNo, object, "%s: there is a solution\n", file.Name)
		}
		content := conflictText(file.Puzzle, c, way.End, err) + "\n"
		if cells := slices.Concat(c.Cells, c.Bare); len(cells) > 0 {
			content += marked(file.Puzzle, cells, func(c int) int { return serve.ClueAt(file.Puzzle, c) })
		}
		for _, s := range c.Stones {
			content += fmt.Sprintf("%s:\n%v", serve.StoneName(file.Puzzle, s), file.Puzzle.(*puzzle.Draughtboard).Stones()[s-1])
		}
		for i, step := range object.Steps {
			content += fmt.Sprintf("%4d  %s\n", i+1, step)
		}
		if way.End != "" && !c.Clash {
			content += fmt.Sprintf("With these clues alone, after %s: %s\n", base.Plural(len(way.Steps), "step"), way.End)
		}
		return a.answer(out, exitYes, object, "%s: %s", file.Name, content)
	})
}

func conflictText(p puzzle.Puzzle, c *diagnose.Conflict, end string, err error) string {
	var text string
	switch parts := partsOf(p, c); {
	case c.Count != "":
		return c.Count
	case c.Gaps != nil:
		return gapsText(p, c.Gaps)
	case len(c.Bare) > 0:
		return "no stone can cover " + base.List(serve.CellNames(p, c.Bare))
	case len(parts) == 0:
		return "the board has no solution, whatever the clues"
	case len(parts) == 1 && c.Stones != nil:
		text = fmt.Sprintf("stone %s fits nowhere", parts[0])
	case len(parts) == 1:
		text = fmt.Sprintf("the clue %s alone leaves no solution", parts[0])
	case c.Stones != nil:
		text = fmt.Sprintf("%s cannot lie on the board together: %s", base.Plural(len(parts), "stone"), base.List(parts))
	default:
		text = fmt.Sprintf("%s contradict each other: %s", base.Plural(len(parts), "clue"), base.List(parts))
	}
	switch {
	case c.Clash && end != "":
		text += "; " + end
	case err != nil:
		text += fmt.Sprintf("; %s of these may be needless (%s)", base.Number(len(c.Loose)), base.OneLine(err))
	case len(partsOf(p, c)) > 1:
		text += "; without any one of them the others do not"
	}
	return text
}

// gapsText says with how many bare cells the stones of a draughtboard fit.
func gapsText(p puzzle.Puzzle, gaps []int) string {
	var numbers []string
	for _, n := range gaps {
		numbers = append(numbers, base.Number(n))
	}
	numbers[len(numbers)-1] = base.Plural(gaps[len(gaps)-1], "cell")
	asked := p.(*puzzle.Draughtboard).Gaps()
	may := fmt.Sprint(asked.Least)
	if asked.Most > asked.Least {
		may = fmt.Sprintf("%d to %d", asked.Least, asked.Most)
	}
	return fmt.Sprintf("the stones fit if %s stay bare, and not if %s do", base.Choice(numbers), may)
}

func partsOf(p puzzle.Puzzle, c *diagnose.Conflict) (parts []string) {
	for _, cell := range c.Cells {
		parts = append(parts, fmt.Sprintf("%d at %s", serve.ClueAt(p, cell), p.Board().Name(cell)))
	}
	for _, s := range c.Stones {
		parts = append(parts, serve.StoneName(p, s))
	}
	return parts
}
