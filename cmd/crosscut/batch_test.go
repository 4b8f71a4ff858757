package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/wording"
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
		want += "standard input#" + wording.Number(i+2) + ": 1\n"
	}
	var out, errs bytes.Buffer
	code := runProgram(ctx, []string{"count", "--jobs", "2", "-"}, strings.NewReader(text), &out, &errs, []crosscut.Engine{{Name: "native", Search: search}})
	assert.Equal(t, exitYes, code)
	assert.Equal(t, want, out.String())
	assert.Empty(t, errs.String())
}

// TestAnswersComeBeforeTheInputEnds writes three puzzles into a pipe that stays open.
func TestAnswersComeBeforeTheInputEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	for _, jobs := range []string{"1", "2"} {
		in, write := io.Pipe()
		read, out := io.Pipe()
		code := make(chan int, 1)
		go func() {
			code <- runProgram(ctx, []string{"count", "--jobs", jobs, "-"}, in, out, io.Discard, crosscut.Engines())
			out.Close()
		}()
		_, err := io.WriteString(write, strings.Repeat("puzzle: hidoku\n1,_\n---\n", 3))
		require.NoError(t, err)
		answers := bufio.NewReader(read)
		for k := range 3 {
			line, err := answers.ReadString('\n')
			require.NoError(t, err)
			require.Equal(t, "standard input#"+wording.Number(k+1)+": 1\n", line)
		}
		write.Close()
		_, err = answers.ReadString('\n')
		require.ErrorIs(t, err, io.EOF)
		require.Equal(t, exitYes, <-code)
	}
}

// TestResultsAndMessagesOfABatchStayInOrder prints both to one place, as on a terminal. Every
// third puzzle is bad.
func TestResultsAndMessagesOfABatchStayInOrder(t *testing.T) {
	var texts []string
	var want strings.Builder
	for k := range 300 {
		if k%3 == 1 {
			texts = append(texts, "puzzle: hidoku\n1,x\n")
			fmt.Fprintf(&want, "crosscut: standard input:%d:3: \"x\" is not a cell; write a number, or _ for an open cell\n", 3*k+2)
			continue
		}
		texts = append(texts, "puzzle: hidoku\n1,_\n")
		fmt.Fprintf(&want, "standard input#%d: 1\n", k+1)
	}
	want.WriteString("crosscut: 100 of 300 puzzles could not be read\n")
	for _, jobs := range []string{"1", "2", "5"} {
		var both bytes.Buffer
		code := runProgram(context.Background(), []string{"count", "--jobs", jobs, "-"}, strings.NewReader(strings.Join(texts, "---\n")), &both, &both, crosscut.Engines())
		assert.Equal(t, exitBad, code)
		assert.Equal(t, want.String(), both.String(), "--jobs %s", jobs)
	}
}
