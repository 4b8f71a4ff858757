package serve

import (
	"context"
	"errors"

	"crosscut"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Asking is a question about a puzzle, and who searches for the answer.
type Asking struct {
	File    *text.File
	Options map[string]string // of the operation, checked
	Engine  crosscut.Engine
	Meter   *crosscut.Meter

	// Every asks all engines instead of Engine, as [crosscut.CrossCheck] does. It is nil if there is one engine. The error says
	// that the answer is not known.
	Every func(ctx context.Context, yield func(puzzle.Solution) bool) ([]crosscut.Outcome, error)

	// Watch runs a search that measures itself in Meter and has a name. Conclude is [Conclude] or
	// does the same.
	Watch    func(name string, search func(context.Context) error) error
	Conclude func(context.Context, puzzle.Puzzle) Conclusion
}

// Told is an answer as an object, and as a text that names the file.
type Told struct {
	Object any
	Text   string // "" if there is nothing to say beside the error
	No     bool   // the answer is no
	Puzzle bool   // the text is a puzzle
}

// Tell answers a question about a puzzle. It returns nil, or an answer as far as it is known, beside
// an error. The operation is read, unique, why, certain, repair or minimal.
func (op Operation) Tell(ctx context.Context, a *Asking) (*Told, error) { return op.tell(ctx, a) }

// telling returns the function that answers questions of others by tell, without the text.
func telling(tell func(context.Context, *Asking) (*Told, error)) func(context.Context, *task) (any, error) {
	return func(ctx context.Context, t *task) (any, error) {
		told, err := tell(ctx, &Asking{
			File: t.file, Options: t.options, Engine: t.engine(), Meter: t.meter, Conclude: Conclude,
			Watch: func(_ string, search func(context.Context) error) error { return search(ctx) },
		})
		if told == nil {
			return nil, err
		}
		return told.Object, err
	}
}

// notSearched reports whether the error says that the puzzle was not searched at all.
func notSearched(err error) bool {
	return !Interrupted(err) && !Disagree(err) && !errors.Is(err, crosscut.ErrLimit)
}
