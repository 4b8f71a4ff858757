package files

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"crosscut/cmd/internal/exchange"
	"crosscut/internal/base"
	"crosscut/internal/durable"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Input is a puzzle of a batch, or the reason why there is none.
type Input struct {
	Name string // of the file, as it is shown
	File *text.File
	Err  error
	Note string // says that a file was skipped, which is not an error, or how the puzzle was read

	read func() (*text.File, error) // nil if the puzzle was read when it was found
}

// Read reads the puzzle, if that has not happened yet.
func (in *Input) Read() {
	if in.read != nil {
		in.File, in.Err = in.read()
		in.read = nil
		if in.File != nil && in.File.Note != "" {
			in.Note = fmt.Sprintf("%s: %s", in.File.Name, in.File.Note)
		}
	}
}

// Inputs are the puzzles of a batch. They come in lists, because a goroutine that waits for each
// puzzle wakes so often that half of a core sleeps. A list has what was found in one piece of a
// file, and nothing waits for it to be longer.
type Inputs struct {
	ctx   context.Context
	lists <-chan []Input
	list  []Input // what is left of the last list
}

// Next returns the next input. It reports false when there are no more or ctx has ended.
func (in *Inputs) Next() (Input, bool) {
	for ok := true; len(in.list) == 0; {
		if in.list, ok = Receive(in.ctx, in.lists); !ok {
			return Input{}, false
		}
	}
	first := in.list[0]
	in.list[0], in.list = Input{}, in.list[1:] // whoever has it may let go of it
	return first, in.ctx.Err() == nil
}

// Puzzles finds the puzzles of files and directories in order. It stops when there are no
// more or when ctx ends.
func (s Source) Puzzles(ctx context.Context, names []string, family puzzle.Family) *Inputs {
	found := make(chan []Input)
	send := func(list ...Input) bool {
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
			directory, sent := name != "-" && IsDirectory(name), 0
			count := func(list ...Input) bool {
				if len(list) > 1 || list[0].Note == "" {
					sent++
				}
				return send(list...)
			}
			for file, err := range filesOf(name) {
				if err != nil && !count(Input{Name: ShownName(name), Err: err}) || err == nil && !s.sendPuzzles(ctx, file, directory, family, count) {
					return
				}
			}
			if sent == 0 && !send(Input{Name: ShownName(name), Err: fmt.Errorf("%s: this directory has no puzzle file, whose name ends in %s", ShownName(name), base.Choice(endings))}) {
				return
			}
		}
	}()
	return &Inputs{ctx: ctx, lists: found}
}

// sendPuzzles sends the puzzles of one file. When a wait for the file is too long, it sends
// an error that says so, and gives the file up. It returns false when no more are wanted.
func (s Source) sendPuzzles(ctx context.Context, name string, inDirectory bool, family puzzle.Family, send func(...Input) bool) bool {
	waiting, wait, cancel := s.patient(ctx)
	defer cancel()
	read := make(chan []Input)
	go func() {
		defer close(read)
		s.readPuzzles(name, inDirectory, family, wait, func(list []Input) bool {
			select {
			case read <- list:
				return true
			case <-waiting.Done():
				return false
			}
		})
	}()
	for {
		list, ok := Receive(waiting, read)
		switch {
		case ok && !send(list...), ctx.Err() != nil:
			return false
		case ok:
		case waiting.Err() != nil:
			return send(Input{Name: ShownName(name), Err: fmt.Errorf("%s: %w", ShownName(name), context.Cause(waiting))})
		default:
			return true
		}
	}
}

// readPuzzles sends the puzzles of one file until send returns false. It skips a file of a
// named directory that is not a puzzle, does not claim to be one, and has no rows of cells. In a directory only
// regular files are opened.
func (s Source) readPuzzles(name string, inDirectory bool, family puzzle.Family, wait *waitLimit, send func([]Input) bool) {
	open := s.Open
	if inDirectory {
		open = func(name string) (io.ReadCloser, error) { return openWith(durable.OpenRegular, name) }
	}
	in, err := open(name)
	wait.end()
	if err != nil {
		send([]Input{{Name: ShownName(name), Err: err}})
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
	r := exchange.NewReader(content, ShownName(name), string(family))
	for first := true; !found.refused; first = false {
		read, err := r.NextPiece()
		if errors.Is(err, io.EOF) {
			return
		}
		next := Input{Name: ShownName(name), read: read, Err: err}
		if first && inDirectory {
			next.Read()
		}
		parse := (*text.ParseError)(nil)
		if first && inDirectory && errors.As(next.Err, &parse) && !saysPuzzle().Match(head) && !hasBoard(head) {
			found.list = []Input{{Note: fmt.Sprintf("skipped: %v, and the file has no line \"puzzle:\"", next.Err)}}
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
	list    []Input
	send    func([]Input) bool
	refused bool // send wants no more
}

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

// hasBoard reports whether a text has rows of cells, some of which are open. Otherwise it may be a solution.
func hasBoard(head []byte) bool {
	rows := rowOfCells().FindAll(head, -1)
	return len(rows) > 1 && bytes.ContainsAny(bytes.Join(rows, nil), "_.?-")
}

// rowOfCells matches a line of several numbers and open cells, as most rows of a board are.
var rowOfCells = sync.OnceValue(func() *regexp.Regexp {
	const cell = `(?:\d+|[_.?#*-]+|[A-Za-z])`
	return regexp.MustCompile(`(?m)^[ \t]*` + cell + `(?:[ \t]*[,;\t ][ \t]*` + cell + `)+[ \t]*\r?$`)
})

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

// IsDirectory reports whether a directory of that name exists.
func IsDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// endings are those of puzzle files. The others say to people what .txt does not.
var endings = []string{".txt", ".puzzle", ".hidoku", ".magic", ".stones"}

// Stem returns a name without the ending of a puzzle file, and reports whether it had one.
func Stem(name string) (stem string, ok bool) {
	ending := filepath.Ext(name)
	if !slices.Contains(endings, strings.ToLower(ending)) {
		return name, false
	}
	return strings.TrimSuffix(name, ending), true
}

// isPuzzleName reports whether a file of a named directory is taken for a puzzle: it has the ending of
// one, and .solution does not stand before that.
func isPuzzleName(path string) bool {
	stem, ok := Stem(path)
	return ok && !strings.HasSuffix(strings.ToLower(stem), ".solution")
}
