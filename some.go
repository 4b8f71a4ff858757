package crosscut

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"time"

	"crosscut/cubes"
	"crosscut/internal/search"
)

// A search that can hand over what it has not searched.
//
// It searches a cube piece by piece. At first there is one piece, the whole cube. If a look
// at a piece shows that it will take long, the piece is cut into cubes, and they become the
// pieces. What the search has done in that piece is lost: some per cent of the limit. So a
// request to stop loses at most one piece, and every other piece is exact.
//
// Cutting costs time: in a measured tree of 144,532 cubes, the cubes of one to six cuts took
// 1.15 to 1.54 times as long as the whole. So the limit grows with the time of the search.
const (
	lookAtStop   = 10 * time.Millisecond // time between two looks at stop
	firstLook    = 30 * time.Millisecond // time until the first forecast for a piece
	shortPiece   = time.Second           // a piece may take this time, at least
	pieceOfWhole = 8                     // a piece may take this fraction of the time so far, if that is longer
	lastWait     = 4                     // a search that shall stop waits for a piece that will soon end: this fraction of the time that the piece has taken
)

// Part is the outcome of a search that may leave a part of a cube to others. Count is exact
// for what was searched: Count and the counts of the cubes in Rest add up to that of Cube.
// This holds with an error too.
type Part struct {
	Cube   cubes.Cube
	Engine string

	Count  *big.Int // solutions of the whole puzzle in the part that was searched
	Digest Digest   // the digest of these solutions; zero if they were only counted

	// The cubes that were not searched, in their order. They have no solution in common,
	// and none with what was searched. Their paths begin with that of Cube. Rest is empty
	// when the whole cube was searched.
	Rest []cubes.Cube

	Stats   Stats
	Elapsed time.Duration
	Err     error // nil unless the search ended although stop had not asked for it
}

// CountSome counts the solutions of a cube until stop returns true. It asks stop from the
// calling goroutine, about every 10 ms, and not again after it returned true. A nil stop
// never does. It leaves the rest as cubes of the same plan: see [cubes.Cube.Children].
//
// If ctx ends, or at a limit of m, Err says so, and Rest has all that is not finished. The
// same holds for an engine that fails. So a worker can answer with such a part too.
//
// The cubes in Rest depend on the time. The counts do not.
func CountSome(ctx context.Context, e Engine, c cubes.Cube, m *Meter, stop func() bool) Part {
	return searchSome(ctx, e, c, m, stop, func(ctx context.Context, c cubes.Cube, m *Meter) (*big.Int, Digest, error) {
		n, err := CountCube(ctx, e, c, m)
		return n, Digest{}, err
	})
}

// EnumerateSome is [CountSome] with every solution found, judged and digested.
func EnumerateSome(ctx context.Context, e Engine, c cubes.Cube, m *Meter, stop func() bool) Part {
	return searchSome(ctx, e, c, m, stop, func(ctx context.Context, c cubes.Cube, m *Meter) (*big.Int, Digest, error) {
		t, err := EnumerateCube(ctx, e, c, m)
		return t.Count(), t.Digest, err
	})
}

// searchSome searches a cube piece by piece.
func searchSome(ctx context.Context, e Engine, c cubes.Cube, m *Meter, stop func() bool, search cubeSearch) Part {
	if m == nil {
		m = new(Meter)
	}
	if stop == nil {
		stop = func() bool { return false }
	}
	before := m.Stats()
	s := &someSearch{
		ctx: ctx, meter: m, search: search, stop: stop, start: time.Now(),
		part: Part{Cube: c, Engine: e.Name, Count: new(big.Int)}, pieces: []piece{{cube: c, limit: shortPiece}},
	}
	s.run()
	s.part.Elapsed = time.Since(s.start)
	s.part.Stats = since(m.Stats(), before)
	return s.part
}

// since returns what was counted after before.
func since(now, before Stats) Stats {
	return Stats{
		Nodes: now.Nodes - before.Nodes, Branches: now.Branches - before.Branches, Failures: now.Failures - before.Failures,
		Propagations: now.Propagations - before.Propagations, Solutions: now.Solutions - before.Solutions,
	}
}

// cubeSearch finds the number of solutions in a cube, and their digest if it is asked for.
type cubeSearch func(context.Context, cubes.Cube, *Meter) (*big.Int, Digest, error)

// someSearch is one search that can hand over.
type someSearch struct {
	ctx    context.Context
	meter  *Meter
	search cubeSearch
	stop   func() bool
	start  time.Time

	part    Part
	pieces  []piece // the cubes that are left; the last one is the next
	stopped bool    // stop has returned true
	done    float64 // the share of the finished pieces in the whole search
	blind   bool    // the last piece had not shown any progress when it ended
	long    bool    // the last piece would have taken longer than shortPiece
}

// piece is a cube that is searched in one go.
type piece struct {
	cube  cubes.Cube
	limit time.Duration // it may take this time, at least; 0 means that it cannot be cut
}

// The causes of the end of a piece.
var (
	errTooLong  = errors.New("the piece takes too long")
	errHandOver = errors.New("the rest is handed over")
)

// run searches pieces until none is left or the search shall stop.
func (s *someSearch) run() {
	for len(s.pieces) > 0 && s.part.Err == nil && !s.asked() {
		next := s.pieces[len(s.pieces)-1]
		err := s.try(next)
		switch {
		case err == nil:
			s.pieces = s.pieces[:len(s.pieces)-1]
		case errors.Is(err, errHandOver):
			if s.long {
				s.part.Err = s.cut(next) // several workers can take the cubes
			}
		case errors.Is(err, errTooLong):
			s.part.Err = s.cut(next)
		default:
			s.part.Err = err
		}
	}
	for _, left := range slices.Backward(s.pieces) {
		s.part.Rest = append(s.part.Rest, left.cube)
	}
	if len(s.pieces) == 0 {
		finish(s.ctx, s.meter)
	}
}

// asked reports whether the search shall stop.
func (s *someSearch) asked() bool {
	s.stopped = s.stopped || s.stop()
	return s.stopped
}

// cut replaces the last piece by the cubes that it is cut into.
func (s *someSearch) cut(p piece) error {
	children, err := p.cube.Children(s.ctx)
	if err != nil {
		return err
	}
	s.pieces = s.pieces[:len(s.pieces)-1]
	if len(children) == 1 {
		s.pieces = append(s.pieces, piece{cube: p.cube})
		return nil
	}
	limit := p.limit
	if s.blind { // an engine that begins slowly, or shows no progress, must get through some day
		limit *= 2
	}
	for _, child := range slices.Backward(children) {
		s.pieces = append(s.pieces, piece{cube: child, limit: limit})
	}
	return nil
}

// try searches a piece. It adds the result if the piece is finished, and returns the cause
// otherwise.
func (s *someSearch) try(p piece) error {
	m := &Meter{Workers: s.meter.Workers}
	if err := within(m, s.meter); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	ended := make(chan struct{})
	var n *big.Int
	var d Digest
	var err error
	go func() {
		defer close(ended)
		n, d, err = s.search(ctx, p.cube, m)
	}()
	s.watch(p, m, ended, cancel)
	s.blind = m.Done() <= 0
	stats := m.Stats()
	if err != nil {
		stats.Solutions = 0 // they are found again
	}
	s.meter.Add(stats)
	if err != nil {
		return ofWhole(err, s.meter)
	}
	s.part.Count.Add(s.part.Count, n)
	s.part.Digest = s.part.Digest.Plus(d)
	s.done += p.cube.Share() / s.part.Cube.Share()
	run := search.Start(s.ctx, s.meter)
	run.Share(s.done)
	run.Close()
	return nil
}

// watch waits until the search of a piece has ended. It ends the search when the piece will
// take too long, and when the search shall stop.
func (s *someSearch) watch(p piece, m *Meter, ended <-chan struct{}, cancel context.CancelCauseFunc) {
	began, deadline := time.Now(), time.Time{}
	look := time.NewTicker(lookAtStop)
	defer look.Stop()
	for {
		select {
		case <-ended:
			return
		case <-look.C:
		}
		took := time.Since(began)
		left := forecast(took, m.Done())
		s.long = took+left > shortPiece
		switch {
		case !deadline.IsZero():
			if time.Now().After(deadline) {
				cancel(errHandOver)
			}
		case s.asked():
			if deadline = time.Now(); left < took/lastWait {
				deadline = deadline.Add(took / lastWait)
			}
		case p.limit > 0 && took > firstLook && took+left > max(p.limit, time.Since(s.start)/pieceOfWhole):
			cancel(errTooLong)
		}
	}
}

// forecast returns how long a search will still take that has done a share of its work. If
// nothing is done, it takes as long again.
func forecast(took time.Duration, done float64) time.Duration {
	if done <= 0 {
		return took
	}
	return time.Duration(min(float64(took)*(1-done)/done, float64(1<<62)))
}
