//go:build unix

package dlx_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/puzzle/text"
)

// coreInstances are the twenty problems of the table of cores: those with published
// counts, and puzzles of the folder testdata as exact cover problems.
func coreInstances(t *testing.T) []instance {
	var all []instance
	for _, known := range instances() {
		if known.name != "dominoes-8x8" { // which takes Ahead minutes
			all = append(all, known)
		}
	}
	all = append(all,
		instance{"queens-11", queens(11), 2680},
		instance{"langford-11", langford(11), 35584},
		instance{"dominoes-6x8", dominoes(6, 8), 167089},
		instance{"pentominoes-5x12", packing(5, 12, false, full), 4040},
	)
	for _, file := range []struct {
		name   string
		covers int64
	}{
		{"hidoku/seed-10x10", 1},
		{"hidoku/gh08-multi-1", 15},
		{"hidoku/gk08-multi-2", 812},
		{"draughtboard/d06-1", 692},
		{"magic/n4-m2", 36},
		{"magic/n5-umin3", 1},
	} {
		all = append(all, instance{file.name, puzzleText(t, file.name), file.covers})
	}
	return all
}

// puzzleText returns the exact cover problem of a puzzle of the folder testdata.
func puzzleText(t *testing.T, name string) string {
	in, err := os.Open(filepath.Join("..", "testdata", name+".txt"))
	require.NoError(t, err)
	defer in.Close()
	file, err := text.Read(in, name, "")
	require.NoError(t, err)
	c, err := encode.ExactCover(context.Background(), file.Puzzle)
	require.NoError(t, err)
	var content bytes.Buffer
	require.NoError(t, c.Problem.Write(&content))
	return content.String()
}

// processorTime returns the processor time that this process has used.
func processorTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

const (
	coreRuns  = 3 // the least time of so many counts
	coreLimit = 2 * time.Minute
)

// TestMeasureCores prints the table of docs/measurements: the processor time of each
// core on each instance. It runs only if CROSSCUT_MEASURE_CORES is set. The programs
// that are named there, parted by colons, have columns of their own. They must read and
// print what Knuth's dlx2 does.
func TestMeasureCores(t *testing.T) {
	names := os.Getenv("CROSSCUT_MEASURE_CORES")
	if names == "" {
		t.Skip("CROSSCUT_MEASURE_CORES is not set")
	}
	programs := filepath.SplitList(names)
	head, line := "| instance | options | covers | nodes | links | sparse | bitset | ahead | auto |", "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
	for _, program := range programs {
		head += " " + filepath.Base(program) + " | links to it |"
		line += "--:|--:|"
	}
	fmt.Printf("%s\n%s\n", head, line)
	for _, in := range coreInstances(t) {
		t.Run(in.name, func(t *testing.T) { fmt.Println(coreRow(t, in, programs)) })
	}
}

// coreRow returns the row of the table for an instance.
func coreRow(t *testing.T, in instance, programs []string) string {
	p := read(t, in.text)
	row := fmt.Sprintf("| %s | %d | %d |", in.name, p.Options(), in.covers)
	var linksTime time.Duration
	for _, core := range []dlx.Core{dlx.Links, dlx.Sparse, dlx.Bitset, dlx.Ahead, dlx.Auto} {
		took, nodes := measureCore(t, p, core, in.covers)
		if core == dlx.Links {
			linksTime = took
			row += fmt.Sprintf(" %d |", nodes)
		}
		row += " " + seconds(took) + " |"
	}
	for _, program := range programs {
		took, covers := measureProgram(t, program, in.text)
		if covers < 0 {
			row += " - | - |"
			continue
		}
		require.Equal(t, in.covers, covers, in.name)
		row += fmt.Sprintf(" %s | %.2f |", seconds(took), linksTime.Seconds()/took.Seconds())
	}
	return row
}

// measureCore returns the least processor time of some searches for all covers, and
// the nodes. Quick searches are repeated, so that the clock can tell their time.
func measureCore(t *testing.T, p *dlx.Problem, core dlx.Core, covers int64) (least time.Duration, nodes int64) {
	least = coreLimit
	for range coreRuns {
		from, n := processorTime(t), 0
		for processorTime(t)-from < 50*time.Millisecond {
			n++
			ctx, cancel := context.WithTimeout(context.Background(), coreLimit)
			var m dlx.Meter
			err := p.SolveWith(ctx, core, &m, all)
			cancel()
			if errors.Is(err, context.DeadlineExceeded) {
				return coreLimit, m.Stats().Nodes
			}
			require.NoError(t, err)
			require.Equal(t, covers, m.Stats().Solutions, core)
			nodes = m.Stats().Nodes
		}
		least = min(least, (processorTime(t)-from)/time.Duration(n))
	}
	return least, nodes
}

// measureProgram returns the least processor time of another program and its number of
// covers, -1 if it cannot read the problem or is not there.
func measureProgram(t *testing.T, program, text string) (least time.Duration, covers int64) {
	covers, least = -1, coreLimit
	for range coreRuns {
		ctx, cancel := context.WithTimeout(context.Background(), coreLimit)
		cmd := exec.CommandContext(ctx, program, "v1")
		cmd.Stdin = strings.NewReader(text + "\n")
		out, err := cmd.CombinedOutput()
		cancel()
		words := strings.Fields(string(out))
		at := slices.Index(words, "Altogether")
		if err != nil && cmd.ProcessState == nil || at < 0 || at+1 >= len(words) {
			t.Logf("%s: %v: %.200s", program, err, out)
			return least, -1
		}
		if _, err := fmt.Sscan(words[at+1], &covers); err != nil {
			return least, -1
		}
		least = min(least, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	}
	return least, covers
}

// seconds shows a time with at most three digits.
func seconds(d time.Duration) string {
	switch {
	case d >= coreLimit:
		return fmt.Sprintf("> %.0f s", coreLimit.Seconds())
	case d >= time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%.0f ms", float64(d.Microseconds())/1000)
	case d >= time.Millisecond:
		return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
	}
	return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000)
}
