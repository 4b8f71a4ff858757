//go:build unix

package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
)

// drawGrowth draws how the time to settle a Hidoku grows with its size: a picture in the docs.
func drawGrowth(t testing.TB, file string) {
	const share, boards = 0.4, 9
	limit := 4 * time.Second
	var lines []any
	for _, row := range []struct {
		engine crosscut.Engine
		moves  puzzle.Moves
	}{
		{crosscut.Native, puzzle.King},
		{crosscut.Native, puzzle.Hex},
		{crosscut.Native, puzzle.Rook},
		{crosscut.SAT, puzzle.King},
		{crosscut.DLX, puzzle.King},
	} {
		var medians plotter.XYs
		for _, size := range []int{5, 7, 10, 14, 20, 28, 40, 50} {
			var times []time.Duration
			for seed := range uint64(boards) {
				p := puzzletest.LargeHidoku(t, row.moves, size, size, share, false, seed)
				ctx, cancel := meter.WithTimeLimit(context.Background(), limit)
				start := time.Now()
				found, err := crosscut.First(ctx, row.engine, p, 2, nil)
				times = append(times, time.Since(start))
				cancel()
				if err != nil {
					require.ErrorIs(t, err, meter.ErrLimit)
				} else {
					require.NotEmpty(t, found)
				}
			}
			slices.Sort(times)
			median, worst := times[boards/2], times[boards-1]
			t.Logf("%-6s %-4s %2dx%-2d median %10v worst %10v", row.engine.Name, row.moves, size, size, median, worst)
			if median >= limit {
				break // and what is larger takes longer
			}
			medians = append(medians, plotter.XY{X: float64(size * size), Y: 1000 * median.Seconds()})
		}
		lines = append(lines, fmt.Sprintf("%s, %s", row.engine.Name, row.moves), medians)
	}
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "cells", "milliseconds to two solutions, median"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	p.Legend.Top, p.Legend.Left = true, true
	require.NoError(t, plotutil.AddLinePoints(p, lines...))
	p.Add(plotter.NewGrid())
	p.Y.Min = math.Min(p.Y.Min, 0.01)
	require.NoError(t, p.Save(18*vg.Centimeter, 12*vg.Centimeter, file))
}
