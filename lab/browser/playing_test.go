package browser_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// three is a small Numbrix with one solution.
const three = "puzzle: hidoku\nmoves: rook\n1,__,__\n__,__,__\n__,__,9\n"

// entries returns an expression for the entries on the board and their cells.
const entriesOnBoard = `[...document.querySelectorAll('#play-board .entry')].map((e) => e.textContent).sort().join(' ')`

// On a telephone everything that one plays with is visible at once, in both languages and for
// each kind of board, and stays so when a hint comes.
func TestOnATelephone(t *testing.T) {
	p := visit(t, site(t).URL+page)
	shown := func(name string, selectors ...string) {
		t.Helper()
		for _, selector := range selectors {
			assert.Equal(t, "true", p.eval(fmt.Sprintf(`(() => {
				const r = document.querySelector(%q).getBoundingClientRect();
				return r.width > 0 && r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth;
			})()`, selector)), "%s: %s", name, selector)
		}
	}
	for _, c := range []struct {
		file  string
		tools []string
	}{
		{"hidoku/seed-10x10.txt", []string{"#numbers", "#pencil", "#try"}},
		{"magic/seed-5x5.txt", []string{"#numbers", "#pencil"}},
		{"hidoku/zip-6x6.txt", nil},
		{"draughtboard/seed-8x8.txt", []string{"#stones", "#turn", "#put-back"}},
	} {
		for range 2 {
			p.press("#language")
			p.handheld()
			p.open(testdata(t, c.file))
			all := append(c.tools, "#play-board svg", "#undo", "#check-entries", "#hint")
			shown(c.file, all...)
			if p.eval("document.querySelector('#hint').dataset.enters") == "true" { // in the other language
				p.press("#hint")
			}
			for range 3 {
				p.press("#hint")
				shown(c.file+", hint", all...)
				assert.NotEmpty(t, p.text("#message"))
			}
			small := p.eval("[...document.querySelectorAll('.tools .tool')].filter((e) => e.checkVisibility()).filter((e) => e.getBoundingClientRect().width < 43 || e.getBoundingClientRect().height < 43 || parseFloat(getComputedStyle(e).fontSize) < 12).map((e) => e.textContent).join()")
			assert.Empty(t, strings.TrimSpace(small), "targets for fingers")
			assert.NotRegexp(t, `\bR\b|Or type|schreib`, p.text("#play-how"), "a telephone has no keys")
			if len(c.tools) > 0 {
				assert.Contains(t, p.eval(fmt.Sprintf("document.querySelector(%q).dataset.more", c.tools[0])), "after", "the end of the strip is faded")
			}
		}
	}
	p.look(1400, "light")
	for file, strip := range map[string]string{"hidoku/seed-10x10.txt": "#numbers", "draughtboard/pentominoes-6x10-set.txt": "#stones"} {
		p.open(testdata(t, file))
		assert.Equal(t, "true", p.eval(fmt.Sprintf("(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth <= clientWidth && scrollHeight <= clientHeight)(document.querySelector(%q))", strip)), "%s: nothing is hidden", file)
		assert.Equal(t, "true", p.eval("document.querySelector('#play .more').getBoundingClientRect().bottom <= innerHeight"), "%s: the rules are seen", file)
	}
	assert.Equal(t, "true", p.eval("document.querySelector('#put-back').disabled"), "no stone is on the board")
}

// Enter after a number only confirms it. A refused number enters nothing, and the page says why.
func TestKeysOnNumbers(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	for _, c := range []struct{ keys, entries, says string }{
		{"4" + kb.Enter, "4", ""},
		{"44" + kb.Enter, "", "44 is not a number of this board: 1 to 36."},
		{"5" + kb.Enter, "", "5 is already given."},
		{"99" + kb.Enter, "", "99 is not a number of this board: 1 to 36."},
		{"37" + kb.Enter, "", "37 is not a number of this board: 1 to 36."},
		{"6" + kb.Enter + kb.Enter, "6", ""},
		{"p7" + kb.Enter, "", ""},
	} {
		p.open(sample)
		p.press("#reset")
		p.eval("document.querySelector('#pencil').checked = false; document.querySelector('#play-board [data-cell=r1c2]').focus() ?? 0")
		p.keys(c.keys)
		p.idle()
		assert.Equal(t, c.entries, p.eval(entriesOnBoard), c.keys)
		assert.Equal(t, c.says, p.text("#message"), c.keys)
		assert.Equal(t, "false", p.eval("document.querySelector('#direction').checked"), c.keys)
	}
	assert.Equal(t, "7", p.text("#play-board .notes"))
}

// A number whose second digit may come is not lost when the player leaves, and does not come into the next puzzle.
func TestATypedNumberStays(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	for _, leave := range []func(){func() { p.open(sample) }, func() { p.run(chromedp.Reload()); p.ready() }} {
		p.open(testdata(t, "hidoku/seed-10x10.txt"))
		p.press("#reset")
		p.eval("document.querySelector('#play-board [data-cell=r1c1]').focus() ?? 0")
		p.keys("2")
		leave()
		if p.eval("document.querySelectorAll('#play-board [data-cell]').length") != "100" {
			assert.Empty(t, p.eval(entriesOnBoard))
		}
		p.open(testdata(t, "hidoku/seed-10x10.txt"))
		assert.Equal(t, "2", p.eval(entriesOnBoard))
	}
}

// What breaks a rule is marked as it arises, unless the player does not want that.
func TestMistakesAtOnce(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	faults := func() string {
		return p.eval("[...document.querySelectorAll('#play-board .cell.fault')].map((e) => e.dataset.cell).join(' ')")
	}
	for _, c := range []struct{ text, at, number, says, cells string }{
		{three, "r3c1", "2", "1 and 2 do not touch.", "r1c1 r3c1"},
		{"puzzle: magic\n8,1,__\n__,5,7\n4,9,2\n", "r1c3", "3", "A line adds up to 12, not to 15.", "r1c1 r1c2 r1c3 r2c2 r2c3 r3c1 r3c3"},
		{"puzzle: hidoku\nmoves: rook\nlinks: r1c2-r2c2\n1,__,__\n__,__,__\n__,__,9\n", "r1c2", "2", "", ""},
	} {
		p.open(c.text)
		p.click(cell("play", c.at))
		if p.eval(entriesOnBoard) == "" {
			p.keys(c.number + kb.Enter)
		}
		p.idle()
		assert.Equal(t, c.says, p.text("#message"), c.text)
		assert.Equal(t, c.cells, faults(), c.text)
	}
	p.open(three)
	p.press("#set-mistakes")
	assert.Empty(t, faults())
	p.press("#set-mistakes")
	assert.NotEmpty(t, faults())
}

// A full board that is no solution shows where it is wrong.
func TestAFullWrongBoard(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	p.open("puzzle: magic\n8,1,__\n__,5,7\n4,9,2\n")
	for _, c := range []struct{ cell, number string }{{"r1c3", "3"}, {"r2c1", "6"}} {
		p.click(cell("play", c.cell))
		p.keys(c.number)
	}
	p.until("document.querySelector('#message').textContent.includes('wrong')")
	assert.Equal(t, "2", p.eval("document.querySelectorAll('#play-board .cell.wrong').length"))
}

// A Zip is one line: it is drawn with taps, keys and drags, back over itself, and with hints
// that say why. No step has a number.
func TestZip(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open("puzzle: hidoku\nmoves: rook\nclues: order\n__,3,__,4\n__,__,__,__\n1,__,2,__\n")
	line := func() string { return p.eval("document.querySelectorAll('#play-board .cell.on').length") }
	assert.Equal(t, "Zip", p.text("#play-title"))
	assert.Equal(t, "false", p.eval("document.querySelector('#numbers').checkVisibility()"))
	p.click(cell("play", "r3c3")) // straight on, over the cell between
	assert.Equal(t, "3", line())
	p.click(cell("play", "r3c2")) // back
	assert.Equal(t, "2", line())
	p.eval("document.querySelector('#play-board [data-cell=r3c2]').focus() ?? 0")
	p.keys(kb.ArrowRight + kb.ArrowRight)
	assert.Equal(t, "4", line())
	p.keys(kb.Backspace + kb.ArrowUp)
	assert.Equal(t, "4", line())
	p.press("#hint")
	assert.Contains(t, p.text("#message"), "the line is wrong")
	assert.NotEqual(t, "0", p.eval("document.querySelectorAll('#play-board .cell.wrong').length"))
	p.press("#reset")
	p.press("#hint")
	assert.Regexp(t, "^Look at ", p.text("#message"))
	p.press("#reset")
	for range 40 {
		for range 3 {
			p.press("#hint")
		}
		assert.Regexp(t, "^(Any other way at [A-H]|[A-H] has no other ways|If the line) .* the line joins [A-H] to [A-H]", p.text("#message"))
		assert.Equal(t, "badges", p.eval("document.querySelector('#play-board .over').lastElementChild.className.baseVal"), "no number covers a letter")
		p.press("#hint[data-enters=true]")
		if p.eval("document.querySelector('#win').hidden") == "false" {
			break
		}
	}
	assert.Equal(t, "12", line())
	assert.Equal(t, "0", p.eval("document.querySelectorAll('#play-board .entry').length"), "no step has a number")
	for _, file := range []string{"zip-5x5", "zip-6x6", "zip-6x6-walls"} {
		p.open(testdata(t, "hidoku/"+file+".txt"))
		p.until("document.querySelector('#play-level').textContent")
		assert.Contains(t, []string{"easy", "medium"}, p.text("#play-level"), file)
	}
}

// Pencil marks are filled in: the solution is among them.
func TestPencilMarks(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	for _, text := range []string{sample, three, testdata(t, "magic/seed-5x5.txt")} {
		p.open(text)
		p.press("#marks")
		q, found := solved(t, text, 1)
		names, values := entries(q, found[0])
		for i, name := range names {
			marks := p.eval(fmt.Sprintf("document.querySelector('#play-board [data-notes=%q]')?.textContent ?? ''", name))
			if marks != "" && !strings.Contains(marks, fmt.Sprint(values[i])) {
				assert.Fail(t, "a mark is missing", "%s: %d is not in %s", name, values[i], marks)
			}
		}
		assert.NotEqual(t, "0", p.eval("document.querySelectorAll('#play-board .notes').length"))
	}
}

// A puzzle with several solutions says so before the first hint, and a hint names cells by
// letters that are on the board.
func TestHintsSayWhatOneSees(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	p.open("puzzle: hidoku\nmoves: rook\n1,__,__\n__,__,__\n__,__,__\n")
	p.press("#hint")
	assert.Contains(t, p.text("#message"), "several solutions")
	p.open(testdata(t, "draughtboard/three.txt"))
	for range 6 {
		p.press("#hint")
		assert.NotContains(t, p.text("#message"), "mirroring", "the whole board turned is no help")
		assert.NotRegexp(t, `r\dc\d`, p.text("#message"))
	}
}

// The address keeps the puzzle and the view. Back leads to the one before.
func TestAddresses(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	p.open(three)
	first := p.eval("location.hash")
	assert.Regexp(t, "^#[A-Za-z0-9_-]+$", first)
	p.open(sample)
	p.view("print")
	assert.Regexp(t, "^#/print/", p.eval("location.hash"))
	p.eval("history.back() ?? 0")
	p.until("document.body.dataset.view === 'play'")
	p.eval("history.back() ?? 0")
	p.until("document.querySelectorAll('#play-board [data-cell]').length === 9")
	assert.Equal(t, first, p.eval("location.hash"))
	p.view("help")
	other := visit(t, p.eval("location.href"))
	assert.Equal(t, "help", other.eval("document.body.dataset.view"))
	require.Equal(t, "#/help", other.eval("location.hash"))
}

// longTouch is how long a test waits for the click of a tap. On a busy machine a tap may last
// so long that the browser takes it for a long touch, which is no click.
const longTouch = 3 * time.Second

// handheld makes the tab one of a telephone: it is narrow, and fingers touch it.
func (p *tab) handheld() {
	p.t.Helper()
	p.touched = true
	p.look(360, "light")
	_, err := chromedp.Call(p.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	require.NoError(p.t, err)
}

// finger goes down on the first element, moves over the others and goes up. Between two elements it stops half-way.
func (p *tab) finger(selectors ...string) {
	p.t.Helper()
	x, y := p.middle(selectors[0])
	way := [][2]float64{{x, y}}
	for _, selector := range selectors[1:] {
		toX, toY := p.place(selector)
		way = append(way, [2]float64{(x + toX) / 2, (y + toY) / 2}, [2]float64{toX, toY})
		x, y = toX, toY
	}
	p.over(way...)
}

// tapButton taps a button until it is clicked.
func (p *tab) tapButton(selector string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => {
		Object.assign(window, { sought: %q, clicked: false });
		window.watched ??= [addEventListener('click', (event) => { window.clicked ||= Boolean(event.target.closest(window.sought)); }, true)];
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
	assert.Equal(t, "2 3 4 5 6 7 8", p.eval(entriesOnBoard))
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
	p.finger(stone("0"), cell("play", "r2c2")) // now r1c1 and the second row, with the letter in its middle
	require.Equal(t, "Atranslate(0 0)", stones())
	assert.Equal(t, "4", p.eval("document.querySelectorAll('#play-board .cell.filled').length"))
	p.finger(stone("1"), cell("play", "r2c2")) // the place is taken
	assert.Equal(t, "Atranslate(0 0)", stones())
	p.tapButton("#put-back")
	p.finger(stone("1"), cell("play", "r1c2"))
	p.until("document.querySelector('#play').dataset.done === 'true'")
	p.press("#reset")
	p.until("document.querySelectorAll('#play-board .under .stone').length === 0")
	p.finger(stone("1"), cell("play", "r1c1"))
	assert.Equal(t, "Btranslate(0 0)", stones())
	p.finger(cell("play", "r1c2"), cell("play", "r2c3")) // from the board to another place
	assert.Equal(t, "Btranslate(40 40)", stones())
	p.shot("end")
}
