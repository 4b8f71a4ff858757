package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"crosscut/cmd/internal/serve"
	"crosscut/internal/base"
)

// The addresses.
const (
	apiPrefix    = "/v1/"
	enginePrefix = "/engine/"
)

// Handler returns what answers the requests. A test can call it without [Server.Serve]; then
// nobody watches the memory.
func (s *Server) Handler() http.Handler {
	s.once.Do(func() {
		s.reading, s.desk = &readers{most: s.Limits.Reading, slow: s.Limits.Slow}, newDesk(s.Limits)
		s.running = make(map[*running]struct{})
		if s.ask == nil {
			s.ask = serve.Ask
		}
	})
	mux := http.NewServeMux()
	for _, op := range serve.Operations() {
		mux.Handle("POST "+apiPrefix+op.Name, s.question(op.Name))
	}
	mux.HandleFunc(apiPrefix, s.noOperation)
	if s.Engine != nil {
		mux.Handle(enginePrefix, http.StripPrefix(strings.TrimSuffix(enginePrefix, "/"), files(s.Engine)))
	} else {
		mux.Handle(enginePrefix, http.NotFoundHandler())
	}
	mux.Handle("/", files(s.Page))
	return s.guarded(mux)
}

// policy is the Content-Security-Policy: the page loads nothing from elsewhere, and runs no
// code but its files and the engine. Who may show it in a frame follows.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "

// guarded refuses requests of other sites, and sets the header lines of every answer. After a
// panic the answer is 500.
func (s *Server) guarded(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch fault := recover(); fault {
			case nil:
			case http.ErrAbortHandler:
				panic(fault) // the regular way to end a connection
			default:
				refuse(w, http.StatusInternalServerError, serve.AfterPanic(fault))
			}
		}()
		head := w.Header()
		head.Set("Content-Security-Policy", policy+s.framers())
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		head.Set("Vary", "Origin")
		if origin := r.Header.Get("Origin"); slices.Contains(s.Origins, origin) {
			head.Set("Access-Control-Allow-Origin", origin)
			head.Set("Cross-Origin-Resource-Policy", "cross-origin")
		}
		head.Set("Cache-Control", "no-cache")
		if err := s.foreign(r); err != nil {
			refuse(w, http.StatusForbidden, serve.Fail(serve.Input, err))
			return
		}
		if !s.preflight(w, r) {
			h.ServeHTTP(w, r)
		}
	})
}

// IsOrigin reports whether a text is an origin as a browser names it: http or https, a host in small
// letters, and perhaps a port. A star or a path would mean something else in a list of sites that may show
// the page.
func IsOrigin(text string) bool {
	scheme, host, _ := strings.Cut(text, "://")
	if at := strings.LastIndexByte(host, ':'); at > strings.LastIndexByte(host, ']') {
		port := host[at+1:]
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 || port != strconv.FormatUint(n, 10) {
			return false
		}
		host = host[:at]
	}
	if scheme != "http" && scheme != "https" {
		return false
	}
	if inner, isIPv6 := strings.CutPrefix(host, "["); isIPv6 {
		inner, closed := strings.CutSuffix(inner, "]")
		ip, err := netip.ParseAddr(inner)
		return closed && err == nil && ip.Is6() && ip.Zone() == "" && !ip.Is4In6() && ip.String() == inner
	}
	return !slices.ContainsFunc(strings.Split(host, "."), func(label string) bool {
		return label == "" || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != ""
	})
}

// preflight answers a browser that asks whether a page of an allowed origin may send its question.
// It reports whether the request is one.
func (s *Server) preflight(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" || !slices.Contains(s.Origins, r.Header.Get("Origin")) {
		return false
	}
	head := w.Header()
	head.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
	head.Set("Access-Control-Allow-Headers", "Content-Type")
	head.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// framers are the sites that may show the page in a frame.
func (s *Server) framers() string {
	if len(s.Origins) == 0 {
		return "'none'"
	}
	return "'self' " + strings.Join(s.Origins, " ")
}

// foreign returns an error for a request of another site, or one that was sent to another
// name.
func (s *Server) foreign(r *http.Request) error {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	if _, err := netip.ParseAddr(host); err != nil && !slices.Contains(s.Hosts, strings.ToLower(host)) {
		return fmt.Errorf("this server does not answer for the host %q", r.Host)
	}
	for _, origin := range r.Header.Values("Origin") {
		if from, err := url.Parse(origin); slices.Contains(s.Origins, origin) {
			continue
		} else if err != nil || from.Host == "" || !strings.EqualFold(from.Host, r.Host) {
			return fmt.Errorf("this server does not answer pages of %q", origin)
		}
	}
	return nil
}

// refuse answers without reading the body. The connection ends, so that nothing waits for
// the rest of the body.
func refuse(w http.ResponseWriter, status int, a serve.Answer) {
	w.Header().Set("Connection", "close")
	_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // a recorder of a test has none
	send(w, status, a)
}

func send(w http.ResponseWriter, status int, a serve.Answer) {
	w.Header().Set("Content-Type", a.Type)
	w.Header().Set("Content-Length", fmt.Sprint(len(a.Body)))
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "2")
	}
	w.WriteHeader(status)
	_, _ = w.Write(a.Body) // the client may be gone
}

// noOperation answers requests below /v1/ that no operation answers.
func (s *Server) noOperation(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, apiPrefix)
	if _, known := serve.OperationNamed(name); known {
		w.Header().Set("Allow", http.MethodPost)
		refuse(w, http.StatusMethodNotAllowed, serve.Fail(serve.Input, fmt.Errorf("%s takes %s only", r.URL.Path, http.MethodPost)))
		return
	}
	var names []string
	for _, op := range serve.Operations() {
		names = append(names, op.Name)
	}
	refuse(w, http.StatusNotFound, serve.Fail(serve.Absent, fmt.Errorf("no operation %q; it is %s", name, base.Choice(names))))
}

func (s *Server) question(operation string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		read, ok := s.reading.take(func() {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // a recorder of a test has none
		})
		if !ok {
			full(w)
			return
		}
		if base.MemoryInUse() > s.Limits.Memory/8*7 {
			s.makeRoom(s.Limits.Memory / 8 * 7)
		}
		if base.MemoryInUse() > s.Limits.Memory/16*15 && !base.FitsMemory(0, s.Limits.Memory/16*15) {
			read()
			refuse(w, http.StatusServiceUnavailable, serve.Fail(serve.Memory, errMemory))
			return
		}
		q, err := s.read(w, r, operation)
		if displaced := read(); displaced {
			err = &serve.Error{Kind: serve.Full, Err: errors.New("the text comes slowly, and others wait; ask again later")}
		}
		if err != nil {
			refuse(w, err.Kind.Status(), serve.Fail(err.Kind, err.Err))
			return
		}
		address, _, _ := net.SplitHostPort(r.RemoteAddr)
		a, ok := s.attend(r.Context(), address, q)
		if !ok {
			full(w)
			return
		}
		send(w, a.Kind.Status(), a)
	})
}

// attend answers a question when it has its place: see [desk]. Without ok it is refused.
func (s *Server) attend(ctx context.Context, address string, q serve.Question) (a serve.Answer, ok bool) {
	lasts, leave, ok := s.desk.slice(ctx, len(q.Text))
	if !ok {
		return a, false
	}
	slice, cancel := context.WithCancelCause(ctx)
	defer time.AfterFunc(lasts, func() { cancel(errSlice) }).Stop()
	a = s.answer(slice, q, false)
	leave()
	over := errors.Is(context.Cause(slice), errSlice)
	cancel(nil)
	if !over {
		return a, true
	}
	if leave, ok = s.desk.place(ctx, address, len(q.Text)); !ok {
		return a, false
	}
	defer leave()
	return s.answer(ctx, q, true), true
}

func full(w http.ResponseWriter) {
	refuse(w, http.StatusServiceUnavailable, serve.Fail(serve.Full, errors.New("too many questions at the same time; ask again later")))
}

func (s *Server) read(w http.ResponseWriter, r *http.Request, operation string) (serve.Question, *serve.Error) {
	q := serve.Question{Operation: operation, Options: make(map[string]string)}
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return q, &serve.Error{Kind: serve.Input, Err: fmt.Errorf("the query: %w", err)}
	}
	for name, all := range values {
		if len(all) > 1 {
			return q, &serve.Error{Kind: serve.Input, Err: fmt.Errorf("--%s is there %d times", name, len(all))}
		}
		q.Options[name] = all[0]
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.Limits.Body))
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		return q, &serve.Error{Kind: serve.Size, Err: fmt.Errorf("the text has more than %d bytes", tooLong.Limit)}
	} else if err != nil {
		return q, &serve.Error{Kind: serve.Input, Err: errors.New("the text did not arrive as a whole")}
	}
	q.Text = string(text)
	if strings.Contains(q.Text, "puzzle:") && !strings.Contains(q.Text, "\n") {
		return q, &serve.Error{Kind: serve.Input, Err: errors.New(`the puzzle has no line ends; "curl -d" takes them away, so send a file with "curl -T"`)}
	}
	return q, nil
}

// answer answers a question within the limits, in a slice or in a long place. A panic is a fault of the program, but no
// reason to end it.
func (s *Server) answer(ctx context.Context, q serve.Question, long bool) (a serve.Answer) {
	ctx, end := s.begin(ctx, long)
	defer end()
	defer func() {
		if fault := recover(); fault != nil {
			a = serve.AfterPanic(fault)
		}
	}()
	return s.ask(ctx, q, serve.Bounds{
		Cells: s.Limits.Squares, Time: s.Limits.Time, Bytes: s.Limits.Answer, Puzzles: s.Limits.Puzzles, Workers: s.Limits.Workers,
	}, nil)
}

// mediaTypes are the types of files by their endings. The system is not asked, because not
// every system knows them.
var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".json": typeJSON,
	".png": "image/png", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm",
	".webmanifest": "application/manifest+json",
}

const typeJSON = "application/json"
