package text_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// namesAndErrors returns the names of the puzzles that a reader reads, and its errors.
func namesAndErrors(r *text.Reader) []string {
	var all []string
	for {
		f, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return all
		case err != nil:
			all = append(all, err.Error())
		default:
			all = append(all, f.Name)
		}
	}
}

func TestReaderReadsPuzzlesOneAfterTheOther(t *testing.T) {
	const one = "puzzle: hidoku\n1,_\n_,_\n"
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"one":                      {one, []string{"f"}},
		"nothing":                  {"", []string{"f:1:1: no puzzle in it: there are no rows, such as 1,_,_,4"}},
		"two":                      {one + "---\n" + one, []string{"f#1", "f#2"}},
		"a line at the end":        {one + "---\n" + one + "---\n", []string{"f#1", "f#2"}},
		"one, and a line":          {one + "---\n", []string{"f#1"}},
		"longer lines, and blanks": {one + "\n -----  \r\n\n" + one, []string{"f#1", "f#2"}},
		"no line break at the end": {one + "---\n" + strings.TrimSpace(one), []string{"f#1", "f#2"}},
		"a bad one among them": {one + "---\n1,2\n3,x\n---\n" + one, []string{
			"f#1", "f:6:3: \"x\" is no number; write a number, or _ for an open cell, or # for a hole", "f#3",
		}},
		"with byte order marks, as files that were joined": {
			"\ufeff" + one + "---\n\ufeff" + one + "---\n\ufeff\n---\n\ufeff\ufeff" + one, []string{
				"f#1", "f#2", "f:9:1: no puzzle", "f:11:1: unknown",
			},
		},
		"with byte order marks and carriage returns": {
			strings.ReplaceAll("\ufeff"+one+"---\n\ufeff"+one+"---\n", "\n", "\r\n"), []string{"f#1", "f#2"},
		},
		"byte order marks below blanks, comments and before lines": {
			one + "---\n\ufeff\n# next\n\ufeff" + one + "\ufeff---\n" + one + "---\n\ufeff", []string{"f#1", "f#2", "f#3"},
		},
		"a byte order mark before a row": {one + "---\npuzzle: hidoku\n1,_\n\ufeff_,_\n", []string{"f#1", "f:7:1: \"\\ufeff_\""}},
		"nothing between two lines": {one + "---\n---\n" + one, []string{
			"f#1", "f:5:1: no puzzle in it: there are no rows, such as 1,_,_,4", "f#3",
		}},
		"nothing, again and again": {one + strings.Repeat("---\n \n", 1000) + "---\n" + one + "---\n---\n---\n", []string{
			"f#1", "f:5:1: no puzzle in it: there are no rows, such as 1,_,_,4", "f#1002",
			"f:2009:1: no puzzle in it: there are no rows, such as 1,_,_,4",
		}},
		"only lines between": {strings.Repeat("---\n", 100_000), []string{
			"f:1:1: no puzzle in it: there are no rows, such as 1,_,_,4",
		}},
		"a page":  {"<p>\n---\n" + one, []string{"f:1:1: a web page or a file of another program, not a puzzle; import it first"}},
		"no text": {one + "---\n\x00\n---\n" + one, []string{"f#1", "f:5:1: this is not a text file"}},
		"too long": {
			one + "---\n" + strings.Repeat("# a comment\n", text.MaxFile/12+1) + one,
			[]string{"f#1", "f:5:1: larger than 4 MiB; what follows was not read"},
		},
		"together longer than one may be": {
			strings.Repeat(one+strings.Repeat("\n", text.MaxFile/2)+"---\n", 3), []string{"f#1", "f#2", "f#3"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := namesAndErrors(text.NewReader(strings.NewReader(test.text), "f", ""))
			require.Len(t, got, len(test.want), "%q", got)
			for i, want := range test.want {
				assert.True(t, strings.HasPrefix(got[i], want[:min(len(want), 12)]), "%q, want %q", got[i], want)
			}
		})
	}
}

func TestReaderPassesErrorsOfReadingOn(t *testing.T) {
	broken := errors.New("broken")
	r := text.NewReader(io.MultiReader(strings.NewReader("1,_\n_,_\n---\n1"), iotest.ErrReader(broken)), "f", puzzle.FamilyHidoku)
	_, err := r.Next()
	require.NoError(t, err)
	for range 2 {
		_, err = r.Next()
		assert.ErrorIs(t, err, broken)
	}
}

// Several puzzles are read back as written, no matter how the bytes arrive.
func TestReaderReadsBackWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var content strings.Builder
		var want []string
		for range rapid.IntRange(1, 4).Draw(t, "puzzles") {
			p := puzzletest.Draw(t)
			want = append(want, p.String())
			content.WriteString(p.String() + "---\n")
		}
		r := text.NewReader(iotest.OneByteReader(strings.NewReader(content.String())), "f", "")
		for _, p := range want {
			f, err := r.Next()
			require.NoError(t, err)
			require.Equal(t, p, f.Puzzle.String())
		}
		_, err := r.Next()
		require.ErrorIs(t, err, io.EOF)
	})
}

func TestReadWantsOnePuzzle(t *testing.T) {
	_, err := text.Read(strings.NewReader("1,_\n_,_\n---\n1,_\n_,_\n"), "f", puzzle.FamilyHidoku)
	assert.EqualError(t, err, "f:3:1: a line of ---, which stands between puzzles; one puzzle is wanted here")
}

// TestMarksStandBeforeBoards reads solutions from files that were joined, each with a byte order mark.
func TestMarksStandBeforeBoards(t *testing.T) {
	p := read(t, "puzzle: hidoku\n1,_\n_,_\n")
	solutions, err := text.ReadSolutions(strings.NewReader("\ufeff1,2\n4,3\n\n\ufeff1,3\n4,2\n"), "s", p)
	require.NoError(t, err)
	require.Equal(t, []puzzle.Solution{{1, 2, 4, 3}, {1, 3, 4, 2}}, solutions)
}

// A line may be longer than what is read at once.
func TestLongLinesAreRead(t *testing.T) {
	long := "# " + strings.Repeat("x", 10_000) + "\n"
	p := read(t, long+"puzzle: hidoku\n_,1\n")
	require.Equal(t, puzzle.Solution{2, 1}, solution(t, p, long+"2,1\n"))
	_, err := text.NewSolutionReader(strings.NewReader(long+"2,x\n"), "s", p).Next()
	require.ErrorContains(t, err, "s:2:3: ")
	_, err = text.NewReader(strings.NewReader(long+"puzzle: hidoku\n_,x\n"), "p", "").Next()
	require.ErrorContains(t, err, "p:3:3: ")
}
