package natsq

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"crosscut/cmd/internal/run"
	"crosscut/meter"
)

// Worker searches cubes for a coordinator.
type Worker struct {
	Name   string
	Engine run.Engine // the usual one if no name is given
	Jobs   int        // cubes at once, at most MaxJobs
	Build  string
	// Alone is called before and after a cube that has killed workers. It may lower a limit
	// on memory meanwhile.
	Alone func(alone bool)
	// For tests: search replaces the search of a cube.
	search func(ctx context.Context, path run.Path) run.Result

	job     runJob
	tree    run.Tree
	nc      *nats.Conn
	names   subjects
	budget  atomic.Int64
	mu      sync.Mutex
	running map[string]context.CancelCauseFunc // searches by their paths
}

// errRefused is what errors.Is finds when a worker does not fit the run.
var errRefused = errors.New("this worker does not fit the run")

// errOver is the cause of the end of a worker whose run is over.
var errOver = errors.New("the run is over")

// Times of a worker.
const (
	leaveWithin  = 5 * time.Second // to say that it leaves
	beatsOfLease = 6               // signs of life in the time of a lease
)

// Run joins a run by its name and searches cubes until the run is over or ctx ends. Then it answers with
// what is finished, gives the rest back, and leaves.
func (w *Worker) Run(ctx context.Context, nc *nats.Conn, name string) error {
	w.mu.Lock()
	w.nc, w.names, w.running = nc, names(name), make(map[string]context.CancelCauseFunc)
	w.mu.Unlock()
	if err := w.join(ctx, name); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w.budget.Store(int64(w.job.Pace.Budget))
	paces, err := nc.Subscribe(w.names.pace, func(m *nats.Msg) {
		var p pace
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
	for i := range max(1, w.Jobs) {
		working.Go(func() { w.work(ctx, i) })
	}
	working.Go(func() { w.beats(ctx) })
	working.Wait()
	if cause := context.Cause(ctx); !errors.Is(cause, errOver) {
		return cause
	}
	return nil
}

// join asks for the run, and refuses one that this worker would cut into other cubes.
func (w *Worker) join(ctx context.Context, name string) error {
	if err := ask(ctx, w.nc, w.names.job, nil, &w.job); err != nil {
		return err
	}
	w.job.Run = name // askProblem compares the problem with it
	if w.job.Build != w.Build {
		return fmt.Errorf("%w: it is of build %q, the coordinator of build %q", errRefused, w.Build, w.job.Build)
	}
	p, err := askProblem(ctx, w.nc, w.job)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return fmt.Errorf("%w: its problem cannot be read: %w", errRefused, err)
	}
	if w.Engine, err = p.Choose(w.Engine); err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	if w.tree, err = p.Cut(ctx, w.job.Plan); err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	hash, err := w.tree.Hash(ctx)
	if err != nil {
		return err
	}
	if hash != w.job.Split {
		return fmt.Errorf("%w: it cuts the problem into other cubes than the coordinator", errRefused)
	}
	return nil
}

// beats says again and again that the worker lives.
func (w *Worker) beats(ctx context.Context) {
	tick := time.NewTicker(max(w.job.Lease/beatsOfLease, 10*time.Millisecond))
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-tick.C:
			w.nc.Publish(w.names.beat, []byte(w.Name)) // a lost one does no harm
		case <-ctx.Done():
		}
	}
}

// work searches cubes one after the other.
func (w *Worker) work(ctx context.Context, job int) {
	said := answer{Worker: w.Name, Build: w.Build, Job: job}
	for ctx.Err() == nil {
		var t task
		if w.say(ctx, said, &t) == nil && t.Cube != "" {
			said.Outcome, said.Failed = nil, ""
			w.do(ctx, t, &said)
		}
	}
	if errors.Is(context.Cause(ctx), errOver) {
		return
	}
	said.Left = true
	if text, err := json.Marshal(said); err == nil {
		leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveWithin)
		defer cancel()
		_, _ = w.nc.RequestWithContext(leaving, w.names.take, text) // if it gets lost, the lease ends
	}
}

// say says what came of the last cube until the answer has come: the next one.
func (w *Worker) say(ctx context.Context, said answer, next *task) error {
	for !w.nc.IsClosed() {
		err := ask(ctx, w.nc, w.names.take, said, next)
		if err == nil || ctx.Err() != nil {
			return err
		}
		pause(ctx, retryAfter)
	}
	return nats.ErrConnectionClosed
}

// do searches a cube, or cuts it if that would take too long or give too many solutions.
func (w *Worker) do(ctx context.Context, t task, said *answer) {
	searching, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	w.mu.Lock()
	w.running[t.Cube] = giveUp
	w.mu.Unlock()
	if t.Alone && w.Alone != nil {
		w.Alone(true)
		defer w.Alone(false)
	}
	tree := w.tree
	if w.search != nil {
		tree = searched{tree, w.search}
	}
	ask := run.Ask{Engine: w.Engine, Meter: &meter.Meter{Workers: 1}}
	most := textOf(min(maxAnswer, int(w.nc.MaxPayload())))
	e, solutions, err := run.Search(searching, tree, t.Cube, w.job.Kind, ask, func() time.Duration { return time.Duration(w.budget.Load()) }, most)
	w.mu.Lock()
	delete(w.running, t.Cube)
	w.mu.Unlock()
	switch {
	case err == nil:
		said.Outcome = &outcome{e, solutions}
	case ctx.Err() == nil:
		said.Failed = t.Cube
	}
}

// searched is a tree with another search, for tests.
type searched struct {
	run.Tree
	search func(ctx context.Context, path run.Path) run.Result
}

// Search is that other search.
func (s searched) Search(ctx context.Context, path run.Path, _ run.Ask) run.Result {
	return s.search(ctx, path)
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
