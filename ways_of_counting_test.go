package crosscut_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/cubes"
	"crosscut/dlx"
	"crosscut/human"
	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// Every way of counting, on boards that are too large for brute force. Packages
// native/internal/hidoku, native/internal/draughtboard and dlx have tests of the same name for the ways that
// they choose from by themselves.

// satLists is the number of solutions up to which the test also asks SAT.
const satLists = 40

// hasAtMost returns a function that reports whether a puzzle has at most n solutions.
func hasAtMost(t testing.TB, n int) func(p puzzle.Puzzle) bool {
	return func(p puzzle.Puzzle) bool {
		found := 0
		err := crosscut.Native.Search(context.Background(), p, nil, func(puzzle.Solution) bool { found++; return found <= n })
		if !errors.Is(err, meter.ErrStopped) {
			require.NoError(t, err)
		}
		return found <= n
	}
}

// TestWaysOfCountingAgree draws some boards of each family, or as many as CROSSCUT_WAYS says.
func TestWaysOfCountingAgree(t *testing.T) {
	boards := puzzletest.Number("CROSSCUT_WAYS", puzzletest.Often(2, 6))
	for _, family := range puzzle.Families() {
		t.Run(string(family), func(t *testing.T) {
			solutions := 0
			for seed := range uint64(boards) {
				rng := rand.New(rand.NewPCG(seed, 13))
				most := []int{30, 300, 3000}[seed%3]
				if family == puzzle.FamilyMagic {
					most = []int{30, 100}[seed%2] // dlx is slow there
				}
				p := puzzletest.Larger(t, rng, family, hasAtMost(t, most))
				solutions += requireWaysAgree(t, p, rng)
			}
			assert.Greater(t, solutions, 5*boards, "the boards have too few solutions")
		})
	}
}

// TestWaysOfCountingSymmetricBoardsAgree has boards on which cubes and solutions have images.
func TestWaysOfCountingSymmetricBoardsAgree(t *testing.T) {
	centre := func(row, col int) bool { return row == 1 && col == 1 }
	solved := 0
	for i, p := range []puzzle.Puzzle{
		puzzletest.BlankHidoku(t, 4, 4, puzzle.Rook, nil),
		puzzletest.BlankHidoku(t, 3, 5, puzzle.Rook, nil),
		puzzletest.BlankHidoku(t, 3, 3, puzzle.King, centre),
		puzzletest.BlankHidoku(t, 3, 3, puzzle.King, nil),
		puzzletest.BlankHidoku(t, 3, 4, puzzle.Hex, nil),
		puzzletest.BlankMagic(t, 3, 1, false),
		puzzletest.BlankMagic(t, 3, -4, true),
		mustParse("puzzle: draughtboard\nboard: 4x4\nX X\n=\nX X\n=\nX X\n=\nX X\n=\nX X\nX _\n=\nX X\nX _\n=\nX X\n=\n"),
		mustParse("puzzle: draughtboard\nboard: 4x4\nB W\n=\nB W\n=\nB W\n=\nB W\n=\nB W\n=\nB W\n=\nX X\nX X\n=\n"),
		mustParse("puzzle: draughtboard\ncorner: any\nboard: 4x3\nB W\n=\nX X\n=\nX X\n=\nX X X\n=\nX X X\n=\n"),
	} {
		require.Greater(t, len(puzzle.Symmetries(p)), 1, "%s", p)
		solved += min(1, requireWaysAgree(t, p, rand.New(rand.NewPCG(uint64(i), 14))))
	}
	assert.GreaterOrEqual(t, solved, 9)
}

// requireWaysAgree counts a puzzle in every way, and returns the count.
func requireWaysAgree(t *testing.T, p puzzle.Puzzle, rng *rand.Rand) int {
	t.Helper()
	all := solve(t, crosscut.Native, p)
	want := tallyOfList(all)
	n, classes := fmt.Sprint(len(all)), fmt.Sprint(classesOf(t, p, all))
	parts := split(t, p, 1+rng.IntN(60))
	engines := crosscut.Engines()
	if len(all) > satLists {
		engines = slices.DeleteFunc(engines, func(e crosscut.Engine) bool { return e.Name == "sat" })
	}
	for _, e := range engines {
		for _, workers := range []int{1, 2} {
			m := func() *meter.Meter { return &meter.Meter{Workers: workers} }
			about := fmt.Sprintf("engine %s with %d workers, of\n%s", e.Name, workers, p)
			tally, err := crosscut.Enumerate(context.Background(), e, p, m())
			require.NoError(t, err)
			require.Equal(t, want, tally, "listed by %s", about)
			count, err := crosscut.Count(context.Background(), e, p, m())
			require.NoError(t, err)
			require.Equal(t, n, count.String(), "counted by %s", about)
			count, err = crosscut.CountUpToSymmetry(context.Background(), e, p, m())
			require.NoError(t, err)
			require.Equal(t, classes, count.String(), "counted up to symmetry by %s", about)
		}
		require.Equal(t, want, tallyOfCubes(t, e, parts), "listed in %d cubes by %s of\n%s", len(parts), e.Name, p)
		require.Equal(t, n, countOfCubes(t, e, parts).String(), "counted in %d cubes by %s of\n%s", len(parts), e.Name, p)
	}
	tally, count := crosscut.Tally{}, new(big.Int) // shares of the cubes, each with another engine
	for i, e := range engines {
		var share []cubes.Cube
		for k := i; k < len(parts); k += len(engines) {
			share = append(share, parts[k])
		}
		tally, count = tally.Plus(tallyOfCubes(t, e, share)), count.Add(count, countOfCubes(t, e, share))
	}
	require.Equal(t, want, tally, "merged from shares of\n%s", p)
	require.Equal(t, n, count.String(), "merged from shares of\n%s", p)
	return len(all)
}

// classesOf returns the number of classes of solutions under the symmetries of the puzzle.
// Images of solutions must be solutions, and the sizes of the classes must divide the number
// of symmetries and add up.
func classesOf(t require.TestingT, p puzzle.Puzzle, all []puzzle.Solution) (classes int) {
	group := puzzle.Symmetries(p)
	open := map[string]bool{}
	for _, s := range all {
		open[fmt.Sprint(s)] = true
	}
	for _, s := range all {
		if !open[fmt.Sprint(s)] {
			continue
		}
		classes++
		size := 0
		for _, g := range group {
			if image := fmt.Sprint(g.Apply(nil, s)); open[image] {
				delete(open, image)
				size++
			}
		}
		require.Positive(t, size, "%v has no image among the solutions of\n%s", s, p)
		require.Zero(t, len(group)%size, "a class has %d solutions, and there are %d symmetries, of\n%s", size, len(group), p)
	}
	require.Empty(t, open)
	return classes
}

func TestAnUnfinishedCountIsALowerBound(t *testing.T) {
	p := mustParse("puzzle: hidoku\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n") // which has 343,184
	for _, e := range crosscut.Engines() {
		n, err := crosscut.Count(context.Background(), e, p, &meter.Meter{MaxNodes: 20})
		assert.ErrorIs(t, err, meter.ErrLimit, e.Name)
		assert.Negative(t, n.Cmp(big.NewInt(343184)), e.Name)
		n, err = crosscut.CountUpToSymmetry(context.Background(), e, p, &meter.Meter{MaxNodes: 20})
		assert.ErrorIs(t, err, meter.ErrLimit, e.Name)
		assert.Negative(t, n.Cmp(big.NewInt(343184/8)), e.Name)
	}
}

func TestCountsOfARaceAreCompared(t *testing.T) {
	p := mustParse(three)
	counted := func(name string, n int64) crosscut.Engine {
		return crosscut.Engine{Name: name, Counting: func(context.Context, puzzle.Puzzle, *meter.Meter) (*big.Int, error) {
			return big.NewInt(n), nil
		}}
	}
	n, err := crosscut.Count(context.Background(), crosscut.Race(counted("a", 6), crosscut.SAT, counted("b", 6)), p, nil)
	require.NoError(t, err)
	assert.Equal(t, "6", n.String())
	var disagreement *crosscut.DisagreementError
	_, err = crosscut.Count(context.Background(), crosscut.Race(counted("a", 6), counted("b", 7)), p, nil)
	assert.ErrorAs(t, err, &disagreement)
	limited := crosscut.Engine{Name: "c", Counting: func(_ context.Context, _ puzzle.Puzzle, _ *meter.Meter) (*big.Int, error) {
		return nil, meter.ErrLimit
	}}
	found := func(n int64) crosscut.Engine { // before a limit
		return crosscut.Engine{Name: "d", Counting: func(_ context.Context, _ puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
			m.Add(meter.Stats{Solutions: n})
			return nil, meter.ErrLimit
		}}
	}
	n, err = crosscut.Count(context.Background(), crosscut.Race(limited, found(3), found(4)), p, nil)
	assert.ErrorIs(t, err, meter.ErrLimit)
	assert.Equal(t, "4", n.String(), "the best lower bound, and no sum")
	n, err = crosscut.Count(context.Background(), crosscut.Race(limited, counted("a", 6)), p, nil)
	require.NoError(t, err)
	assert.Equal(t, "6", n.String())
}

// Values with a name are written by their name and read back.
func TestNamedValuesGoThroughJSON(t *testing.T) {
	var digest crosscut.Digest
	err := digest.UnmarshalText([]byte("0123456789abcdef0123456789abcdef"))
	require.NoError(t, err)
	type record struct {
		Digest    crosscut.Digest
		Core      dlx.Core
		Level     human.Level
		Format    sat.ProofFormat
		Technique map[human.Level]string
	}
	want := record{digest, dlx.Core("ahead"), human.Hard, sat.LRAT, map[human.Level]string{human.Easy: "x"}}
	text, err := json.Marshal(want)
	require.NoError(t, err)
	assert.JSONEq(t, `{"Digest":"0123456789abcdef0123456789abcdef","Core":"ahead","Level":"hard","Format":"lrat","Technique":{"easy":"x"}}`, string(text))
	var got record
	require.NoError(t, json.Unmarshal(text, &got))
	assert.Equal(t, want, got)
	for _, bad := range []string{`{"Digest":"x"}`, `{"Level":"x"}`} {
		assert.Error(t, json.Unmarshal([]byte(bad), new(record)), bad)
	}
	_, err = json.Marshal(human.Level(99))
	require.Error(t, err)
}

// drawn draws small puzzles of each family and of its variants.
var drawn = map[string]func(*rapid.T) puzzle.Puzzle{
	"hidoku":                as(puzzletest.DrawHidoku),
	"hidoku variants":       as(puzzletest.DrawVariant),
	"magic":                 as(puzzletest.DrawMagic),
	"magic lines":           as(puzzletest.DrawLines),
	"draughtboard":          as(puzzletest.DrawDraughtboard),
	"draughtboard variants": as(puzzletest.DrawDraughtboardVariant),
}

func as[P puzzle.Puzzle](draw func(*rapid.T) P) func(*rapid.T) puzzle.Puzzle {
	return func(t *rapid.T) puzzle.Puzzle { return draw(t) }
}

// variants sets how many random puzzles a test draws: CROSSCUT_VARIANTS, or some dozens.
func variants(t *testing.T) {
	t.Helper()
	n := strconv.Itoa(puzzletest.Number("CROSSCUT_VARIANTS", puzzletest.Often(40, 200)))
	before := flag.Lookup("rapid.checks").Value.String()
	require.NoError(t, flag.Set("rapid.checks", n))
	t.Cleanup(func() { require.NoError(t, flag.Set("rapid.checks", before)) })
}

// met counts what the random puzzles of a family had, so that a test shows that it tests something.
type met struct {
	solved, variants int // puzzles with solutions, and puzzles that are not plain
	symmetric        int // puzzles with fewer classes of solutions than solutions
	deep, folded     int // the depth of a cube with solutions, and its images
	white            int // cubes with solutions of the white corner that are no images
}

// TestEveryWayAgreesWithBruteForce draws random puzzles. Each engine lists and counts what brute
// force finds, and so do cubes, however they were cut. Brute force and one engine search the cubes.
func TestEveryWayAgreesWithBruteForce(t *testing.T) {
	variants(t)
	for name, draw := range drawn {
		t.Run(name, func(t *testing.T) {
			var m met
			rapid.Check(t, func(t *rapid.T) {
				p := draw(t)
				all := puzzletest.Brute(p)
				m.solved += min(1, len(all))
				if puzzle.Variant(p) != "" {
					m.variants++
				}
				requireEngines(t, p, all, &m)
				requireCutting(t, p, all, &m)
			})
			t.Logf("%+v", m)
			assert.Positive(t, m.solved)
			if puzzletest.Long() { // some short runs have none of these
				assert.Greater(t, m.deep, 2)
				assert.Positive(t, m.symmetric)
				assert.Greater(t, m.folded, 1)
				assert.Equal(t, m.variants > 0, name != "hidoku" && name != "magic" && name != "draughtboard")
				assert.Equal(t, m.white > 0, name == "draughtboard" || name == "draughtboard variants")
			}
		})
	}
}

// TestEveryWayAgreesOnRarePuzzles has what random puzzles seldom have: stones without a colour of their
// own that lie beside one that has fit either colouring, and lines with a number several times.
func TestEveryWayAgreesOnRarePuzzles(t *testing.T) {
	for _, content := range []string{
		"puzzle: draughtboard\ncorner: any\nboard: 5x1\nX\n=\nX,X\n=\nB,X\n=\n",
		"puzzle: magic\nnumbers: 1 1 2 2 3 3\nlines: r1c1 r1c2 r1c3 = 5; r2c1 r2c2 r2c3 = 7\n_,_,_\n_,_,_\n",
		"puzzle: magic\nnumbers: 1 2 2 2 3 3\nlines: r1c1 r1c2 r1c3 = 6; r2c1 r2c2 r2c3 = 7\n_,_,_\n_,_,_\n",
		"puzzle: magic\nnumbers: 1 1 2 3\nlines: r1c1 r1c2 = 2; r2c1 r2c2 = 5\n_,_\n_,_\n",
	} {
		p := mustParse(content)
		all := puzzletest.Brute(p)
		require.NotEmpty(t, all)
		rapid.Check(t, func(t *rapid.T) {
			requireEngines(t, p, all, new(met))
			requireCutting(t, p, all, new(met))
		})
	}
}

// manyForSAT is the number of solutions up to which SAT is asked for all.
const manyForSAT = 200

// requireEngines compares what each engine finds and counts with all solutions.
func requireEngines(t *rapid.T, p puzzle.Puzzle, all []puzzle.Solution, m *met) {
	ctx := context.Background()
	want, classes := tallyOfList(all), classesOf(t, p, all)
	if classes < len(all) {
		m.symmetric++
	}
	for _, e := range crosscut.Engines() {
		if e.Name == crosscut.SAT.Name && len(all) > manyForSAT {
			continue
		}
		got, err := crosscut.Enumerate(ctx, e, p, nil)
		require.NoError(t, err, "%s\n%s", e.Name, p)
		require.Equal(t, want, got, "%s\n%s", e.Name, p)
		count, err := crosscut.Count(ctx, e, p, nil)
		require.NoError(t, err, "%s\n%s", e.Name, p)
		require.Equal(t, want.Count(), count, "%s: count of\n%s", e.Name, p)
		count, err = crosscut.CountUpToSymmetry(ctx, e, p, nil)
		require.NoError(t, err, "%s\n%s", e.Name, p)
		require.EqualValues(t, classes, count.Int64(), "%s: count up to symmetry of\n%s", e.Name, p)
	}
}

// brute finds all solutions by trying everything.
var brute = crosscut.NewEngine("brute", func(_ context.Context, p puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
	for _, s := range puzzletest.Brute(p) {
		if !yield(s) {
			return meter.ErrStopped
		}
	}
	return nil
})

// requireCutting cuts a puzzle at random. The cubes have all its solutions, each once.
func requireCutting(t *rapid.T, p puzzle.Puzzle, all []puzzle.Solution, m *met) {
	var got crosscut.Tally
	number, share := new(big.Int), 0.0
	engines := crosscut.Engines()
	if len(all) > manyForSAT {
		engines = slices.DeleteFunc(engines, func(e crosscut.Engine) bool { return e.Name == crosscut.SAT.Name })
	}
	engine := rapid.SampledFrom(engines).Draw(t, "engine")
	for path, c := range drawCutting(t, p) {
		share += c.Share
		part := tallyOfCubes(t, brute, []cubes.Cube{c})
		got = got.Plus(part)
		n := countOfCubes(t, engine, []cubes.Cube{c})
		require.Equal(t, part.Count(), n, "%s in cube %s of\n%s", engine.Name, path, p)
		number.Add(number, n)
		if n.Sign() > 0 {
			m.deep, m.folded = max(m.deep, strings.Count(path, ".")+1), max(m.folded, c.Images)
			if d, ok := c.Puzzle.(*puzzle.Draughtboard); ok && d.Setup().Corner == puzzle.White && p.(*puzzle.Draughtboard).Signed() && c.Images == 1 {
				m.white++
			}
		}
	}
	require.LessOrEqual(t, share, 1.000001)
	require.Equal(t, tallyOfList(all), got, "%s", p)
	require.EqualValues(t, len(all), number.Int64(), "%s", p)
}

// drawCutting cuts a puzzle, then random cubes, and so on. It returns the cubes by their paths.
func drawCutting(t *rapid.T, p puzzle.Puzzle) map[string]cubes.Cube {
	ctx := context.Background()
	tree, err := cubes.NewTree(ctx, p, rapid.IntRange(1, 20).Draw(t, "cubes"), rapid.IntRange(2, 9).Draw(t, "parts"))
	require.NoError(t, err)
	all := map[string]cubes.Cube{}
	cut := func(path string) (share float64) {
		n, err := tree.Parts(ctx, path)
		require.NoError(t, err)
		for i := range n {
			child := search.Child(path, i)
			c, err := tree.At(ctx, child)
			require.NoError(t, err)
			require.Equal(t, p, c.Whole)
			all[child] = c
			share += c.Share
		}
		return share
	}
	cut("")
	for range rapid.IntRange(0, 8).Draw(t, "cuts") {
		if len(all) == 0 {
			break
		}
		path := rapid.SampledFrom(slices.Sorted(maps.Keys(all))).Draw(t, "cube")
		whole := all[path]
		delete(all, path)
		require.LessOrEqual(t, cut(path), whole.Share*1.000001)
	}
	return all
}

// tallyOfList returns the number and the digest of some solutions.
func tallyOfList(solutions []puzzle.Solution) (tally crosscut.Tally) {
	for _, s := range solutions {
		tally.Add(s)
	}
	return tally
}
