package server

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"
)

// desk says when a question is answered. Each question first gets a short slice of time, in the
// order in which the questions came. So a small question is answered soon, whatever else is
// asked. A question that needs longer waits for one of the long places, and is answered anew
// there. A free long place goes to the address that holds the fewest of them, and then to the one
// that waits longest for its turn. So one address cannot keep the others out. Many people may share an
// address. So the shortest text of an address has its turn first: on a busy machine, a slice may be too
// short even for a small question.
//
// The waiting texts together have a bound. Beyond it, the longest text loses its place: it is
// not that of a small question.
type desk struct {
	limits Limits

	mu       sync.Mutex
	slices   int                // questions in their slice
	held     int                // questions in a long place
	admitted int                // how often a long place was given so far
	long     map[string]address // those that hold or await a long place
	first    []*visitor         // questions that wait for a slice, in their order
	later    []*visitor         // questions that wait for a long place, in their order
	bytes    int                // of the texts that wait
}

// address is where questions come from.
type address struct {
	held int // long places that it holds
	last int // the value of admitted when it was last given one
}

// visitor is a question that waits.
type visitor struct {
	address string
	bytes   int
	ready   chan struct{} // closed at the end of waiting
	refused bool          // another question needed the room for its text
}

func newDesk(l Limits) *desk { return &desk{limits: l, long: make(map[string]address)} }

// errSlice ends the slice of a question.
var errSlice = errors.New("the question takes longer than a slice")

// slice waits for a slice, and says how long it is: see lasts. The caller gives the place back by
// calling leave. Without ok, the question is refused.
func (d *desk) slice(ctx context.Context, bytes int) (lasts time.Duration, leave func(), ok bool) {
	if !d.wait(ctx, &d.first, &visitor{bytes: bytes}) {
		return 0, nil, false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.lasts(len(d.first)), func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.slices--
		d.admit()
	}, true
}

// lasts returns how long a slice is while so many questions wait for one. The last of them shall
// have its slice within [Limits.Patience].
func (d *desk) lasts(waiting int) time.Duration {
	fair := d.limits.Patience * time.Duration(d.limits.Slices) / time.Duration(waiting+1)
	return min(d.limits.Slice, fair)
}

// place waits for a long place. The rest is as for slice.
func (d *desk) place(ctx context.Context, address string, bytes int) (leave func(), ok bool) {
	if !d.wait(ctx, &d.later, &visitor{address: address, bytes: bytes}) {
		return nil, false
	}
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.leave(address)
		d.admit()
	}, true
}

// wait waits in a queue until the visitor has its place, and reports whether it has one.
func (d *desk) wait(ctx context.Context, queue *[]*visitor, v *visitor) bool {
	v.ready = make(chan struct{})
	d.mu.Lock()
	*queue = append(*queue, v)
	d.bytes += v.bytes
	d.admit()
	d.makeRoom()
	d.mu.Unlock()
	enough := time.NewTimer(d.limits.Wait)
	defer enough.Stop()
	select {
	case <-v.ready:
	case <-ctx.Done():
	case <-enough.C:
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.remove(queue, v) { // it has waited in vain
		return false
	}
	return !v.refused
}

func (d *desk) remove(queue *[]*visitor, v *visitor) bool {
	i := slices.Index(*queue, v)
	if i < 0 {
		return false
	}
	*queue = slices.Delete(*queue, i, i+1)
	d.bytes -= v.bytes
	close(v.ready)
	return true
}

// admit gives the free places to those that wait.
func (d *desk) admit() {
	for d.slices < d.limits.Slices && len(d.first) > 0 {
		d.slices++
		d.remove(&d.first, d.first[0])
	}
	for d.held < d.limits.Questions && len(d.later) > 0 {
		next := slices.MinFunc(d.later, func(v, w *visitor) int {
			a, b := d.long[v.address], d.long[w.address]
			return cmp.Or(cmp.Compare(a.held, b.held), cmp.Compare(a.last, b.last), cmp.Compare(v.bytes, w.bytes))
		})
		d.held++
		d.admitted++
		d.long[next.address] = address{d.long[next.address].held + 1, d.admitted}
		d.remove(&d.later, next)
	}
}

// leave gives back a long place of an address.
func (d *desk) leave(from string) {
	d.held--
	a := d.long[from]
	a.held--
	d.long[from] = a
	maps.DeleteFunc(d.long, func(name string, a address) bool {
		return a.held == 0 && !slices.ContainsFunc(d.later, func(v *visitor) bool { return v.address == name })
	})
}

// makeRoom refuses the longest waiting texts while there are too many bytes of them.
func (d *desk) makeRoom() {
	for d.bytes > d.limits.Waiting {
		longest := slices.MaxFunc(slices.Concat(d.first, d.later), func(v, w *visitor) int { return cmp.Compare(v.bytes, w.bytes) })
		longest.refused = true
		if !d.remove(&d.first, longest) {
			d.remove(&d.later, longest)
		}
	}
}

func (d *desk) idle() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.slices+d.held+len(d.first)+len(d.later)+d.bytes+len(d.long) == 0
}
