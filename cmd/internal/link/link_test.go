package link_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/cmd/internal/link"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// texts returns all puzzle files of testdata by name.
func texts(t testing.TB) map[string]string {
	found := map[string]string{}
	for _, family := range puzzle.Families() {
		names, err := filepath.Glob("../../../testdata/" + string(family) + "/*.txt")
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

// linkTo returns the link of a text.
func linkTo(t require.TestingT, text string) string {
	code, err := link.Encode(text)
	require.NoError(t, err)
	return code
}

// comesBack fails unless the link of a text has the same puzzle, title, author and labels.
func comesBack(t require.TestingT, content string) {
	code := linkTo(t, content)
	file, err := text.Read(strings.NewReader(content), "text", "")
	require.NoError(t, err, content)
	for _, written := range []string{code, link.Prefix + code, "https://example.org/page?x=1#" + code, " " + code + "\n"} {
		unpacked, err := link.Decode(written)
		require.NoError(t, err, content)
		back, err := text.Read(strings.NewReader(unpacked), "link", "")
		require.NoError(t, err, unpacked)
		require.Equal(t, file.Puzzle.String(), back.Puzzle.String())
		require.Equal(t, file.Notes, back.Notes)
		require.Equal(t, file.Solutions, back.Solutions)
	}
	require.Empty(t, strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"))
}

func TestEveryPuzzleComesBack(t *testing.T) {
	for _, text := range texts(t) {
		comesBack(t, text)
	}
	for _, text := range []string{
		"puzzle: hidoku\ntitle: May:  the first, second\nauthor: Ann\nlabels:\n Mo 1, , Über\n ##, 10:30, __\n=\nmoves: rook\n1,__,__\n##,__,__\n",
		"stones: one-sided tetrominoes + hexominoes + tetrominoes\nboard: 20x20\ngaps: any\n3 *, no turns\nB,W\n=\n* *, no flips\nX\n",
	} {
		comesBack(t, text)
	}
}

// TestRandomPuzzlesComeBack draws puzzles of every family and of all its variants.
func TestRandomPuzzlesComeBack(t *testing.T) {
	for name, draw := range map[string]func(t *rapid.T) puzzle.Puzzle{
		"plain":         puzzletest.Draw,
		"hidoku":        func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawVariant(t) },
		"lines":         func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawLines(t) },
		"draughtboards": func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawDraughtboardVariant(t) },
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { comesBack(t, draw(t).String()) })
		})
	}
}

// TestAnyTextComesBack changes nothing in header lines, and in rows only blanks and repetitions.
func TestAnyTextComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([a-z]{1,5}: [ -~äß–]{0,20}[!-~]\n){0,5}`).Draw(t, "text")
		back, err := link.Decode(linkTo(t, text))
		require.NoError(t, err)
		require.Equal(t, text, back)
	})
}

// TestBoardsFitIntoQRCodes makes codes of full boards of 10x10 cells with their rules.
func TestBoardsFitIntoQRCodes(t *testing.T) {
	for _, name := range []string{"seed-10x10.txt", "seed-10x10.solution.txt", "hopido-27.txt", "hexagon-3.txt", "seed-8x8.txt", "pentominoes-6x10.txt"} {
		text, found := texts(t)[name]
		require.True(t, found || strings.Contains(name, "solution"), name)
		code := linkTo(t, text)
		t.Logf("%s: %d characters", name, len(code))
		_, err := link.QRCode("https://example.org/crosscut/#" + code)
		assert.NoError(t, err)
	}
}

// TestOldLinksStay holds links that were once written. Another dictionary needs another name.
func TestOldLinksStay(t *testing.T) {
	for code, text := range map[string]string{
		"bM07lItY8WHslpSixPE8hqVIhIzEvBWILF6gMNOcCl5hcgAA": "puzzle: hidoku\nmoves: king\nsolutions: 1\nsource: drawn by hand\n1,_,_\n_,9,7\n_,5,_\n",
	} {
		assert.Equal(t, code, linkTo(t, text))
		back, err := link.Decode(code)
		require.NoError(t, err)
		assert.Equal(t, text, back)
	}
	dictionary, err := os.ReadFile("dictionary_b.txt")
	require.NoError(t, err)
	assert.Equal(t, uint32(0x153e8a8e), crc32.ChecksumIEEE(dictionary), "the dictionary b may not change")
}

// TestDamagedLinksAreRefused changes, removes and doubles each character, and exchanges
// neighbours.
func TestDamagedLinksAreRefused(t *testing.T) {
	const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	code := linkTo(t, texts(t)["seed-10x10.txt"])
	refused := func(text string) {
		if text == code {
			return
		}
		_, err := link.Decode(text)
		if assert.Error(t, err, text) {
			assert.NotContains(t, err.Error(), "\n")
		}
	}
	for i := range code {
		for _, char := range all {
			refused(code[:i] + string(char) + code[i+1:])
		}
		refused(code[:i] + code[i+1:])
		refused(code[:i] + code[i:i+1] + code[i:])
		refused(code[:i])
		if i > 0 {
			refused(code[:i] + "\n" + code[i:])
			refused(code[:i-1] + code[i:i+1] + code[i-1:i] + code[i+1:])
		}
	}
	for _, char := range all {
		refused(code + string(char))
	}
	for text, reason := range map[string]string{
		"":                                    "damaged",
		"b":                                   "damaged",
		"a-8cPLG4UHIIZGPx8BEkG7tiztAXEA":      `begins with "a"`,
		"c" + code[1:]:                        `begins with "c"`,
		code + "é":                            "damaged",
		code + "\x00":                         "damaged",
		"bAAAAAAAAAAAAA":                      "damaged",
		"%E0%A4%A":                            "damaged",
		strings.Repeat("b", link.MaxLength+1): "more than",
	} {
		_, err := link.Decode(text)
		assert.ErrorContains(t, err, reason)
	}
}

// sealed returns a link with a right check sum for any packed bytes.
func sealed(packed []byte) string {
	sum := crc32.Update(crc32.ChecksumIEEE([]byte("b")), crc32.IEEETable, packed)
	return "b" + base64.RawURLEncoding.EncodeToString(append([]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8)}, packed...))
}

// TestBombsAreRefused unpacks a link to more than any puzzle has, and texts that are too large.
func TestBombsAreRefused(t *testing.T) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	require.NoError(t, err)
	_, err = w.Write(bytes.Repeat([]byte("_,"), 20*link.MaxText))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	bomb := sealed(bytes.TrimSuffix(packed.Bytes(), []byte{0, 0, 0xff, 0xff}))
	require.Less(t, len(bomb), link.MaxLength)
	_, err = link.Decode(bomb)
	assert.ErrorContains(t, err, "unpacks to more than")

	packed.Reset()
	w.Reset(&packed)
	require.NoError(t, w.Close())
	whole := packed.Bytes() // of an empty text
	for _, wrong := range [][]byte{{1, 2, 3, 4, 5}, append(whole, 0), whole} {
		_, err = link.Decode(sealed(wrong))
		assert.ErrorIs(t, err, link.ErrDamaged, "%x", wrong)
	}
	_, err = link.Encode(strings.Repeat("1,2\n", link.MaxText/4+1))
	assert.ErrorContains(t, err, "the most for a link")
	_, err = link.Encode(noise(link.MaxText / 2))
	assert.ErrorContains(t, err, "a text whose link has")
}

// noise returns text that cannot be packed well.
func noise(length int) string {
	var text strings.Builder
	for state := uint32(1); text.Len() < length; {
		state = state*1664525 + 1013904223
		text.WriteByte('!' + byte(state>>24)%90)
	}
	return text.String()
}

// TestIs separates links from names of files.
func TestIs(t *testing.T) {
	for text, want := range map[string]bool{
		"crosscut:bB": true, "https://x.org/#bB": true, "file:///x#b": true,
		"a.txt": false, "-": false, "dir/a#b.txt": false, "./crosscut:x": false, "https://x.org/": false,
	} {
		assert.Equal(t, want, link.Is(text), text)
	}
}

// FuzzDecode reads any text as a link, and any bytes as packed with a right check sum.
func FuzzDecode(f *testing.F) {
	for _, text := range texts(f) {
		if len(text) < 2000 {
			f.Add(linkTo(f, text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, written := range []string{text, sealed([]byte(text))} {
			unpacked, err := link.Decode(written)
			if err != nil {
				continue
			}
			if len(unpacked) > link.MaxText {
				t.Fatalf("%q unpacks to %d bytes", written, len(unpacked))
			}
			once := again(t, unpacked)
			if twice := again(t, once); twice != once {
				t.Fatalf("%q became %q", once, twice)
			}
		}
	})
}

// again takes a text through a link.
func again(t *testing.T, text string) string {
	code, err := link.Encode(text)
	if err != nil {
		return text
	}
	back, err := link.Decode(code)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return back
}
