package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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
		return nil, fmt.Errorf("%s: a directory; name the files in it", shownName(name))
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

// read reads a puzzle file.
func (a *app) read(ctx context.Context, name string, flags *inputFlags) (*puzzle.File, error) {
	return readFile(ctx, a, name, func(in io.Reader, name string) (*puzzle.File, error) {
		return puzzle.Read(in, name, puzzle.Family(flags.family))
	})
}

// eachInto calls do with every puzzle file and the place for results.
func (a *app) eachInto(ctx context.Context, names []string, in *inputFlags, to *outputFlags, do func(*puzzle.File, *printer) error) error {
	out, err := a.printer(to, names...)
	if err != nil {
		return err
	}
	err = a.each(ctx, names, in, func(file *puzzle.File) error { return do(file, out) })
	return cmp.Or(err, out.close())
}

// each calls do with every puzzle file. A file that cannot be read is reported
// and does not stop the others; an interrupt and an error of do stop everything.
func (a *app) each(ctx context.Context, names []string, flags *inputFlags, do func(*puzzle.File) error) error {
	for _, name := range names {
		switch {
		case ctx.Err() == nil:
		case a.exit == exitInterrupted: // and reported
			return nil
		default:
			return context.Cause(ctx)
		}
		file, err := a.read(ctx, name, flags)
		if err != nil {
			a.report(err)
			continue
		}
		if err := do(file); err != nil {
			return err
		}
	}
	return nil
}
