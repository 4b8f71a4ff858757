//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/lab/instances"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Exact covers for the bench. Of some all covers are counted: most of these have a cover below nearly
// every node, or colours. Of the others a first cover is wanted.

// made returns the instance that some words make. The tests run in the folder of the main module.
func made(t testing.TB, format string, values ...any) string {
	maker := instances.Maker{Root: "."}
	content, err := maker.Text(t.Context(), strings.Fields(fmt.Sprintf(format, values...)))
	require.NoError(t, err)
	return content
}

// coverInstances writes exact cover problems.
func coverInstances(t testing.TB, dir string) []processInstance {
	var files []namedWords
	for seed := range uint64(6) {
		files = append(files, namedWords{fmt.Sprintf("sudoku 16×16, 110 clues, seed %d", seed), fmt.Sprintf("sudoku 110 %d", seed)})
	}
	files = append(files, namedWords{"Aztec diamond 6", "aztec 6"})
	for _, border := range "abc" {
		files = append(files, namedWords{fmt.Sprintf("MacMahon squares 4×6, border %c", border), fmt.Sprintf("macmahon %c", border)})
	}
	files = append(files, []namedWords{
		{"Langford pairs 12", "langford 12"},
		{"queens 12", "queens-from-middle 12"},
		{"edges 7×7, 7 colours", "edges 7 7 1"},
		{"Golomb ruler, 8 marks", "golomb 8 34"},
		{"102 items and random triples", "triples 102 270 1"},
	}...)
	for _, name := range []string{"pentominoes-6x10", "pentominoes-5x12", "pentominoes-8x8-centre", "seed-8x8", "d08holes-0", "dominoes-6x6"} {
		files = append(files, namedWords{name, "cover testdata/draughtboard/" + name + ".txt"})
	}
	return writeCovers(t, dir, files)
}

// firstCoverInstances are problems of which one cover is wanted.
func firstCoverInstances(t testing.TB, dir string) []processInstance {
	var files []namedWords
	for _, n := range []int{70, 100, 150, 250, 500, 1500} {
		files = append(files, namedWords{fmt.Sprintf("queens %d", n), fmt.Sprintf("queens %d", n)})
	}
	return writeCovers(t, dir, append(files, []namedWords{
		{"pentominoes 10×12, two sets", "pentominoes 10 12 2"},
		{"pentominoes 12×15, three sets", "pentominoes 12 15 3"},
		{"120 items and 40 planted triples", "planted 120 320 1"},
		{"150 items and 50 planted triples", "planted 150 390 1"},
		{"114 items and random triples", "triples 114 290 1"},
	}...))
}

// namedWords is the name of an instance, and the words that make it.
type namedWords struct{ name, words string }

// writeCovers writes problems into a folder.
func writeCovers(t testing.TB, dir string, files []namedWords) (all []processInstance) {
	for _, f := range files {
		file := filepath.Join(dir, strings.ReplaceAll(f.name, " ", "-")+".dlx")
		require.NoError(t, os.WriteFile(file, []byte(made(t, "%s", f.words)), 0o600))
		all = append(all, processInstance{name: f.name, words: map[string][]string{"FILE": {file}}})
	}
	return all
}

// squareInstances writes the magic squares of squares.txt.
func squareInstances(t testing.TB, dir string) (all []processInstance) {
	in, err := os.Open("lab/bench/squares.txt")
	require.NoError(t, err)
	defer in.Close()
	for squares := text.NewReader(in, in.Name(), ""); ; {
		s, err := squares.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		all = append(all, squareInstance(t, dir, s.Title, s.Puzzle.(*puzzle.Magic)))
	}
	require.Len(t, all, 40)
	return all
}

// lineInstances are magic boards with a list of lines.
func lineInstances(t testing.TB, dir string) (all []processInstance) {
	for _, f := range []namedWords{
		{"star 9a", "star 9 2"},
		{"star 10a", "star 10 2"},
		{"hexagon-3", "testdata/magic/hexagon-3.txt"},
		{"pandiagonal-4", "testdata/magic/pandiagonal-4.txt"},
	} {
		p := madePuzzle(t, "%s", f.words)
		in := squareInstance(t, dir, f.name, p.(*puzzle.Magic))
		in.words["CNF"] = []string{writeFormula(t, dir, f.name, p)}
		all = append(all, in)
	}
	return all
}

// squareInstance writes a square as a puzzle and as FlatZinc for two programs. chuffed has
// another name for distinct numbers, and searches by other rules.
func squareInstance(t testing.TB, dir, name string, p *puzzle.Magic) processInstance {
	file := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
	var model bytes.Buffer
	require.NoError(t, writeFlatZinc(&model, p, nil))
	forChuffed := strings.NewReplacer("all_different_int", "fzn_all_different_int", "dom_w_deg", "first_fail").Replace(model.String())
	for end, text := range map[string]string{".txt": p.String(), ".fzn": model.String(), "-chuffed.fzn": forChuffed} {
		require.NoError(t, os.WriteFile(file+end, []byte(text), 0o600))
	}
	return processInstance{name: name, words: map[string][]string{"FILE": {file + ".txt"}, "GECODE": {file + ".fzn"}, "CHUFFED": {file + "-chuffed.fzn"}}}
}
