package files

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"io"
	"os"
	"regexp"
	"sync"
)

// Record stands for a result that is in a file already: a solution, a cover, a puzzle, a line about a
// puzzle, or a JSON object. Solutions that differ only in their number have the same one.
type Record [16]byte

// RecordOf returns the record of a result as it is printed. It is a part of its SHA-256, since a
// solution that only seems to be known would be lost.
func RecordOf(result []byte) Record {
	result = numbered().ReplaceAll(result, []byte("$1$2$3"))
	sum := sha256.Sum256(bytes.TrimSpace(bytes.TrimPrefix(result, []byte(Between))))
	return Record(sum[:16])
}

// Between is the line that stands between two puzzles.
const Between = "---\n"

// WithoutFirstLine removes the first line of --- of a text, if only comments stand before it. It reports
// whether the text has anything but comments.
func WithoutFirstLine(text []byte) (rest []byte, more bool) {
	comments := onlyComments().Find(text)
	return append(comments[:len(comments):len(comments)], bytes.TrimPrefix(text[len(comments):], []byte(Between))...), len(comments) < len(text)
}

// numbered matches the number of a solution or of a cover.
var numbered = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\A(?:(# [^\n]*: solution )[0-9]+|(\{"file":"(?:[^"\\]|\\.)*","(?:solution|cover)":)[0-9]+|[0-9]+(:\n))`)
})

// Records returns the results that a file has, and nil if it is empty, does not exist or has drawn boards. It reads the
// whole file. Every line is a record, and so is each group of lines of a solution, of a cover and of a puzzle.
func (k *Kind) Records(name string) (map[Record]struct{}, error) {
	if k == Drawn { // whoever draws looks for a whole board
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, nil //nolint:nilerr // the file is made, or opening it to write says why not
	}
	defer file.Close()
	var known map[Record]struct{}
	var group []byte
	end := func() {
		if known == nil {
			known = map[Record]struct{}{}
		}
		known[RecordOf(group)] = struct{}{}
		group = group[:0]
	}
	for lines := bufio.NewReader(file); ; {
		line, err := lines.ReadBytes('\n')
		if len(group) > 0 && !k.goesOn(group, line) {
			end()
		}
		group = append(group, line...)
		if err == io.EOF {
			if len(group) > 0 {
				end()
			}
			return known, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// goesOn reports whether a line belongs to the result of the lines before it.
func (k *Kind) goesOn(group, line []byte) bool {
	switch k {
	case Puzzles:
		return !bytes.HasPrefix(line, []byte("---"))
	case Results:
		if solutionLine().Match(group) {
			return !bytes.HasSuffix(group, []byte("\n\n"))
		}
		return coverLine().Match(group) && bytes.HasPrefix(line, []byte(" "))
	}
	return false
}

var (
	solutionLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\A# [^\n]*: solution [0-9]+\n`) })
	coverLine    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\A[0-9]+:\n`) })
)
