// Package ledger keeps the results of a puzzle's cubes in a file: the checkpoint of a long
// run, or the results of a share of it. It knows no puzzle.
//
// # Which type to use
//
// A [Journal] grows by one entry at a time, and has it on the disk at once. Most programs
// want this one: see the example of [OpenJournal]. A [Keeper] rewrites the whole file about
// once a second, and can write the solutions to another file beside it. A [Ledger] is the
// content as a value, for [Read] and [Fold]. A [Reader] takes the memory of one line.
//
// Nothing here checks a count. Only [Outcomes] and [Fold] compare several entries of one
// cube. Files keep them as often as they were added.
//
// # The format, version 2
//
// A ledger has one JSON object per line. The first line is the [Header], which describes
// the puzzle and its cubes. Every other line is an [Entry], the result of one cube. Entries
// may be in any order.
//
//	{"format":"crosscut cubes","version":2,"kind":"digest","puzzle":"…","split":"…","asked":8,"cubes":17,"check":"…"}
//	{"cube":0,"count":384,"digest":"…","engine":"native","check":"…"}
//
// The last field of every line is "check": 16 hexadecimal digits, the first eight bytes
// of a SHA-256 hash. The hashed text of the first line is the line up to the comma before
// "check". The hashed text of an entry is that of the first line, and then the entry up to
// the comma before its own "check". So a damaged line, or a line of another file, fails the
// check. It is dropped and counted. Each line stands alone, so a file that was cut off
// loses only the lines that are missing.
//
// A later crosscut may add fields within version 2. A reader ignores the fields that it
// does not know. A change that an old reader would misunderstand gets a new version, and
// old readers refuse it.
//
// # Parts of cubes
//
// A run on many machines cuts cubes further: see package cubes, type Plan. Its header has
// the fields "cut" and "plan". Its entries name cubes by their paths, as "17.3". Such an
// entry may be about a part of its cube. Then it lists the cubes that are not in it under
// "split", and their results are entries of their own.
//
//	{"cube":17,"count":90,"engine":"native","path":"17.3","split":["17.3.4","17.3.5"],"time":812,"worker":"w1","check":"…"}
//
// [Outcomes] adds such entries up. [Fold] makes a ledger of whole cubes, as any other run
// has it.
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
	"slices"
	"strconv"

	"crosscut/internal/given"
)

// The format that this package writes.
const (
	Format  = "crosscut cubes"
	Version = 2
)

// Kind says what the entries of a ledger tell of the solutions of their cubes.
type Kind string

// The kinds.
const (
	Count     Kind = "count"     // their number
	Digest    Kind = "digest"    // their number, and a digest of their set
	Solutions Kind = "solutions" // their number, and where they stand in another file
)

// Header is the first line of a ledger.
type Header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Kind    Kind   `json:"kind"`
	Puzzle  string `json:"puzzle"`           // a hash of its text; the commands use SHA-256 of Puzzle.String or of dlx.Problem.Write in hexadecimal
	Split   string `json:"split"`            // a hash of its cubes: see cubes.Hash
	Asked   int    `json:"asked"`            // number of cubes that the user asked for
	Cubes   int    `json:"cubes"`            // number of cubes that there are
	Shard   string `json:"shard,omitempty"`  // the share of the cubes that this ledger is for: "2/3"; all when absent
	Form    string `json:"form,omitempty"`   // form of the other file, which has the solutions: "text" or "json"
	Output  string `json:"output,omitempty"` // name of that file; absent when the solutions are printed
	Cut     int    `json:"cut,omitempty"`    // number of cubes that a cube is cut into; absent when no cube is cut further
	Plan    int    `json:"plan,omitempty"`   // version of the rules by which cubes are cut; absent with cut
}

// Entry is the result of one cube.
type Entry struct {
	Cube   int      `json:"cube"`             // counted from 0; the first number of Path
	Count  *big.Int `json:"count"`            // number of its solutions, without those of Split
	Digest string   `json:"digest,omitempty"` // digest of their set, 32 hexadecimal digits
	Engine string   `json:"engine"`           // name of the engine that searched the cube

	// Fields of the kind Solutions. The last three are absent when the solutions are
	// printed or when there are none.
	First  int64  `json:"first,omitempty"`  // number of the first solution, counted from 1
	Offset int64  `json:"offset,omitempty"` // place of the solutions in the other file, in bytes
	Length int64  `json:"length,omitempty"` // length of their text in bytes
	SHA256 string `json:"sha256,omitempty"` // hash of their text, 64 hexadecimal digits

	// Fields of runs with parts of cubes. The last two are for people.
	Path   string   `json:"path,omitempty"`   // the cube, if the cube Cube was cut: "17.3"
	Split  []string `json:"split,omitempty"`  // paths of the cubes inside that are not in the entry, in their order
	Time   int64    `json:"time,omitempty"`   // milliseconds that the search took
	Worker string   `json:"worker,omitempty"` // who searched
}

// ID returns what identifies the cube of the entry: its path.
func (e Entry) ID() string {
	if e.Path != "" {
		return e.Path
	}
	return strconv.Itoa(e.Cube)
}

// Equal reports whether two entries say the same of the same part of the same cube,
// whichever engines and workers found it and wherever its solutions stand. An entry without
// a count equals none.
func (e Entry) Equal(f Entry) bool {
	return e.ID() == f.ID() && slices.Equal(e.Split, f.Split) && e.Digest == f.Digest &&
		e.Count != nil && f.Count != nil && e.Count.Cmp(f.Count) == 0
}

// ErrFormat is what errors.Is finds when a text is not a ledger.
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
	Dropped int // damaged lines that Read found
}

// Write writes the ledger.
func (l *Ledger) Write(w io.Writer) error {
	out := bufio.NewWriter(given.Writer(w))
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
