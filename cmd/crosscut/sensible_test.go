package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut"
	"crosscut/puzzle"
)

// many returns an engine that gives the only solution of a magic board of order 1 so many
// times.
func many(name string, solutions int) crosscut.Engine {
	return crosscut.Engine{Name: name, Search: func(_ context.Context, _ puzzle.Puzzle, _ *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		for range solutions {
			if !yield(puzzle.Solution{1}) {
				return crosscut.ErrStopped
			}
		}
		return nil
	}}
}

func TestMoreSolutionsThanAreSensibleForTheSATEngineAreToldOnce(t *testing.T) {
	for _, c := range []struct {
		engine    string
		solutions int
		told      int
	}{{"sat", mostSensible, 0}, {"sat", mostSensible + 2, 1}, {"dlx", mostSensible + 2, 0}} {
		for _, command := range []string{"count", "count --digest", "count --up-to-symmetry"} {
			var out, errs bytes.Buffer
			args := append(strings.Fields(command), "--engine", c.engine, "--puzzle", "magic", "-")
			code := run(context.Background(), args, strings.NewReader("_\n"), &out, &errs, []crosscut.Engine{many(c.engine, c.solutions)})
			assert.Equal(t, exitYes, code, errs.String())
			assert.Equal(t, c.told, strings.Count(errs.String(), "more than 1000000 solutions, and the SAT engine finds each"), "%s by %s", command, c.engine)
		}
	}
}
