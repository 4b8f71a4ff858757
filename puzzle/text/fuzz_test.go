package text_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"crosscut/internal/chars"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// addTexts gives a fuzz target the puzzles of testdata, whose texts have all forms, and
// the shorter malformed texts.
func addTexts(f *testing.F, add func(text string)) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "testdata", "*", "*.txt"))
	require.NoError(f, err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(f, err)
		add(string(text))
	}
	for _, test := range malformed {
		if len(test.text) < 1000 {
			add(test.text)
		}
	}
	add("puzzle: draughtboard\nflips: no\ncorner: any\nboard:\n#,W\nW,B\n=\nX,_\nX,X\n")
	add("\ufeffmoves: hex\r\nsolutions: 1+\r\n##,_\r\n\t1 , _\r\n")
	add("puzzle: hidoku\ntitle: A, B\nauthor: Ann\nlabels:\nMo 1,_\n#,é\n=\n1,_\n##,_\n")
	add("labels:\nJan\n=\nboard:\nB\n=\nauthor: Bo\nB\n")
	add("puzzle: equation\nnumbers: 1..9\n1,+,_,=,3\n+,-\n_,*,2,=,4\n=,=\n3,1\n")
	add("puzzle: zip\n1 _ 2\n_ 3 _\n")
	add("numbers: -3..0\nsum: -3\ndiagonals: no\n_ -1\n0 _\n")
}

func FuzzRead(f *testing.F) {
	addTexts(f, func(content string) { f.Add(content) })
	f.Fuzz(func(t *testing.T, content string) {
		for _, family := range append(puzzle.Families(), "") {
			file, err := text.Read(strings.NewReader(content), "f", family)
			if err != nil {
				var e *text.ParseError
				require.ErrorAs(t, err, &e)
				require.False(t, strings.ContainsAny(err.Error(), "\n\r\x00"), "an error of one line")
				continue
			}
			p := file.Puzzle
			again, err := text.Parse(p.String())
			require.NoError(t, err, p.String())
			require.Equal(t, p.String(), again.String())
			whole, err := text.Read(strings.NewReader(file.Text(p)), "f", "")
			require.NoError(t, err, file.Text(p))
			require.Equal(t, file.Notes, whole.Notes)
			require.Equal(t, file.Text(p), whole.Text(whole.Puzzle))
			require.NotEmpty(t, puzzle.Symmetries(p))
			n := p.Board().Len()
			require.Error(t, p.Check(make(puzzle.Solution, n+1)))
			require.Error(t, p.Check(slices.Repeat(puzzle.Solution{puzzle.Empty}, n)))
			_ = p.Check(make(puzzle.Solution, n))
		}
	})
}

func FuzzReadSolutions(f *testing.F) {
	puzzles := []puzzle.Puzzle{
		read(f, testdata(f, "hidoku/seed-10x10.txt")),
		read(f, testdata(f, "magic/seed-5x5.txt")),
		read(f, testdata(f, "draughtboard/d04-0.txt")),
		read(f, "puzzle: hidoku\n#,_\n_,_\n"),
		read(f, "numbers: -1..-1\n_\n"),
		read(f, "puzzle: draughtboard\nboard:\n#,W\nW,B\n=\nX,_\nX,X\n"),
		read(f, "puzzle: draughtboard\nboard: 2x1\nB\n=\nW\n"),
	}
	for i, content := range []string{
		testdata(f, "hidoku/seed-10x10.solution.txt"), testdata(f, "magic/seed-5x5.solution.txt"), puzzle.Format(puzzles[2], puzzletest.Brute(puzzles[2])[0]),
		"#,1\n2,3\n\n# another: one\n##,1\n3,2\n", "-1", "#,A\nA,a\n", "b,A\n-2 -1",
	} {
		f.Add(i, content)
	}
	addTexts(f, func(content string) { f.Add(3, content) })
	f.Fuzz(func(t *testing.T, which int, content string) {
		p := puzzles[uint(which)%uint(len(puzzles))]
		solutions, err := text.ReadSolutions(strings.NewReader(content), "f", p)
		requireSameOneByOne(t, content, p, solutions, err)
		if err != nil {
			var e *text.ParseError
			require.ErrorAs(t, err, &e)
			require.Empty(t, solutions)
			return
		}
		for _, s := range solutions {
			require.Len(t, s, p.Board().Len())
			shown := puzzle.Format(p, s)
			if p.Check(s) == nil {
				require.Equal(t, s, solution(t, p, shown))
				require.NoError(t, p.Check(p.Canonical(s)))
			}
		}
	})
}

func FuzzReader(f *testing.F) {
	addTexts(f, func(content string) { f.Add(content + "---\n" + content) })
	f.Fuzz(func(t *testing.T, content string) {
		r := text.NewReader(strings.NewReader(content), "f", "")
		plain, err := io.ReadAll(chars.UTF8(strings.NewReader(content), 512))
		require.NoError(t, err)
		for range bytes.Count(plain, []byte("---")) + 2 {
			file, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				var e *text.ParseError
				require.ErrorAs(t, err, &e)
				continue
			}
			_ = read(t, file.Puzzle.String())
		}
		t.Error("more puzzles than pieces")
	})
}

// requireSameOneByOne reads the filled boards of a text one by one. The boards and the
// error must be the same as when all are read at once.
func requireSameOneByOne(t *testing.T, content string, p puzzle.Puzzle, want []puzzle.Solution, wantErr error) {
	all := text.Solutions(iotest.OneByteReader(strings.NewReader(content)), "f", p)
	var got []puzzle.Solution
	var ended error
	for s, err := range all {
		require.NoError(t, ended, "an error comes last")
		if ended = err; err == nil {
			got = append(got, s)
		}
	}
	for _, again := range all {
		require.Equal(t, ended, again)
	}
	if wantErr == nil {
		require.NoError(t, ended)
		require.Equal(t, want, got)
	} else if !strings.Contains(wantErr.Error(), "not a text") { // which all at once notices first
		require.EqualError(t, ended, wantErr.Error())
	}
}

// FuzzWork compares the work for a text with that for one four times as long: a part of it is repeated.
func FuzzWork(f *testing.F) {
	for _, hard := range hardTexts {
		f.Add(hard.Begin, hard.Part, hard.End)
	}
	f.Fuzz(func(t *testing.T, begin, part, end string) {
		if len(part) == 0 || len(begin)+len(part)+len(end) > 1<<12 {
			return
		}
		puzzletest.RequireLinearShort(t, puzzletest.Hard{Begin: begin, Part: part, End: end}.Text, readInBothWays)
	})
}
