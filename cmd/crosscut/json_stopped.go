package main

import (
	"errors"
	"strings"
	"time"

	"crosscut"
)

// stopRecord is the part of a JSON object that says why there may be more results.
type stopRecord struct {
	Stopped string `json:"stopped,omitempty"` // see stopKind
	Detail  string `json:"detail,omitempty"`  // the same in words
}

// stop takes the error that ended a search early, or nil.
func (r *stopRecord) stop(err error) {
	switch {
	case errors.Is(err, crosscut.ErrStopped):
		r.Stopped, r.Detail = stoppedNumber, "as many as asked for"
	case err != nil:
		r.Stopped, r.Detail = stopKind(err), oneLine(err)
	}
}

// The values of "stopped".
const (
	stoppedNumber      = "number"      // as many results as asked for
	stoppedTime        = "time"        // --time
	stoppedNodes       = "nodes"       // --nodes
	stoppedMemory      = "memory"      // --memory, or a part of the program that needs too much
	stoppedBudget      = "budget"      // solve looks for a second solution for a short time only
	stoppedEffort      = "effort"      // another bound of an engine
	stoppedInterrupted = "interrupted" // a signal
	stoppedError       = "error"       // anything else, such as a SAT solver that failed
)

// stopKind returns the value of "stopped" for an error.
func stopKind(err error) string {
	var limit *crosscut.LimitError
	switch {
	case errors.Is(err, errBudget):
		return stoppedBudget
	case exitCode(err) == exitInterrupted:
		return stoppedInterrupted
	case !errors.As(err, &limit):
		return stoppedError
	}
	_, notTime := time.ParseDuration(limit.What)
	switch {
	case notTime == nil:
		return stoppedTime
	case strings.Contains(limit.What, "memory"):
		return stoppedMemory
	case strings.HasSuffix(limit.What, "node"), strings.HasSuffix(limit.What, "nodes"):
		return stoppedNodes
	}
	return stoppedEffort
}
