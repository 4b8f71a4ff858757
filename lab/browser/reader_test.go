package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
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
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab, _ func(string)) {
		p.open(rook)
		p.view("set")
		p.idle()
		order := []string{"#light", "#tool-clue", "#set-family", "#generate", "#set [data-go=play]", "#to-check"}
		tops := p.eval("(" + `(all) => all.map((selector) => document.querySelector(selector).getBoundingClientRect().top).every((top, i, tops) => i === 0 || top >= tops[i - 1])` + ")(['" + strings.Join(order, "', '") + "'])")
		assert.Equal(t, "true", tops)
		p.open(testdata(t, "hidoku/zip-6x6.txt"))
		p.view("set")
		p.idle()
		assert.Equal(t, "Zip", p.text("#set-family :checked"))
		p.press("#set-new [type=submit]")
		p.until("document.querySelectorAll('#set-board .clue').length === 2")
		p.open("puzzle: draughtboard\ncorner: B\nflips: yes\nboard: 2x2\nB,W\nW,B\n=\n")
		p.view("set")
		p.idle()
		assert.Equal(t, "false", p.eval("document.querySelector('#tool-clue').checkVisibility()"))
	})
}
