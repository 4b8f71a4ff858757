package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/puzzletest"
)

// Programs by others that read what encode writes. A test is skipped for each missing one.
var (
	satSolvers   = []string{"minisat", "cadical", "clasp"}
	coverSolvers = []string{"dlx1", "dlx2", "dlx3", "ssxcc", "xccdc1"}
)

// encodedPuzzles are puzzles of each family, with and without solutions.
var encodedPuzzles = []struct {
	file       string
	colourless bool // the exact cover has no colours, so dlx1 can read it
	solved     bool
}{
	{"hidoku/gk05-med-1", false, true},
	{"hidoku/gh08-multi-1", false, true},
	{"hidoku/gx09-min-1", false, true},
	{"hidoku/gk05-unsat-2", false, false},
	{"magic/order-3", false, true},
	{"magic/n5-umin3", false, true},
	{"magic/order-2", false, false},
	{"draughtboard/three", true, true},
	{"draughtboard/d05-3", true, true},
	{"draughtboard/d06dup-1", true, false},
	{"draughtboard/dominoes-4x4", false, true},
}

// TestOtherSATSolversReadWhatEncodeWrites gives formulas to SAT solvers. It gives their
// models to decode, which judges them.
func TestOtherSATSolversReadWhatEncodeWrites(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for _, solver := range satSolvers {
		t.Run(solver, func(t *testing.T) {
			path := puzzletest.NeedsProgram(t, solver)
			for _, p := range encodedPuzzles {
				file := "testdata/" + p.file + ".txt"
				formula := filepath.Join(t.TempDir(), "formula.cnf")
				runs(t, exitYes, "", "encode", "--to", "dimacs", "--output", formula, file)
				args := []string{formula}
				answer := filepath.Join(t.TempDir(), "answer")
				if solver == "minisat" { // minisat writes the model to a file
					args = append(args, answer)
				}
				out, _ := exec.Command(path, args...).Output() // the exit code is 10 or 20
				if len(args) == 1 {
					require.NoError(t, os.WriteFile(answer, out, 0o600))
				}
				if p.solved {
					assert.Contains(t, runs(t, exitYes, "", "decode", "--from", "dimacs", file, answer), "solution 1")
				} else {
					assert.Contains(t, runs(t, exitNo, "", "decode", "--from", "dimacs", file, answer), "no solution")
				}
			}
		})
	}
}

// TestKnuthsProgramsReadWhatEncodeWrites gives exact covers to programs of D. E. Knuth
// (https://cs.stanford.edu/~knuth/programs.html). The boards of the covers that they
// print must be all solutions.
func TestKnuthsProgramsReadWhatEncodeWrites(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for _, solver := range coverSolvers {
		t.Run(solver, func(t *testing.T) {
			path := puzzletest.NeedsProgram(t, solver)
			for _, p := range encodedPuzzles {
				if solver == "dlx1" && !p.colourless {
					continue
				}
				file := "testdata/" + p.file + ".txt"
				cmd := exec.Command(path, "m1") // print every solution
				cmd.Stdin = strings.NewReader(runs(t, exitYes, "", "encode", "--to", "dlx", file))
				var answer, errs bytes.Buffer
				cmd.Stdout, cmd.Stderr = &answer, &errs
				err := cmd.Run()
				if solver == "xccdc1" && !p.solved && err != nil {
					continue // it fails when an item has no option
				}
				require.NoError(t, err, "%s: %.500s", p.file, errs.String())
				answer.WriteString(errs.String()[strings.LastIndex(errs.String(), "Altogether "):])
				code := exitYes
				if !p.solved {
					code = exitNo
				}
				decoded := runs(t, code, answer.String(), "decode", "--from", "dlx", file, "-")
				assert.Equal(t, boardsOf(runs(t, code, "", "solve", "--all", file)), boardsOf(decoded), p.file)
			}
		})
	}
}

// runs runs crosscut, requires its exit code and returns what it printed.
func runs(t *testing.T, code int, stdin string, args ...string) string {
	var out, errs bytes.Buffer
	got := runProgram(context.Background(), args, strings.NewReader(stdin), &out, &errs, crosscut.Engines())
	require.Equal(t, code, got, "%v: %s", args, errs.String())
	return out.String()
}

// boardsOf returns the boards that were printed, in order of their texts.
func boardsOf(printed string) []string {
	var boards []string
	for _, piece := range strings.Split(printed, "\n\n") {
		rows := slices.DeleteFunc(strings.Split(piece, "\n"), func(row string) bool { return row == "" || strings.HasPrefix(row, "# ") })
		if len(rows) > 0 {
			boards = append(boards, strings.Join(rows, "\n"))
		}
	}
	slices.Sort(boards)
	return boards
}

// TestTextsOfAnyEncodingAreRead reads a puzzle, a cover and a formula as programs of Windows write them, and packed.
func TestTextsOfAnyEncodingAreRead(t *testing.T) {
	utf16 := func(text string) string {
		var wide strings.Builder
		for _, char := range "\ufeff" + text {
			wide.WriteByte(byte(char))
			wide.WriteByte(byte(char >> 8))
		}
		return wide.String()
	}
	packed := func(text string) string {
		var small bytes.Buffer
		w := gzip.NewWriter(&small)
		_, err := io.WriteString(w, text)
		require.NoError(t, errors.Join(err, w.Close()))
		return small.String()
	}
	for command, text := range map[string]string{
		"count": "puzzle: hidoku\n1,_\n_,4\n", "cover --count": "a b\na b\na\nb\n", "models --count": "p cnf 2 2\n1 2 0\n-1 -2 0\n",
	} {
		windows := strings.ReplaceAll(text, "\n", "\r\n")
		for _, as := range []string{text, windows, "\ufeff" + text, utf16(windows), packed(text), packed(utf16(windows))} {
			assert.Equal(t, "2\n", runs(t, exitYes, as, strings.Fields(command+" -")...), "%s %q", command, as)
		}
		for cut := 3; cut < len(packed(text)); cut++ {
			assert.Empty(t, runs(t, exitBad, packed(text)[:cut], strings.Fields(command+" -")...), "%s of %d bytes", command, cut)
		}
	}
}
