package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"crosscut/internal/link"
	"crosscut/internal/serve/commands"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// inputFlags say how puzzle files are read.
type inputFlags struct{ family string }

func (f *inputFlags) variables() commands.Variables {
	return commands.Variables{"puzzle": &f.family}
}

// check rejects a family that does not exist.
func (f *inputFlags) check() error {
	if _, _, known := text.FamilyNamed(f.family); f.family != "" && !known {
		return fmt.Errorf("--puzzle %q; it is %s", f.family, puzzle.FamilyNames())
	}
	return nil
}

// readFile opens a file, or standard input for "-", and calls read with it. When ctx ends
// or a wait is too long, for example while a pipe is silent, it returns the cause.
func readFile[T any](ctx context.Context, a *app, name string, read func(in io.Reader, name string) (T, error)) (T, error) {
	ctx, wait, cancel := a.patient(ctx)
	defer cancel()
	var value T
	abandoned, err := runOrAbandon(ctx, func() error {
		in, err := a.open(name)
		wait.end()
		if err != nil {
			return err
		}
		defer in.Close()
		value, err = read(patientReader{in, wait}, shownName(name))
		return err
	})
	if abandoned {
		var none T // the function may still write to value
		return none, fmt.Errorf("%s: %w", shownName(name), err)
	}
	return value, err
}

// open opens a file, or standard input for "-". For a link it returns the text of its
// puzzle. It may wait: see readFile.
func (a *app) open(name string) (io.ReadCloser, error) {
	switch {
	case name == "-":
		return io.NopCloser(a.stdin), nil
	case link.Is(name):
		text, err := link.Decode(name)
		if err != nil && strings.ContainsAny(link.Of(name), "=&/") {
			return nil, fmt.Errorf("%s: no link after #; for an address of another program see \"crosscut import --help\"", shownName(name))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", shownName(name), err)
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}
	return openWith(os.Open, name)
}

// openWith opens a file by a function such as os.Open. A directory is an error.
func openWith(open func(string) (*os.File, error), name string) (io.ReadCloser, error) {
	file, err := open(name)
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return nil, fmt.Errorf("%s: %w", shownName(name), pathErr.Err)
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close()
		return nil, fmt.Errorf("%s: a directory; name one file", shownName(name))
	}
	return file, nil
}

// shownName returns the name of a file as it stands in results and messages. It fits into
// the middle of a line of text.
func shownName(name string) string {
	switch {
	case name == "-":
		return "standard input"
	case name == "", !utf8.ValidString(name), strings.ContainsFunc(name, unicode.IsControl):
		return strconv.Quote(name)
	case link.Is(name):
		return shownLink(name)
	}
	return name
}

// shownLink returns the beginning of a link. It has the check sum, so the names of different
// links differ.
func shownLink(name string) string {
	const shown = 12
	code := link.Of(name)
	if len(code) > shown {
		code = code[:shown] + "…"
	}
	return link.Prefix + code
}

// read reads a file of one puzzle.
func (a *app) read(ctx context.Context, name string, flags *inputFlags) (*text.File, error) {
	return readFile(ctx, a, name, func(in io.Reader, name string) (*text.File, error) {
		return text.Read(in, name, puzzle.Family(flags.family))
	})
}
