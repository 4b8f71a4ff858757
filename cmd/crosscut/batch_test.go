package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/base"
	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// TestLongPuzzleDoesNotHoldUpTheOthers has a first puzzle that ends only after all others. A
// worker that waited for its turn before taking another puzzle would wait for ever.
func TestLongPuzzleDoesNotHoldUpTheOthers(t *testing.T) {
	const others = 20
	var done atomic.Int64
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	search := func(ctx context.Context, p puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
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
		want += "standard input#" + base.Number(i+2) + ": 1\n"
	}
	var out, errs bytes.Buffer
	code := runProgram(ctx, []string{"count", "--jobs", "2", "-"}, strings.NewReader(text), &out, &errs, []crosscut.Engine{crosscut.NewEngine("native", search)})
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
			require.Equal(t, "standard input#"+base.Number(k+1)+": 1\n", line)
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
			fmt.Fprintf(&want, "crosscut: standard input:%d:3: \"x\" is not a cell; write a number, _ for an open cell, or # for a hole\n", 3*k+2)
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

// numbersUp yields 1, 2, 3 and so on, as solutions of a board with four cells, until nobody wants
// more. It counts them in sent.
func numbersUp(sent *atomic.Int64) func(context.Context, func(puzzle.Solution) bool) error {
	return func(_ context.Context, yield func(puzzle.Solution) bool) error {
		s := make(puzzle.Solution, 4)
		for {
			s[0] = int(sent.Add(1))
			if !yield(s) {
				return meter.ErrStopped
			}
		}
	}
}

func fourCells(t *testing.T) puzzle.Puzzle {
	t.Helper()
	p, err := text.Parse("puzzle: hidoku\n_,_\n_,_\n")
	require.NoError(t, err)
	return p
}

func TestSearchAheadKeepsOrderAndNumber(t *testing.T) {
	const n = 100_000
	var sent atomic.Int64
	got := 0
	err := searchAhead(context.Background(), fourCells(t), n, numbersUp(&sent), func(s puzzle.Solution) bool {
		got++
		return got == s[0]
	})
	assert.ErrorIs(t, err, meter.ErrStopped)
	assert.Equal(t, n, got)
	assert.EqualValues(t, n, sent.Load())
}

func TestSearchAheadWaitsForASlowReceiver(t *testing.T) {
	var sent atomic.Int64
	err := searchAhead(context.Background(), fourCells(t), 1<<40, numbersUp(&sent), func(puzzle.Solution) bool {
		time.Sleep(200 * time.Millisecond)
		return false
	})
	assert.ErrorIs(t, err, meter.ErrStopped)
	assert.Less(t, sent.Load(), int64(search.MostInHead)) // four numbers each, and what the receiver holds
}

func TestSearchAheadEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	var sent atomic.Int64
	err := searchAhead(ctx, fourCells(t), 1<<40, numbersUp(&sent), func(s puzzle.Solution) bool {
		if s[0] == 1000 {
			cancel(cause)
		}
		return true
	})
	assert.ErrorIs(t, err, cause)
}

func TestSearchAheadReturnsTheErrorOfTheSearch(t *testing.T) {
	bad, got := errors.New("bad"), 0
	err := searchAhead(context.Background(), fourCells(t), 9, func(_ context.Context, yield func(puzzle.Solution) bool) error {
		yield(puzzle.Solution{1, 2, 3, 4})
		return bad
	}, func(puzzle.Solution) bool { got++; return true })
	assert.ErrorIs(t, err, bad)
	assert.Equal(t, 1, got)
}

func TestSolveIsTheSameForAnyJobs(t *testing.T) {
	asked := []string{"--all --format json", "-n 9 --engine dlx"}
	if puzzletest.Long() {
		asked = append(asked, "--all", "-n 700")
	}
	for _, file := range []string{"hidoku/rook-5x5-empty.txt", "draughtboard/pentominoes-6x10.txt", "magic/order-4.txt"} {
		for _, flags := range asked {
			solve := func(jobs string) string {
				return runs(t, exitYes, "", strings.Fields("solve "+flags+" --jobs "+jobs+" ../../testdata/"+file)...)
			}
			one := solve("1")
			require.NotEmpty(t, one)
			assert.True(t, one == solve("3"), "%s %s", flags, file)
		}
	}
}

// engineFinding returns an engine that gives the only solution of the magic board of order 1
// the given number of times.
func engineFinding(name string, solutions int) crosscut.Engine {
	return crosscut.NewEngine(name, func(_ context.Context, _ puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
		for range solutions {
			if !yield(puzzle.Solution{1}) {
				return meter.ErrStopped
			}
		}
		return nil
	})
}

func TestManySolutionsOfTheSATEngineAreReportedOnce(t *testing.T) {
	for _, c := range []struct {
		engine    string
		solutions int
		told      int
	}{{"sat", manySolutions / 2, 0}, {"sat", manySolutions + 2, 1}, {"dlx", manySolutions + 2, 0}} {
		for _, command := range []string{"count", "count --digest", "count --up-to-symmetry", "count --run"} {
			var out, errs bytes.Buffer
			args := strings.Fields(command)
			if args[len(args)-1] == "--run" {
				args = append(args, filepath.Join(t.TempDir(), "kept"))
			}
			args = append(args, "--engine", c.engine, "--puzzle", "magic", "-")
			code := runProgram(context.Background(), args, strings.NewReader("_\n"), &out, &errs, []crosscut.Engine{engineFinding(c.engine, c.solutions)})
			assert.Equal(t, exitYes, code, errs.String())
			assert.Equal(t, c.told, strings.Count(errs.String(), "the SAT engine has found more than 100000 solutions one by one"), "%s by %s", command, c.engine)
		}
	}
}
