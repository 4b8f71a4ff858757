package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"crosscut"
	"crosscut/human"
	"crosscut/internal/filling"
	"crosscut/puzzle"
)

// Puzzles of numbers are made from a filled board by taking clues away, while the
// filled board stays the only solution, or while steps of the wished level still lead
// to it.

// boardSource is where the filled boards of a family come from.
type boardSource struct {
	puzzle puzzle.Numbered // without clues that count
	fill   func(ctx context.Context, rng *rand.Rand) ([]int, error)
	// rivals are sets of cells in which some other filling differs from a filled board;
	// nil when none are known beforehand
	otherFillings func(board []int) [][]int
	second        crosscut.Engine // that proves, beside Native, that a puzzle is unique
	nodeLimit     int64           // of the native search for another solution
	askSecond     bool            // these nodes, second has its turn; else the question stays open
	proofLimit    int64           // nodes that Native may need for the proof, 0 for any number
}

func hidokuSource(p *puzzle.Hidoku) boardSource {
	return boardSource{
		puzzle:        p,
		fill:          func(ctx context.Context, rng *rand.Rand) ([]int, error) { return filling.Path(ctx, p, rng) },
		otherFillings: func(board []int) [][]int { return filling.Rivals(p, board) },
		second:        crosscut.SAT,
		nodeLimit:     30_000,
		askSecond:     true, // the SAT engine rarely loses its way
	}
}

func magicSource(p *puzzle.Magic, minimal bool) boardSource {
	proofLimit := proofNodes(p.Board().Len())
	nodeLimit := proofLimit
	if minimal { // which takes other solutions, however hard they are to find
		nodeLimit = 50_000
	}
	return boardSource{
		puzzle:     p,
		fill:       func(ctx context.Context, rng *rand.Rand) ([]int, error) { return filling.Square(ctx, p, rng) },
		second:     crosscut.SAT,
		nodeLimit:  nodeLimit,
		proofLimit: proofLimit,
	}
}

// proofNodes is how many nodes a magic board of so many cells may take the native search.
// On a board of order 6 that takes it 500 nodes the SAT engine proves the same in a
// second, and in a minute where it takes 50 times as many; with the order that grows.
func proofNodes(cells int) int64 {
	const most, size = 500, 36
	if cells <= size {
		return most
	}
	return int64(max(most*size*size/(cells*cells), 1))
}

// numbersMaker returns the function that makes puzzles of numbers.
func numbersMaker(w *Wish, from boardSource) (makeFunc, error) {
	groups, err := groupsOf(from.puzzle.Board(), w.Pattern)
	if err != nil {
		return nil, err
	}
	cells := from.puzzle.Board().Len()
	switch hidoku := from.puzzle.Family() == puzzle.FamilyHidoku; {
	case w.Clues < 0 || w.Clues > cells:
		return nil, fmt.Errorf("%w: %d clues on %d cells", ErrWish, w.Clues, cells)
	case !slices.Contains([]Ends{"", AnyEnds, GivenEnds, HiddenEnds}, w.Ends):
		return nil, fmt.Errorf("%w: ends %q; they are any, given or hidden", ErrWish, w.Ends)
	case w.Ends != "" && w.Ends != AnyEnds && !hidoku:
		return nil, fmt.Errorf("%w: only a Hidoku has ends", ErrWish)
	case w.Ends == GivenEnds && w.Clues > 0 && w.Clues < 2 && cells > 1:
		return nil, fmt.Errorf("%w: both ends given are more than %d clue", ErrWish, w.Clues)
	}
	return func(ctx context.Context, rng *rand.Rand) (*Made, error) {
		fewest, graded := 0, human.Level(0)
		attempts := attemptsFor(cells)
		for range attempts {
			board, err := from.fill(ctx, rng)
			if err != nil {
				return nil, err
			}
			t := &thinning{ctx: ctx, wish: w, from: from, rng: rng, board: board, clues: slices.Clone(board)}
			if from.otherFillings != nil {
				t.otherSolutions = from.otherFillings(board)
			}
			m, err := t.make(groups)
			if m != nil || err != nil {
				return m, err
			}
			if fewest == 0 || t.clueCount < fewest {
				fewest = t.clueCount
			}
			graded = max(graded, t.reached)
		}
		return nil, effortSpent("%s", nearestMiss(w, attempts, fewest, graded))
	}, nil
}

// nearestMiss says how far attempts came.
func nearestMiss(w *Wish, attempts, fewest int, graded human.Level) string {
	text := fmt.Sprintf("%d attempts; none came to the puzzle wished for", attempts)
	if w.Clues > 0 && fewest > 0 {
		text += fmt.Sprintf(", the fewest clues were %d", fewest)
	}
	if w.Minimal && w.Clues == 0 && graded == 0 {
		text += ", none was minimal"
	}
	if w.Level > 0 && graded > 0 {
		text += fmt.Sprintf(", the hardest was %v", graded)
	}
	return text
}

// attemptsFor bounds the effort: the larger the board, the longer an attempt.
func attemptsFor(cells int) int { return min(max(6_000/cells, 5), 200) }

// groupsOf returns the sets of cells whose clues come and go together.
func groupsOf(b *puzzle.Board, pattern Pattern) ([][]int, error) {
	image := func(row, col int) (int, int) { return row, col }
	switch pattern {
	case "", NoPattern:
	case Rotational:
		image = func(row, col int) (int, int) { return b.Height() - 1 - row, b.Width() - 1 - col }
	case Mirrored:
		image = func(row, col int) (int, int) { return row, b.Width() - 1 - col }
	default:
		return nil, fmt.Errorf("%w: a pattern %q; it is none, rotational or mirror", ErrWish, pattern)
	}
	var groups [][]int
	for c := range b.Len() {
		d := b.Cell(image(b.Pos(c)))
		switch {
		case d < 0:
			return nil, fmt.Errorf("%w: the board itself has not the pattern %s", ErrWish, pattern)
		case d == c:
			groups = append(groups, []int{c})
		case d > c:
			groups = append(groups, []int{c, d})
		}
	}
	return groups, nil
}
