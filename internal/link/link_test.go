package link_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/link"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// texts returns all puzzle files of testdata by name.
func texts(t testing.TB) map[string]string {
	found := map[string]string{}
	for _, pattern := range []string{"hidoku", "magic", "draughtboard"} {
		names, err := filepath.Glob("../../testdata/" + pattern + "/*.txt")
		require.NoError(t, err)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			if strings.Contains(string(text), "puzzle:") {
				found[filepath.Base(name)] = string(text)
			}
		}
	}
	require.Greater(t, len(found), 40)
	return found
}

// encode returns the link of a text, and the puzzle and headers in it.
func encode(t testing.TB, text string) (string, puzzle.Puzzle, []link.Header) {
	p, err := puzzle.Parse(text)
	require.NoError(t, err)
	headers := link.HeadersOf(text)
	code, err := link.Encode(p, headers)
	require.NoError(t, err)
	return code, p, headers
}

// TestEveryPuzzleComesBack writes and reads each puzzle of testdata with its header lines.
func TestEveryPuzzleComesBack(t *testing.T) {
	for name, text := range texts(t) {
		code, p, headers := encode(t, text)
		for _, written := range []string{code, link.Prefix + code, "https://example.org/page?x=1#" + code, " " + code + "\n"} {
			back, backHeaders, err := link.Decode(written)
			require.NoError(t, err, name)
			assert.Equal(t, p.String(), back.String(), name)
			assert.Equal(t, headers, backHeaders, name)
		}
		again, err := puzzle.Parse(link.Text(p, headers))
		require.NoError(t, err, name)
		assert.Equal(t, p.String(), again.String(), name)
	}
}

// TestSampleIsShort measures the link of the 10x10 sample.
func TestSampleIsShort(t *testing.T) {
	text := texts(t)["seed-10x10.txt"]
	code, p, _ := encode(t, text)
	bare, err := link.Encode(p, nil)
	require.NoError(t, err)
	t.Logf("%d characters, %d without header lines: %s", len(code), len(bare), code)
	assert.Less(t, len(code), 120)
	assert.Less(t, len(bare), 70)
	assert.Empty(t, strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"))
}

// TestVersionAStays holds links that were once written.
func TestVersionAStays(t *testing.T) {
	for code, text := range map[string]string{
		"a-8cPLG4UHIIZGPx8BEkG7tiztAXEA":     "puzzle: hidoku\nmoves: king\nsolutions: 1\nsource: drawn by hand\n 1,__,__\n__, 9, 7\n__, 5,__\n",
		"aGRVm-GkCYUH":                       "puzzle: hidoku\nmoves: hex\n##,__,1\n__,4,__\n",
		"azEEyfnhuxcY0XgAGJ03fBdN30f5AK_0gA": "puzzle: magic\nnumbers: 0..8\nsum: 13\ndiagonals: no\nsource: Ä. B. (2015)\n__,6,__\n__,__,__\n3,__,__\n",
		"a4PwFpSrURfCRfAh-Xg":                "puzzle: draughtboard\nboard: 5x2\ncorner: W\nflips: no\nsolutions: 2\nB,W,B,W\nW,_,_,_\n=\nX,X,X,X\nX,_,_,_\n",
		"aK9SYJW0OIj_R8_fQ":                  "puzzle: draughtboard\nboard:\nB,W,B\nW,#,W\nB,W,B\n=\nB,X,B\n=\nW\n=\nB,W,B\n=\nW\n",
	} {
		got, p, headers := encode(t, text)
		assert.Equal(t, code, got)
		back, backHeaders, err := link.Decode(code)
		require.NoError(t, err)
		assert.Equal(t, p.String(), back.String())
		assert.Equal(t, headers, backHeaders)
	}
}

// TestDamagedLinksAreRefused changes, removes and doubles each character, and exchanges
// neighbours.
func TestDamagedLinksAreRefused(t *testing.T) {
	const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	code, _, _ := encode(t, texts(t)["seed-10x10.txt"])
	refused := func(text string) {
		if text == code {
			return
		}
		_, _, err := link.Decode(text)
		assert.Error(t, err, text)
	}
	for i := range code {
		for _, char := range all {
			refused(code[:i] + string(char) + code[i+1:])
		}
		refused(code[:i] + code[i+1:])
		refused(code[:i] + code[i:i+1] + code[i:])
		refused(code[:i])
		if i > 0 {
			refused(code[:i-1] + code[i:i+1] + code[i-1:i] + code[i+1:])
		}
	}
	for _, tail := range all {
		refused(code + string(tail))
	}
	for text, reason := range map[string]string{
		"":                                    "damaged",
		"a":                                   "damaged",
		"b" + code[1:]:                        "version",
		code + "é":                            "damaged",
		code + "\x00":                         "damaged",
		"aAAAAAAAAAAAAA":                      "damaged",
		strings.Repeat("a", link.MaxLength+1): "more than",
	} {
		_, _, err := link.Decode(text)
		assert.ErrorContains(t, err, reason)
	}
}

// TestHeadersThatNoFileHas are refused when a link is written.
func TestHeadersThatNoFileHas(t *testing.T) {
	p, err := puzzle.Parse("puzzle: hidoku\n1,_\n_,_\n")
	require.NoError(t, err)
	for _, h := range []link.Header{{"source", "a\nb"}, {"source", " a"}, {"moves", "rook"}, {"nonsense", "1"}, {"solutions", "many"}, {"so:urce", "x"}} {
		_, err := link.Encode(p, []link.Header{h})
		assert.Error(t, err, "%q", h)
	}
	_, err = link.Encode(p, []link.Header{{"source", "Größe: 1,5 – 2015-07-01, 100 % “ÄÖ” 00A7z"}})
	assert.NoError(t, err)
	_, err = link.Encode(p, []link.Header{{"labels", "a,b,c\n"}})
	assert.Error(t, err)
	_, err = link.Encode(nil, nil)
	assert.Error(t, err)
	_, err = link.Encode(&puzzle.Hidoku{}, nil)
	assert.Error(t, err)
}

// TestLabelsComeBack takes labels through a link.
func TestLabelsComeBack(t *testing.T) {
	code, p, headers := encode(t, "puzzle: hidoku\ntitle: May: the first week\nauthor: Ann\nlabels:\n Mo 1, , Über\n ##, 10:30, =\n=\nmoves: rook\n1,__,__\n##,__,__\n")
	assert.Equal(t, []link.Header{{"title", "May: the first week"}, {"author", "Ann"}, {"labels", "Mo 1,_,Über\n#,10:30,=\n"}}, headers)
	back, backHeaders, err := link.Decode(code)
	require.NoError(t, err)
	assert.Equal(t, headers, backHeaders)
	file, err := puzzle.Read(strings.NewReader(link.Text(back, backHeaders)), "link", "")
	require.NoError(t, err)
	assert.Equal(t, p.String(), file.Puzzle.String())
	assert.Equal(t, []string{"Mo 1", "", "Über", "", "10:30", "="}, file.Labels)
}

// TestIs separates links from names of files.
func TestIs(t *testing.T) {
	for text, want := range map[string]bool{
		"crosscut:aB": true, "https://x.org/#aB": true, "file:///x#a": true,
		"a.txt": false, "-": false, "dir/a#b.txt": false, "./crosscut:x": false, "https://x.org/": false,
	} {
		assert.Equal(t, want, link.Is(text), text)
	}
}

// TestRandomPuzzles writes and reads random puzzles and sources.
func TestRandomPuzzles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		headers := []link.Header{{"source", strings.TrimSpace(rapid.StringMatching(`[ -~äß–]{0,20}`).Draw(t, "source"))}}
		code, err := link.Encode(p, headers)
		if err != nil {
			t.Fatal(err)
		}
		back, again, err := link.Decode(code)
		if err != nil || back.String() != p.String() || again[0] != headers[0] {
			t.Fatalf("%v: %q became\n%v", err, p, back)
		}
	})
}

// FuzzDecode reads any text as a link, with a right check sum and without.
func FuzzDecode(f *testing.F) {
	for _, text := range texts(f) {
		if len(text) < 2000 {
			code, _, _ := encode(f, text)
			f.Add(code)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, written := range []string{text, link.Checked(text)} {
			p, headers, err := link.Decode(written)
			if err != nil {
				continue
			}
			again, err := link.Encode(p, headers)
			if err != nil || again != link.Of(written) {
				t.Fatalf("%q became %q: %v", written, again, err)
			}
		}
	})
}

// TestDraughtboardVariantsComeBack writes and reads random draughtboards with counts, gaps and
// restrictions, and some with sets of stones.
func TestDraughtboardVariantsComeBack(t *testing.T) {
	comesBack := func(t require.TestingT, p puzzle.Puzzle) {
		code, err := link.Encode(p, nil)
		require.NoError(t, err, "%s", p)
		back, _, err := link.Decode(code)
		require.NoError(t, err, "%s", p)
		require.Equal(t, p.String(), back.String())
	}
	rapid.Check(t, func(t *rapid.T) { comesBack(t, puzzletest.DrawDraughtboardVariant(t)) })
	for _, text := range []string{
		"stones: pentominoes\nboard: 10x6\n",
		"stones: one-sided tetrominoes + hexominoes + tetrominoes\nboard: 20x20\ngaps: any\n3 *, no turns\nB,W\n=\n* *, no flips\nX\n",
		"puzzle: pentominoes\nboard: 8x8\ngaps: 4\n",
	} {
		p, err := puzzle.Parse(text)
		require.NoError(t, err)
		comesBack(t, p)
	}
}

// TestVersionAOfVariantsStays holds links of draughtboards with counts that were once written.
func TestVersionAOfVariantsStays(t *testing.T) {
	p, err := puzzle.Parse("stones: tetrominoes\nboard: 6x6\ncorner: B\ngaps: 0..3\n2..* *, no flips\nB,W,B\nW,_,_\n")
	require.NoError(t, err)
	code, err := link.Encode(p, nil)
	require.NoError(t, err)
	assert.Equal(t, "atW05bTG6iJJ5rxg", code)
}
