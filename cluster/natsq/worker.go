package natsq

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"crosscut/cluster/problem"
	"crosscut/cubes"
)

// Times of a worker.
const (
	beatEvery   = time.Second
	askFor      = time.Second     // how long the server holds a request for a task
	askAgain    = 2 * time.Second // without an answer
	askUntil    = 30 * time.Second
	retryAfter  = 200 * time.Millisecond
	lastAnswers = 5 * time.Second // to publish after the worker was asked to leave
)

// Worker searches cubes for a coordinator.
type Worker struct {
	Name   string
	Engine problem.Engine // the usual one if no name is given
	Jobs   int            // cubes at once
	Build  string
	// For tests: search replaces the search of a cube, and dies drops a task without a word.
	search func(ctx context.Context, path cubes.Path) problem.Result
	dies   func(paths []string) bool
	// Alone is called before and after a cube that has killed workers. It may lower a limit
	// on memory meanwhile.
	Alone   func(alone bool)
	job     Job
	tree    problem.Tree
	nc      *nats.Conn
	js      jetstream.JetStream
	names   subjects
	budget  atomic.Int64
	single  sync.RWMutex // held for writing while a cube is searched alone
	mu      sync.Mutex
	held    map[string][]string                // paths by the subject that acknowledges their task
	running map[string]context.CancelCauseFunc // searches by their paths
}

// ErrRefused is what errors.Is finds when a worker does not fit the run.
var ErrRefused = errors.New("this worker does not fit the run")

// errOver is the cause of the end of a worker whose run is over.
var errOver = errors.New("the run is over")

// Run takes tasks until the run is over or ctx ends. Then it answers with what is finished,
// gives the rest back, and leaves.
func (w *Worker) Run(ctx context.Context, nc *nats.Conn) (err error) {
	w.mu.Lock()
	w.nc, w.held, w.running = nc, make(map[string][]string), make(map[string]context.CancelCauseFunc)
	w.mu.Unlock()
	if err := w.join(ctx); err != nil {
		return err
	}
	if w.js, err = jetstream.New(nc); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w.budget.Store(int64(w.job.Pace.Budget))
	paces, err := nc.Subscribe(w.names.pace, func(m *nats.Msg) {
		var p Pace
		if json.Unmarshal(m.Data, &p) == nil {
			if w.budget.Store(int64(p.Budget)); p.Over != "" {
				cancel(errOver)
			}
		}
	})
	if err != nil {
		return err
	}
	defer paces.Unsubscribe()
	nc.SetClosedHandler(func(nc *nats.Conn) { cancel(fmt.Errorf("the connection is closed: %w", nc.LastError())) })
	var working sync.WaitGroup
	for range max(1, w.Jobs) {
		working.Go(func() { w.work(ctx) })
	}
	working.Go(func() { w.beats(ctx) })
	working.Wait()
	w.beat(true)
	nc.FlushTimeout(time.Second) // the worker leaves, whether this is heard or not
	if cause := context.Cause(ctx); !errors.Is(cause, errOver) {
		return cause
	}
	return nil
}

// join asks for the run, and refuses one that this worker would cut into other cubes.
func (w *Worker) join(ctx context.Context) error {
	if err := ask(ctx, w.nc, "cc.job", nil, &w.job); err != nil {
		return err
	}
	if w.job.Build != w.Build {
		return fmt.Errorf("%w: it is of build %q, the coordinator of build %q", ErrRefused, w.Build, w.job.Build)
	}
	p, err := AskProblem(ctx, w.nc, w.job)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return fmt.Errorf("%w: its problem cannot be read: %w", ErrRefused, err)
	}
	if w.Engine, err = p.Choose(w.Engine); err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if w.tree, err = p.Cut(ctx, w.job.Plan); err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	hash, err := w.tree.Hash(ctx)
	if err != nil {
		return err
	}
	if hash != w.job.Split {
		return fmt.Errorf("%w: it cuts the problem into other cubes than the coordinator", ErrRefused)
	}
	w.names = names(w.job.Run)
	return nil
}

// ask sends a request in JSON.
func ask(ctx context.Context, nc *nats.Conn, subject string, question, to any) error {
	text, err := json.Marshal(question)
	if err != nil {
		return err
	}
	if text, err = request(ctx, nc, subject, text); err != nil {
		return err
	}
	return json.Unmarshal(text, to)
}

// request sends a request, again and again while nobody listens.
func request(ctx context.Context, nc *nats.Conn, subject string, text []byte) ([]byte, error) {
	end := time.Now().Add(askUntil)
	for {
		once, cancel := context.WithTimeout(ctx, askAgain)
		m, err := nc.RequestWithContext(once, subject, text)
		cancel()
		switch {
		case err == nil:
			return m.Data, nil
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case time.Now().After(end):
			return nil, fmt.Errorf("%s: no coordinator answers", nc.ConnectedUrlRedacted())
		}
		pause(ctx, retryAfter)
	}
}

// pause waits, at most until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// work takes tasks one after the other.
func (w *Worker) work(ctx context.Context) {
	var todo jetstream.Consumer
	for ctx.Err() == nil {
		if todo == nil {
			once, cancel := context.WithTimeout(ctx, askAgain) // a server that stops may never answer
			var err error
			todo, err = w.js.Consumer(once, w.names.todoStream, w.names.consumer)
			cancel()
			if err != nil {
				pause(ctx, retryAfter)
				continue
			}
		}
		m, err := todo.Next(jetstream.FetchMaxWait(askFor)) // not until ctx ends: a task on its way would be lost until its lease ends
		if err != nil {
			if !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, jetstream.ErrNoMessages) {
				todo = nil
				pause(ctx, retryAfter)
			}
			continue
		}
		if ctx.Err() != nil {
			m.Nak() // somebody else gets it at once
			return
		}
		w.take(ctx, m)
	}
}

// take searches the cubes of a task, and answers.
func (w *Worker) take(ctx context.Context, m jetstream.Msg) {
	var t task
	if decode(m.Data(), &t) != nil {
		m.Term() // the coordinator wrote it, so the server damaged it; the coordinator will miss it
		return
	}
	a := answer{Worker: w.Name, Build: w.Build}
	most := uint64(deliveries)
	if t.Alone {
		most = 1
	}
	if meta, err := m.Metadata(); err == nil && meta.NumDelivered > most {
		a.Struck = t.Paths
		w.answer(ctx, m, &a)
		return
	}
	if w.dies != nil && w.dies(t.Paths) {
		return
	}
	w.hold(m.Reply(), t.Paths)
	defer w.hold(m.Reply(), nil)
	stop := w.renew(m)
	defer stop()
	if t.Alone {
		w.single.Lock()
		defer w.single.Unlock()
		if w.Alone != nil {
			w.Alone(true)
			defer w.Alone(false)
		}
	} else {
		w.single.RLock()
		defer w.single.RUnlock()
	}
	text := 0 // of solutions and counts
	for i, begin := 0, time.Now(); i < len(t.Paths); i++ {
		if ctx.Err() != nil || i > 0 && (time.Since(begin) > w.pace() || text > w.mostText()) {
			a.Again = t.Paths[i:]
			break
		}
		o, err := w.outcome(ctx, t.Paths[i], time.Now())
		switch {
		case err == nil:
			a.Outcomes = append(a.Outcomes, o)
			text += len(o.Solutions) + len(o.Count)
		case ctx.Err() != nil:
			a.Again = append(a.Again, t.Paths[i])
		default:
			a.Struck = append(a.Struck, t.Paths[i])
		}
	}
	w.answer(ctx, m, &a)
}

func (w *Worker) pace() time.Duration { return time.Duration(w.budget.Load()) }

// renew renews the lease of a task until the caller calls stop.
func (w *Worker) renew(m jetstream.Msg) (stop func()) {
	tick, done := time.NewTicker(max(w.job.Lease/4, 10*time.Millisecond)), make(chan struct{})
	go func() {
		for {
			select {
			case <-tick.C:
				m.InProgress() // the lease may end; then another worker searches the same
			case <-done:
				return
			}
		}
	}()
	return func() {
		tick.Stop()
		close(done)
	}
}

// answer publishes an answer until the server has it, and acknowledges the task.
func (w *Worker) answer(ctx context.Context, m jetstream.Msg, a *answer) {
	text, err := json.Marshal(a)
	if err != nil || len(text) > limitOf(w.job.Solutions) {
		m.Term()
		return
	}
	var leave time.Time
	for ; ; pause(context.Background(), retryAfter) {
		once, cancel := context.WithTimeout(context.Background(), askAgain)
		_, err := w.js.Publish(once, w.names.done, text, jetstream.WithRetryAttempts(0))
		cancel()
		if err == nil {
			m.Ack() // if this gets lost, the task comes again, and its answer will be known
			return
		}
		if ctx.Err() != nil && leave.IsZero() {
			leave = time.Now().Add(lastAnswers)
		}
		if w.nc.IsClosed() || !leave.IsZero() && time.Now().After(leave) || errors.Is(context.Cause(ctx), errOver) {
			return
		}
	}
}

// hold notes what the worker searches, and tells the coordinator.
func (w *Worker) hold(reply string, paths []string) {
	w.mu.Lock()
	if paths == nil {
		delete(w.held, reply)
		w.mu.Unlock()
		return
	}
	w.held[reply] = paths
	w.mu.Unlock()
	w.beat(false)
}

func (w *Worker) beats(ctx context.Context) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		w.beat(false)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (w *Worker) beat(left bool) {
	b := beat{Worker: w.Name, Left: left}
	w.mu.Lock()
	for reply, paths := range w.held {
		b.Reply = append(b.Reply, reply)
		b.Paths = append(b.Paths, paths...)
	}
	w.mu.Unlock()
	if text, err := json.Marshal(b); err == nil {
		w.nc.Publish(w.names.beat, text) // a lost beat does no harm
	}
}

// Holding returns the cubes that the worker searches now, in their order.
func (w *Worker) Holding() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []string
	for _, paths := range w.held {
		all = append(all, paths...)
	}
	slices.Sort(all)
	return all
}

// Shed gives up the cubes that are searched now, because they need too much memory. They
// are cut or come alone. It returns true, so a watcher may call it again.
func (w *Worker) Shed() (again bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, giveUp := range w.running {
		giveUp(errMemory)
	}
	return true
}

// errMemory is the cause of the end of a search that needs too much memory.
var errMemory = errors.New("the cube needs too much memory")
