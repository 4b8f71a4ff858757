package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/internal/picture"
	"crosscut/puzzle"
)

// drawFlags are the flags of draw.
type drawFlags struct {
	input  inputFlags
	engine engineFlags

	to        string
	output    string
	solution  bool // draw solutions in place of puzzles
	solutions bool // draw solutions after the puzzles
	perPage   string
	title     string

	columns, rows int // what perPage says, 0 for no booklet
}

func (a *app) drawCommand() *cobra.Command {
	var f drawFlags
	cmd := &cobra.Command{
		Use:   "draw FILE...",
		Short: "Draw puzzles and their solutions",
		Long: `Draw each puzzle: as characters, in colour on a terminal, or as an SVG, PNG or PDF
picture. --to says which; without it the ending of --output does.

With --solution the solution is drawn in place of the puzzle, with --with-solutions
after all puzzles. Of a puzzle with several solutions two are drawn, and the cells in
which they differ are marked; on a draughtboard those count as one that a symmetry of
the board makes of each other.

The pictures of one puzzle stand side by side. Those of several make a booklet in one
PDF file, or a file each in the directory that --output names. A booklet has as many
pictures a page as --per-page says, columns x rows, and begins a new page for the
solutions.

Exit code 0 when everything was drawn, 1 when a solution was asked for and there is
none, 3 when a limit came first, 130 when it was interrupted, and then no picture has
taken the place of a file but as a whole.`,
		Example: "  crosscut draw testdata/magic/seed-5x5.txt\n" +
			"  crosscut draw --with-solutions --title Squares --per-page 2x3 --to pdf testdata/magic/n4-*.txt",
		Args: files,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.check(), f.input.check(), f.engine.check(cmd)); err != nil {
				return err
			}
			return a.drawFiles(cmd.Context(), &f, args)
		},
	}
	f.input.add(cmd)
	f.engine.add(cmd)
	cmd.Flags().StringVar(&f.to, "to", "", "`FORM` of the pictures: text, svg, png or pdf (default what the ending of --output says, else text)")
	cmd.Flags().StringVar(&f.output, "output", "", "write to this `FILE`, in place of what it held (- prints it), or into this directory")
	cmd.Flags().BoolVar(&f.solution, "solution", false, "draw the solution in place of the puzzle")
	cmd.Flags().BoolVar(&f.solutions, "with-solutions", false, "draw all puzzles, then their solutions")
	cmd.Flags().StringVar(&f.perPage, "per-page", "", "`COLUMNSxROWS` of pictures on a page of A4 (PDF; default 1x1 for several pictures)")
	cmd.Flags().StringVar(&f.title, "title", "", "a `TITLE` on every page (PDF)")
	return cmd
}

// check reports flags that make no sense, and completes what they leave open.
func (f *drawFlags) check() error {
	if f.output == "-" {
		f.output = ""
	}
	asked := f.to != ""
	if !asked {
		f.to = strings.TrimPrefix(strings.ToLower(filepath.Ext(f.output)), ".")
		if f.to == "" || f.to == "txt" || isDirectory(f.output) {
			f.to = "text"
		}
	}
	switch {
	case !asked && !slices.Contains(pictureForms, f.to):
		return fmt.Errorf("--output %s: its ending is none of .txt, .svg, .png and .pdf; say with --to what it is to be", shownName(f.output))
	case !slices.Contains(pictureForms, f.to):
		return fmt.Errorf("--to %q; it is text, svg, png or pdf", f.to)
	case f.solution && f.solutions:
		return errors.New("--solution and --with-solutions exclude each other")
	case f.to != "pdf" && (f.perPage != "" || f.title != ""):
		return errors.New("--per-page and --title are for --to pdf")
	case f.perPage != "":
		var rest string
		n, _ := fmt.Sscanf(f.perPage, "%dx%d%s", &f.columns, &f.rows, &rest)
		if n != 2 || min(f.columns, f.rows) < 1 || max(f.columns, f.rows) > 20 {
			return fmt.Errorf("--per-page %q; it is columns x rows, such as 2x3, up to 20x20", f.perPage)
		}
	}
	return nil
}

// pictureForms are the forms of a picture.
var pictureForms = []string{"text", "svg", "png", "pdf"}

// drawn are the pictures of a run, and the names that their files get.
type drawn struct {
	from               []string // the arguments
	files              int      // that the pictures are of
	puzzles, solutions []namedPicture
}

type namedPicture struct {
	picture.Picture
	name string
}

func (a *app) drawFiles(ctx context.Context, f *drawFlags, args []string) error {
	if err := a.apart("--output", f.output, readFrom(args...)...); err != nil {
		return err
	}
	e, err := a.engine(&f.engine)
	if err != nil {
		return err
	}
	d := drawn{from: args}
	err = a.each(ctx, args, &f.input, 1, func(a *app, file *puzzle.File) error {
		d.files++
		base := pictureName(file.Name)
		if !f.solution {
			d.puzzles = append(d.puzzles, namedPicture{picture.Picture{Puzzle: file.Puzzle, Title: base}, base})
		}
		if f.solution || f.solutions {
			d.solutions = append(d.solutions, a.solutionPictures(ctx, f, e, file, base)...)
		}
		return nil
	})
	if len(d.puzzles)+len(d.solutions) == 0 {
		return err
	}
	switch {
	case errors.Is(context.Cause(ctx), errInterrupted) && f.to != "text":
		return err // a picture takes a while
	case ctx.Err() != nil:
		ctx = context.WithoutCancel(ctx) // what a limit left is drawn all the same
	}
	return cmp.Or(err, a.writePictures(ctx, f, d))
}

// pictureName is what the picture of a puzzle is called: "board" for dir/board.txt, and
// "board-2" for the second puzzle in it.
func pictureName(file string) string {
	file, number, several := strings.Cut(filepath.Base(file), ".txt#")
	if several {
		return file + "-" + number
	}
	return strings.TrimSuffix(file, ".txt")
}

// solutionPictures draws the solution of a puzzle, two when there are several that no
// symmetry of a draughtboard makes of each other.
func (a *app) solutionPictures(ctx context.Context, f *drawFlags, e crosscut.Engine, file *puzzle.File, base string) []namedPicture {
	found, err := crosscut.Distinct(ctx, a.limited(&f.engine, e), file.Puzzle, 2, new(crosscut.Meter))
	switch {
	case err != nil:
		a.report(fmt.Errorf("%s: %w", file.Name, err))
	case len(found) == 0:
		a.outcome(exitNo)
		a.complain(exitNo, file.Name+": no solution to draw")
	}
	var pictures []namedPicture
	for i, s := range found {
		title, name := base+", solution", base+".solution"
		if len(found) > 1 {
			title, name = fmt.Sprintf("%s %d of several", title, i+1), fmt.Sprintf("%s-%d", name, i+1)
		}
		pictures = append(pictures, namedPicture{picture.Picture{
			Puzzle: file.Puzzle, Filled: s, Marked: differing(file.Puzzle, found), Title: title,
		}, name})
	}
	return pictures
}

// writePictures writes the pictures in the wanted form.
func (a *app) writePictures(ctx context.Context, f *drawFlags, d drawn) error {
	all := slices.Concat(d.puzzles, d.solutions)
	booklet := f.to == "pdf" && (len(all) > 1 || f.perPage != "" || f.title != "")
	switch {
	case isDirectory(f.output):
		return a.writeEach(ctx, f, d.from, all)
	case f.to == "text":
		return a.writeWhole(ctx, f.output, func(w io.Writer) error { return writeText(w, a.colours(f.output), all) })
	case booklet:
		b := picture.Booklet{
			Title: f.title, Columns: max(f.columns, 1), Rows: max(f.rows, 1),
			Width: picture.A4Width, Height: picture.A4Height,
		}
		return a.writePicture(ctx, f.output, func(w io.Writer) error { return b.Write(w, plain(d.puzzles), plain(d.solutions)) })
	case d.files > 1 && len(all) > 1:
		return fmt.Errorf("%d pictures do not go into one %s file: name a directory that exists with --output, or --to pdf for a booklet",
			len(all), strings.ToUpper(f.to))
	case f.output == "" && isTerminal(a.terminal):
		return fmt.Errorf("a %s picture is nothing for a terminal; name a file with --output", strings.ToUpper(f.to))
	}
	return a.writePicture(ctx, f.output, func(w io.Writer) error { return picture.Write(w, picture.Format(f.to), plain(all)...) })
}

// writePicture is writeWhole for what takes long to draw and does not look at a context.
func (a *app) writePicture(ctx context.Context, name string, draw func(io.Writer) error) error {
	return a.writeWhole(ctx, name, func(w io.Writer) error {
		_, err := aside(ctx, func() error { return draw(w) })
		return err
	})
}

// writeEach writes every picture into a file of its own, and none when one would take
// the place of another or of what was read.
func (a *app) writeEach(ctx context.Context, f *drawFlags, from []string, all []namedPicture) error {
	ending := f.to
	if ending == "text" {
		ending = "txt"
	}
	path := func(p namedPicture) string { return filepath.Join(f.output, p.name+"."+ending) }
	named := make(map[string]bool)
	for _, p := range all {
		if named[p.name] {
			return fmt.Errorf("two pictures are called %s.%s; draw them into different directories", p.name, ending)
		}
		named[p.name] = true
		if err := a.apart("the picture", path(p), readFrom(from...)...); err != nil {
			return err
		}
	}
	for _, p := range all {
		err := a.writePicture(ctx, path(p), func(w io.Writer) error {
			if f.to == "text" {
				return writeText(w, false, []namedPicture{p})
			}
			return picture.Write(w, picture.Format(f.to), p.Picture)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// writeText writes pictures as characters, blank lines between them.
func writeText(w io.Writer, colours bool, all []namedPicture) error {
	for i, p := range all {
		text := p.Text(colours)
		if i > 0 {
			text = "\n" + text
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

// colours reports whether what is written there is shown in colours: on a terminal
// whose user has not asked for none (no-color.org).
func (a *app) colours(output string) bool {
	return output == "" && os.Getenv("NO_COLOR") == "" && isTerminal(a.terminal)
}

func plain(named []namedPicture) []picture.Picture {
	var pictures []picture.Picture
	for _, p := range named {
		pictures = append(pictures, p.Picture)
	}
	return pictures
}
