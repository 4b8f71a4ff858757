package main

import (
	"context"
	"time"

	"crosscut"
	"crosscut/puzzle"
)

// nativeAlone is how long the native engine searches alone before all engines race. Nearly
// every puzzle takes it a few milliseconds.
const nativeAlone = time.Second

// solvable reports whether a puzzle has a solution. It returns an error when ctx ends
// before an engine knows.
func (a *app) solvable(ctx context.Context, p puzzle.Puzzle) (bool, error) {
	alone, cancel := context.WithTimeout(ctx, nativeAlone)
	defer cancel()
	found, err := crosscut.First(alone, a.engines[0], p, 1, nil)
	if len(found) == 0 && alone.Err() != nil && ctx.Err() == nil {
		found, err = crosscut.First(ctx, crosscut.Race(a.engines...), p, 1, nil)
	}
	if len(found) > 0 {
		return true, nil
	}
	return false, err
}
