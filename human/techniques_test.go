package human

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native"
	"crosscut/puzzle"
)

// The tests of the techniques walk through random boards that have solutions. In each state
// they try every technique by itself. What it concludes must hold in all solutions. It must
// find something exactly where a plain definition, in the test, says that it applies.

// definition reports whether a technique applies to a state.
type definition[S logic] func(s S) bool

// walk visits states of a puzzle until it is solved. It makes a random step that
// applies, removes a candidate that no solution has, or takes one over from a solution.
func walk(p puzzle.Puzzle, solutions []puzzle.Solution, rng *rand.Rand, visit func(state logic, solutions []puzzle.Solution)) {
	s, err := New(context.Background(), p, nil)
	if err != nil {
		panic(err) // the puzzle is right
	}
	state := s.state
	for state.fault() == nil && !state.solved() {
		visit(state, solutions)
		found := applying(state)
		delete(found, byMirror) // it does not hold in all solutions
		if b, ok := state.(*draughtboardState); ok {
			b.mirrorDone = true
		}
		if names := slices.Sorted(maps.Keys(found)); len(names) > 0 && rng.IntN(4) > 0 {
			step := found[names[rng.IntN(len(names))]]
			for _, c := range step.Place {
				state.suppose(c)
			}
			for _, c := range step.Remove {
				state.refute(c)
			}
			continue
		}
		var wrong, right []Candidate
		for _, set := range state.choices(1 << 20) {
			for _, c := range set.options {
				if len(holding(p, solutions, c)) == 0 {
					wrong = append(wrong, c)
				} else {
					right = append(right, c)
				}
			}
		}
		if len(wrong) > 0 && rng.IntN(4) > 0 {
			state.refute(wrong[rng.IntN(len(wrong))])
		} else {
			c := right[rng.IntN(len(right))]
			state.suppose(c)
			solutions = holding(p, solutions, c)
		}
	}
}

// holding returns the solutions that have a candidate.
func holding(p puzzle.Puzzle, solutions []puzzle.Solution, c Candidate) (with []puzzle.Solution) {
	for _, s := range solutions {
		value := s[c.Cells[0]]
		holds := value == c.Value
		if c.IsLine() && p.Family() == puzzle.FamilyHidoku {
			holds = max(value-s[c.Cells[1]], s[c.Cells[1]]-value) == 1
		}
		if board, ok := p.(*puzzle.Draughtboard); ok && value != puzzle.Bare && c.Value != puzzle.Bare {
			holds = (value < 0) == (c.Value < 0) && board.Kinds()[max(value, -value)-1] == max(c.Value, -c.Value)-1
			for d, other := range s {
				holds = holds && (other == value) == slices.Contains(c.Cells, d)
			}
		}
		if holds {
			with = append(with, s)
		}
	}
	return with
}

// requireSound fails unless a step holds in all solutions.
func requireSound(t *testing.T, p puzzle.Puzzle, solutions []puzzle.Solution, step Step) {
	t.Helper()
	require.NotEmpty(t, append(step.Place, step.Remove...), step.Text)
	if step.Sentence.Template != "" { // a supposed magic board says nothing
		requireFilled(t, step.Sentence)
	}
	requireTrue(t, p, solutions, step)
}

// requireTrue fails unless all solutions have what a step places, and none has what it removes.
func requireTrue(t require.TestingT, p puzzle.Puzzle, solutions []puzzle.Solution, step Step) {
	for _, c := range step.Place {
		require.Len(t, holding(p, solutions, c), len(solutions), "%s\nof\n%s", step.Text, p)
	}
	for _, c := range step.Remove {
		require.Empty(t, holding(p, solutions, c), "%s\nof\n%s", step.Text, p)
	}
}

// requireTechniques walks through the puzzles and compares the techniques with their
// definitions. Each technique must apply to some state, and not apply to another. prepare
// makes the state that the definitions see.
func requireTechniques[S logic](t *testing.T, puzzles []puzzle.Puzzle, definitions map[Technique]definition[S], prepare func(S) S) {
	t.Helper()
	applied, not := map[Technique]int{}, map[Technique]int{}
	for i, p := range puzzles {
		rng := rand.New(rand.NewPCG(uint64(i), 19))
		walk(p, solutionsOf(t, p), rng, func(state logic, solutions []puzzle.Solution) {
			found := applying(state)
			for technique, step := range found {
				if technique != byMirror {
					requireSound(t, p, solutions, step)
				}
			}
			for technique, applies := range definitions {
				_, is := found[technique]
				should := applies(prepare(state.clone().(S)))
				require.Equal(t, should, is, "%v, on %v of\n%s", technique, state.board(), p)
				if is {
					applied[technique]++
				} else {
					not[technique]++
				}
			}
		})
	}
	for technique := range definitions {
		require.Greater(t, applied[technique], 4, "%v applies nowhere", technique)
		require.Greater(t, not[technique], 4, "%v applies everywhere", technique)
	}
	t.Logf("found: %v", applied)
}

// solutionsOf returns all solutions, by brute force where the board is small.
func solutionsOf(t *testing.T, p puzzle.Puzzle) []puzzle.Solution {
	t.Helper()
	if p.Board().Len() <= 12 {
		return puzzletest.Brute(p)
	}
	var all []puzzle.Solution
	require.NoError(t, native.Search(context.Background(), p, nil, func(s puzzle.Solution) bool {
		all = append(all, slices.Clone(s))
		return true
	}))
	return all
}

// larger returns n random puzzles of a family with at most 50 solutions, and some small ones
// that brute force solves.
func larger(t *testing.T, family puzzle.Family, n int, small func(*rand.Rand) puzzle.Puzzle) (all []puzzle.Puzzle) {
	t.Helper()
	n = puzzletest.Often((n+1)/2, n)
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 20))
		all = append(all, puzzletest.Larger(t, rng, family, func(p puzzle.Puzzle) bool {
			found := 0
			err := native.Search(context.Background(), p, &meter.Meter{MaxNodes: 3000}, func(puzzle.Solution) bool { found++; return found <= 50 })
			return err == nil
		}))
		if p := small(rng); p != nil && len(puzzletest.Brute(p)) > 0 {
			all = append(all, p)
		}
	}
	return all
}
