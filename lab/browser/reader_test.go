package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a fresh reader looked for, and did not see.

// apart returns how far apart the colours of two elements are: the sum over red, green and blue.
func (p *tab) apart(first, firstKey, second, secondKey string) int {
	p.t.Helper()
	var far int
	text := p.eval(fmt.Sprintf(`(() => {
		const colour = (selector, key) => {
			const paint = document.createElement('canvas').getContext('2d');
			paint.fillStyle = getComputedStyle(document.querySelector(selector))[key];
			paint.fillRect(0, 0, 1, 1);
			return [...paint.getImageData(0, 0, 1, 1).data];
		};
		const other = colour(%q, %q);
		return colour(%q, %q).reduce((sum, part, i) => sum + Math.abs(part - other[i]), 0);
	})()`, first, firstKey, second, secondKey))
	_, err := fmt.Sscan(text, &far)
	assert.NoError(p.t, err)
	return far
}

// The two colours of a draughtboard and the lines between its cells are seen: on tiles, on open boards, and where the
// cells are shaded.
func TestSquaresAreSeen(t *testing.T) {
	p := visit(t, site(t).URL+page)
	for _, colours := range []string{"light", "dark"} {
		p.look(1400, colours)
		p.follow("'#/'")
		assert.Greater(t, p.apart("#art-draughtboard .box.dark", "fill", "#art-draughtboard .box:not(.dark)", "fill"), 60, colours)
		p.open(testdata(t, "draughtboard/pentominoes-6x10.txt"))
		assert.Greater(t, p.apart("#play-board .cell.grey", "fill", "#play-board .cell.grey", "stroke"), 40, colours)
		p.open(rook)
		p.view("set")
		p.until("document.querySelector('#set-board .cell.marked')")
		assert.Greater(t, p.apart("#set-board .cell.marked", "fill", "#set-board .cell.marked", "stroke"), 90, colours)
		p.open(testdata(t, "draughtboard/d06-1.txt"))
		p.view("set")
		p.until("document.querySelector('#set-board .black.marked') && document.querySelector('#set-board .white.marked')")
		assert.Greater(t, p.apart("#set-board .black.marked", "fill", "#set-board .white.marked", "fill"), 40, colours)
	}
}

// A puzzle that has no level says why beside its name.
func TestSeveralSolutionsAreSaid(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open("puzzle: draughtboard\ncorner: B\nflips: yes\nboard: 4x3\nX,X,X,X\n=\nX,X,X,X\n=\nX,X,X\n=\nX\n=\n")
	p.until("document.querySelector('#play-level').textContent === 'Several solutions'")
	p.view("help")
	p.view("play")
	assert.Equal(t, "Several solutions", p.text("#play-level"))
	p.open(sample)
	p.until("document.querySelector('#play-level').textContent === 'hard' || document.querySelector('#play-level').textContent === 'medium' || document.querySelector('#play-level').textContent === 'easy'")
}

// In Create one chooses kind and size first, then what makes a puzzle, and what is done with it comes last. A tool that
// the board has no use for is not there.
func TestTheOrderOfCreate(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.open(rook)
		p.view("set")
		order := []string{"#light", "#tool-clue", "#set-family", "#generate", "#set [data-go=play]", "#to-check"}
		tops := p.eval("(" + `(all) => all.map((selector) => document.querySelector(selector).getBoundingClientRect().top).every((top, i, tops) => i === 0 || top >= tops[i - 1])` + ")(['" + strings.Join(order, "', '") + "'])")
		assert.Equal(t, "true", tops)
		p.open(testdata(t, "hidoku/zip-6x6.txt"))
		p.view("set")
		assert.Equal(t, "Zip", p.text("#set-family :checked"))
		p.press("#set-new [type=submit]")
		p.until("document.querySelectorAll('#set-board .clue').length === 2")
		p.open("puzzle: draughtboard\ncorner: B\nflips: yes\nboard: 2x2\nB,W\nW,B\n=\n")
		p.view("set")
		assert.Equal(t, "false", p.eval("document.querySelector('#tool-clue').checkVisibility()"))
	})
}

// A board that is no puzzle yet cannot be played, and Create says what is missing. What cannot be done has no button.
func TestCreateSaysWhatIsMissing(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.offline.Store(true) // the browser logs each refused question
		shown := func(selector string) string {
			return p.eval(fmt.Sprintf("document.querySelector(%q).checkVisibility()", selector))
		}
		p.blank("draughtboard", "3", "3")
		p.until("document.querySelector('#light-detail').textContent === 'Add a stone: tap its cells below.'")
		assert.Equal(t, "true true true true", p.eval("[...document.querySelectorAll('#set .quiet > [data-go], #to-check')].map((e) => e.disabled).join(' ')"))
		p.choose("#set-of-stones", "tetrominoes")
		p.until("document.querySelector('#light-detail').textContent.startsWith('the stones have 20 cells, the board has 9')")
		assert.Equal(t, "uppercase", p.eval("getComputedStyle(document.querySelector('#light-detail'), '::first-letter').textTransform"))
		assert.Equal(t, "false", shown("#fill-up"), "a set is whole")
		p.open(rook)
		p.view("set")
		p.until("document.querySelector('#light').dataset.light === 'several'")
		assert.Equal(t, "0", p.eval("document.querySelectorAll('#set .quiet > :disabled:not(#set-undo, #set-redo)').length"))
		assert.Equal(t, "true true", shown("#fill-up")+" "+shown("#minimal"))
		p.open(testdata(t, "hidoku/zip-6x6.txt"))
		p.view("set")
		p.until("document.querySelector('#light').dataset.light === 'one'")
		p.click("#minimal")
		p.until("document.querySelector('#message').textContent.includes('removed')")
		p.until("document.querySelector('#light').dataset.light === 'one'")
	})
}

// The puzzle after one that no tile makes is of its kind, too.
func TestTheNextPuzzleIsOfItsKind(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		for text, want := range map[string]string{
			"puzzle: hidoku\nmoves: knight\n__,__,3\n2,__,__\n__,__,__\n__,__,8\n":                     "Join 1 to 36 by knight’s moves.",
			"puzzle: hidoku\nmoves: (0,1) (1,2)\n__,14,15,__\n16,__,__,11\n13, 4, 9, 2\n__, 1,__,__\n": "Join 1 to 16. A step goes so many rows and columns: (0,1) (1,2), turned or mirrored.",
		} {
			p.open(text)
			q, found := solved(t, text, 2)
			require.Len(t, found, 1)
			p.enterNumbers(q, found[0])
			p.until("!document.querySelector('#win').hidden")
			p.press("#next")
			p.until("document.querySelector('#win').hidden")
			p.idle()
			assert.Equal(t, want, p.text("#play-rules"))
		}
	})
}

// A gallery that could not be loaded is asked for again.
func TestTheGalleryIsTriedAgain(t *testing.T) {
	p := visit(t, plainSite(t).URL+page)
	p.eval("window.fetched = fetch; window.fetch = () => Promise.reject(new TypeError('cut off')); 0")
	p.view("gallery")
	p.until("document.querySelector('#message').textContent.startsWith('This did not work')")
	p.eval("window.fetch = window.fetched; 0")
	p.view("gallery")
	p.until("document.querySelector('.card svg')")
}

// A player who begins in a way that leads nowhere reads how one plays. A number that is tapped before a cell is entered nowhere,
// and a given cell keeps its own.
func TestAWrongBeginning(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.open("puzzle: magic\n__,1,6\n__,5,7\n4,9,2\n")
		p.press("#numbers button")
		assert.Empty(t, p.eval(entriesOnBoard))
		assert.Equal(t, "Choose a cell, then a number.", p.text("#message"))
		p.press(cell("play", "r1c2"))
		p.press("#numbers button")
		assert.Empty(t, p.eval(entriesOnBoard))
		assert.Equal(t, "This cell is given.", p.text("#message"))
		p.press(cell("play", "r1c1"))
		p.press("#numbers button")
		assert.Equal(t, "3", p.eval(entriesOnBoard))

		p.open("puzzle: draughtboard\nboard: 3x2\nflips: yes\nX,X,X\nX,_,_\n=\nX,X\n")
		p.press(cell("play", "r1c1"))
		assert.Regexp(t, "^Tap a stone, turn it, and tap", p.text("#message"))
		p.open("puzzle: hidoku\nmoves: rook\nclues: order\n__,3,__,4\n__,__,__,__\n1,__,2,__\n")
		p.drag("play", "r2c2", "r2c3")
		assert.Regexp(t, "^Drag from the end of the line", p.text("#message"))
	})
}
