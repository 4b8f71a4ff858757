package main

import (
	"context"
	"errors"

	"crosscut"
)

// Exit codes. When several files end differently, the most urgent counts; see
// urgency.
const (
	exitYes         = 0   // yes, found, done
	exitNo          = 1   // no: no solution, not unique, not right
	exitBad         = 2   // bad usage, bad input, or results that cannot be written
	exitLimit       = 3   // stopped by a limit; what was found is printed
	exitDisagree    = 4   // the engines disagree, or one gave a wrong solution
	exitInterrupted = 130 // interrupted; what was found is printed
)

// urgency lists the exit codes, the most urgent first.
var urgency = []int{exitInterrupted, exitDisagree, exitBad, exitLimit, exitNo, exitYes}

// errInterrupted is the cause of a context that a signal ended.
var errInterrupted = errors.New("interrupted")

// outcome notes an exit code, unless a more urgent one has been noted.
func (a *app) outcome(code int) {
	for _, c := range urgency {
		if c == code || c == a.exit {
			a.exit = c
			return
		}
	}
}

// exitCode returns the code that stands for an error.
func exitCode(err error) int {
	var wrong *crosscut.WrongError
	var disagreement *crosscut.DisagreementError
	switch {
	case errors.Is(err, errInterrupted), errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &wrong), errors.As(err, &disagreement):
		return exitDisagree
	case errors.Is(err, crosscut.ErrLimit):
		return exitLimit
	}
	return exitBad
}
