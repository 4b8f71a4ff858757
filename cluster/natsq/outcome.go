package natsq

import (
	"context"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/run"
	"crosscut/internal/run/problem"
)

// How a worker searches a cube, or cuts it.

// outcome searches a cube, or cuts it if that would take too long or give too many solutions.
func (w *Worker) outcome(ctx context.Context, path string) (outcome, error) {
	searching, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	defer w.note(path, giveUp)()
	tree := w.tree
	if w.search != nil {
		tree = searched{tree, w.search}
	}
	ask := problem.Ask{Engine: w.Engine, Meter: &crosscut.Meter{Workers: 1}}
	e, solutions, err := run.Search(searching, tree, path, w.job.Kind, ask, w.pace, w.mostText())
	return outcome{e, solutions}, err
}

// searched is a tree with another search, for tests.
type searched struct {
	problem.Tree
	search func(ctx context.Context, path cubes.Path) problem.Result
}

// Search is that other search.
func (s searched) Search(ctx context.Context, path cubes.Path, _ problem.Ask) problem.Result {
	return s.search(ctx, path)
}

// mostText returns how many bytes of solutions a cube may have. An answer that has fewer, with
// its counts, may get another cube.
func (w *Worker) mostText() int {
	if !w.job.solutions() {
		return maxMessage / 2
	}
	return textOf(min(limitOf(true), int(w.nc.MaxPayload()))) / 2
}

// note makes the search of a cube known to Shed, until the caller calls end.
func (w *Worker) note(path string, giveUp context.CancelCauseFunc) (end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running[path] = giveUp
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.running, path)
	}
}
