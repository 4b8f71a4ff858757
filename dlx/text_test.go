package dlx_test

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

func TestMalformedTextIsAnErrorWithItsPlace(t *testing.T) {
	long := strings.Repeat("x", 65)
	for _, bad := range []struct{ name, text, err string }{
		{"empty", "", `1:1: no item line: the first line that is no comment names the items, like "a b c | x y"`},
		{"only comments", "| a\n\n | b\n", `4:1: no item line: the first line that is no comment names the items, like "a b c | x y"`},
		{"item twice", "a b\ta", `1:5: item "a" is named twice: names must differ`},
		{"item twice across the bar", "a b | a", `1:7: item "a" is named twice: names must differ`},
		{"second bar", "a | b | c", `1:7: a second |: one | parts the primary items from the secondary ones`},
		{"bar in an item", "a | b|c", `1:5: bad item name "b|c": a name here has no '|'`},
		{"bars in an item", "a 2|b|c", `1:5: bad item name "b|c": a name here has no '|'`},
		{"bar twice", "a || b", `1:4: bad item name "|": a name here has no '|'`},
		{"colon in an item", "a b:c", `1:3: bad item name "b:c": a name here has no ':'`},
		{"lower bound alone", "a 2:b", `1:3: bad item name "2:b": a name here has no ':'`},
		{"secondary item with a multiplicity", "a | 2:3|b", `1:5: bad item name "2:3|b": a name here has no ':'`},
		{"no number", "é b|c", `1:3: bad bound "b": a multiplicity is written "2:3|name" or "3|name"`},
		{"no lower number", "é :3|c", `1:3: bad bound "": a multiplicity is written "2:3|name" or "3|name"`},
		{"no upper number", "é 12:|c", `1:6: bad bound "": a multiplicity is written "2:3|name" or "3|name"`},
		{"three numbers", "é 1:2:3|c", `1:5: bad bound "2:3": a multiplicity is written "2:3|name" or "3|name"`},
		{"below 0", "é -1:3|c", `1:3: bad bound "-1": a multiplicity is written "2:3|name" or "3|name"`},
		{"signed", "é +3|c", `1:3: bad bound "+3": a multiplicity is written "2:3|name" or "3|name"`},
		{"beyond all numbers", "é 1:9999999999999999999|c", `1:5: bad bound "9999999999999999999": a multiplicity is at most 9223372036854775807`},
		{"upper bound of 0", "é 0|c", `1:3: bad multiplicity "0": the upper bound must be 1 or more`},
		{"bounds exchanged", "é 3:2|c", `1:3: bad multiplicity "3:2": the lower bound must not be above the upper one`},
		{"no name", "é 3:4|", `1:7: bad item name "": a name needs at least one character`},
		{"name twice", "é 3:4|é", `1:7: item "é" is named twice: names must differ`},
		{"long item", "| c\n  é " + long, `2:5: bad item name "` + long + `": a name has at most 64 bytes`},
		{"blank that is no blank", "a b\u00a0c", `1:3: bad item name "b\u00a0c": a name is printable UTF-8 without blanks`},
		{"unknown item", "a b\n\na  q", `3:4: unknown item "q": line 1 names all items`},
		{"unknown coloured item", "|\na b\nq:1", `3:1: unknown item "q": line 2 names all items`},
		{"bar in an option", "a b\na | b", `2:3: unknown item "|": line 1 names all items`},
		{"no item before the colour", "a | b\na :1", `2:3: unknown item "": line 1 names all items`},
		{"item twice in an option", "a b | x\na x:1 b x:1", `2:9: item "x" is in this option twice: once is what an option can cover`},
		{"coloured primary item", "é b | x\nb é:1", `2:3: primary item "é" has a colour: only items after the | of line 1 can`},
		{"no colour", "a | x\na x:", `2:5: bad colour "": a name needs at least one character`},
		{"colon in a colour", "a | x\na x:b:c", `2:5: bad colour "b:c": a name here has no ':'`},
		{"long colour", "a | x\nx:" + long, `2:3: bad colour "` + long + `": a name has at most 64 bytes`},
		{"binary", "\x7fELF\x02\x01", `1:1: character U+007F: a problem is printable UTF-8`},
		{"zero byte", "a b\na \x00", `2:3: character U+0000: a problem is printable UTF-8`},
		{"no UTF-8", "é\xe9", `1:2: byte 0xe9: a problem is printable UTF-8`},
		{"no UTF-8 in a comment", "| é\xe9", `1:4: byte 0xe9: a problem is printable UTF-8`},
		{"byte order mark", "\ufeffa b", `1:1: character U+FEFF: a problem is printable UTF-8`},
		{"return within a line", "a b\rc", `1:4: character U+000D: a problem is printable UTF-8`},
	} {
		t.Run(bad.name, func(t *testing.T) {
			p, err := dlx.Read(strings.NewReader(bad.text), "q.dlx")
			assert.EqualError(t, err, "q.dlx:"+bad.err)
			assert.Nil(t, p)
		})
	}
}

func TestReadErrorsAreKept(t *testing.T) {
	broken := errors.New("broken")
	_, err := dlx.Read(io.MultiReader(strings.NewReader("a b\na"), iotest.ErrReader(broken)), "q.dlx")
	assert.ErrorIs(t, err, broken)
	assert.EqualError(t, err, "q.dlx:3:1: reading failed: broken")
}

func TestReadTakesWhatKnuthsProgramsTake(t *testing.T) {
	p := read(t, "| one\r\n\n \t| two \n  a b |x\ty\r\n\t| three\nb x:: a\n\na y x:|\n")
	assert.Equal(t, []string{"one", "two", "three"}, p.Comments)
	assert.Equal(t, 2, p.Primary())
	assert.Equal(t, 2, p.Secondary())
	assert.Equal(t, []dlx.Element{{Item: 1}, {Item: 2, Colour: 1}, {Item: 0}}, p.Option(0))
	assert.Equal(t, []dlx.Element{{Item: 0}, {Item: 3}, {Item: 2, Colour: 2}}, p.Option(1))
	assert.Equal(t, "x :|", p.ItemName(2)+" "+p.ColourName(1)+p.ColourName(2))

	p = read(t, "3|a 2:3|b 0:1|2 1|c | 3\na 2\n")
	for i, want := range [][2]int{{3, 3}, {2, 3}, {0, 1}, {1, 1}, {0, math.MaxInt}} {
		lo, hi := p.Multiplicity(i)
		assert.Equal(t, want, [2]int{lo, hi})
	}
	assert.Equal(t, "3|a 2:3|b 0:1|2 c | 3\na 2\n", written(t, p))

	p = read(t, "a b |")
	assert.Equal(t, [3]int{2, 0, 0}, [3]int{p.Primary(), p.Secondary(), p.Options()})
}

func TestWriteWritesTheText(t *testing.T) {
	p := dlx.NewProblem(2, 2)
	p.Comments = []string{"two lines", "at once", "", "  indented\t"}
	p.NameItem(0, "king")
	p.NameColour(2, "red")
	p.Add(el(3, 2), el(0, 0))
	p.Add(el(1, 0), el(2, 12), el(3, 0))
	assert.Equal(t, "| two lines\n| at once\n|\n|   indented\nking i1 | i2 i3\ni3:red king\ni1 i2:c i3\n", written(t, p))

	p = dlx.NewProblem(2, 0)
	p.Add(el(1, 0))
	assert.Equal(t, "i0 i1\ni1\n", written(t, p))
}

func TestWriteRefusesWhatTheTextCannotSay(t *testing.T) {
	assert.EqualError(t, dlx.NewProblem(0, 2).Write(io.Discard), "dlx: the text format cannot say that there is no primary item")
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteReturnsTheErrorOfTheWriter(t *testing.T) {
	assert.ErrorIs(t, dlx.NewProblem(1, 0).Write(brokenWriter{}), io.ErrClosedPipe)
}

func written(t require.TestingT, p *dlx.Problem) string {
	var b strings.Builder
	require.NoError(t, p.Write(&b))
	return b.String()
}

// same fails unless p and q agree in everything that can be asked.
func same(t require.TestingT, p, q *dlx.Problem) {
	require.Equal(t, [3]int{p.Primary(), p.Secondary(), p.Options()}, [3]int{q.Primary(), q.Secondary(), q.Options()})
	for i := range p.Primary() + p.Secondary() {
		require.Equal(t, p.ItemName(i), q.ItemName(i))
		lo, hi := p.Multiplicity(i)
		lo2, hi2 := q.Multiplicity(i)
		require.Equal(t, [2]int{lo, hi}, [2]int{lo2, hi2})
	}
	for o := range p.Options() {
		require.Equal(t, p.Option(o), q.Option(o))
		for _, e := range p.Option(o) {
			require.Equal(t, p.ColourName(e.Colour), q.ColourName(e.Colour))
		}
	}
	require.Equal(t, p.Comments, q.Comments)
}

func TestWrittenProblemsHaveTheSameCovers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := multiproblems(rt)
		if p.Primary() == 0 {
			return
		}
		want, _ := solve(t, p, dlx.Auto)
		got, _ := solve(t, read(t, written(rt, p)), dlx.Auto)
		require.Equal(rt, want, got)
	})
}

func FuzzRead(f *testing.F) {
	f.Add("| c\na b | x y\na x:1\nb x:1 y\n")
	f.Add("a |\n\n|  c \t\r\na\r\n")
	f.Add("p |q\np q::\np q:|\n\x00")
	f.Add("é \ufeff\n")
	f.Add("2:3|a 0:1|b 3|c |d\na b\n")
	f.Add("1|a :3|b 1:18446744073709551616|c\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := dlx.Read(strings.NewReader(text), "fuzz.dlx")
		if err != nil {
			require.Regexp(t, `^fuzz\.dlx:[1-9][0-9]*:[1-9][0-9]*: [^\n]+$`, err.Error())
			return
		}
		once := written(t, p)
		q, err := dlx.Read(strings.NewReader(once), "fuzz.dlx")
		require.NoError(t, err)
		same(t, p, q)
		require.Equal(t, once, written(t, q))
	})
}
