package ledger

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Bounds on what Read takes, far above any real ledger. A count has at most some ten
// thousand digits.
const (
	maxLine  = 1 << 20 // bytes of a line
	maxSize  = 1 << 30 // bytes of the text
	maxCubes = 1 << 24 // cubes that a header may claim

	// maxLines is the number of lines apart from those of cubes, which may come 16 times.
	maxLines = 1 << 16
)

// Read reads a ledger of version 1 or 2, and returns it as one of version 2. It drops and
// counts lines that are damaged, and a last line without its end.
//
// A text whose first line is not a whole header is an error that matches [ErrFormat]. A
// header of another version is an error too, and so is a text beyond all bounds. Read
// stops at a bound, so it ends on an endless text.
func Read(r io.Reader) (*Ledger, error) {
	lines := &lineReader{in: bufio.NewReader(r)}
	text, err := lines.next()
	if err != nil {
		return nil, err
	}
	var l Ledger
	first, whole := checked(nil, text)
	if !whole || json.Unmarshal(object(first), &l.Header) != nil || l.Header.Format != Format {
		return nil, ErrFormat
	}
	l.Was = l.Header.Version
	if l.Was != 1 && l.Was != Version {
		return nil, fmt.Errorf("version %d of the format; this crosscut reads versions 1 and %d", l.Was, Version)
	}
	if l.Header.Cubes < 0 || l.Header.Cubes > maxCubes || !l.Header.Kind.known() {
		return nil, ErrFormat
	}
	for {
		if text, err = lines.next(); err != nil {
			return nil, err
		}
		if len(text) == 0 {
			break
		}
		if lines.count > maxLines+16*l.Header.Cubes {
			return nil, fmt.Errorf("more than %d lines for %d cubes", lines.count-1, l.Header.Cubes)
		}
		var e Entry
		if line, ok := checked(first, text); ok && json.Unmarshal(object(line), &e) == nil && l.has(&e) {
			l.Entries = append(l.Entries, e)
		} else {
			l.Dropped++
		}
	}
	if l.Was == 1 {
		err = l.fromVersion1(first)
	}
	return &l, err
}

// known reports whether this version has the kind.
func (k Kind) known() bool { return k == Count || k == Digest || k == Solutions }

// has reports whether an entry can be of the ledger.
func (l *Ledger) has(e *Entry) bool {
	switch {
	case e.Count == nil || e.Count.Sign() < 0 || e.Cube < 0 || e.Cube >= l.Header.Cubes:
		return false
	case e.First < 0 || e.Offset < 0 || e.Length < 0:
		return false
	case l.Header.Kind == Digest:
		return isHex(e.Digest, 32)
	case l.Header.Kind == Solutions:
		return e.Count.IsInt64() && (l.Was == 1 || e.Length == 0 || isHex(e.SHA256, 64))
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
		case r.size > maxSize:
			return nil, fmt.Errorf("longer than %d bytes", maxSize)
		case err == nil, errors.Is(err, io.EOF):
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}
