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
	"strings"
	"sync"

	"crosscut/internal/regular"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// The puzzles of a batch, from files and directories.

// input is a puzzle of a batch, or the reason why there is none.
type input struct {
	text *text.Piece // nil if the puzzle was read when it was found
	file *text.File
	err  error
	note string // says that a file was skipped, which is not an error
}

// read reads the puzzle, if that has not happened yet.
func (in *input) read() {
	if in.text != nil {
		in.file, in.err = in.text.Read()
		in.text = nil
	}
}

// inputs are the puzzles of a batch. They come in lists, because a goroutine that waits for each
// puzzle wakes so often that half of a core sleeps. A list has what was found in one piece of a
// file, and nothing waits for it to be longer.
type inputs struct {
	ctx   context.Context
	lists <-chan []input
	list  []input // what is left of the last list
}

// next returns the next input. It reports false when there are no more or ctx has ended.
func (in *inputs) next() (input, bool) {
	for ok := true; len(in.list) == 0; {
		if in.list, ok = receive(in.ctx, in.lists); !ok {
			return input{}, false
		}
	}
	first := in.list[0]
	in.list[0], in.list = input{}, in.list[1:] // whoever has it may let go of it
	return first, in.ctx.Err() == nil
}

// inputs finds the puzzles of files and directories in order. It stops when there are no
// more or when ctx ends.
func (a *app) inputs(ctx context.Context, names []string, flags *inputFlags) *inputs {
	found := make(chan []input)
	send := func(list ...input) bool {
		select {
		case found <- list:
			return true
		case <-ctx.Done():
			return false
		}
	}
	go func() {
		defer close(found)
		for _, name := range names {
			directory, sent := name != "-" && isDirectory(name), 0
			count := func(list ...input) bool {
				if len(list) > 1 || list[0].note == "" {
					sent++
				}
				return send(list...)
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
	return &inputs{ctx: ctx, lists: found}
}

// sendPuzzles sends the puzzles of one file. When a wait for the file is too long, it sends
// an error that says so, and gives the file up. It returns false when no more are wanted.
func (a *app) sendPuzzles(ctx context.Context, name string, inDirectory bool, flags *inputFlags, send func(...input) bool) bool {
	waiting, wait, cancel := a.patient(ctx)
	defer cancel()
	read := make(chan []input)
	go func() {
		defer close(read)
		a.readPuzzles(name, inDirectory, flags, wait, func(list []input) bool {
			select {
			case read <- list:
				return true
			case <-waiting.Done():
				return false
			}
		})
	}()
	for {
		list, ok := receive(waiting, read)
		switch {
		case ok && !send(list...), ctx.Err() != nil:
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
func (a *app) readPuzzles(name string, inDirectory bool, flags *inputFlags, wait *waitLimit, send func([]input) bool) {
	open := a.open
	if inDirectory {
		open = func(name string) (io.ReadCloser, error) { return openWith(regular.Open, name) }
	}
	in, err := open(name)
	wait.end()
	if err != nil {
		send([]input{{err: err}})
		return
	}
	defer in.Close()
	found := &foundInputs{send: send}
	defer found.pass()
	content := bufio.NewReaderSize(passingReader{patientReader{in, wait}, found}, pieceSize)
	var head []byte
	if inDirectory {
		head, _ = content.Peek(headSize)
	}
	r := text.NewReader(content, shownName(name), puzzle.Family(flags.family))
	for first := true; !found.refused; first = false {
		t, err := r.NextPiece()
		if errors.Is(err, io.EOF) {
			return
		}
		next := input{text: t, err: err}
		if first && inDirectory {
			next.read()
		}
		parse := (*text.ParseError)(nil)
		if first && inDirectory && errors.As(next.err, &parse) && !saysPuzzle().Match(head) {
			found.list = []input{{note: fmt.Sprintf("skipped: %v, and the file has no line \"puzzle:\"", next.err)}}
			return
		}
		found.list = append(found.list, next)
		if err != nil && !errors.As(err, &parse) {
			return // reading again would give the same error
		}
	}
}

// foundInputs are the inputs that were found and not sent.
type foundInputs struct {
	list    []input
	send    func([]input) bool
	refused bool // send wants no more
}

// pass sends the inputs.
func (f *foundInputs) pass() {
	if len(f.list) > 0 && !f.refused {
		f.refused = !f.send(f.list)
		f.list = nil
	}
}

// passingReader is a reader that sends what was found before it reads on, because reading may
// wait for long.
type passingReader struct {
	in    io.Reader
	found *foundInputs
}

// Read sends the inputs that were found, and reads.
func (r passingReader) Read(to []byte) (int, error) {
	r.found.pass()
	if r.found.refused {
		return 0, io.EOF
	}
	return r.in.Read(to)
}

// saysPuzzle matches a text that claims to be a puzzle. It is given the first headSize
// bytes of a file.
var saysPuzzle = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\x{FEFF}?[ \t]*puzzle[ \t]*:`) })

// headSize is how many bytes of a file of a directory are searched for a line "puzzle:".
const headSize = 1 << 12

// pieceSize is how many bytes of a file are read at once.
const pieceSize = 1 << 16

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
