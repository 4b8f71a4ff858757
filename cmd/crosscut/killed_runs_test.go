//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
)

// magicCorner is a puzzle with 416 solutions of four rows; the three engines say so.
const magicCorner = "puzzle: magic\n1,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n"

// killed is a run of three processes that share a folder.
type killed struct {
	dir    string
	engine int // the number of the next process
}

func newKilled(t *testing.T) *killed {
	t.Helper()
	k := &killed{dir: folder(t)}
	require.NoError(t, os.WriteFile(filepath.Join(k.dir, "corner.txt"), []byte(magicCorner), 0o600))
	return k
}

// command returns a process of the run. They use different engines.
func (k *killed) command(output string) *exec.Cmd {
	k.engine++
	cmd := exec.Command(filepath.Join(k.dir, "crosscut"), "solve", "--all", "--run", "kept", "--cubes", "60", "--jobs", "2",
		"--engine", []string{"native", "dlx", "sat"}[k.engine%3], "--output", output, "corner.txt")
	cmd.Dir, cmd.Stderr = k.dir, new(bytes.Buffer)
	return cmd
}

// some starts three processes, and kills each after a random time below the given one. It returns
// how many it has killed, and whether the run is finished.
func (k *killed) some(t *testing.T, below time.Duration) (kills int, finished bool) {
	t.Helper()
	var running sync.WaitGroup
	var all []*exec.Cmd
	for i := range 3 {
		cmd := k.command(fmt.Sprintf("early-%d-%d", k.engine, i))
		all = append(all, cmd)
		require.NoError(t, cmd.Start())
		timer := time.AfterFunc(rand.N(below), func() { cmd.Process.Kill() })
		running.Go(func() {
			cmd.Wait()
			timer.Stop()
		})
	}
	running.Wait()
	for _, cmd := range all {
		switch {
		case cmd.ProcessState.Sys().(syscall.WaitStatus).Signaled():
			kills++
		default:
			require.Equal(t, exitYes, cmd.ProcessState.ExitCode(), cmd.Stderr)
			finished = true
		}
	}
	return kills, finished
}

// finish lets three processes finish the run, at once. They write the same file.
func (k *killed) finish(t *testing.T, want string) string {
	t.Helper()
	var running sync.WaitGroup
	for i := range 3 {
		cmd := k.command(fmt.Sprint("all-", i))
		running.Go(func() { assert.NoError(t, cmd.Run(), cmd.Stderr) })
	}
	running.Wait()
	for i := range 3 {
		text, err := os.ReadFile(filepath.Join(k.dir, fmt.Sprint("all-", i)))
		require.NoError(t, err)
		if want == "" {
			want = string(text)
		}
		require.Equal(t, want, string(text))
	}
	require.Equal(t, map[string]int{"corner.txt": 416}, tornOrTwice(t, filepath.Join(k.dir, "all-0"), 4))
	return want
}

// TestKilledRunsFindEverySolutionOnce kills the three processes of runs at random moments: 30 times, 60
// with CROSSCUT_LONG, or as often as CROSSCUT_KILLS says. In the end each process writes every solution once,
// in the order of a run that was never killed.
func TestKilledRunsFindEverySolutionOnce(t *testing.T) {
	left := puzzletest.Number("CROSSCUT_KILLS", puzzletest.Often(30, 60))
	start := time.Now()
	want := newKilled(t).finish(t, "")
	below, runs := time.Since(start), 0
	for killed := 0; killed < left; runs++ {
		k := newKilled(t)
		for finished := false; killed < left && !finished; {
			var kills int
			kills, finished = k.some(t, below)
			if killed += kills; finished {
				below -= below / 8
			} else {
				below += below / 16
			}
		}
		k.finish(t, want)
	}
	t.Logf("%d kills, %d runs", left, runs)
}
