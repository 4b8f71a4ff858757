package browser_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

// The buttons of the view Verify save what the program writes: the puzzle, its picture, the
// formula, the cover and the certificate.
func TestExports(t *testing.T) {
	p := visit(t, site(t).URL+page)
	text := testdata(t, "hidoku/walls-5x5.txt")
	p.open(text)
	p.click("#to-check")
	p.idle()
	p.eval(catchFiles)
	want := map[string]string{
		"puzzle.svg":  ask(t, "draw", text, nil),
		"formula.cnf": ask(t, "encode", text, map[string]string{"to": "dimacs"}),
		"cover.dlx":   ask(t, "encode", text, map[string]string{"to": "dlx"}),
	}
	var read struct{ Text string }
	require.NoError(t, json.Unmarshal([]byte(ask(t, "read", text, nil)), &read))
	want["puzzle.txt"] = read.Text
	var certificate struct{ Files map[string]string }
	require.NoError(t, json.Unmarshal([]byte(ask(t, "prove", text, nil)), &certificate))
	require.NotEmpty(t, certificate.Files)
	for name, file := range certificate.Files {
		want[name] = file
	}
	for _, button := range []string{"text", "picture", "formula", "cover", "proof"} {
		p.click("#export-" + button)
		p.idle()
		p.until("document.querySelector('#message').textContent.startsWith('Saved: ')")
		p.eval("document.querySelector('#message').textContent = ''")
	}
	names, err := json.Marshal(len(want))
	require.NoError(t, err)
	p.until("Object.keys(window.files).length === " + string(names))
	var got map[string]string
	require.NoError(t, json.Unmarshal([]byte(p.eval("window.files")), &got))
	for name, file := range want {
		assert.True(t, file == got[name], "%s differs", name)
	}
}

// Repair changes a puzzle without a solution into one with one, and says what it changed. Stones it does not change.
func TestRepair(t *testing.T) {
	p := visit(t, site(t).URL+page)
	for text, reason := range map[string]string{
		"puzzle: hidoku\nmoves: rook\n1,__,__\n__,__,__\n2,__,__\n":     "1 and 2 do not touch",
		"puzzle: draughtboard\nboard: 2x2\ncorner: B\n=\nB\n=\nW,B,W\n": "No stone can cover the marked cells",
		"puzzle: draughtboard\nboard: 3x3\ngaps: 2\n* *\nX,X\n":         "The stones fit with 1 / 3 bare cells",
	} {
		p.open(text)
		p.click("#to-set")
		p.idle()
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
