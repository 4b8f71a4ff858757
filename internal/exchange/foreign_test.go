package exchange_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/exchange"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

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
	} {
		e := read(t, "penpa", "https://swaroopg92.github.io/penpa-edit/#m=edit&p="+p, "")[0]
		content, err := os.ReadFile(filepath.Join("..", "..", "testdata", name+".txt"))
		require.NoError(t, err)
		want, err := text.Parse(string(content))
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
	content, err := os.ReadFile(filepath.Join("..", "..", "testdata", "draughtboard", "d04-0.txt"))
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
	content, err := os.ReadFile(filepath.Join("..", "..", "testdata", "hidoku", "zip-6x6-walls.txt"))
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
