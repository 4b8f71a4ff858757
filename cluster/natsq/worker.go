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
	"github.com/nats-io/nats.go/jetstream"

	"crosscut/cubes"
	"crosscut/internal/run/problem"
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
