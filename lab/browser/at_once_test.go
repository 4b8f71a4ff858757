package browser_test

import (
	"fmt"
	"strings"
	"testing"

	scripts "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// everywhere runs a test on a telephone and on a large screen. go is a tap or a click on an element.
func everywhere(t *testing.T, address string, test func(t *testing.T, p *tab, tap func(selector string))) {
	for _, name := range []string{"telephone", "screen"} {
		t.Run(name, func(t *testing.T) {
			p := visit(t, address)
			if p.eval("localStorage.length") != "0" { // of the other one
				p.eval("localStorage.clear() ?? 0")
				p.run(chromedp.Reload())
				p.ready()
			}
			if name == "telephone" {
				p.handheld()
				test(t, p, func(selector string) {
					if p.eval(fmt.Sprintf("document.querySelector(%q).matches('button:not(.tray-stone)')", selector)) == "true" { // which hears of a click
						p.tapButton(selector)
						return
					}
					p.finger(selector)
				})
				return
			}
			p.look(1400, "light")
			test(t, p, p.click)
		})
	}
}

// trace draws a path: with a finger on a telephone, or else with the mouse.
func (p *tab) trace(names ...string) {
	p.t.Helper()
	if p.eval("innerWidth") != "360" {
		p.drag("play", names...)
		return
	}
	var cells []string
	for _, name := range names {
		cells = append(cells, cell("play", name))
	}
	p.finger(cells...)
}

// A tap changes what it must on the page, however large the board is: 400 cells are not drawn anew.
func TestATapDrawsOnlyWhatChanges(t *testing.T) {
	row := strings.TrimSuffix(strings.Repeat("__,", 20), ",") + "\n"
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab, tap func(string)) {
		p.open("puzzle: hidoku\nmoves: rook\n1" + strings.TrimPrefix(strings.Repeat(row, 20), "__"))
		tap(cell("play", "r1c2"))
		p.eval(`(() => {
			window.changes = 0;
			new MutationObserver((all) => { window.changes += all.length; }).observe(document.querySelector('#play'), { subtree: true, childList: true, attributes: true });
			return 0;
		})()`)
		tap(cell("play", "r1c3"))
		assert.Equal(t, "2 3", p.eval(entriesOnBoard))
		changes := p.eval("window.changes")
		assert.LessOrEqual(t, len(changes), 2, "%s changes of the page", changes)
	})
}

// The scripts of the page come in one file.
func TestOneScript(t *testing.T) {
	p := visit(t, site(t).URL+page)
	assert.Equal(t, "main.js", p.eval("performance.getEntriesByType('resource').filter((e) => e.initiatorType === 'script' || /\\.js\\b/.test(e.name)).map((e) => e.name.split('/').at(-1).replace(/\\?.*/, '')).filter((name) => name !== 'worker.js' && name !== 'wasm_exec.js').join()"))
}

// A board that was shown before is there on the next visit, although no engine answers.
func TestABoardNeedsNoEngineAgain(t *testing.T) {
	everywhere(t, site(t).URL+page+"#/daily/2026-11-23/numbrix", func(t *testing.T, p *tab, tap func(string)) {
		p.until("document.querySelector('#play-board [data-cell]')")
		p.idle()
		p.press("#reset")
		_, err := chromedp.Call(p.ctx, scripts.AddScriptToEvaluateOnNewDocument, scripts.AddScriptToEvaluateOnNewDocumentParams{
			Source: "window.Worker = class { postMessage() {} terminate() {} }",
		})
		require.NoError(t, err)
		board := p.eval("document.querySelector('#play-board .board .outline').getAttribute('d')")
		p.run(chromedp.Reload())
		p.until("document.documentElement?.dataset.ready")
		assert.Equal(t, board, p.eval("document.querySelector('#play-board .board .outline').getAttribute('d')"))
		tap("#play-board .cell:not(.clue)")
		assert.Equal(t, "1", p.eval("document.querySelectorAll('#play-board .entry').length"))
	})
}
