package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"crosscut/puzzle"
)

// inputFlags say how puzzle files are read.
type inputFlags struct{ family string }

func (f *inputFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.family, "puzzle", "", "`FAMILY` of files that do not say it: hidoku, draughtboard or magic")
}

// check reports a family that does not exist.
func (f *inputFlags) check() error {
	if f.family != "" && !slices.Contains(puzzle.Families(), puzzle.Family(f.family)) {
		return fmt.Errorf("--puzzle %q; it is hidoku, draughtboard or magic", f.family)
	}
	return nil
}

// readFile opens a file, or standard input for "-", and lets read read it. When ctx
// ends first, as it may while nothing comes through a pipe, it returns the cause and
// leaves read waiting, for the program is about to end.
func readFile[T any](ctx context.Context, a *app, name string, read func(in io.Reader, name string) (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	results := make(chan result, 1)
	go func() {
		var r result
		var in io.ReadCloser
		if in, r.err = a.open(name); r.err == nil {
			r.value, r.err = read(in, shownName(name))
			in.Close()
		}
		results <- r
	}()
	select {
	case r := <-results:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, fmt.Errorf("%s: %w", shownName(name), context.Cause(ctx))
	}
}

// open opens a file, or standard input for "-".
func (a *app) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(a.stdin), nil
	}
	file, err := os.Open(name)
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return nil, fmt.Errorf("%s: %w", shownName(name), pathErr.Err)
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close()
		return nil, fmt.Errorf("%s: a directory; name one file", shownName(name))
	}
	return file, nil
}

// shownName is how a file is called in results and messages, which have it in the
// middle of a line.
func shownName(name string) string {
	switch {
	case name == "-":
		return "standard input"
	case strings.ContainsFunc(name, unicode.IsControl):
		return strconv.Quote(name)
	}
	return name
}

// read reads a file of one puzzle.
func (a *app) read(ctx context.Context, name string, flags *inputFlags) (*puzzle.File, error) {
	return readFile(ctx, a, name, func(in io.Reader, name string) (*puzzle.File, error) {
		return puzzle.Read(in, name, puzzle.Family(flags.family))
	})
}

// input is a puzzle of a batch, or why there is none.
type input struct {
	file *puzzle.File
	err  error
}

// inputs sends the puzzles of files and directories, in order, until there are no
// more or ctx has ended.
func (a *app) inputs(ctx context.Context, names []string, flags *inputFlags) <-chan input {
	found := make(chan input)
	send := func(file *puzzle.File, err error) bool {
		select {
		case found <- input{file, err}:
			return true
		case <-ctx.Done():
			return false
		}
	}
	go func() {
		defer close(found)
		for _, name := range names {
			for name, err := range filesOf(name) {
				if err != nil && !send(nil, err) || err == nil && !a.sendPuzzles(name, flags, send) {
					return
				}
			}
		}
	}()
	return found
}

// sendPuzzles sends the puzzles of one file. It returns false when nobody wants more.
func (a *app) sendPuzzles(name string, flags *inputFlags, send func(*puzzle.File, error) bool) bool {
	in, err := a.open(name)
	if err != nil {
		return send(nil, err)
	}
	defer in.Close()
	r := puzzle.NewReader(in, shownName(name), puzzle.Family(flags.family))
	for {
		file, err := r.Next()
		if errors.Is(err, io.EOF) {
			return true
		}
		if !send(file, err) {
			return false
		}
		if parse := (*puzzle.ParseError)(nil); err != nil && !errors.As(err, &parse) {
			return true // the error would come again
		}
	}
}

// filesOf returns the name itself, or for a directory the puzzle files in and below
// it, in lexical order: those that end in .txt, but not in .solution.txt.
func filesOf(name string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if info, err := os.Stat(name); name == "-" || err != nil || !info.IsDir() {
			yield(name, nil)
			return
		}
		count := 0
		err := filepath.WalkDir(name+string(filepath.Separator), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() || filepath.Ext(path) != ".txt" || strings.HasSuffix(path, ".solution.txt"):
				return nil
			}
			count++
			if !yield(path, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err == nil && count == 0 {
			err = fmt.Errorf("%s: no file in this directory ends in .txt", shownName(name))
		}
		if err != nil {
			yield("", err)
		}
	}
}
