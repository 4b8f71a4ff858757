// Package exchange reads puzzles from the files and addresses of other programs, and writes
// them for these programs. Each form of file has a row in forms.go and a file of its own.
//
// A reader never drops anything: a part that a puzzle of ours cannot have is refused by
// name, with its place. A writer refuses puzzles that the form cannot express. Header lines
// such as "source:" are no part of the puzzle. [Write] returns those for which a form has no
// place, so the caller can name them.
//
// No reader trusts its input. A text has at most [text.MaxFile] bytes, also after it was
// unpacked, and a size is checked before anything is made of it.
package exchange

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Entry is a puzzle to be exchanged.
type Entry struct {
	Name     string // for error texts
	Puzzle   puzzle.Puzzle
	Headers  []Header
	Solution puzzle.Solution // a solution, or nil if none is known
	Only     bool            // whether Solution is the only one
	Left     []string        // what a text had that is no part of a puzzle and was not read
}

// Text returns the entry as the text of a puzzle file.
func (e *Entry) Text() string { return textOf(e.Puzzle, e.Headers) }

// header returns the value of a header line, or "".
func (e *Entry) header(key string) string {
	for _, h := range e.Headers {
		if h.Key == key {
			return h.Value
		}
	}
	return ""
}

// Source is a text of another program.
type Source struct {
	Name   string // of the file, for error texts
	Family string // the family to read when the text does not name one, or ""
	Data   []byte

	squares  int // of the boards that were read
	unpacked int // bytes
}

// maxSquares bounds the squares of all boards of a text, so that a short line for each board
// cannot ask for all memory.
const maxSquares = 32 * puzzle.MaxCells

// room returns an error when the boards of a text together have too many squares. A board
// asks before it is made.
func (s *Source) room(line, width, height int) error {
	if s.squares += width * height; s.squares > maxSquares {
		return s.fail(line, 1, "with this board, the boards in the text have more than %d squares; split the text", maxSquares)
	}
	return nil
}

// fail returns an error about a place in the text. Lines and columns count from 1, and a
// line of 0 is the text as a whole.
func (s *Source) fail(line, col int, format string, args ...any) error {
	for i, arg := range args {
		if content, ok := arg.(string); ok {
			args[i] = shortened(content)
		}
	}
	return &text.ParseError{File: s.Name, Line: line, Col: col, Detail: fmt.Sprintf(format, args...)}
}

// failAt is fail for a place given by its offset in a text.
func (s *Source) failAt(text string, offset int, format string, args ...any) error {
	before := text[:min(offset, len(text))]
	line := strings.Count(before, "\n") + 1
	col := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
	return s.fail(line, col, format, args...)
}

// shortened returns the first hundred characters of a text, with "…" if there are more.
func shortened(text string) string {
	const longest = 100
	if chars := []rune(text); len(chars) > longest {
		return string(chars[:longest]) + "…"
	}
	return text
}

// Read reads all puzzles of a text in the given form. family is the one to read when the text
// does not name one: a name as in [text.FamilyNamed], or "". Errors about the text are
// [*text.ParseError].
func Read(form string, in io.Reader, name, family string) ([]*Entry, error) {
	f, err := formNamed(form)
	if err != nil {
		return nil, err
	}
	if f.read == nil {
		return nil, fmt.Errorf("%s: %s is only written, not read", name, form)
	}
	data, err := readAll(in, name)
	if err != nil {
		return nil, err
	}
	s := &Source{Name: name, Family: family, Data: data}
	entries, err := f.read(s)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if err := s.keepable(e); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// eachLine reads the puzzles of lines that do not depend on each other, such as addresses. missing
// is the thing to name in the error where no line has a puzzle.
func (s *Source) eachLine(missing string, read func(line string, number int) ([]*Entry, error)) ([]*Entry, error) {
	var entries []*Entry
	for i, line := range strings.Split(string(s.Data), "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		found, err := read(line, i+1)
		if err != nil {
			return nil, err
		}
		entries = append(entries, found...)
	}
	if len(entries) == 0 {
		return nil, s.fail(0, 0, "%s", missing)
	}
	return entries, nil
}

// keepable returns an error when a puzzle file could not have the header lines of an entry,
// for example because of a character that is not text.
func (s *Source) keepable(e *Entry) error {
	for _, h := range e.Headers {
		_, err := text.Read(strings.NewReader(textOf(e.Puzzle, []Header{h})), s.Name, "")
		if parse := (*text.ParseError)(nil); errors.As(err, &parse) {
			return s.fail(0, 0, "its %s %q cannot stand in a puzzle file: %s", h.Key, h.Value, parse.Detail)
		}
	}
	return nil
}

// errTooLarge is the error for a text that is larger than any puzzle, packed or unpacked.
var errTooLarge = fmt.Errorf("larger than %d MiB; no puzzle is so large", text.MaxFile>>20)

// limited reads at most [text.MaxFile] bytes, and returns errTooLarge if there are more.
func limited(in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, text.MaxFile+1))
	if err == nil && len(data) > text.MaxFile {
		err = errTooLarge
	}
	return data, err
}

// readAll is limited for the text of a name, which errors begin with.
func readAll(in io.Reader, name string) ([]byte, error) {
	data, err := limited(in)
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

// NeedsSolution reports whether a form can be written only with a solution, and whether it
// has a use for one.
func NeedsSolution(form string) (needs, uses bool) {
	f, err := formNamed(form)
	return err == nil && f.solution == mustHave, err == nil && f.solution != noUse
}

// Write returns entries in the given form, and the keys of header lines for which the form
// has no place. Forms that hold one puzzle refuse several.
func Write(form string, entries []*Entry) (text []byte, left []string, err error) {
	f, err := formNamed(form)
	if err != nil {
		return nil, nil, err
	}
	if len(entries) > 1 && f.single {
		return nil, nil, fmt.Errorf("%s: a file of the form %s holds one puzzle; export each puzzle by itself", entries[1].Name, form)
	}
	seen := map[string]bool{}
	for i, e := range entries {
		if err := puzzle.Validate(e.Puzzle); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		if variant := puzzle.Variant(e.Puzzle); f.plain && variant != "" {
			return nil, nil, fmt.Errorf("%s: %w", e.Name, cannotHave(form, "a puzzle with %s", variant))
		}
		piece, err := f.write(e)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		if i > 0 {
			text = append(text, f.between...)
		}
		text = append(text, piece...)
		for _, h := range e.Headers {
			if !f.has(h.Key) && !seen[h.Key] {
				seen[h.Key] = true
				left = append(left, h.Key)
			}
		}
	}
	return text, left, nil
}

// labels returns the labels of the squares, row by row, as in [text.Notes].
func (e *Entry) labels() []string {
	file, err := text.Read(strings.NewReader(e.Text()), e.Name, "")
	if err != nil || file.Labels == nil {
		board := e.Puzzle.Board()
		return make([]string, board.Width()*board.Height())
	}
	return file.Labels
}

// cannotHave is the error for a puzzle that a form cannot express.
func cannotHave(form, format string, args ...any) error {
	return fmt.Errorf("%s cannot express %s", form, fmt.Sprintf(format, args...))
}

// parse reads the text of one puzzle that a reader has put together, and the header lines.
// An error has the given place.
func (s *Source) parse(line, col int, content string, headers []Header) (*Entry, error) {
	file, err := text.Read(strings.NewReader(content), s.Name, puzzle.Family(s.Family))
	if parse := (*text.ParseError)(nil); errors.As(err, &parse) {
		return nil, &text.ParseError{File: s.Name, Line: line, Col: col, Detail: parse.Detail}
	}
	if err != nil {
		return nil, err
	}
	return &Entry{Name: s.Name, Puzzle: file.Puzzle, Headers: headers}, nil
}

// headers returns the header lines that have a value, with one "source:" for all sources.
func headers(all ...Header) []Header {
	var kept []Header
	var source []string
	for _, h := range all {
		h.Value = strings.Join(strings.Fields(h.Value), " ")
		switch {
		case h.Value == "":
		case h.Key == "source":
			source = append(source, h.Value)
		default:
			kept = append(kept, h)
		}
	}
	if len(source) > 0 {
		kept = append(kept, Header{Key: "source", Value: strings.Join(source, "; ")})
	}
	return kept
}
