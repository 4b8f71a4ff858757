package run

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"crosscut/meter"
)

// Crew has the searches that share a memory. A cube of which processes have died comes alone in its crew.
type Crew struct {
	held  int
	alone bool
}

// Cube is a cube to be searched.
type Cube struct {
	Path  string
	Alone bool // nothing else is searched in the crew meanwhile
}

// Errors of a search that is not in this process.
var (
	ErrDied     = errors.New("whoever searched the cube has died")
	ErrTooLarge = errors.New("the search of the cube needs too much memory")
)

// Hire calls search with cubes of the run, one after the other. It returns when ctx ends, when the run is
// finished or ends, and at once while [Worker.Run] does not run. If the error of search matches [ErrDied] or
// [ErrTooLarge], or no cube can have its entry, the cube goes to others. It goes back if ctx ends. Any
// other error ends the run.
func (w *Worker) Hire(ctx context.Context, crew *Crew, search func(context.Context, Cube) (Entry, []byte, error)) {
	w.mu.Lock()
	if w.stop == nil {
		w.mu.Unlock()
		return
	}
	w.hired.Add(1)
	w.hands++
	run := w.ctx // a later run has another
	w.mu.Unlock()
	defer w.hired.Done()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(run, func() { cancel(context.Cause(run)) })()
	for ctx.Err() == nil {
		c, err := w.take(ctx, crew)
		if err == nil && c.path != "" {
			err = w.do(ctx, crew, c, search)
		}
		if err != nil && ctx.Err() == nil {
			w.end(w.Folder.disagreement(err))
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hands--
}

// take waits for a cube, or a moment. Only one goroutine looks for a cube, so that thousands can wait.
func (w *Worker) take(ctx context.Context, crew *Crew) (c claim, err error) {
	select {
	case w.turn <- struct{}{}:
	case <-ctx.Done():
		return c, context.Cause(ctx)
	}
	defer func() { <-w.turn }()
	w.mu.Lock()
	c, err = w.next(crew)
	w.mu.Unlock()
	if c.path != "" || err != nil {
		return c, err
	}
	select {
	case <-ctx.Done():
	case <-w.news:
	case <-time.After(idle):
	}
	return c, nil
}

// knife stands in the place of the engine where a cube is cut because processes died of it.
const knife = "cut"

// do has a cube searched that this process has claimed.
func (w *Worker) do(ctx context.Context, crew *Crew, c claim, search func(context.Context, Cube) (Entry, []byte, error)) error {
	e, text := Entry{Path: c.path, Split: c.parts, Engine: knife}, []byte(nil)
	var err error
	if c.parts == 0 {
		e, text, err = search(ctx, Cube{c.path, c.alone})
	}
	if err == nil {
		err = w.Add(e, text)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	c = w.held[c.path]
	delete(w.held, c.path)
	crew.held--
	crew.alone = crew.alone && !c.alone
	switch {
	case err == nil:
		w.old = append(w.old, finished{c, time.Now()})
	case errors.Is(err, ErrDied), errors.Is(err, ErrTooLarge), errors.Is(err, ErrOutcome):
		w.listed = time.Time{}
		return w.desk.lose(c, errors.Is(err, ErrTooLarge)) // the search goes on with other cubes
	default:
		w.desk.give(c, false)
		w.state.Again(c.path)
	}
	return err
}

// search searches a cube in this process.
func (w *Worker) search(ctx context.Context, c Cube) (Entry, []byte, error) {
	m := &meter.Meter{Workers: 1}
	ask := Ask{Engine: w.Engine, By: w.By, Meter: m}
	find := func(most int) (Entry, []byte, error) {
		return Search(ctx, w.Tree, c.Path, w.Folder.Header.Kind, ask, w.Pace, most)
	}
	e, text, err := find(mostText)
	if errors.Is(err, meter.ErrStopped) { // many solutions, and nothing to cut
		e, text, err = find(math.MaxInt)
	}
	w.Meter.Add(m.Stats())
	return e, text, err
}

// Pace returns how long the search of a cube may take before it is cut.
func (w *Worker) Pace() time.Duration { return max(LeastBudget, time.Duration(w.pace.Load())) }

// next returns a claim of this process, or one without a path while there is nothing to do. The caller
// holds mu.
func (w *Worker) next(crew *Crew) (c claim, err error) {
	if err := w.hear(); err != nil {
		return c, err
	}
	if w.whole() || crew.alone {
		return c, nil
	}
	if c, err = w.unclaimed(); c.path == "" && err == nil {
		c, err = w.left(crew)
	}
	if c.path != "" {
		w.held[c.path], crew.alone = c, c.alone
		crew.held++
	}
	return c, err
}

// unclaimed claims a cube that nobody has claimed. Processes try cubes in different orders, so that
// they seldom want the same one. But cubes with a long forecast come early.
func (w *Worker) unclaimed() (claim, error) {
	for {
		if len(w.offers) == 0 {
			n := 1
			if !w.desk.alone {
				n = w.state.Counters().Open/4 + fewOffers
			}
			if w.offers = w.state.Offer(n); len(w.offers) == 0 {
				return claim{}, nil
			}
			rand.Shuffle(len(w.offers), func(i, j int) { w.offers[i], w.offers[j] = w.offers[j], w.offers[i] })
		}
		c := claim{path: w.offers[0]}
		w.offers = w.offers[1:]
		if w.busy[c.path] || !w.state.Holds(c.path) {
			continue
		}
		if mine, err := w.desk.take(c); mine || err != nil {
			return c, err
		}
		w.busy[c.path] = true
	}
}

// left claims a cube that others have given back, or whose last process has died. One of which too many
// have died is cut. If it cannot be cut, or is a part of such a cube, it is deadly: it comes last and
// alone. After the process that makes it deadly, each one that joins may try it once.
func (w *Worker) left(crew *Crew) (claim, error) {
	if time.Since(w.listed) >= w.pause() {
		if err := w.list(); err != nil {
			return claim{}, err
		}
	}
	for len(w.orphans) > 0 {
		c := w.orphans[0]
		if w.orphans = w.orphans[1:]; !w.isFree(c.path) {
			continue
		}
		if mine, err := w.desk.take(c); mine || err != nil {
			return c, err
		}
	}
	return w.last(crew)
}

// list looks for cubes that others have given back, and for those whose last process has died.
func (w *Worker) list() error {
	w.listed = time.Now()
	if err := w.desk.list(); err != nil {
		return err
	}
	for name := range w.busy {
		if _, claimed := w.desk.last[name]; !claimed {
			delete(w.busy, name)
			if w.isFree(name) {
				w.state.Again(name)
			}
		}
	}
	w.orphans, w.deadly = nil, nil
	for _, name := range slices.Sorted(maps.Keys(w.desk.last)) {
		if w.isFree(name) && w.desk.orphan(name) {
			w.inherit(claim{path: name, deaths: w.desk.last[name] + 1})
		}
	}
	return nil
}

// isFree reports whether a cube still needs an outcome and is not searched here.
func (w *Worker) isFree(path string) bool {
	_, here := w.held[path]
	return !here && w.state.Holds(path)
}

// inherit takes a cube whose last process has died to those that are left.
func (w *Worker) inherit(c claim) {
	if c.deaths == deadly && !w.deadlyCuts[parent(c.path)] {
		c.parts, _ = w.Tree.Children(w.ctx, Path(c.path)) // what cannot be cut is searched
	}
	if c.parts > 1 || c.deaths < deadly {
		w.orphans = append(w.orphans, c)
		return
	}
	c.parts, c.alone = 0, true
	w.deadly = append(w.deadly, c)
}

// last claims one of the deadly cubes, if nothing else is left for a crew.
func (w *Worker) last(crew *Crew) (claim, error) {
	if crew.held > 0 {
		return claim{}, nil
	}
	var lost []string
	for _, c := range w.deadly {
		if !w.state.Holds(c.path) {
			continue
		}
		if joined, was := w.desk.joined[c.path]; c.deaths > deadly && !(was && joined == c.deaths-1) {
			lost = append(lost, c.path)
			continue
		}
		if mine, err := w.desk.take(c); mine || err != nil {
			return c, err
		}
	}
	if n := w.state.Counters(); len(lost) > 0 && n.Open+n.Offered == len(lost) {
		return claim{}, &MissingError{lost}
	}
	return claim{}, nil
}
