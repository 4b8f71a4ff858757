package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"crosscut"
	"crosscut/internal/search"
	"crosscut/meter"
)

// Worker is a process that adds to a run until it is finished.
type Worker struct {
	Folder *Folder
	Tree   Tree
	Engine Engine          // as [Problem.Choose] has returned it
	By     crosscut.Engine // searches puzzles in place of it, if it has a search
	Meter  *meter.Meter    // has the number of cubes to search at once, and takes what is done

	// Hiring is called when [Worker.Hire] can be called. Without it, this process searches.
	Hiring func() error

	// Whole counts the problem without cubes, if that may be much faster. A new run tries that first.
	Whole func(context.Context) (*big.Int, error)

	lease time.Duration // how long others may be silent; a test makes it shorter

	ctx  context.Context
	pace atomic.Int64  // time of a cube before it is cut
	turn chan struct{} // has room for the one goroutine that looks for a cube
	news chan struct{} // says that there may be one

	mu    sync.Mutex
	stop  context.CancelCauseFunc // ends the search for cubes; nil while nobody may search
	hired sync.WaitGroup
	hands int // searches at once
	desk  *desk
	*ledger
	offers  []string         // cubes to claim next
	busy    map[string]bool  // cubes that others had claimed
	orphans []claim          // cubes whose last process has died
	deadly  []claim          // those of which too many have died
	held    map[string]claim // cubes that are searched here
	old     []finished       // claims of finished cubes, the oldest first
	share   float64          // of the run that the meter knows of
	course  course
	read    time.Time // the last look at the journals of others
	looked  time.Time // the last look at the others
	listed  time.Time // the last look at all claims
}

// finished is a claim of a finished cube. It stays for a while, because others learn a little later
// that the cube is finished.
type finished struct {
	claim
	at time.Time
}

// MissingError says that all who searched these cubes have died. It matches [meter.ErrLimit].
type MissingError struct{ Cubes []string }

func (e *MissingError) Error() string {
	return fmt.Sprintf("every process that searched cube %s died; the same command tries again", strings.Join(e.Cubes, ", "))
}

// Is reports whether the target is [meter.ErrLimit].
func (e *MissingError) Is(target error) bool { return target == meter.ErrLimit }

// Run works until the run is finished, and returns its sum. It returns no part of a sum. If the run is
// finished already, it only reads. The error matches [ErrDisk] if the disk fails.
func (w *Worker) Run(ctx context.Context) (Sum, error) {
	sum, err := w.run(ctx)
	return sum, ofDisk(err)
}

func (w *Worker) run(ctx context.Context) (Sum, error) {
	w.lease, w.turn, w.news = cmp.Or(w.lease, usualLease), make(chan struct{}, 1), make(chan struct{}, 1)
	if w.Meter == nil {
		w.Meter = new(meter.Meter)
	}
	for {
		if err := w.replay(); err != nil {
			return Sum{}, err
		}
		before, finish := w.state.Whole(), w.work
		if before {
			finish = w.Folder.keep
		}
		if err := finish(ctx); err != nil {
			return Sum{}, err
		}
		if lost, err := w.Folder.lost(w.desk.lives); lost || err != nil {
			if err != nil {
				return Sum{}, err
			}
			continue
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
	w.desk, w.listed, w.course = newDesk(w.Folder, w.lease), time.Time{}, nil
	w.offers, w.orphans, w.deadly, w.held, w.busy = nil, nil, nil, make(map[string]claim), make(map[string]bool)
	l, bad, err := w.Folder.replay()
	w.ledger = l
	if bad > 0 {
		w.Folder.say("%s: damaged lines are left out, and their cubes searched again: %d", w.Folder.dir, bad)
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

// errWhole is the cause of the end of a search for cubes when the run is finished.
var errWhole = errors.New("the run is finished")

// work searches cubes until none is left.
func (w *Worker) work(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.mu.Lock()
	w.ctx, w.stop = ctx, stop
	w.mu.Unlock()
	if err := cmp.Or(w.desk.open(), w.Folder.Begin(ctx), w.desk.show(sign{Jobs: w.jobs()})); err != nil {
		return err
	}
	defer w.desk.leave()
	if done, err := w.tryWhole(); done || err != nil {
		return cmp.Or(err, w.Folder.finish(ctx))
	}
	if err := cmp.Or(w.desk.look(), w.desk.list()); err != nil {
		return err
	}
	beating, end := context.WithCancel(context.WithoutCancel(ctx))
	beat, working := search.Goroutines{Stop: func() { stop(nil) }}, search.Goroutines{Stop: func() { stop(nil) }}
	beat.Go(func() { w.beat(beating) })
	if crew := new(Crew); w.Hiring == nil {
		for range w.jobs() {
			working.Go(func() { w.Hire(ctx, crew, w.search) })
		}
	} else if err := w.Hiring(); err != nil {
		stop(err)
	}
	<-ctx.Done()
	w.mu.Lock()
	w.stop = nil
	w.mu.Unlock()
	working.Wait()
	w.hired.Wait()
	end()
	beat.Wait()
	if cause := context.Cause(ctx); !errors.Is(cause, errWhole) {
		w.sweep(0)
		return cause
	}
	w.desk.clear()
	return w.Folder.finish(ctx)
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
	return true, w.Add(Entry{Count: n, Engine: Ask{Engine: w.Engine, By: w.By}.Searcher(), Time: time.Since(start).Milliseconds()}, nil)
}

// beat shows that this process lives, and has the disk keep what it has found. It also learns what the
// others have done, because all searches of this process may take long.
func (w *Worker) beat(ctx context.Context) {
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
			err = cmp.Or(err, w.desk.show(w.sign(n)))
		}
		if err != nil && !full(err) {
			w.end(err)
		}
	}
}

// sign returns what this process shows.
func (w *Worker) sign(beat int) sign {
	w.mu.Lock()
	defer w.mu.Unlock()
	holds := slices.Sorted(maps.Keys(w.held))
	s := sign{Jobs: w.hands, Beat: beat, Holds: holds[:min(len(holds), mostShown)], Waits: w.Folder.waits.Load()}
	s.Gain, s.Over = w.course.pace()
	return s
}

// end ends the search for cubes.
func (w *Worker) end(cause error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stop != nil {
		w.stop(cause)
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

// Add takes what was found out about a cube, also if it comes late. What differs from what is known is
// written too, so that everybody learns of it, and ends the run. The error matches [ErrOutcome] if no cube
// of the run can have it.
func (w *Worker) Add(e Entry, solutions []byte) error {
	w.mu.Lock()
	ctx := w.ctx
	verdict, err := w.know(&e)
	w.mu.Unlock()
	switch wrong := (*ContradictionError)(nil); {
	case errors.As(err, &wrong):
	case err != nil:
		return err
	case verdict == Unknown:
		return fmt.Errorf("%w: nobody has cut the cube around %.100q", ErrOutcome, e.Path)
	case verdict == Known:
		return nil
	}
	if added := w.Folder.Add(ctx, e, solutions); added != nil {
		err = added
	}
	if err = w.Folder.disagreement(err); err != nil {
		w.end(err)
		return err
	}
	select {
	case w.news <- struct{}{}:
	default: // somebody will look anyway
	}
	return nil
}

// hearNow learns what the others have done.
func (w *Worker) hearNow() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	err := w.hear()
	w.whole()
	return w.Folder.disagreement(err)
}

// whole reports whether the run is finished, and ends the search for cubes then. The caller holds mu.
func (w *Worker) whole() bool {
	if w.state.Whole() && w.stop != nil {
		w.stop(errWhole)
	}
	return w.state.Whole()
}

// hear learns what the others have done. The caller holds mu.
func (w *Worker) hear() error {
	if time.Since(w.read) < idle {
		return nil
	}
	err := w.Folder.News(w.ledger.hear)
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
	share := w.state.Share()
	w.tell(share)
	w.course.note(mark{w.looked, share, w.done})
	w.pace.Store(int64(budgetOf(w.seconds, w.state.TimeLeft(w.seconds, w.done), w.hands+w.desk.jobs())))
	return nil
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
	run := meter.Start(context.Background(), w.Meter)
	run.Share(share - w.share)
	run.Close()
	w.share = share
}
