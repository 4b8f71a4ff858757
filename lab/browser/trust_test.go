package browser_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
)

const rook = "puzzle: hidoku\nmoves: rook\n1,__,__\n__,__,__\n__,__,9\n"

// A browser may refuse to keep anything, or have no room left: the page works, and says so once.
func TestWithoutStorage(t *testing.T) {
	for name, refusal := range map[string]string{
		"refused": "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused', 'SecurityError'); } })",
		"full":    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
	} {
		everywhere(t, plainSite(t).URL+page, func(t *testing.T, p *tab) {
			p.again(refusal)
			p.ready()
			assert.Equal(t, "7", p.eval("document.querySelectorAll('#tiles [data-kind]').length"))
			p.open(rook)
			said := p.text("#message")
			p.drag("play", "r1c1", "r1c2")
			p.until("document.querySelector('#play-board .over').textContent === '2'")
			assert.Contains(t, said+p.text("#message"), "keeps nothing", name)
			p.drag("play", "r1c2", "r1c3")
			assert.Equal(t, "23", p.text("#play-board .over"))
			assert.NotContains(t, p.text("#message"), "keeps nothing")
		})
	}
}

// Two tabs have one puzzle: no tab undoes what the other one did, and each shows the last move.
func TestTwoTabs(t *testing.T) {
	address := plainSite(t).URL + page
	everywhere(t, address, func(_ *testing.T, first *tab) {
		second := visit(first.t, address)
		for _, p := range []*tab{first, second} {
			p.open(rook)
		}
		first.drag("play", "r1c1", "r1c2", "r1c3")
		second.until("document.querySelector('#play-board .over').textContent.includes('3')")
		for _, try := range [][2]string{{"#try", "true"}, {"#try-keep", "false"}} { // what is tried, and that it is kept
			first.press(try[0])
			second.until("document.querySelector('#try').getAttribute('aria-pressed') === '" + try[1] + "'")
		}
		second.eval("addEventListener('storage', (event) => event.stopImmediatePropagation(), true) ?? 0") // it hears of no more moves
		first.drag("play", "r1c3", "r2c3")
		second.eval("dispatchEvent(new Event('pagehide'))")
		second.view("help")
		assert.Contains(first.t, second.eval("JSON.stringify({ ...localStorage })"), `r2c3\":4`, "a tab without a move of its own writes nothing")
		second.run(chromedp.Reload())
		second.ready()
		second.open(rook)
		second.until("document.querySelectorAll('#play-board .entry').length > 0")
		q, found := solved(first.t, rook, 1)
		names, values := entries(q, found[0])
		for i, name := range names {
			second.click(cell("play", name))
			second.keys(fmt.Sprint(values[i]) + kb.Enter)
		}
		second.until("!document.querySelector('#win').hidden")
		first.until("!document.querySelector('#win').hidden") // the other tab hears of moves and of the win
	})
}

// A game that was won shows it again. Hints are counted, and no time with hints is the best one.
func TestHintsCount(t *testing.T) {
	everywhere(t, plainSite(t).URL+page, func(t *testing.T, p *tab) {
		p.open("puzzle: hidoku\nmoves: rook\n1,2\n__,3\n")
		p.until("document.querySelector('#play-level').textContent") // without one there is no best time
		for range 3 {
			p.press("#hint")
		}
		p.until("document.querySelector('#hint').dataset.enters === 'true'")
		p.press("#hint")
		p.until("!document.querySelector('#win').hidden")
		assert.Equal(t, "with 1 hint", strings.TrimSpace(p.text("#win-text")))
		assert.Equal(t, "{}", p.eval("JSON.parse(localStorage.getItem('crosscut.wins')).best"))
		p.open(rook)
		assert.Equal(t, "true", p.eval("document.querySelector('#win').hidden"))
		p.open("puzzle: hidoku\nmoves: rook\n1,2\n__,3\n")
		assert.Equal(t, "false", p.eval("document.querySelector('#win').hidden"))
		assert.Regexp(t, `^Solved in \d+:\d\d!$`, p.text("#win-title"))
		assert.Equal(t, "true", p.eval("document.querySelector('#next').checkVisibility()"))
		p.eval("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }; 0")
		p.press("#boast")
		p.until("window.copied")
		assert.Regexp(t, `^Numbrix · \d+:\d\d with 1 hint\nhttp`, p.eval("window.copied"))

		p.open("puzzle: hidoku\nmoves: rook\n1,4\n__,3\n")
		p.press("#hint")
		p.until("document.querySelector('#message').textContent !== ''")
		p.run(chromedp.Reload()) // the hint is kept
		p.ready()
		p.until("document.querySelectorAll('#play-board [data-cell]').length === 4")
		p.press(cell("play", "r2c1"))
		p.keys("2" + kb.Enter)
		p.until("!document.querySelector('#win').hidden")
		assert.Equal(t, "with 1 hint", strings.TrimSpace(p.text("#win-text")))
	})
}

// A daily that is begun before midnight and ended after it counts for its day. One day of a month may be missed.
func TestADailyOverMidnight(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.eval(`(() => {
			const Real = Date;
			globalThis.Date = class extends Real { constructor(...at) { super(...at.length ? at : [window.now]); } };
			localStorage.setItem('crosscut.wins', JSON.stringify({ met: { '2026-11-21': true, '2026-11-23': true } }));
			return 0;
		})()`)
		clock := func(at string) { p.eval(fmt.Sprintf("window.now = %q", at)) }
		clock("2026-11-24T23:58")
		p.follow("'#/daily/2026-11-24/magic'")
		p.until("document.querySelectorAll('#play-board [data-cell]').length === 9")
		text := p.eval(newest)
		q, found := solved(t, text, 1)
		names, values := entries(q, found[0])
		for i, name := range names {
			if i == len(names)-1 {
				clock("2026-11-25T00:02")
			}
			p.press(cell("play", name))
			p.eval(fmt.Sprintf("[...document.querySelectorAll('#numbers button')].find((e) => e.textContent === '%d').click() ?? 0", values[i]))
		}
		p.until("!document.querySelector('#win').hidden")
		assert.Contains(t, p.text("#win-text"), "3 days in a row")
	})
}

// A daily that was begun before midnight counts for its day, and a month forgives one day.
func TestStreaksAreFair(t *testing.T) {
	p := visit(t, plainSite(t).URL+page)
	assert.Equal(t, "[1,3,1]", p.eval(`import('./source/store.js').then(({ dayName, dayNamed, streak, won }) => {
		localStorage.clear();
		const now = new Date(), before = dayName(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12));
		won('', { day: before, kind: 'zip', begun: before }, 1);
		const begun = Number(JSON.parse(localStorage.getItem('crosscut.wins')).met[before]);
		const of = (...days) => { localStorage.setItem('crosscut.wins', JSON.stringify({ met: Object.fromEntries(days.map((day) => [day, true])) })); };
		of('2026-11-20', '2026-11-21', '2026-11-23');
		const forgiven = streak(dayNamed('2026-11-23'));
		of('2026-11-19', '2026-11-21', '2026-11-23');
		return [begun, forgiven, streak(dayNamed('2026-11-23')) - 1];
	})`))
}

// Games that come in push out no own ones, however many there are. A game of both is the one that was played longer. Large
// boards leave room in the storage.
func TestOwnGamesStay(t *testing.T) {
	p := visit(t, plainSite(t).URL+page)
	assert.Equal(t, `[40,1,"later","b"]`, p.eval(`import('./source/store.js').then(({ load, save, takeOver }) => {
		localStorage.clear();
		const game = (text, state, seconds) => ({ text, state, seconds, done: false, past: [1, state] });
		for (let i = 0; i < 40; i++) save(game('own' + i, 'a', 5));
		const taken = takeOver(JSON.stringify({ crosscut: 1, wins: { solved: {}, best: {}, days: {} }, games: [game('theirs', 'b', 9), game('own3', 'later', 6), game('own4', 'before', 4)] }));
		const many = Array.from({ length: 40 }, (_, i) => load('own' + i)).filter((own) => own && own.state !== 'before').length;
		const now = load('own3').state;
		localStorage.clear();
		for (let i = 0; i < 40; i++) save({ ...game('large' + i, 'b', 5), past: Array(100).fill('x'.repeat(5000)) });
		return [many, taken, now, load('large39').state];
	})`))
	assert.NotContains(t, p.text("#message"), "keeps nothing")
}

// versioned is the name of a file with the version of the page.
var versioned = regexp.MustCompile(`(\.(?:css|js|json|wasm)\?)`)

// changing serves the page as the program does, and changes: see its fields.
type changing struct {
	asked   atomic.Int64 // how many files were asked for, apart from the service worker
	version atomic.Int64 // of the page; each one has another service worker and another title
	missing atomic.Value // the end of the name of a file that is cut off; behind "busy " of one that is refused for now
	late    atomic.Int64 // how long each answer takes, a time.Duration
}

func (s *changing) serve(t *testing.T) string {
	puzzletest.NeedsProgram(t, shell)
	at, err := program()
	require.NoError(t, err)
	folder, err := engine()
	require.NoError(t, err)
	proxy := passing(at)
	engines := http.StripPrefix("/engine/", http.FileServer(http.Dir(folder)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/sw.js" {
			s.asked.Add(1)
		}
		time.Sleep(time.Duration(s.late.Load()))
		end, _ := s.missing.Load().(string)
		if path, busy := strings.CutPrefix(end, "busy "); busy && strings.HasSuffix(r.URL.Path, path) {
			http.Error(w, "later", http.StatusServiceUnavailable)
			return
		}
		if end != "" && strings.HasSuffix(r.URL.Path, end) {
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, "// cut")
			panic(http.ErrAbortHandler)
		}
		switch folder, _, _ := strings.Cut(r.URL.Path[1:], "/"); folder {
		case "engine":
			engines.ServeHTTP(w, r)
			return
		case "source":
			modules("").ServeHTTP(w, r)
			return
		}
		r.Header.Del("If-None-Match")
		r.Header.Del("Accept-Encoding")
		answer := httptest.NewRecorder()
		proxy.ServeHTTP(answer, r)
		if answer.Code != http.StatusOK && r.Context().Err() == nil { // a browser that misses one file asks no further
			t.Errorf("%s: status %d: %s", r.URL.Path, answer.Code, answer.Body)
		}
		text := answer.Body.String()
		if n := s.version.Load(); n > 0 {
			text = strings.ReplaceAll(text, "const version = '", fmt.Sprintf("const version = '%d", n))
			text = strings.ReplaceAll(text, "title: ['crosscut:", fmt.Sprintf("title: ['version %d:", n))
			text = versioned.ReplaceAllString(text, fmt.Sprintf("${1}%d", n))
			if strings.HasSuffix(r.URL.Path, "/gallery.json") {
				text = fmt.Sprintf(`{"version": %d, "puzzles": []}`, n) // which no other version can read
			}
		}
		w.Header().Set("Content-Type", answer.Header().Get("Content-Type"))
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// The scripts of the page come in one file. The second visit asks the network for nothing, and an update is taken as a whole or
// not at all: each file is missing once, at one of the sizes.
func TestUpdates(t *testing.T) {
	for i, size := range sizes {
		var s changing
		at(t, size, s.serve(t), func(t *testing.T, p *tab) {
			assert.Equal(t, "main.js", p.eval("performance.getEntriesByType('resource').filter((e) => e.initiatorType === 'script' || /\\.js\\b/.test(e.name)).map((e) => e.name.split('/').at(-1).replace(/\\?.*/, '')).filter((name) => name !== 'worker.js' && name !== 'wasm_exec.js').join()"))
			p.until("document.documentElement.dataset.offline === 'ready' && navigator.serviceWorker.controller")
			before := s.asked.Load()
			p.run(chromedp.Reload())
			p.ready()
			assert.Equal(t, before, s.asked.Load(), "the second visit asks for nothing")

			p.offline.Store(true) // the browser says that a file failed
			s.version.Store(2)
			files := strings.Fields(p.eval("caches.keys().then(([name]) => caches.open(name)).then((kept) => kept.keys()).then((all) => all.map(({ url }) => new URL(url).pathname).join(' '))"))
			assert.Greater(t, len(files), 5, "%q", files)
			for j, end := range files {
				if j%len(sizes) != i {
					continue
				}
				s.missing.Store(end)
				p.eval("navigator.serviceWorker.getRegistration().then((r) => r.update()).catch(() => 0)")
				p.until("navigator.serviceWorker.getRegistration().then((r) => !r.installing && !r.waiting)")
				p.run(chromedp.Reload())
				p.ready()
				assert.Equal(t, "true", p.eval("document.title.startsWith('crosscut:') && document.querySelector('#update').hidden"), end)
			}
			s.missing.Store("")
			p.eval("navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => 0)")
			p.until("!document.querySelector('#update').hidden")
			assert.Equal(t, "A new version is there", p.text("#update"))
			p.finger("#update") // the page is loaded again, so nobody can ask whether a tap was one
			p.until("document.title.startsWith('version 2:')")
			p.ready()
		})
	}
}

// A tab goes on with the files of its version while another one takes the next version. They are kept until it is gone.
func TestATabKeepsItsVersion(t *testing.T) {
	var s changing
	address := s.serve(t)
	first, second := visit(t, address), visit(t, address)
	first.handheld()
	second.look(1400, "light")
	for _, p := range []*tab{first, second} {
		p.run(chromedp.Reload())
		p.ready()
		p.until("document.documentElement.dataset.offline === 'ready' && navigator.serviceWorker.controller")
	}
	s.version.Store(3)
	first.eval("navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => 0)")
	first.until("!document.querySelector('#update').hidden")
	first.finger("#update")
	first.until("document.title.startsWith('version 3:')")
	first.ready()

	second.view("gallery")
	second.until("document.querySelectorAll('.card').length > 40")
	assert.Equal(t, "true", second.eval("document.title.startsWith('crosscut:')"))
	for range 2 { // while a page is left, it still has its files
		second.run(chromedp.Reload())
		second.ready()
	}
	assert.Equal(t, "true", second.eval("document.title.startsWith('version 3:')"))
	second.until("caches.keys().then((names) => names.length === 1)")
}

// An engine that failed once is loaded when the next question is asked.
func TestTheEngineIsTriedAgain(t *testing.T) {
	var s changing
	address := s.serve(t)
	for size, missing := range map[string]string{"telephone": "/engine/engine.wasm", "screen": "busy /engine/engine.wasm"} {
		s.missing.Store(missing)
		parent, stop, err := startBrowser()
		require.NoError(t, err)
		p := &tab{t: t, ctx: parent}
		p.sized(size)
		p.run(chromedp.Navigate(address))
		p.ready()
		p.eval("window.fetched = fetch; window.fetch = (at, ...more) => String(at).includes('/v1/') ? Promise.reject(new TypeError('cut off')) : fetched(at, ...more); 0") // nor is there a server
		p.press("#tiles [data-kind=magic]")
		p.until("document.querySelector('#message').textContent === 'The solver could not be loaded. Try again.'")
		s.missing.Store("")
		p.open(rook)
		assert.Equal(t, "9", p.eval("document.querySelectorAll('#play-board [data-cell]').length"), size)
		assert.Equal(t, "true", p.eval("import('./source/engine.js').then(({ isLocal }) => isLocal())"), size)
		stop()
	}
}

// Games and the days in a row go out as a file, and in on another telephone. Nothing there is lost. The days alone go
// by an address.
func TestGamesGoOutAndIn(t *testing.T) {
	address := plainSite(t).URL + page
	everywhere(t, address, func(t *testing.T, p *tab) {
		p.open(rook)
		p.drag("play", "r1c1", "r1c2", "r1c3")
		p.eval(`localStorage.setItem('crosscut.wins', JSON.stringify({ best: { 'zip easy': 30 }, met: { '2026-01-01': true, '2026-01-02': true, '2026-03-01': true } }))`)
		p.eval(catchFiles)
		p.press("#to-settings")
		p.shot("settings")
		p.press("#games-out")
		p.until("Object.keys(window.files).length === 1")
		file := p.eval("window.files['crosscut-games.json']")
		days := p.eval("import('./js/store.js').then(({ streakText }) => streakText())")
		p.shows("#streak-code", p.eval("location.origin + location.pathname")+"#/streak/"+days)
		p.eval("localStorage.clear()")
		p.eval(`localStorage.setItem('crosscut.wins', JSON.stringify({ best: { 'zip easy': 20, 'zip hard': 50 }, met: { '2026-03-02': true } }))`)
		p.eval(fmt.Sprintf(`(() => {
			const all = new DataTransfer();
			all.items.add(new File([%q], 'crosscut-games.json'));
			document.querySelector('#games-in').files = all.files;
			document.querySelector('#games-in').dispatchEvent(new Event('change'));
			return 0;
		})()`, file))
		p.until("document.querySelector('#message').textContent.startsWith('1 game and')")
		wins := p.eval("localStorage.getItem('crosscut.wins')")
		for _, want := range []string{`"zip easy":20`, `"zip hard":50`, `"2026-01-02":true`, `"2026-03-02":true`} {
			assert.Contains(t, wins, want)
		}
		p.open(rook)
		assert.Equal(t, "2 3", p.eval(entriesOnBoard))
		p.eval("localStorage.clear()")
		p.follow(fmt.Sprintf("'#/streak/%s'", days))
		assert.Contains(t, p.text("#message"), "3")
		assert.Equal(t, "2026-01-01 2026-01-02 2026-03-01", p.eval("Object.keys(JSON.parse(localStorage.getItem('crosscut.wins')).met).sort().join(' ')"))
	})
}

// A file that is dropped on the page is opened, and the page stays. Fingers drop none, so there is no telephone here.
func TestADroppedFile(t *testing.T) {
	p := visit(t, plainSite(t).URL+page)
	p.look(1400, "light")
	p.eval(fmt.Sprintf(`(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File([%q], 'puzzle.txt'));
		const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
		document.body.dispatchEvent(over);
		window.taken = over.defaultPrevented;
		document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
		return 0;
	})()`, rook))
	p.until("document.querySelectorAll('#play-board [data-cell]').length === 9")
	assert.Equal(t, "true", p.eval("window.taken"))
}

// A broken address of days in a row says so, and changes nothing.
func TestBrokenDaysInARow(t *testing.T) {
	everywhere(t, plainSite(t).URL+page, func(t *testing.T, p *tab) {
		for _, days := range []string{"nonsense", "2026-01-01", "2026-01-01-W!", "2026-13-77-1", ""} {
			p.view("help")
			p.follow(fmt.Sprintf("'#/streak/%s'", days))
			assert.Equal(t, "The link is damaged. Copy all of it.", p.text("#message"), days)
			assert.Equal(t, "bad", p.eval("document.querySelector('#message').className"), days)
			assert.Equal(t, "home", p.eval("document.body.dataset.view"), days)
			assert.Equal(t, "null", p.eval("String(localStorage.getItem('crosscut.wins'))"), days)
		}
	})
}
