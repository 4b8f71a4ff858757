package main

import (
	"errors"

	"crosscut"
	"crosscut/internal/serve"
)

// Exit codes. When several files end with different codes, the program returns the most
// urgent one: see urgency.
const (
	exitYes         = 0   // yes: found, or done
	exitNo          = 1   // no: no solution, not unique, or not right
	exitBad         = 2   // bad usage, bad input, or a result could not be written
	exitLimit       = 3   // stopped by a limit; the results so far are printed
	exitDisagree    = 4   // the engines disagree, or one gave a wrong solution
	exitInterrupted = 130 // interrupted; the results so far are printed
)

// urgency lists the exit codes from the most to the least urgent.
var urgency = []int{exitInterrupted, exitDisagree, exitBad, exitLimit, exitNo, exitYes}

// outcome sets the exit code, unless it is already a more urgent one.
func (a *app) outcome(code int) {
	for _, c := range urgency {
		if c == code || c == a.exit {
			a.exit = c
			return
		}
	}
}

// exitCode returns the exit code for an error.
func exitCode(err error) int {
	switch {
	case serve.Interrupted(err):
		return exitInterrupted
	case serve.Disagree(err):
		return exitDisagree
	case errors.Is(err, crosscut.ErrLimit):
		return exitLimit
	}
	return exitBad
}
