package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// catchFiles keeps the files that the page offers, instead of saving them.
const catchFiles = `(() => {
	window.files = {};
	const blobs = {};
	const old = URL.createObjectURL;
	URL.createObjectURL = (blob) => { const url = old(blob); blobs[url] = blob; return url; };
	HTMLAnchorElement.prototype.click = function () { const { href, download } = this; blobs[href].text().then((text) => { window.files[download] = text; }); };
	return 0;
})()`

// shows tests that a place has the QR code of an address.
func (p *tab) shows(place, address string) {
	p.t.Helper()
	p.until("document.querySelector('" + place + " path')")
	code := p.eval("document.querySelector('" + place + " path').getAttribute('d')")
	assert.Contains(p.t, ask(p.t, "qr", "", map[string]string{"address": address}), code, address)
}

// The dialog Share has the link, the puzzle as a file and as a picture, and a frame for another page.
func TestPublish(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.open(testdata(t, "hidoku/walls-5x5.txt"))
		p.view("set")
		p.eval(catchFiles)
		p.press("[data-go=share]")
		link := p.eval("document.querySelector('#share-link').value")
		assert.Equal(t, fmt.Sprintf(`<iframe src="%s" width="480" height="640"></iframe>`, strings.Replace(link, "#", "?embed#", 1)), p.eval("document.querySelector('#share-frame').value"))
		p.press("#export-text")
		p.press("#export-png")
		p.until("Object.keys(window.files).length === 2")
		assert.Regexp(t, "^puzzle: hidoku\n", p.eval("window.files['puzzle.txt']"))
		assert.Contains(t, p.eval("window.files['puzzle.png']"), "PNG")
		assert.Equal(t, "true", p.eval("(({ bottom, right }) => bottom <= innerHeight && right <= innerWidth)(document.querySelector('#share-dialog').getBoundingClientRect())"))
		assert.Equal(t, "true", p.eval("(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('#share-dialog'))"), "all of it is seen")
		p.shot("share")
		p.eval("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }; 0")
		for _, what := range []string{"link", "frame"} {
			p.press("#share-copy-" + what)
			p.until("document.querySelector('#share-copied').textContent === 'Copied.'")
			assert.Equal(t, p.eval("document.querySelector('#share-"+what+"').value"), p.eval("window.copied"))
		}
		p.press("#share-dialog [data-close]")
		p.view("check") // below Create
	})
}

// Repair changes a puzzle without a solution into one with one, and says what it changed. Stones it does not change.
func TestRepair(t *testing.T) {
	p := visit(t, site(t).URL+page)
	for text, reason := range map[string]string{
		"puzzle: hidoku\nmoves: rook\n1,__,__\n__,__,__\n2,__,__\n":     "1 and 2 do not touch",
		"puzzle: draughtboard\nboard: 2x2\ncorner: B\n=\nB\n=\nW,B,W\n": "No stone can cover the marked cells",
		"puzzle: draughtboard\nboard: 3x3\ngaps: 2\n* *\nX,X\n":         "The stones fit only with 1 / 3 bare cells",
	} {
		p.open(text)
		p.view("set")
		p.until("document.querySelector('#light').dataset.light === 'none'")
		p.until("document.querySelector('#light-detail').textContent !== ''")
		assert.Contains(t, p.text("#light-detail"), reason)
		if p.eval("document.querySelector('#group-fix').hidden") == "true" {
			assert.Contains(t, text, "draughtboard")
			continue
		}
		p.click("#repair")
		p.until("document.querySelector('#message').textContent.startsWith('Changes: ')")
		p.until("document.querySelector('#light').dataset.light === 'one'")
	}
}
