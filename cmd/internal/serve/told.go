package serve

import (
	"context"
	"errors"
	"iter"

	"crosscut"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Asking is a question about a puzzle, and who searches for the answer.
type Asking struct {
	File    *text.File
	Options map[string]string // of the operation, checked
	Engine  crosscut.Engine
	Engines []crosscut.Engine // that race for a first solution where one alone takes long
	Meter   *meter.Meter
	Several bool // others are asked about too, so each text names its puzzle

	// Boards are those that verify judges, or the one so far of a hint; nil for none. BoardName names them.
	Boards    iter.Seq2[puzzle.Solution, error]
	BoardName string

	// Say takes the parts of the answer, one after the other. Its error ends the question. Note takes a remark.
	Say  func(Told) error
	Note func(string)

	// Every asks all engines instead of Engine, as [crosscut.CrossCheck] does. It is nil if there is one engine. The error says
	// that the answer is not known.
	Every func(ctx context.Context, yield func(puzzle.Solution) bool) ([]crosscut.Outcome, error)

	// Watch runs a search that measures itself in Meter and has a name. Long runs what may notice the end of ctx too late.
	// With an error, it may run still, so nobody reads then what it writes.
	Watch func(name string, search func(context.Context) error) error
	Long  func(ctx context.Context, do func() error) error
	// Ahead runs a search for at most so many solutions, and may show them while the search goes on. nil shows them at once.
	Ahead func(ctx context.Context, most int, find func(context.Context, func(puzzle.Solution) bool) error, show func(puzzle.Solution) bool) error
}

// Told is a part of an answer as an object, and as a text that names the file.
type Told struct {
	Object any
	Text   string // "" if there is nothing to say beside the error
	No     bool   // the answer is no
	Puzzle bool   // the text is a puzzle
	Once   bool   // a file of results has it only once
	Err    error  // what others get beside the object, or alone if the answer is no; nil for nothing

	// Solution is a solution instead of an object and a text. Number counts it from 1.
	Solution puzzle.Solution
	Number   int
}

// Tell answers a question about a puzzle. The error says why the answer ends early. The operation is one that
// has a text for people.
func (op Operation) Tell(ctx context.Context, a *Asking) error { return op.tell(ctx, a) }

// Check rejects options that do not go together.
func (op Operation) Check(given map[string]string) error {
	if op.check == nil {
		return nil
	}
	return op.check(given)
}

// told answers questions of others by tell, without the text.
func (t *task) told(ctx context.Context) (any, error) {
	a := &Asking{
		File: t.file, Options: t.options, Engine: t.engine(), Engines: crosscut.Engines(), Meter: t.meter, BoardName: filledName,
		Note:  func(string) {},
		Watch: func(_ string, search func(context.Context) error) error { return search(ctx) },
		Long:  func(_ context.Context, do func() error) error { return do() },
	}
	if err := t.op.Check(t.options); err != nil {
		return nil, &Error{Input, err}
	}
	if t.options.has(filledOption.Name) {
		boards, err := t.boards(t.op.Name != "verify")
		if err != nil {
			return nil, err
		}
		a.Boards = Given(boards...)
	}
	if t.op.Compares {
		a.Every = t.compare
	}
	var answers []any
	var beside, err error
	room := t.room()
	a.Say = func(told Told) error {
		if told.Solution != nil {
			answers = append(answers, newSolution(t.file, told.Number, told.Solution))
			if board := t.file.Puzzle.Board(); !room.take(board.Width() * board.Height()) {
				return tooLong(t.bounds.Bytes)
			}
			return nil
		}
		if beside = told.Err; beside == nil || !told.No {
			answers = append(answers, told.Object)
		}
		return nil
	}
	if err = t.op.tell(ctx, a); err == nil {
		err = beside
	}
	switch {
	case len(answers) == 0:
		return nil, err
	case t.op.Several:
		return answers, err
	}
	return answers[0], err
}

// Given yields boards that are known already.
func Given(boards ...puzzle.Solution) iter.Seq2[puzzle.Solution, error] {
	return func(yield func(puzzle.Solution, error) bool) {
		for _, board := range boards {
			if !yield(board, nil) {
				return
			}
		}
	}
}

// NotSearched reports whether the error says that there was no search at all. Then there is no result to print.
func NotSearched(err error) bool {
	return err != nil && !Interrupted(err) && !Disagree(err) && !errors.Is(err, meter.ErrLimit)
}
