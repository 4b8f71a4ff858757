package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/spf13/cobra"

	"crosscut/internal/link"
	"crosscut/internal/regular"
	"crosscut/puzzle"
)

// inputFlags say how puzzle files are read.
type inputFlags struct{ family string }

func (f *inputFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.family, "puzzle", "", "puzzle `TYPE`, for files that do not name one: "+puzzle.FamilyNames())
}

// check rejects a family that does not exist.
func (f *inputFlags) check() error {
	if _, _, known := puzzle.FamilyNamed(f.family); f.family != "" && !known {
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
		p, headers, err := link.Decode(name)
		if err != nil && strings.ContainsAny(link.Of(name), "=&/") {
			return nil, fmt.Errorf("%s: no link after #; for an address of another program see \"crosscut import --help\"", shownName(name))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", shownName(name), err)
		}
		return io.NopCloser(strings.NewReader(link.Text(p, headers))), nil
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
// the middle of a line.
func shownName(name string) string {
	switch {
	case name == "-":
		return "standard input"
	case name == "", strings.ContainsFunc(name, unicode.IsControl):
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
func (a *app) read(ctx context.Context, name string, flags *inputFlags) (*puzzle.File, error) {
	return readFile(ctx, a, name, func(in io.Reader, name string) (*puzzle.File, error) {
		return puzzle.Read(in, name, puzzle.Family(flags.family))
	})
}

// input is a puzzle of a batch, or the reason why there is none.
type input struct {
	file *puzzle.File
	err  error
	note string // says that a file was skipped, which is not an error
}

// inputs sends the puzzles of files and directories in order. It stops when there are no
// more or when ctx ends.
func (a *app) inputs(ctx context.Context, names []string, flags *inputFlags) <-chan input {
	found := make(chan input)
	send := func(in input) bool {
		select {
		case found <- in:
			return true
		case <-ctx.Done():
			return false
		}
	}
	go func() {
		defer close(found)
		for _, name := range names {
			directory, sent := name != "-" && isDirectory(name), 0
			count := func(in input) bool {
				if in.note == "" {
					sent++
				}
				return send(in)
			}
			for file, err := range filesOf(name) {
				if err != nil && !count(input{err: err}) || err == nil && !a.sendPuzzles(ctx, file, directory, flags, count) {
					return
				}
			}
			if sent == 0 && !send(input{err: fmt.Errorf("%s: this directory has no puzzle file", shownName(name))}) {
				return
			}
		}
	}()
	return found
}

// sendPuzzles sends the puzzles of one file. When a wait for the file is too long, it sends
// an error that says so, and gives the file up. It returns false when no more are wanted.
func (a *app) sendPuzzles(ctx context.Context, name string, inDirectory bool, flags *inputFlags, send func(input) bool) bool {
	waiting, wait, cancel := a.patient(ctx)
	defer cancel()
	read := make(chan input)
	go func() {
		defer close(read)
		a.readPuzzles(name, inDirectory, flags, wait, func(in input) bool {
			select {
			case read <- in:
				return true
			case <-waiting.Done():
				return false
			}
		})
	}()
	for {
		in, ok := receive(waiting, read)
		switch {
		case ok && !send(in), ctx.Err() != nil:
			return false
		case ok:
		case waiting.Err() != nil:
			return send(input{err: fmt.Errorf("%s: %w", shownName(name), context.Cause(waiting))})
		default:
			return true
		}
	}
}

// readPuzzles sends the puzzles of one file until send returns false. It skips a file of a
// named directory that is not a puzzle and does not claim to be one. In a directory only
// regular files are opened.
func (a *app) readPuzzles(name string, inDirectory bool, flags *inputFlags, wait *waitLimit, send func(input) bool) {
	open := a.open
	if inDirectory {
		open = func(name string) (io.ReadCloser, error) { return openWith(regular.Open, name) }
	}
	in, err := open(name)
	wait.end()
	if err != nil {
		send(input{err: err})
		return
	}
	defer in.Close()
	text := bufio.NewReaderSize(patientReader{in, wait}, headSize)
	head, _ := text.Peek(headSize)
	r := puzzle.NewReader(text, shownName(name), puzzle.Family(flags.family))
	for first := true; ; first = false {
		file, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		parse := (*puzzle.ParseError)(nil)
		if first && inDirectory && errors.As(err, &parse) && !saysPuzzle().Match(head) {
			send(input{note: fmt.Sprintf("skipped: %v, and the file has no line \"puzzle:\"", err)})
			return
		}
		if !send(input{file: file, err: err}) {
			return
		}
		if err != nil && !errors.As(err, &parse) {
			return // reading again would give the same error
		}
	}
}

// saysPuzzle matches a text that claims to be a puzzle. It is given the first headSize
// bytes of a file.
var saysPuzzle = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^[ \t]*puzzle[ \t]*:`) })

const headSize = 1 << 12

// filesOf returns the name of a file, or for a directory the names of the puzzle files in
// and below it, in lexical order.
func filesOf(name string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if info, err := os.Stat(name); name == "-" || err != nil || !info.IsDir() {
			yield(name, nil)
			return
		}
		err := filepath.WalkDir(name+string(filepath.Separator), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() || !isPuzzleName(path):
				return nil
			}
			if !yield(path, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield("", err)
		}
	}
}

// isDirectory reports whether a directory of that name exists.
func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// isPuzzleName reports whether a file of a named directory is taken for a puzzle: it ends
// in .txt and not in .solution.txt.
func isPuzzleName(path string) bool {
	return filepath.Ext(path) == ".txt" && !strings.HasSuffix(path, ".solution.txt")
}
