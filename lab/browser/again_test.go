package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
)

// After the solution was shown, the puzzle can be played again to the end.
func TestPlayAgain(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	p.open("puzzle: hidoku\nmoves: rook\n1,__\n__,__\n__,__\n")
	done := func() string { return p.eval("document.querySelector('#play').dataset.done") }
	p.click("#solution")
	p.click("#ask-dialog [data-close]")
	assert.Equal(t, "false", done(), "it asks first")
	p.click("#solution")
	p.click("#ask-yes")
	p.until("document.querySelector('#message').textContent === 'This is a solution.'")
	assert.Equal(t, "true", done())
	p.click("#undo")
	p.click("#redo") // who has seen the solution wins nothing
	p.until("document.querySelector('#play').dataset.done === 'true'")
	assert.Equal(t, "true null", p.eval("`${document.querySelector('#win').hidden} ${localStorage.getItem('crosscut.wins')}`"))
	p.click("#reset")
	assert.Equal(t, "false", done())
	p.drag("play", "r1c1", "r1c2", "r2c2", "r2c1", "r3c1", "r3c2")
	p.until("document.querySelector('#win-title').textContent.startsWith('Solved')")
	assert.Equal(t, "true", done())
	p.eval("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', metaKey: true, bubbles: true }))") // on a Mac
	assert.Equal(t, "false", done())
	assert.Equal(t, "4", p.eval("document.querySelectorAll('#play-board .entry').length"))
}

// A button ends the question of the light, and the light asks again.
func TestTheLightIsAskedAgain(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	p.eval(`new MutationObserver((_, observer) => {
		observer.disconnect();
		document.querySelector('#grade').click();
	}).observe(document.querySelector('#set-board'), { childList: true })`)
	p.view("set")
	p.until("document.querySelector('#message').textContent.includes('stars')")
	p.until("document.querySelector('#light').dataset.light === 'one'")
}

// While the engine is being loaded, the page says that it works.
func TestThePageSaysThatItWorks(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	p.open(sample)
	assert.Empty(t, p.text("#message"))
	p.eval("import('./js/main.js?again').then(() => { document.body.dataset.said = document.querySelector('#message').textContent; })")
	p.until("document.body.dataset.said")
	assert.Equal(t, "Working …", p.eval("document.body.dataset.said"))
}

// A draughtboard without its stones is no puzzle yet, but its squares are there to be edited.
func TestSetSquaresBeforeStones(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	p.offline.Store(true) // the browser logs each refused question
	p.blank("draughtboard", "2", "3")
	squares := func() string {
		return p.eval("[...document.querySelectorAll('#set-board .board [data-cell]')].map((e) => e.dataset.cell + e.classList[1]).join(' ')")
	}
	p.until("document.querySelectorAll('#set-board [data-cell]').length === 6")
	assert.Equal(t, "r1c1black r1c2white r1c3black r2c1white r2c2black r2c3white", squares())
	p.click(cell("set", "r1c2"))
	p.until("document.querySelectorAll('#set-board [data-hole]').length === 1")
	assert.Equal(t, "r1c1black r1c3black r2c1white r2c2black r2c3white", squares())
	p.press("#more-rules summary")
	p.choose("#corner", "W")
	p.until("document.querySelector('#set-board [data-cell=r1c1].white')")
	p.eval("document.querySelector('#stone-field button').click()")
	p.press("#add-stone")
	assert.Equal(t, `the stones have 1 cell, the board has 5; a line "5 *" above the stone uses it so often`, p.text("#light-detail"))
}

// The number that a click sets is one of the board that is shown, and not of the one before.
func TestTheNextNumberIsOneOfTheBoard(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	p.view("set")
	for _, family := range []string{"magic", "rook"} {
		p.run(chromedp.SetValue("#set-family", family), chromedp.SetValue("#set-rows", "3"))
		p.click("#set-new [type=submit]")
		p.until("document.querySelectorAll('#set-board [data-cell]').length >= 9 && document.querySelector('#set-number').value === '1'")
		p.run(chromedp.SetValue("#set-number", "6"))
	}
}
