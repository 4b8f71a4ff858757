package browser_test

import (
	"strings"
	"testing"

	scripts "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sizes are those of a telephone and of a large screen.
var sizes = []string{"telephone", "screen"}

// everywhere runs a test on a telephone, where press is a tap, and on a large screen.
func everywhere(t *testing.T, address string, test func(t *testing.T, p *tab)) {
	for _, size := range sizes {
		at(t, size, address, test)
	}
}

// at runs a test at one size.
func at(t *testing.T, size, address string, test func(t *testing.T, p *tab)) {
	t.Run(size, func(t *testing.T) {
		p := visit(t, address)
		if p.eval("localStorage.length") != "0" { // of the other one
			p.eval("localStorage.clear() ?? 0")
			p.run(chromedp.Reload())
			p.ready()
		}
		p.sized(size)
		test(t, p)
	})
}

// sized makes the tab one of a telephone or of a large screen.
func (p *tab) sized(size string) {
	if p.look(1400, "light"); size == sizes[0] {
		p.handheld()
	}
}

// again loads the page again, with a script that runs before those of the page.
func (p *tab) again(script string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, scripts.AddScriptToEvaluateOnNewDocument, scripts.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	require.NoError(p.t, err)
	p.run(chromedp.Reload())
}

// A tap changes what it must on the page, however large the board is: 400 cells are not drawn anew.
func TestATapDrawsOnlyWhatChanges(t *testing.T) {
	row := strings.TrimSuffix(strings.Repeat("__,", 20), ",") + "\n"
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.open("puzzle: hidoku\nmoves: rook\n1" + strings.TrimPrefix(strings.Repeat(row, 20), "__"))
		p.press(cell("play", "r1c2"))
		p.eval(`(() => {
			window.changes = 0;
			new MutationObserver((all) => { window.changes += all.length; }).observe(document.querySelector('#play'), { subtree: true, childList: true, attributes: true });
			return 0;
		})()`)
		p.press(cell("play", "r1c3"))
		assert.Equal(t, "2 3", p.eval(entriesOnBoard))
		changes := p.eval("window.changes")
		assert.LessOrEqual(t, len(changes), 2, "%s changes of the page", changes)
	})
}

// A board that was shown before is there on the next visit, although no engine answers.
func TestABoardNeedsNoEngineAgain(t *testing.T) {
	everywhere(t, site(t).URL+page+"#/daily/2026-11-23/numbrix", func(t *testing.T, p *tab) {
		p.until("document.querySelector('#play-board [data-cell]')")
		p.idle()
		p.press("#reset")
		board := p.eval("document.querySelector('#play-board .board .outline').getAttribute('d')")
		p.again("window.Worker = class { postMessage() {} terminate() {} }")
		p.until("document.documentElement?.dataset.ready")
		assert.Equal(t, board, p.eval("document.querySelector('#play-board .board .outline').getAttribute('d')"))
		p.press("#play-board .cell:not(.clue)")
		assert.Equal(t, "1", p.eval("document.querySelectorAll('#play-board .entry').length"))
	})
}
