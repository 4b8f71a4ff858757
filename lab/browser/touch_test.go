package browser_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// longTouch is how long a test waits for the click of a tap. On a busy machine a tap may last
// so long that the browser takes it for a long touch, which is no click.
const longTouch = 3 * time.Second

// handheld makes the tab one of a telephone: it is narrow, and fingers touch it.
func (p *tab) handheld() {
	p.t.Helper()
	p.look(360, "light")
	_, err := chromedp.Call(p.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	require.NoError(p.t, err)
}

// finger puts a finger on the first element, moves it over the others and lifts it. Between
// two elements it stops half-way.
func (p *tab) finger(selectors ...string) {
	p.t.Helper()
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		p.t.Helper()
		_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		require.NoError(p.t, err)
	}
	x, y := p.middle(selectors[0])
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for _, selector := range selectors[1:] {
		toX, toY := p.place(selector)
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: (x + toX) / 2, Y: (y + toY) / 2})
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: toX, Y: toY})
		x, y = toX, toY
	}
	touch(input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{}...)
	p.idle()
}

// tapButton taps a button until it is clicked.
func (p *tab) tapButton(selector string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => {
		window.clicked = false;
		document.querySelector(%q).addEventListener('click', () => { window.clicked = true; }, { once: true });
		return 0;
	})()`, selector))
	for range 10 {
		p.finger(selector)
		for end := time.Now().Add(longTouch); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			if p.eval("window.clicked") == "true" {
				p.idle()
				return
			}
		}
	}
	require.Fail(p.t, "no click", selector)
}

// A finger draws the path of a Hidoku to its end, and the page does not scroll meanwhile.
func TestTouchPath(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.handheld()
	p.open("puzzle: hidoku\nmoves: rook\n1,__,__\n__,__,__\n__,__,9\n")
	top := p.eval("(document.querySelector('#play-board').scrollIntoView({ block: 'center' }), scrollY)")
	var path []string
	for _, name := range []string{"r1c1", "r1c2", "r1c3", "r2c3", "r2c2", "r2c1", "r3c1", "r3c2"} {
		path = append(path, cell("play", name))
	}
	p.finger(path...)
	p.until("document.querySelector('#play').dataset.done === 'true'")
	assert.Equal(t, "2 3 4 5 6 7 8", p.eval("[...document.querySelectorAll('#play-board .entry')].map((e) => e.textContent).sort().join(' ')"))
	assert.Equal(t, top, p.eval("scrollY"))
	p.tapButton("#reset")
	p.finger(cell("play", "r2c1")) // a tap enters the next number
	assert.Equal(t, "2", p.eval("document.querySelector('#play-board .entry').textContent"))
}

// Fingers flip a stone, turn it and drag it to the board, and from there to another place.
func TestTouchStones(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.handheld()
	p.open("puzzle: draughtboard\nboard: 3x2\nflips: yes\nX,X,X\nX,_,_\n=\nX,X\n")
	stones := func() string {
		return p.eval(`[...document.querySelectorAll('#play-board .under .stone')].map((e) => e.textContent + e.getAttribute('transform')).sort().join(' ')`)
	}
	stone := func(i string) string { return "#stones [data-stone=\"" + i + "\"]" }
	p.finger(stone("0"))
	p.tapButton("#flip")
	p.tapButton("#turn")
	p.tapButton("#turn")
	p.finger(stone("0"), cell("play", "r2c1")) // now r1c1 and the second row
	require.Equal(t, "Atranslate(0 0)", stones())
	assert.Equal(t, "4", p.eval("document.querySelectorAll('#play-board .cell.filled').length"))
	p.finger(stone("1"), cell("play", "r2c2")) // the place is taken
	assert.Equal(t, "Atranslate(0 0)", stones())
	p.tapButton("#put-back")
	p.finger(stone("1"), cell("play", "r1c2"))
	p.until("document.querySelector('#play').dataset.done === 'true'")
	p.press("#undo")
	p.until("document.querySelectorAll('#play-board .under .stone').length === 1")
	p.tapButton("#undo")
	p.until("document.querySelectorAll('#play-board .under .stone').length === 0")
	p.finger(stone("1"), cell("play", "r1c1"))
	assert.Equal(t, "Btranslate(0 0)", stones())
	p.finger(cell("play", "r1c2"), cell("play", "r2c3")) // from the board to another place
	assert.Equal(t, "Btranslate(40 40)", stones())
	p.shot("end")
}
