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

// puzzleDraft is the draft for a puzzle.
type puzzleDraft struct {
	draft
	puzzle    puzzle.Puzzle
	formula   *formula
	solutions []puzzle.Solution
}

// newPuzzleDraft returns the draft for a puzzle, with an empty list.
func newPuzzleDraft(ctx context.Context, p puzzle.Puzzle, notes text.Notes, encoding string) (*puzzleDraft, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	if board, ok := p.(*puzzle.Draughtboard); ok {
		p = board.Drawn() // the second reading knows drawn stones only
	}
	d := &puzzleDraft{puzzle: p}
	if err := d.write(ctx, encoding); err != nil {
		return nil, err
	}
	d.draft = draft{
		statementFile: puzzleFile, listFile: solutionsFile,
		writeStatement: func(w io.Writer) error { return writeText(w, notes.Text(p)) },
		writeList: func(w io.Writer) error {
			return writeEntries(w, d.noun, len(d.solutions), func(i int) string { return puzzle.Format(p, d.solutions[i]) + "\n" })
		},
		title: strings.TrimSpace(p.String()), noun: "solution",
		cnf: d.formula.cnf, stated: d.formula.cnf.Clauses(), encoding: d.formula.encoding, refute: d.formula.refute,
		isListed: func(i int, model []bool) bool { return d.formula.has(model, d.solutions[i]) },
		states:   d.formula.states,
		seen:     make(map[string]struct{}),
	}
	return d, nil
}

// formula is a puzzle as a formula.
type formula struct {
	cnf      *sat.CNF
	encoding string // its name, "" for the default
	refute   func(ctx context.Context, m *meter.Meter, w io.Writer, format sat.ProofFormat) error
	exclude  func(s puzzle.Solution)
	has      func(model []bool, s puzzle.Solution) bool // whether a model is a solution
	states   *states.Formula                            // nil in another encoding than that of counts
}

// CountEncoding is the name of an encoding that the second reading knows for all puzzles. It stands for
// the default where the second reading does not know that.
const CountEncoding = "states"

// write writes the formula by the encoding of that name.
func (d *puzzleDraft) write(ctx context.Context, encoding string) (err error) {
	if encoding == CountEncoding || encoding == "" && !isRead(d.puzzle) {
		d.formula, err = byStates(ctx, d.puzzle)
		return err
	}
	p := d.puzzle
	f, err := encode.CNFBy(ctx, p, encoding)
	if all := encode.Encodings(p.Family()); err != nil && encoding != "" && len(all) > 0 && !called(all, encoding) {
		return fmt.Errorf("%w, and %s for certificates", err, CountEncoding)
	}
	if err != nil {
		return err
	}
	if encoding == "" && f.Encoding != encode.Encodings(p.Family())[0].Name {
		encoding = f.Encoding // the puzzle is too large for the default
	}
	d.formula = &formula{f.CNF, encoding, f.Refute, f.Exclude, func(model []bool, s puzzle.Solution) bool {
		return slices.Equal(p.Canonical(f.Decode(model)), p.Canonical(s))
	}, nil}
	return nil
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
func byStates(ctx context.Context, p puzzle.Puzzle) (*formula, error) {
	rules, err := states.Of(p)
	if err != nil {
		return nil, err
	}
	f, err := newStates(ctx, rules)
	if err != nil {
		return nil, err
	}
	return &formula{
		f.CNF, CountEncoding, refuteBy(f.CNF),
		func(s puzzle.Solution) {
			lits := rules.Literals(p, s)
			for i, l := range lits {
				lits[i] = l.Not()
			}
			f.CNF.Add(lits...)
		},
		func(model []bool, s puzzle.Solution) bool { return f.Has(model, rules.Literals(p, s)) },
		f,
	}, nil
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
	d.formula.exclude(s)
	return nil
}

// newStates writes rules as a formula.
func newStates(ctx context.Context, rules *states.Problem) (*states.Formula, error) {
	run := meter.Start(ctx, nil)
	defer run.Close()
	return states.New(run, rules)
}

// refuteBy returns the function that writes a proof that a formula has no model.
func refuteBy(f *sat.CNF) func(ctx context.Context, m *meter.Meter, w io.Writer, format sat.ProofFormat) error {
	return func(ctx context.Context, m *meter.Meter, w io.Writer, format sat.ProofFormat) error {
		return sat.Refute(ctx, f, sat.Refutation{Format: format}, m, w)
	}
}
