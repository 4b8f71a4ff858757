package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/puzzle"
)

// engineFinding returns an engine that gives the only solution of the magic board of order 1
// the given number of times.
func engineFinding(name string, solutions int) crosscut.Engine {
	return crosscut.Engine{Name: name, Search: func(_ context.Context, _ puzzle.Puzzle, _ *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		for range solutions {
			if !yield(puzzle.Solution{1}) {
				return crosscut.ErrStopped
			}
		}
		return nil
	}}
}

func TestManySolutionsOfTheSATEngineAreReportedOnce(t *testing.T) {
	for _, c := range []struct {
		engine    string
		solutions int
		told      int
	}{{"sat", manySolutions, 0}, {"sat", manySolutions + 2, 1}, {"dlx", manySolutions + 2, 0}} {
		for _, command := range []string{"count", "count --digest", "count --up-to-symmetry", "count --checkpoint"} {
			var out, errs bytes.Buffer
			args := strings.Fields(command)
			if args[len(args)-1] == "--checkpoint" {
				args = append(args, filepath.Join(t.TempDir(), "kept"))
			}
			args = append(args, "--engine", c.engine, "--puzzle", "magic", "-")
			code := runProgram(context.Background(), args, strings.NewReader("_\n"), &out, &errs, []crosscut.Engine{engineFinding(c.engine, c.solutions)})
			assert.Equal(t, exitYes, code, errs.String())
			assert.Equal(t, c.told, strings.Count(errs.String(), "more than 1000000 solutions; the SAT engine finds them one by one"), "%s by %s", command, c.engine)
		}
	}
}

// A count on several cores may search the whole puzzle and its cubes at the same time. It may
// also search a cube again that it gave up.
func TestSolutionsOfTheWholeAndOfItsCubesAreKnownOnce(t *testing.T) {
	parse := func() puzzle.Puzzle {
		p, err := puzzle.Parse("puzzle: magic\n_\n")
		require.NoError(t, err)
		return p
	}
	whole, cube, other := parse(), parse(), parse()
	const half = manySolutions/2 + 1
	type found struct {
		part      puzzle.Puzzle
		solutions int
	}
	for name, c := range map[string]struct {
		searches []found
		told     int
	}{
		"the whole twice":      {[]found{{whole, 2 * half}, {whole, 2 * half}}, 1},
		"the whole and a cube": {[]found{{whole, 2 * half}, {cube, 2 * half}}, 1},
		"some of the whole":    {[]found{{whole, half}, {cube, half}}, 0},
		"cubes together":       {[]found{{whole, 1}, {cube, half}, {other, half}}, 1},
		"a cube again":         {[]found{{cube, half}, {cube, half}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			known, told := &knownSolutions{whole: whole, most: make(map[puzzle.Puzzle]int)}, 0
			for _, search := range c.searches {
				for i := range search.solutions {
					if known.tooMany(search.part, i+1) {
						told++
					}
				}
			}
			assert.Equal(t, c.told, told)
		})
	}
}
