//go:build unix

package generate_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut/generate"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// BenchmarkGenerate makes one puzzle each for seeds 1, 2, 3, … It reports puzzles per
// second of processor time, because other work on the machine disturbs that least.
func BenchmarkGenerate(b *testing.B) {
	for _, bench := range benchmarks(b) {
		b.Run(bench.name, func(b *testing.B) {
			seed, start := uint64(0), processorTime(b)
			for b.Loop() {
				seed++
				require.NoError(b, generate.Puzzles(context.Background(), bench.wish, generate.Series{Seed: seed, Count: 1, Workers: 1}, func(generate.Made) bool { return true }))
			}
			b.ReportMetric(float64(b.N)/(processorTime(b)-start).Seconds(), "puzzles/s")
		})
	}
}

// processorTime returns the processor time that this process has used.
func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano())
}

type benchmark struct {
	name string
	wish generate.Wish
}

func benchmarks(b *testing.B) []benchmark {
	var list []benchmark
	for _, size := range []int{5, 10, 20, 30} {
		list = append(list, benchmark{
			fmt.Sprintf("hidoku %dx%d minimal", size, size),
			generate.Wish{Puzzle: puzzletest.BlankHidoku(b, size, size, puzzle.King, nil), Minimal: true},
		})
	}
	list = append(list, benchmark{"hidoku rook 10x10 minimal", generate.Wish{Puzzle: puzzletest.BlankHidoku(b, 10, 10, puzzle.Rook, nil), Minimal: true}})
	for _, n := range []int{4, 5, 6} {
		list = append(list, benchmark{fmt.Sprintf("magic %d minimal", n), generate.Wish{Puzzle: puzzletest.BlankMagic(b, n, 1, true), Minimal: true}})
	}
	for _, n := range []int{6, 8, 10} {
		list = append(list, benchmark{fmt.Sprintf("draughtboard %dx%d", n, n), generate.Wish{Puzzle: puzzletest.BlankDraughtboard(b, n, n, true)}})
	}
	return list
}
