package ledger_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/durable"
	"crosscut/internal/durable/crashfs"
	"crosscut/ledger"
)

// The files of the runs below.
const (
	theOutput = "results"
	runCubes  = 7
)

// piece is what a run writes for a cube: some lines that nothing else has.
func piece(run string, cube int) string {
	return strings.Repeat(fmt.Sprintf("<%s cube %d>\n", run, cube), 1+cube%3)
}

// theCrash is what a run returns when its file system has ended it.
var theCrash = crashfs.ErrStopped

// goOn does what a long run does: it reads its checkpoint, looks which pieces the output
// has, and writes the other ones.
func goOn(fsys *crashfs.FS, run string) error {
	out, err := durable.OpenOutputOn(fsys, theOutput)
	if err != nil {
		return err
	}
	l := &ledger.Ledger{Header: ledger.Header{
		Format: ledger.Format, Version: ledger.Version, Kind: ledger.Solutions, Puzzle: run, Cubes: runCubes,
	}}
	finished := map[int]bool{}
	if file, err := fsys.Open(run); err == nil {
		size, err := file.Size()
		if err != nil {
			return err
		}
		old, err := ledger.Read(io.NewSectionReader(file, 0, size))
		if err != nil {
			return fmt.Errorf("the checkpoint is not whole: %w", err)
		}
		if old.Dropped > 0 {
			return errors.New("the checkpoint is damaged")
		}
		for _, e := range old.Entries {
			sum, _ := hex.DecodeString(e.SHA256)
			there, err := out.Holds(e.Offset, e.Length, sum)
			if err != nil {
				return err
			}
			if there {
				finished[e.Cube] = true
				l.Entries = append(l.Entries, e)
			}
		}
	}
	k, err := ledger.KeepOn(fsys, run, l, out.Publish)
	if err != nil {
		return err
	}
	for cube := range runCubes {
		if finished[cube] {
			continue
		}
		text := piece(run, cube)
		for _, part := range []string{text[:5], text[5:]} {
			if _, err := out.Write([]byte(part)); err != nil {
				return err
			}
		}
		sum := sha256.Sum256([]byte(text))
		e := ledger.Entry{Cube: cube, Count: big.NewInt(1), Engine: "x", Length: int64(len(text)), SHA256: hex.EncodeToString(sum[:])}
		if err := k.Add(e); err != nil {
			return err
		}
		if cube%2 == 0 {
			if _, err := out.Write(nil); err != nil { // the next cube has begun
				return err
			}
			if err := k.Save(); err != nil {
				return err
			}
		}
	}
	return errors.Join(k.Save(), out.Close())
}

// check fails unless the output has all of what was there before, and each piece of the
// runs exactly once and whole. Zeros that a loss of power left do not count.
func check(t *testing.T, fsys *crashfs.FS, what, before string, runs ...string) {
	t.Helper()
	text, ok := strings.CutPrefix(fsys.Get(theOutput), before)
	require.True(t, ok, "%s: what was there before is gone", what)
	text = strings.ReplaceAll(text, "\x00", "")
	for _, run := range runs {
		for cube := range runCubes {
			require.Equal(t, 1, strings.Count(text, piece(run, cube)), "%s: piece %d of run %s in %q", what, cube, run, text)
			text = strings.Replace(text, piece(run, cube), "", 1)
		}
	}
	require.Empty(t, strings.TrimSpace(text), "%s: torn text is left", what)
}

// TestEveryCrashLeavesEachPieceOnce ends a run at each of its operations in turn, by a kill
// or by a loss of power. Then another run writes to the same output, or not. Then the first
// run goes on to its end.
func TestEveryCrashLeavesEachPieceOnce(t *testing.T) {
	const before = "something that was there before\n"
	crashes, seeds := 0, uint64(8)
	if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		for _, power := range []bool{false, true} {
			for _, between := range []bool{false, true} {
				for n := 1; ; n++ {
					fsys := crashfs.New(seed)
					fsys.Set(theOutput, before)
					fsys.StopAfter(n)
					what := fmt.Sprintf("seed %d, power cut %v, other run %v, operation %d", seed, power, between, n)
					if err := goOn(fsys, "a"); err == nil {
						require.Greater(t, n, 50)
						break
					} else {
						require.ErrorIs(t, err, theCrash, what)
					}
					crashes++
					fsys.Restart(power)
					runs := []string{"a"}
					if between {
						require.NoError(t, goOn(fsys, "b"), what)
						runs = append(runs, "b")
					}
					require.NoError(t, goOn(fsys, "a"), what)
					check(t, fsys, what, before, runs...)
					require.NoError(t, goOn(fsys, "a"), what)
					check(t, fsys, what+", once more", before, runs...)
				}
			}
		}
	}
	t.Logf("%d crashes", crashes)
}

// TestManyCrashesLeaveEachPieceOnce ends two runs that share an output again and again.
func TestManyCrashesLeaveEachPieceOnce(t *testing.T) {
	for seed := range uint64(50) {
		fsys := crashfs.New(seed)
		left := map[string]bool{"a": true, "b": true}
		for n := 0; len(left) > 0; n++ {
			run := string("ab"[n%2])
			fsys.StopAfter(5 + (n*7+int(seed))%60)
			err := goOn(fsys, run)
			if err == nil {
				delete(left, run)
			} else {
				require.ErrorIs(t, err, theCrash)
			}
			fsys.Restart(n%3 == 0)
		}
		check(t, fsys, fmt.Sprint("seed ", seed), "", "a", "b")
	}
}
