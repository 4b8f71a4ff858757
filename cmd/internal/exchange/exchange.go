// Package exchange reads puzzles from the files and addresses of other programs, and writes them for these programs. Each form
// of file has a row in forms.go: how it is recognised, read and written. [NewReader] finds out which form a text has.
//
// A reader never drops anything: a part that a puzzle of ours cannot have is refused by name, with its place. A writer refuses
// puzzles that the form cannot express. Header lines such as "source:" are no part of the puzzle: [Write] returns those that
// have no place. No reader trusts its input: a text has at most [text.MaxFile] bytes, also after it was unpacked, and a size is
// checked before anything is made of it.
package exchange

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"crosscut/internal/base"
	"crosscut/internal/chars"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Entry is a puzzle to be exchanged.
type Entry struct {
	text.File                 // its name is for error texts
	Solution  puzzle.Solution // a solution, or nil if none is known
	Only      bool            // whether Solution is the only one
	Left      []string        // what a text had that is no part of a puzzle and was not read
}

// Text returns the entry as the text of a puzzle file.
func (e *Entry) Text() string {
	first, rest, _ := strings.Cut(e.Notes.Text(e.Puzzle), "\n")
	lines := first + "\n"
	if e.Solutions.Count != nil {
		lines += fmt.Sprintf("solutions: %v\n", e.Solutions)
		rest = strings.Replace("\n"+rest, "\nsolutions: 0\n", "\n", 1)[1:] // the puzzle writes this line itself when it has no solution by its colours
	}
	if e.Source != "" {
		lines += "source: " + e.Source + "\n"
	}
	return lines + rest
}

// headers returns the keys and values of the header lines that other forms may have, too.
func (e *Entry) headers() [][2]string {
	all := [][2]string{{"title", e.Title}, {"author", e.Author}, {"source", e.Source}}
	return slices.DeleteFunc(all, func(h [2]string) bool { return h[1] == "" })
}

// Source is a text of another program.
type Source struct {
	Name   string // of the file, for error texts
	Family string // the family to read when the text does not name one, or ""
	Data   []byte

	squares  int // of the boards that were read; less than 0 where boards are drawn in the text
	unpacked int // bytes
}

// unpacks fails at a line when what is packed in a text has too many bytes together. what is one of those.
func (s *Source) unpacks(line int, what string, bytes int) {
	s.unpacked += bytes
	s.failIf(s.unpacked > 2*text.MaxFile, line, 1, "with this %s, all together have more than %d MiB; split the text", what, 2*text.MaxFile>>20)
}

// maxSquares bounds the squares of all boards of a text, so that a short line for each board cannot ask for all memory.
const maxSquares = 32 * puzzle.MaxCells

// room fails when a board is larger than any puzzle, or when the boards of a text
// together have too many squares. A reader asks before it makes anything of a board.
func (s *Source) room(line, width, height int) {
	s.failIf(height > 0 && width > puzzle.MaxCells/height, line, 1, "a board of %dx%d squares is too large; the most is %d squares", width, height, puzzle.MaxCells)
	s.squares += width * height
	s.failIf(s.squares > maxSquares, line, 1, "with this board, the boards in the text have more than %d squares; split the text", maxSquares)
}

// fail ends the reading with an error about a place in the text, which [form.entries] returns. So what reads a part of a text
// need not ask after each step whether it went well. Lines and columns count from 1, and a line of 0 is the text as a whole.
func (s *Source) fail(line, col int, format string, args ...any) {
	stopIf(&text.ParseError{File: s.Name, Line: line, Col: col, Detail: fmt.Sprintf(format, base.ShortenedAll(args)...)})
}

// failIf is fail on a condition.
func (s *Source) failIf(wrong bool, line, col int, format string, args ...any) {
	if wrong {
		s.fail(line, col, format, args...)
	}
}

// check fails at a place if there is an error.
func (s *Source) check(line, col int, err error) { s.failIf(err != nil, line, col, "%v", err) }

// place is where something stands in a text.
type place struct {
	*Source
	line, col int
}

// fail, failIf and check are those of the text at this place.
func (p place) fail(format string, args ...any) { p.failIf(true, format, args...) }
func (p place) check(err error)                 { p.failIf(err != nil, "%v", err) }

func (p place) failIf(wrong bool, format string, args ...any) {
	p.Source.failIf(wrong, p.line, p.col, format, args...)
}

// below fails at a place if there is an error about a text within this one. what stands before its detail.
func (s *Source) below(err error, line, col int, what string) {
	if parse := (*text.ParseError)(nil); errors.As(err, &parse) {
		stopIf(&text.ParseError{File: s.Name, Line: line, Col: col, Detail: what + parse.Detail})
	}
}

// placeOf returns the line and the column that an error is about.
func placeOf(err error) (line, col int) {
	if parse := (*text.ParseError)(nil); errors.As(err, &parse) {
		return parse.Line, parse.Col
	}
	return 0, 0
}

// Read reads all puzzles of a text in the given form, or with "" in the form that it has. family is the one to read when
// the text does not name one: a name as in [names.Family], or "". Errors about the text are [*text.ParseError].
func Read(name string, in io.Reader, source, family string) ([]*Entry, error) {
	data, err := readAll(in, source)
	if err != nil {
		return nil, err
	}
	s := &Source{Name: source, Family: family, Data: bytes.TrimPrefix(data, []byte(chars.Mark))}
	f, err := formNamed(name)
	if name == "" {
		f, err = s.lookedAt()
	}
	if err != nil {
		return nil, err
	}
	entries, err := f.entries(s)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if name == "" && f.name != "csv" && f.name != "link" {
			e.Note = strings.Join(append([]string{"read as " + f.name + ", " + f.about}, e.Left...), "; not read: ")
		}
	}
	return entries, nil
}

// eachLine reads the puzzles of lines that do not depend on each other, such as addresses. missing
// is the thing to name in the error where no line has a puzzle.
func (s *Source) eachLine(missing string, read func(line string, number int) []*Entry) (entries []*Entry) {
	for i, line := range strings.Split(string(s.Data), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			entries = append(entries, read(line, i+1)...)
		}
	}
	s.failIf(len(entries) == 0, 0, 0, "%s", missing)
	return entries
}

// keepable fails when a puzzle file could not have the header lines of an entry,
// for example because of a character that is not text.
func (s *Source) keepable(e *Entry) {
	for _, h := range e.headers() {
		_, err := text.Read(strings.NewReader(h[0]+": "+h[1]+"\n"+e.Puzzle.String()), s.Name, "")
		s.below(err, 0, 0, fmt.Sprintf("its %s %q cannot stand in a puzzle file: ", h[0], base.Shortened(h[1])))
	}
}

// errTooLarge is the error for a text that is larger than any puzzle, packed or unpacked.
var errTooLarge = fmt.Errorf("larger than %d MiB; no puzzle is so large", text.MaxFile>>20)

// damaged returns what a person can do about an error of unpacking.
func damaged(err error) error {
	if errors.Is(err, errTooLarge) {
		return err
	}
	return errors.New("it is damaged, or not whole; copy all of it")
}

// limited reads at most [text.MaxFile] bytes, and returns errTooLarge if there are more.
func limited(in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, text.MaxFile+1))
	if err == nil && len(data) > text.MaxFile {
		err = errTooLarge
	}
	return data, err
}

// readAll is limited for the text of a name, which errors begin with. The text comes in UTF-8.
func readAll(in io.Reader, name string) ([]byte, error) {
	data, err := limited(chars.UTF8(in, lookSize))
	if errors.Is(err, errTooLarge) {
		return nil, &text.ParseError{File: name, Detail: err.Error()}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}

// ErrNoSolution is in the error for a puzzle that a form can express only with a solution.
var ErrNoSolution = errors.New("a puzzle without a known solution")

// NeedsSolution reports whether a form can be written only with a solution, and whether it has a use for one.
func NeedsSolution(form string) (needs, uses bool) {
	f, err := formNamed(form)
	return err == nil && f.needs, err == nil && (f.needs || f.uses)
}

// Write returns entries in the given form, and the keys of header lines for which the form
// has no place. Forms that hold one puzzle refuse several.
func Write(form string, entries []*Entry) (written []byte, left []string, err error) {
	f, err := formNamed(form)
	if err != nil {
		return nil, nil, err
	}
	if len(entries) > 1 && f.single {
		return nil, nil, fmt.Errorf("%s: a file of the form %s holds one puzzle; export each puzzle by itself", entries[1].Name, form)
	}
	for i, e := range entries {
		if err := puzzle.Validate(e.Puzzle); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		piece, err := f.text(e)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %s cannot express %w", e.Name, form, err)
		}
		if i > 0 {
			written = append(written, f.between...)
		}
		written = append(written, piece...)
		said := map[string]bool{"title": e.Title != "", "author": e.Author != "", "labels": e.Labels != nil, "solutions": e.Solutions.Count != nil, "source": e.Source != ""}
		for _, key := range text.Headers("") {
			if said[key] && !f.whole && !slices.Contains(f.headers, key) && !slices.Contains(left, key) {
				left = append(left, key)
			}
		}
	}
	return written, left, nil
}

// entry returns a puzzle of the text with what is known of it. Sources that are said become one.
func (s *Source) entry(p puzzle.Puzzle, title, author string, sources ...string) *Entry {
	tidy := func(value string) string { return strings.Join(strings.Fields(value), " ") }
	for i := range sources {
		sources[i] = tidy(sources[i])
	}
	said := slices.DeleteFunc(sources, func(source string) bool { return source == "" })
	return &Entry{File: text.File{
		Name: s.Name, Puzzle: p, Source: strings.Join(said, "; "), Notes: text.Notes{Title: tidy(title), Author: tidy(author)},
	}}
}
