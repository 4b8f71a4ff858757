package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/base"
	"crosscut/show/paper"
)

type bookletFlags struct {
	inputFlags
	Seed uint64
	Jobs int
	Time time.Duration

	Output, Title, Author     string
	Solutions                 string // "" for the back, none, or another file
	Paper                     string
	Landscape, Grey, Large    bool
	PerPage, SolutionsPerPage string

	orders                     []bookletOrder
	puzzleLayout, answerLayout layout
}

type layout struct{ columns, rows int }

func (a *app) bookletCommand() *cobra.Command {
	cmd := command("booklet", a.booklet)()
	cmd.Long = strings.Replace(cmd.Long, "{sizes}", bookletSizes(), 1)
	return cmd
}

// check rejects flags that are invalid. It draws a seed if none is given, and sets what to make.
func (f *bookletFlags) check(cmd *cobra.Command) error {
	for i := range commands.BookletKinds {
		kind := (*bookletKind)(&commands.BookletKinds[i])
		said, _ := cmd.Flags().GetString(kind.Flag) // the table has the flag
		some, err := kind.parse(said)
		if err != nil {
			return err
		}
		f.orders = append(f.orders, some...)
	}
	if len(f.orders)+cmd.Flags().NArg() == 0 {
		return fmt.Errorf("booklet needs puzzles: files, or a flag such as --hidoku easy:4; see \"%s --help\"", cmd.CommandPath())
	}
	if !cmd.Flags().Changed("seed") {
		f.Seed = serve.NewSeed()
	}
	return f.checkLayouts()
}

// checkLayouts sets the numbers of pictures on a page.
func (f *bookletFlags) checkLayouts() (err error) {
	puzzles, answers := layout{1, 2}, layout{3, 4}
	if f.Large || f.Paper == "a5" {
		puzzles.rows = 1
	}
	if f.Large {
		answers = layout{2, 3}
	}
	if f.Landscape {
		puzzles = layout{puzzles.rows, puzzles.columns}
		answers = layout{answers.rows, answers.columns}
	}
	if f.puzzleLayout, err = layoutOf("per-page", f.PerPage, puzzles); err != nil {
		return err
	}
	f.answerLayout, err = layoutOf("solutions-per-page", f.SolutionsPerPage, answers)
	return err
}

// layoutOf parses a flag for a number of pictures on a page, such as 2x3. Without a text it
// returns the default.
func layoutOf(flag, text string, usual layout) (layout, error) {
	if text == "" {
		return usual, nil
	}
	columns, rows, ok := serve.TwoNumbers(text, "x")
	if !ok || min(columns, rows) < 1 || max(columns, rows) > 20 {
		return layout{}, fmt.Errorf("--%s %q; it is columns x rows, such as 2x3, up to 20x20", flag, text)
	}
	return layout{columns: columns, rows: rows}, nil
}

func (a *app) booklet(ctx context.Context, f *bookletFlags, args []string) error {
	if (f.Output == "" || f.Output == "-") && isTerminal(a.terminal) {
		return errors.New("a terminal cannot show a PDF file; name a file with --output")
	}
	ctx, cancel := within(ctx, f.Time)
	defer cancel()
	puzzles, err := a.makeBooklet(ctx, f, f.orders)
	if err != nil {
		a.report(fmt.Errorf("booklet: %w", err))
		return nil
	}
	read, err := a.readBooklet(ctx, f, args)
	if err != nil || a.exit != exitYes {
		return err
	}
	puzzles = append(puzzles, read...)
	if again := repeated(puzzles); again > 0 {
		a.note(fmt.Sprintf("booklet: %s repeated; larger boards have more of them", base.Plural(again, "solution")))
	}
	return stoppedAs(ctx, "booklet", a.writeBooklet(ctx, f, puzzles, args))
}

// writeBooklet writes the puzzles and their solutions, together or in two files.
func (a *app) writeBooklet(ctx context.Context, f *bookletFlags, puzzles []bookletPuzzle, from []string) error {
	b, sections, solutions := f.pages(puzzles)
	write := func(b paper.Booklet, name string, sections ...paper.Section) error {
		return a.writePicture(ctx, "pdf", name, func(w io.Writer) (string, error) { return b.Write(w, sections...) })
	}
	switch f.Solutions {
	case "":
		return write(b, f.Output, append(sections, solutions)...)
	case "none":
		return write(b, f.Output, sections...)
	}
	others := append(files.InputPlaces(from...), files.Place{What: "--output", Name: f.Output})
	if err := a.source().RefuseOverwrite("--solutions", f.Solutions, others...); err != nil {
		return err
	}
	back := b
	back.Cover, back.Title = false, b.Title+": solutions"
	return cmp.Or(write(b, f.Output, sections...), write(back, f.Solutions, solutions))
}

// bookletSizes returns a table of the default sizes for the help text.
func bookletSizes() string {
	var text strings.Builder
	fmt.Fprintf(&text, "  %-16s", "")
	for _, level := range bookletLevels {
		fmt.Fprintf(&text, "%-11s", level)
	}
	for _, k := range commands.BookletKinds {
		fmt.Fprintf(&text, "\n  --%-14s", k.Flag)
		for i := range bookletLevels {
			fmt.Fprintf(&text, "%-11s", k.Sizes[i])
		}
	}
	return trailingBlanks().ReplaceAllString(text.String(), "")
}

var trailingBlanks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m) +$`) })
