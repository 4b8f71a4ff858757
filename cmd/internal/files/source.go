// Package files has what commands need of files: it reads puzzle files, directories of them, links
// and pipes, finds out whether an output would overwrite an input, and writes to pipes.
//
// An input may be a pipe that nobody writes to. So opening and reading happen in goroutines,
// and every wait for them ends with a context and at a limit.
package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"crosscut/cmd/internal/link"
	"crosscut/internal/durable"
	"crosscut/puzzle/text"
)

// Source is where a command reads.
type Source struct {
	Stdin io.Reader
	Limit time.Duration // of each wait for input; 0 is no limit
}

// Read opens a file, or standard input for "-", and calls read with it. When ctx ends
// or a wait is too long, for example while a pipe is silent, it returns the cause.
func Read[T any](ctx context.Context, s Source, name string, read func(in io.Reader, name string) (T, error)) (T, error) {
	ctx, wait, cancel := s.patient(ctx)
	defer cancel()
	value, err := RunOrAbandon(ctx, func() (value T, err error) {
		in, err := s.Open(name)
		wait.end()
		if err != nil {
			return value, err
		}
		defer in.Close()
		return read(patientReader{in, wait}, ShownName(name))
	})
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, cause) {
		err = fmt.Errorf("%s: %w", ShownName(name), err)
	}
	return value, err
}

// Open opens a file, or standard input for "-". For a link it returns the text of its
// puzzle. It may wait: see [Read].
func (s Source) Open(name string) (io.ReadCloser, error) {
	switch {
	case name == "-":
		return io.NopCloser(s.Stdin), nil
	case link.Is(name):
		content, err := link.Decode(name)
		if err != nil && strings.ContainsAny(link.Of(name), "=&/") {
			return io.NopCloser(strings.NewReader(name)), nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", ShownName(name), err)
		}
		return io.NopCloser(strings.NewReader(content)), nil
	case IsAddress(name):
		return io.NopCloser(strings.NewReader(name)), nil
	}
	return openWith(os.Open, name)
}

// IsAddress reports whether an argument of a command is an address, which has the puzzle in it.
func IsAddress(name string) bool { return strings.Contains(name, "://") }

// openWith opens a file by a function such as os.Open. A directory is an error.
func openWith(open func(string) (*os.File, error), name string) (io.ReadCloser, error) {
	file, err := open(name)
	if reason := durable.Reason(err); reason != nil {
		if _, _, kind := text.Family(name); kind && errors.Is(reason, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s: %w; for the kind of puzzle say --puzzle %[1]s", name, reason)
		}
		return nil, fmt.Errorf("%s: %w", ShownName(name), reason)
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close()
		return nil, fmt.Errorf("%s: a directory; name one file", ShownName(name))
	}
	return file, nil
}

// ShownName returns the name of a file as it stands in results and messages. It fits into
// the middle of a line of text.
func ShownName(name string) string {
	switch {
	case name == "-":
		return "standard input"
	case name == "", !utf8.ValidString(name), strings.ContainsFunc(name, unicode.IsControl):
		return strconv.Quote(name)
	case link.Is(name) && !strings.ContainsAny(link.Of(name), "=&/"):
		return shownLink(name)
	case IsAddress(name):
		return "address"
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
