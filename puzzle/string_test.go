package puzzle_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// answers returns what all methods of a puzzle return. Puzzles with equal answers are
// equal.
func answers(p puzzle.Puzzle) []any {
	b := p.Board()
	all := []any{p.Family(), b.Width(), b.Height()}
	for c := range b.Len() {
		all = append(all, b.Name(c))
	}
	switch p := p.(type) {
	case *puzzle.Hidoku:
		all = append(all, p.Rules().Moves)
		for c := range b.Len() {
			all = append(all, p.Clue(c), p.Neighbours(c))
		}
	case *puzzle.Magic:
		all = append(all, p.Board().Width(), p.Low(), p.High(), p.Sum(), !p.Rules().NoDiagonals)
		for c := range b.Len() {
			all = append(all, p.Clue(c))
		}
	case *puzzle.Draughtboard:
		all = append(all, p.Setup().Corner, p.Setup().Flips, p.Stones(), p.Kinds(), p.Colourings(), p.Signed())
	}
	return all
}

func TestStringIsReadBackAsTheSamePuzzle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		again, err := text.Parse(p.String())
		if err != nil {
			t.Fatalf("%v\n%v", p, err)
		}
		require.Equal(t, answers(p), answers(again))
		require.Equal(t, p.String(), again.String())
	})
}

func TestStonesThatCannotFitAreReadBackToo(t *testing.T) {
	unfit := 0
	rapid.Check(t, func(t *rapid.T) {
		fit, _ := drawDraughtboard(t, 12)
		for range 10 { // about one painting in ten does not fit
			p := paintedAnew(t, fit)
			again := read(t, p.String())
			require.Equal(t, answers(p), answers(again))
			if p.Balance() != nil {
				unfit++
			}
		}
	})
	assert.Positive(t, unfit)
}

// paintedAnew returns a draughtboard whose stones have other colours, drawn at random.
func paintedAnew(t *rapid.T, p *puzzle.Draughtboard) *puzzle.Draughtboard {
	painted := slices.Clone(p.Stones())
	for i, s := range painted {
		cells := slices.Clone(s.Cells())
		for j := range cells {
			cells[j].Colour = rapid.SampledFrom([]puzzle.Colour{puzzle.Black, puzzle.White, puzzle.AnyColour}).Draw(t, "colour")
		}
		var err error
		painted[i], err = puzzle.NewStone(cells)
		require.NoError(t, err)
	}
	anew, err := puzzle.Setup{Board: p.Board(), Corner: p.Setup().Corner, Flips: p.Setup().Flips, Stones: painted}.New()
	require.NoError(t, err)
	return anew
}

func TestFormatIsReadBackAsTheSameValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		n := p.Board().Len()
		value := rapid.IntRange(-puzzle.MaxNumber, puzzle.MaxNumber)
		if p, ok := p.(*puzzle.Draughtboard); ok {
			// All values of one sign, as in solutions; letters tell the sign.
			value = rapid.IntRange(1, len(p.Stones()))
			if p.Signed() && rapid.Bool().Draw(t, "white corner") {
				value = rapid.IntRange(-len(p.Stones()), -1)
			}
		}
		value = rapid.OneOf(value, rapid.Just(puzzle.Empty))
		boards := rapid.SliceOfN(rapid.SliceOfN(value, n, n), 1, 3).Draw(t, "boards")
		var content strings.Builder
		for i, values := range boards {
			content.WriteString(rapid.SampledFrom([]string{"", "\n", "# solution, number " + string(rune('1'+i)) + "\n"}).Draw(t, "between"))
			content.WriteString(puzzle.Format(p, values))
		}
		solutions, err := text.ReadSolutions(strings.NewReader(content.String()), "s", p)
		if err != nil {
			t.Fatalf("%v\n%s\n%v", p, content.String(), err)
		}
		require.Len(t, solutions, len(boards))
		for i, values := range boards {
			require.Equal(t, puzzle.Solution(values), solutions[i])
		}
	})
}

func TestEveryPuzzleOfTestdataIsRead(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "testdata", "*", "*.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		family := filepath.Base(filepath.Dir(path))
		if !slices.Contains(puzzle.Families(), puzzle.Family(family)) || strings.Count(filepath.Base(path), ".") > 1 {
			continue // no puzzle, or a solution of one
		}
		file, err := os.Open(path)
		require.NoError(t, err)
		f, err := text.Read(file, path, "")
		file.Close()
		require.NoError(t, err)
		assert.Equal(t, family, string(f.Puzzle.Family()), path)
		assert.NotEqual(t, "?", f.Solutions.String(), "%s says how many solutions it has", path)
		assert.NotEmpty(t, f.Source, "%s says who says so", path)
	}
}
