//go:build unix

package bench_test

import (
	"context"
	"image/color"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"crosscut"
	"crosscut/dlx"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// watchedSearch is a search whose progress is measured.
type watchedSearch struct {
	name string
	run  func(context.Context, *crosscut.Meter) error
}

// watchedSearches are searches of some tenths of a second to a minute.
func watchedSearches(t *testing.T) []watchedSearch {
	all := func(e crosscut.Engine, p puzzle.Puzzle) func(context.Context, *crosscut.Meter) error {
		return func(ctx context.Context, m *crosscut.Meter) error {
			return e.Search(ctx, p, m, func(puzzle.Solution) bool { return true })
		}
	}
	covers := func(content string) func(context.Context, *crosscut.Meter) error {
		p, err := dlx.Read(strings.NewReader(content), "problem")
		require.NoError(t, err)
		return func(ctx context.Context, m *crosscut.Meter) error {
			return p.Solve(ctx, m, func([]int) bool { return true })
		}
	}
	parsed := func(content string) puzzle.Puzzle {
		p, err := text.Parse(content)
		require.NoError(t, err)
		return p
	}
	file := func(name string) puzzle.Puzzle {
		content, err := os.ReadFile("testdata/" + name + ".txt")
		require.NoError(t, err)
		return parsed(string(content))
	}
	square := "puzzle: magic\n" + strings.Repeat("_,_,_,_,_\n", 5)
	path := "puzzle: hidoku\nmoves: rook\n1,_,_,_,_,_\n" + strings.Repeat("_,_,_,_,_,_\n", 5)
	return []watchedSearch{
		{"dlx, pentominoes 6x10", all(crosscut.DLX, file("draughtboard/pentominoes-6x10"))},
		{"dlx, pentominoes 8x8", all(crosscut.DLX, file("draughtboard/pentominoes-8x8-centre"))},
		{"dlx, 14 queens", covers(made(t, "queens 14"))},
		{"dlx, Langford 12", covers(made(t, "langford 12"))},
		{"dlx, sudoku", covers(made(t, "sudoku 110 2"))},
		{"dlx, magic order 4", all(crosscut.DLX, file("magic/order-4"))},
		{"native, pentominoes 6x10", all(crosscut.Native, file("draughtboard/pentominoes-6x10"))},
		{"native, magic 5x5 count", func(ctx context.Context, m *crosscut.Meter) error {
			_, err := crosscut.Count(ctx, crosscut.Native, parsed(square), m)
			return err
		}},
		{"native, Hidoku 4x4 king", all(crosscut.Native, file("hidoku/king-4x4-empty"))},
		{"native, Hidoku 6x6 rook", all(crosscut.Native, parsed(path))},
	}
}

// TestProgress draws how Done rises with the processor time of a search: a picture in the
// docs. The lines beside the diagonal show where the forecast would be half or twice the
// true time. The test runs for minutes, so it needs a variable:
//
//	CROSSCUT_PROGRESS=testdata/progress.svg go -C lab test ./bench -run TestProgress -v -timeout 30m
func TestProgress(t *testing.T) {
	file := os.Getenv("CROSSCUT_PROGRESS")
	if file == "" {
		t.Skip("CROSSCUT_PROGRESS names no file for the picture")
	}
	var lines []any
	for _, s := range watchedSearches(t) {
		curve, total := progressCurve(t, s)
		most, least := 1.0, 1.0 // the time as estimated, to the true one
		last := 0.0
		for _, at := range curve {
			require.GreaterOrEqual(t, at.Y, last, "progress never falls")
			last = at.Y
			if at.X >= 0.1 {
				most, least = max(most, at.X/at.Y), min(least, at.X/at.Y)
			}
		}
		t.Logf("%-26s %7.2f s, after a tenth estimated %.2f to %.2f of that", s.name, total.Seconds(), least, most)
		lines = append(lines, s.name, curve)
	}
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "share of the processor time", "progress that is shown"
	p.X.Max, p.Y.Max = 1, 1
	p.Legend.Top, p.Legend.Left = false, false
	for _, slope := range []float64{0.5, 1, 2} {
		line := plotter.NewFunction(func(x float64) float64 { return min(1, slope*x) })
		line.Color, line.Samples = color.Gray{Y: 160}, 200
		if slope != 1 {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
		p.Add(line)
	}
	require.NoError(t, plotutil.AddLines(p, lines...))
	require.NoError(t, p.Save(18*vg.Centimeter, 13*vg.Centimeter, file))
}

// progressCurve runs a search on one core and returns its progress over its processor
// time, from 0 to 1.
func progressCurve(t *testing.T, s watchedSearch) (plotter.XYs, time.Duration) {
	const points = 150
	var curve plotter.XYs
	m := &crosscut.Meter{Workers: 1}
	done := make(chan struct{})
	ended := make(chan error, 1)
	start := userTime(t)
	go func() {
		defer close(done)
		ended <- s.run(context.Background(), m)
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		case <-time.After(2 * time.Millisecond):
			curve = append(curve, plotter.XY{X: (userTime(t) - start).Seconds(), Y: m.Done()})
		}
	}
	total := userTime(t) - start
	require.NoError(t, <-ended)
	curve = append(curve, plotter.XY{X: total.Seconds(), Y: m.Done()})
	thin := plotter.XYs{{}}
	for _, at := range curve {
		if at.X /= total.Seconds(); at.X >= thin[len(thin)-1].X+1.0/points || at.X == 1 {
			thin = append(thin, at)
		}
	}
	return thin, total
}

// userTime returns the processor time of this process.
func userTime(t *testing.T) time.Duration {
	var usage syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano())
}
