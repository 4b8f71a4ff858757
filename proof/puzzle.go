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

// puzzleDraft returns the draft for a puzzle, with an empty list.
func puzzleDraft(ctx context.Context, p puzzle.Puzzle, notes text.Notes, encoding string) (*draft, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	if board, ok := p.(*puzzle.Draughtboard); ok {
		p = board.Drawn() // the second reading knows drawn stones only
	}
	f, err := ofPuzzle(ctx, p, encoding)
	return &draft{
		formula: f, statementFile: puzzleFile, listFile: solutionsFile,
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

// CountEncoding is the name of an encoding that the second reading knows for all puzzles. It stands for
// the default where the second reading does not know that.
const CountEncoding = "states"

// ofPuzzle writes the formula by the encoding of that name.
func ofPuzzle(ctx context.Context, p puzzle.Puzzle, encoding string) (formula, error) {
	if encoding == CountEncoding || encoding == "" && !isRead(p) {
		return byStates(ctx, p)
	}
	f, err := encode.CNFBy(ctx, p, encoding)
	if all := encode.Encodings(p.Family()); err != nil && encoding != "" && len(all) > 0 && !called(all, encoding) {
		return formula{}, fmt.Errorf("%w, and %s for certificates", err, CountEncoding)
	}
	if err != nil {
		return formula{}, err
	}
	if encoding == "" && f.Encoding != encode.Encodings(p.Family())[0].Name {
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

// called reports whether one of the encodings has that name.
func called(all []encode.Encoding, name string) bool {
	return slices.ContainsFunc(all, func(e encode.Encoding) bool { return e.Name == name })
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
	return formula{cnf: f.CNF, encoding: CountEncoding, refute: refuteBy(f.CNF), states: f}, nil
}

// refuteBy returns the function that writes a proof that a formula has no model.
func refuteBy(f *sat.CNF) func(ctx context.Context, m *meter.Meter, w io.Writer, format sat.ProofFormat) error {
	return func(ctx context.Context, m *meter.Meter, w io.Writer, format sat.ProofFormat) error {
		return sat.Refute(ctx, f, sat.Refutation{Format: format}, m, w)
	}
}
