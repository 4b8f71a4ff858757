package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"crosscut/internal/files"
	"crosscut/internal/wording"
	"crosscut/ledger"
	"crosscut/puzzle"
)

// A run that continues compares the file of solutions with the checkpoint.

// readBack finds the cubes whose solutions are damaged or missing in the file. The run
// searches them again. It reports this in one line, together with text that the checkpoint
// does not mention.
func (s *solveRun) readBack(ctx context.Context) error {
	size, err := s.out.file.Size()
	if err != nil {
		return err
	}
	var good []ledger.Entry
	s.lost = make(map[int]ledger.Entry)
	begin, known := size, int64(0)
	for _, e := range s.run.entries {
		whole := e.Length == 0
		if !whole {
			begin, known = min(begin, e.Offset), known+max(0, min(e.Length, size-e.Offset))
			whole, err = s.holds(&e)
		}
		if err = cmp.Or(err, context.Cause(ctx)); err != nil {
			return err
		}
		if whole {
			good = append(good, e)
		} else {
			s.lost[e.Cube] = e
		}
	}
	s.reportFile(len(s.lost), max(0, size-begin-known))
	s.run.finishedWith(good)
	if s.run.incomplete {
		return s.findOthers(good, size)
	}
	return nil
}

// reportFile reports what readBack found.
func (s *solveRun) reportFile(lost int, other int64) {
	var parts []string
	if lost > 0 {
		parts = append(parts, fmt.Sprintf("the solutions of %s are damaged or missing and are found again", wording.Plural(lost, "cube")))
	}
	if other > 0 {
		parts = append(parts, fmt.Sprintf("%s of other text stay as they are", wording.Plural(other, "byte")))
	}
	if len(parts) > 0 {
		s.note(files.ShownName(s.run.header.Output) + ": " + strings.Join(parts, "; "))
	}
}

// holds reports whether the file has the solutions of an entry.
func (s *solveRun) holds(e *ledger.Entry) (bool, error) {
	sum, err := hex.DecodeString(e.SHA256)
	if err != nil {
		return false, err
	}
	return s.out.file.Holds(e.Offset, e.Length, sum)
}

// bodyHash is a hash of a solution in a file: of its rows, without the heading.
type bodyHash [16]byte

// bodyHash returns the hash of a solution in the form of this run.
func (s *solveRun) bodyHash(values puzzle.Solution) bodyHash {
	_, body, _ := s.heading(appendSolution(nil, s.out.json, s.file, 1, values))
	return hashBody(body)
}

func hashBody(body []byte) bodyHash {
	sum := sha256.Sum256(body)
	return bodyHash(sum[:16])
}

// findOthers looks for solutions that the checkpoint does not mention: between the good
// entries and after them. They are there when the checkpoint has lost lines. They must not be
// printed twice.
func (s *solveRun) findOthers(good []ledger.Entry, size int64) error {
	s.there = make(map[bodyHash]bool)
	placed := slices.Clone(good)
	slices.SortFunc(placed, func(a, b ledger.Entry) int { return cmp.Compare(a.Offset, b.Offset) })
	at := int64(0)
	for _, e := range append(placed, ledger.Entry{Offset: size, Length: 1}) {
		if e.Length == 0 {
			continue
		}
		if e.Offset > at {
			err := s.eachSolution(s.out.file.Section(at, e.Offset-at), func(n int64, body []byte) {
				s.there[hashBody(body)] = true
				s.number = max(s.number, int(n))
			})
			if err != nil {
				return err
			}
		}
		at = max(at, e.Offset+e.Length)
	}
	return nil
}

// eachSolution calls do for each solution of the puzzle in a text: with its number and its
// rows.
func (s *solveRun) eachSolution(text io.Reader, do func(number int64, body []byte)) error {
	in := bufio.NewReaderSize(text, 1<<16)
	var body []byte
	number, inside := int64(0), false
	for {
		line, err := boundedLine(in)
		if n, rest, ok := s.heading(line); ok {
			number, body, inside = n, bytes.Clone(rest), true
		} else if inside {
			body = append(body, line...)
		}
		if inside && (s.out.json || string(line) == "\n") { // a solution ends with an empty line, or is one line
			do(number, body)
			inside = false
		}
		inside = inside && len(body) <= maxSolution
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// maxSolution is more than the text of any solution, in bytes.
const maxSolution = 1 << 24

// boundedLine reads a line with its end. It drops what is beyond maxSolution.
func boundedLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line) <= maxSolution {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// heading splits a text after the heading of a solution, and returns its number.
func (s *solveRun) heading(text []byte) (number int64, rest []byte, ok bool) {
	before, after := fmt.Sprintf("# %s: solution ", s.file.Name), "\n"
	if s.out.json {
		name, _ := json.Marshal(s.file.Name) // a text never fails
		before, after = fmt.Sprintf(`{"file":%s,"solution":`, name), ","
	}
	rest, ok = bytes.CutPrefix(text, []byte(before))
	digits, rest, cut := bytes.Cut(rest, []byte(after))
	if !ok || !cut {
		return 0, nil, false
	}
	_, err := fmt.Sscan(string(digits), &number)
	return number, rest, err == nil
}
