//go:build unix

package main

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestInterruptedRunsShareAnOutput kills two runs that try to share an output, at random
// moments: 120 times, 60 with -short, or as often as CROSSCUT_KILLS says. Each run has its own checkpoint, and
// a killed run is continued. In the end the file has every solution of both exactly once.
func TestInterruptedRunsShareAnOutput(t *testing.T) {
	left := 60
	if testing.Short() {
		left = 30
	}
	if kills, err := strconv.Atoi(os.Getenv("CROSSCUT_KILLS")); err == nil {
		left = kills
	}
	start := time.Now()
	newPair(t).finish(t)
	whole := time.Since(start) / 2 // for one run, on this machine, which may be busier or idler later
	killed, refused, pairs := 0, 0, 1
	for killed < left {
		p := newPair(t)
		for killed < left && !p.finished() {
			k, r := p.run(t, rand.N(whole*3/2))
			killed, refused = killed+k, refused+r
			if k == 0 { // so that two thirds of them are killed
				whole -= whole / 8
			} else {
				whole += whole / 16
			}
		}
		p.finish(t)
		pairs++
	}
	t.Logf("%d kills, %d runs refused, %d pairs of files, %v for a run", killed, refused, pairs, whole.Round(time.Millisecond))
	assert.NotZero(t, refused, "the runs do not meet")
}

// magicCorner is a puzzle with 416 solutions of four rows; the three engines say so.
const magicCorner = "puzzle: magic\n1,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n"

// pair is a folder with two puzzles whose solutions go to one file. By name, it has how many
// cubes the puzzle is cut into, or 0 when its run is finished.
type pair struct {
	dir   string
	cubes map[string]int
}

// newPair returns a pair of which nothing is solved.
func newPair(t *testing.T) *pair {
	t.Helper()
	p := &pair{folder(t), map[string]int{"one.txt": 80, "other.txt": 100}}
	link, err := os.Readlink(filepath.Join(p.dir, "crosscut"))
	require.NoError(t, err)
	require.NoError(t, os.Symlink(link, filepath.Join(p.dir, "crosscut-hasty")))
	for name := range p.cubes {
		require.NoError(t, os.WriteFile(filepath.Join(p.dir, name), []byte(magicCorner), 0o600))
	}
	return p
}

// finished reports whether both runs have come to their end.
func (p *pair) finished() bool { return p.cubes["one.txt"]+p.cubes["other.txt"] == 0 }

// command returns a run of one of the puzzles.
func (p *pair) command(name string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(p.dir, "crosscut-hasty"), "solve", "--all", "--jobs", "1", "--engine", "native",
		"--cubes", strconv.Itoa(p.cubes[name]), "--output", "all", "--checkpoint", "kept-"+name, "--resume", "kept-"+name, name)
	cmd.Dir, cmd.Stderr = p.dir, new(bytes.Buffer)
	return cmd
}

// run starts the runs that are not finished, at once, and kills them after a time. It
// returns how many it has killed, and how many found the output in use.
func (p *pair) run(t *testing.T, after time.Duration) (killed, refused int) {
	t.Helper()
	var running sync.WaitGroup
	commands := map[string]*exec.Cmd{}
	for name, cubes := range p.cubes {
		if cubes == 0 {
			continue
		}
		cmd := p.command(name)
		commands[name] = cmd
		require.NoError(t, cmd.Start())
		timer := time.AfterFunc(after, func() { cmd.Process.Kill() })
		running.Go(func() {
			cmd.Wait()
			timer.Stop()
		})
	}
	running.Wait()
	for name, cmd := range commands {
		switch code := cmd.ProcessState.ExitCode(); {
		case cmd.ProcessState.Sys().(syscall.WaitStatus).Signaled():
			killed++
		case code == exitYes:
			p.cubes[name] = 0
		default:
			refused++
			require.Equal(t, exitBad, code)
			require.Contains(t, cmd.Stderr.(*bytes.Buffer).String(), "all: another run keeps its results there")
		}
	}
	return killed, refused
}

// finish lets the runs that are not finished come to their end, one after the other. Then it
// looks at what they have written.
func (p *pair) finish(t *testing.T) {
	t.Helper()
	for name, cubes := range p.cubes {
		if cubes > 0 {
			cmd := p.command(name)
			require.NoError(t, cmd.Run(), cmd.Stderr)
		}
	}
	require.Equal(t, map[string]int{"one.txt": 416, "other.txt": 416}, tornOrTwice(t, filepath.Join(p.dir, "all"), 4))
	require.NoError(t, filepath.WalkDir(p.dir, func(path string, _ fs.DirEntry, err error) error {
		assert.False(t, strings.HasSuffix(path, ".pending"), path)
		return err
	}))
}
