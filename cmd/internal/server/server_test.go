package server

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cmd/internal/serve"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/web"
)

const (
	small = "puzzle: magic\n\n_ _ _\n_ 5 _\n_ _ _\n"
	// endless has more solutions than anybody can count.
	endless = "puzzle: magic\n\n_ _ _ _ _ _\n_ _ _ _ _ _\n_ _ _ _ _ _\n_ _ _ _ _ _\n_ _ _ _ _ _\n_ _ _ _ _ _\n"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// serving is a server of a test.
type serving struct {
	*Server
	url, address string
	stop         func() error // ends the server
}

// served starts a server on the loopback, with some limits changed.
func served(t *testing.T, change func(*Limits)) serving {
	t.Helper()
	s := &Server{
		Page:   fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}, "a/b.js": {Data: []byte("export {}")}, "x.sh": {Data: []byte("rm")}},
		Engine: fstest.MapFS{"engine.wasm": {Data: []byte("\x00asm")}, "engine.wasm.gz": {Data: []byte("small")}, "engine.wasm.br": {Data: []byte("smaller")}},
		Hosts:  []string{"localhost", "puzzles.example"}, Origins: []string{"https://friend.example"},
		Limits: DefaultLimits(),
	}
	s.Limits.ReadHeader, s.Limits.Read, s.Limits.Shutdown = patience, patience, patience // the machine may be busy
	if change != nil {
		change(&s.Limits)
	}
	s.Handler() // makes the desk
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	stopped := false
	stop := func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		select {
		case err := <-ended:
			return err
		case <-time.After(patience):
			return fmt.Errorf("the server does not end")
		}
	}
	t.Cleanup(func() { assert.NoError(t, stop()) })
	return serving{s, "http://" + l.Addr().String(), l.Addr().String(), stop}
}

// reply is what a server answered.
type reply struct {
	status int
	head   http.Header
	body   string
}

// kind returns the kind of a failure.
func (r reply) kind(t *testing.T) serve.Kind {
	t.Helper()
	var f struct{ Kind serve.Kind }
	require.NoError(t, json.Unmarshal([]byte(r.body), &f), r.body)
	return f.Kind
}

// ask sends a request. Pairs of the name and the value of header lines may follow.
func ask(t *testing.T, method, url, body string, head ...string) reply {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	require.NoError(t, err)
	for i := 0; i < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
		if head[i] == "Host" {
			r.Host = head[i+1]
		}
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DisableCompression: true}}
	got, err := client.Do(r)
	require.NoError(t, err)
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	require.NoError(t, err)
	return reply{got.StatusCode, got.Header, string(text)}
}

func TestEveryStatus(t *testing.T) {
	s := served(t, func(l *Limits) { l.Body, l.Squares, l.Time, l.Puzzles = 2000, 100, patience, 2 })
	short := served(t, func(l *Limits) { l.Time = time.Second })
	for _, test := range []struct {
		name, method, path, body string
		head                     []string
		status                   int
		part                     string
	}{
		{"an answer", "POST", "/v1/count", small, nil, 200, `{"file":"puzzle","count":8,"complete":true}`},
		{"any type", "POST", "/v1/count", small, []string{"Content-Type", "application/x-www-form-urlencoded"}, 200, `"count":8`},
		{"without its line ends", "POST", "/v1/count", strings.ReplaceAll(small, "\n", ""), nil, 400, `send a file with \"curl -T\"`},
		{"options", "POST", "/v1/solve?engine=sat&n=2&time=20s", small, nil, 200, `"stopped":"number"`},
		{"no body", "POST", "/v1/generate?family=magic&size=3&seed=1", "", nil, 200, `[{"file":"magic-0001.txt"`},
		{"own origin", "POST", "/v1/count", small, []string{"Origin", s.url}, 200, `"count":8`},
		{"text", "POST", "/v1/encode?to=dimacs", small, nil, 200, "p cnf "},
		{"not a puzzle", "POST", "/v1/count", strings.Repeat("[", 1500), nil, 400, `{"error":"puzzle:1`},
		{"nothing", "POST", "/v1/count", "", nil, 400, `"kind":"input"`},
		{"wrong option", "POST", "/v1/count?engine=prayer", small, nil, 400, `--engine \"prayer\"; it is native, sat, dlx or race`},
		{"no such option", "POST", "/v1/count?sat-command=touch+x", small, nil, 400, `unknown option \"sat-command\"`},
		{"option by two names", "POST", "/v1/solve?n=2&number=3", small, nil, 400, `--number is there twice: as --number and -n`},
		{"option twice", "POST", "/v1/count?engine=sat&engine=dlx", small, nil, 400, `--engine is there 2 times`},
		{"bad query", "POST", "/v1/count?engine=%zz", small, nil, 400, `the query`},
		{"foreign host", "POST", "/v1/count", small, []string{"Host", "evil.example"}, 403, `host \"evil.example\"`},
		{"foreign host with a port", "GET", "/", "", []string{"Host", "evil.example:80"}, 403, `host`},
		{"foreign origin", "POST", "/v1/count", small, []string{"Origin", "http://evil.example"}, 403, `pages of`},
		{"named host", "POST", "/v1/count", small, []string{"Host", "Puzzles.Example:443"}, 200, `"count":8`},
		{"named host and its origin", "POST", "/v1/count", small, []string{"Host", "puzzles.example", "Origin", "https://puzzles.example"}, 200, `"count":8`},
		{"named host and a foreign origin", "POST", "/v1/count", small, []string{"Host", "puzzles.example", "Origin", "https://evil.example"}, 403, `pages of`},
		{"allowed origin", "POST", "/v1/count", small, []string{"Origin", "https://friend.example"}, 200, `"count":8`},
		{"another scheme of an allowed origin", "POST", "/v1/count", small, []string{"Origin", "http://friend.example"}, 403, `pages of`},
		{"allowed and foreign origin", "POST", "/v1/count", small, []string{"Origin", "https://friend.example https://evil.example"}, 403, `pages of`},
		{"part of a named host", "POST", "/v1/count", small, []string{"Host", "example"}, 403, `host`},
		{"an address in numbers", "POST", "/v1/count", small, []string{"Host", "[2001:db8::1]:8080"}, 200, `"count":8`},
		{"origin null", "POST", "/v1/count", small, []string{"Origin", "null"}, 403, `pages of`},
		{"other port", "POST", "/v1/count", small, []string{"Origin", "http://127.0.0.1:1"}, 403, `pages of`},
		{"no operation", "POST", "/v1/cook", small, nil, 404, `"kind":"absent"`},
		{"no file", "GET", "/nothing.html", "", nil, 404, ""},
		{"a folder", "GET", "/a/", "", nil, 404, ""},
		{"above", "GET", "/../../etc/passwd", "", nil, 404, ""},
		{"unknown type of file", "GET", "/x.sh", "", nil, 404, ""},
		{"method", "GET", "/v1/count", "", nil, 405, `takes POST only`},
		{"method of a file", "DELETE", "/index.html", "", nil, 405, `takes GET only`},
		{"long body", "POST", "/v1/count", strings.Repeat("#", 2001), nil, 413, `more than 2000 bytes`},
		{"large board", "POST", "/v1/count", "puzzle: hidoku\n\n" + strings.Repeat("_ _ _ _ _ _ _ _ _ _\n", 11), nil, 413, `110 squares`},
		{"large size", "POST", "/v1/generate?family=hidoku&size=16384x1", "", nil, 413, `16,384 squares`},
		{"huge size", "POST", "/v1/generate?family=magic&size=1000000000", "", nil, 400, `"kind":"input"`},
		{"many puzzles", "POST", "/v1/generate?family=hidoku&size=3&count=3", "", nil, 413, `at most 2`},
		{"time", "POST", "/v1/count?time=1h", endless, nil, 504, `"kind":"time","answer":{"file":"puzzle","count":`},
		{"nodes", "POST", "/v1/count?nodes=1", endless, nil, 504, `"kind":"limit","answer":{"file":"puzzle","count":`},
		{"the page", "GET", "/", "", nil, 200, "<!doctype html>"},
		{"a file", "GET", "/a/b.js", "", nil, 200, "export {}"},
		{"the engine", "GET", "/engine/engine.wasm", "", nil, 200, "\x00asm"},
		{"the engine, smallest", "GET", "/engine/engine.wasm", "", []string{"Accept-Encoding", "gzip, deflate, br"}, 200, "smaller"},
		{"the engine, smaller", "GET", "/engine/engine.wasm", "", []string{"Accept-Encoding", "gzip"}, 200, "small"},
	} {
		t.Run(test.name, func(t *testing.T) {
			url := s.url
			if test.name == "time" {
				url = short.url // the others may take long on a busy machine
			}
			got := ask(t, test.method, url+test.path, test.body, test.head...)
			assert.Equal(t, test.status, got.status, got.body)
			assert.Contains(t, got.body, test.part)
			assert.Equal(t, policy+s.framers(), got.head.Get("Content-Security-Policy"))
			assert.Equal(t, "nosniff", got.head.Get("X-Content-Type-Options"))
		})
	}
}

// The program has the engine only compressed, and clients that take nothing compressed get it, too.
func TestAPackedEngineIsServed(t *testing.T) {
	small, err := web.Gzip([]byte("\x00asm"))
	require.NoError(t, err)
	s := httptest.NewServer(files(web.Unpacked{FS: fstest.MapFS{
		"engine.wasm.gz": {Data: small}, "engine.wasm.br": {Data: []byte("smaller")}, "broken.js.gz": {Data: []byte("no gzip")},
	}}))
	defer s.Close()
	for accept, want := range map[string]string{"": "\x00asm", "gzip": string(small), "br, gzip": "smaller"} {
		got := ask(t, "GET", s.URL+"/engine.wasm", "", "Accept-Encoding", accept)
		assert.Equal(t, 200, got.status, accept)
		assert.Equal(t, want, got.body, accept)
	}
	for _, accept := range []string{"identity", "br"} {
		assert.Equal(t, 404, ask(t, "GET", s.URL+"/broken.js", "", "Accept-Encoding", accept).status, accept)
	}
}

// Nobody waits until a long text is compressed.
func TestATextIsSentBeforeItIsCompressed(t *testing.T) {
	long := strings.Repeat("export const a = 'a long text'; ", 10_000)
	s := httptest.NewServer(files(fstest.MapFS{"long.js": {Data: []byte(long)}}))
	defer s.Close()
	first := ask(t, "GET", s.URL+"/long.js", "", "Accept-Encoding", "br")
	assert.Empty(t, first.head.Get("Content-Encoding"))
	assert.Equal(t, long, first.body)
}

func TestTypesAndVersionsOfFiles(t *testing.T) {
	s := served(t, nil)
	wasm := ask(t, "GET", s.url+"/engine/engine.wasm", "")
	assert.Equal(t, "application/wasm", wasm.head.Get("Content-Type"))
	assert.ElementsMatch(t, []string{"Origin", "Accept-Encoding"}, wasm.head.Values("Vary"))
	again := ask(t, "GET", s.url+"/engine/engine.wasm", "", "If-None-Match", wasm.head.Get("ETag"))
	assert.Equal(t, 304, again.status)
	assert.Empty(t, again.body)
	head := ask(t, "HEAD", s.url+"/", "")
	assert.Equal(t, 200, head.status)
	assert.Equal(t, "text/html; charset=utf-8", head.head.Get("Content-Type"))

	for name, reader := range map[string]func(io.Reader) (io.Reader, error){
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
	} {
		script := ask(t, "GET", s.url+"/a/b.js", "", "Accept-Encoding", name)
		for script.head.Get("Content-Encoding") == "" { // it is sent as it is until it is compressed
			assert.Equal(t, "export {}", script.body)
			script = ask(t, "GET", s.url+"/a/b.js", "", "Accept-Encoding", name)
		}
		assert.Equal(t, name, script.head.Get("Content-Encoding"))
		r, err := reader(strings.NewReader(script.body))
		require.NoError(t, err)
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		assert.Equal(t, "export {}", string(text))
	}
}

// hold asks a question that takes until it is cancelled. It returns when the question has a long
// place.
func hold(t *testing.T, s serving) (leave func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = post(ctx, http.DefaultClient, s.url+"/v1/count?engine=sat", endless)
	}()
	require.Eventually(t, s.hasLong, patience, time.Millisecond)
	return func() {
		cancel()
		<-ended
	}
}

// hasLong reports whether a question has a long place.
func (s *Server) hasLong() bool {
	s.desk.mu.Lock()
	defer s.desk.mu.Unlock()
	return s.desk.held > 0
}

// TestHardQuestionsKeepNobodyFromAskingSmallOnes also shows that a question ends when its client
// goes away: otherwise its place would not be free again.
func TestHardQuestionsKeepNobodyFromAskingSmallOnes(t *testing.T) {
	s := served(t, func(l *Limits) { l.Questions, l.Time, l.Wait = 1, time.Hour, time.Millisecond })
	s.desk.limits.Patience = patience // every slice is long enough for a small question
	leave := hold(t, s)
	full := ask(t, "POST", s.url+"/v1/count?engine=sat", endless)
	assert.Equal(t, 503, full.status)
	assert.Equal(t, serve.Full, full.kind(t))
	assert.NotEmpty(t, full.head.Get("Retry-After"))
	require.Eventually(t, func() bool { return ask(t, "POST", s.url+"/v1/read", small).status == 200 }, patience, time.Millisecond)
	assert.Equal(t, 200, ask(t, "GET", s.url+"/", "").status, "the page needs no place")
	leave()
	require.Eventually(t, s.desk.idle, patience, time.Millisecond)
	hold(t, s)()
}

// TestSlowClientsKeepNobodyFromBeingAnswered has more slow clients than places for reading. Those
// that began first lose their places. Each gets an answer, long before any time-out.
func TestSlowClientsKeepNobodyFromBeingAnswered(t *testing.T) {
	const slow, places = 20, 6
	s := served(t, func(l *Limits) {
		l.Questions, l.Reading, l.Slow = 1, places, time.Millisecond
		l.ReadHeader, l.Read = time.Hour, time.Hour
	})
	displaced := make(chan string, slow)
	for range slow {
		c := raw(t, s, "POST /v1/count HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\npuzzle: magic")
		go func() {
			text, _ := io.ReadAll(c)
			displaced <- string(text)
		}()
	}
	require.Eventually(t, func() bool { return ask(t, "POST", s.url+"/v1/read", small).status == 200 }, patience, 10*time.Millisecond)
	for range slow - places {
		text := <-displaced
		assert.Contains(t, text, " 503 Service Unavailable\r\n")
		assert.Contains(t, text, "Retry-After: ")
	}
}

// TestReadersGiveTheirPlacesInOrder: without a place, the question that began first is
// interrupted, if it is slow. One that has been read is not.
func TestReadersGiveTheirPlacesInOrder(t *testing.T) {
	interrupted := ""
	take := func(r *readers, name string) func() bool {
		leave, ok := r.take(func() { interrupted += name })
		require.True(t, ok, name)
		return leave
	}
	r := &readers{most: 2}
	first := take(r, "1")
	second := take(r, "2")
	third := take(r, "3")
	require.Equal(t, "1", interrupted)
	require.True(t, first())
	require.False(t, second(), "it has been read")
	fourth := take(r, "4")
	require.Equal(t, "1", interrupted, "there was a place")
	take(r, "5")
	require.Equal(t, "13", interrupted)
	require.True(t, third())
	require.False(t, fourth())

	quick := &readers{most: 1, slow: time.Hour}
	leave := take(quick, "6")
	_, ok := quick.take(func() {})
	require.False(t, ok, "the first one is not slow yet")
	require.False(t, leave())
	take(quick, "7")
	require.Equal(t, "13", interrupted)
}

func TestWithoutMemoryTheAnswerIs503(t *testing.T) {
	s := served(t, func(l *Limits) { l.Memory = 1 << 20 }) // less than the program has
	got := ask(t, "POST", s.url+"/v1/count", small)
	assert.Equal(t, 503, got.status)
	assert.Equal(t, serve.Memory, got.kind(t))
	assert.NotEmpty(t, got.head.Get("Retry-After"))
}

// TestTooMuchMemoryEndsAllQuestions ends the questions as the watch over the memory does.
func TestTooMuchMemoryEndsAllQuestions(t *testing.T) {
	s := &Server{Page: fstest.MapFS{}, Limits: DefaultLimits()}
	h := s.Handler()
	_ = h
	ctx, end := s.begin(t.Context(), false)
	defer end()
	s.endAll(errMemory)
	a := serve.Ask(ctx, serve.Question{Operation: "count", Text: endless}, serve.Bounds{}, nil)
	assert.Equal(t, serve.Memory, a.Kind)
	assert.Equal(t, 503, a.Kind.Status())
}

// TestTooLittleMemoryEndsTheLastQuestion: when there is little memory left, the question that
// began last ends first. The others end when that was not enough.
func TestTooLittleMemoryEndsTheLastQuestion(t *testing.T) {
	s := &Server{Page: fstest.MapFS{}, Limits: DefaultLimits()}
	base.FitsMemory(0, 0) // frees garbage
	s.Limits.Memory = 2*base.MemoryInUse() + 64<<20
	s.Handler()
	first, endFirst := s.begin(t.Context(), false)
	defer endFirst()
	second, endSecond := s.begin(t.Context(), false)
	var ballast [][]byte
	for base.MemoryInUse() <= s.Limits.Memory/32*31 { // less than the limit, and too much
		ballast = append(ballast, make([]byte, 1<<16))
	}
	s.makeRoom(s.Limits.Memory / 16 * 15)
	require.ErrorIs(t, context.Cause(second), errMemory)
	s.makeRoom(s.Limits.Memory / 16 * 15)
	require.NoError(t, context.Cause(first), "the second question has not ended yet")
	endSecond()
	s.makeRoom(s.Limits.Memory / 16 * 15)
	require.ErrorIs(t, context.Cause(first), errMemory)
	runtime.KeepAlive(ballast)
}

// TestLongQuestionsEndBeforeSmallOnes when memory is short, and of two alike the later one.
func TestLongQuestionsEndBeforeSmallOnes(t *testing.T) {
	early, late, small := &running{number: 1, long: true}, &running{number: 2, long: true}, &running{number: 3}
	assert.True(t, late.endsBefore(early))
	assert.False(t, early.endsBefore(late))
	assert.True(t, early.endsBefore(small))
	assert.False(t, small.endsBefore(early))
}

// TestAPanicEndsOneQuestion: a panic answers 500, wherever it comes from, and the next
// question is answered.
func TestAPanicEndsOneQuestion(t *testing.T) {
	s := &Server{Page: fstest.MapFS{}, Limits: DefaultLimits(), Hosts: []string{"example.com"}}
	h := s.Handler()
	s.ask = func(ctx context.Context, q serve.Question, b serve.Bounds, m *meter.Meter) serve.Answer {
		panicking := crosscut.NewEngine("panicking", func(context.Context, puzzle.Puzzle, *meter.Meter, func(puzzle.Solution) bool) error {
			panic("the hat is on fire")
		})
		p, err := text.Parse(q.Text)
		require.NoError(t, err)
		switch q.Operation {
		case "count":
			panic("the hat is on fire")
		case "solve":
			_, err := crosscut.First(ctx, crosscut.Race(crosscut.Native, panicking), p, 2, nil)
			require.NoError(t, err)
		}
		return serve.Ask(ctx, q, b, m)
	}
	for _, operation := range []string{"count", "solve"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("POST", "/v1/"+operation, strings.NewReader(small)))
		assert.Equal(t, 500, w.Code, operation)
		assert.JSONEq(t, `{"error":"fault of the program: the hat is on fire","kind":"fault"}`, w.Body.String(), operation)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", "/v1/unique", strings.NewReader(small)))
	assert.Equal(t, 200, w.Code)
	assert.Empty(t, s.running)
	assert.True(t, s.desk.idle())
}

// TestAPanicOfAHandlerIsAnswered: a file of the page that panics is one answer 500.
func TestAPanicOfAHandlerIsAnswered(t *testing.T) {
	s := &Server{Limits: DefaultLimits(), Hosts: []string{"example.com"}}
	w := httptest.NewRecorder()
	s.guarded(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("no") })).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	assert.Equal(t, 500, w.Code)
	assert.Panics(t, func() {
		s.guarded(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })).
			ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	})
}

func TestTheEndOfTheServerEndsQuestions(t *testing.T) {
	s := served(t, func(l *Limits) { l.Questions, l.Time = 1, time.Hour })
	got := make(chan reply, 1)
	go func() { got <- ask(t, "POST", s.url+"/v1/count?engine=sat", endless) }()
	require.Eventually(t, s.hasLong, patience, time.Millisecond)
	require.NoError(t, s.stop())
	last := <-got
	assert.Equal(t, 503, last.status)
	assert.Equal(t, serve.Gone, last.kind(t))
}

// raw sends a text as it is, and returns the connection.
func raw(t *testing.T, s serving, text string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", s.address)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(patience)))
	_, err = io.WriteString(c, text)
	require.NoError(t, err)
	return c
}

// TestSlowClientsLoseTheirPlace sends questions that never end, and none at all. The server
// closes each connection, and gives the place to others.
func TestSlowClientsLoseTheirPlace(t *testing.T) {
	s := served(t, func(l *Limits) {
		l.Reading, l.ReadHeader, l.Read, l.Idle = 1, 200*time.Millisecond, 300*time.Millisecond, 200*time.Millisecond
	})
	head := "POST /v1/count HTTP/1.1\r\nHost: 127.0.0.1\r\n"
	for name, text := range map[string]string{
		"nothing":                 "",
		"half a line":             "POST /v1/cou",
		"half of the header":      head,
		"half of a body":          head + "Content-Length: 1000\r\n\r\npuzzle: magic",
		"a chunk without an end":  head + "Transfer-Encoding: chunked\r\n\r\n5\r\npuzz",
		"a body for the page":     "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n",
		"a body without a method": "POST /v1/cook HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\nxx",
	} {
		t.Run(name, func(t *testing.T) {
			c := raw(t, s, text)
			got, err := io.ReadAll(c)
			if err == nil {
				assert.NotContains(t, string(got), " 200 OK\r\n{")
			}
			assert.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the connection stays open")
			require.Eventually(t, func() bool { // on a busy machine, this client may be too slow, too
				status, err := post(t.Context(), http.DefaultClient, s.url+"/v1/read", small)
				return err == nil && status == 200
			}, patience, 10*time.Millisecond)
		})
	}
}

func TestHugeHeadersAreRefused(t *testing.T) {
	s := served(t, nil)
	c := raw(t, s, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
	go func() {
		for range 100 {
			if _, err := fmt.Fprintf(c, "X-Long: %s\r\n", strings.Repeat("x", 4096)); err != nil {
				return
			}
		}
	}()
	line, err := bufio.NewReader(c).ReadString('\n')
	if err == nil { // the connection may be closed before the line is read
		assert.Contains(t, line, " 431 ")
	}
	assert.Equal(t, 200, ask(t, "GET", s.url+"/", "").status)
}

// TestConnectionsAreBounded opens more connections than there may be. A new one is served
// when an old one ends.
func TestConnectionsAreBounded(t *testing.T) {
	s := served(t, func(l *Limits) { l.Clients = 2 })
	one, two := raw(t, s, "GET"), raw(t, s, "GET")
	served := make(chan int, 1)
	go func() { served <- ask(t, "GET", s.url+"/", "").status }()
	select {
	case status := <-served:
		assert.Fail(t, "a third connection is served", "status %d", status)
	case <-time.After(100 * time.Millisecond):
	}
	one.Close()
	two.Close()
	assert.Equal(t, 200, <-served)
}

// TestEachOperationTakesPostOnly asks each operation in a wrong way, and one that is not there.
func TestEachOperationTakesPostOnly(t *testing.T) {
	s := served(t, nil)
	for _, op := range serve.Operations() {
		got := ask(t, "GET", s.url+apiPrefix+op.Name, "")
		assert.Equal(t, 405, got.status, op.Name)
		assert.Equal(t, "POST", got.head.Get("Allow"))
		got = ask(t, "POST", s.url+apiPrefix+op.Name+"?nosuch=1", small)
		assert.Equal(t, 400, got.status, op.Name)
		assert.Contains(t, ask(t, "POST", s.url+apiPrefix+"nosuch", small).body, op.Name)
	}
}

// TestTheLimitsAreSet notices a limit without a value.
func TestTheLimitsAreSet(t *testing.T) {
	l := DefaultLimits()
	assert.NotZero(t, l.Body*int64(l.Header)*int64(l.Squares)*int64(l.Puzzles)*int64(l.Workers))
	assert.Positive(t, min(int64(l.Answer), int64(l.Reading), int64(l.Questions), int64(l.Slices), int64(l.Waiting), int64(l.Clients), l.Memory))
	assert.Positive(t, min(l.Slice, l.Patience, l.Wait, l.Time, l.ReadHeader, l.Read, l.Write, l.Idle, l.Shutdown))
	assert.Greater(t, l.Write, l.Read+l.Patience+l.Slice+l.Wait+l.Time, "an answer that takes all its time must still be sent")
}

// Only allowed sites may read answers and show the page in a frame.
func TestOriginsAreNamedInTheHeaders(t *testing.T) {
	for _, c := range []struct {
		origins             []string
		from, allow, framed string
	}{
		{nil, "", "", "frame-ancestors 'none'"},
		{[]string{"https://friend.example"}, "", "", "frame-ancestors 'self' https://friend.example"},
		{[]string{"https://friend.example"}, "https://friend.example", "https://friend.example", "frame-ancestors 'self' https://friend.example"},
		{[]string{"https://friend.example"}, "https://evil.example", "", "frame-ancestors 'self' https://friend.example"},
	} {
		s := &Server{Page: fstest.MapFS{"index.html": {}}, Limits: DefaultLimits(), Hosts: []string{"example.com"}, Origins: c.origins}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		if c.from != "" {
			r.Header.Set("Origin", c.from)
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		assert.Equal(t, c.allow, w.Header().Get("Access-Control-Allow-Origin"))
		assert.True(t, strings.HasSuffix(w.Header().Get("Content-Security-Policy"), c.framed), c.framed)
	}
}

// TestOrigins has texts that a browser could send as an origin, and others that mean something else in a
// header.
func TestOrigins(t *testing.T) {
	for _, right := range []string{"https://a.example", "http://localhost:8080", "https://a-1.example:65535", "http://127.0.0.1:1", "http://[::1]:8080", "https://[2001:db8::1]"} {
		assert.True(t, IsOrigin(right), right)
	}
	for _, wrong := range []string{
		"", "a.example", "https://", "ftp://a.example", "https://*.example.org", "https://*", "*", "https://a.example/", "https://a.example?x", "https://a.example#x",
		"https://u@a.example", "https://a'b", `https://a"b`, `a"b`, "https://a b", "https://a;b", "https://a,b", "https://a.example:0", "https://a.example:65536", "https://a.example:99999",
		"https://a.example:", "https://a.example:08", "https://a.example:x", "https://A.example", "https://é.example", "https://a..example", "https://[::1", "https://::1",
		"https://[::1%25eth0]", "https://[a.example]", "https://[127.0.0.1]", "https://[0::1]", "HTTPS://a.example", "https://a_b.example", "null",
	} {
		assert.False(t, IsOrigin(wrong), wrong)
	}
}

// TestAPreflightIsAnswered asks as a browser does before a page of another site may send JSON.
func TestAPreflightIsAnswered(t *testing.T) {
	s := served(t, nil)
	preflight := []string{"Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type"}
	got := ask(t, "OPTIONS", s.url+"/v1/count", "", append(preflight, "Origin", "https://friend.example")...)
	assert.Equal(t, 204, got.status)
	assert.Empty(t, got.body)
	assert.Equal(t, "https://friend.example", got.head.Get("Access-Control-Allow-Origin"))
	assert.Contains(t, got.head.Get("Access-Control-Allow-Methods"), "POST")
	assert.Equal(t, "Content-Type", got.head.Get("Access-Control-Allow-Headers"))
	assert.NotEmpty(t, got.head.Get("Access-Control-Max-Age"))
	assert.Contains(t, got.head.Values("Vary"), "Origin")
	for origin, status := range map[string]int{"https://evil.example": 403, "http://friend.example": 403, s.url: 405} {
		got := ask(t, "OPTIONS", s.url+"/v1/count", "", append(preflight, "Origin", origin)...)
		assert.Equal(t, status, got.status, origin)
		assert.Empty(t, got.head.Get("Access-Control-Allow-Methods"), origin)
	}
	assert.Equal(t, 405, ask(t, "OPTIONS", s.url+"/v1/count", "", "Origin", "https://friend.example").status, "a plain OPTIONS is no preflight")
	assert.Contains(t, ask(t, "GET", s.url+"/", "").head.Get("Content-Security-Policy"), "frame-ancestors 'self' https://friend.example")
}
