package proof

import (
	"context"
	"fmt"
	"io"
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
