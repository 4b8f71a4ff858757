package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/meter"
	"crosscut/puzzle/text"
	"crosscut/show"
)

type drawFlags struct {
	inputFlags
	engineFlags
	To            string
	Output        string
	Solution      bool // draw the solutions instead of the puzzles
	WithSolutions bool // draw the solutions after the puzzles
}

func (f *drawFlags) check(cmd *cobra.Command) error {
	return cmp.Or(f.checkForm(), f.engineFlags.check(cmd))
}

// checkForm rejects flags that do not go together. It sets the form.
func (f *drawFlags) checkForm() error {
	if f.Output == "-" {
		f.Output = ""
	}
	asked := f.To != ""
	if !asked {
		f.To = strings.TrimPrefix(strings.ToLower(filepath.Ext(f.Output)), ".")
		switch {
		case f.intoFolder():
			f.To = "svg"
		case f.To == "" || f.To == "txt":
			f.To = "text"
		}
	}
	switch {
	case !asked && !slices.Contains(commands.PictureForms, f.To):
		return fmt.Errorf("--output %s; its ending must be .txt, .svg, .png or .pdf, or name the form with --to", files.ShownName(f.Output))
	case f.Solution && f.WithSolutions:
		return errors.New("--solution and --with-solutions exclude each other")
	}
	return nil
}

// intoFolder reports whether --output names a folder: one that exists, or a name that ends
// with a slash.
func (f *drawFlags) intoFolder() bool {
	return files.IsDirectory(f.Output) || f.Output != "" && os.IsPathSeparator(f.Output[len(f.Output)-1])
}

// pictureSet holds the pictures of a run.
type pictureSet struct {
	from               []string // the files of the puzzles
	puzzleCount        int      // number of puzzles that were read
	puzzles, solutions []namedPicture
}

type namedPicture struct {
	show.Picture
	name string
}

func (a *app) draw(ctx context.Context, f *drawFlags, args []string) error {
	e, d := a.engine(&f.engineFlags), pictureSet{from: args}
	err := a.eachPuzzle(ctx, args, &f.inputFlags, 1, func(a *app, file *text.File) error {
		d.puzzleCount++
		base := pictureName(file.Name)
		if !f.Solution {
			d.puzzles = append(d.puzzles, namedPicture{show.Picture{Puzzle: file.Puzzle, Title: titleOf(file, base), Labels: file.Labels}, base})
		}
		if f.Solution || f.WithSolutions {
			d.solutions = append(d.solutions, a.solutionPictures(ctx, f, e, file, base)...)
		}
		return nil
	})
	if len(d.puzzles)+len(d.solutions) == 0 {
		return err
	}
	switch {
	case errors.Is(context.Cause(ctx), serve.ErrInterrupted) && (f.To != "text" || f.Output != ""):
		return err // a picture may take long, and a part must not replace a file
	case ctx.Err() != nil:
		ctx = context.WithoutCancel(ctx) // draw what was found before the limit
	}
	return cmp.Or(err, stoppedAs(ctx, f.place(args), a.writePictures(ctx, f, d)))
}

// place names the pictures in a message that they were not written.
func (f *drawFlags) place(args []string) string {
	switch {
	case f.Output != "":
		return files.ShownName(f.Output)
	case len(args) == 1:
		return files.ShownName(args[0])
	}
	return "draw"
}

// pictureName returns the name for the picture of a puzzle: "board" for dir/board.txt, and
// "board-2" for the second puzzle in that file. A name in quotes loses the quotes only.
func pictureName(file string) string {
	if quoted, err := strconv.QuotedPrefix(file); err == nil && file[0] == '"' {
		file = quoted[1:len(quoted)-1] + file[len(quoted):]
	}
	file = filepath.Base(file)
	if at := strings.LastIndexByte(file, '#'); at >= 0 {
		if stem, ok := files.Stem(file[:at]); ok {
			return stem + "-" + file[at+1:]
		}
	}
	stem, _ := files.Stem(file)
	return stem
}

// titleOf returns the title above the picture of a puzzle: that of the file, or else base,
// and the author.
func titleOf(file *text.File, base string) string {
	title := cmp.Or(file.Title, base)
	if file.Author != "" {
		title += ", by " + file.Author
	}
	return title
}

// solutionPictures draws the solution of a puzzle, or two if it has several. On a
// draughtboard, no symmetry of the board takes one to the other.
func (a *app) solutionPictures(ctx context.Context, f *drawFlags, e crosscut.Engine, file *text.File, base string) []namedPicture {
	if err := f.checkPuzzle(file); err != nil {
		a.report(err)
		return nil
	}
	ctx, cancel := within(ctx, f.Time)
	defer cancel()
	found, err := crosscut.Distinct(ctx, a.limitedEngine(&f.engineFlags, e), file.Puzzle, 2, new(meter.Meter))
	switch {
	case err != nil:
		a.fails(file, err)
	case len(found) == 0:
		a.outcome(exitNo)
		a.complain(file.Name + ": no solution to draw")
	}
	var pictures []namedPicture
	for i, s := range found {
		title, name := titleOf(file, base)+", solution", base+".solution"
		if len(found) > 1 {
			title, name = fmt.Sprintf("%s %d of several", title, i+1), fmt.Sprintf("%s-%d", name, i+1)
		}
		pictures = append(pictures, namedPicture{show.Picture{
			Puzzle: file.Puzzle, Filled: s, Marked: serve.DifferingCells(file.Puzzle, found), Title: title, Labels: file.Labels,
		}, name})
	}
	return pictures
}
