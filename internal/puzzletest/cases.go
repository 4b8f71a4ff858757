package puzzletest

import (
	"errors"
	"io"
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
	names := must[[]string](t)(filepath.Glob(filepath.Join(root(t), pattern)))
	var files []*text.File
	for _, name := range names {
		if strings.Count(filepath.Base(name), ".") > 1 {
			continue // x.solution.txt belongs to x.txt
		}
		in := must[*os.File](t)(os.Open(name))
		for r := text.NewReader(in, filepath.Base(name), ""); ; {
			file, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			files = append(files, must[*text.File](t)(file, err))
		}
		in.Close()
	}
	if len(files) == 0 {
		t.Skipf("no files in %s", pattern)
	}
	return files
}

func root(t testing.TB) string {
	t.Helper()
	dir := must[string](t)(os.Getwd())
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
	data := must[[]byte](t)(os.ReadFile(filepath.Join(root(t), "testdata", file)))
	return string(data)
}

// must returns a function that hands a value on, and ends the test on an error.
func must[T any](t interface {
	Helper()
	Fatal(args ...any)
},
) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}
