package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/internal/exchange"
	"crosscut/internal/files"
	"crosscut/internal/link"
	"crosscut/internal/serve/commands"
	"crosscut/internal/wording"
)

// importFlags are the flags of import.
type importFlags struct {
	input  inputFlags
	from   string
	output string
}

func (f *importFlags) variables() commands.Variables {
	return together(f.input.variables(), commands.Variables{"from": &f.from, "output": &f.output})
}

func (a *app) importCommand() *cobra.Command {
	var f importFlags
	return command("import", f.variables(), &cobra.Command{
		Long: `Read the puzzles in a file of another program, and print them as a puzzle file. In place of
the file there may be an address in quotes. The forms are:

` + exchange.Help() + `
A part that crosscut does not know is an error that names it. Data that does not belong to
the puzzle, such as the history of an editor, is left out and named on standard error.

Some forms do not name the type of puzzle. Then --puzzle must name it, as in
--puzzle numbrix.

The exit code is 0 when everything was read, and 2 otherwise.`,
		Example: "  crosscut import --from csv --puzzle hidato testdata/exchange/sheet.csv\n" +
			"  crosscut import --from kudamono 'https://pedros.works/kudamono/player?W=2x2&L=(1)0&G=hidoku'",
		Args: exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.input.check(); err != nil {
				return err
			}
			return a.importFile(cmd.Context(), &f, args[0])
		},
	})
}

func (a *app) importFile(ctx context.Context, f *importFlags, name string) error {
	if err := a.source().RefuseOverwrite("--output", f.output, files.InputPlaces(name)...); err != nil {
		return err
	}
	entries, err := a.foreignEntries(ctx, f, name)
	if err != nil {
		return err
	}
	var texts []string
	for _, e := range entries {
		texts = append(texts, e.Text())
		if len(e.Left) > 0 {
			a.note(fmt.Sprintf("%s: no part of the puzzle, and not read: %s", e.Name, wording.List(e.Left)))
		}
	}
	return stoppedAs(ctx, files.ShownName(name), a.writeWhole(ctx, f.output, func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Join(texts, "---\n"))
		return err
	}))
}

// foreignEntries reads a file, or an address that stands in its place.
func (a *app) foreignEntries(ctx context.Context, f *importFlags, name string) ([]*exchange.Entry, error) {
	if link.Is(name) || strings.Contains(name, "://") {
		return exchange.Read(f.from, strings.NewReader(name), "address", f.input.family)
	}
	return files.Read(ctx, a.source(), name, func(in io.Reader, name string) ([]*exchange.Entry, error) {
		return exchange.Read(f.from, in, name, f.input.family)
	})
}
