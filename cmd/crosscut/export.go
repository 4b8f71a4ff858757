package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/exchange"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/link"
	"crosscut/cmd/internal/serve"
	"crosscut/internal/base"
	"crosscut/internal/durable"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/web"
)

type exportFlags struct {
	inputFlags
	To     string
	Base   string
	Time   time.Duration
	Output string
}

// solutionBudget is how long export looks for a solution that a form may have and need not, unless
// --time says so.
const solutionBudget = 2 * time.Second

func (a *app) exportCommand() *cobra.Command {
	cmd := command("export", a.export)()
	cmd.Long = strings.Replace(cmd.Long, "{budget}", solutionBudget.String(), 1)
	return cmd
}

func (f *exportFlags) check(*cobra.Command) error {
	switch {
	case f.Base != "" && f.To != "link":
		return errors.New("--base needs --to link")
	case strings.ContainsAny(f.Base, "# \t\r\n"):
		return fmt.Errorf("--base %q; it is an address without # and blanks", f.Base)
	}
	return nil
}

func (a *app) export(ctx context.Context, f *exportFlags, args []string) error {
	name := args[0]
	entries, err := files.Read(ctx, a.source(), name, func(in io.Reader, name string) ([]*exchange.Entry, error) {
		return exchange.Read("", in, name, f.Puzzle)
	})
	if err != nil {
		return err
	}
	if f.To == "html" {
		return stoppedAs(ctx, files.ShownName(name), a.exportPlayer(ctx, f, entries))
	}
	notes, done, err := a.addSolutions(ctx, f, entries)
	if !done || err != nil {
		return stoppedAs(ctx, files.ShownName(name), err)
	}
	type form struct {
		text []byte
		left []string
	}
	written, err := files.RunOrAbandon(ctx, func() (w form, err error) { // a thousand boards take seconds
		w.text, w.left, err = exchange.Write(f.To, entries)
		return w, err
	})
	if err != nil {
		return stoppedAs(ctx, files.ShownName(name), err)
	}
	for _, note := range notes { // now it is written indeed
		a.note(note)
	}
	if f.Base != "" {
		written.text = []byte(strings.ReplaceAll(string(written.text), link.Prefix, f.Base+"#"))
	}
	if len(written.left) > 0 {
		a.note(fmt.Sprintf("the form %s has no place for %s", f.To, base.List(quotedKeys(written.left))))
	}
	return stoppedAs(ctx, files.ShownName(name), a.writeWhole(ctx, files.Document(f.To), f.Output, durable.Text(written.text)))
}

func quotedKeys(keys []string) []string {
	var quoted []string
	for _, key := range keys {
		quoted = append(quoted, fmt.Sprintf("%q", key+":"))
	}
	return quoted
}

// addSolutions looks for the solutions that the form has a use for. It returns false when a
// solution that the form needs does not exist. The notes say which puzzles have no solution with
// them.
func (a *app) addSolutions(ctx context.Context, f *exportFlags, entries []*exchange.Entry) (notes []string, done bool, err error) {
	needs, uses := exchange.NeedsSolution(f.To)
	if !uses {
		return nil, true, nil
	}
	for _, e := range entries {
		if needs {
			if _, _, err := exchange.Write(f.To, []*exchange.Entry{e}); !errors.Is(err, exchange.ErrNoSolution) {
				continue // the form cannot express it, and says why
			}
		}
		want, limit := 2, cmp.Or(f.Time, solutionBudget)
		if needs {
			want, limit = 1, f.Time
		}
		found, err := firstWithin(ctx, limit, e.Puzzle, want)
		switch {
		case ctx.Err() != nil:
			return nil, false, context.Cause(ctx)
		case needs && len(found) > 0:
			e.Solution = found[0]
		case needs && err != nil:
			return nil, false, fmt.Errorf("%s: %w", e.Name, err)
		case needs:
			a.outcome(exitNo)
			a.complain(e.Name + ": no solution, and the form " + f.To + " shows one")
			return nil, false, nil
		case err == nil && len(found) == 0:
			notes = append(notes, e.Name+": no solution, so it is written without one")
		case err == nil && len(found) == 1:
			e.Solution, e.Only = found[0], true
		case err != nil:
			notes = append(notes, fmt.Sprintf("%s: written without a solution: %v", e.Name, err))
		}
	}
	return notes, true, nil
}

// firstWithin returns so many solutions that are found within a limit.
func firstWithin(ctx context.Context, limit time.Duration, p puzzle.Puzzle, want int) ([]puzzle.Solution, error) {
	ctx, cancel := within(ctx, limit)
	defer cancel()
	return crosscut.First(ctx, crosscut.Native, p, want, new(meter.Meter))
}

// exportPlayer writes the player of the page with a puzzle, as one file. It has no engine. So it has the answers that
// the page asks for, and the solution if there is only one and it is found in time.
func (a *app) exportPlayer(ctx context.Context, f *exportFlags, entries []*exchange.Entry) error {
	if len(entries) != 1 {
		return fmt.Errorf("a page has one puzzle, and this has %d; \"crosscut page\" writes the whole page", len(entries))
	}
	text := entries[0].Text()
	player := web.Player{Text: text, Answers: [][2]string{}}
	for _, operation := range []string{"read", "draw", "link"} {
		answer := serve.Ask(ctx, serve.Question{Operation: operation, Text: text}, serve.Bounds{}, nil)
		if answer.Kind != serve.OK {
			return fmt.Errorf("%s: %s", operation, answer.Body)
		}
		player.Answers = append(player.Answers, [2]string{operation + " " + text, string(answer.Body)})
		if operation == "read" { // the page asks further about the text that it has read
			var read struct{ Text string }
			if err := json.Unmarshal(answer.Body, &read); err != nil {
				return err
			}
			text = read.Text
		}
	}
	found, err := firstWithin(ctx, cmp.Or(f.Time, solutionBudget), entries[0].Puzzle, 2)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == nil && len(found) == 1:
		player.Rows = serve.Rows(entries[0].Puzzle, found[0])
	default:
		a.note(entries[0].Name + ": written without a solution, so the page cannot say which entries are wrong")
	}
	page, err := player.Page()
	if err != nil {
		return err
	}
	return a.writeWhole(ctx, files.Document("html"), f.Output, durable.Text(page))
}
