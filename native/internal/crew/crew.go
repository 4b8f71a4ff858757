// Package crew searches parts of one search tree on several cores. The solutions come
// in the same order as from one worker.
package crew

import (
	"context"
	"sync"

	"crosscut/internal/search"
)

// The search of a board on several cores. States near the root are cubes, and
// which, and in what order, follows from the puzzle alone. Workers take the cubes in order
// and keep what they find, and the goroutine that began hands it out, cube after
// cube. So the fillings come in the same order as from one worker.
//
// For that, what happens in a cube must not depend on what happened before it.

// Subtrees is the inverse of the share of a cube: the states that are the first
// on their way from the root with no more than that share of the search are cubes.
const Subtrees = 256

// NodesBefore is how many nodes one worker searches before others are called: some
// milliseconds, in which most boards are through.
const NodesBefore = 1 << 12

// Wanted reports whether r is to have several workers. A limit on nodes is for one, and
// so is a search that somebody watches.
func Wanted(r *search.Run) bool {
	return r.Workers() > 1 && r.Tracing() == nil && r.Left() > 1<<61
}

// Subtree is what a crew knows of a cube: its share of part of the whole search,
// before which a share of from is done, and what was found.
type Subtree struct {
	From, Part float64

	// Guarded by the crew's lock.
	found []int // fillings one after the other that wait to be handed out
	ended bool
	stats search.Stats
}

// crew are the workers on the cubes of a search.
type crew struct {
	ctx   context.Context
	width int // numbers of a filling

	lock  sync.Mutex
	news  *sync.Cond
	cubes []Subtree
	next  int // the first cube that nobody has begun
	head  int // the cube that is handed out
	ahead int // numbers that wait in the cubes behind it
}

const (
	cubeChunk  = 1 << 12 // numbers after which a worker hands its fillings on
	mostAhead  = 1 << 22 // numbers that may wait behind the head
	mostInHead = 1 << 16 // numbers that may wait in it
)

// Searcher searches the cube of that index, counting in r.
type Searcher func(cube int, r *search.Run) error

// Search searches the cubes with all workers of r and yields their fillings, of width
// numbers each, in order. Each worker has a search of its own, which join makes.
func Search(r *search.Run, cubes []Subtree, width int, join func(yield func([]int) bool) Searcher, yield func([]int) bool) error {
	ctx, cancel := r.Context()
	w := &crew{ctx: ctx, width: width, cubes: cubes}
	w.news = sync.NewCond(&w.lock)
	stop := context.AfterFunc(ctx, func() {
		w.lock.Lock()
		defer w.lock.Unlock()
		w.news.Broadcast()
	})
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	defer cancel()
	for range min(r.Workers(), len(cubes)) {
		workers.Go(func() { w.work(join) })
	}
	return w.handOut(r, yield)
}

// work searches cubes until there are none.
func (w *crew) work(join func(yield func([]int) bool) Searcher) {
	var cube *Subtree
	var chunk []int
	run := join(func(values []int) bool {
		if chunk = append(chunk, values...); len(chunk) >= cubeChunk {
			w.keep(cube, chunk)
			chunk = chunk[:0]
		}
		return w.ctx.Err() == nil
	})
	for i := w.take(); i >= 0; i = w.take() {
		cube = &w.cubes[i]
		r := search.Start(w.ctx, nil)
		err := run(i, r)
		r.Close()
		if err != nil {
			return // the context's, and whoever hands out knows
		}
		w.keep(cube, chunk)
		chunk = chunk[:0]
		w.end(cube, r.Stats)
	}
}

// take begins the next cube and returns its index, or −1.
func (w *crew) take() int {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.next == len(w.cubes) || w.ctx.Err() != nil {
		return -1
	}
	w.next++
	return w.next - 1
}

// keep lets the fillings wait in their cube, and its worker while too many do. The
// worker of the head is waited for by nobody else, so the search goes on.
func (w *crew) keep(c *Subtree, fillings []int) {
	w.lock.Lock()
	defer w.lock.Unlock()
	c.found = append(c.found, fillings...)
	if c != &w.cubes[w.head] {
		w.ahead += len(fillings)
	} else {
		w.news.Broadcast()
	}
	for w.ctx.Err() == nil && w.full(c) {
		w.news.Wait()
	}
}

// full reports whether too many fillings wait. The lock is held.
func (w *crew) full(c *Subtree) bool {
	if c == &w.cubes[w.head] {
		return len(c.found) > mostInHead
	}
	return w.ahead > mostAhead
}

// end marks a cube as finished.
func (w *crew) end(c *Subtree, stats search.Stats) {
	w.lock.Lock()
	defer w.lock.Unlock()
	c.ended, c.stats = true, stats
	w.news.Broadcast()
}

// handOut hands out what the workers find, in order.
func (w *crew) handOut(r *search.Run, yield func([]int) bool) error {
	var fillings []int
	for i := range w.cubes {
		for {
			var more bool
			if fillings, more = w.collect(&w.cubes[i], fillings[:0]); !more {
				break
			}
			for rest := fillings; len(rest) > 0; rest = rest[w.width:] {
				r.Solutions++
				if !yield(rest[:w.width:w.width]) {
					return search.ErrStopped
				}
			}
			if err := r.Err(); err != nil {
				return err
			}
		}
		stats := w.pass(i)
		stats.Solutions = 0 // they were counted when handed out
		if err := r.Count(stats); err != nil {
			return err
		}
		r.Share(w.cubes[i].From + w.cubes[i].Part)
	}
	return nil
}

// collect waits for fillings of the head and moves them to to. It returns false
// when there are no more.
func (w *crew) collect(c *Subtree, to []int) ([]int, bool) {
	w.lock.Lock()
	defer w.lock.Unlock()
	for len(c.found) == 0 && !c.ended && w.ctx.Err() == nil {
		w.news.Wait()
	}
	to, c.found = append(to, c.found...), c.found[:0]
	w.news.Broadcast()
	return to, len(to) > 0 || w.ctx.Err() != nil
}

// pass makes the cube behind i the head and returns what was counted in i.
func (w *crew) pass(i int) search.Stats {
	w.lock.Lock()
	defer w.lock.Unlock()
	c := &w.cubes[i]
	c.found = nil
	if w.head = i + 1; w.head < len(w.cubes) {
		w.ahead -= len(w.cubes[w.head].found)
	}
	w.news.Broadcast()
	return c.stats
}
