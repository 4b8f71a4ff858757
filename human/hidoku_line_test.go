package human

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// randomLine returns a board with some cells of a random path in order, some walls, and a link.
func randomLine(t *testing.T, rng *rand.Rand) puzzle.Puzzle {
	moves := []puzzle.Moves{puzzle.Rook, puzzle.Rook, puzzle.Hex, puzzle.King}[rng.IntN(4)]
	p := puzzletest.BlankHidoku(t, 3+rng.IntN(2), 3+rng.IntN(3), moves, nil)
	board := randomPath(p, rng)
	n := len(board)
	rules, clues := p.Rules(), slices.Repeat([]int{puzzle.Empty}, n)
	for c, k := range board {
		if k == 1 || k == n {
			clues[c] = k
		}
		if k == 1 || k == n || rng.IntN(4) == 0 {
			rules.Order = append(rules.Order, c)
		}
		for _, d := range p.Neighbours(c) {
			apart := max(k-board[d], board[d]-k)
			switch {
			case d > c && apart > 1 && rng.IntN(6) == 0:
				rules.Walls = append(rules.Walls, [2]int{c, d})
			case d > c && apart > 1 && rng.IntN(12) == 0:
				puzzletest.Part(&rules, c, d)
			case d > c && apart == 1 && rng.IntN(20) == 0:
				rules.Links = append(rules.Links, [2]int{c, d})
			}
		}
	}
	slices.SortFunc(rules.Order, func(c, d int) int { return board[c] - board[d] })
	ranked, err := rules.New(p.Board(), clues)
	require.NoError(t, err)
	require.True(t, isLine(ranked))
	return ranked
}

// randomPath numbers the cells of a small board along a random path.
func randomPath(p *puzzle.Hidoku, rng *rand.Rand) []int {
	n := p.Board().Len()
	board := slices.Repeat([]int{puzzle.Empty}, n)
	var from func(cell, number int) bool
	from = func(cell, number int) bool {
		board[cell] = number
		next := p.Neighbours(cell)
		for _, i := range rng.Perm(len(next)) {
			if board[next[i]] == puzzle.Empty && from(next[i], number+1) {
				return true
			}
		}
		if number < n {
			board[cell] = puzzle.Empty
		}
		return number == n
	}
	for !from(rng.IntN(n), 1) {
	}
	return board
}

// plainlyCut reports whether the board falls apart when one cell is taken away, or none. The ends
// of the line count as beside each other.
func (s *lineState) plainlyCut() bool {
	for without := -1; without < len(s.at); without++ {
		var met []int
		for c := range s.at {
			if c != without && len(met) == 0 {
				met = append(met, c)
			}
		}
		for i := 0; i < len(met); i++ {
			for d := range s.at {
				closing := min(met[i], d) == min(s.start, s.end) && max(met[i], d) == max(s.start, s.end)
				beside := slices.ContainsFunc(s.at[d], func(e int) bool { return s.marks[e] != out && s.beyond(e, d) == met[i] })
				if d != without && (beside || closing) && !slices.Contains(met, d) {
					met = append(met, d)
				}
			}
		}
		if without >= 0 && len(met) < len(s.at)-1 || without < 0 && len(met) < len(s.at) {
			return true
		}
	}
	return false
}

// Every technique for lines holds in all solutions, in every state on the way. byAreas are those of
// a plain definition, and what is excluded by the pieces at the ends of an edge closes a ring or
// breaks the order of the ranks.
func TestTechniquesForLines(t *testing.T) {
	count := puzzletest.Often(80, 150)
	found := map[Technique]int{}
	areas := map[bool]int{}
	for seed := range uint64(count) {
		rng := rand.New(rand.NewPCG(seed, 31))
		p := randomLine(t, rng)
		solutions := solutionsOf(t, p)
		if len(solutions) > 200 {
			continue
		}
		replay(t, p, solutions, Hard)
		walk(p, solutions, rng, func(state logic, solutions []puzzle.Solution) {
			s := state.(*lineState)
			for technique, step := range applying(state) {
				requireSound(t, p, solutions, step)
				found[technique]++
			}
			for e := range s.edges {
				trial := s.copy()
				trial.drop(e, none)
				cut := trial.plainlyCut()
				areas[cut]++
				require.Equal(t, cut, trial.cutArea() != nil, "without %v of\n%s", s.cellsOf(e), p)
			}
		})
	}
	for technique := byWays; technique <= byFarAhead; technique++ {
		assert.True(t, found[technique] > 0 || !puzzletest.Long(), "%v applies nowhere", technique)
	}
	assert.Greater(t, min(areas[true], areas[false]), 100)
	t.Log(found)
}

func TestStepsOfRandomVariantsHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawVariant(t)
		replay(t, p, puzzletest.Brute(p), Extreme)
	})
}

// A board that is filled in part begins with the line between consecutive numbers.
func TestALineGoesOnFromAFilledBoard(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\nmoves: rook\nclues: order\n1,_,2\n_,_,_\n4,_,3\n")
	s, err := New(context.Background(), p, puzzletest.ReadSolution(t, p, "1,2,3\n_,_,_\n_,_,_\n"))
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2, 3}, s.Board()[:3])
	_, err = New(context.Background(), p, puzzletest.ReadSolution(t, p, "2,_,_\n_,_,_\n_,_,_\n"))
	assert.ErrorContains(t, err, "where")
}

// The Zips that LinkedIn published take people a minute or two.
func TestGradesOfPublishedZips(t *testing.T) {
	for _, file := range puzzletest.Files(t, "testdata/hidoku") {
		if !isLine(file.Puzzle) {
			continue
		}
		g, err := GradeOf(t.Context(), file.Puzzle, Extreme)
		require.NoError(t, err)
		assert.True(t, g.Solved, file.Name)
		assert.LessOrEqual(t, g.Level, Medium, file.Name)
	}
}
