//go:build unix

package proof

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/meter"
	"crosscut/sat"
)

// everyFile has the files of a certificate with two proofs.
var everyFile = []string{puzzleFile, encodingFile, solutionsFile, formulaFile, lratFile, dratFile}

// withTwoProofs returns a folder with a certificate that has a proof in each format.
func withTwoProofs(t *testing.T, text string) string {
	t.Helper()
	return certificate(t, text, sat.DRAT, sat.LRAT)
}

// checkSoon checks a certificate, and fails when that does not come to an end.
func checkSoon(t *testing.T, ctx context.Context, dir string) error {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		_, err := checkOurs(ctx, dir)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(5 * time.Minute):
		t.Fatal("the check does not end")
		return nil
	}
}

// TestOnlyRegularFilesAreRead puts something else in the place of each file. This fault says
// nothing about the certificate, so it is not a rejection.
func TestOnlyRegularFilesAreRead(t *testing.T) {
	for kind, put := range map[string]func(name string) error{
		"pipe":             func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"folder":           func(name string) error { return os.Mkdir(name, 0o700) },
		"link to a device": func(name string) error { return os.Symlink("/dev/zero", name) },
		"socket": func(name string) error {
			l, err := net.Listen("unix", name)
			if err == nil {
				t.Cleanup(func() { l.Close() })
			}
			return err
		},
	} {
		for _, file := range everyFile {
			t.Run(kind+" "+file, func(t *testing.T) {
				dir := withTwoProofs(t, several)
				t.Chdir(dir) // the name of a socket must be short
				require.NoError(t, os.RemoveAll(file))
				require.NoError(t, put(file))
				err := checkSoon(t, ctx, ".")
				require.Error(t, err)
				assert.NotErrorAs(t, err, new(*RejectedError))
				assert.EqualError(t, err, "open "+file+": not a regular file")
			})
		}
	}
}

func TestLinksToRegularFilesAreRead(t *testing.T) {
	dir, linked := withTwoProofs(t, several), t.TempDir()
	for _, file := range everyFile {
		if file != encodingFile {
			require.NoError(t, os.Symlink(filepath.Join(dir, file), filepath.Join(linked, file)))
		}
	}
	require.NoError(t, checkSoon(t, ctx, dir))
	require.NoError(t, checkSoon(t, ctx, linked))
}

// TestHugeFilesNeedLittleMemory makes each file a sparse one of 20 GB, once from its start
// and once after its own text.
func TestHugeFilesNeedLittleMemory(t *testing.T) {
	const most = 100 << 20 // most lines of a proof have less than 16 MiB
	for _, keep := range []bool{false, true} {
		for _, file := range everyFile {
			if file == encodingFile && keep {
				continue // there is none
			}
			dir := withTwoProofs(t, several)
			name := filepath.Join(dir, file)
			if !keep {
				require.NoError(t, os.RemoveAll(name))
				require.NoError(t, os.WriteFile(name, nil, 0o600))
			}
			if err := os.Truncate(name, 20<<30); err != nil {
				t.Skip(err) // no sparse files here
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := checkSoon(t, ctx, dir)
			runtime.ReadMemStats(&after)
			assert.ErrorAs(t, err, new(*RejectedError), file)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(most), file)
		}
	}
}

// endedUnseen is a context that has ended when a part of the proof is read. The run does
// not know it yet, because a goroutine tells it.
type endedUnseen struct {
	context.Context
	m *meter.Meter
}

func (c endedUnseen) Err() error {
	if c.m.Shared() > 0 {
		return &meter.LimitError{What: "300M of memory"}
	}
	return nil
}

// TestALimitIsNeverAVerdict ends the context while a long proof is read. The checker wraps
// the cause into an error of its own.
func TestALimitIsNeverAVerdict(t *testing.T) {
	for format, line := range map[sat.ProofFormat]string{sat.DRAT: "1 -1 0\n", sat.LRAT: "1000 d 0\n"} {
		dir := certificate(t, several, format)
		proof := strings.Repeat(line, 1<<18)
		require.NoError(t, os.WriteFile(filepath.Join(dir, proofFile(format)), []byte(proof), 0o600))
		m := new(meter.Meter)
		_, err := Check(endedUnseen{ctx, m}, dir, m)
		require.EqualError(t, err, "stopped by a limit: 300M of memory")
	}
}

// TestALineThatIsTooLongIsALimit has a proof that may be right, except that its line is
// longer than the checker reads.
func TestALineThatIsTooLongIsALimit(t *testing.T) {
	for _, file := range []string{dratFile, lratFile, formulaFile} {
		dir := withTwoProofs(t, several)
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(strings.Repeat("1 ", 1<<23)), 0o600))
		err := checkSoon(t, ctx, dir)
		assert.EqualError(t, err, "stopped by a limit: "+file+": too large to check: a line of more than 16 MiB")
		assert.ErrorIs(t, err, meter.ErrLimit)
	}
}

// TestAFormulaIsReadUpToItsFirstFault repeats the last clause without end.
func TestAFormulaIsReadUpToItsFirstFault(t *testing.T) {
	dir := withTwoProofs(t, several)
	name := filepath.Join(dir, formulaFile)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	last := lines[len(lines)-2]
	require.NoError(t, os.WriteFile(name, []byte(string(text)+strings.Repeat(last, 1<<18)), 0o600))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err = checkSoon(t, ctx, dir)
	runtime.ReadMemStats(&after)
	assert.ErrorContains(t, err, "it has more clauses than")
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20))
}

func TestEveryProofMustBeRight(t *testing.T) {
	for _, file := range []string{dratFile, lratFile} {
		dir := withTwoProofs(t, magic3)
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte("rubbish\n"), 0o600))
		err := checkSoon(t, ctx, dir)
		rejected := new(RejectedError)
		require.ErrorAs(t, err, &rejected)
		assert.Equal(t, file, rejected.File)
	}
}

func TestTheNumberOfSolutionsInThePuzzleMustBeRight(t *testing.T) {
	for claim, want := range map[string]string{
		"77": `puzzle.txt: it says "solutions: 77", and the certificate is about 30`, "29": "", "31+": "",
		"30": "right", "3+": "right", "?": "right",
	} {
		dir := withTwoProofs(t, several)
		name := filepath.Join(dir, puzzleFile)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(name, []byte("solutions: "+claim+"\n"+string(text)), 0o600))
		err = checkSoon(t, ctx, dir)
		if want == "right" {
			assert.NoError(t, err, claim)
			continue
		}
		require.ErrorAs(t, err, new(*RejectedError), claim)
		assert.ErrorContains(t, err, want)
	}
}
