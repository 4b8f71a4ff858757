// Package server serves the page, and answers questions over HTTP.
//
// POST /v1/OPERATION asks package serve. The body is the text of a puzzle, whatever its
// Content-Type. Options are in the query.
// Everything else is the page, and the engine below /engine/.
//
// # What a request cannot do
//
// It cannot end the process, write a file or run a command: package serve has nothing of
// the kind. [Limits] bounds what it costs. A place among the questions that are read is
// taken before the body is read. A client that sends slowly loses its place to the next one. So
// slow clients keep nobody from being answered. Then each question gets a short slice, and one that
// needs longer waits for a long place: so hard questions keep nobody from asking small ones. A
// question that waits too long is answered with 503. A question whose client goes away ends.
//
// Nobody knows whose the memory of the process is. When there is little left, the long question
// that began last ends with 503, because it has cost the least. Then the one before it ends,
// and so on until there is room. At the limit all questions end at once.
//
// A panic ends one question with 500. This holds for panics in goroutines of the engines too,
// which come up in the goroutine of the question: see [search.Goroutines]. The solver gini is
// by others. It has one goroutine of its own, and a panic in it would end the process.
//
// A request from the page of another site is refused: its Origin differs, and is not allowed. So is one for
// another Host, so that no foreign name can be made to lead here (DNS rebinding). A Host in
// numbers, such as 192.0.2.1, is no name and is answered.
package server

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/net/netutil"

	"crosscut/cmd/internal/serve"
	"crosscut/internal/base"
	"crosscut/meter"
)

// Server serves the page and answers questions.
type Server struct {
	// Page has the files of the page. Engine has those of the engine, or is nil.
	Page, Engine fs.FS
	// Hosts are the names in the header line Host that are answered, without ports and in
	// lower case. Addresses in numbers are always answered.
	Hosts []string
	// Origins are other sites whose pages may ask and show the page in a frame, such as
	// "https://puzzles.example.org".
	Origins []string
	Limits  Limits

	once    sync.Once // makes what is below
	reading *readers
	desk    *desk

	ask func(context.Context, serve.Question, serve.Bounds, *meter.Meter) serve.Answer // a test may replace it

	mu      sync.Mutex
	begun   int                   // number of questions so far
	running map[*running]struct{} // those that are being answered
}

// running is a question that is being answered.
type running struct {
	number int  // later questions have larger numbers
	long   bool // it has a long place
	cancel context.CancelCauseFunc
	ended  time.Time // when it was asked to end, or zero
}

// endsBefore reports whether a question is ended before another one when memory is short. Those in
// long places come first, since the others are small or soon over. Of two alike, the one that began last
// has cost less.
func (r *running) endsBefore(other *running) bool {
	if r.long != other.long {
		return r.long
	}
	return r.number > other.number
}

// errMemory ends questions when the process uses too much memory.
var errMemory = &meter.LimitError{Kind: meter.ErrMemory, What: "the memory of the server"}

// Serve serves what l accepts until ctx ends. It watches the memory of the process
// meanwhile, so a process serves once at a time. At the end, questions end early, and their
// clients get what there is. It returns nil after the end of ctx.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	handler := s.Handler() // it makes what the watch over the memory reads
	serving, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(serve.ErrInterrupted)
	defer base.WatchMemory(s.Limits.Memory/16*15, func() bool {
		s.makeRoom(s.Limits.Memory / 16 * 15)
		return true
	})()
	defer base.LimitMemory(func(bytes int64) error {
		if base.FitsMemory(bytes, s.Limits.Memory) {
			return nil
		}
		return errMemory
	})()
	h := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: s.Limits.ReadHeader, ReadTimeout: s.Limits.Read, WriteTimeout: s.Limits.Write, IdleTimeout: s.Limits.Idle,
		MaxHeaderBytes: s.Limits.Header,
		BaseContext:    func(net.Listener) context.Context { return serving },
		ErrorLog:       slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), // a client's faults are no news
	}
	stopped := make(chan struct{})
	release := context.AfterFunc(ctx, func() {
		defer close(stopped)
		end(serve.ErrInterrupted)
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.Limits.Shutdown)
		defer cancel()
		if h.Shutdown(last) != nil {
			h.Close()
		}
	})
	err := h.Serve(netutil.LimitListener(l, s.Limits.Clients))
	if !release() {
		<-stopped
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// timeToEnd is how long a question may take to end before the next one must end too.
const timeToEnd = 300 * time.Millisecond

// makeRoom ends one question after the other while there is more memory in use than a bound, or at the
// limit all of them. It is called many times a second.
func (s *Server) makeRoom(bound int64) {
	if base.MemoryInUse() > s.Limits.Memory {
		s.endAll(errMemory)
		return
	}
	s.mu.Lock()
	var last *running
	for r := range s.running {
		if !r.ended.IsZero() && time.Since(r.ended) < timeToEnd {
			s.mu.Unlock()
			return // its memory is not free yet
		}
		if r.ended.IsZero() && (last == nil || r.endsBefore(last)) {
			last = r
		}
	}
	s.mu.Unlock()
	if last == nil || base.FitsMemory(0, bound) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	last.ended = time.Now()
	last.cancel(errMemory)
}

func (s *Server) endAll(cause error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for r := range s.running {
		r.ended = time.Now()
		r.cancel(cause)
	}
}

// begin returns the context of a question, which makeRoom can end. The caller calls the
// returned function when the question is answered.
func (s *Server) begin(ctx context.Context, long bool) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun++
	r := &running{number: s.begun, long: long, cancel: cancel}
	s.running[r] = struct{}{}
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.running, r)
		cancel(nil)
	}
}
