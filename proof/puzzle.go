package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"slices"
	"strings"

	"crosscut/encode"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// puzzleDraft is the draft for a puzzle.
type puzzleDraft struct {
	draft
	puzzle    puzzle.Puzzle
	formula   *encode.Formula
	solutions []puzzle.Solution
}

// newPuzzleDraft returns the draft for a puzzle, with an empty list.
func newPuzzleDraft(ctx context.Context, p puzzle.Puzzle, notes text.Notes, encoding string) (*puzzleDraft, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	if board, ok := p.(*puzzle.Draughtboard); ok {
		if p = board.Drawn(); !board.Plain() { // the second reading knows drawn stones only
			return nil, fmt.Errorf("no certificate for a draughtboard with %s", puzzle.Variant(board))
		}
	}
	f, err := encode.CNFBy(ctx, p, encoding)
	if err != nil {
		return nil, err
	}
	if encoding == "" && f.Encoding != encode.Encodings(p.Family())[0].Name {
		encoding = f.Encoding // the puzzle is too large for the default
	}
	d := &puzzleDraft{puzzle: p, formula: f}
	d.draft = draft{
		statementFile: puzzleFile, listFile: solutionsFile,
		writeStatement: func(w io.Writer) error { return writeText(w, notes.Text(p)) },
		writeList: func(w io.Writer) error {
			return writeEntries(w, d.noun, len(d.solutions), func(i int) string { return puzzle.Format(p, d.solutions[i]) + "\n" })
		},
		title: strings.TrimSpace(p.String()), noun: "solution",
		cnf: f.CNF, stated: f.CNF.Clauses(), encoding: encoding, refute: f.Refute,
		isListed: func(i int, model []bool) bool {
			return slices.Equal(p.Canonical(f.Decode(model)), p.Canonical(d.solutions[i]))
		},
		seen: make(map[string]struct{}),
	}
	return d, nil
}

// exclude lists a solution, and adds the clause that excludes it.
func (d *puzzleDraft) exclude(s puzzle.Solution) error {
	if err := d.puzzle.Check(s); err != nil {
		return err
	}
	if err := d.once(fmt.Sprint(d.puzzle.Canonical(s))); err != nil {
		return err
	}
	d.solutions = append(d.solutions, s)
	d.formula.Exclude(s)
	return nil
}

// readPuzzle reads the puzzle, the encoding and the solutions.
func (k *check) readPuzzle() error {
	var file *text.File
	err := k.read(puzzleFile, func(r io.Reader, _ int64) (err error) {
		file, err = text.Read(r, puzzleFile, "")
		return err
	})
	if err != nil {
		return err
	}
	encoding, err := k.readEncoding(file.Puzzle.Family())
	if err != nil {
		return err
	}
	d, err := newPuzzleDraft(k.ctx, file.Puzzle, text.Notes{}, encoding)
	if err != nil {
		return k.verdict(puzzleFile, err)
	}
	k.draft = &d.draft
	if err := k.read(solutionsFile, func(r io.Reader, _ int64) error { return d.readSolutions(r) }); err != nil {
		return err
	}
	if n := len(d.solutions); !file.Solutions.Allows(big.NewInt(int64(n)), true) {
		return &RejectedError{puzzleFile, fmt.Errorf("it says \"solutions: %v\", and the certificate is about %d", file.Solutions, n)}
	}
	k.checked.Puzzle, k.checked.Solutions = file.Puzzle, d.solutions
	return nil
}

// readEncoding returns the name of the encoding. If no file names one it is "", the
// default.
func (k *check) readEncoding(family puzzle.Family) (name string, err error) {
	err = k.read(encodingFile, func(r io.Reader, _ int64) error {
		line, err := io.ReadAll(io.LimitReader(r, longestLine))
		name = strings.TrimSpace(string(line))
		if err == nil && !slices.ContainsFunc(encode.Encodings(family), func(e encode.Encoding) bool { return e.Name == name }) {
			err = fmt.Errorf("a %s has no encoding %q", family, name)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return name, err
}

// longestLine is the largest length of a line that stands alone in its file, in bytes.
const longestLine = 100

// readSolutions reads the list as a solution file, so blanks, empty lines and the end of the
// last line do not matter. The second reading looks at the comments too.
func (d *puzzleDraft) readSolutions(r io.Reader) error {
	in := bufio.NewReader(r)
	head, err := in.Peek(longestLine)
	if errors.Is(err, io.EOF) && strings.TrimSpace(string(head)) == "# no "+d.noun {
		return nil
	}
	list := text.NewSolutionReader(in, solutionsFile, d.puzzle)
	for {
		s, err := list.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = d.exclude(s)
		}
		if err != nil {
			return err
		}
	}
}
