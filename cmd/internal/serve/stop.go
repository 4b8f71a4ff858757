package serve

import (
	"context"
	"errors"

	"crosscut"
	"crosscut/internal/base"
	"crosscut/meter"
)

// ErrInterrupted is the cause of a context that a signal, or a client that went away, has
// cancelled.
var ErrInterrupted = errors.New("interrupted")

// Interrupted reports whether an error says that nobody waits for the answer any more.
func Interrupted(err error) bool {
	return errors.Is(err, ErrInterrupted) || errors.Is(err, context.Canceled)
}

// Disagree reports whether an error says that two engines disagree, or that one gave a wrong
// solution.
func Disagree(err error) bool {
	var wrong *crosscut.WrongError
	var disagreement *crosscut.DisagreementError
	return errors.As(err, &wrong) || errors.As(err, &disagreement)
}

// Stop is the part of an object that says why there may be more results.
type Stop struct {
	Stopped string `json:"stopped,omitempty"` // see stopKind
	Detail  string `json:"detail,omitempty"`  // the same in words
}

// Because takes the error that ended a search early, or nil.
func (s *Stop) Because(err error) {
	switch {
	case errors.Is(err, meter.ErrStopped):
		s.Stopped, s.Detail = stoppedNumber, "as many as asked for"
	case err != nil:
		s.Stopped, s.Detail = stopKind(err), base.OneLine(err)
	}
}

// The values of "stopped".
const (
	stoppedNumber      = "number"      // as many results as asked for
	stoppedTime        = "time"        // a limit on time
	stoppedNodes       = "nodes"       // a limit on nodes
	stoppedMemory      = "memory"      // a limit on memory, or a part of the program that needs too much
	stoppedBudget      = "budget"      // a second solution is looked for only for a short time
	stoppedEffort      = "effort"      // another bound of an engine
	stoppedInterrupted = "interrupted" // see Interrupted
	stoppedError       = "error"       // another cause, such as a SAT solver that failed
)

func stopKind(err error) string {
	var limit *meter.LimitError
	switch {
	case errors.Is(err, errBudget):
		return stoppedBudget
	case Interrupted(err):
		return stoppedInterrupted
	case !errors.As(err, &limit):
		return stoppedError
	}
	switch limit.Kind {
	case context.DeadlineExceeded:
		return stoppedTime
	case meter.ErrMemory:
		return stoppedMemory
	case meter.ErrNodes:
		return stoppedNodes
	}
	return stoppedEffort
}
