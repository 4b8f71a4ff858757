package browser_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The first screen has a tile for each kind, and one tap makes a puzzle of the level. What is
// not ended can be gone on with.
func TestFirstScreen(t *testing.T) {
	p := visit(t, site(t).URL+page)
	assert.Equal(t, "home", p.eval("document.body.dataset.view"))
	assert.Equal(t, "hidato numbrix rikudo zip magic pentominoes draughtboard", p.eval("[...document.querySelectorAll('#tiles [data-kind]')].map((e) => e.dataset.kind).join(' ')"))
	assert.Equal(t, "true", p.eval("document.querySelector('#go-on').hidden"))
	p.press("#home-kinds [data-kind=magic]") // that of today
	p.until("location.hash.endsWith('/magic') && document.body.dataset.view === 'play'")
	p.eval("location.hash = '#/'")
	p.until("document.body.dataset.view === 'home'")
	assert.Equal(t, "true", p.eval("document.querySelector('#go-on').hidden"), "it was not begun")
	p.press("#levels [value=medium]")
	p.press("#tiles [data-kind=magic]")
	p.until("document.body.dataset.view === 'play'")
	p.idle()
	assert.Equal(t, "medium", p.text("#play-level"))
	assert.Equal(t, "16", p.eval("document.querySelectorAll('#play-board [data-cell]').length"))
	p.press("#marks")
	p.eval("location.hash = '#/'")
	p.until("document.body.dataset.view === 'home' && document.querySelector('#go-on svg')")
	p.press("#go-on button")
	p.until("document.body.dataset.view === 'play'")
	assert.NotEqual(t, "0", p.eval("document.querySelectorAll('#play-board .notes').length"))
}

// A solved puzzle shows the time, the own best, and the next puzzle.
func TestWinning(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.press("#levels [value=easy]")
	for round := range 2 {
		if round == 0 {
			p.press("#tiles [data-kind=magic]")
		} else {
			p.press("#next")
		}
		p.until("document.body.dataset.view === 'play' && document.querySelector('#win').hidden")
		p.idle()
		text := p.eval(newest)
		q, found := solved(t, text, 1)
		names, values := entries(q, found[0])
		for i, name := range names {
			p.click(cell("play", name))
			p.keys(fmt.Sprint(values[i]))
		}
		p.until("!document.querySelector('#win').hidden")
		assert.Regexp(t, `^Solved in \d+:\d\d!$`, p.text("#win-title"))
	}
	assert.Regexp(t, "^Your best", p.text("#win-text"))
	p.eval("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }; 0")
	p.press("#boast")
	assert.Regexp(t, `^Magic square · \d+:\d\d\nhttp`, p.eval("window.copied"))
}

// The puzzles of a day are the same for everybody, whatever the version. A change of these
// names changes past days, which nobody may do.
func TestDailies(t *testing.T) {
	p := visit(t, site(t).URL+page)
	want := map[string]string{
		"2026-11-23 hidato": "180dmyn", "2026-11-23 zip": "18ph1mx", "2026-11-24 numbrix": "1krqnyc", "2026-11-24 magic": "lcxsbn",
		"2026-11-25 rikudo": "1wlnbt2", "2026-11-25 zip": "17371j5", "2026-11-26 draughtboard": "4ut3sq", "2026-11-26 hidato": "u7zpk8",
		"2026-11-27 magic": "1ik4jdt", "2026-11-28 numbrix": "58icl6", "2026-11-28 zip": "c0kckk", "2026-11-29 rikudo": "y5d6zi",
	}
	got := make(map[string]string)
	for key := range want {
		got[key] = p.eval(fmt.Sprintf(`Promise.all([import('./source/make.js'), import('./source/store.js')]).then(async ([{ puzzleOf }, { dayNamed, nameOfText }]) => {
			const [day, kind] = %q.split(' ');
			return nameOfText((await puzzleOf(dayNamed(day), kind)).text);
		})`, key))
	}
	assert.Equal(t, want, got)
}

// A day's puzzle has an address, and counts for the day when it is solved. Days to come have none.
func TestADay(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.follow("'#/daily/2026-11-23'")
	assert.Contains(t, p.text("#daily-title"), "November 23")
	assert.Equal(t, "7", p.eval("document.querySelectorAll('#daily-list .tile').length"))
	p.follow("'#/daily/2026-11-23/zip'")
	assert.Equal(t, "Zip with walls", p.text("#play-title"))
	assert.Equal(t, "#/daily/2026-11-23/zip", p.eval("location.hash"))
	p.hinted()
	p.eval("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }; 0")
	p.press("#boast")
	assert.Regexp(t, `^Zip Nov 23 · \d+:\d\d with \d+ hints\nhttp.*#/daily/2026-11-23/zip$`, p.eval("window.copied"))
	assert.Equal(t, "false", p.eval("['marks', 'solution', 'hint'].some((id) => document.getElementById(id).checkVisibility())"), "what makes no sense after the end")
	p.press("#next")
	p.until("location.hash === '#/daily/2026-11-23/magic'")
	p.idle()
	p.follow("'#/daily/2026-11-23/zip'") // which is won
	p.press("#to-day")
	p.until("location.hash === '#/daily/2026-11-23'")
	assert.Contains(t, p.text("#daily-list [data-kind=zip]"), "✓")
	assert.Equal(t, "[0,2]", p.eval(`import('./source/store.js').then(({ dayName, dayNamed, streak, won }) => {
		const before = streak(dayNamed('2026-11-23'));
		const now = new Date();
		const other = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12);
		localStorage.setItem('crosscut.wins', JSON.stringify({ met: { [dayName(other)]: true } }));
		won('', { day: dayName(now), kind: 'zip', level: 'easy' }, 1);
		return [before, streak(now)];
	})`), "a past day that is solved later is no part of a streak")
	p.press("#day-before")
	p.until("location.hash === '#/daily/2026-11-22'")
	p.follow("'#/daily/2999-01-01'")
	assert.NotContains(t, p.eval("location.hash"), "2999-01-02")
	assert.NotContains(t, p.text("#month"), "2999")
}

// A solved puzzle has a tick in the gallery. A file of several puzzles opens as a collection.
func TestCollections(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.open(three)
	p.drag("play", "r1c1", "r1c2", "r1c3", "r2c3", "r2c2", "r2c1", "r3c1", "r3c2")
	p.until("!document.querySelector('#win').hidden")
	p.follow(fmt.Sprintf("encodeURIComponent(%q)", sample+three+testdata(t, "magic/order-3.txt")))
	p.until("document.body.dataset.view === 'gallery' && document.querySelectorAll('.card svg').length === 3")
	p.until("document.querySelector('.card.solved')")
	assert.Equal(t, "Numbrix", p.text(".card.solved strong"))
	assert.Equal(t, "3 of 3", p.text("#gallery-count"))
	p.press("#gallery-built-in")
	p.until("document.querySelectorAll('.card').length > 20")
	assert.Equal(t, "true", p.eval("document.querySelector('#gallery-built-in').hidden"))
}

// Settings survive a reload, and change the page at once.
func TestSettings(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	p.open(three)
	p.press("#set-axes")
	p.press("#set-clock")
	p.press("#set-large")
	p.choose("#set-theme", "dark")
	for range 2 {
		assert.Equal(t, "6", p.eval("document.querySelectorAll('#play-board .axis').length"))
		assert.Equal(t, "hidden", p.eval("getComputedStyle(document.querySelector('.clock')).visibility"))
		assert.Equal(t, "rgb(22, 24, 27)", p.eval("getComputedStyle(document.body).backgroundColor"))
		p.run(chromedp.Reload())
		p.ready()
	}
}

// The help shows the rules of each kind with a puzzle and its solution, and tells of fingers. A key opens it.
func TestHelp(t *testing.T) {
	p := visit(t, site(t).URL+page)
	p.keys("?")
	p.until("document.querySelectorAll('#help svg').length === 28")
	assert.Empty(t, p.text("#message"))
	assert.Contains(t, p.text("#help-rules"), "drag along the path")
	assert.Contains(t, p.text("#help-keys"), "Two fingers")
	assert.Contains(t, p.text("#help-keys"), "discarded at once", "buttons are explained, too")
	p.follow("'#/'")
	p.press("#new")
	assert.Equal(t, p.eval("[...document.querySelectorAll('#new-kind option')].map((e) => e.textContent).sort().join()"), p.eval("[...document.querySelectorAll('#help-rules h2')].map((e) => e.textContent).sort().join()"))
}

// The page can be installed: its manifest names icons that are there.
func TestManifest(t *testing.T) {
	p := visit(t, served(t, false).URL+page)
	var manifest struct {
		Icons []struct{ Src string }
	}
	require.NoError(t, json.Unmarshal([]byte(p.eval("fetch('manifest.json').then((r) => r.json())")), &manifest))
	require.Len(t, manifest.Icons, 3)
	for _, icon := range manifest.Icons {
		assert.Equal(t, "200", p.eval(fmt.Sprintf("fetch(%q).then((r) => r.status)", icon.Src)))
	}
}

// TestAVisit does what people come for, on a telephone and on a large screen. It plays the Zip of the day
// with hints, and goes on to the next puzzle. It sets a Numbrix with a wall, opens its link in another
// browser, and prints it. After the first page there is no server.
func TestAVisit(t *testing.T) {
	for _, size := range sizes {
		server := site(t)
		at(t, size, server.URL+page, func(t *testing.T, p *tab) {
			p.until("document.documentElement.dataset.offline === 'ready'")
			server.CloseClientConnections()
			server.Close()
			p.offline.Store(true) // the console now says that there is no server
			p.press("#to-home")
			p.shot("home")
			p.press("#home-daily")
			p.press("#daily-list [data-kind=zip]")
			p.until("document.body.dataset.view === 'play'")
			p.idle()
			p.hinted()
			p.shot("won")
			title := p.text("#play-title")
			p.press("#next")
			p.until(fmt.Sprintf("document.querySelector('#play-title').textContent !== %q", title))
			p.setNumbrixWithWall()
			link := p.eval("document.querySelector('#share-link').value")
			p.press("#share-dialog [data-close]")
			p.view("print")
			p.eval("print = () => { document.body.dataset.printed = document.querySelectorAll('#paper figure').length; }; 0")
			p.press("#print-now")
			p.until("document.body.dataset.printed === '2'")
			p.shot("print")
			_, hash, _ := strings.Cut(link, "#")
			other := visit(t, site(t).URL+page+"#"+hash)
			assert.Equal(t, "Numbrix with walls", other.text("#play-title"))
			assert.Equal(t, "2", other.eval("document.querySelectorAll('#play-board .wall').length"))
		})
	}
}

// setNumbrixWithWall sets a Numbrix with one solution, watches the shading, and opens the dialogue
// of its link.
func (p *tab) setNumbrixWithWall() {
	p.t.Helper()
	p.blank("rook", "3", "3")
	p.until("document.querySelectorAll('#set-board [data-cell]').length === 9")
	p.until("document.querySelectorAll('#set-board .marked').length === 9")
	p.press("#tool-pair")
	fromX, fromY := p.between("set", "r1c1", "r1c2")
	_, toY := p.place(cell("set", "r2c1"))
	p.over([2]float64{fromX, fromY}, [2]float64{fromX, toY})
	p.until("document.querySelector('#set-text').value.includes('walls: r1c1-r1c2, r2c1-r2c2\\n')")
	p.until("document.querySelector('#light').dataset.light === 'several'")
	p.shot("set")
	p.press("#to-share")
}

// In a frame of another page there is the board with its tools and what they say, and no menu. The words
// on tools are not cut, in either language.
func TestEmbed(t *testing.T) {
	p := visit(t, site(t).URL+page+"?embed#"+url.PathEscape(testdata(t, "hidoku/zip-6x6.txt")))
	p.look(360, "light")
	assert.Equal(t, "none", p.eval("getComputedStyle(document.querySelector('.top')).display"))
	for range 2 {
		for range 3 {
			p.press("#hint")
			cut := p.eval("[...document.querySelectorAll('.tool span')].filter((s) => s.offsetParent && s.getBoundingClientRect().width > s.closest('.tool').clientWidth).map((s) => s.textContent)")
			assert.Equal(t, "[]", cut)
		}
		assert.Equal(t, "true", p.eval("document.querySelector('#hint').dataset.enters"))
		p.press("#hint[data-enters=true]")
		p.eval("document.querySelector('#language').click() ?? 0")
		p.idle()
	}
}
