package proof

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"crosscut/encode"
	"crosscut/meter"
	"crosscut/proof/internal/states"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// withoutSets returns the same puzzle with the stones of all sets drawn, because the second reading knows no others. If it is
// plain (see [puzzle.Variant]), each stone is drawn as often as it is used. Stones have letters for names there, but the
// same numbers.
func withoutSets(p *puzzle.Draughtboard) (puzzle.Puzzle, error) {
	setup, stones := p.Setup(), p.Stones()
	setup.Sets, setup.Lettered = nil, true
	if puzzle.Variant(p) == "" {
		setup.Stones, setup.Stocks = stones, nil
		return setup.New()
	}
	ofSets := len(stones) // they come first
	for _, k := range setup.Stocks {
		ofSets -= max(k.Count.Least, min(k.Count.Most, p.Board().Len()/len(k.Stone.Cells())))
	}
	setup.Stones = stones[:ofSets]
	return setup.New()
}

// puzzleDraft returns the draft for a puzzle, with an empty list.
func puzzleDraft(ctx context.Context, p puzzle.Puzzle, notes text.Notes, encoding encode.Encoding) (*draft, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	if board, ok := p.(*puzzle.Draughtboard); ok {
		var err error
		if p, err = withoutSets(board); err != nil {
			return nil, err
		}
	}
	f, err := ofPuzzle(ctx, p, encoding)
	return &draft{
		formula: f, puzzle: p, statementFile: puzzleFile, listFile: solutionsFile,
		writeStatement: func(w io.Writer) error { return writeText(w, notes.Text(p)) },
		title:          strings.TrimSpace(p.String()), noun: "solution",
		check: func(s []int) (any, error) {
			err := p.Check(s)
			if err != nil {
				return nil, err
			}
			return p.Canonical(s), nil
		},
		show: func(s []int) string { return puzzle.Format(p, s) + "\n" },
	}, err
}

// countEncoding is the name of an encoding that the second reading knows for all puzzles. It stands for
// the default where the second reading does not know that.
const countEncoding = "states"

// ofPuzzle writes the formula by the encoding of that name.
func ofPuzzle(ctx context.Context, p puzzle.Puzzle, encoding encode.Encoding) (formula, error) {
	if encoding == countEncoding || encoding == "" && !isRead(p) {
		return byStates(ctx, p)
	}
	f, err := encode.CNF(ctx, p, encoding)
	if all := encode.Encodings(p.Family()); err != nil && encoding != "" && len(all) > 0 && !slices.Contains(all, encoding) {
		return formula{}, fmt.Errorf("%w, and %s for certificates", err, countEncoding)
	}
	if err != nil {
		return formula{}, err
	}
	if encoding == "" && f.Encoding != encode.Encodings(p.Family())[0] {
		encoding = f.Encoding // the puzzle is too large for the default
	}
	return formula{
		cnf: f.CNF, encoding: encoding, refute: f.Refute,
		exclude: func(s []int) { f.Exclude(s) },
		has: func(model []bool, s []int) bool {
			return slices.Equal(p.Canonical(f.Decode(model)), p.Canonical(s))
		},
	}, nil
}

// isRead reports whether the second reading knows the default encoding of a puzzle.
func isRead(p puzzle.Puzzle) bool {
	switch p := p.(type) {
	case *puzzle.Draughtboard:
		return puzzle.Variant(p) == ""
	case *puzzle.Magic:
		numbers := p.Numbers()
		straight := len(numbers) == p.Board().Len() && numbers[len(numbers)-1]-numbers[0] == len(numbers)-1 && !p.Repeats()
		return straight && p.Rules().Form != puzzle.Equation && p.Rules().Form != puzzle.Jodici &&
			!slices.ContainsFunc(p.Lines(), func(l puzzle.Line) bool { return l.Any || !l.IsSum() })
	}
	return true
}

// byStates writes a puzzle by the encoding states.
func byStates(ctx context.Context, p puzzle.Puzzle) (formula, error) {
	rules, err := states.Of(p)
	if err != nil {
		return formula{}, err
	}
	f, err := newStates(ctx, rules)
	f.exclude = func(s []int) {
		lits := rules.Literals(p, s)
		for i, l := range lits {
			lits[i] = l.Not()
		}
		f.cnf.Add(lits...)
	}
	f.has = func(model []bool, s []int) bool { return f.states.Has(model, rules.Literals(p, s)) }
	return f, err
}

// newStates writes rules as a formula.
func newStates(ctx context.Context, rules *states.Problem) (formula, error) {
	run := meter.Start(ctx, nil)
	defer run.Close()
	f, err := states.New(run, rules)
	if err != nil {
		return formula{}, err
	}
	return formula{cnf: f.CNF, encoding: countEncoding, refute: refuteBy(f.CNF), states: f}, nil
}

// refuteBy returns the function that writes a proof that a formula has no model.
func refuteBy(f *sat.CNF) func(ctx context.Context, m *meter.Meter, w io.Writer, format sat.ProofFormat) error {
	return func(ctx context.Context, m *meter.Meter, w io.Writer, format sat.ProofFormat) error {
		return sat.Refute(ctx, f, sat.Refutation{Format: format}, m, w)
	}
}
