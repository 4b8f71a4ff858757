package browser_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/web"
)

// engine builds the engine once, always from the code that is here, so it is never stale.
var engine = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "crosscut-engine")
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "run", "../scripts/page", folder, "fast")
	build.Dir = "../../web"
	if out, err := build.CombinedOutput(); err != nil {
		return folder, fmt.Errorf("%w: %s", err, out)
	}
	plain, err := web.Unpacked{FS: os.DirFS(folder)}.ReadFile(web.EngineFile) // as the program serves it
	if err != nil {
		return folder, err
	}
	return folder, os.WriteFile(filepath.Join(folder, web.EngineFile), plain, 0o600)
})

// program is the program as it is here, which serves its page. It gives its address.
var (
	stopProgram = func() {}
	program     = sync.OnceValues(func() (*url.URL, error) {
		folder, err := os.MkdirTemp("", "crosscut-program")
		if err != nil {
			return nil, err
		}
		name := filepath.Join(folder, "crosscut")
		stopProgram = func() { os.RemoveAll(folder) }
		build := exec.Command("go", "build", "-o", name, "./cmd/crosscut")
		build.Dir = "../.."
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%w: %s", err, out)
		}
		address, stop, err := serving(name)
		if err != nil {
			return nil, err
		}
		stopProgram = func() {
			_ = stop()
			os.RemoveAll(folder)
		}
		return url.Parse(address)
	})
)

// serving starts a program that serves its page, and returns its address.
func serving(program string) (address string, stop func() error, err error) {
	serve := exec.Command(program, "serve", "--listen", "127.0.0.1:0")
	out, err := serve.StdoutPipe()
	if err == nil {
		err = serve.Start()
	}
	if err != nil {
		return "", nil, err
	}
	stop = sync.OnceValue(func() error {
		err := serve.Process.Kill()
		_ = serve.Wait() // it was killed
		return err
	})
	_, err = fmt.Fscan(out, &address)
	return address, stop, err
}

// ask asks the program a question, and returns its answer.
func ask(t *testing.T, operation, text string, options map[string]string) string {
	t.Helper()
	at, err := program()
	require.NoError(t, err)
	query := make(url.Values)
	for name, value := range options {
		query.Set(name, value)
	}
	answer, err := http.Post(at.JoinPath("v1", operation).String()+"?"+query.Encode(), "text/plain", strings.NewReader(text))
	require.NoError(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.StatusCode, string(body))
	return string(body)
}

func TestMain(m *testing.M) {
	code := m.Run()
	stopProgram()
	if stopBrowser != nil {
		stopBrowser()
		if folder, _ := engine(); folder != "" {
			os.RemoveAll(folder)
		}
	}
	os.Exit(code)
}

// served serves the page as `crosscut serve` does, but below the folder /some/where. Without an
// engine, questions go to the server.
func served(t *testing.T, withEngine bool) *httptest.Server {
	puzzletest.NeedsProgram(t, shell)
	at, err := program()
	require.NoError(t, err)
	return below(t, withEngine, http.StripPrefix("/some/where", passing(at)))
}

// below serves files below the folder /some/where, with the engine or without.
func below(t *testing.T, withEngine bool, page http.Handler) *httptest.Server {
	engines := http.NotFoundHandler()
	if withEngine {
		folder, err := engine()
		require.NoError(t, err)
		engines = http.FileServer(http.Dir(folder))
	}
	mux := http.NewServeMux()
	mux.Handle("/some/where/engine/", http.StripPrefix("/some/where/engine/", engines))
	mux.Handle("/some/where/source/", modules("/some/where"))
	mux.Handle("/some/where/", page)
	local := httptest.NewServer(mux)
	t.Cleanup(local.Close)
	return local
}

// passing passes requests on to the program. A question is read whole first: a proxy that still looks for more of it
// when the answer comes breaks the answer off.
func passing(at *url.URL) http.Handler {
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(at)
		r.Out.Header.Del("Origin") // the program stands behind another address
	}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		question, err := io.ReadAll(r.Body)
		if err != nil {
			return // who asked is gone
		}
		r.Body = io.NopCloser(bytes.NewReader(question))
		proxy.ServeHTTP(w, r)
	})
}

// modules serves the modules of the page, which the program serves as one script, in the folder source.
func modules(prefix string) http.Handler {
	return http.StripPrefix(prefix+"/source/", http.FileServer(http.Dir("../../web/page/js")))
}

// site serves the page with the engine.
func site(t *testing.T) *httptest.Server { return served(t, true) }

// plainSite serves the same files as a server that knows nothing of puzzles.
func plainSite(t *testing.T) *httptest.Server {
	puzzletest.NeedsProgram(t, shell)
	return below(t, true, http.StripPrefix("/some/where/", http.FileServer(http.Dir("../../web/page"))))
}

// shell is Chromium without its windows, which takes half the time.
const shell = "chromium-headless-shell"

var (
	stopBrowser context.CancelFunc
	browser     = sync.OnceValues(func() (context.Context, error) {
		ctx, stop, err := startBrowser()
		stopBrowser = stop
		if err != nil {
			return ctx, err
		}
		at, err := program()
		if err != nil {
			return ctx, err
		}
		return ctx, chromedp.Do(ctx, chromedp.Navigate(at.String())) // the compiled engine stays while this tab has it
	})
)

// startBrowser starts a browser that has seen nothing.
func startBrowser() (context.Context, context.CancelFunc, error) {
	allocator, stop := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(shell), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("process-per-site", true), // so the engine is compiled once for all tabs: see browser
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	ctx, stopTab := chromedp.NewContext(allocator)
	return ctx, func() { stopTab(); stop() }, chromedp.Do(ctx)
}

// tab is a tab of the browser with the page.
type tab struct {
	t       *testing.T
	ctx     context.Context
	offline atomic.Bool // errors of the console are expected
	touched bool        // fingers touch it, as on a telephone
}

// patience is how long a test waits for something on the page.
const patience = 90 * time.Second

// visit opens the page. The test fails if the console has a warning or an error.
func visit(t *testing.T, address string) *tab {
	t.Helper()
	parent, err := browser()
	require.NoError(t, err)
	ctx, cancel := chromedp.NewContext(parent)
	p := &tab{t: t, ctx: ctx}
	messages, heard := chromedp.Console(ctx), make(chan struct{})
	go func() {
		defer close(heard)
		for m, err := range messages {
			if err != nil {
				return
			}
			missing := strings.Contains(m.URL, "/engine/engine.wasm") && strings.Contains(m.Text, "404") // the page looks for it
			ungraded := strings.Contains(m.URL, "/v1/grade") && strings.Contains(m.Text, "504")          // on a busy machine
			if bad := m.IsException() || m.Type == "error" || m.Type == "warning"; bad && !missing && !ungraded && !p.offline.Load() {
				t.Errorf("the console says: %s (%s)", m, m.URL)
			}
		}
	}()
	t.Cleanup(func() { cancel(); <-heard })
	p.run(chromedp.EmulateViewport(1200, 900), chromedp.Navigate(address))
	p.ready()
	return p
}

// run runs actions of the browser.
func (p *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	require.NoError(p.t, chromedp.Do(ctx, actions...))
}

// eval returns the value of an expression of JavaScript as text: strings as they are,
// others as JSON.
func (p *tab) eval(expression string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[any](expression, chromedp.EvalAwaitPromise))
	require.NoError(p.t, err, expression)
	if text, isText := value.(string); isText {
		return text
	}
	text, err := json.Marshal(value)
	require.NoError(p.t, err)
	return string(text)
}

// until waits until an expression, or the promise that it is, becomes true.
func (p *tab) until(expression string) {
	p.t.Helper()
	end := time.Now().Add(patience)
	for p.eval("Promise.resolve("+expression+").then(Boolean)") != "true" {
		if time.Now().After(end) {
			p.shot("failure")
			require.Fail(p.t, "waited in vain", "%s; the message is %q", expression, p.text("#message"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// ready waits until the page shows a board and asks nothing.
func (p *tab) ready() {
	p.t.Helper()
	p.until("document.documentElement?.dataset.ready && document.documentElement.dataset.busy === '0'")
}

// idle waits until nothing is asked.
func (p *tab) idle() {
	p.t.Helper()
	time.Sleep(30 * time.Millisecond)
	p.until("document.documentElement?.dataset.busy === '0'") // there is none while the page is loaded again
}

// text returns the text of an element.
func (p *tab) text(selector string) string {
	p.t.Helper()
	return p.eval(fmt.Sprintf("document.querySelector(%q).textContent", selector))
}

// click clicks the middle of an element with the mouse.
func (p *tab) click(selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	p.run(chromedp.MouseClickXY(x, y))
}

// target is what a person presses for an element: it, or its label.
const target = `((e) => e.matches('[type=checkbox], [type=radio]') ? e.closest('label') : e)(document.querySelector(%q))`

// middle returns the middle of an element. It is scrolled to where it can be seen. The test waits until all of it is there and
// nothing covers it.
func (p *tab) middle(selector string) (x, y float64) {
	p.t.Helper()
	p.until(fmt.Sprintf(`((e) => {
		const seen = () => {
			const { left, right, top, bottom } = e.getBoundingClientRect();
			return left > -1 && right < innerWidth + 1 && top > -1 && e.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
		};
		return seen() || (e.scrollIntoView({ block: 'center', behavior: 'instant' }), seen());
	})(`+target+")", selector))
	return p.place(selector)
}

// place returns the middle of an element where it is.
func (p *tab) place(selector string) (x, y float64) {
	p.t.Helper()
	var at []float64
	text := p.eval(fmt.Sprintf("(({ x, y, width, height }) => [x + width / 2, y + height / 2])("+target+".getBoundingClientRect())", selector))
	require.NoError(p.t, json.Unmarshal([]byte(text), &at), "%s: %s", selector, text)
	return at[0], at[1]
}

// cell returns the selector of a cell on the board of a view.
func cell(view, name string) string { return fmt.Sprintf("#%s-board [data-cell=%q]", view, name) }

// drag goes down on the first cell, moves over the others and goes up.
func (p *tab) drag(view string, names ...string) {
	p.t.Helper()
	for i, name := range names {
		x, y := p.middle(cell(view, name))
		p.point([]string{"down", "move"}[min(i, 1)], [2]float64{x, y})
		if i == len(names)-1 {
			p.point("up", [2]float64{x, y})
		}
	}
}

// keys presses keys.
func (p *tab) keys(keys string) {
	p.t.Helper()
	p.run(chromedp.KeyEvent(keys))
}

// shot takes a picture of the whole page if CROSSCUT_SHOTS names a folder.
func (p *tab) shot(name string) {
	folder := os.Getenv("CROSSCUT_SHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	require.NoError(p.t, err)
	require.NoError(p.t, os.WriteFile(filepath.Join(folder, strings.ReplaceAll(p.t.Name(), "/", "-")+"-"+name+".png"), picture, 0o600))
}

// look sets the width of the window and the colours. A telephone is less high.
func (p *tab) look(width int64, colours string) {
	p.t.Helper()
	height := int64(900)
	if width < 400 {
		height = 640
	}
	p.run(chromedp.EmulateViewport(width, height))
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: colours}},
	})
	require.NoError(p.t, err)
}

// open opens a puzzle file.
func (p *tab) open(text string) {
	p.t.Helper()
	p.follow(fmt.Sprintf("encodeURIComponent(%q)", text))
}

// follow goes to an address of the page, which is an expression of JavaScript.
func (p *tab) follow(hash string) {
	p.t.Helper()
	before := p.eval("document.documentElement.dataset.opened ?? ''")
	p.eval("location.hash = " + hash)
	p.until(fmt.Sprintf("document.documentElement.dataset.opened !== %q", before))
	p.idle()
}

// view shows a view. Verify is a part of Create.
func (p *tab) view(name string) {
	p.t.Helper()
	if name == "check" && p.eval("document.querySelector('#to-check').checkVisibility()") == "false" {
		p.view("set")
	}
	p.press("#to-" + name)
}

// press presses an element: with a finger on a telephone, or else with the mouse. A button must hear of a click.
func (p *tab) press(selector string) {
	p.t.Helper()
	defer p.reach(selector)()
	if p.touched && p.eval(fmt.Sprintf("document.querySelector(%q).closest('.board-host, #stones')", selector)) == "null" {
		p.tapButton(selector)
	} else {
		p.finger(selector)
	}
}

// reach opens the menu or the settings, if an element is there, and returns what closes them.
func (p *tab) reach(selector string) func() {
	p.t.Helper()
	switch p.eval(fmt.Sprintf("((e) => !e.checkVisibility() && e.closest('#nav, #settings-dialog')?.id)("+target+")", selector)) {
	case "nav": // which closes by itself
		p.press("#menu")
	case "settings-dialog":
		p.press("#to-settings")
		return func() { p.press("#settings-dialog [data-close]") }
	}
	return func() {}
}

// choose gives a field a value, as a person does. Choices may come late, with a file.
func (p *tab) choose(selector, value string) {
	p.t.Helper()
	defer p.reach(selector)()
	p.middle(selector)
	p.until(fmt.Sprintf("[...(document.querySelector(%q).options ?? [{ value: %q }])].some((o) => o.value === %q)", selector, value, value))
	p.run(chromedp.SetValue(selector, value))
	p.eval(fmt.Sprintf("document.querySelector(%q).dispatchEvent(new Event('change', { bubbles: true }))", selector))
	p.idle()
}

// blank makes an empty board in the view Create.
func (p *tab) blank(family, rows, columns string) {
	p.t.Helper()
	p.view("set")
	p.choose("#set-family", family)
	p.choose("#set-rows", rows)
	p.choose("#set-columns", columns)
	p.press("#set-new [type=submit]")
}

// newest is an expression for the text of the newest game.
const newest = "JSON.parse(localStorage.getItem(`crosscut.game.${JSON.parse(localStorage.getItem('crosscut.games'))[0].name}`)).text"

// hinted plays with hints to the end.
func (p *tab) hinted() {
	p.t.Helper()
	for range 300 {
		p.press("#hint")
		if p.eval("document.querySelector('#hint').dataset.enters") != "true" {
			continue
		}
		if p.press("#hint[data-enters=true]"); p.eval("document.querySelector('#play').dataset.done") == "true" {
			return
		}
	}
	require.Fail(p.t, "not at the end", p.text("#message"))
}

// edge clicks the edge between two cells.
func (p *tab) edge(view, a, b string) {
	p.t.Helper()
	p.run(chromedp.MouseClickXY(p.between(view, a, b)))
	p.idle()
}

// between returns the middle of the edge between two cells.
func (p *tab) between(view, a, b string) (x, y float64) {
	p.t.Helper()
	x, y = p.middle(cell(view, a))
	toX, toY := p.place(cell(view, b))
	return (x + toX) / 2, (y + toY) / 2
}
