package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

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
	}{{"sat", manySolutions / 2, 0}, {"sat", manySolutions + 2, 1}, {"dlx", manySolutions + 2, 0}} {
		for _, command := range []string{"count", "count --digest", "count --up-to-symmetry", "count --checkpoint"} {
			var out, errs bytes.Buffer
			args := strings.Fields(command)
			if args[len(args)-1] == "--checkpoint" {
				args = append(args, filepath.Join(t.TempDir(), "kept"))
			}
			args = append(args, "--engine", c.engine, "--puzzle", "magic", "-")
			code := runProgram(context.Background(), args, strings.NewReader("_\n"), &out, &errs, []crosscut.Engine{engineFinding(c.engine, c.solutions)})
			assert.Equal(t, exitYes, code, errs.String())
			assert.Equal(t, c.told, strings.Count(errs.String(), "the SAT engine has found more than 100000 solutions one by one"), "%s by %s", command, c.engine)
		}
	}
}
