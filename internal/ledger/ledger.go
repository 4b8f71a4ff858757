// Package ledger keeps the results of a puzzle's cubes in a file: the checkpoint of a long
// run, or the results of a share of it. It knows no puzzle.
//
// # The format, version 1
//
// A ledger has one JSON object per line. The first line is the [Header], which describes
// the puzzle and its cubes. Every other line is an [Entry], the result of one cube.
//
// The last field of every line is "check": 16 hexadecimal digits, the first eight bytes
// of a SHA-256 hash. For the first line, the hash is of the line without its check. For
// an entry, it is of the first line and the entry, both without their checks. A damaged
// line, or a line of another file, fails the check and is dropped.
//
// Entries may be in any order. Each line stands alone, so a file that was cut off loses
// only the lines that are missing.
package ledger

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
)

// The format that this package reads and writes.
const (
	Format  = "crosscut cubes"
	Version = 1
)

// Kind says what the entries of a ledger tell of the solutions of their cubes.
type Kind string

// The kinds.
const (
	Count     Kind = "count"     // how many they are
	Digest    Kind = "digest"    // that, and a digest of their set
	Solutions Kind = "solutions" // they are in another file, and where they end there
)

// Header is the first line of a ledger.
type Header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Kind    Kind   `json:"kind"`
	Puzzle  string `json:"puzzle"`           // a hash of its text
	Split   string `json:"split"`            // a hash of its cubes
	Asked   int    `json:"asked"`            // for how many cubes
	Cubes   int    `json:"cubes"`            // how many there are
	Shard   string `json:"shard,omitempty"`  // which of them this ledger is to have: "2/3"; all when absent
	Form    string `json:"form,omitempty"`   // of the other file that has the solutions: "text" or "json"
	Output  string `json:"output,omitempty"` // the name of that file; none where the solutions are printed
	Length  int64  `json:"length,omitempty"` // of that file before the first of them
}

// Entry is what came of a cube.
type Entry struct {
	Cube   int      `json:"cube"`             // counted from 0
	Count  *big.Int `json:"count"`            // of its solutions; of the kind Solutions, of all cubes to this one
	Digest string   `json:"digest,omitempty"` // of the set of them
	Length int64    `json:"length,omitempty"` // of the other file when all solutions to the last one of the cube are there
	Engine string   `json:"engine"`           // that searched it
}

// Equal reports whether two entries say the same of the same cube, whichever engines
// found it.
func (e Entry) Equal(f Entry) bool {
	return e.Cube == f.Cube && e.Count.Cmp(f.Count) == 0 && e.Digest == f.Digest && e.Length == f.Length
}

// maxLine bounds the length of a line in bytes. A count has at most some thousand digits.
const maxLine = 1 << 20

// ErrFormat is what errors.Is finds when a text is no ledger.
var ErrFormat = errors.New("not a checkpoint, nor results of cubes")

// Line returns v, a Header or Entry, as a line with its check. The header line is the
// first one of the ledger, and empty for itself.
func Line(header, v any) ([]byte, error) {
	first, err := body(header)
	if err != nil {
		return nil, err
	}
	line, err := body(v)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(line, "%s%s\"}\n", checkKey, check(first, line)), nil
}

// body returns v as JSON without the bracket at its end, nothing for nil.
func body(v any) ([]byte, error) {
	if v == nil {
		return nil, nil
	}
	text, err := json.Marshal(v)
	return bytes.TrimSuffix(text, []byte("}")), err
}

const checkKey = `,"check":"`

// check returns the check of a line below a first one.
func check(first, line []byte) string {
	hash := sha256.New()
	hash.Write(first) // never fails, says hash.Hash
	hash.Write(line)
	return fmt.Sprintf("%x", hash.Sum(nil)[:8])
}

// Ledger is a header and its entries.
type Ledger struct {
	Header  Header
	Entries []Entry
	Dropped int // lines that were read and not believed
}

// Write writes the ledger.
func (l *Ledger) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	line, err := Line(nil, l.Header)
	if err != nil {
		return err
	}
	out.Write(line) // the error comes again with Flush
	for _, e := range l.Entries {
		if line, err = Line(l.Header, e); err != nil {
			return err
		}
		out.Write(line)
	}
	return out.Flush()
}

// Read reads a ledger. Lines that are damaged, and a last one without its end, are
// dropped and counted. A text whose first line is not a whole header of this version is an error,
// in which errors.Is finds ErrFormat unless the version is the reason.
func Read(r io.Reader) (*Ledger, error) {
	lines := bufio.NewReader(r)
	text, more, err := nextLine(lines)
	if err != nil {
		return nil, err
	}
	first, ok := checked(nil, text)
	var l Ledger
	switch {
	case !ok || !strict(first, &l.Header) || l.Header.Format != Format:
		return nil, versionOr(first, ok)
	case l.Header.Version != Version:
		return nil, fmt.Errorf("version %d of the format; this crosscut reads version %d", l.Header.Version, Version)
	case l.Header.Cubes < 0 || l.Header.Cubes > mostCubes:
		return nil, ErrFormat
	}
	for more {
		if text, more, err = nextLine(lines); err != nil {
			return nil, err
		}
		if len(text) == 0 && !more {
			break
		}
		var e Entry
		line, ok := checked(first, text)
		if ok && strict(line, &e) && l.Header.has(&e) {
			l.Entries = append(l.Entries, e)
		} else {
			l.Dropped++
		}
	}
	return &l, nil
}

// mostCubes bounds what a header may say, far above what a puzzle is cut into.
const mostCubes = 1 << 24

// has reports whether an entry can be of a ledger with that header.
func (h *Header) has(e *Entry) bool {
	return e.Count != nil && e.Count.Sign() >= 0 && e.Length >= 0 && e.Cube >= 0 && e.Cube < h.Cubes &&
		(h.Kind != Digest || isDigest(e.Digest))
}

// isDigest reports whether a text is 32 hexadecimal digits.
func isDigest(text string) bool {
	return len(text) == 32 && strings.Trim(text, "0123456789abcdef") == ""
}

// versionOr returns the error of a first line that is no header of this version: when
// it is whole, it may be one of another version, with other fields.
func versionOr(first []byte, whole bool) error {
	var h struct {
		Format  string
		Version int
	}
	if whole && json.Unmarshal(append(first[:len(first):len(first)], '}'), &h) == nil && h.Format == Format && h.Version != Version {
		return fmt.Errorf("version %d of the format; this crosscut reads version %d", h.Version, Version)
	}
	return ErrFormat
}

// nextLine returns the next line with its end, if it has one, and whether it has. What is
// longer than any line is cut short, so that it will not pass for one.
func nextLine(r *bufio.Reader) (line []byte, more bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= maxLine {
			line = append(line, part...)
		}
		switch {
		case err == nil:
			return line, true, nil
		case errors.Is(err, io.EOF):
			return line, false, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, false, err
		}
	}
}

// checked returns a line less its check, and whether that is right.
func checked(first, text []byte) ([]byte, bool) {
	at := bytes.LastIndex(text, []byte(checkKey))
	if at < 0 {
		return nil, false
	}
	line := text[:at]
	return line, string(text[at:]) == checkKey+check(first, line)+"\"}\n"
}

// strict reads the JSON object of a line less its check, and reports whether it is
// just as it would be written.
func strict(line []byte, v any) bool {
	decoder := json.NewDecoder(strings.NewReader(string(line) + "}"))
	decoder.DisallowUnknownFields()
	if decoder.Decode(v) != nil {
		return false
	}
	again, err := body(v)
	return err == nil && bytes.Equal(again, line)
}
