package exchange

import (
	"bytes"
	"strings"
	"testing"

	"crosscut/internal/base"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Forms that cannot say a rule refuse it by its name.
func TestVariantsAreRefusedByName(t *testing.T) {
	names := map[string]string{
		"moves: knight": "moves: knight", "torus: yes": "torus", "closed: yes": "closed", "order: r1c1 r2c2": "order", "clues: order": "clues: order",
	}
	for _, rule := range base.Fields[[][2]int](new(puzzle.HidokuRules)) {
		header := rule.Name
		pair := map[bool]string{true: "r1c1-r3c3", false: "r1c1-r1c2"}[header == "bridges"]
		names[header+": "+pair] = header
	}
	for lines, name := range names {
		p, err := text.Parse("puzzle: hidoku\n" + lines + "\n1,_,_\n_,_,_\n_,_,2\n")
		require.NoError(t, err, lines)
		for _, form := range []string{"janko", "kudamono"} {
			if form == "kudamono" && name == "walls" { // see TestKudamonoDrawsWalls
				continue
			}
			_, _, err := Write(form, []*Entry{{File: text.File{Name: "text", Puzzle: p}}})
			assert.EqualError(t, err, "text: "+form+" cannot express a puzzle with "+name)
		}
	}
}

// Walls are lines in an address of Kudamono. The first lines are those that a test of semiexp/cspuz_core reads as these
// borders.
func TestKudamonoDrawsWalls(t *testing.T) {
	const lines = "9UL3UU9RURR1U4U5R"
	back, err := Read("kudamono", strings.NewReader("https://"+kudamonoPages[0]+"W=6x5&L=&SIE="+lines+"&G=hidoku"), "text", "")
	require.NoError(t, err)
	p := back[0].Puzzle.(*puzzle.Hidoku)
	assert.Contains(t, p.String(), "walls: r1c1-r2c1, r1c3-r1c4, r1c5-r2c5, r1c6-r2c6, r2c1-r2c2, r2c4-r2c5, r2c4-r3c4, r3c4-r3c5, r4c2-r4c3, r4c6-r5c6, r5c2-r5c3\n")
	again, _, err := Write("kudamono", back)
	require.NoError(t, err)
	third, err := Read("kudamono", bytes.NewReader(again), "text", "")
	require.NoError(t, err, "%s", again)
	assert.Equal(t, p.String(), third[0].Puzzle.String())
	for content, want := range map[string]string{
		"walls: r1c1-r1c2, r1c2-r2c2\n1,_,_\n_,_,_\n_,_,_\n": "",
		"walls: r1c1-r2c2\n1,_,_\n_,_,_\n_,_,_\n":            "a wall between r1c1 and r2c2, which have no side in common",
		"walls: r1c1-r1c2\nclosed: yes\n1,_\n_,_\n":          "a puzzle with closed",
		"moves: rook\nwalls: r1c1-r1c2\n1,_\n_,_\n":          "moves: rook; it has Hidokus with king's moves only",
	} {
		p, err := text.Parse("puzzle: hidoku\n" + content)
		require.NoError(t, err, content)
		address, _, err := Write("kudamono", []*Entry{{File: text.File{Name: "text", Puzzle: p}}})
		if want != "" {
			assert.EqualError(t, err, "text: kudamono cannot express "+want)
			continue
		}
		require.NoError(t, err)
		assert.Contains(t, string(address), "&SIE=")
	}
}

// An address of penpa-edit draws what the editor can draw, says the rest, and is read again. The
// numbers of edges are those by which the editor itself imports borders of other puzzles.
func TestPenpaDrawsVariants(t *testing.T) {
	const wide = "\n1,_,_\n_,_,_\n_,_,2\n"
	for content, drawn := range map[string][]string{
		"puzzle: numbrix\nwalls: r1c1-r1c2, r1c1-r2c1" + wide:           {`"lineE":{"58,65":2,"64,65":2}`, "Numbrix: Write 1%2C 2", "No step leads through a thick line"},
		"puzzle: numbrix\nlinks: r1c1-r1c2\nunlinked: r1c1-r2c1" + wide: {`"114":[1,"diamond_SS",2],"163":[2,"diamond_SS",2]`},
		"puzzle: zip" + wide:                                                    {`"16":["1",6,"1"]`, "Zip: Draw a path"},
		"puzzle: zip\nwalls: r1c1-r1c2" + wide:                                  {`"lineE":{"58,65":2}`},
		"puzzle: hidato\nclues: order" + wide:                                   {"%2Dclues: order"},
		"puzzle: hidato\nwalls: r1c1-r2c2" + wide:                               {"%2Dwalls: r1c1-r2c2", `"lineE":{}`},
		"puzzle: numbrix\ntorus: yes\nclosed: yes\n1,_,_,_\n_,_,_,_\n_,_,_,_\n": {"comes in at the other side. The last number touches the first.%2Dtorus: yes%2Dclosed: yes"},
		"puzzle: numbrix\ntorus: yes\nwalls: r1c1-r1c3" + wide:                  {"%2Dwalls: r1c1-r1c3"},
		"moves: knight\nbridges: r1c1-r2c2" + wide:                              {"%2Dmoves: knight%2Dbridges: r1c1-r2c2"},
		"puzzle: numbrix\norder: r1c1 r2c2" + wide:                              {"%2Dorder: r1c1 r2c2"},
		"puzzle: magic\nnumbers: 5..29\nlines: pandiagonal\n_,_,_,_,_\n_,_,_,_,_\n_,_,_,_,_\n_,_,_,_,_\n_,_,_,_,_\n": {"Magic: ", "%2Dnumbers: 5..29%2Dlines: pandiagonal"},
		"puzzle: magic\ndiagonals: no\n_,_,_\n_,_,_\n_,_,_\n":                                                        {"%2Ddiagonals: no"},
		"puzzle: magic\nlines: r1c1 r1c2 = 3\nnumbers: 1..2\n_,_\n":                                                  {"%2Dlines: r1c1 r1c2%2Dsum: 3"},
	} {
		p, err := text.Parse(content)
		require.NoError(t, err, content)
		address, _, err := Write("penpa", []*Entry{{File: text.File{Puzzle: p}}})
		require.NoError(t, err, content)
		unpacked, err := unpackPenpa(strings.TrimSpace(strings.TrimPrefix(string(address), penpaPage)))
		require.NoError(t, err)
		for _, sign := range drawn {
			assert.Contains(t, strings.ReplaceAll(strings.ReplaceAll(unpacked, "%2E", "&"), "%2F", "="), sign, content)
		}
		back, err := Read("penpa", bytes.NewReader(address), "text", "")
		require.NoError(t, err, content)
		assert.Equal(t, p.String(), back[0].Puzzle.String())
		assert.Empty(t, back[0].Left)
	}
}
