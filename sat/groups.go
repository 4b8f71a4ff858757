package sat

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"crosscut/internal/search"
)

// ModelsByGroups is [ModelsAntichain] for formulas that come with groups of
// literals, such as the options of each item of an exact cover: it cuts the space
// along the groups, by unit propagation, and leaves to gini what is open when every
// group has a literal that is true. It is right for any groups, and fast where each
// model makes one literal of each group true and little else is open then. The
// variables of the groups must be variables of keep.
//
// There are no blocking clauses as long as the groups decide, so the time is in
// proportion to the nodes, which are counted as such, and not to the square of the
// models. With [search.Meter.Workers] the cubes are searched by several goroutines;
// the models and their order are the same for any number. A limit on nodes needs one
// search, so it lets one worker do it all.
func ModelsByGroups(ctx context.Context, f *CNF, keep []Lit, groups [][]Lit, m *search.Meter, yield func(values []bool) bool) error {
	e := enumeration{f: f, keep: keep, antichain: true, run: search.Start(ctx, m)}
	defer e.run.Close()
	e.to(yield)
	if err := cmp.Or(e.check(), e.run.Err()); err != nil {
		return err
	}
	if err := e.checkGroups(groups); err != nil {
		return err
	}
	d, err := newDescent(f, e.keep, groups, e.run, e.yield)
	if err != nil {
		return err
	}
	if m == nil || m.Workers <= 1 || m.MaxNodes > 0 || d.refuted {
		d.report = e.run.Share
		err = d.search(nil)
	} else {
		err = d.spread(ctx, m, groups)
	}
	if err == nil {
		e.run.Share(1)
	}
	return err
}

// checkGroups returns what is wrong with the groups.
func (e *enumeration) checkGroups(groups [][]Lit) error {
	kept := make([]bool, e.f.Vars()+1)
	for _, l := range e.keep {
		kept[l.Var()] = true
	}
	for _, group := range groups {
		for _, l := range group {
			if !l.valid() || l.Var() > e.f.Vars() || !kept[l.Var()] {
				return fmt.Errorf("sat: %d in a group is of no variable to keep", l)
			}
		}
	}
	return nil
}

// enoughCubes is how many cubes the space is cut into for several workers. It must
// not depend on their number only in so far as the cubes are equally hard: many more
// cubes than workers let none of them wait for long.
const enoughCubes = 256

// frontier returns cubes, in the order in which a descent would search them, that
// have all models together.
func (d *descent) frontier() ([][]code, error) {
	cubes := [][]code{nil}
	for again := true; again && len(cubes) < enoughCubes; {
		again = false
		var finer [][]code
		for _, path := range cubes {
			parts, cut, err := d.cut(path)
			if err != nil {
				return nil, err
			}
			finer = append(finer, parts...)
			again = again || cut
		}
		cubes = finer
	}
	return cubes, nil
}

// cut returns a cube in parts, none when it is contradictory, or whole, with false,
// when there is no group to cut along.
func (d *descent) cut(path []code) ([][]code, bool, error) {
	defer d.back(0)
	if !d.enter(path) || d.propagate() != none {
		d.run.Failures++
		return nil, false, d.run.Err()
	}
	group := narrowest(d.propagator, d.groups)
	if group == nil {
		return [][]code{path}, false, d.run.Err()
	}
	var parts [][]code
	path = slices.Clip(path)
	for _, l := range group {
		if d.values[l] == 0 {
			parts = append(parts, append(path, l))
			path = slices.Clip(append(path, l.not()))
		}
	}
	// The last part has none of the group.
	return append(parts, path), true, d.run.Node(len(parts))
}

// results is how many models a worker may be ahead of the receiver, for each cube.
const results = 64

// spread searches the cubes of the frontier by several goroutines, and hands the
// models out in the order of the cubes.
func (d *descent) spread(ctx context.Context, m *search.Meter, groups [][]Lit) error {
	cubes, err := d.frontier()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	found := make([]chan []bool, len(cubes))
	failed := make([]error, len(cubes)) // by cube, set before its channel is closed
	for i := range found {
		found[i] = make(chan []bool, results)
	}
	work := make(chan int)
	for range min(m.Workers, len(cubes)) {
		workers.Go(func() { d.serve(ctx, m, groups, cubes, work, found, failed) })
	}
	workers.Go(func() {
		defer close(work)
		for i := range cubes {
			select {
			case work <- i:
			case <-ctx.Done():
				return
			}
		}
	})
	return d.gather(ctx, found, failed)
}

// gather hands out what the workers find.
func (d *descent) gather(ctx context.Context, found []chan []bool, failed []error) error {
	for i, models := range found {
		for open := true; open; {
			select {
			case values, more := <-models:
				if open = more; !more {
					break
				}
				if err := d.yield(values); err != nil {
					return err
				}
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		if failed[i] != nil {
			return failed[i]
		}
		d.run.Share(float64(i+1) / float64(len(found)))
	}
	return nil
}

// serve searches cubes until there are none left.
func (d *descent) serve(ctx context.Context, m *search.Meter, groups [][]Lit, cubes [][]code, work <-chan int, found []chan []bool, failed []error) {
	run := search.Start(ctx, m)
	defer run.Close()
	var into chan []bool
	own, err := newDescent(d.f, d.keep, groups, run, func(values []bool) error {
		select {
		case into <- slices.Clone(values):
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	})
	for i := range work {
		into = found[i]
		if failed[i] = err; err == nil {
			failed[i] = own.search(cubes[i])
		}
		close(into)
	}
}
