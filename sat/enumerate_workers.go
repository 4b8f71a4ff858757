package sat

// Several workers search the cubes of one formula. This applies when the space is cut and
// the meter allows several workers and no limit on calls. The frontier of cubes does not
// depend on the number of workers. The time is bounded below by that of the largest cube.
// Each worker has its own gini and its own propagator.

import (
	"context"

	"crosscut/internal/search"
)

// frontier returns disjoint cubes that cover the space, in the order of the search.
func (w *worker) frontier() ([][]Lit, error) {
	cubes := [][]Lit{nil}
	for again := true; again && len(cubes) < enoughCubes; {
		again = false
		var finer [][]Lit
		for _, cube := range cubes {
			parts := w.cut(cube)
			finer = append(finer, parts...)
			again = again || len(parts) > 1
			if err := w.run.Err(); err != nil {
				return nil, err
			}
		}
		cubes = finer
	}
	return cubes, nil
}

// cut returns the parts of a cube, or the whole cube when propagation refutes it or
// nothing is open. Each part assumes a literal of a demand, and the negations of the
// literals before it. The last part has only these negations, and says nothing of the last
// literal. So the parts cover the cube for any demand.
func (w *worker) cut(cube []Lit) [][]Lit {
	defer w.back(0)
	w.starts = append(w.starts, len(w.trail))
	for _, l := range cube {
		switch c := codeOf(l); w.values[c] {
		case 0:
			w.assign(c, none)
		case -1:
			return [][]Lit{cube}
		}
	}
	if w.propagate() != none || !w.canCut() {
		return [][]Lit{cube}
	}
	open := w.openLits()
	var parts [][]Lit
	for _, l := range open[:max(len(open)-1, 1)] {
		parts = append(parts, extend(cube, l))
		cube = extend(cube, l.Not())
	}
	return append(parts, cube)
}

// openLits returns the open literals of the demand to cut along, or the open literal
// to cut by.
func (w *worker) openLits() (open []Lit) {
	demand := narrowest(w.propagator, w.e.demands)
	if demand == nil {
		l, _ := w.choose()
		return []Lit{l.lit()}
	}
	for _, l := range demand {
		if w.values[l] == 0 {
			open = append(open, l.lit())
		}
	}
	return open
}

// extend returns a copy of cube with l at its end.
func extend(cube []Lit, l Lit) []Lit { return append(cube[:len(cube):len(cube)], l) }

// task is a cube for the workers.
type task struct {
	cube  []Lit
	known []*model
	found chan []bool
	err   error // set before found is closed
}

// spread searches the space in cubes. Some models are known. It hands out the models in
// the order of the cubes.
func (w *worker) spread(ctx context.Context, m *search.Meter, known []*model) error {
	cubes, err := w.frontier()
	if err != nil {
		return err
	}
	tasks := make([]*task, len(cubes))
	for i, cube := range cubes {
		tasks[i] = &task{cube: cube}
		for _, m := range known {
			if inCube(cube, m) {
				tasks[i].known = append(tasks[i].known, m)
			}
		}
	}
	if m == nil || m.Workers <= 1 || m.MaxNodes > 0 {
		return w.searchAll(tasks)
	}
	return w.share(ctx, m, tasks)
}

func inCube(cube []Lit, m *model) bool {
	for _, l := range cube {
		if !l.holds(m.values) {
			return false
		}
	}
	return true
}

// searchAll searches the cubes one after the other.
func (w *worker) searchAll(tasks []*task) error {
	for i, t := range tasks {
		w.report = func(done float64) { w.run.Share((float64(i) + done) / float64(len(tasks))) }
		if err := w.searchCube(t.cube, t.known); err != nil {
			return err
		}
	}
	return nil
}

// share lets several workers search the cubes.
func (w *worker) share(ctx context.Context, m *search.Meter, tasks []*task) error {
	ctx, stop := context.WithCancel(ctx)
	workers := search.Goroutines{Stop: stop}
	defer workers.Wait()
	defer stop()
	for _, t := range tasks {
		t.found = make(chan []bool, modelsInCube)
	}
	queue := make(chan *task)
	for range min(m.Workers, len(tasks)) {
		workers.Go(func() { serve(ctx, m, w.e, queue) })
	}
	workers.Go(func() {
		defer close(queue)
		for _, t := range tasks {
			select {
			case queue <- t:
			case <-ctx.Done():
				return
			}
		}
	})
	return w.gather(ctx, tasks)
}

// serve searches cubes until the queue is closed.
func serve(ctx context.Context, m *search.Meter, e *enumeration, queue <-chan *task) {
	run := search.Start(ctx, m)
	defer run.Close()
	w := &worker{e: e, ctx: ctx, run: run}
	err := w.prepare()
	for t := range queue {
		w.yield = func(values []bool) error {
			select {
			case t.found <- values:
				return nil
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		if t.err = err; err == nil {
			t.err = w.searchCube(t.cube, t.known)
		}
		close(t.found)
	}
}

// gather hands out what the workers find, in the order of the cubes.
func (w *worker) gather(ctx context.Context, tasks []*task) error {
	for i, t := range tasks {
		for open := true; open; {
			select {
			case values, more := <-t.found:
				if open = more; !more {
					break
				}
				if err := w.yield(values); err != nil {
					return err
				}
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		if t.err != nil {
			return t.err
		}
		w.run.Share(float64(i+1) / float64(len(tasks)))
	}
	return nil
}
