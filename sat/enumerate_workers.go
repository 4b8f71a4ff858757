package sat

// Several workers search the cubes of one formula. This applies when the space is cut and
// the meter allows several workers and no limit on calls. The frontier of cubes does not
// depend on the number of workers. The time is bounded below by that of the largest cube.
// Each worker has its own gini and its own propagator.

import (
	"context"
	"slices"

	"crosscut/internal/search"
	"crosscut/meter"
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
	if !w.enter(cube) || w.propagate() != none || !w.canCut() {
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
	demand := w.narrowest()
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

// cubeTask is a cube to search.
type cubeTask struct {
	cube  []Lit
	known []*model // those in it
}

// spread searches the space in cubes. Some models are known. It hands out the models in
// the order of the cubes.
func (w *worker) spread(ctx context.Context, m *meter.Meter, known []*model, hand func([]bool) error) error {
	cubes, err := w.frontier()
	if err != nil {
		return err
	}
	tasks := make([]*cubeTask, len(cubes))
	for i, cube := range cubes {
		tasks[i] = &cubeTask{cube: cube}
		for _, m := range known {
			if inCube(cube, m.values) {
				tasks[i].known = append(tasks[i].known, m)
			}
		}
	}
	done := 0.0
	finished := func(share float64) { done += share; w.run.Share(done / float64(len(cubes))) }
	if m == nil || m.Workers <= 1 || m.MaxNodes > 0 {
		w.closed = finished
		for _, t := range tasks {
			if err := w.searchCube(t.cube, t.known); err != nil {
				return err
			}
		}
		return nil
	}
	run := search.InOrder[*cubeTask, *[]bool]{ // pointers, so it shares its machine code with others
		Workers: min(m.Workers, len(cubes)),
		Tasks:   slices.Values(tasks),
		Join: func(ctx context.Context) func(*cubeTask, func([]*[]bool) bool) error {
			own := &worker{e: w.e, ctx: ctx}
			return func(t *cubeTask, emit func([]*[]bool) bool) error {
				own.run = meter.Start(ctx, m)
				defer own.run.Close()
				if own.propagator == nil {
					if err := own.prepare(); err != nil {
						return err
					}
				}
				give := func(values []bool) error {
					if !emit([]*[]bool{&values}) {
						return context.Cause(ctx)
					}
					return nil
				}
				own.yield = func(values []bool) error { return own.handOrbit(values, give) }
				return own.searchCube(t.cube, t.known)
			}
		},
		Receive: func(_ *cubeTask, found []*[]bool) error {
			for _, values := range found {
				if err := hand(*values); err != nil {
					return err
				}
			}
			return nil
		},
		Finish: func(*cubeTask) error { finished(1); return nil },
		Size:   func(values *[]bool) int { return len(*values) },
	}
	return run.Run(ctx)
}
