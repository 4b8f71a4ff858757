package main

import (
	"bytes"
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"crosscut"
	"crosscut/puzzle"
)

// TestLongPuzzleDoesNotHoldUpTheOthers has a first puzzle that ends only after all others. A
// worker that waited for its turn before taking another puzzle would wait for ever.
func TestLongPuzzleDoesNotHoldUpTheOthers(t *testing.T) {
	const others = 20
	var done atomic.Int64
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	search := func(ctx context.Context, p puzzle.Puzzle, _ *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		if p.Board().Len() == 1 {
			yield(puzzle.Solution{1})
			done.Add(1)
			return nil
		}
		for done.Load() < others {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			time.Sleep(time.Millisecond)
		}
		return nil
	}
	text := "puzzle: hidoku\n1,_\n" + strings.Repeat("---\npuzzle: hidoku\n1\n", others)
	want := "standard input#1: 0\n"
	for i := range others {
		want += "standard input#" + number(i+2) + ": 1\n"
	}
	var out, errs bytes.Buffer
	code := runProgram(ctx, []string{"count", "--jobs", "2", "-"}, strings.NewReader(text), &out, &errs, []crosscut.Engine{{Name: "native", Search: search}})
	assert.Equal(t, exitYes, code)
	assert.Equal(t, want, out.String())
	assert.Empty(t, errs.String())
}
