package browser_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What a setter has drawn stays: walls, a hole and clues. New clues replace the own ones only if that is wanted.
func TestGenerateKeepsWhatIsDrawn(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab, tap func(string)) {
		const drawn = "puzzle: hidoku\nmoves: rook\nwalls: r2c2-r3c2, r2c3-r3c3\n1,__,__,__,__\n__,__,__,__,__\n__,__,__,__,__\n__,11,__,##,__\n__,__,__,__,__\n"
		p.open(drawn)
		p.view("set")
		text := func() string { return p.eval("document.querySelector('#set-text').value") }
		tap("#fill-up")
		p.until("document.querySelector('#light').dataset.light === 'one'")
		p.idle()
		assert.Contains(t, p.text("#message"), "Your clues stay.")
		for range 2 { // a second time the same way, from what was drawn
			assert.Contains(t, text(), "walls: r2c2-r3c2, r2c3-r3c3\n 1,")
			assert.Regexp(t, `,11,.*,##,`, text())
			tap("#fill-up")
			p.idle()
		}
		tap("#generate")
		assert.Contains(t, p.text("#ask-text"), "Replace your 2 clues?")
		p.press("#ask-dialog [data-close]")
		assert.Regexp(t, `,11,.*,##,`, text())
		tap("#generate")
		p.press("#ask-yes")
		p.idle()
		p.until("document.querySelector('#light').dataset.light === 'one'")
		assert.Contains(t, text(), "walls: r2c2-r3c2, r2c3-r3c3\n")
		assert.Contains(t, text(), ",##,")
		p.press("#set-undo")
		p.idle()
		assert.Regexp(t, `,11,.*,##,`, text(), "undo brings them back")
		p.open("puzzle: hidoku\nmoves: rook\n1,3,__\n__,__,__\n")
		p.offline.Store(true) // the console names the status of the refusal
		p.view("set")
		tap("#fill-up")
		p.until("document.querySelector('#message').textContent.includes('has no solution')")
	})
}
