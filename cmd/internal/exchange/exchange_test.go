package exchange_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/cmd/internal/exchange"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// read reads a text that must be fine.
func read(t testing.TB, form, text, family string) []*exchange.Entry {
	t.Helper()
	entries, err := exchange.Read(form, strings.NewReader(text), "text", family)
	require.NoError(t, err, "%s: %s", form, text)
	return entries
}

// entryOf returns a puzzle to write.
func entryOf(name string, p puzzle.Puzzle) *exchange.Entry {
	return &exchange.Entry{File: text.File{Name: name, Puzzle: p}}
}

// normal returns a text for comparing puzzles. It forgets how stones lie, their order, and the
// corner of a board without colours.
func normal(p puzzle.Puzzle) string {
	d, ok := p.(*puzzle.Draughtboard)
	if !ok {
		return p.String()
	}
	var stones []string
	for i, s := range d.Stones() {
		var versions []string
		for _, v := range s.Versions(true) {
			versions = append(versions, v.String())
		}
		stones = append(stones, fmt.Sprintln(slices.Min(versions), d.Least(d.Kinds()[i]), "of the kind are used at least"))
	}
	slices.Sort(stones)
	corner := puzzle.Black
	if d.Setup().Corner == puzzle.White {
		corner = puzzle.White
	}
	if !slices.ContainsFunc(stones, func(s string) bool { return strings.ContainsAny(s, "BW") }) {
		corner = puzzle.AnyColour
	}
	return d.Board().Draw(func(c int) string { return string(rune(d.ColourAt(c, corner))) }) + fmt.Sprintln(d.Gaps()) + strings.Join(stones, "=\n")
}

// exact are the forms that keep the text of a puzzle as it is. The others turn stones and
// change their order.
var exact = []string{"csv", "janko", "kudamono", "penpa", "link"}

// comesBack writes an entry in every form that can express it, and reads it again. It
// returns the forms.
func comesBack(t require.TestingT, e *exchange.Entry) (forms []string) {
	for _, form := range exchange.Names() {
		text, _, err := exchange.Write(form, []*exchange.Entry{e})
		if err != nil {
			require.ErrorContains(t, err, "cannot express", "%s", e.Name)
			continue
		}
		back, err := exchange.Read(form, strings.NewReader(string(text)), "text", "")
		require.NoError(t, err, "%s, %s:\n%s", e.Name, form, text)
		require.Len(t, back, 1)
		if slices.Contains(exact, form) {
			require.Equal(t, e.Puzzle.String(), back[0].Puzzle.String(), "%s, %s:\n%s", e.Name, form, text)
		}
		require.Equal(t, normal(e.Puzzle), normal(back[0].Puzzle), "%s, %s:\n%s", e.Name, form, text)
		if s := back[0].Solution; s != nil {
			require.NoError(t, back[0].Puzzle.Check(s), "%s, %s", e.Name, form)
		}
		again, _, err := exchange.Write(form, back)
		require.NoError(t, err)
		third, err := exchange.Read(form, strings.NewReader(string(again)), "text", "")
		require.NoError(t, err)
		require.Equal(t, normal(back[0].Puzzle), normal(third[0].Puzzle))
		forms = append(forms, form)
	}
	return forms
}

// TestEveryPuzzleComesBack takes the puzzles of testdata through every form that can express
// them.
func TestEveryPuzzleComesBack(t *testing.T) {
	count := map[string]int{}
	for _, file := range append(puzzletest.Files(t, "testdata/*"), puzzletest.Files(t, "testdata/published/*")...) {
		e := entryOf(file.Name, file.Puzzle)
		e.Source = "a & b, <c>; 100 %: d"
		e.Solution, e.Only = solved(t, file.Puzzle)
		for _, form := range comesBack(t, e) {
			count[form]++
		}
	}
	t.Log(count)
	for form, least := range map[string]int{
		"csv": 55, "janko": 25, "kudamono": 13, "penpa": 55, "letters": 7, "burrtools": 9, "link": 55,
		"linkedin": 43,
	} {
		assert.GreaterOrEqual(t, count[form], least, form)
	}
}

// solved returns a solution, and whether it is the only one.
func solved(t testing.TB, p puzzle.Puzzle) (puzzle.Solution, bool) {
	found, err := crosscut.First(context.Background(), crosscut.Native, p, 2, new(meter.Meter))
	require.NoError(t, err)
	if len(found) == 0 {
		return nil, false
	}
	return found[0], len(found) == 1
}

// TestRandomPuzzlesComeBack does the same with random puzzles.
func TestRandomPuzzlesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p puzzle.Puzzle = puzzletest.DrawVariant(t)
		if rapid.Bool().Draw(t, "plain") {
			p = puzzletest.Draw(t)
		}
		e := entryOf("random", p)
		if solutions := puzzletest.Brute(p); len(solutions) > 0 {
			e.Solution, e.Only = solutions[0], len(solutions) == 1
		}
		comesBack(t, e)
	})
}

// TestSeveralPuzzles are written and read together, where a form allows that.
func TestSeveralPuzzles(t *testing.T) {
	var entries []*exchange.Entry
	for _, file := range puzzletest.Files(t, "testdata/hidoku")[:3] {
		p, ok := file.Puzzle.(*puzzle.Hidoku)
		require.True(t, ok)
		p, err := puzzle.HidokuRules{Moves: puzzle.King}.New(p.Board(), p.Clues())
		require.NoError(t, err)
		entries = append(entries, entryOf(file.Name, p))
	}
	for _, form := range []string{"csv", "janko", "kudamono", "penpa", "link"} {
		text, _, err := exchange.Write(form, entries)
		require.NoError(t, err, form)
		back := read(t, form, string(text), "")
		require.Len(t, back, len(entries), form)
		for i, e := range back {
			assert.Equal(t, entries[i].Puzzle.String(), e.Puzzle.String(), form)
		}
	}
	_, _, err := exchange.Write("burrtools", entries)
	assert.ErrorContains(t, err, "one puzzle")
}

// TestHeadersWithoutAPlaceAreNamed asks which header lines a form leaves out.
func TestHeadersWithoutAPlaceAreNamed(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\n1,_\n_,_\n")
	require.NoError(t, err)
	e := entryOf("p", p)
	e.Solutions.Count, e.Source = big.NewInt(6), "me"
	for form, want := range map[string][]string{"csv": nil, "link": nil, "janko": {"solutions"}, "kudamono": {"solutions", "source"}} {
		_, left, err := exchange.Write(form, []*exchange.Entry{e})
		require.NoError(t, err)
		assert.Equal(t, want, left, form)
	}
}

// TestCSVOfSpreadsheets reads the same board with each separator, in quotes, with a byte
// order mark, and with the fields that a spreadsheet adds at the ends of rows.
func TestCSVOfSpreadsheets(t *testing.T) {
	const want = "puzzle: hidoku\nmoves: rook\n 1,__,__\n__, 5,##\n"
	for _, text := range []string{
		"1,,\n,5,#\n",
		"\ufeff1;;\r\n;\"5\";#\r\n",
		"1\t\t\n\t5\t##",
		"puzzle: numbrix,,\n# a comment,,\n1,?,?\n?,5,#\n",
		"\"puzzle: numbrix\";;\n\"solutions: 1\";;\n1;;\n;5;#\n",
		"1 _ _\n_ 5 #\n",
	} {
		assert.Equal(t, want, read(t, "csv", text, "numbrix")[0].Puzzle.String(), text)
	}
	for _, text := range []string{"title:,Monday,\n1,,\n,9,7\n,5,\n", "title: Monday;;\n1;;\n;9;7\n;5;\n", "title:\tMonday\t\n1\t\t\n\t9\t7\n\t5\t\n"} {
		assert.Equal(t, "Monday", read(t, "csv", text, "hidoku")[0].Title, text)
	}
	stones := read(t, "csv", "board: 3x2,,,\nX,X,,\n,X,,\n=,,,\nX,,,\nX,,,\nX,,,\n", "")[0]
	assert.Equal(t, "puzzle: draughtboard\ncorner: any\nflips: yes\nboard: 3x2\nX,X\n_,X\n=\nX\nX\nX\n=\n", stones.Puzzle.String())
}

// TestForeignAndZeroPuzzles are refused by every form.
func TestForeignAndZeroPuzzles(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	foreign["nil"], foreign["zero"] = nil, &puzzle.Hidoku{}
	for name, p := range foreign {
		for _, form := range exchange.Names() {
			assert.NotPanics(t, func() {
				if _, _, err := exchange.Write(form, []*exchange.Entry{entryOf(name, p)}); form == "link" {
					assert.Error(t, err, name)
				}
			}, "%s %s", name, form)
		}
	}
}

// The texts of this file were made by the other programs themselves, or read by them.

// TestAddressesOfPenpa reads addresses that penpa-edit 3.2.3 has written in a browser, after
// it had loaded our address of the same puzzle.
func TestAddressesOfPenpa(t *testing.T) {
	for name, p := range map[string]string{
		"hidoku/king-3x3-empty": "7ZRLT+MwEMfv/RRWpD1hQR6UTSNxCH3AoqVQKMtCVCE3cRuDGxfboSWI747tsmqTBq67h5Xj0eQ3zszU9r/iKUccQ08PH9rQ0aPpmunu68f+GEMiKQ4ADHOZMq6chHAcS5yAEzQjVLKM" +
			"oAzMkUwFYBMgUwy8pQceSTYFU47m6Te3DeSCxBicd39cgdCzfcdtwROSIMkCsOBEYvNZls/GmAvgAMlACwimKJIgZpnAcS7J83qJZHmc7oJhil9WPhi/AAQESTBgXHkx4xnmu/C814MT" +
			"RAWGp7cPR53HcNENf+817zzvuj/ZeegMrh+Sm1/OwCZ73O5TPzu76BzRnePi7iwNn3EXH1wIFqcUowQVdzenS5r1/Gk6cdqnadufoMwWT/6w9Xw0ODxsRB97Nmq8FsdBZDkWtFw1HWsE" +
			"izB4Lc6Cog+L/irkjKA1y6kkMaOMWwpq9gaLwdZKaF2qFPWrW0ExeFMFvSBSVdrBq2KXKsO9eleuv3av1+6+WdYxn/SM7xp7YMhP43eN/W5I3/iOsU1DbGOvDLk1dmjIjfL/uXYi58Dc" +
			"8ObajhqROiZLMHovcj5BMb7HSxRLK1hdl81Iia2uYAlRxuaUZHUZ/oRKkEwzxnFtSEOcTD9LpUM1qcaMJ5WeFojS8m8xii+hmPCYlpHkpPSOOGeLEpkppZfAGEn1DyFSMi9nwlllMyUq" +
			"t4geUaXabL0dbw1raZkZedCF3l/QlC5u/1fW1+2Yc2P8CxGtg1VcIyVFv1DTRrSOfyKcjWiVb6lEN7stFEVrtKJoVS4KbStGwS3RKPaJbnTWqnR0V1X16FJbAtKlNjUUjRrv",
		"hidoku/gk09holes-min-1": "zZVtb9s2EMff+1MQeluhFSXrwRr6wnnqECxe3SXLGsMIGJm2lMpiSlFxJiPfvcdTBlGyUmDAsBayiPPvjndH0n+6/Foxye0JPF5kOzaFx4scfKOx/jgvz2Wmch4Te1qpVEgwNrzgkim+" +
			"+oUkoirAIHd/E7UT5EGKjWTbkqiUKVKmUIEUQqVZsSG7TKXAs5KIgtu/ZiumREx2MlMcMMRV2zsuS0KJEiQMSSmaLIkoSp5UKntsY5SokvQtuUw51NW2boCRMltxIiRYiZDQ41v797Mz" +
			"e83yktvnn++PTr5Md6fTv975N553NVu/uT+ZX92vrv+kcyd7J51ZHhUXH0+O8jcf6puLdPrIT3nwsRRJmnO2YvXN9flTXpxFm3RNj8/T42jNCqf8Gl1OHo/m79+PFi87thzt6w/xwqKW" +
			"bbnwUmtp19N4X1/E9cyuZ42LLm1rW+UqS0QupAVQs2e7nh9E2tYnSDEcPYnr+TMU9OIFVDmO98A+QYZb+A5m1JpXrTnGsBOccoa2i2OA5De0T3EMkcziveU5uqoXYj96SZbnIjGAp8HY" +
			"AIEGUQvGOAXGlviamCBEEBgk0mTSAn+MWYxCPoa4RkyAacZGmmCC7RqzQsxDjeIR1cRvNr0huCZYWUuw48A3CFanRswEZ/mOQbB6YMRQB1sMjRYpbTrqIJwYGvtO3Sa70QF1cWJgFKQu" +
			"pqfmRA9bD82oMR4rFHlBcOYUT97Hk3dw/APJZxwvkVyD/X/87P5VOws3wnvMfPxB4qKlx2H/f55jOVrAtWCVIr8tK7lmCb/lTyxRVtxcT6anw5orr4NyIR7yrBjK8I+rA7NNISQfdGnI" +
			"V5vXUmnXQKo7IVe9nnYsz7trwf+XDkoymeRdpGTW+c6kFLsO2TKVdsAdU/B/VKbZQzcTL3qbqVi3RfaF9apt2+14HllPFr4LD87U+wF3uC7u/GyS+tnawXMT8jsiap19PCAloN9Rk+Ed" +
			"4q8Ix/D2+YFKdLOHQgE6oBWgfbkAOlQMwAPRAHtFNzprXzq6q756dKkDAelSpoYWy9E3",
		"magic/n3-m1": "zZRvTyI/EMef8yqaTe6Rzbl/xMO9+ABBTMzBTzw9TzfElKXsVkurbRd0ie/d2eIFdllN7snvTGkz/cwwMy39oh8zoigOitHCLvaK0fTt9PeKj/s2LpjhNES4nZlUKjASKqgihk6+o1hm" +
			"Agw0fkZmIdGDkokiM41MSgzSKVRAQpqUiQQtmEmBM42koLhPEhajVRMhWihmKDghOpuNqdLIQ0aiA6TlKhWdU/WMlFx88Ttvm1jybCYQEVAdSqAJI4kUhGuUkvkqmc5myGt+xf/1engK" +
			"HopPr++OuvftxXH7927zJgguB9Odu+7w8m5y9csbumxXuQPeEv2z7hHfOclv+ml7To/p/pmWccopmZD85ur0iYteK0mnXuc07bSmRLj6sXVxMD8aHh42ord7GzWW+UkYOZ6DHR+m54xw" +
			"3g6XeT/MBzgfrFzeCDuzjBsGx5HKAViwF5wPtyKxcw4p6qMPwnz4AgWDMIIqnXAJ7Bwy3MIezNbavFybezasa7/Ss7Zv131Lflj72K7fLBmES8dvFlUD2w6cCHyejWjaCNeuPy25tuuF" +
			"JVdg/x/t/VU7kbdvX31zvY4aEfxsjpb8VmdqSmJ6S59IbJxw9Xw2PSW2erYlxKV84EzUZfjjKkGWCKlorauAdJK8l6pw1aQaSzWp9LQgnJfPYgVYQjFTMS8jo1hpTxQosURmxKQlMCYG" +
			"/jV0yh7KmaioXKYh5RbJPalUm62v46XhPDl2RgH2cfAPNFYUdz/bU/5s7djfTaoPRLR2VnGNlIB+oKYNbx1/Rzgb3irfUknR7LZQgNZoBWhVLoC2FQNwSzTA3tFNkbUqnaKrqnqKUlsC" +
			"KkptaigaNV4B",
		"hidoku/zip-6x6-walls": "zZTxb9o4FMd/56+wLJ3uh1kdSUiOpdoPFMq0auXGjl6vRKgyiSEuIWa2U3pB/d/3bOhCgE66k043Bcw3n+e892zytfpaUMlIAJfXJk3iwOUGgf36vvk0d9eI64yFiHQKnQoJ4hPPFyz5mP+q0Jivfn" +
			"G7KC+WUyaR45wjnTKkRFZoLnJEFeIwIs2URmIGalVMMx6bGY9MnqNYFLlmCZr+DTHFYpEnaCXFXNIlgdwhSiRdI5EzlHEYdCpFMU8RzTK0XYBCMymWSPEEosL+nqGPGi0Z08o2s+3NNgK3XCIhEybP" +
			"0AhiNmkshVKQKBcwgccLxJI5OyO/9/tkRjPFyNXdw0Vv0Vlfdv56648972Ywe/PQG948JLd/OsMmfyubg6ydX3/uXWRvPpTj67TzyC5Z8FmJOM0YTWg5vr16yvJ+e57OnO5V2m3PaN5UX9ujd48Xw/" +
			"fvG9FusyeNTfkhjLCDCXbh6+AJKTvhprwOywEpB9uQMyF4WWSaxyITEgM07JmUw6OZBH+BFKdnvwvL4TMU9MIIqnTDDbAvkOEe7kG2K3lTyZad1rOP9K127RhY8snqy3CDHdcljuvh0IVVuB7oVqW9" +
			"HfdAt3a61QLt77QPOqi0v+PwVjqB0VDkN1twAKU8IBH2MbzKdsOwB49G2KtAC2pHuFUBkzAyO/wCAujC7th3YB8JXgAUdOzafFu2acc/LLmz48iSW9D/1Zbur/kftROZv+L7BVv4b/WkEcELisG896" +
			"qQMxqze/ZEY43DrVH2IzW29WANZUKsjP1OZHgJ1SCf50KykyEDjWdfSWVCJ1JN7TlQC6zhXKmvxZ4xNRRzGWd1pCWv3VMpxbpGllSnNTClGg5VlfJVPRPLDzZT03qLdEEPqi2r7Xhu4Cdsv5FHXOL9" +
			"D6eJKd782Qzws7Vj/zchf2CiKniIT1gJ6A/ctBc9xV8xzl70kB+5xDR7bBSgJ7wC9NAugI4dA/DINMBe8Y3Jemgd09Whe0ypIwOZUvseiiaNbw==",
		"puzzle: numbrix\nclosed: yes\nwalls: r3c3-r3c4\nlinks: r1c1-r1c2\nunlinked: r2c2-r3c2\n1,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n": "zZRhT/I6FMff8ymaJfeVzXUbwjOW+AJBTMyVRxSvVxdCylZctazaFsERv7unBQMb03c3jxnbut85/Z9Tuv/Uy5xIio/gqAfYxZ45WnCHs940P3dzDJnmNES4PdepkDDA/flsItkyRAvJNEU6pSgDRK" +
			"VCHtICeU2kBGCiUSwyReO5Zq/bHC3mcfo3Gqb0bT1GkzdEkGIJtRRxovQme51AYRLwKZNKb1JYRlEshVIQy0wxFj8hmjyARIdyrtCEGkHQnXACoYSRmcgSNBWciwWiBMoKEJV7+YvULOozPxEgryum" +
			"/eV3Yy4UTUL0RhX+3evhKeGK4vO7x5PuU3tx2v7vsHFfr9/0pweP3cHNY3L7rzdw2aF0+zzILi67J/zgLL+/SNuv9JQ2L5WIU05JQvL72/Mlz3rBQzr1OudpJ5iSzFUvwbD1ejI4Pq5Fm70Z1Vb5WR" +
			"g5noMdH07PGeG8Ha7yizDv47y/Dnkj7MzmXLNYcCEdgIa943ywl4mdK5Cozm6F+eAdCtbDCKp0whWwK1AYwzMMg+3wZjs8smldO6Vnx769Ni35x45Pw5XT8rHnuk7ow/MvG+sD9QJTf90YrA1inp3R" +
			"sBmuvV5bcmeyGw1Ih9TN3o2vrx3sw3J8D5QjvxyAaUMrcQsS/9fKdtfzff+ldiIvWJsSN6rvo1oE++8owcdqLqckpmO6JLF2wvV7uBspsLWzCogL8WwsVaHwGSpA9pAJSStDBhoffiFlQhVSEyGTUk" +
			"8LwnlxLfaTVUAxkzEvIi1Z4ZlIKRYFMiM6LYAJ0fCJUyl7LirRrPRnalJskTyRUrXZ9u94rzlLx55RHfu4/gfMaoq7P+3F/mnt2H0T8hsTbYNlXGEloN+4aSdaxb8wzk60zPdcYprdNwrQCq8ALdsF" +
			"0L5jAO6ZBtgXvjGqZeuYrsruMaX2DGRK7XooGtU+AA==",
	} {
		e := read(t, "penpa", "https://swaroopg92.github.io/penpa-edit/#m=edit&p="+p, "")[0]
		content := name
		if !strings.Contains(name, "\n") {
			file, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", name+".txt"))
			require.NoError(t, err)
			content = string(file)
		}
		want, err := text.Parse(content)
		require.NoError(t, err)
		assert.Equal(t, want.String(), e.Puzzle.String(), name)
		assert.Empty(t, e.Left, name)
	}
}

// TestAddressesOfKudamono reads addresses that cspuz_core writes and reads. The first is in
// its own tests. It has read the second, an older form, as the third.
func TestAddressesOfKudamono(t *testing.T) {
	e := read(t, "kudamono", "https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku", "")[0]
	assert.Equal(t, "puzzle: hidoku\nmoves: king\n 4,__,__,11\n__,__,__,__\n__, 6,##, 1\n", e.Puzzle.String())
	older := read(t, "kudamono", "https://pedros.works/paper-puzzle-player?W=13&H=12&L=(4)2(6)1x3(1)3(11)2(99)40x30&G=hidoku", "")[0]
	newer := read(t, "kudamono", "https://pedros.works/paper-puzzle-player?W=14x13&L=x3(1)3(11)2(4)2(6)1x26(99)115&G=hidoku", "")[0]
	assert.Equal(t, newer.Puzzle.String(), older.Puzzle.String())
}

// TestFilesOfBurrTools holds a file that BurrTools 0.6.3 has read. It finds 9 assemblies, and
// this board has 36 solutions and 4 symmetries.
func TestFilesOfBurrTools(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "draughtboard", "d04-0.txt"))
	require.NoError(t, err)
	want, err := text.Parse(string(content))
	require.NoError(t, err)
	written, _, err := exchange.Write("burrtools", []*exchange.Entry{entryOf("d04-0", want)})
	require.NoError(t, err)
	assert.Contains(t, string(written), `<voxel x="4" y="4" z="1" type="0">#1#2#1#2#2#1#2#1#1#2#1#2#2#1#2#1</voxel>`)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err = z.Write(written)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	for _, content := range []string{string(written), packed.String()} {
		assert.Equal(t, normal(want), normal(read(t, "burrtools", content, "")[0].Puzzle))
	}
}

// TestZipsOfLinkedIn reads number 11, whose solution a public solver has in a test, as LinkedIn's
// page gets it: within an answer, and with walls that both squares name.
func TestZipsOfLinkedIn(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "hidoku", "zip-6x6-walls.txt"))
	require.NoError(t, err)
	want, err := text.Parse(string(content))
	require.NoError(t, err)
	zip := `{"gridSize":6,"orderedSequence":[25,21,10,14,9,26],"walls":[{"cellIdx":1,"direction":"DOWN"},{"cellIdx":8,"direction":"UP"},
		{"cellIdx":7,"direction":"RIGHT"},{"cellIdx":13,"direction":"RIGHT"},{"cellIdx":15,"direction":"WallDirection_DOWN"},{"cellIdx":2,"direction":"DOWN"},
		{"cellIdx":16,"direction":"DOWN"},{"cellIdx":21,"direction":"RIGHT"},{"cellIdx":28,"direction":"LEFT"}],"wallHints":[]}`
	e := read(t, "linkedin", `{"included":[{"gamePuzzle":{"trailGamePuzzle":`+zip+`}}]}`, "")[0]
	assert.Equal(t, want.String(), e.Puzzle.String())
	assert.Equal(t, []string{"wallHints"}, e.Left)
	written, _, err := exchange.Write("linkedin", []*exchange.Entry{e})
	require.NoError(t, err)
	assert.Equal(t, want.String(), read(t, "linkedin", string(written), "")[0].Puzzle.String())
	small := `{"gridSize":2,"orderedSequence":[0,2],"solution":[0,1,3,2]}`
	assert.Equal(t, puzzle.Solution{1, 2, 4, 3}, read(t, "linkedin", small, "")[0].Solution)
}

// TestPagesOfJanko reads texts as other programs have found them on pages of janko.at. One
// page prints its solution twice in one section; a second section is refused.
func TestPagesOfJanko(t *testing.T) {
	page := "<script>\n[begin]\r\npuzzle hidoku\r\nauthor A. B.\nsize 2\n[problem]\n1 -\n- 4\n[solution]\n1 2\n3 4\n[end]\n</script>"
	e := read(t, "janko", page, "")[0]
	assert.Equal(t, "puzzle: hidoku\nauthor: A. B.\nmoves: king\n 1,__\n__, 4\n", e.Text())
	assert.Equal(t, puzzle.Solution{1, 2, 3, 4}, e.Solution)
	_, err := exchange.Read("janko", strings.NewReader(strings.Replace(page, "3 4", "4 3", 1)), "page", "")
	assert.ErrorContains(t, err, "not a solution")
}
