package run

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// The format of journals that this package writes.
const (
	format  = "crosscut run"
	version = 1
)

// Kind says what a run finds out about the solutions of each cube.
type Kind string

// The kinds.
const (
	Count     Kind = "count"     // their number
	Digest    Kind = "digest"    // their number, and a digest of their set
	Solutions Kind = "solutions" // the same, and all of them
)

// Header says which run a journal belongs to. It is the first line of the journal, and the same in all
// journals of a run.
type Header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Kind    Kind   `json:"kind"`
	Puzzle  string `json:"puzzle"` // hash of the text of the problem
	Split   string `json:"split"`  // hash of the first cubes
	Asked   int    `json:"asked"`  // number of first cubes that somebody asked for
	Cubes   int    `json:"cubes"`  // number of first cubes
	Cut     int    `json:"cut"`    // number of cubes that a cube is cut into
	Plan    int    `json:"plan"`   // version of the rules by which cubes are cut
}

// root returns the outcome of the first cut.
func (h Header) root() Outcome {
	if h.Cubes == 0 { // no solution
		return Outcome{Sum: Sum{Count: new(big.Int)}}
	}
	return Outcome{Split: h.Cubes}
}

// Entry is a line of a journal: the sum of a cube, or that it is cut.
type Entry struct {
	Path  string   `json:"path"`            // of the cube: "17.3" is cube 3 in cube 17, and "" all
	Count *big.Int `json:"count,omitempty"` // number of its solutions, unless it is cut
	Split int      `json:"split,omitempty"` // number of its parts, if it is cut

	Digest string `json:"digest,omitempty"` // of the set of solutions, 32 hexadecimal digits

	// Where the solutions stand in the file beside the journal, in bytes, and the hash of that text.
	Offset int64  `json:"offset,omitempty"`
	Length int64  `json:"length,omitempty"`
	SHA256 string `json:"sha256,omitempty"`

	// For forecasts and for people.
	Engine   string  `json:"engine,omitempty"`
	Time     int64   `json:"time,omitempty"`     // milliseconds that the search took
	Forecast float64 `json:"forecast,omitempty"` // seconds for the whole cube, if it is cut
	Worker   string  `json:"worker,omitempty"`   // who searched, if not who writes

	in string // the journal that has the entry
}

// Outcome returns what the entry says of its cube.
func (e *Entry) Outcome() (Outcome, error) {
	o := Outcome{Path: e.Path, Split: e.Split, Forecast: e.Forecast}
	if o.Sum.Count = e.Count; e.Digest != "" {
		if err := o.Sum.Digest.UnmarshalText([]byte(e.Digest)); err != nil {
			return o, err
		}
	}
	return o, check(o)
}

// Belongs reports whether an entry can be of a run of this kind.
func (e *Entry) Belongs(kind Kind) bool {
	_, err := e.Outcome()
	return err == nil && (kind != Solutions || e.Path != "") && (kind == Count || e.Split > 0) == (e.Digest == "") &&
		e.Offset >= 0 && e.Length >= 0 && e.Time >= 0
}

// says returns the result of an entry in words.
func (e *Entry) says() string {
	text := fmt.Sprintf("%d parts", e.Split)
	if e.Split == 0 {
		text = strings.TrimSpace(fmt.Sprintf("%v %s", e.Count, e.Digest))
	}
	return fmt.Sprintf("%s (%s, %s)", text, e.Engine, cmp.Or(e.Worker, e.in))
}

const checkKey = `,"check":"`

// lineOf returns a header or an entry as a line with its check. The header is the first line of
// the journal, and nil for itself.
func lineOf(first []byte, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	line := bytes.TrimSuffix(text, []byte("}"))
	return fmt.Appendf(line, "%s%s\"}\n", checkKey, sumOfLine(first, line)), nil
}

// sumOfLine returns the check of a line below a first one.
func sumOfLine(first, line []byte) string {
	hash := sha256.New()
	hash.Write(first) // never fails, says hash.Hash
	hash.Write(line)
	return fmt.Sprintf("%x", hash.Sum(nil)[:8])
}

// readLine reads a line of a journal into v. It reports whether the line is whole.
func readLine(first, text []byte, v any) bool {
	at := bytes.LastIndex(text, []byte(checkKey))
	if at < 0 {
		return false
	}
	line := text[:at]
	return string(text[at:]) == checkKey+sumOfLine(first, line)+"\"}\n" && json.Unmarshal(append(bytes.Clone(line), '}'), v) == nil
}

// errFormat is the error for a header that this program cannot read.
var errFormat = errors.New("a run of another crosscut, whose format this one does not read")

// sameRun returns an error that says what differs if a journal of one run cannot belong to another.
func sameRun(now, was Header) error {
	switch {
	case now == was:
		return nil
	case was.Format != format || was.Version != version:
		return errFormat
	case now.Puzzle != was.Puzzle:
		return errors.New("the run of another puzzle")
	case now.Kind != was.Kind:
		return fmt.Errorf("the run finds %s, not %s", was.Kind.words(), now.Kind.words())
	case now.Asked != was.Asked:
		return fmt.Errorf("the run has --cubes %d, not %d", was.Asked, now.Asked)
	}
	return errors.New("the run of a crosscut that cuts puzzles into other cubes")
}

// words returns what a run of this kind finds.
func (k Kind) words() string {
	switch k {
	case Count:
		return "a number"
	case Digest:
		return "a digest"
	}
	return "all solutions"
}
