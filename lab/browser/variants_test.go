package browser_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// The page shows the variants of testdata on the views Play and Create, without a complaint.
func TestVariantsAreShown(t *testing.T) {
	p := visit(t, site(t).URL+page)
	for _, family := range []string{"hidoku", "magic", "draughtboard"} {
		names, err := filepath.Glob(filepath.Join("..", "..", "testdata", family, "*.txt"))
		require.NoError(t, err)
		for _, name := range names {
			text := testdata(t, filepath.Join(family, filepath.Base(name)))
			variant := p.eval(fmt.Sprintf(`import('./source/engine.js').then(({ quick }) => quick.json('read', %q)).then((info) => info.variant ?? '', () => '')`, text))
			if variant == "" {
				continue
			}
			p.view("play")
			p.open(text)
			assert.Empty(t, p.text("#message"), name)
			assert.Equal(t, "true", p.eval(`[...document.querySelector('#play-rules').textContent.matchAll(/Stone (\w+):/g)].every(([, name]) => [...document.querySelectorAll('#stones text')].some((e) => e.textContent === name))`), "%s: stones of rules have the names of the tray", name)
			for file, rule := range map[string]string{
				"hexagram": "adds up to 26", "star-of-three": "has the same sum", "products-3x3": "its sum or its product",
				"order-4x4": "order of the small numbers", "tetrominoes-gaps-5x5": "Lay all stones", "associative-4": "smallest plus the largest", "equation": "products come before sums",
			} {
				assert.True(t, file+".txt" != filepath.Base(name) || strings.Contains(p.text("#play-rules"), rule), name)
			}
			if filepath.Base(name) == "tetrominoes-5x4.txt" {
				p.until("document.querySelector('#play-level').textContent === 'No solution'")
			}
			p.shot(family + "-" + filepath.Base(name))
			p.view("set")
			p.until("document.querySelector('#light').dataset.light !== 'asking'")
			assert.NotEqual(t, "bad", p.eval("document.querySelector('#light').dataset.light"), name)
			assert.Equal(t, "true", p.eval("[...document.querySelectorAll('#stone-list [data-many]')].every(({ dataset }) => !dataset.many.includes('*'))"), "%s: how a stone is used is said in words", name)
			p.shot("set-" + family + "-" + filepath.Base(name))
		}
	}
}

// entries returns the values that a player has to enter: the cells without a clue, by name.
func entries(p puzzle.Puzzle, s puzzle.Solution) (names []string, values []int) {
	for c, value := range s {
		if q, ok := p.(puzzle.Numbered); ok && q.Clue(c) == puzzle.Empty {
			names, values = append(names, p.Board().Name(c)), append(values, value)
		}
	}
	return names, values
}

// Hidokus with walls, with links and with an order are played to the end with one drag.
func TestPlayHidokuVariants(t *testing.T) {
	p := visit(t, site(t).URL+page)
	for _, name := range []string{"walls", "links", "zip", "steps"} {
		text := testdata(t, "hidoku/"+name+"-5x5.txt")
		p.open(text)
		q, found := solved(t, text, 2)
		require.Len(t, found, 1)
		path := pathOf(q, found[0])
		if q.(*puzzle.Hidoku).Clue(slices.Index(found[0], 1)) == puzzle.Empty {
			p.click("#numbers button:first-child") // the number 1
			p.click(cell("play", path[0]))
		}
		p.drag("play", path...)
		p.until("document.querySelector('#play').dataset.done === 'true'")
		if name == "zip" {
			assert.Equal(t, "1 2 3 4", p.eval("[...document.querySelectorAll('#play-board .zip-number')].map((e) => e.textContent).join(' ')"))
			assert.Empty(t, p.eval("[...document.querySelectorAll('#play-board .entry')].length ? 'steps have numbers' : ''"))
			continue
		}
		shown := p.eval("[...document.querySelectorAll('#play-board text:not(.hidden-text)')].map((e) => Number(e.textContent)).sort((a, b) => a - b).join(' ')")
		assert.Equal(t, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25", shown, "%s: each number once, and no rank", name)
		p.shot(name)
	}
}

// The filter of the gallery shows the cards of a family and a size, and counts them.
func TestGalleryFilter(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.view("gallery")
	p.until("document.querySelector('.card')")
	assert.Equal(t, "true", p.eval("[...document.querySelectorAll('.card')].every((e) => e.textContent)"), "cards have names before they have pictures")
	shown := func() string {
		return p.eval("[...document.querySelectorAll('.card')].filter((e) => e.checkVisibility()).map((e) => e.dataset.kind).filter((f, i, all) => all.indexOf(f) === i).sort().join(' ')")
	}
	assert.Equal(t, "draughtboard equation hidato jodici knight magic numbrix pentominoes rikudo steps zip", shown())
	assert.Equal(t, "Pentominoes Polyominoes Tetrominoes", p.eval("[...new Set([...document.querySelectorAll('.card[data-kind=pentominoes] strong')].map((e) => e.textContent))].sort().join(' ').replace(/\\d+ November /, '')"))
	p.choose("#gallery-family", "magic")
	assert.Equal(t, "magic", shown())
	p.choose("#gallery-size", "0 25")
	many := p.eval("[...document.querySelectorAll('.card')].filter((e) => e.dataset.kind === 'magic' && Number(e.dataset.cells) <= 25).length")
	assert.NotEqual(t, "0", many)
	assert.Equal(t, many, p.eval("[...document.querySelectorAll('.card')].filter((e) => e.checkVisibility()).length"))
	assert.Equal(t, many+" of "+p.eval("document.querySelectorAll('.card').length"), p.text("#gallery-count"))
	assert.Contains(t, p.eval("[...document.querySelectorAll('.card')].map((e) => e.textContent).join('|')"), "clues give the order")
	assert.NotContains(t, p.eval("document.querySelector('#gallery').textContent"), "clues: order")
	p.choose("#gallery-family", "")
	p.choose("#gallery-size", "65 9999")
	assert.Contains(t, shown(), "hidato")
}

// A path over the edges of a torus is played with taps. A step over an edge has two halves.
func TestPlayTorus(t *testing.T) {
	p := visit(t, site(t).URL+page)
	text := "puzzle: hidoku\nmoves: rook\ntorus: yes\nclosed: yes\n 1,__,__,__\n__, 7,__,__\n12,__,__,__\n"
	p.open(text)
	q, found := solved(t, text, 1)
	path := pathOf(q, found[0])
	names, _ := entries(q, found[0])
	for _, name := range path {
		if slices.Contains(names, name) {
			p.click(cell("play", name))
		}
	}
	p.until("document.querySelector('#play').dataset.done === 'true'")
	assert.Contains(t, p.eval("document.querySelector('#play-board .route').getAttribute('d')"), "l", "a half of a step")
	p.shot("end")
}

// Numbers may be negative, and may stand several times: on the wheel of a jodici, and in
// equations. They are typed, and Enter ends each.
func TestPlayMagicForms(t *testing.T) {
	p := visit(t, site(t).URL+page)
	for _, text := range []string{
		testdata(t, "magic/jodici.txt"),
		"puzzle: equation\nnumbers: -9..9\n-3 * __ = -6\n+ -\n__ - __ = -4\n= =\n-8 3\n",
	} {
		p.open(text)
		q, found := solved(t, text, 1)
		require.Len(t, found, 1)
		names, values := entries(q, found[0])
		for i, name := range names {
			p.click(cell("play", name))
			p.keys(fmt.Sprint(values[i]) + kb.Enter)
		}
		p.until("document.querySelector('#play').dataset.done === 'true'")
		p.shot(q.Board().Name(q.Board().Len() - 1))
	}
}

// On a wheel the arrows go along the ring and from ring to ring.
func TestArrowsOnAWheel(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open(testdata(t, "magic/jodici.txt"))
	p.click(cell("play", "r1c4"))
	for _, c := range []struct{ keys, want string }{
		{kb.ArrowDown, "r2c4"}, {kb.ArrowDown + kb.ArrowRight, "r3c5"}, {kb.ArrowUp + kb.Home, "r2c1"}, {kb.ArrowUp, "r1c1"},
	} {
		p.keys(c.keys)
		assert.Equal(t, c.want, p.eval("document.activeElement.dataset.cell"))
	}
}

// A negative clue is typed in the view Create, and the board is then played to its end.
func TestANegativeClue(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open("puzzle: magic\nnumbers: -4..4\n__,__,__\n__,__,__\n__,__,__\n")
	p.view("set")
	p.eval("document.querySelector('#set-board [data-cell=r1c1]').focus() ?? 0")
	p.keys("-3" + kb.Enter)
	p.until("document.querySelector('#set-board [data-at=r1c1]')?.textContent === '-3'")
	p.until("document.querySelector('#light').dataset.light === 'several'")
	p.idle()
	p.view("play")
	text := "puzzle: magic\nnumbers: -4..4\n-3,__,__\n__,__,__\n__,__,__\n"
	q, found := solved(t, text, 1)
	names, values := entries(q, found[0])
	for i, name := range names {
		p.click(cell("play", name))
		p.keys(fmt.Sprint(values[i]) + kb.Enter)
	}
	p.until("document.querySelector('#play').dataset.done === 'true'")
	assert.Equal(t, "-3", p.text("#play-board [data-at=r1c1]"))
	p.shot("end")
}

// A draughtboard may have bare cells and stones that are left out. Stones alike are one in the
// tray. A cell may be marked as bare.
func TestPlayGaps(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open("puzzle: draughtboard\nboard: 3x2\ngaps: 1..2\n1..2 *, no turns\nX,X\n=\n0..1 *\nX\n")
	done := func() string { return p.eval("document.querySelector('#play').dataset.done") }
	assert.Equal(t, "×2", p.eval("document.querySelector('#stones [data-stone=\"0\"]').dataset.many"))
	p.click("#stones [data-stone=\"0\"]")
	assert.Equal(t, "true", p.eval("document.querySelector('#turn').disabled"), "no turns")
	p.click(cell("play", "r1c1"))
	assert.Equal(t, "false", done(), "four cells are bare")
	p.click("#stones [data-stone=\"3\"]") // a bare cell
	p.click(cell("play", "r1c3"))
	assert.Equal(t, "×", p.text("#play-board .under .stone:last-child"))
	p.click("#put-back")
	p.press("#check-entries")
	assert.Contains(t, p.text("#message"), "right so far")
	p.click("#stones [data-stone=\"1\"]")
	p.click(cell("play", "r2c1"))
	p.until("document.querySelector('#play').dataset.done === 'true'")
	assert.Equal(t, "A×A", p.eval("[...document.querySelectorAll('#play-board .under .stone')].map((e) => e.textContent).join('')"), "stones alike have one name")
	p.shot("end")
}

// The hints for a draughtboard with bare cells lead to its end.
func TestHintsWithGaps(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open("puzzle: draughtboard\ncorner: B\ngaps: 1\nboard:\nB,W,B\n#,#,W\n=\nB,W,B\n")
	p.hinted()
}

// The view Create draws walls and switches rules on. A sign that says nothing is refused. The text has them, and Play gets them.
func TestSetVariants(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open("puzzle: hidoku\nmoves: rook\n1,__,__\n__,__,__\n__,__,__\n")
	p.view("set")
	p.click("#tool-pair")
	text := func() string { return p.eval("document.querySelector('#set-text').value") }
	p.edge("set", "r1c1", "r1c2")
	p.until("document.querySelector('#set-board .wall')")
	p.idle()
	assert.Contains(t, text(), "walls: r1c1-r1c2\n")
	p.shot("wall")
	p.edge("set", "r1c2", "r1c1")
	assert.NotContains(t, text(), "walls", "the same edge again takes the wall away")
	p.run(chromedp.SetValue("#pair-kind", "bridges"))
	p.press(cell("set", "r2c2"))
	p.press(cell("set", "r2c3"))
	assert.Equal(t, "These cells touch anyway.", p.text("#message"))
	assert.NotContains(t, text(), "bridges")
	p.run(chromedp.SetValue("#pair-kind", "links"))
	p.edge("set", "r2c2", "r2c3")
	p.until("document.querySelector('#set-board .diamond')")
	p.idle()
	p.press("#more-rules summary")
	p.press("#rule-torus")
	assert.Contains(t, text(), "torus: yes\n")
	p.click("#tool-hole")
	p.press(cell("set", "r2c3"))
	assert.NotContains(t, text(), "links", "a hole has no link")
	p.press("#set-undo")
	p.click("#generate")
	p.press("#ask-yes") // the clue is replaced
	p.until("document.querySelector('#light').dataset.light === 'one'")
	p.idle()
	assert.Contains(t, text(), "links: ")
	p.view("play")
	assert.Equal(t, "9", p.eval("document.querySelectorAll('#play-board [data-cell]').length"))
	assert.Contains(t, p.text("#play-rules"), "A step over an edge")
}

// What the view Create makes of a puzzle of testdata is the same puzzle.
func TestSetKeepsVariants(t *testing.T) {
	p := visit(t, site(t).URL+page)
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "*", "*.txt"))
	require.NoError(t, err)
	seen := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		want, err := text.Parse(string(content))
		if board, ok := want.(*puzzle.Draughtboard); err != nil || ok && board.Balance() != nil {
			continue // a solution, or stones of wrong colours, which only a claim of 0 solutions lets pass
		}
		again := p.eval(fmt.Sprintf(`Promise.all([import('./source/engine.js'), import('./source/puzzle.js')])
			.then(async ([{ quick }, { editable, textOf }]) => textOf(editable(await quick.json('read', %q))))`, want.String()))
		got, err := text.Parse(again)
		if assert.NoError(t, err, "%s: %s", file, again) {
			assert.Equal(t, want.String(), got.String(), file)
		}
		seen++
	}
	assert.Greater(t, seen, 80)
}
