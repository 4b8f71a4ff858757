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

// Kind says what an entry holds about the solutions of its cube.
type Kind string

// The kinds.
const (
	Count     Kind = "count"     // the number of solutions
	Digest    Kind = "digest"    // the number of solutions and a digest of their set
	Solutions Kind = "solutions" // the place where they end in another file
)

// Header is the first line of a ledger.
type Header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Kind    Kind   `json:"kind"`
	Puzzle  string `json:"puzzle"`           // a hash of the puzzle's text
	Split   string `json:"split"`            // a hash of the puzzle's cubes
	Asked   int    `json:"asked"`            // the number of cubes that was asked for
	Cubes   int    `json:"cubes"`            // the number of cubes
	Shard   string `json:"shard,omitempty"`  // the share of the cubes that this ledger is for, such as "2/3"; all when absent
	Form    string `json:"form,omitempty"`   // the form of the file that has the solutions: "text" or "json"
	Output  string `json:"output,omitempty"` // the name of that file, absent if the solutions are printed
	Length  int64  `json:"length,omitempty"` // the length of that file before the first solution
}

// Entry is the result of one cube.
type Entry struct {
	Cube   int      `json:"cube"`             // counted from 0
	Count  *big.Int `json:"count"`            // the number of its solutions; for the kind Solutions, of those of all cubes up to it
	Digest string   `json:"digest,omitempty"` // the digest of the set of its solutions
	Length int64    `json:"length,omitempty"` // the length of the file of solutions up to the last solution of the cube
	Engine string   `json:"engine"`           // the engine that searched it
}

// Equal reports whether two entries have the same result for the same cube. The engines
// may differ.
func (e Entry) Equal(f Entry) bool {
	return e.Cube == f.Cube && e.Count.Cmp(f.Count) == 0 && e.Digest == f.Digest && e.Length == f.Length
}

// maxLine bounds the length of a line in bytes. A count has at most some thousand digits.
const maxLine = 1 << 20

// ErrFormat says that a text is not a ledger. [errors.Is] finds it.
var ErrFormat = errors.New("not a checkpoint, nor results of cubes")

// Line returns v, a Header or an Entry, as a line with its check. For an entry, header is
// the Header of its ledger. For a Header, it is nil.
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

// body returns v as JSON without the closing bracket, and nothing for nil.
func body(v any) ([]byte, error) {
	if v == nil {
		return nil, nil
	}
	text, err := json.Marshal(v)
	return bytes.TrimSuffix(text, []byte("}")), err
}

const checkKey = `,"check":"`

// check returns the check of a line in a ledger with the given first line.
func check(first, line []byte) string {
	hash := sha256.New()
	hash.Write(first) // a hash.Hash never returns an error here
	hash.Write(line)
	return fmt.Sprintf("%x", hash.Sum(nil)[:8])
}

// Ledger is a header and its entries.
type Ledger struct {
	Header  Header
	Entries []Entry
	Dropped int // how many lines Read dropped because they were damaged
}

// Write writes the ledger.
func (l *Ledger) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	line, err := Line(nil, l.Header)
	if err != nil {
		return err
	}
	out.Write(line) // Flush returns the error
	for _, e := range l.Entries {
		if line, err = Line(l.Header, e); err != nil {
			return err
		}
		out.Write(line)
	}
	return out.Flush()
}

// Read reads a ledger. It drops and counts damaged lines, and a last line without its end.
// It fails if the first line is not a whole header of this version. [errors.Is] finds
// ErrFormat in that error, unless the version is the reason.
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
	case l.Header.Cubes < 0 || l.Header.Cubes > maxCubes:
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

// maxCubes bounds the number of cubes in a header. A puzzle is cut into far fewer.
const maxCubes = 1 << 24

// has reports whether an entry can belong to a ledger with this header.
func (h *Header) has(e *Entry) bool {
	return e.Count != nil && e.Count.Sign() >= 0 && e.Length >= 0 && e.Cube >= 0 && e.Cube < h.Cubes &&
		(h.Kind != Digest || isDigest(e.Digest))
}

// isDigest reports whether a text is 32 hexadecimal digits.
func isDigest(text string) bool {
	return len(text) == 32 && strings.Trim(text, "0123456789abcdef") == ""
}

// versionOr returns the error for a first line that is not a header of this version. A
// whole line may be a header of another version, with other fields.
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

// nextLine returns the next line with its line end, and whether it has one. A line that is
// too long is cut short, so that its check fails.
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

// checked returns a line without its check, and whether the check is right.
func checked(first, text []byte) ([]byte, bool) {
	at := bytes.LastIndex(text, []byte(checkKey))
	if at < 0 {
		return nil, false
	}
	line := text[:at]
	return line, string(text[at:]) == checkKey+check(first, line)+"\"}\n"
}

// strict reads the JSON object of a line without its check into v. It reports whether the
// line is exactly as Line would write v.
func strict(line []byte, v any) bool {
	decoder := json.NewDecoder(strings.NewReader(string(line) + "}"))
	decoder.DisallowUnknownFields()
	if decoder.Decode(v) != nil {
		return false
	}
	again, err := body(v)
	return err == nil && bytes.Equal(again, line)
}
