package crosscut_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
)

// everyFilling is an engine for small puzzles of any type: it tries all fillings with
// values from 0 to the number of cells.
var everyFilling = crosscut.NewEngine("every filling", func(_ context.Context, p puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
	s := make(puzzle.Solution, p.Board().Len())
	for {
		if p.Check(s) == nil && !yield(s) {
			return meter.ErrStopped
		}
		c := 0
		for ; c < len(s) && s[c] == len(s); c++ {
			s[c] = 0
		}
		if c == len(s) {
			return nil
		}
		s[c]++
	}
})

// A puzzle of a type of another package gets a right answer from an engine that knows it,
// and one clear error from our engines.
func TestForeignPuzzles(t *testing.T) {
	ctx := context.Background()
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, p := range foreign {
		t.Run(fmt.Sprintf("%T", p), func(t *testing.T) {
			found, err := crosscut.First(ctx, everyFilling, p, 0, nil)
			require.NoError(t, err)
			require.NotEmpty(t, found)
			want := big.NewInt(int64(len(found)))
			for _, workers := range []int{1, 2} {
				n, err := crosscut.Count(ctx, everyFilling, p, &meter.Meter{Workers: workers})
				require.NoError(t, err)
				assert.Equal(t, want, n)
				tally, err := crosscut.Enumerate(ctx, everyFilling, p, &meter.Meter{Workers: workers})
				require.NoError(t, err)
				assert.EqualValues(t, len(found), tally.Count().Int64())
			}
			n, err := crosscut.CountUpToSymmetry(ctx, everyFilling, p, nil)
			require.NoError(t, err)
			assert.Equal(t, want, n, "only the identity is known to be a symmetry")
			different, err := crosscut.Distinct(ctx, everyFilling, p, 0, nil)
			require.NoError(t, err)
			assert.Len(t, different, len(found))
			outcomes, err := crosscut.CrossCheck(ctx, p, []crosscut.Engine{everyFilling, crosscut.Race(everyFilling, everyFilling)}, crosscut.Limits{}, nil)
			require.NoError(t, err)
			require.Len(t, outcomes, 2)
			assert.Equal(t, outcomes[0].Tally, outcomes[1].Tally)
			for _, s := range found {
				assert.NoError(t, p.Check(s))
			}

			race := crosscut.Race(crosscut.Engines()...)
			for _, e := range append(crosscut.Engines(), race, crosscut.SATBy("edges")) {
				_, err := crosscut.First(ctx, e, p, 0, nil)
				require.Error(t, err, e.Name)
				assert.False(t, errors.Is(err, meter.ErrStopped) || errors.Is(err, meter.ErrLimit), "%s: %v", e.Name, err)
				assert.Contains(t, err.Error(), fmt.Sprintf("%T", p), e.Name)
				_, err = crosscut.Count(ctx, e, p, nil)
				require.Error(t, err, e.Name)
				_, err = crosscut.CountUpToSymmetry(ctx, e, p, nil)
				require.Error(t, err, e.Name)
			}
		})
	}
}

// anyStripes and anyHidoku are puzzles of this package. Every filling solves them.
type (
	anyStripes struct{ *puzzletest.Stripes }
	anyHidoku  struct{ *puzzle.Hidoku }
)

func (anyStripes) Check(puzzle.Solution) error { return nil }
func (anyHidoku) Check(puzzle.Solution) error  { return nil }

// twoNumbers is a family of another package in which numbers repeat: each cell holds 1 or 2. All
// movements of the board keep its rules.
type twoNumbers struct{ *puzzle.Hidoku }

func (twoNumbers) Family() puzzle.Family { return "two numbers" }
func (twoNumbers) High() int             { return 2 }
func (twoNumbers) KeepsRules([]int) bool { return true }
func (p twoNumbers) Check(s puzzle.Solution) error {
	if len(s) != p.Board().Len() || slices.ContainsFunc(s, func(v int) bool { return v < 1 || v > 2 }) {
		return errors.New("a cell holds 1 or 2")
	}
	return nil
}

// The corners of a square have 16 colourings in two colours, and 6 that no movement exchanges.
func TestForeignNumbersThatRepeatAreCountedUpToSymmetry(t *testing.T) {
	p := twoNumbers{puzzletest.BlankHidoku(t, 2, 2, puzzle.King, nil)}
	require.Len(t, puzzle.Symmetries(p), 8)
	n, err := crosscut.CountUpToSymmetry(context.Background(), everyFilling, p, nil)
	require.NoError(t, err)
	assert.EqualValues(t, 6, n.Int64())
}

// An engine that says that it is ready after one solution of a class of eight cannot be right.
func TestASumThatIsNoNumberOfClassesIsAnError(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 2, 2, puzzle.King, nil)
	lazy := crosscut.NewEngine("lazy", func(_ context.Context, _ puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
		yield(puzzle.Solution{1, 2, 3, 4})
		return nil
	})
	n, err := crosscut.CountUpToSymmetry(context.Background(), lazy, p, nil)
	require.ErrorContains(t, err, "lazy")
	assert.EqualValues(t, 1, n.Int64(), "a lower bound")
}

// An own engine may find more solutions than a search keeps before it would go over to
// cubes, which know no foreign type.
func TestForeignPuzzlesWithManySolutions(t *testing.T) {
	blank := puzzletest.BlankHidoku(t, 2, 2, puzzle.King, nil)
	foreign := []puzzle.Puzzle{anyStripes{&puzzletest.Stripes{Cells: blank.Board()}}, anyHidoku{blank}}
	const many = 1 << 15
	e := crosscut.NewEngine("many", func(_ context.Context, p puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
		for i := range many {
			if !yield(puzzle.Solution{i, 0, 0, 0}) {
				return meter.ErrStopped
			}
		}
		return nil
	})
	for _, p := range foreign {
		tally, err := crosscut.Enumerate(context.Background(), e, p, &meter.Meter{Workers: 2})
		require.NoError(t, err)
		assert.EqualValues(t, many, tally.Count().Int64())
	}
}

// wrongly returns an engine that finds the solutions of a puzzle, and then yields something wrong.
func wrongly(wrong puzzle.Solution) crosscut.Engine {
	return crosscut.NewEngine("wrongly", func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
		if err := crosscut.Native.Search(ctx, p, m, yield); err != nil {
			return err
		}
		if !yield(wrong) {
			return meter.ErrStopped
		}
		return nil
	})
}

// TestForeignEnginesThatEndWrongly: an engine that ends in another way than it should gets
// no answer accepted that says too much.
func TestForeignEnginesThatEndWrongly(t *testing.T) {
	ctx := context.Background()
	p := puzzletest.Read(t, "puzzle: hidoku\n_,_\n_,_\n")
	all, err := crosscut.First(ctx, crosscut.Native, p, 0, nil)
	require.NoError(t, err)

	// It passes one solution on and stops its own inner search.
	inner := crosscut.NewEngine("inner", func(_ context.Context, _ puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
		yield(all[0])
		return fmt.Errorf("inner search: %w", meter.ErrStopped)
	})
	found, err := crosscut.First(ctx, inner, p, 2, nil)
	require.Error(t, err)
	assert.Len(t, found, 1)
	assert.NotErrorIs(t, err, meter.ErrStopped)

	// It ignores that its receiver wants no more.
	deaf := crosscut.NewEngine("deaf", func(_ context.Context, _ puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
		for _, s := range all {
			yield(s)
		}
		return nil
	})
	found, err = crosscut.First(ctx, deaf, p, 2, nil)
	require.NoError(t, err)
	assert.Len(t, found, 2)
	for range deaf.Solutions(ctx, p, nil) {
		break
	}
	assert.ErrorIs(t, crosscut.All(ctx, deaf, p, nil, func(puzzle.Solution) bool { return false }), meter.ErrStopped)

	silent := inner
	silent.Counting = func(context.Context, puzzle.Puzzle, *meter.Meter) (*big.Int, error) { return nil, nil }
	for _, e := range []crosscut.Engine{silent, crosscut.Race(silent)} {
		_, err = crosscut.Count(ctx, e, p, nil)
		assert.ErrorContains(t, err, "no count")
	}
}

// TestWrongSolutionsOfForeignEnginesAreErrors asks an engine from outside in every way there is.
func TestWrongSolutionsOfForeignEnginesAreErrors(t *testing.T) {
	ctx := context.Background()
	for content, wrong := range map[string]puzzle.Solution{
		"puzzle: hidoku\n1,_\n_,_\n":                                   {1, 2, 3, 3},
		"puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n":                         {1, 2, 3, 4, 5, 6, 7, 8, 9},
		"puzzle: draughtboard\nboard: 2x2\ncorner: any\nX,X\n=\nX,X\n": {2, 2, 1, 1}, // not canonical
		"puzzle: draughtboard\nboard: 1x1\ncorner: B\nB\n":             {},
	} {
		p := puzzletest.Read(t, content)
		e := wrongly(wrong)
		for name, ask := range map[string]func() error{
			"First": func() error { _, err := crosscut.First(ctx, e, p, 0, nil); return err },
			"Count": func() error { _, err := crosscut.Count(ctx, e, p, nil); return err },
			"Count with two workers": func() error {
				_, err := crosscut.Count(ctx, e, p, &meter.Meter{Workers: 2})
				return err
			},
			"Enumerate": func() error { _, err := crosscut.Enumerate(ctx, e, p, nil); return err },
			"All": func() error {
				return crosscut.All(ctx, e, p, nil, func(puzzle.Solution) bool { return true })
			},
			"Distinct":          func() error { _, err := crosscut.Distinct(ctx, e, p, 0, nil); return err },
			"CountUpToSymmetry": func() error { _, err := crosscut.CountUpToSymmetry(ctx, e, p, nil); return err },
			"Solutions": func() error {
				for _, err := range e.Solutions(ctx, p, nil) {
					if err != nil {
						return err
					}
				}
				return nil
			},
			"Race": func() error { _, err := crosscut.First(ctx, crosscut.Race(e), p, 0, nil); return err },
			"CrossCheck": func() error {
				_, err := crosscut.CrossCheck(ctx, p, []crosscut.Engine{e}, crosscut.Limits{}, nil)
				return err
			},
		} {
			t.Run(name, func(t *testing.T) {
				fault := new(crosscut.WrongError)
				require.ErrorAs(t, ask(), &fault)
				assert.Equal(t, "wrongly", fault.Engine)
				assert.Equal(t, wrong, fault.Solution)
			})
		}
	}
}

// drawKakuro draws a puzzle on a full board, from a filling that need not obey the rules.
func drawKakuro(t *rapid.T) *Kakuro {
	width, height := rapid.IntRange(1, 3).Draw(t, "width"), rapid.IntRange(1, 3).Draw(t, "height")
	filling := make([][]int, height)
	text := strings.Repeat(strings.Repeat(".", width)+"\n", height)
	for row := range filling {
		sum := 0
		for range width {
			filling[row] = append(filling[row], rapid.IntRange(1, 5).Draw(t, "digit"))
			sum += filling[row][len(filling[row])-1]
		}
		text += fmt.Sprintf("r%dc1 across %d\n", row+1, sum)
	}
	for col := range width {
		sum := 0
		for row := range filling {
			sum += filling[row][col]
		}
		text += fmt.Sprintf("r1c%d down %d\n", col+1, sum)
	}
	k, err := ParseKakuro(text)
	require.NoError(t, err)
	return k
}

// All that needs cubes and symmetries works for a family of another package.
func TestCubesAndSymmetriesOfAForeignFamily(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		k := drawKakuro(t)
		e := rapid.SampledFrom(kakuroEngines).Draw(t, "engine")
		found := solve(t, kakuroEngines[0], k)
		want := tallyOfList(found)
		whole, err := crosscut.Enumerate(ctx, e, k, nil)
		require.NoError(t, err)
		require.Equal(t, want, whole)
		require.Equal(t, want, tallyOfCubes(t, e, split(t, k, rapid.IntRange(1, 40).Draw(t, "cubes"))))
		n, err := crosscut.Count(ctx, e, k, &meter.Meter{Workers: 2})
		require.NoError(t, err)
		require.Equal(t, want.Count(), n)
		different, err := crosscut.CountUpToSymmetry(ctx, e, k, nil)
		require.NoError(t, err)
		require.EqualValues(t, classesOf(t, k, found), different.Int64())
	})
}

// faultyCut is a Kakuro that is cut in a wrong way.
type faultyCut struct {
	*Kakuro
	cut func(k *Kakuro) []puzzle.Puzzle
}

func (f faultyCut) Cut() ([]puzzle.Puzzle, bool) { return f.cut(f.Kakuro), true }

func TestFaultyCutsAreErrors(t *testing.T) {
	ctx := context.Background()
	k, err := ParseKakuro("..\nr1c1 across 5\n")
	require.NoError(t, err)
	other, err := ParseKakuro("...\nr1c1 across 6\n")
	require.NoError(t, err)
	calls := 0
	for want, cut := range map[string]func(*Kakuro) []puzzle.Puzzle{
		"a part of a puzzle of type crosscut_test.faultyCut has another board":  func(*Kakuro) []puzzle.Puzzle { return []puzzle.Puzzle{other, other} },
		"a part of a puzzle of type crosscut_test.faultyCut: the puzzle is nil": func(*Kakuro) []puzzle.Puzzle { return []puzzle.Puzzle{nil, k} },
		"puzzles of type crosscut_test.faultyCut are not cut into the same parts each time": func(*Kakuro) []puzzle.Puzzle {
			if calls++; calls > 1 {
				return nil
			}
			return []puzzle.Puzzle{k, k}
		},
	} {
		_, err := cubes.Split(ctx, faultyCut{k, cut}, 2)
		assert.EqualError(t, err, want)
	}

	// Parts that lack a rule have wrong solutions. The rules of the whole puzzle judge them.
	lax := &Kakuro{board: k.board, given: k.given}
	parts, err := cubes.Split(ctx, faultyCut{k, func(*Kakuro) []puzzle.Puzzle { return []puzzle.Puzzle{lax, k} }}, 2)
	require.NoError(t, err)
	err = crosscut.SearchCube(ctx, kakuroEngines[0], parts[0], nil, func(puzzle.Solution) bool { return true })
	fault := new(crosscut.WrongError)
	require.ErrorAs(t, err, &fault)
}
