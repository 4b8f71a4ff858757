package puzzletest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Files reads every puzzle in the folders that match a pattern, such as "testdata/*" or
// "testdata/magic", or in the files of one, such as "testdata/magic/n6*.txt". The pattern is
// relative to the module's root. If there are no puzzles Files skips the test, because some
// folders are not part of the project.
func Files(t testing.TB, pattern string) []*text.File {
	t.Helper()
	if !strings.HasSuffix(pattern, ".txt") {
		pattern = filepath.Join(pattern, "*.txt")
	}
	names := must(filepath.Glob(filepath.Join(root(t), pattern)))
	var files []*text.File
	for _, name := range names {
		if strings.Count(filepath.Base(name), ".") > 1 {
			continue // x.solution.txt belongs to x.txt
		}
		in := must(os.Open(name))
		file := must(text.Read(in, filepath.Base(name), ""))
		in.Close()
		files = append(files, file)
	}
	if len(files) == 0 {
		t.Skipf("no files in %s", pattern)
	}
	return files
}

// root returns the folder of go.mod.
func root(t testing.TB) string {
	t.Helper()
	dir := must(os.Getwd())
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the working directory")
		}
		dir = up
	}
}

// Read reads a puzzle whose text is known to be good.
func Read(t interface {
	Helper()
	Fatal(args ...any)
}, content string,
) puzzle.Puzzle {
	t.Helper()
	p, err := text.Parse(content)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ReadSolution reads a text that holds one filled board of p.
func ReadSolution(t testing.TB, p puzzle.Puzzle, content string) puzzle.Solution {
	t.Helper()
	solutions, err := text.ReadSolutions(strings.NewReader(content), "solution", p)
	if err != nil || len(solutions) != 1 {
		t.Fatal(len(solutions), err)
	}
	return solutions[0]
}

// Testdata returns the text of a file of the folder testdata of the module.
func Testdata(t testing.TB, file string) string {
	t.Helper()
	data := must(os.ReadFile(filepath.Join(root(t), "testdata", file)))
	return string(data)
}

// must returns a value. The error is one of the tests, so it ends them.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
