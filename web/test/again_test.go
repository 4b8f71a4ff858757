package test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// After the solution was shown, the puzzle can be played again to the end.
func TestPlayAgain(t *testing.T) {
	p := visit(t, serve(t, false).URL+page)
	p.open("puzzle: hidoku\nmoves: rook\n1,__\n__,__\n__,__\n")
	done := func() string { return p.eval("document.querySelector('#play').dataset.done") }
	p.click("#solution")
	p.until("document.querySelector('#message').textContent === 'This is a solution.'")
	assert.Equal(t, "true", done())
	p.click("#reset")
	assert.Equal(t, "false", done())
	p.drag("play", "r1c1", "r1c2", "r2c2", "r2c1", "r3c1", "r3c2")
	p.until("document.querySelector('#message').textContent.startsWith('Solved')")
	assert.Equal(t, "true", done())
	p.eval("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', metaKey: true, bubbles: true }))") // on a Mac
	assert.Equal(t, "false", done())
	assert.Equal(t, "4", p.eval("document.querySelectorAll('#play-board .entry').length"))
}

// A button ends the question of the light, and the light asks again.
func TestTheLightIsAskedAgain(t *testing.T) {
	p := visit(t, serve(t, false).URL+page)
	p.eval(`new MutationObserver((_, observer) => {
		observer.disconnect();
		document.querySelector('#grade').click();
	}).observe(document.querySelector('#set-board'), { childList: true })`)
	p.click("#to-set")
	p.until("document.querySelector('#message').textContent.includes('stars')")
	p.until("document.querySelector('#light').dataset.light === 'one'")
}

// What is printed is what the form asks for, also without the button Prepare.
func TestPrintWithoutPrepare(t *testing.T) {
	p := visit(t, serve(t, false).URL+page)
	p.open("puzzle: hidoku\nmoves: rook\n1,__,__\n__,__,__\n__,__,9\n")
	p.click("#to-print")
	p.idle()
	p.eval("print = () => { document.body.dataset.printed = document.querySelectorAll('#paper figure').length; }; 0")
	p.click("#print-new")
	p.eval("document.querySelector('#print-count').value = '3'")
	p.click("#print-now")
	p.until("document.body.dataset.printed === '6'")
}

// While the engine is being loaded, the page says that it works.
func TestThePageSaysThatItWorks(t *testing.T) {
	p := visit(t, serve(t, false).URL+page)
	assert.Empty(t, p.text("#message"))
	p.eval("import('./js/main.js?again').then(() => { document.body.dataset.said = document.querySelector('#message').textContent; })")
	p.until("document.body.dataset.said")
	assert.Equal(t, "Working …", p.eval("document.body.dataset.said"))
}
