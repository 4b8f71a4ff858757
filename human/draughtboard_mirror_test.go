package human

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// TestMirrorOnACell: where no stone is the only one of its kind, Mirror keeps placements on one
// cell. It applies where a symmetry takes a placement to another one that shares a cell with it.
// The solutions that are left have all others as images.
func TestMirrorOnACell(t *testing.T) {
	applied, not, solvable := 0, 0, 0
	for seed := range uint64(300) {
		p := allAlike(t, rand.New(rand.NewPCG(seed, 23)))
		s := newDraughtboardState(p)
		should := false
		for c := range s.onCell {
			for _, i := range s.possibleOn(c) {
				for _, g := range puzzle.Symmetries(p) {
					image := imageOf(g, s.placements[i].cells)
					value := s.value(i)
					if g.Recolours() {
						value = -value
					}
					j := s.placementFor(Candidate{Value: value, Cells: image})
					should = should || j >= 0 && j != i && s.possible[j] && s.placements[j].covers(c)
				}
			}
		}
		step, is := s.clone().(*draughtboardState).mirrorStep()
		require.Equal(t, should, is, "%s", p)
		if !is {
			not++
			continue
		}
		applied++
		requireFilled(t, step.Sentence)
		require.Equal(t, "draughtboard.mirrorCell", step.Sentence.Template)
		for _, c := range step.Remove {
			require.Contains(t, c.Cells, step.Because[0], "%s", p)
		}
		solvable += len(requireImagesKept(t, p, puzzletest.Brute(p), step))
	}
	t.Log(applied, not, solvable)
	require.Greater(t, applied, 10)
	require.Greater(t, not, 10)
	require.Greater(t, solvable, 10)
}

// imageOf returns the cells to which a symmetry takes some cells, ascending.
func imageOf(g puzzle.Symmetry, cells []int) []int {
	image := make([]int, len(cells))
	for i, c := range cells {
		image[i] = g.Image()[c]
	}
	slices.Sort(image)
	return image
}

// requireImagesKept fails unless each solution has an image among those that a step keeps. It
// returns those.
func requireImagesKept(t require.TestingT, p puzzle.Puzzle, all []puzzle.Solution, step Step) []puzzle.Solution {
	kept := slices.DeleteFunc(slices.Clone(all), func(x puzzle.Solution) bool {
		return slices.ContainsFunc(step.Remove, func(c Candidate) bool { return len(holding(p, []puzzle.Solution{x}, c)) > 0 })
	})
	for _, x := range all {
		require.True(t, slices.ContainsFunc(puzzle.Symmetries(p), func(g puzzle.Symmetry) bool {
			return slices.ContainsFunc(kept, func(k puzzle.Solution) bool { return slices.Equal(k, g.Apply(x)) })
		}), "no image of %v is kept, of\n%s", x, p)
	}
	return kept
}

// allAlike returns a small rectangle with two or three stones of each kind.
func allAlike(t *testing.T, rng *rand.Rand) *puzzle.Draughtboard {
	t.Helper()
	forms := []struct {
		rows string
		size int
	}{{"X", 1}, {"X,X", 2}, {"B,W", 2}, {"X,X,X", 3}, {"X,X\nX,_", 3}, {"B,W\nW,_", 3}}
	for {
		area, stones := 0, []string{}
		for _, i := range rng.Perm(len(forms))[:1+rng.IntN(2)] {
			count := 2 + rng.IntN(2)
			area += count * forms[i].size
			stones = append(stones, fmt.Sprintf("%d *\n%s\n", count, forms[i].rows))
		}
		height := 1 + rng.IntN(3)
		if area%height != 0 || area > 9 {
			continue
		}
		p, err := text.Parse(fmt.Sprintf("puzzle: draughtboard\nboard: %dx%d\ncorner: %s\n%s",
			area/height, height, []string{"B", "any"}[rng.IntN(2)], strings.Join(stones, "=\n")))
		if err == nil { // the colours match in number
			return p.(*puzzle.Draughtboard)
		}
	}
}
