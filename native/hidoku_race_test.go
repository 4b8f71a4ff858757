//go:build unix

package native_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/encode"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// raceLimit is the processor time after which a solver is stopped on a board.
const raceLimit = 2 * time.Second

// BenchmarkHidokuRace searches boards made from random paths to the second solution
// or to the end, a class of boards and a solver each. It reports median, 95th
// percentile and worst processor time, where a board that was stopped counts as
// slow as the limit, and how many were stopped. The formula that clasp is given is
// written beforehand, and not in its time. Run it with -benchtime 1x.
func BenchmarkHidokuRace(b *testing.B) {
	solvers := map[string]func(*testing.B, *puzzle.Hidoku) (time.Duration, bool){
		"native": engineTime(crosscut.Native), "sat": engineTime(crosscut.SAT), "dlx": engineTime(crosscut.DLX),
	}
	if clasp, err := exec.LookPath("clasp"); err == nil {
		solvers["clasp"] = claspTime(clasp)
	}
	for _, moves := range []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex} {
		for _, size := range []int{10, 15, 20, 30, 50} {
			boards := raceBoards(b, moves, size)
			for _, name := range []string{"native", "sat", "dlx", "clasp"} {
				if solve := solvers[name]; solve != nil {
					b.Run(fmt.Sprintf("%s %dx%d/%s", moves, size, size, name), func(b *testing.B) { race(b, boards, solve) })
				}
			}
		}
	}
}

// raceBoards returns boards with clues on 15 to 30 % of the cells, at random or at
// even distances along the path.
func raceBoards(b *testing.B, moves puzzle.Moves, size int) []*puzzle.Hidoku {
	var boards []*puzzle.Hidoku
	for _, share := range []float64{0.15, 0.2, 0.3} {
		for _, even := range []bool{false, true} {
			boards = append(boards, puzzletest.PathBoard(b, moves, size, size, share, even, 1))
		}
	}
	return boards
}

func race(b *testing.B, boards []*puzzle.Hidoku, solve func(*testing.B, *puzzle.Hidoku) (time.Duration, bool)) {
	var times []time.Duration
	stopped := 0
	for b.Loop() {
		for _, p := range boards {
			taken, settled := solve(b, p)
			if !settled {
				taken = raceLimit
				stopped++
			}
			times = append(times, taken)
		}
	}
	slices.Sort(times)
	report := func(at float64, unit string) {
		b.ReportMetric(float64(times[int(at*float64(len(times)-1)+0.5)])/1e6, unit)
	}
	report(0.5, "median-ms")
	report(0.95, "p95-ms")
	report(1, "worst-ms")
	b.ReportMetric(float64(stopped)/float64(b.N), "stopped")
}

// processorTime returns what this process has used so far.
func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano())
}

// engineTime returns the processor time of an engine, and whether it got to the
// second solution or to the end.
func engineTime(engine crosscut.Engine) func(*testing.B, *puzzle.Hidoku) (time.Duration, bool) {
	return func(b *testing.B, p *puzzle.Hidoku) (time.Duration, bool) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		start := processorTime(b)
		watch := time.NewTicker(10 * time.Millisecond)
		defer watch.Stop()
		go func() {
			for {
				select {
				case <-ctx.Done():
					return
				case <-watch.C:
					if processorTime(b)-start > raceLimit {
						cancel()
					}
				}
			}
		}()
		found := 0
		err := engine.Search(ctx, p, nil, func(puzzle.Solution) bool { found++; return found < 2 })
		return processorTime(b) - start, err == nil || found == 2
	}
}

// claspTime is engineTime for clasp on the formula of a board.
func claspTime(path string) func(*testing.B, *puzzle.Hidoku) (time.Duration, bool) {
	return func(b *testing.B, p *puzzle.Hidoku) (time.Duration, bool) {
		formula, err := encode.CNF(context.Background(), p)
		require.NoError(b, err)
		name := filepath.Join(b.TempDir(), "formula.cnf")
		file, err := os.Create(name)
		require.NoError(b, err)
		require.NoError(b, formula.CNF.WriteDIMACS(file))
		require.NoError(b, file.Close())
		run := exec.Command("sh", "-c", fmt.Sprintf("ulimit -t %d; exec %q 2 -q %q", int(raceLimit.Seconds()), path, name))
		_ = run.Run() // the exit code says what was found, or that it was stopped
		taken := run.ProcessState.UserTime()
		return taken, run.ProcessState.Exited() && taken < raceLimit
	}
}
