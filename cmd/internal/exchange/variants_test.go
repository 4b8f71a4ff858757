package exchange

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/show"
)

// Forms that cannot say a rule refuse it by its name.
func TestVariantsAreRefusedByName(t *testing.T) {
	names := map[string]string{
		"moves: knight": "moves: knight", "torus: yes": "torus", "closed: yes": "closed", "order: r1c1 r2c2": "order", "clues: order": "clues: order",
	}
	for header := range new(puzzle.HidokuRules).PairLists() {
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
	back, err := readKudamono(&Source{Name: "text", Data: []byte("https://" + kudamonoPages[0] + "W=6x5&L=&SIE=" + lines + "&G=hidoku")})
	require.NoError(t, err)
	p := back[0].Puzzle.(*puzzle.Hidoku)
	assert.Contains(t, p.String(), "walls: r1c1-r2c1, r1c3-r1c4, r1c5-r2c5, r1c6-r2c6, r2c1-r2c2, r2c4-r2c5, r2c4-r3c4, r3c4-r3c5, r4c2-r4c3, r4c6-r5c6, r5c2-r5c3\n")
	again, err := writeKudamono(back[0])
	require.NoError(t, err)
	third, err := readKudamono(&Source{Name: "text", Data: again})
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
		address, err := writeKudamono(&Entry{File: text.File{Puzzle: p}})
		if want != "" {
			assert.EqualError(t, err, "kudamono cannot express "+want)
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
		"puzzle: numbrix\nwalls: r1c1-r1c2, r1c1-r2c1" + wide:           {`"lineE":{"58,65":2,"64,65":2}`, "Numbrix: write the numbers 1 to 9", "crosses no thick edge"},
		"puzzle: numbrix\nlinks: r1c1-r1c2\nunlinked: r1c1-r2c1" + wide: {`"114":[1,"diamond_SS",2],"163":[2,"diamond_SS",2]`},
		"puzzle: zip" + wide:                                                    {`"16":["1",6,"1"]`, "Zip: draw one line"},
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
		address, err := writePenpa(&Entry{File: text.File{Puzzle: p}})
		require.NoError(t, err, content)
		unpacked, err := unpackPenpa(strings.TrimSpace(strings.TrimPrefix(string(address), penpaPage)))
		require.NoError(t, err)
		for _, sign := range drawn {
			assert.Contains(t, strings.ReplaceAll(strings.ReplaceAll(unpacked, "%2E", "&"), "%2F", "="), sign, content)
		}
		back, err := readPenpa(&Source{Name: "text", Data: address})
		require.NoError(t, err, content)
		assert.Equal(t, p.String(), back[0].Puzzle.String())
		assert.Empty(t, back[0].Left)
	}
}

// A document shows the signs and the lines of a variant, and has its link.
func TestLaTeXDrawsVariants(t *testing.T) {
	for content, signs := range map[string][]string{
		"puzzle: hidoku\nmoves: knight\nclosed: yes\nwalls: r1c1-r2c3\n1,_,_\n_,_,_\n_,_,_\n":                           {"line width=3.20pt", "moves: knight", "closed: yes", "{1}"},
		"puzzle: hidoku\nmoves: rook\nlinks: r1c1-r1c2\nunlinked: r1c2-r1c3\nbridges: r1c1-r3c3\n_,_,_\n_,_,_\n_,_,_\n": {"(1.150,0.500)", "(1.900,0.400) -- (2.100,0.600)", "dash pattern=on 0.64pt off 3.20pt"},
		"puzzle: hidoku\nmoves: rook\nclues: order\n1,_\n3,2\n":                                                         {"circle", "clues: order", "{3}"},
		"puzzle: magic\nlines: r1c1 r1c2 = *2; r1c1 r2c2 = 3; r1c2 r2c2\nsum: 4\nnumbers: 1..3\n_,_\n#,_\n":             {"dash pattern=on 3.20pt off 2.56pt", `$\times$2`, "lines: r1c1 r1c2"},
		"puzzle: jodici\n3,7,_,_,_,_\n_,_,1,5,9,_\n6,_,_,_,_,_\n":                                                       {"{7}"},
		"puzzle: equation\nnumbers: 1..9\n_ + _ = 3\n* +\n_ - _ = 1\n= =\n2 2\n":                                        {`$\times$`, "{+}", "numbers: 1..9"},
	} {
		p, err := text.Parse(content)
		require.NoError(t, err, content)
		document, err := writeLaTeX(&Entry{File: text.File{Puzzle: p}})
		require.NoError(t, err, content)
		for _, sign := range signs {
			assert.Contains(t, string(document), sign, content)
		}
		back, err := readLaTeX(&Source{Name: "text", Data: document})
		require.NoError(t, err, content)
		assert.Equal(t, p.String(), back[0].Puzzle.String())
	}
}

// What a group has ends with the group.
func TestGroupsOfLaTeXEnd(t *testing.T) {
	c := &tikz{side: 1, look: show.PlainLook}
	line := show.Line{Points: []show.Point{{X: 1}, {Y: 1}}, Closed: true}
	c.Group("stone s0", "", show.Point{X: 2})
	c.Path("face", "", line)
	c.End()
	c.Path("face", "", line)
	c.Path("through", "", line)
	assert.Equal(t, `\begin{scope}[shift={(2.000,0.000)}]
\path[line width=0.71pt,fill={rgb,255:red,230;green,159;blue,0},fill opacity=0.55] (1.000,0.000) -- (0.000,1.000) -- cycle;
\end{scope}
\path[line width=0.71pt,fill={rgb,255:red,0;green,0;blue,0},fill opacity=0.55] (1.000,0.000) -- (0.000,1.000) -- cycle;
\path[line width=1.42pt,draw={rgb,255:red,195;green,191;blue,182},dash pattern=on 3.56pt off 2.85pt] (1.000,0.000) -- (0.000,1.000) -- cycle;
`, c.String())
}
