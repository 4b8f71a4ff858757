package human

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// requireHolds fails the test unless a step holds in all solutions. It returns the
// solutions that a symmetry step keeps.
func requireHolds(t require.TestingT, p puzzle.Puzzle, solutions []puzzle.Solution, step Step) []puzzle.Solution {
	require.NotEmpty(t, step.Text)
	require.True(t, len(step.Place)+len(step.Remove) > 0, "a step without a conclusion: %s", step.Text)
	if step.Technique == byMirror {
		return requireImagesKept(t, p, solutions, step)
	}
	requireTrue(t, p, solutions, step)
	return solutions
}

// replay makes all steps, checks each, and returns how it ended.
func replay(t require.TestingT, p puzzle.Puzzle, solutions []puzzle.Solution, hardest Level) (*Solver, error) {
	s, err := New(context.Background(), p, nil)
	require.NoError(t, err)
	s.Hardest = hardest
	for steps := 0; ; steps++ {
		require.Less(t, steps, 10_000, "steps that lead nowhere: %s", p)
		step, err := s.Next(context.Background())
		if err != nil {
			switch {
			case errors.Is(err, ErrSolved):
				require.Len(t, solutions, 1, "solved, and not unique: %s", p)
				require.Equal(t, []int(solutions[0]), s.Board())
			case errors.As(err, new(*ContradictionError)):
				require.Empty(t, solutions, "%v: %s", err, p)
			default:
				require.ErrorIs(t, err, ErrStuck)
			}
			return s, err
		}
		require.LessOrEqual(t, step.Technique.Level(), hardest)
		solutions = requireHolds(t, p, solutions, step)
	}
}

func TestStepsHoldInAllSolutionsOfRandomPuzzles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		replay(t, p, puzzletest.Brute(p), Extreme)
	})
}

// TestStepsHoldInAllSolutionsOfRandomVariants has draughtboards with gaps and restrictions. If
// the number of stones is open, there are no steps.
func TestStepsHoldInAllSolutionsOfRandomVariants(t *testing.T) {
	gaps := 0
	draw := rapid.Custom(puzzletest.DrawDraughtboardVariant)
	for seed := range 1000 {
		p := draw.Example(seed)
		if open := p.Signed() && p.Gaps().Most > 0; open || !space.Fixed(p) {
			_, err := New(context.Background(), p, nil)
			require.ErrorContains(t, err, "open")
			continue
		}
		if p.Gaps().Most > 0 {
			gaps++
		}
		if solutions := puzzletest.Brute(p); len(solutions) < 200 {
			replay(t, p, solutions, Extreme)
		}
	}
	require.Greater(t, gaps, 10)
}

// The first stone has versions that cover the same cells in other colours.
func TestStepsOfStonesWithSquaresOfEitherColour(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: draughtboard\ncorner: W\nboard: 4x3\nX,B\nX,_\n=\nW\n=\nX\nX\n=\nW,_\nX,W\n=\nX\n=\nW\n=\nW\n=\n")
	s, end := replay(t, p, puzzletest.Brute(p), Extreme)
	require.Error(t, end)
	require.NotNil(t, s)
}

func TestStepsHoldInAllSolutionsOfTheCorpus(t *testing.T) {
	const enough = 500
	for _, file := range puzzletest.Files(t, "testdata/*") {
		if _, err := New(context.Background(), file.Puzzle, nil); !puzzletest.Long() && file.Puzzle.Board().Len() > 36 || errors.Is(err, ErrNoSteps) {
			continue
		}
		t.Run(file.Name, func(t *testing.T) {
			var solutions []puzzle.Solution
			err := native.Search(context.Background(), file.Puzzle, &meter.Meter{MaxNodes: 20000}, func(s puzzle.Solution) bool {
				solutions = append(solutions, slices.Clone(s))
				return len(solutions) < enough
			})
			// Guesses take long on large boards and where there are many solutions. They cannot be
			// judged if solutions are missing.
			level := Extreme
			switch cells := file.Puzzle.Board().Len(); {
			case file.Puzzle.Family() == puzzle.FamilyDraughtboard && cells > 50:
				level = Medium
			case err != nil, cells > 36, file.Puzzle.Family() != puzzle.FamilyHidoku && cells > 16, len(solutions) > 200:
				level = Hard
			}
			if len(solutions) < enough {
				replay(t, file.Puzzle, solutions, level)
			}
		})
	}
}

// No cell of a ring cuts it, even where the sizes of the gaps contradict one another.
func TestARingHasNoCutPoint(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\nmoves: rook\n_,_,3\n_,_,#\n4,#,7\n")
	_, ok := newHidokuState(p.(*puzzle.Hidoku)).cutStep()
	require.False(t, ok)
}

// Nothing follows from an empty board, so each number may still be on each cell.
func TestAGradeSaysHowManyCandidatesAreLeft(t *testing.T) {
	for _, content := range []string{
		"puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n",
		"puzzle: hidoku\nmoves: king\n_,_,_\n_,_,_\n_,_,_\n",
	} {
		p := puzzletest.Read(t, content)
		g, err := GradeOf(t.Context(), p, Easy)
		require.NoError(t, err)
		require.Empty(t, g.Profile)
		require.Equal(t, 81, g.Left, "%s", p)
	}
}

func TestTheLastCandidateIsAContradiction(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\n_,_\n_,_\n")
	s := newHidokuState(p.(*puzzle.Hidoku))
	u := newHidokuState(p.(*puzzle.Hidoku))
	for i := range 4 {
		require.Nil(t, s.wrong)
		require.Nil(t, u.wrong)
		require.True(t, s.drop(i, 2, none))
		require.True(t, u.drop(1, i, none))
		require.False(t, u.drop(1, i, none))
	}
	require.Equal(t, "no number is left for r2c1", s.wrong.English(s.puzzle.Board()))
	require.Equal(t, "no cell is left for 2", u.wrong.English(u.puzzle.Board()))
}

// 3 can only be between 2 and 4. So that cell is not for 1. The next step is the same for 5.
func TestAGapThatFitsOneAreaFillsIt(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\nmoves: rook\n_\n4\n_\n2\n_\n")
	s := newHidokuState(p.(*puzzle.Hidoku))
	for _, c := range []int{0, 4} {
		require.True(t, s.drop(2, c, none))
	}
	step, ok := s.areaStep()
	require.True(t, ok)
	require.Equal(t, byAreas, step.Technique)
	require.Equal(t, []Candidate{s.candidate(0, 2)}, step.Remove)
}

func TestABoardOfOneCellIsOneStep(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\n_\n")
	s := newHidokuState(p.(*puzzle.Hidoku))
	step, ok := s.step(Extreme)
	require.True(t, ok)
	require.Equal(t, []Candidate{s.candidate(0, 0)}, step.Place)
	step, ok = newHidokuState(p.(*puzzle.Hidoku)).hemmedStep()
	require.True(t, ok)
	require.Equal(t, []Candidate{s.candidate(0, 0)}, step.Place)
}

// Each rule of two cells excludes something that no other technique sees at once.
func TestRulesOfTwoCellsApply(t *testing.T) {
	for content, want := range map[string]string{
		"moves: rook\nlinks: r1c1-r1c2\n_,4,_\n_,_,_\n_,_,_\n":             "hidoku.linked",
		"moves: rook\nunlinked: r1c1-r1c2\n_,4,_\n_,_,_\n_,_,_\n":          "hidoku.parted",
		"moves: rook\norder: r1c1 r3c3\n_,_,_\n_,_,_\n_,_,_\n":             "hidoku.later",
		"moves: rook\nclosed: yes\n1,_,_\n_,_,_\n":                         "hidoku.round",
		"moves: rook\ntorus: yes\nlinks: r1c1-r1c3\n2,_,_\n_,_,_\n_,_,_\n": "hidoku.linked",
	} {
		p := puzzletest.Read(t, "puzzle: hidoku\n"+content)
		s, err := New(context.Background(), p, nil)
		require.NoError(t, err)
		step, err := s.Next(context.Background())
		require.NoError(t, err)
		assert.Equal(t, want, step.Sentence.Template, "%s: %s", content, step.Text)
		assert.Equal(t, byLinked, step.Technique)
	}
}

// impatient is a context that ends when it has been asked so often.
type impatient struct {
	context.Context
	left int
}

func (i *impatient) Err() error {
	if i.left--; i.left < 0 {
		return context.Canceled
	}
	return nil
}

// allSteps makes all steps, and returns where they end. Before each step, another context is asked
// as often as hurried says, and then ends.
func allSteps(t require.TestingT, p puzzle.Puzzle, hardest Level, hurried func() int) (board []int, left, given int, end error) {
	s, err := New(context.Background(), p, nil)
	require.NoError(t, err)
	s.Hardest = hardest
	for {
		for _, patience := range []int{hurried(), math.MaxInt} {
			_, err := s.Next(&impatient{context.Background(), patience})
			switch {
			case errors.Is(err, context.Canceled):
				given++
			case err != nil:
				return s.Board(), s.state.undecided(), given, err
			}
		}
	}
}

// A solver that was interrupted looks again at everything that it has not looked at.
func TestASolverThatGaveUpGoesOn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	all := []puzzle.Puzzle{
		magicSquare(t, rng, 5, 12), magicSquare(t, rng, 12, 86), magicSquare(t, rng, 8, 36),
		parsed(t, "puzzle: draughtboard\nboard: 10x6\ncorner: B\nstones: pentominoes\n"),
		parsed(t, "puzzle: draughtboard\nboard: 20x3\ncorner: B\nstones: pentominoes\n"),
	}
	for seed := range uint64(6) {
		for _, moves := range []puzzle.Moves{puzzle.King, puzzle.Rook} {
			all = append(all, puzzletest.LargeHidoku(t, moves, 9, 9, 0.25, seed%2 == 0, seed))
		}
	}
	interrupted := 0
	for i, p := range all {
		hardest := Medium + Level(i%2)
		board, left, _, end := allSteps(t, p, hardest, func() int { return math.MaxInt })
		for range 20 {
			most := 1 << rng.IntN(10)
			got, others, given, err := allSteps(t, p, hardest, func() int { return 4 + rng.IntN(most) })
			require.Equal(t, end, err, "%d: %s", i, p)
			require.Equal(t, board, got, "%d: %s", i, p)
			require.Equal(t, left, others, "%d: %s", i, p)
			interrupted += given
		}
	}
	require.Greater(t, interrupted, 100)
}

// A technique that gave up may have missed a step that is easier than those of the techniques after it.
func TestAStepIsTheEasiestWheneverTheContextEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.OneOf(rapid.Custom(puzzletest.Draw), rapid.Custom(func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawVariant(t) })).Draw(t, "puzzle")
		s, err := New(context.Background(), p, nil)
		if err != nil {
			return
		}
		s.Hardest = Hard
		for ; err == nil; _, err = s.Next(context.Background()) {
			for patience := range 40 {
				patient, hurried := *s, *s
				patient.state, hurried.state = s.state.clone(), s.state.clone()
				step, err := hurried.Next(&impatient{context.Background(), patience})
				if err != nil {
					continue
				}
				easiest, err := patient.Next(context.Background())
				require.NoError(t, err)
				require.Equal(t, easiest.Technique, step.Technique, "asked %d times, of\n%s", patience, p)
			}
		}
	})
}

// parsed returns the puzzle of a text.
var parsed = puzzletest.Read

// magicSquare returns a square with some clues of a filled one: that of de la Loubère for an odd order, and
// the one whose numbers in order are turned on the diagonals of its 4×4 parts for a multiple of four.
func magicSquare(t *testing.T, rng *rand.Rand, n, clues int) puzzle.Puzzle {
	p := puzzletest.BlankMagic(t, n, 1, true)
	filled := make(puzzle.Solution, n*n)
	for c := range filled {
		row, col := c/n, c%n
		switch filled[c] = c + 1; {
		case n%2 == 1:
			filled[c] = (row+col+1+n/2)%n*n + (row+2*col)%n + 1
		case row%4 == col%4 || row%4+col%4 == 3:
			filled[c] = n*n - c
		}
	}
	require.NoError(t, p.Check(filled))
	for _, c := range rng.Perm(n * n)[clues:] {
		filled[c] = puzzle.Empty
	}
	q, err := p.WithClues(filled)
	require.NoError(t, err)
	return q
}

// One technique takes minutes on boards like these. It asks its context again and again, and
// gives up when that has ended.
func TestTechniquesGiveUp(t *testing.T) {
	for name, p := range map[string]puzzle.Puzzle{
		"sums":   puzzletest.BlankMagic(t, 64, 1, true),
		"stones": dominoes(t, 64),
	} {
		asked := &impatient{t.Context(), 50}
		_, err := GradeOf(asked, p, Hard)
		require.ErrorIs(t, err, context.Canceled, name)
		require.Greater(t, asked.left, -20, "%s: asked again after the end", name)
	}
}

// To list the placements of a large board takes long, and much memory.
func TestANewSolverGivesUp(t *testing.T) {
	asked := &impatient{t.Context(), 50}
	_, err := New(asked, dominoes(t, 64), nil)
	require.ErrorIs(t, err, context.Canceled)
	require.Greater(t, asked.left, -20, "asked again after the end")
}

// dominoes returns the puzzle of dominoes on a square board.
func dominoes(t *testing.T, n int) puzzle.Puzzle {
	board, err := puzzle.NewBoard(n, n, nil)
	require.NoError(t, err)
	stone, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}, {Col: 1, Colour: puzzle.AnyColour}})
	require.NoError(t, err)
	p, err := puzzle.Setup{Board: board, Corner: puzzle.Black, Flips: true, Stones: slices.Repeat([]puzzle.Stone{stone}, n*n/2)}.New()
	require.NoError(t, err)
	return p
}

// Within a family, harder techniques come later, and those of a higher level weigh more.
func TestLevelsSeparate(t *testing.T) {
	for h := none + 1; h < Guess; h++ {
		if h.Level() < (h + 1).Level() {
			assert.Less(t, h.weight(), (h + 1).weight(), "%v and %v", h, h+1)
		}
	}
}

func TestManyWaysWeighMore(t *testing.T) {
	for ways, weight := range map[int]int{0: 7, 1: 7, 8: 7, 9: 8, 16: 8, 17: 9, 20: 9} {
		assert.Equal(t, weight, Step{Technique: byLongBridge, Ways: ways}.weight(), ways)
	}
	assert.Equal(t, 5, Step{Technique: byBridge, Ways: 20}.weight())
}
