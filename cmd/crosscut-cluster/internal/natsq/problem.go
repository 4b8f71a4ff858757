package natsq

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"crosscut/cmd/internal/run"
	"crosscut/dlx"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// parse returns the problem of a form that a text describes.
func parse(form run.Form, content string) (run.Problem, error) {
	switch form {
	case run.Puzzle:
		p, err := text.Parse(content)
		if err != nil {
			return nil, err
		}
		return run.OfPuzzle(p), nil
	case run.Cover:
		p, err := dlx.Read(strings.NewReader(content), "the exact cover")
		if err != nil {
			return nil, err
		}
		return run.OfCover(p)
	}
	return nil, fmt.Errorf("a problem of the form %q", form)
}

// Read reads a puzzle or an exact cover. name is for errors. A text that can be read in both
// ways is an error: the answers would differ.
func Read(in io.Reader, name string) (run.Problem, error) {
	var read bytes.Buffer
	file, puzzleErr := text.Read(io.TeeReader(in, &read), name, "")
	begin := read.String()
	p, coverErr := dlx.Read(io.MultiReader(&read, in), name)
	var fault *fs.PathError
	switch {
	case puzzleErr == nil && coverErr == nil && p.Options() > 0:
		return nil, fmt.Errorf("%s: a puzzle and an exact cover; a line \"puzzle: NAME\" or a first line \"|\" says which it is", name)
	case puzzleErr == nil:
		return run.OfPuzzle(file.Puzzle), nil
	case coverErr == nil:
		return run.OfCover(p)
	case errors.As(puzzleErr, &fault): // nothing could be read, as from a folder
		return nil, fmt.Errorf("%s: %w", name, fault.Err)
	case strings.Contains("\n"+begin, "\npuzzle:"):
		return nil, puzzleErr
	case strings.HasPrefix(begin, "|"):
		return nil, coverErr
	}
	return nil, fmt.Errorf("not a puzzle: %w; nor an exact cover: %w", puzzleErr, coverErr)
}

// shown returns the noun for a solution of a problem, what stands before each last line, and the n-th solution as
// the program crosscut shows it. label is the name of the problem.
func shown(p run.Problem, label string) (noun, before string, solution func(n int64, s []int) string, err error) {
	if p.Form() == run.Puzzle {
		whole, err := text.Parse(p.Text())
		return "solution", "# " + label + ":", func(n int64, s []int) string {
			return fmt.Sprintf("# %s: solution %d\n%s\n", label, n, puzzle.Format(whole, s))
		}, err
	}
	whole, err := dlx.Read(strings.NewReader(p.Text()), label)
	return "cover", "|", func(n int64, s []int) string {
		lines := fmt.Sprintf("%d:\n", n)
		for _, o := range s {
			lines += " " + whole.OptionText(o) + "\n"
		}
		return lines
	}, err
}
