//go:build unix

package proof

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/sat"
)

// withPython makes a script the only program python3 on the PATH.
func withPython(t *testing.T, script string) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "python3"), []byte("#!/bin/sh\n"+script), 0o700))
	t.Setenv("PATH", dir)
}

// small writes a certificate and returns its folder.
func small(t *testing.T) string {
	return certificate(t, "puzzle: hidoku\nmoves: rook\n1,_\n_,_\n", sat.DRAT)
}

// TestOnlyAWholeSecondReadingIsAcceptance has scripts that end as Python never should.
func TestOnlyAWholeSecondReadingIsAcceptance(t *testing.T) {
	dir := small(t)
	numbers, err := checkOurs(ctx, dir)
	require.NoError(t, err)
	require.Equal(t, []int{10, 49}, []int{numbers.Variables, numbers.Clauses})
	const counts = "echo c a hidoku; echo c 2 boards are listed; echo 'c 47 clauses follow from the rules, and 2 exclude what is listed; 10 variables'\n"
	for _, c := range []struct{ name, script, want string }{
		{"nothing", "exit 0", "crashed: exit code 0"},
		{"the right code alone", "exit 42", "crashed: exit code 42"},
		{"the right line alone", counts + "echo s STATEMENT HOLDS: exactly 2 solutions", "crashed: exit code 0"},
		{"another certificate", "echo c x; echo c y; echo c 1 clauses; echo s STATEMENT HOLDS: exactly 2 solutions; exit 42", "formula.cnf: it has changed between the two readings"},
		{"no counts", "echo s STATEMENT HOLDS: exactly 2 solutions; exit 42", "formula.cnf: it has changed"},
		{"a fault of Python", "echo Traceback >&2; echo 'NameError: x' >&2; exit 1", `crashed: exit code 1, "NameError: x"`},
		{"no answer", "kill -9 $$", "crashed: signal: killed"},
		{"a refusal", "echo 'c refused: clause 3'; exit 1", "second reading: clause 3"},
		{"not refused", "echo 'c refused: clause 3'; exit 42", "crashed: exit code 42"},
		{"memory without a limit", "echo c out of memory; exit 4", "crashed: exit code 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			withPython(t, c.script)
			_, err := Check(ctx, dir, nil)
			require.ErrorContains(t, err, c.want)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
	withPython(t, "cat >/dev/null 2>&1\n"+counts+"echo s STATEMENT HOLDS: exactly 2 solutions; exit 42")
	checked, err := Check(ctx, dir, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"a hidoku", ""}, []string{checked.Statement, checked.Unread})
}

// TestWithoutASecondReadingTheReasonIsSaid has no python3, one in the current folder, and one
// that does not know the puzzle.
func TestWithoutASecondReadingTheReasonIsSaid(t *testing.T) {
	dir := small(t)
	t.Chdir(dir)
	require.NoError(t, os.WriteFile("python3", []byte("#!/bin/sh\ntouch "+dir+"/executed\n"), 0o700))
	for _, path := range []string{t.TempDir(), "."} {
		t.Setenv("PATH", path)
		checked, err := Check(ctx, dir, nil)
		require.NoError(t, err)
		assert.Equal(t, []string{"", "there is no python3 on the PATH"}, []string{checked.Statement, checked.Unread})
		assert.NoFileExists(t, "executed")
	}
	withPython(t, "echo 'c not covered: the moves of a rook'; exit 3")
	checked, err := Check(ctx, dir, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"", "the moves of a rook"}, []string{checked.Statement, checked.Unread})
}

func TestASecondReadingEndsWithItsContext(t *testing.T) {
	dir := small(t)
	withPython(t, "while :; do :; done")
	soon, cancel := context.WithTimeoutCause(ctx, time.Second, &meter.LimitError{What: "1s"})
	defer cancel()
	_, err := Check(soon, dir, nil)
	require.EqualError(t, err, "stopped by a limit: 1s")
}

// TestLargeFilesAreNotReadAgain adds a comment that the check of the formula passes over.
func TestLargeFilesAreNotReadAgain(t *testing.T) {
	dir := small(t)
	withPython(t, "exit 42")
	run := meter.Start(ctx, nil)
	defer run.Close()
	k := newCheck(ctx, run, openIn(dir))
	_, err := k.all()
	require.NoError(t, err)
	if err := os.Truncate(filepath.Join(dir, formulaFile), largestFile+1); err != nil {
		t.Skip(err)
	}
	require.EqualError(t, k.readAgain(dir), "stopped by a limit: formula.cnf: too large for the second reading: more than 1 GiB")
}

// TestNothingInTheFolderIsExecuted has modules of Python in the folder that is checked, which is
// the current one and the one that PYTHONPATH names.
func TestNothingInTheFolderIsExecuted(t *testing.T) {
	puzzletest.NeedsProgram(t, "python3")
	dir := small(t)
	for _, name := range []string{"os", "sys", "sitecustomize", "usercustomize", "encodings", "resource", "check_statement", "__main__"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".py"), []byte("open('"+dir+"/executed', 'w')\n"), 0o600))
	}
	t.Setenv("PYTHONPATH", dir)
	t.Setenv("PYTHONSTARTUP", filepath.Join(dir, "os.py"))
	t.Chdir(dir)
	checked, err := Check(ctx, ".", nil)
	require.NoError(t, err)
	assert.Equal(t, "hidoku, moves rook, 4 cells in 2 rows and 2 columns, 1 clue", checked.Statement)
	assert.NoFileExists(t, "executed")
}

// TestASecondReadingKeepsTheLimitOfMemory leaves too little for Python.
func TestASecondReadingKeepsTheLimitOfMemory(t *testing.T) {
	puzzletest.NeedsProgram(t, "python3")
	dir := small(t)
	file, err := os.OpenFile(filepath.Join(dir, solutionsFile), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = file.WriteString(strings.Repeat("# solution 2 of 2\n", 1<<17)) // comments, for our reader
	require.NoError(t, err)
	require.NoError(t, file.Close())
	_, err = Check(ctx, dir, nil)
	require.EqualError(t, err, "second reading: the comments of the list count other solutions")
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1))
	_, err = Check(ctx, dir, nil)
	require.EqualError(t, err, "stopped by a limit: memory of the second reading")
}

// withVerifier makes a script cake_lpr, the only program on the PATH.
func withVerifier(t *testing.T, script string) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, verifier), []byte("#!/bin/sh\n"+script), 0o700))
	t.Setenv("PATH", dir)
}

// TestOnlyTheLineOfTheVerifierIsAcceptance has scripts that end as cake_lpr does, and as it never should.
func TestOnlyTheLineOfTheVerifierIsAcceptance(t *testing.T) {
	dir := certificate(t, "puzzle: hidoku\nmoves: rook\n1,_\n_,_\n", sat.LRAT)
	for _, c := range []struct{ name, script, want string }{
		{"a refusal", "echo c no empty clause >&2; exit 0", `proof.lrat: cake_lpr does not accept it: "c no empty clause"`},
		{"nothing", "exit 0", `proof.lrat: cake_lpr does not accept it: ""`},
		{"another line", "echo s VERIFIED; echo c s VERIFIED UNSAT", "proof.lrat: cake_lpr does not accept it"},
		{"the line where errors go", "echo s VERIFIED UNSAT >&2", "proof.lrat: cake_lpr does not accept it"},
		{"a failure after the line", "echo s VERIFIED UNSAT; exit 1", "crashed: exit code 1"},
		{"a crash", "kill -9 $$", "crashed: signal: killed"},
		{"too little memory", "echo 'CakeML heap space exhausted.' >&2; exit 1", "stopped by a limit: memory of cake_lpr"},
	} {
		t.Run(c.name, func(t *testing.T) {
			withVerifier(t, c.script)
			_, err := Check(ctx, dir, nil)
			require.ErrorContains(t, err, c.want)
			var rejected *RejectedError
			assert.Equal(t, strings.HasPrefix(c.want, lratFile), errors.As(err, &rejected))
			assert.NotContains(t, err.Error(), "\n")
		})
	}
	withVerifier(t, "echo s VERIFIED UNSAT")
	checked, err := Check(ctx, dir, nil)
	require.NoError(t, err)
	assert.True(t, checked.Verified)
}

// TestTheVerifierGetsFilesAndRoom has a script that accepts only the two files, and the memory that it should have.
func TestTheVerifierGetsFilesAndRoom(t *testing.T) {
	dir := certificate(t, "puzzle: hidoku\nmoves: rook\n1,_\n_,_\n", sat.LRAT)
	const accepts = `[ "$1" = %q ] && [ "$2" = %q ] && [ "$CML_HEAP_SIZE $CML_STACK_SIZE" = %q ] && echo s VERIFIED UNSAT; exit 0`
	formula, lrat := filepath.Join(dir, formulaFile), filepath.Join(dir, lratFile)
	for _, c := range []struct {
		name, heap, want string
		limit            int64
	}{
		{"no limit", "", "4000 1000", math.MaxInt64},
		{"a limit that is reached", "", "1 1", 1},
		{"as the user says", "123", "123 1000", math.MaxInt64},
	} {
		t.Run(c.name, func(t *testing.T) {
			withVerifier(t, fmt.Sprintf(accepts, formula, lrat, c.want))
			if c.heap != "" {
				t.Setenv("CML_HEAP_SIZE", c.heap)
			}
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(c.limit))
			run := meter.Start(ctx, nil)
			defer run.Close()
			k := newCheck(ctx, run, openIn(dir))
			require.NoError(t, k.verify(dir))
			assert.True(t, k.checked.Verified)
		})
	}
}

// TestTheVerifierEndsWithItsContext has a script without end. A proof in DRAT is not for it, nor is a
// program in the current folder.
func TestTheVerifierEndsWithItsContext(t *testing.T) {
	withVerifier(t, "while :; do :; done")
	checked, err := Check(ctx, small(t), nil)
	require.NoError(t, err)
	assert.False(t, checked.Verified)
	dir := certificate(t, "puzzle: hidoku\nmoves: rook\n1,_\n_,_\n", sat.LRAT)
	soon, cancel := context.WithTimeoutCause(ctx, time.Second, &meter.LimitError{What: "1s"})
	defer cancel()
	_, err = Check(soon, dir, nil)
	require.EqualError(t, err, "stopped by a limit: 1s")
	t.Chdir(dir)
	require.NoError(t, os.WriteFile(verifier, []byte("#!/bin/sh\necho s VERIFIED UNSAT\n"), 0o700))
	t.Setenv("PATH", ".")
	checked, err = Check(ctx, dir, nil)
	require.NoError(t, err)
	assert.False(t, checked.Verified)
}
