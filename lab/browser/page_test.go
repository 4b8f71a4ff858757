package browser_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// page is the place of the page on the server of a test.
const page = "/some/where/"

// sample is a small Hidoku.
const sample = "puzzle: hidoku\nmoves: king\n__,__,__,__,__,36\n__,32, 5,34, 2,__\n31, 9,__,22,__,19\n__,30,10,__,18,__\n__,28,24,__,__,17\n27,__,__,13,15,__\n"

// testdata returns a puzzle file.
func testdata(t *testing.T, name string) string {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", name))
	require.NoError(t, err)
	return string(text)
}

// solved returns the first solutions of a puzzle, at most n.
func solved(t *testing.T, content string, n int) (puzzle.Puzzle, []puzzle.Solution) {
	p, err := text.Parse(content)
	require.NoError(t, err)
	found, err := crosscut.First(t.Context(), crosscut.Native, p, n, nil)
	require.NoError(t, err)
	return p, found
}

// A Hidoku is played to the end with one drag along its path, after one back from the first
// clue.
func TestPlayByMouse(t *testing.T) {
	p := visit(t, site(t).URL+page)
	text := testdata(t, "hidoku/gk08-med-1.txt")
	p.open(text)
	q, found := solved(t, text, 2)
	require.Len(t, found, 1)
	path := pathOf(q, found[0])
	p.drag("play", path[:3]...)
	assert.Equal(t, "2", p.eval(`[...document.querySelectorAll('#play-board .entry')].map((e) => e.textContent).join()`))
	p.drag("play", path[2], path[1]) // along numbers nothing changes
	assert.Equal(t, "false", p.eval("document.querySelector('#undo').disabled"))
	p.drag("play", path[2:]...)
	p.until("document.querySelector('#play').dataset.done === 'true'")
	p.until("document.querySelector('#win-title').textContent.startsWith('Solved')")
	p.shot("end")
}

// Back over its own trail a drag takes numbers away. A tap enters the next number.
func TestDragBackAndTap(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open("puzzle: hidoku\nmoves: rook\n1,__,__\n__,__,__\n__,__,9\n")
	p.drag("play", "r1c1", "r1c2", "r1c3", "r1c2")
	assert.Equal(t, "2", p.eval(entriesOnBoard))
	p.click(cell("play", "r1c3"))
	p.click(cell("play", "r2c3"))
	assert.Equal(t, "2 3 4", p.eval(entriesOnBoard))
	p.click("#undo")
	assert.Equal(t, "2 3", p.eval(entriesOnBoard))
	p.click("#redo")
	assert.Equal(t, "2 3 4", p.eval(entriesOnBoard))
	p.press("#check-entries")
	assert.Contains(t, p.text("#message"), "right so far")
	p.click(cell("play", "r2c3")) // a second tap
	assert.Equal(t, "2 3", p.eval(entriesOnBoard))
	p.click("#reset")
	assert.Empty(t, p.eval(entriesOnBoard))
}

// A magic board is filled with the keyboard alone: Tab reaches the board, arrows move, and
// digits enter numbers.
func TestPlayByKeyboard(t *testing.T) {
	p := visit(t, site(t).URL+page)
	text := "puzzle: magic\n 2,__,__\n__, 5,__\n__,__,__\n"
	p.open(text)
	_, found := solved(t, text, 2)
	require.Len(t, found, 2, "either of two solutions will do")
	p.eval("document.querySelector('#to-print').focus()")
	for range 8 {
		p.keys(kb.Tab)
		if p.eval("document.activeElement.getAttribute('role')") == "gridcell" {
			break
		}
	}
	require.Equal(t, "gridcell", p.eval("document.activeElement.getAttribute('role')"))
	at := func() string { return p.eval("document.activeElement.dataset.cell") }
	p.run(chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	assert.Equal(t, "r3c3", at())
	p.keys(kb.ArrowUp + kb.Home)
	assert.Equal(t, "r2c1", at())
	p.run(chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	assert.Equal(t, "r1c1", at())
	p.keys("7") // a clue stays
	for c, value := range found[0] {
		if row, col := c/3, c%3; c != 0 && c != 4 {
			assert.Equal(t, fmt.Sprintf("r%dc%d", row+1, col+1), at())
			p.keys(fmt.Sprint(value))
		}
		if c%3 < 2 {
			p.keys(kb.ArrowRight)
		} else {
			p.keys(kb.ArrowDown + kb.Home)
		}
		if c == 0 {
			assert.Contains(t, p.eval("document.activeElement.getAttribute('aria-label')"), "row 1, column 2")
		}
	}
	p.until("document.querySelector('#play').dataset.done === 'true'")
	p.shot("end")
}

// A clue may be 0. The full board with it is a solution.
func TestAClueOfZero(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	p.open("puzzle: magic\nnumbers: 0..8\n5,6,1\n0,4,8\n7,2,__\n")
	p.press("#check-entries")
	assert.Contains(t, p.text("#message"), "right so far")
	p.click(cell("play", "r3c3"))
	p.keys("3")
	p.until("document.querySelector('#play').dataset.done === 'true'")
}

// A page whose address has no puzzle to show has the first screen, and says why.
func TestWrongAddresses(t *testing.T) {
	server := served(t, false)
	for hash, want := range map[string]string{
		"%E0%A4%A":   "The link is damaged. Copy all of it.",
		"bQ0kUsEqwY": "The link is damaged. Copy all of it.",
		"greetings":  "The link is damaged. Copy all of it.",
		"puzzle%3A%20hidoku%0Amoves%3A%20camel%0A1%2C__%2C__%0A__%2C__%2C__%0A__%2C__%2C__%0A": "camel",
	} {
		p := visit(t, server.URL+page)
		p.offline.Store(true) // the console names the status of the refusal
		p.run(chromedp.Navigate(server.URL + page + "?again#" + hash))
		p.ready()
		assert.Contains(t, strings.ToLower(p.text("#message")), strings.ToLower(want), hash)
		assert.Equal(t, "home", p.eval("document.body.dataset.view"))
	}
	everywhere(t, server.URL+page, func(t *testing.T, p *tab) {
		for hash, view := range map[string]string{"#/nonsense": "home", "#/daily/2099-01-01/hidato": "daily", "#/daily/2026-11-24/chess": "daily"} {
			p.view("help")
			p.follow("'" + hash + "'")
			p.until("document.querySelector('#message').textContent === 'There is no such page or day.'")
			assert.Equal(t, view, p.eval("document.body.dataset.view"), hash)
		}
	})
}

// The rules of a game of numbers: clues stay, a number is on one cell, and its old cell
// becomes open.
func TestNumbersOfAGame(t *testing.T) {
	p := visit(t, site(t).URL+page)
	assert.Equal(t, "[true,true,true,{\"r1c1\":7},{\"r2c2\":7},{},[3,5],[2,3,4,5,6,8,9]]", p.eval(`import('./source/numbers.js').then(({ Numbers, fresh }) => {
		const info = { puzzle: 'hidoku', cells: 9, rows: [['', '', ''], ['', '', ''], ['', '', 1]] };
		const game = new Numbers(info);
		const seven = game.put(fresh, 'r1c1', 7);
		const moved = game.put(seven, 'r2c2', 7);
		const notes = game.note(game.note(game.note(seven, 'r1c2', 5), 'r1c2', 3), 'r1c1', 2);
		return [game.put(fresh, 'r3c3', 4) === fresh, game.put(fresh, 'r1c1', 1) === fresh, game.put(fresh, 'r1c1', 10) === fresh,
			seven.entries, moved.entries, game.put(moved, 'r2c2', null).entries, notes.notes.r1c2, game.missing(seven)];
	})`))
}

// Stones are taken, turned and laid with the mouse.
func TestPlayStones(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open(testdata(t, "draughtboard/three.txt"))
	lay := func(stone, turns int, at string) {
		t.Helper()
		p.click(fmt.Sprintf("#stones [data-stone=\"%d\"]", stone))
		for range turns {
			p.click("#turn")
		}
		p.click(cell("play", at))
	}
	misfit := func(at, why string) {
		t.Helper()
		p.click(cell("play", at))
		assert.Equal(t, "The stone does not fit there: "+why, p.text("#message"))
		p.eval("document.querySelector('#message').textContent = ''")
	}
	lay(2, 0, "r1c3") // the colours differ
	misfit("r1c3", "the colours differ.")
	misfit("r2c4", "it would leave the board.") // it would leave the board
	p.click(cell("play", "r1c2"))               // the cell with its letter goes there
	p.click("#stones [data-stone=\"1\"]")
	misfit("r1c3", "it covers a cell that is taken.") // another stone is there
	p.click("#put-back")
	lay(1, 2, "r2c2")
	p.shot("half")
	lay(0, 2, "r2c4")
	p.until("document.querySelector('#play').dataset.done === 'true'")
	p.shot("end")
	p.click(cell("play", "r1c1")) // takes stone C back
	assert.Equal(t, "1", p.eval("document.querySelectorAll('#stones button').length"))
}

// TestSet sets a puzzle until the light is green, and then further until it is red.
func TestSet(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.blank("rook", "2", "3")
	light := func(want string) {
		t.Helper()
		p.until("document.querySelector('#light').dataset.light === '" + want + "'")
		p.idle()
	}
	light("several")
	p.click(cell("set", "r1c1")) // the number of the field: 1
	light("several")
	p.click(cell("set", "r1c2"))
	light("one")
	p.shot("green")
	p.click(cell("set", "r1c2")) // takes it away
	light("several")
	p.click(cell("set", "r2c3")) // the 2 is far from the 1
	light("none")
	p.keys("3") // 3 would be on a square of the other colour
	p.idle()
	light("none")
	p.until("document.querySelectorAll('#set-board .cell.clash').length === 2")
	p.shot("red")
	p.press("#set-undo")
	p.click("#set-undo")
	light("several")
	p.click("#tool-hole")
	p.click(cell("set", "r2c3"))
	light("one")
	assert.Equal(t, "1", p.eval("document.querySelectorAll('#set-board [data-hole=r2c3]').length"))
	p.view("play")
	assert.Equal(t, "5", p.eval("document.querySelectorAll('#play-board [data-cell]').length"), "the view Play has the new board")
}

// If there are several solutions, the shaded cells are those that are not the same in all.
func TestSeveral(t *testing.T) {
	p := visit(t, site(t).URL+page)
	for _, name := range []string{"hidoku/gh05-multi-2.txt", "hidoku/gk05-multi-1.txt"} {
		text := testdata(t, name)
		p.open(text)
		p.view("set")
		p.until("document.querySelector('#light').dataset.light === 'several'")
		p.idle()
		q, found := solved(t, text, 1000)
		require.Less(t, len(found), 1000, "all are there")
		var want []string
		for c := range found[0] {
			if slices.ContainsFunc(found, func(s puzzle.Solution) bool { return s[c] != found[0][c] }) {
				want = append(want, q.Board().Name(c))
			}
		}
		got := strings.Fields(p.eval("[...document.querySelectorAll('#set-board .cell.marked')].map((e) => e.dataset.cell).join(' ')"))
		slices.Sort(want)
		slices.Sort(got)
		assert.Equal(t, want, got, name)
	}
	p.shot("red")
}

// What is shared can be opened by another visitor, and is the same puzzle.
func TestShare(t *testing.T) {
	server := site(t)
	p := visit(t, server.URL+page)
	for _, name := range []string{"hidoku/seed-10x10.txt", "magic/seed-5x5.txt", "draughtboard/seed-8x8.txt", "hidoku/gh05-few-1.txt"} {
		p.open(testdata(t, name))
		assert.Equal(t, "Share", p.eval("document.querySelector('#to-share').title"))
		p.press("#to-share")
		assert.Equal(t, "0", p.eval("document.querySelector('#share-link').scrollLeft"), "the start of the address is shown")
		link := p.eval("document.querySelector('#share-link').value")
		p.shows("#share-code", link)
		p.shot("dialog")
		p.click("#share-dialog [data-close]")
		_, hash, _ := strings.Cut(link, "#")
		if name == "hidoku/seed-10x10.txt" {
			assert.Less(t, len(hash), 120)
		}
		other := visit(t, link)
		same := "document.querySelector('#play-board .board').textContent"
		assert.Equal(t, p.eval(same), other.eval(same), name)
		assert.Equal(t, p.text("#play-title"), other.text("#play-title"))
	}
	p.view("help")
	assert.Equal(t, "false", p.eval("document.querySelector('#to-share').checkVisibility()"), "a view without a puzzle has none to share")
}

func TestReloadKeepsTheGame(t *testing.T) {
	p := visit(t, plainSite(t).URL+page)
	p.open("puzzle: hidoku\nmoves: rook\n1,__,__\n__,__,__\n__,__,9\n")
	p.drag("play", "r1c1", "r1c2", "r1c3")
	p.click("#pencil")
	p.click(cell("play", "r2c1"))
	state := "document.querySelector('#play-board .over').textContent"
	before := p.eval(state)
	require.Contains(t, before, "3")
	p.until("document.querySelector('#clock').textContent !== '0:00'")
	p.run(chromedp.Reload())
	p.ready()
	assert.Equal(t, before, p.eval(state))
	assert.NotEqual(t, "0:00", p.text("#clock"))
	p.click("#undo")
	p.click("#undo")
	assert.Equal(t, "2", p.text("#play-board .over"), "what was done before can be undone")
}

// After the first visit the page works without its server, all engines included.
func TestOffline(t *testing.T) {
	server := site(t)
	playOffline(t, server.URL+page, func() {
		server.CloseClientConnections()
		server.Close()
	})
}

// TestOfflineFromAnArchive does the same with the program that CROSSCUT_PROGRAM names, as an archive
// of a release has it.
func TestOfflineFromAnArchive(t *testing.T) {
	program := os.Getenv("CROSSCUT_PROGRAM")
	if program == "" {
		t.Skip("needs CROSSCUT_PROGRAM, the program of an archive")
	}
	address, stop, err := serving(program)
	require.NoError(t, err)
	end := func() { assert.NoError(t, stop()) }
	defer end()
	playOffline(t, address, end)
}

// playOffline visits an address, stops its server, and uses the page.
func playOffline(t *testing.T, address string, stop func()) {
	p := visit(t, address)
	p.open(sample)
	p.until("document.documentElement.dataset.offline === 'ready'")
	p.until("caches.keys().then((names) => names.some((name) => /^crosscut-[0-9a-f]{32}$/.test(name)))")
	stop()
	p.offline.Store(true) // the console now says that there is no server
	p.run(chromedp.Reload())
	p.ready()
	assert.Equal(t, "36", p.eval("document.querySelectorAll('#play-board [data-cell]').length"))
	p.view("check")
	p.press("#check-run")
	assert.Equal(t, "The solvers agree.", p.text("#check-verdict"))
	p.view("gallery")
	p.until("document.querySelectorAll('.card svg').length > 0")
}

// A long question is stopped at once, and the next one is answered.
func TestStop(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open("puzzle: hidoku\n" + strings.Repeat(strings.Repeat("__,", 11)+"__\n", 12))
	p.view("check")
	assert.Equal(t, "page", p.eval("document.querySelector('#to-set').getAttribute('aria-current')"), "Verify is a part of Create")
	assert.Equal(t, "false", p.eval("document.querySelector('#check table').checkVisibility()"), "there is no answer yet")
	p.run(chromedp.SetValue("#check-limit", "60s"))
	p.click("#check-run")
	p.until("!document.querySelector('#work').hidden")
	time.Sleep(time.Second)
	p.press("#stop") // long before its limit
	assert.Equal(t, "Stopped.", p.text("#message"))
	p.open(testdata(t, "hidoku/seed-10x10.txt"))
	p.view("check")
	p.press("#check-run")
	assert.Equal(t, "The solvers agree.", p.text("#check-verdict"))
	p.shot("table")
}

// Hints come in three degrees: where to look, then which cells, then the step itself.
func TestHints(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open(testdata(t, "hidoku/seed-10x10.txt"))
	p.press("#hint")
	assert.NotEmpty(t, p.text("#message"))
	assert.Equal(t, "false", p.eval("document.querySelector('#hint').dataset.enters"))
	p.press("#hint")
	p.press("#hint")
	p.shot("third")
	assert.Contains(t, p.text("#message"), "24 must be at A")
	assert.Equal(t, "A", p.text("#play-board .badges"))
	p.click("#hint[data-enters=true]")
	assert.Equal(t, "1", p.eval("document.querySelectorAll('#play-board .entry').length"))
	p.click("#solution")
	p.click("#ask-yes")
	p.until("document.querySelector('#play').dataset.done === 'true'")
	p.shot("solution")

	p.press("#language")
	p.open(testdata(t, "hidoku/gk08-med-1.txt"))
	for _, want := range []string{"Sieh hierhin: auf den getönten Teil", "Sieh hierhin: ", "gehört auf"} {
		p.press("#hint")
		assert.Contains(t, p.text("#message"), want)
	}
}

// Hints on a draughtboard are steps of people too. One that rules placements out enters
// nothing, and the next hint goes on after it. Hints alone cover the board.
func TestHintsOnDraughtboards(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open(testdata(t, "draughtboard/three.txt"))
	said := make(map[string]bool)
	for range 20 {
		p.press("#hint")
		said[p.text("#message")] = true
		if p.eval("document.querySelector('#hint').dataset.enters") == "true" {
			assert.Contains(t, p.text("#message"), "must lie on")
			assert.NotEqual(t, "0", p.eval("document.querySelectorAll('#play-board .cell.target').length"))
			p.press("#hint[data-enters=true]")
		}
		if p.eval("document.querySelector('#play').dataset.done") == "true" {
			break
		}
	}
	assert.Equal(t, "true", p.eval("document.querySelector('#play').dataset.done"))
	assert.Contains(t, said, "Stone C must lie on the marked cells: it fits nowhere else.")
	p.eval("document.activeElement.blur() ?? 0")
	p.keys("h") // the button is gone
	p.until("document.querySelector('#message').textContent === 'Nothing is left to do.'")
}

// Where the engine was not built, the server answers the same questions.
func TestWithoutEngine(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	p.open("puzzle: hidoku\nmoves: rook\n1,__,__\n__,__,__\n__,__,9\n")
	p.drag("play", "r1c1", "r1c2", "r1c3", "r2c3")
	p.press("#check-entries")
	assert.Contains(t, p.text("#message"), "right so far")
	p.press("#hint")
	assert.NotEmpty(t, p.text("#message"))
	p.view("set")
	p.until("document.querySelector('#light').dataset.light === 'several'")
	assert.NotEqual(t, "0", p.eval("document.querySelectorAll('#set-board .cell.marked').length"))
	p.view("check")
	p.press("#check-run")
	assert.Equal(t, "The solvers agree.", p.text("#check-verdict"))
	p.open("puzzle: hidoku\n" + strings.Repeat(strings.Repeat("__,", 11)+"__\n", 12))
	p.view("check")
	assert.Equal(t, "10s", p.eval("[...document.querySelectorAll('#check-limit option:enabled')].map((o) => o.value).join()"), "a server gives no more")
	p.offline.Store(true) // the browser logs the status 504
	p.eval("document.querySelector('#check-limit').options[0].value = '3s'")
	p.click("#check-run")
	p.until("document.querySelector('#check-rows').children.length === 3")
	assert.Equal(t, "Not all solvers were finished in time.", p.text("#check-verdict"))
	p.eval("document.querySelector('#check-limit').options[0].value = '10s'")
	p.click("#check-run")
	p.until("!document.querySelector('#work').hidden")
	p.press("#stop")
	assert.Equal(t, "Stopped.", p.text("#message"))
}

// A link may stand in the address with its scheme. A damaged one says so, although the page
// then shows another puzzle.
func TestLinksInTheAddress(t *testing.T) {
	server := served(t, false)
	for name, want := range map[string]string{"magic/jodici.txt": "Jodici", "magic/seed-5x5.txt": "Magic square"} {
		var object struct{ Link string }
		require.NoError(t, json.Unmarshal([]byte(ask(t, "link", testdata(t, name), nil)), &object))
		for _, hash := range []string{object.Link, "crosscut:" + object.Link} {
			p := visit(t, server.URL+page+"#"+hash)
			assert.Empty(t, p.text("#message"))
			assert.Equal(t, want, p.text("#play-title"))
		}
	}
	p := visit(t, server.URL+page)
	p.offline.Store(true) // the browser logs each refused question
	p.eval("location.hash = '%E0%A4%A'")
	p.until("document.querySelector('#message').textContent.startsWith('The link is damaged')")
}

// views are the views of the page.
var views = []string{"home", "play", "daily", "set", "check", "print", "gallery", "help"}

// TestAxe finds no violation on any view, in light and dark. axe-core is one file, which
// CROSSCUT_AXE names.
func TestAxe(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("CROSSCUT_AXE"))
	if err != nil {
		t.Skip("needs CROSSCUT_AXE, the file axe.min.js of axe-core")
	}
	server := site(t)
	for _, colours := range []string{"light", "dark"} {
		p := visit(t, server.URL+page)
		p.look(1200, colours)
		p.eval(string(axe) + "; 1")
		rules := map[string]string{"light": "{}", "dark": "{ runOnly: ['color-contrast'] }"}[colours] // the colours alone are others
		look := func(name string) {
			t.Helper()
			faults := p.eval(`axe.run(` + rules + `).then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | ')).join('\n'))`)
			assert.Empty(t, faults, "%s, %s", name, colours)
		}
		for _, view := range views {
			p.view(view)
			if view == "gallery" {
				p.until("document.querySelector('.card')")
				p.choose("#gallery-family", "magic") // the other cards are like these
			}
			look(view)
		}
		p.view("play")
		for _, dialog := range []string{"#to-settings", "#to-share"} {
			p.press(dialog)
			look(dialog)
			p.eval("document.querySelector('dialog[open]').close() ?? 0")
		}
		p.open("puzzle: hidoku\nmoves: rook\n1,__\n__,__\n")
		p.press("#reset") // the page of the other colours has solved it
		p.drag("play", "r1c1", "r1c2", "r2c2", "r2c1")
		p.until("!document.querySelector('#win').hidden && document.getAnimations().every((a) => a.playState === 'finished')") // it has come up
		look("win")
		p.open(testdata(t, "draughtboard/seed-8x8.txt"))
		look("stones")
		p.view("set")
		look("set stones")
		p.open(testdata(t, "draughtboard/counts-5x4.txt"))
		look("set counts")
		p.open(testdata(t, "hidoku/zip-5x5.txt"))
		look("set order")
		p.view("play")
		look("zip")
	}
}

// alike are words that both languages have, and what stands in the files of the gallery.
var alike = regexp.MustCompile(`^(crosscut|Hidato|Numbrix|Rikudo|Zip|Jodici|Torus|Link|Name:|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|22 November|.* cells? stays? bare)$`)

// places opens the views and the dialogs in turn, and looks at each.
func (p *tab) places(look func(name string)) {
	p.t.Helper()
	within := func(view, button string) {
		p.view(view)
		p.press(button)
		look(button)
		p.press("dialog[open] [data-close]")
	}
	for _, file := range []string{"hidoku/zip-6x6.txt", "draughtboard/seed-8x8.txt", "hidoku/seed-10x10.txt"} {
		p.open(testdata(p.t, file))
		look(file)
		p.view("set")
		look("set " + file)
	}
	p.view("check")
	p.press("#check-run")
	for _, view := range []string{"check", "print", "home", "daily", "gallery", "help"} {
		p.view(view)
		look(view)
	}
	for _, c := range [][2]string{{"set", "#generate"}, {"home", "#to-settings"}, {"home", "#new"}, {"play", "#to-share"}, {"play", "#solution"}} {
		within(c[0], c[1])
	}
	p.press("#pencil")
	p.press("#try")
	look("#try")
	p.press("#try")
	p.press("#pencil")
	p.follow("'#/daily/2026-11-24/magic'")
	if p.eval("document.querySelector('#win').hidden") == "true" {
		q, found := solved(p.t, p.eval(newest), 1)
		p.enterNumbers(q, found[0])
		p.until("!document.querySelector('#win').hidden")
	}
	p.press("#boast")
	look("win")
}

// German words are longer. Yet no view and no dialog is wider than a telephone, no button is cut, and no word is English.
func TestGerman(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.eval("navigator.clipboard.writeText = () => Promise.resolve(); navigator.share = () => Promise.resolve(); document.querySelector('#share-send').hidden = false; 0")
	p.eval(`import('./source/store.js').then(({ dayName }) => {
		const day = (n) => dayName(new Date(Date.now() - n * 86_400_000));
		localStorage.setItem('crosscut.wins', JSON.stringify({ met: { [day(0)]: true, [day(1)]: true, [day(2)]: true } }));
	}).then(() => 0)`)
	words := func() []string {
		return strings.Split(p.eval(`[...(document.querySelector('dialog[open]') ?? document.body).querySelectorAll('*')].filter((e) => (e.closest('select') ?? e).checkVisibility()).flatMap((e) => [...[...e.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data), ...['aria-label', 'title', 'placeholder'].map((name) => e.getAttribute(name) ?? '')]).map((text) => text.trim()).filter((text) => /[a-z]{2}/i.test(text)).join('\n')`), "\n")
	}
	english := map[string][]string{} // by place
	p.places(func(name string) { english[name] = words() })
	p.press("#language")
	for _, width := range []int64{412, 768, 1400} {
		p.look(width, "light")
		for _, view := range views {
			p.view(view)
			assert.Equal(t, "true", p.eval("document.documentElement.scrollWidth <= innerWidth"), "%s %d", view, width)
		}
	}
	p.handheld()
	p.places(func(name string) {
		p.shot(strings.NewReplacer("/", "-", "#", "").Replace(name))
		assert.Empty(t, slices.DeleteFunc(words(), func(text string) bool { return alike.MatchString(text) || !slices.Contains(english[name], text) }), "%s: English", name)
		assert.Equal(t, "true", p.eval("[document.documentElement, ...document.querySelectorAll('dialog[open]')].every((e) => e.scrollWidth <= e.clientWidth)"), "%s is wider than the screen", name)
		assert.Empty(t, p.eval("[...document.querySelectorAll('button, .button, .tool, .toggle, .tool span')].filter((e) => e.checkVisibility() && e.scrollWidth > Math.max(e.clientWidth, e.offsetWidth) + 1 || e.offsetWidth > e.parentElement.clientWidth + 1 && e.parentElement.clientWidth > 0).map((e) => e.textContent.trim()).join()"), "%s: words that are cut", name)
	})
	assert.Regexp(t, `^\d+,\d\d\d$`, p.text("#check-rows td:nth-child(4)"), "seconds")
	p.open(sample)
	assert.Contains(t, p.text("#play-rules"), "Verbinde 1 bis 36")
	assert.Contains(t, p.eval("document.querySelector('#play-board [data-cell=r1c1]').getAttribute('aria-label')"), "Zeile 1, Spalte 1")
}

// The page makes puzzles: one to order, one in the view Create, and a booklet.
func TestMakes(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.click("#new")
	p.run(chromedp.SetValue("#new-kind", "numbrix"), chromedp.SetValue("#new-size", "5"), chromedp.SetValue("#new-level", "easy"))
	p.click("#new-form [type=submit]")
	p.until("document.querySelectorAll('#play-board [data-cell]').length === 25")
	assert.Equal(t, "easy", p.text("#play-level"))
	p.open(testdata(t, "magic/seed-5x5.txt"))
	p.view("set")
	p.click("#minimal")
	p.until("document.querySelector('#message').textContent.includes('removed')")
	p.run(chromedp.SetValue("#level", "easy"))
	p.click("#generate")
	p.press("#ask-yes") // the clues are replaced
	p.until("document.querySelector('#light').dataset.light === 'one'")
	p.idle()
	p.click("#grade")
	p.until("document.querySelector('#message').textContent.includes('stars')")
	p.open(testdata(t, "hidoku/gk05-med-1.txt"))
	p.view("print")
	assert.Equal(t, "false", p.eval("document.querySelector('#print-count').checkVisibility()"))
	p.press("#print-new")
	p.choose("#print-count", "3")
	p.choose("#per-page", "2")
	p.until("document.querySelectorAll('#paper figure').length === 6")
	assert.Equal(t, "3", p.eval("document.querySelectorAll('#paper .page').length"), "two pages of puzzles, one of solutions")
	p.eval("print = () => { document.body.dataset.printed = document.querySelectorAll('#paper figure').length; }; 0")
	p.choose("#print-count", "2")
	p.click("#print-now") // the pages need not be there yet
	p.until("document.body.dataset.printed === '4'")
}

// TestShots takes pictures of all views at three widths, in light and dark, for a person to
// look at. Nothing is wider than the window.
func TestShots(t *testing.T) {
	p := visit(t, site(t).URL+page)
	for _, colours := range []string{"light", "dark"} {
		if colours == "dark" && os.Getenv("CROSSCUT_SHOTS") == "" {
			continue // nothing is wider than in the light
		}
		for _, width := range []int64{360, 412, 800, 1400} {
			p.look(width, colours)
			for _, file := range []string{"hidoku/seed-10x10.txt", "magic/seed-5x5.txt", "draughtboard/seed-8x8.txt"} {
				p.open(testdata(t, file))
				for _, view := range views {
					if view == "gallery" && !strings.HasPrefix(file, "hidoku") {
						continue
					}
					p.view(view)
					if view == "gallery" {
						p.until("[...document.querySelectorAll('.card')].every((card) => card.querySelector('svg'))")
					}
					p.shot(fmt.Sprintf("%s-%s-%d-%s", filepath.Dir(file), view, width, colours))
					assert.Equal(t, "true", p.eval("document.documentElement.scrollWidth <= innerWidth"), "%s %s %d", file, view, width)
				}
			}
		}
	}
}
