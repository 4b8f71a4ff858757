package native

import (
	"context"
	"slices"
	"sync"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// The search of a board on several cores. The states that are the first on their
// way from the root with no more than a small share of the search are cubes; they
// and their order follow from the puzzle alone. Workers take the cubes in order
// and keep what they find, and the goroutine that began hands it out, cube after
// cube. So the fillings come in the same order as from one worker.
//
// For that, what happens in a cube must not depend on what happened before it. The
// order of the open items does, which breaks ties in the choice; so it is made
// anew at every state above the cubes, and at the beginning of each.

// cubesOfSearch is the inverse of the share of a cube.
const cubesOfSearch = 256

// aloneNodes is how many nodes one worker searches before others are called: some
// milliseconds, in which most boards are through.
const aloneNodes = 1 << 12

// draughtCut takes a cube: the state with the stones laid, and with these
// placements live, nil where the sweep goes on.
type draughtCut func(live []uint64, from, part float64)

// draughtCube is a state whose fillings are yet to be found, and what is found.
type draughtCube struct {
	laid       []laidStone
	live       []uint64 // bits of the first level, or nil for a state of the sweep
	from, part float64

	// Guarded by the crew's lock.
	found []int // fillings one after the other that wait to be handed out
	ended bool
	stats search.Stats
}

// run yields the fillings of the board: a share of part of the whole search,
// before which a share of from is done. With a limit on nodes, or when somebody
// watches, there is one worker.
func (v *draughtCover) run(from, part float64) error {
	v.cubePart = part / cubesOfSearch
	unlimited := v.r.Left() > 1<<61
	if v.r.Workers() < 2 || v.tally != nil || v.r.Tracing() != nil || !unlimited {
		return v.search(0, 0, from, part)
	}
	cubes, err := v.cutAll(from, part)
	for i := 0; err == nil && i < len(cubes); i++ {
		if v.r.Nodes > aloneNodes {
			return v.together(cubes[i:])
		}
		err = v.searchCut(&cubes[i])
	}
	return err
}

// cutAll returns all cubes, having counted the nodes above them.
func (v *draughtCover) cutAll(from, part float64) ([]draughtCube, error) {
	var cubes []draughtCube
	v.cut = func(live []uint64, from, part float64) {
		cubes = append(cubes, draughtCube{laid: slices.Clone(v.laid), live: live, from: from, part: part})
	}
	if v.sweep != nil {
		v.sweep.cut, v.sweep.cubePart = v.cut, v.cubePart
		defer func() { v.sweep.cut = nil }()
	}
	err := v.search(0, 0, from, part)
	v.cut = nil
	return cubes, err
}

// searchCube searches or cuts off the state, which is a cube.
func (v *draughtCover) searchCube(level, depth int, from, part float64) error {
	if v.cut != nil {
		l := &v.levels[level]
		live := make([]uint64, v.levels[0].words)
		for b, o := range l.origin {
			if l.live[depth*l.words+b/64]>>(b%64)&1 != 0 {
				live[o/64] |= 1 << (o % 64)
			}
		}
		v.cut(live, from, part)
		return nil
	}
	v.inCube = true
	err := v.search(level, depth, from, part)
	v.inCube = false
	return err
}

// searchCut searches a cube that was cut off, by this search or by one of the same
// puzzle.
func (v *draughtCover) searchCut(c *draughtCube) error {
	size := v.size
	for _, l := range c.laid {
		v.lay(l.place, l.chosen)
	}
	var err error
	if c.live == nil {
		err = v.sweep.searchItems(v.open[:v.size], c.from, c.part)
	} else {
		copy(v.levels[0].live, c.live)
		v.sortOpen()
		v.inCube = true
		err = v.search(0, 0, c.from, c.part)
		v.inCube = false
	}
	for range c.laid {
		v.takeBack(v.laid[len(v.laid)-1].place, size)
	}
	return err
}

// sortOpen brings the open items into their natural order.
func (v *draughtCover) sortOpen() {
	next := int32(0)
	for i, at := range v.at {
		if int(at) < v.size {
			v.open[next], v.at[i] = int32(i), next
			next++
		}
	}
}

// draughtCrew are the workers on the cubes of a search.
type draughtCrew struct {
	ctx   context.Context
	lock  sync.Mutex
	news  *sync.Cond
	cubes []draughtCube
	next  int // the first cube that nobody has begun
	head  int // the cube that is handed out
	ahead int // numbers that wait in the cubes behind it
}

const (
	cubeChunk  = 1 << 12 // numbers after which a worker hands its fillings on
	mostAhead  = 1 << 22 // numbers that may wait behind the head
	mostInHead = 1 << 16 // numbers that may wait in it
)

// together searches the cubes with all workers.
func (v *draughtCover) together(cubes []draughtCube) error {
	ctx, cancel := v.r.Context()
	w := &draughtCrew{ctx: ctx, cubes: cubes}
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
	for range min(v.r.Workers(), len(cubes)) {
		workers.Go(func() { w.work(v) })
	}
	return w.handOut(v)
}

// work searches cubes until there are none. Of first it only reads what never
// changes.
func (w *draughtCrew) work(first *draughtCover) {
	var cube *draughtCube
	var chunk []int
	s := newDraughts(first.p, first.corner, nil, func(values puzzle.Solution) bool {
		if chunk = append(chunk, values...); len(chunk) >= cubeChunk {
			w.keep(cube, chunk)
			chunk = chunk[:0]
		}
		return w.ctx.Err() == nil
	})
	s.marked = first.marked
	v := newDraughtCover(s, first.places)
	for cube = w.take(); cube != nil; cube = w.take() {
		s.r = search.Start(w.ctx, nil)
		err := v.searchCut(cube)
		s.r.Close()
		if err != nil {
			return // the context's, and whoever hands out knows
		}
		w.keep(cube, chunk)
		chunk = chunk[:0]
		w.end(cube, s.r.Stats)
	}
}

// take begins the next cube and returns it, or nil.
func (w *draughtCrew) take() *draughtCube {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.next == len(w.cubes) || w.ctx.Err() != nil {
		return nil
	}
	w.next++
	return &w.cubes[w.next-1]
}

// keep lets the fillings wait in their cube, and its worker while too many do. The
// worker of the head is waited for by nobody else, so the search goes on.
func (w *draughtCrew) keep(c *draughtCube, fillings []int) {
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
func (w *draughtCrew) full(c *draughtCube) bool {
	if c == &w.cubes[w.head] {
		return len(c.found) > mostInHead
	}
	return w.ahead > mostAhead
}

// end marks a cube as finished.
func (w *draughtCrew) end(c *draughtCube, stats search.Stats) {
	w.lock.Lock()
	defer w.lock.Unlock()
	c.ended, c.stats = true, stats
	w.news.Broadcast()
}

// handOut hands out what the workers find, in order.
func (w *draughtCrew) handOut(v *draughtCover) error {
	var fillings []int
	for i := range w.cubes {
		for {
			var more bool
			if fillings, more = w.collect(&w.cubes[i], fillings[:0]); !more {
				break
			}
			for rest := fillings; len(rest) > 0; rest = rest[len(v.values):] {
				v.r.Solutions++
				if copy(v.values, rest); !v.yield(v.values) {
					return search.ErrStopped
				}
			}
			if err := v.r.Err(); err != nil {
				return err
			}
		}
		stats := w.pass(i)
		stats.Solutions = 0 // they were counted when handed out
		if err := v.r.Count(stats); err != nil {
			return err
		}
		v.r.Share(w.cubes[i].from + w.cubes[i].part)
	}
	return nil
}

// collect waits for fillings of the head and moves them to to. It returns false
// when there are no more.
func (w *draughtCrew) collect(c *draughtCube, to []int) ([]int, bool) {
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
func (w *draughtCrew) pass(i int) search.Stats {
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
