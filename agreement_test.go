package crosscut_test

import (
	"cmp"
	"context"
	"flag"
	"math/big"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/cubes"
	"crosscut/dlx"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

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
	n := cmp.Or(os.Getenv("CROSSCUT_VARIANTS"), "200") // rapid draws a fifth of them with -short
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
				if !puzzle.Plain(p) {
					m.variants++
				}
				requireEngines(t, p, all, &m)
				requireCutting(t, p, all, &m)
			})
			t.Logf("%+v", m)
			assert.Positive(t, m.solved)
			if !testing.Short() { // some short runs have none of these
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

// requireEngines compares what each engine finds and counts with all solutions. SAT is asked for
// few solutions only.
func requireEngines(t *rapid.T, p puzzle.Puzzle, all []puzzle.Solution, m *met) {
	ctx := context.Background()
	want, classes := tallyOfList(all), classesOf(t, p, all)
	if classes < len(all) {
		m.symmetric++
	}
	engines := crosscut.Engines()
	if p.Family() == puzzle.FamilyHidoku {
		engines = append(engines, crosscut.DLXBy(dlx.Auto, "binary"))
	}
	for _, e := range engines {
		if e.Name == crosscut.SAT.Name && len(all) > 200 {
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
var brute = crosscut.Engine{Name: "brute", Search: func(_ context.Context, p puzzle.Puzzle, _ *crosscut.Meter, yield func(puzzle.Solution) bool) error {
	for _, s := range puzzletest.Brute(p) {
		if !yield(s) {
			return crosscut.ErrStopped
		}
	}
	return nil
}}

// requireCutting cuts a puzzle at random. The cubes have all its solutions, each once.
func requireCutting(t *rapid.T, p puzzle.Puzzle, all []puzzle.Solution, m *met) {
	ctx := context.Background()
	var got crosscut.Tally
	number, share := new(big.Int), 0.0
	engine := rapid.SampledFrom(crosscut.Engines()).Draw(t, "engine")
	for _, c := range drawCutting(t, split(t, p, rapid.IntRange(1, 20).Draw(t, "cubes"))) {
		share += c.Share()
		part, err := crosscut.EnumerateCube(ctx, brute, c, nil)
		require.NoError(t, err)
		got = got.Plus(part)
		n, err := crosscut.CountCube(ctx, engine, c, nil)
		require.NoError(t, err)
		require.Equal(t, part.Count(), n, "%s in cube %s of\n%s", engine.Name, c.Path(), p)
		number.Add(number, n)
		if n.Sign() > 0 {
			m.deep, m.folded = max(m.deep, c.Path().Depth()), max(m.folded, c.Images())
			if d, ok := c.Puzzle().(*puzzle.Draughtboard); ok && d.Corner() == puzzle.White && p.(*puzzle.Draughtboard).Signed() && c.Images() == 1 {
				m.white++
			}
		}
	}
	require.LessOrEqual(t, share, 1.000001)
	require.Equal(t, tallyOfList(all), got, "%s", p)
	require.EqualValues(t, len(all), number.Int64(), "%s", p)
}

// drawCutting cuts random cubes of all, and the new ones too, and so on.
func drawCutting(t *rapid.T, all []cubes.Cube) []cubes.Cube {
	for range rapid.IntRange(0, 8).Draw(t, "cuts") {
		if len(all) == 0 {
			break
		}
		i := rapid.IntRange(0, len(all)-1).Draw(t, "cube")
		parts, err := all[i].Split(context.Background(), rapid.IntRange(1, 9).Draw(t, "parts"))
		require.NoError(t, err)
		share := 0.0
		for k := range parts {
			require.Equal(t, k, parts[k].Index())
			require.Equal(t, all[i].Path().Child(k), parts[k].Path())
			require.Equal(t, all[i].Whole(), parts[k].Whole())
			share += parts[k].Share()
		}
		require.LessOrEqual(t, share, all[i].Share()*1.000001)
		all = slices.Replace(all, i, i+1, parts...)
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
