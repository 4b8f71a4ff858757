package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// touch sends one event of a finger.
func (p *tab) touch(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)})
	require.NoError(p.t, err)
}

// point sends one event at a point, of a finger on a telephone, or else of the mouse: it goes down, moves or goes up.
func (p *tab) point(what string, at [2]float64) {
	p.t.Helper()
	if p.touched {
		points := []*input.TouchPoint{{X: at[0], Y: at[1]}}
		if what == "up" {
			points = nil
		}
		p.touch(map[string]input.DispatchTouchEventType{"down": input.DispatchTouchEventTypeTouchStart, "move": input.DispatchTouchEventTypeTouchMove, "up": input.DispatchTouchEventTypeTouchEnd}[what], points...)
		return
	}
	p.run(chromedp.MouseEvent(map[string]input.DispatchMouseEventType{"down": input.DispatchMouseEventTypeMousePressed, "move": input.DispatchMouseEventTypeMouseMoved, "up": input.DispatchMouseEventTypeMouseReleased}[what], at[0], at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// over goes down at the first point, moves over the others and goes up.
func (p *tab) over(points ...[2]float64) {
	p.t.Helper()
	p.point("down", points[0])
	for _, at := range points[1:] {
		p.point("move", at)
	}
	p.point("up", points[len(points)-1])
	p.idle()
}

// inOneFrame drags over cells while the page is busy, so that it hears of all of them in one event.
func (p *tab) inOneFrame(names ...string) {
	p.t.Helper()
	way := make([][2]float64, len(names))
	for i, name := range names {
		way[i][0], way[i][1] = p.place(cell("play", name))
	}
	p.eval("document.addEventListener('pointermove', (event) => { window.heard = event.getCoalescedEvents().map((at) => document.elementFromPoint(at.clientX, at.clientY).dataset.cell).join(' '); }, true) ?? 0")
	for busy := 250; !strings.HasSuffix(p.eval("window.heard ?? ''"), strings.Join(names[1:], " ")); busy *= 2 { // until the machine was fast enough
		require.Less(p.t, busy, 20_000, "%s", p.eval("window.heard"))
		p.eval("document.querySelector('#reset').click() ?? 0")
		p.point("down", way[0])
		p.point("move", way[0])
		p.eval(fmt.Sprintf("setTimeout(() => { const end = performance.now() + %d; while (performance.now() < end); }) && 0", busy))
		var all sync.WaitGroup
		for i, at := range slices.Concat(slices.Repeat(way[:1], 5), way[1:]) { // the first ones may come alone
			at[0] += float64(i)
			all.Go(func() { p.point("move", at) })
			time.Sleep(10 * time.Millisecond) // they stay in order
		}
		all.Wait()
		p.point("up", way[len(way)-1])
		p.idle()
	}
}

// A diagonal drag that misses the corner by some pixels enters nothing beside it. A drag that was at a wrong cell goes
// on to the right one.
func TestDiagonalDrags(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.open("puzzle: hidoku\nmoves: king\n1,__,__\n__,__,__\n__,__,9\n")
		x, y := p.middle(cell("play", "r1c1"))
		toX, toY := p.place(cell("play", "r2c2"))
		var way [][2]float64
		for i := range 9 { // beside the corner, as fingers are
			part, miss := float64(i)/8, 0.3*(toX-x)
			if i == 0 || i == 8 {
				miss = 0
			}
			way = append(way, [2]float64{x + (toX-x)*part + miss, y + (toY-y)*part})
		}
		p.over(way...)
		assert.Equal(t, "2", p.eval(entriesOnBoard))
		assert.Equal(t, "2", p.eval("[...document.querySelectorAll('#play-board .entry')].map((e) => Number(e.getAttribute('x')) > 50 ? e.textContent : 'beside').join()"))

		p.open("puzzle: hidoku\nmoves: king\n__,__,__\n__,1,__\n9,__,__\n")
		x, y = p.middle(cell("play", "r2c2"))
		right, _ := p.place(cell("play", "r2c3"))
		way = nil
		for _, to := range [][2]float64{{0, 0}, {0, -1}, {0.5, -0.5}, {0.5, 0.5}, {1, 1}} { // r1c2 was wrong, so around r2c2 to r3c3
			way = append(way, [2]float64{x + to[0]*(right-x), y + to[1]*(right-x)})
		}
		p.over(way...)
		assert.Equal(t, "2", p.eval(entriesOnBoard))
		assert.Contains(t, p.eval("document.querySelector('#play-board [data-cell=r3c3]').getAttribute('aria-label')"), ", 2")

		p.open("puzzle: hidoku\nmoves: rook\n1,__,__,__\n__,__,__,8\n")
		x, y = p.middle(cell("play", "r1c1"))
		toX, toY = p.place(cell("play", "r1c4"))
		p.over([2]float64{x, y}, [2]float64{toX, toY}) // so fast that nothing is heard between
		assert.Equal(t, "2 3 4", p.eval(entriesOnBoard))

		p.open(rook)
		p.inOneFrame("r1c1", "r1c2", "r1c3", "r2c3", "r2c2", "r2c1") // a bend, so that no straight line will do
		assert.Equal(t, "2 3 4 5 6", p.eval(entriesOnBoard))
	})
}

// A stone that a finger drags is seen above the finger. The board shows where it would land, and the page says why it
// does not fit.
func TestADraggedStoneIsSeen(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.open("puzzle: draughtboard\nboard: 3x2\nflips: yes\nX,X,X\nX,_,_\n=\nX,X\n")
		if p.eval("matchMedia('(pointer: coarse)').matches || innerWidth < 400") != "true" {
			p.click(`#stones [data-stone="0"]`)
			p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 0, 0))
			x, y := p.place(cell("play", "r2c3"))
			p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
			assert.Equal(t, "1", p.eval("document.querySelectorAll('#play-board .ghost.misfit').length"))
			assert.Equal(t, "true", p.eval("document.querySelector('#float').hidden"))
			p.click(cell("play", "r2c3"))
			assert.Contains(t, p.text("#message"), "it would leave the board")
			return
		}
		x, y := p.middle(`#stones [data-stone="0"]`)
		p.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
		for _, c := range []struct{ at, misfit, says string }{{"r1c2", "0", ""}, {"r2c3", "1", "it would leave the board"}} {
			x, y = p.place(cell("play", c.at))
			p.touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x, Y: y})
			p.until("!document.querySelector('#float').hidden && document.querySelectorAll('#play-board .ghost.misfit').length === " + c.misfit)
			assert.Equal(t, "true", p.eval("document.querySelector('#float').getBoundingClientRect().bottom < "+p.eval("document.querySelector('#play-board [data-cell="+c.at+"]').getBoundingClientRect().bottom")))
			assert.Equal(t, c.misfit, p.eval("document.querySelectorAll('#play-board .ghost.misfit').length"), c.at)
			assert.Equal(t, "1", p.eval("document.querySelectorAll('#play-board .ghost').length"), c.at)
			assert.Contains(t, p.text("#message"), c.says)
			p.shot("drag-" + c.at)
		}
		p.touch(input.DispatchTouchEventTypeTouchEnd)
		p.idle()
		assert.Equal(t, "true", p.eval("document.querySelector('#float').hidden"))
		assert.Contains(t, p.text("#message"), "it would leave the board")
	})
}

// A second tap takes an entry away, and the first key draws the line of a Zip.
func TestSecondTapsAndFirstKeys(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.open(rook)
		p.press(cell("play", "r1c2"))
		assert.Equal(t, "2", p.eval(entriesOnBoard))
		p.press(cell("play", "r1c2"))
		assert.Empty(t, p.eval(entriesOnBoard))
		p.press("#undo")
		p.keys("5" + kb.Enter)
		assert.Equal(t, "5", p.eval(entriesOnBoard), "a digit goes to the board, also behind a button")
		p.press("#undo")
		p.press("#undo")
		p.press(cell("play", "r3c3"))
		p.press(cell("play", "r3c3"))
		assert.Equal(t, "9", p.text("#play-board [data-at=r3c3]:not(.hidden-text)"), "a clue stays")
		p.open("puzzle: hidoku\nmoves: rook\nclues: order\n__,3,__,4\n__,__,__,__\n1,__,2,__\n")
		p.eval("document.activeElement.blur() ?? 0")
		p.keys(kb.ArrowRight)
		assert.Equal(t, "2", p.eval("document.querySelectorAll('#play-board .cell.on').length"))
	})
}

// Marks stand in the middle and in the corners, cells have colours, and what is tried is taken back by one button.
func TestMarksAndTries(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.open(rook)
		p.press("#pencil")
		p.press(cell("play", "r1c2"))
		p.choose("#mark-kind", "corners")
		p.press(cell("play", "r1c2"))
		p.choose("#mark-kind", "colours")
		p.press("#numbers [data-colour='3']")
		p.press(cell("play", "r1c2"))
		assert.Equal(t, "2", p.text("#play-board [data-notes=r1c2]"))
		assert.Equal(t, "2", p.text("#play-board [data-corners=r1c2]"))
		assert.Equal(t, "3", p.eval("document.querySelector('#play-board [data-cell=r1c2]').dataset.colour"))
		assert.Equal(t, "true", p.eval(`(([mark, cell]) => Math.abs(mark.top + mark.bottom - cell.top - cell.bottom) < cell.height / 4)(['[data-notes=r1c2]', '[data-cell=r1c2]'].map((s) => document.querySelector('#play-board ' + s).getBoundingClientRect()))`), "a mark in the middle is there")
		p.shot("marks")
		p.press("#undo")
		assert.Empty(t, p.eval("document.querySelector('#play-board [data-cell=r1c2]').dataset.colour ?? ''"))
		p.press("#pencil")
		p.press("#undo")
		assert.Equal(t, "0", p.eval("document.querySelectorAll('#play-board [data-corners]').length"))
		p.press("#redo")
		assert.Equal(t, "2", p.text("#play-board [data-corners=r1c2]"), "marks stay without the pencil")
		p.press(cell("play", "r1c2"))
		p.press("#try")
		p.press(cell("play", "r2c2"))
		p.press(cell("play", "r2c1"))
		assert.Equal(t, "3 4", p.eval("[...document.querySelectorAll('#play-board .tried')].map((e) => e.textContent).sort().join(' ')"))
		assert.Contains(t, p.eval("document.querySelector('#play-board [data-cell=r2c2]').getAttribute('aria-label')"), "tried")
		p.shot("try")
		p.run(chromedp.Reload())
		p.ready()
		p.press("#try")
		assert.Equal(t, "2", p.eval(entriesOnBoard))
		p.press("#try")
		p.press(cell("play", "r2c2"))
		p.press("#try-keep")
		assert.Equal(t, "2 3", p.eval(entriesOnBoard))
		assert.Equal(t, "0", p.eval("document.querySelectorAll('#play-board .tried').length"))
		assert.Equal(t, "r2c2", p.eval("document.activeElement.dataset.cell"), "the button is gone")

		p.open("puzzle: numbrix\n4,__,__,__\n__,__,__,__\n__,__,__,__\n__,__,__,__\n")
		p.press("#try")
		p.run(chromedp.Reload())
		p.ready()
		p.press("#try")
		assert.Equal(t, "true", p.eval("document.querySelector('#undo').disabled"), "nothing was tried")
		p.eval("document.querySelector('#play-board [data-cell=r4c4]').focus() ?? 0")
		p.keys("1") // or 10 to 16
		p.press("#try")
		p.keys("2" + kb.Enter)
		p.press("#try")
		assert.Equal(t, "1", p.eval(entriesOnBoard), "a number that was typed before is not tried")
	})
}

// A large board can be made larger on a telephone, and moved.
func TestALargeBoardIsZoomed(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.handheld()
	p.open(rook)
	assert.Equal(t, "true", p.eval("document.querySelector('#zoom').hidden"))
	large := "puzzle: hidoku\nmoves: rook\n" + strings.Repeat(strings.Repeat("__,", 15)+"__\n", 16)
	p.open(large)
	width := "document.querySelector('#play-board [data-cell=r1c1]').getBoundingClientRect().width"
	assert.Equal(t, "true", p.eval(width+" < 24"))
	assert.Equal(t, "true", p.eval("document.querySelector('#zoom').getBoundingClientRect().top >= document.querySelector('#play-board').getBoundingClientRect().bottom"), "the button covers no cell")
	p.tapButton("#zoom")
	assert.Equal(t, "true", p.eval(width+" > 40"))
	p.shot("zoomed")
	x, y := p.place("#play-board")
	p.over([2]float64{x + 100, y + 100}, [2]float64{x + 50, y + 50}, [2]float64{x, y}, [2]float64{x - 100, y - 100}) // a finger moves it
	p.until("document.querySelector('#play-board').scrollLeft > 50 && document.querySelector('#play-board').scrollTop > 50")
	p.finger(cell("play", "r15c15"))
	assert.Equal(t, "1", p.eval(entriesOnBoard))
	p.tapButton("#zoom")
	assert.Equal(t, "true", p.eval(width+" < 24"))

	x, y = p.middle(cell("play", "r8c8"))
	one, two := 1.0, 2.0
	fingers := func(kind input.DispatchTouchEventType, apart float64) {
		p.touch(kind, &input.TouchPoint{X: x - apart, Y: y, ID: &one}, &input.TouchPoint{X: x + apart, Y: y, ID: &two})
	}
	before := p.eval(entriesOnBoard)
	fingers(input.DispatchTouchEventTypeTouchStart, 20)
	for apart := 20.0; apart <= 60; apart += 8 {
		fingers(input.DispatchTouchEventTypeTouchMove, apart)
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.idle()
	assert.Equal(t, "true", p.eval(width+" > 40"), "two fingers zoom the board")
	assert.Equal(t, "1", p.eval("visualViewport.scale"), "and not the page")
	nowX, nowY := p.place(cell("play", "r8c8"))
	assert.InDelta(t, x, nowX, 40, "it stays below the fingers")
	assert.InDelta(t, y, nowY, 40)
	assert.Equal(t, before, p.eval(entriesOnBoard), "and they enter nothing")
	x, y = nowX, nowY
	fingers(input.DispatchTouchEventTypeTouchStart, 60)
	fingers(input.DispatchTouchEventTypeTouchMove, 30)
	fingers(input.DispatchTouchEventTypeTouchMove, 8)
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	assert.Equal(t, "true", p.eval(width+" < 24"), "and back")
	p.open(rook)
	x, y = p.middle(cell("play", "r2c2"))
	fingers(input.DispatchTouchEventTypeTouchStart, 10)
	fingers(input.DispatchTouchEventTypeTouchMove, 40)
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	assert.Equal(t, "false", p.eval("document.querySelector('#play-board').classList.contains('zoomed')"), "a small board stays")
	p.look(1400, "light")
	p.open(large)
	assert.Equal(t, "false true", p.eval("document.querySelector('#zoom').checkVisibility() + ' ' + ("+width+" > 24)"), "a large screen has room")
}

// What is tried with stones is seen, and taken back or kept by one button. Cells have colours there, too. A stone that
// lies on the board is in no hand.
func TestStonesAreTried(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		count := func(selector string) string {
			return p.eval(fmt.Sprintf("document.querySelectorAll(%q).length", selector))
		}
		lay := func(at string) {
			t.Helper()
			p.press("#stones .tray-stone")
			p.press(cell("play", at))
		}
		p.open("puzzle: draughtboard\nboard: 4x4\n4 *\nX,X,X,X\n=\n")
		lay("r1c2")
		p.press("#try")
		assert.Equal(t, "Discard", p.text("#try span"))
		lay("r2c2")
		lay("r3c2")
		assert.Equal(t, "3 2", count("#play-board .stone")+" "+count("#play-board .stone.tried"))
		assert.Greater(t, p.apart("#play-board .stone.tried .edge", "stroke", "#play-board .stone:not(.tried) .edge", "stroke"), 100)
		assert.Equal(t, "false true", p.eval("['r1c2', 'r2c2'].map((at) => document.querySelector(`#play-board [data-cell=${at}]`).getAttribute('aria-label').includes('tried')).join(' ')"))
		p.shot("tried")
		for range 2 {
			p.eval("document.querySelector('#language').click() ?? 0")
			p.idle()
			assert.Empty(t, p.eval("[...document.querySelectorAll('.tool span')].filter((s) => s.offsetParent && s.getBoundingClientRect().width > s.closest('.tool').clientWidth).map((s) => s.textContent).join()"), "words that are cut")
		}
		p.run(chromedp.Reload())
		p.ready()
		assert.Equal(t, "3 2", count("#play-board .stone")+" "+count("#play-board .stone.tried"))
		p.press("#try")
		assert.Equal(t, "1 0", count("#play-board .stone")+" "+count("#play-board .stone.tried"))
		p.press("#try")
		lay("r2c2")
		p.press("#try-keep")
		assert.Equal(t, "2 0", count("#play-board .stone")+" "+count("#play-board .stone.tried"))

		p.press("#pencil")
		p.until("document.querySelector('#stones .swatch')")
		p.press("#stones [data-colour='3']")
		p.press(cell("play", "r4c1"))
		assert.Equal(t, "3", p.eval("document.querySelector('#play-board [data-cell=r4c1]').dataset.colour"))
		assert.Contains(t, p.eval("document.querySelector('#play-board [data-cell=r4c1]').getAttribute('aria-label')"), "colour 3")
		assert.Greater(t, p.apart("#play-board [data-cell=r4c1]", "fill", "#play-board [data-cell=r4c2]", "fill"), 20)
		p.shot("coloured")
		p.run(chromedp.Reload())
		p.ready()
		assert.Equal(t, "2 1", count("#play-board .stone")+" "+count("#play-board [data-colour='3']"))
		p.press("#undo")
		assert.Equal(t, "2 0", count("#play-board .stone")+" "+count("#play-board [data-colour='3']"))
		p.press(cell("play", "r1c2")) // the stone is in the hand
		assert.Equal(t, "1 1", count("#play-board .under .stone")+" "+count("#stones [aria-pressed=true]"))
		p.press("#undo")
		assert.Equal(t, "2 0", count("#play-board .stone")+" "+count("#stones [aria-pressed=true]"))
	})
}

// A game that was kept before stones had colours goes on.
func TestAnOldGameOfStones(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open("puzzle: draughtboard\nboard: 4x3\n3 *\nX,X,X,X\n=\n")
	p.eval(`import('./source/store.js').then(({ nameOfText }) => {
		const name = JSON.parse(localStorage.getItem('crosscut.games'))[0].name;
		const game = JSON.parse(localStorage.getItem('crosscut.game.' + name));
		window.onpagehide = null;
		const old = [{ stone: 0, row: 0, col: 0, cells: [0, 1, 2, 3].map((col) => ({ row: 0, col, colour: 'X' })) }];
		localStorage.setItem('crosscut.game.' + name, JSON.stringify({ ...game, state: old }));
		localStorage.setItem('crosscut.past.' + name, JSON.stringify([[], old]));
	})`)
	p.run(chromedp.Reload())
	p.ready()
	assert.Equal(t, "1", p.eval("document.querySelectorAll('#play-board .under .stone').length"))
	p.press("#stones .tray-stone")
	p.press(cell("play", "r2c2"))
	p.until("document.querySelectorAll('#play-board .under .stone').length === 2")
	p.press("#undo")
	p.press("#undo")
	assert.Equal(t, "0", p.eval("document.querySelectorAll('#play-board .under .stone').length"))
}

// A line of a Zip that is tried is seen, also where it leaves the line before, and one button takes it back.
func TestALineIsTried(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.open("puzzle: hidoku\nmoves: rook\nclues: order\n__,3,__,4\n__,__,__,__\n1,__,2,__\n")
		line := func() string { return p.eval("document.querySelectorAll('#play-board .cell.on').length") }
		p.press(cell("play", "r3c3"))
		p.press("#try")
		p.press(cell("play", "r2c3"))
		assert.Regexp(t, `^M\d\S* \S+L\S+ \S+$`, p.eval("document.querySelector('#play-board .zip-line.tried').getAttribute('d')"))
		p.press(cell("play", "r3c2"))
		p.press(cell("play", "r2c2"))
		assert.Equal(t, "3", line())
		assert.Regexp(t, `^M\d\S* \S+L\S+ \S+$`, p.eval("document.querySelector('#play-board .zip-line.tried').getAttribute('d')"), "another way")
		p.press("#try")
		assert.Equal(t, "3 true", line()+" "+p.eval("document.querySelector('#play-board [data-cell=r3c3]').classList.contains('on')"))
		p.press("#try")
		p.press(cell("play", "r2c3"))
		p.press("#try-keep")
		assert.Equal(t, "4", line())
		assert.Equal(t, "0", p.eval("document.querySelectorAll('#play-board .tried').length"))
	})
}

// One finger moves a large Zip that is zoomed, where it begins beside the line. On the line it draws.
func TestOneFingerMovesAZip(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.handheld()
	row := strings.Repeat("__,", 15) + "__\n"
	p.open("puzzle: hidoku\nmoves: rook\nclues: order\n1" + row[2:] + strings.Repeat(row, 14) + "2" + row[2:])
	p.tapButton("#zoom")
	line := func() string { return p.eval("document.querySelectorAll('#play-board .cell.on').length") }
	left := func() string { return p.eval("String(document.querySelector('#play-board').scrollLeft > 60)") }
	require.Equal(t, "false 1", left()+" "+line())
	move := func(from string, by float64) {
		t.Helper()
		x, y := p.place(cell("play", from))
		p.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
		for i := 1.0; i <= 10; i++ {
			p.touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + by*i/10, Y: y})
			time.Sleep(20 * time.Millisecond)
		}
		p.touch(input.DispatchTouchEventTypeTouchEnd)
		p.idle()
	}
	move("r3c5", -120)
	p.until("document.querySelector('#play-board').scrollLeft > 60")
	assert.Equal(t, "1", line())
	p.shot("moved")
	move("r3c6", 160)
	p.until("document.querySelector('#play-board').scrollLeft === 0")
	move("r1c1", 130)
	assert.Equal(t, "false", left(), "the end of the line draws")
	assert.Equal(t, "4", line())
	p.finger(cell("play", "r1c6"))
	assert.Equal(t, "6", line(), "a tap beside the line draws, too")
}
