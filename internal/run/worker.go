package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"crosscut"
	"crosscut/internal/run/problem"
	"crosscut/internal/search"
)

// Worker is a process that adds to a run until it is finished.
type Worker struct {
	Folder *Folder
	Tree   problem.Tree
	Engine problem.Engine  // as [problem.Problem.Choose] has returned it
	By     crosscut.Engine // searches puzzles in place of it, if it has a search
	Meter  *crosscut.Meter // has the number of cubes to search at once, and takes what is done

	// Whole counts the problem without cubes, if that may be much faster. A new run tries that first.
	Whole func(context.Context) (*big.Int, error)

	lease time.Duration // how long others may be silent; a test makes it shorter

	ctx  context.Context
	pace atomic.Int64 // time of a cube before it is cut

	mu   sync.Mutex
	desk *desk
	*ledger
	offers []string         // cubes to claim next
	busy   map[string]bool  // cubes that others had claimed
	held   map[string]claim // cubes that this process searches
	old    []finished       // claims of finished cubes, the oldest first
	alone  bool             // a cube is searched that must be alone
	share  float64          // of the run that the meter knows of
	read   time.Time        // the last look at the journals of others
	looked time.Time        // the last look at the others
	listed time.Time        // the last look at all claims
}

// finished is a claim of a finished cube. It stays for a while, because others learn a little later
// that the cube is finished.
type finished struct {
	claim
	at time.Time
}

// Times of a worker.
const (
	usualLease = 30 * time.Second
	tryWhole   = 2 * time.Second
	mostPace   = 10 * time.Minute      // a cube of more time is cut, whatever is left to do
	idle       = 50 * time.Millisecond // time between two looks for work
)

// mostText is how many bytes of solutions a cube may have before it is cut.
const mostText = 16 << 20

// MissingError says that all who searched these cubes have died. It matches [crosscut.ErrLimit].
type MissingError struct{ Cubes []string }

func (e *MissingError) Error() string {
	return fmt.Sprintf("every process that searched cube %s died; the same command tries again", strings.Join(e.Cubes, ", "))
}

// Is reports whether the target is [crosscut.ErrLimit].
func (e *MissingError) Is(target error) bool { return target == crosscut.ErrLimit }

// Run works until the run is finished, and returns its sum. It returns no part of a sum. If the run is
// finished already, it only reads.
func (w *Worker) Run(ctx context.Context) (Sum, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w.ctx, w.lease = ctx, cmp.Or(w.lease, usualLease)
	if w.Meter == nil {
		w.Meter = new(crosscut.Meter)
	}
	for {
		if err := w.replay(); err != nil {
			return Sum{}, err
		}
		before := w.state.Whole()
		if !before {
			if err := w.work(cancel); err != nil {
				return Sum{}, err
			}
		}
		sum, whole, err := w.result()
		if whole || err != nil {
			return sum, err
		}
		if before { // the replay has found nothing damaged
			return Sum{}, fmt.Errorf("%s: %w", w.Folder.dir, errDamaged)
		}
	}
}

// replay reads what is finished.
func (w *Worker) replay() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.desk = newDesk(w.Folder, w.lease)
	w.offers, w.busy, w.held = nil, make(map[string]bool), make(map[string]claim)
	l, bad, err := w.Folder.replay()
	w.ledger = l
	if bad > 0 && w.Folder.Note != nil {
		w.Folder.Note(fmt.Sprintf("%s: damaged lines are left out, and their cubes searched again: %d", w.Folder.dir, bad))
	}
	return err
}

// result returns the sum of a finished run. It is not whole if solutions turn out to be damaged.
func (w *Worker) result() (sum Sum, whole bool, err error) {
	if w.again {
		if _, _, err := w.Folder.Agree(); err != nil {
			return Sum{}, false, err
		}
	}
	w.tell(1)
	sum, _ = w.state.Total()
	whole, err = w.Folder.hasAll(sum)
	return sum, whole, err
}

// work searches cubes until none is left.
func (w *Worker) work(cancel context.CancelCauseFunc) error {
	if err := cmp.Or(w.desk.open(), w.Folder.Begin(w.ctx), w.desk.show(sign{Jobs: w.jobs()})); err != nil {
		return err
	}
	defer w.desk.leave()
	if done, err := w.tryWhole(); done || err != nil {
		return cmp.Or(err, w.Folder.Sync())
	}
	if err := cmp.Or(w.desk.look(), w.desk.list()); err != nil {
		return err
	}
	beating, end := context.WithCancel(w.ctx)
	var beat, working search.Goroutines
	beat.Go(func() { w.beat(beating, cancel) })
	var failed error
	var once sync.Once
	for range w.jobs() {
		working.Go(func() {
			if err := w.each(); err != nil {
				once.Do(func() { failed = err; cancel(err) })
			}
		})
	}
	working.Wait()
	end()
	beat.Wait()
	w.sweep(0)
	return cmp.Or(failed, context.Cause(w.ctx), w.Folder.Sync())
}

// jobs returns how many cubes this process searches at once.
func (w *Worker) jobs() int { return max(1, w.Meter.Workers) }

// tryWhole tries a new run without cubes for a moment.
func (w *Worker) tryWhole() (done bool, err error) {
	if w.Whole == nil || w.Folder.Header.Kind != Count || w.done > 0 {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(w.ctx, tryWhole)
	defer cancel()
	start := time.Now()
	n, err := w.Whole(ctx)
	if err != nil {
		if w.ctx.Err() != nil || ctx.Err() == nil {
			return false, cmp.Or(context.Cause(w.ctx), err)
		}
		return false, nil
	}
	return true, w.add(Entry{Count: n, Engine: w.engine(), Time: time.Since(start).Milliseconds()}, nil)
}

// engine returns the name of the engine.
func (w *Worker) engine() string {
	if w.By.Search != nil {
		return w.By.Name
	}
	return w.Engine.String()
}

// beat shows that this process lives, and has the disk keep what it has found. It also learns what the
// others have done, because all jobs of this process may be searching for long.
func (w *Worker) beat(ctx context.Context, cancel context.CancelCauseFunc) {
	every := min(time.Second, w.lease/beats)
	tick := time.NewTicker(every)
	defer tick.Stop()
	shown := time.Now()
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := cmp.Or(w.hearNow(), w.Folder.Sync())
		if w.sweep(w.lease / 3); time.Since(shown) >= w.lease/beats-every/2 {
			shown = time.Now()
			w.mu.Lock()
			s := sign{Jobs: w.jobs(), Beat: n}
			for path := range w.held {
				s.Holds = append(s.Holds, path)
			}
			w.mu.Unlock()
			slices.Sort(s.Holds)
			err = cmp.Or(err, w.desk.show(s))
		}
		if err != nil && !full(err) {
			cancel(err)
		}
	}
}

// sweep takes away the claims of cubes that have been finished for so long.
func (w *Worker) sweep(age time.Duration) {
	w.mu.Lock()
	n := 0
	for n < len(w.old) && time.Since(w.old[n].at) >= age {
		n++
	}
	gone := w.old[:n]
	w.old = w.old[n:]
	w.mu.Unlock()
	for _, c := range gone {
		w.desk.give(c.claim, true)
	}
}

// each claims and searches cubes, one after the other.
func (w *Worker) each() error {
	for {
		w.mu.Lock()
		c, over, err := w.next()
		w.mu.Unlock()
		switch {
		case err != nil:
			return w.Folder.disagreement(err)
		case over:
			return nil
		case c.path != "":
			if err := w.search(c); err != nil {
				return err
			}
			continue
		}
		select {
		case <-w.ctx.Done():
			return nil
		case <-time.After(idle):
		}
	}
}

// search searches a cube that this process has claimed.
func (w *Worker) search(c claim) error {
	m := &crosscut.Meter{Workers: 1}
	ask := problem.Ask{Engine: w.Engine, By: w.By, Meter: m}
	find := func(most int) (Entry, []byte, error) {
		return Search(w.ctx, w.Tree, c.path, w.Folder.Header.Kind, ask, func() time.Duration { return time.Duration(w.pace.Load()) }, most)
	}
	e, text, err := find(mostText)
	if errors.Is(err, crosscut.ErrStopped) { // many solutions, and nothing to cut
		e, text, err = find(math.MaxInt)
	}
	w.Meter.Add(m.Stats())
	if err == nil {
		err = w.add(e, text)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.held, c.path)
	if w.alone = w.alone && !c.alone; err == nil {
		w.old = append(w.old, finished{c, time.Now()})
		return nil
	}
	w.desk.give(c, false)
	return err
}

// add writes an entry and gives it to the state. An entry that contradicts another one is written
// first, so that everybody learns of it.
func (w *Worker) add(e Entry, solutions []byte) error {
	if err := w.Folder.Add(w.ctx, e, solutions); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Folder.disagreement(w.know(&e))
}

// next returns a claim of this process, or one without a path while there is nothing to do. It is over
// when the run is finished or the context has ended. The caller holds mu.
func (w *Worker) next() (c claim, over bool, err error) {
	if w.ctx.Err() != nil {
		return c, true, nil
	}
	if err := w.hear(); err != nil {
		return c, false, err
	}
	if w.state.Whole() || w.alone {
		return c, w.state.Whole(), nil
	}
	if c, err = w.open(); c.path == "" && err == nil {
		c, err = w.left()
	}
	if c.path != "" {
		w.held[c.path], w.alone = c, c.alone
	}
	return c, false, err
}

// hearNow learns what the others have done.
func (w *Worker) hearNow() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Folder.disagreement(w.hear())
}

// hear learns what the others have done. The caller holds mu.
func (w *Worker) hear() error {
	if time.Since(w.read) < idle {
		return nil
	}
	err := w.Folder.News(w.know)
	if w.read = time.Now(); err != nil {
		return err
	}
	if time.Since(w.looked) < w.pause() {
		return nil
	}
	if err := w.desk.look(); err != nil {
		return err
	}
	w.looked = time.Now()
	w.tell(w.state.Share())
	w.pace.Store(int64(min(mostPace, Budget(w.secondsLeft(), w.jobs()+w.desk.jobs()))))
	return nil
}

// secondsLeft returns the forecast time for all cubes that are not finished. Cubes without a forecast
// take as long as the finished ones, on the average.
func (w *Worker) secondsLeft() float64 {
	left, unknown := w.state.Left()
	return left + float64(unknown)*(w.seconds+1)/float64(w.done+1)
}

// pause returns the time between two looks at what the others do. The more there are, the seldomer each
// of them looks, so that a shared file system can serve them all.
func (w *Worker) pause() time.Duration {
	return min(w.lease/beats, time.Second+10*time.Millisecond*time.Duration(len(w.desk.others)))
}

// tell makes the finished share of the run known to the meter.
func (w *Worker) tell(share float64) {
	if share <= w.share {
		return
	}
	run := search.Start(w.ctx, w.Meter)
	run.Share(share - w.share)
	run.Close()
	w.share = share
}

// Numbers of cubes to try to claim, one after the other in a random order.
const (
	fewOffers  = 16
	manyOffers = 4096
)

// open claims a cube that nobody has claimed. Processes try cubes in different orders, so that they
// seldom want the same one. But cubes with a long forecast come early.
func (w *Worker) open() (claim, error) {
	for {
		if len(w.offers) == 0 {
			if w.offers = w.state.Offer(min(max(w.state.Counters().Open/4, fewOffers), manyOffers)); len(w.offers) == 0 {
				return claim{}, nil
			}
			rand.Shuffle(len(w.offers), func(i, j int) { w.offers[i], w.offers[j] = w.offers[j], w.offers[i] })
		}
		c := claim{path: w.offers[0]}
		if w.offers = w.offers[1:]; !w.state.Holds(c.path) {
			continue
		}
		if mine, err := w.desk.take(c); mine || err != nil {
			return c, err
		}
		w.busy[c.path] = true
	}
}

// left claims a cube that others have given back, or whose last process has died. A cube that is deadly
// comes last and alone: after the one that makes it deadly, each process that joins may try it once.
func (w *Worker) left() (claim, error) {
	if time.Since(w.listed) >= w.pause() {
		w.listed = time.Now()
		if err := w.desk.list(); err != nil {
			return claim{}, err
		}
		for path := range w.busy {
			if _, claimed := w.desk.last[path]; !claimed {
				delete(w.busy, path)
				w.state.Again(path)
			}
		}
	}
	var last []claim
	for _, path := range w.desk.claimed() {
		if !w.state.Holds(path) || !w.desk.orphan(path) {
			continue
		}
		c := claim{path: path, deaths: w.desk.last[path] + 1}
		if c.alone = c.deaths >= deadly; c.alone {
			last = append(last, c)
		} else if mine, err := w.desk.take(c); mine || err != nil {
			return c, err
		}
	}
	return w.lastOf(last)
}

// lastOf claims one of the deadly cubes, if nothing else is left.
func (w *Worker) lastOf(all []claim) (claim, error) {
	if len(w.held) > 0 {
		return claim{}, nil
	}
	var lost []string
	for _, c := range all {
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
