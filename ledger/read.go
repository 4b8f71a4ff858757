package ledger

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"crosscut/internal/given"
)

// Bounds on what Read takes, far above any real ledger. A count has at most some ten
// thousand digits.
const (
	maxLine  = 1 << 20 // bytes of a line
	maxSize  = 1 << 30 // bytes of the text
	maxDepth = 1 << 10 // numbers of a path

	maxPartsSize = 1 << 36 // bytes of a text with parts of cubes

	maxCubes = 1 << 24 // cubes that a header may claim

	// maxLines is the number of lines apart from those of cubes, which may come 16 times.
	maxLines = 1 << 16
)

// Read reads a ledger. It drops and counts lines that are damaged, and a last line without its
// end.
//
// A text whose first line is not a whole header is an error that matches [ErrFormat]. A
// header of another version is an error too, and so is a text beyond all bounds. Read
// stops at a bound, so it ends on an endless text.
func Read(r io.Reader) (*Ledger, error) {
	in, err := NewReader(r)
	if err != nil {
		return nil, err
	}
	l := &Ledger{Header: in.Header}
	for {
		e, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		l.Entries = append(l.Entries, e)
	}
	l.Dropped = in.Dropped
	return l, nil
}

// Reader reads a ledger entry by entry. It takes the memory of one line.
type Reader struct {
	Header  Header
	Dropped int // damaged lines so far

	lines *lineReader
	first []byte // the first line without its check
}

// NewReader reads the header. The errors are those of [Read].
func NewReader(r io.Reader) (*Reader, error) {
	lines := &lineReader{in: bufio.NewReader(given.Reader(r)), most: maxSize}
	text, err := lines.next()
	if err != nil {
		return nil, err
	}
	in := &Reader{lines: lines}
	var whole bool
	in.first, whole = checked(nil, text)
	h := &in.Header
	if !whole || json.Unmarshal(object(in.first), h) != nil || h.Format != Format {
		return nil, ErrFormat
	}
	if h.Version != Version {
		return nil, fmt.Errorf("version %d of the format; this crosscut reads version %d", h.Version, Version)
	}
	if h.Cubes < 0 || h.Cubes > maxCubes || h.Cut < 0 || h.Plan < 0 || !h.Kind.known() || h.Cut > 0 && h.Kind == Solutions {
		return nil, ErrFormat
	}
	if h.Cut > 0 {
		lines.most = maxPartsSize
	}
	return in, nil
}

// Next returns the next whole entry, or the error [io.EOF] at the end.
func (r *Reader) Next() (Entry, error) {
	if r.lines == nil { // the zero value
		return Entry{}, io.EOF
	}
	for {
		text, err := r.lines.next()
		if err != nil {
			return Entry{}, err
		}
		if len(text) == 0 {
			return Entry{}, io.EOF
		}
		if r.Header.Cut == 0 && r.lines.count > maxLines+16*r.Header.Cubes {
			return Entry{}, fmt.Errorf("more than %d lines for %d cubes", r.lines.count-1, r.Header.Cubes)
		}
		var e Entry
		if line, ok := checked(r.first, text); ok && json.Unmarshal(object(line), &e) == nil && r.has(&e) {
			return e, nil
		}
		r.Dropped++
	}
}

// known reports whether this version has the kind.
func (k Kind) known() bool { return k == Count || k == Digest || k == Solutions }

// has reports whether an entry can be of the ledger.
func (r *Reader) has(e *Entry) bool {
	switch {
	case e.Count == nil || e.Count.Sign() < 0 || e.Cube < 0 || e.Cube >= r.Header.Cubes || e.Time < 0:
		return false
	case (e.Path != "" || len(e.Split) > 0) && (r.Header.Cut == 0 || !e.hasPaths()):
		return false
	case e.First < 0 || e.Offset < 0 || e.Length < 0:
		return false
	case r.Header.Kind == Digest:
		return isHex(e.Digest, 32)
	case r.Header.Kind == Solutions:
		return e.Count.IsInt64() && (e.Length == 0 || isHex(e.SHA256, 64))
	}
	return true
}

// isHex reports whether a text is so many hexadecimal digits.
func isHex(text string, digits int) bool {
	return len(text) == digits && strings.Trim(text, "0123456789abcdef") == ""
}

// object returns a line without its check as a JSON object.
func object(line []byte) []byte { return append(bytes.Clone(line), '}') }

// checked returns a line without its check, and whether the check is right.
func checked(first, text []byte) ([]byte, bool) {
	at := bytes.LastIndex(text, []byte(checkKey))
	if at < 0 {
		return nil, false
	}
	line := text[:at]
	return line, string(text[at:]) == checkKey+check(first, line)+"\"}\n"
}

// lineReader reads lines within the bounds.
type lineReader struct {
	in    *bufio.Reader
	most  int // bytes at most
	count int // lines so far
	size  int // bytes so far
}

// next returns the next line with its end, if it has one. It returns nothing at the end.
func (r *lineReader) next() ([]byte, error) {
	var line []byte
	r.count++
	for {
		part, err := r.in.ReadSlice('\n')
		line = append(line, part...)
		r.size += len(part)
		switch {
		case len(line) > maxLine && r.count == 1:
			return nil, ErrFormat
		case len(line) > maxLine:
			return nil, fmt.Errorf("line %d is longer than %d bytes", r.count, maxLine)
		case r.size > r.most:
			return nil, fmt.Errorf("longer than %d bytes", r.most)
		case err == nil, errors.Is(err, io.EOF):
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}
