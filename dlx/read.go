package dlx

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"crosscut/dlx/internal/model"
	"crosscut/internal/base"
)

// Limits of Read, so that no input can exhaust the memory or keep it busy for ever.
// Knuth's programs stop at 100,000 items and 10,000,000 elements.

// reader is the state of one Read.
type reader struct {
	name string
	line int    // the number of the current line, from 1
	text []byte // the current line; the next one overwrites it
	size int64  // bytes read so far

	elements int64 // the number of elements read so far

	comments    []string
	commentSize int

	items   map[string]int
	itemsAt int      // the number of the item line
	problem *Problem // nil before the item line
	lastUse []int    // per item, the last line that had it
	colours map[string]int

	option, above []Element // the current option and the one before it
	after         []int     // per item, the one that was last seen below it in the next option
}

// Read reads a problem in Knuth's text format, which the package comment
// describes. Colours are numbered 1, 2, 3, … in the order in which they appear.
//
// Every error begins with name:line:column and says what would be right. Columns count
// characters. An input may have at most 2^20 items and 2^28 elements, or as many elements as
// the limit of memory allows, if there is one. A line, and all comments together, may have
// at most 16 MiB, and what else is no element 256 MiB. Larger input is an error, so Read
// always ends.
func Read(r io.Reader, name string) (*Problem, error) {
	in := &reader{name: name, items: map[string]int{}, colours: map[string]int{}}
	lines := bufio.NewScanner(base.Reader(r))
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		in.line++
		in.text = lines.Bytes()
		if err := in.readLine(); err != nil {
			return nil, err
		}
	}
	in.line++
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, in.errorf(0, "the line is too long: at most %d bytes", maxLine)
	case err != nil:
		return nil, in.errorf(0, "reading failed: %w", err)
	case in.problem == nil:
		return nil, in.errorf(0, `no item line: the first line that is no comment names the items, like "a b c | x y"`)
	}
	in.problem.Comments = in.comments
	return in.problem, nil
}

// errorf returns an error at byte offset at of the current line.
func (in *reader) errorf(at int, format string, args ...any) error {
	column := 1
	if at > 0 {
		column += utf8.RuneCount(in.text[:at])
	}
	return fmt.Errorf("%s:%d:%d: %w", in.name, in.line, column, fmt.Errorf(format, args...))
}

func (in *reader) readLine() error {
	in.size += int64(len(in.text)) + 1
	if in.size-in.elements*maxText > maxInput {
		return in.errorf(0, "the problem is too large: at most %d bytes, and %d for each element", maxInput, maxText)
	}
	if !isPrintableASCII(in.text) {
		text := string(in.text)
		if at := unreadable(text); at >= 0 {
			return in.errorf(at, "%s: a problem is printable UTF-8", describe(text[at:]))
		}
	}
	at := 0
	for at < len(in.text) && isBlank(in.text[at]) {
		at++
	}
	switch {
	case at == len(in.text):
		return nil
	case in.text[at] == '|':
		return in.readComment(string(in.text[at+1:]))
	case in.problem == nil:
		return in.readItems()
	}
	return in.readOption()
}

// readComment keeps a comment, without the blank that Write puts before it.
func (in *reader) readComment(text string) error {
	in.commentSize += len(text) + 1
	if in.commentSize > maxLine {
		return in.errorf(0, "too much commentary: at most %d bytes", maxLine)
	}
	in.comments = append(in.comments, strings.TrimRight(strings.TrimPrefix(text, " "), " \t\r"))
	return nil
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isPrintableASCII reports whether a line has only printable characters of ASCII, and tabs.
// Nearly all lines do, and then no character must be decoded.
func isPrintableASCII(line []byte) bool {
	for _, c := range line {
		if (c < ' ' || c > '~') && c != '\t' {
			return false
		}
	}
	return true
}

// words yields the offset of every word of a line, and the word.
func words(line []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for at := 0; at < len(line); at++ {
			if isBlank(line[at]) {
				continue
			}
			end := at + 1
			for end < len(line) && !isBlank(line[end]) {
				end++
			}
			if !yield(at, line[at:end]) {
				return
			}
			at = end
		}
	}
}

func (in *reader) readItems() error {
	var names []string
	var multiplicities []model.Bounds
	bar := -1 // how many names are before the |
	for at, word := range words(in.text) {
		word := string(word)
		if word[0] == '|' {
			if bar >= 0 {
				return in.errorf(at, "a second |: one | parts the primary items from the secondary ones")
			}
			bar = len(names)
			if word = word[1:]; word == "" {
				continue
			}
			at++
		}
		if bar < 0 {
			b, name, err := in.readBounds(word, at)
			if err != nil {
				return err
			}
			multiplicities = append(multiplicities, b)
			word, at = name, at+len(word)-len(name)
		}
		if err := in.nameItem(word, at, len(names)); err != nil {
			return err
		}
		names = append(names, word)
	}
	if bar < 0 {
		bar = len(names)
	}
	in.problem, in.itemsAt = NewProblem(bar, len(names)-bar), in.line
	in.lastUse, in.after = make([]int, len(names)), make([]int, len(names))
	for i, name := range names {
		in.problem.NameItem(i, name)
	}
	for i, b := range multiplicities {
		if b != model.Once {
			in.problem.SetMultiplicity(i, b.Lo, b.Hi)
		}
	}
	return nil
}

// readBounds separates the name of a primary item from the multiplicity before it:
// "name", "hi|name" if the bounds are equal, or "lo:hi|name".
func (in *reader) readBounds(word string, at int) (model.Bounds, string, error) {
	text, name, bounded := strings.Cut(word, "|")
	if !bounded {
		return model.Once, word, nil
	}
	lo, hi, ranged := strings.Cut(text, ":")
	if !ranged {
		hi = lo
	}
	var b model.Bounds
	var err error
	if b.Lo, err = in.readBound(lo, at); err != nil {
		return b, "", err
	}
	if b.Hi, err = in.readBound(hi, at+len(text)-len(hi)); err != nil {
		return b, "", err
	}
	if what := b.Wrong(); what != "" {
		return b, "", in.errorf(at, "bad multiplicity %.80q: %s", text, what)
	}
	return b, name, nil
}

func (in *reader) readBound(digits string, at int) (int, error) {
	n, err := strconv.ParseUint(digits, 10, strconv.IntSize-1)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, in.errorf(at, "bad bound %.80q: a multiplicity is at most %d", digits, math.MaxInt)
	case err != nil:
		return 0, in.errorf(at, `bad bound %.80q: a multiplicity is written "2:3|name" or "3|name"`, digits)
	}
	return int(n), nil
}

func (in *reader) nameItem(name string, at, i int) error {
	if i == maxItems {
		return in.errorf(at, "too many items: at most %d", maxItems)
	}
	if what := badName(name, ":|"); what != "" {
		return in.errorf(at, "bad item name %.80q: %s", name, what)
	}
	if _, taken := in.items[name]; taken {
		return in.errorf(at, "item %q is named twice: names must differ", name)
	}
	in.items[name] = i
	return nil
}

func (in *reader) readOption() error {
	in.option, in.above = in.above[:0], in.option
	for at, word := range words(in.text) {
		e, err := in.readElement(word, at)
		if err != nil {
			return err
		}
		in.option = append(in.option, e)
	}
	in.elements += int64(len(in.option))
	if !in.problem.put(in.option) { // there is no memory for the option
		return in.errorf(0, "%w", in.problem.fault())
	}
	return nil
}

// readElement reads "item" or "item:colour".
func (in *reader) readElement(word []byte, at int) (Element, error) {
	name, colon := word, bytes.IndexByte(word, ':')
	coloured := colon >= 0
	if coloured {
		name = word[:colon]
	}
	i, known := in.item(name)
	switch {
	case len(in.problem.data.Elements)+len(in.option) >= model.MaxElements:
		return Element{}, in.errorf(at, "too many elements in the options: at most %d", model.MaxElements)
	case !known:
		return Element{}, in.errorf(at, "unknown item %.80q: line %d names all items", name, in.itemsAt)
	case in.lastUse[i] == in.line:
		return Element{}, in.errorf(at, "item %q is in this option twice: once is what an option can cover", name)
	case coloured && i < in.problem.data.Primary:
		return Element{}, in.errorf(at, "primary item %q has a colour: only items after the | of line %d can", name, in.itemsAt)
	}
	in.lastUse[i] = in.line
	if !coloured {
		return Element{Item: i}, nil
	}
	number, err := in.readColour(word[colon+1:], at+colon+1)
	return Element{Item: i, Colour: number}, err
}

// item returns the item of the next element by its name. Programs write options in loops. So
// below an item mostly comes the one that came below it before, and no name must be hashed.
func (in *reader) item(name []byte) (i int, known bool) {
	if len(in.option) >= len(in.above) {
		i, known = in.items[string(name)]
		return i, known
	}
	after := &in.after[in.above[len(in.option)].Item]
	if in.problem.itemNames[*after] == string(name) {
		return *after, true
	}
	if i, known = in.items[string(name)]; known {
		*after = i
	}
	return i, known
}

func (in *reader) readColour(word []byte, at int) (int, error) {
	if number, known := in.colours[string(word)]; known {
		return number, nil
	}
	name := string(word)
	if what := badColour(name); what != "" {
		return 0, in.errorf(at, "bad colour %.80q: %s", name, what)
	}
	number := len(in.colours) + 1
	in.colours[name] = number
	in.problem.NameColour(number, name)
	return number, nil
}
