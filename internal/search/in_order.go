package search

import (
	"context"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
)

// InOrder runs tasks on several goroutines and hands out what they find in the order
// of the tasks, in the goroutine that calls [InOrder.Run]. So the receiver sees the
// same, whatever the number of workers, if a task finds the same each time.
//
// Workers take the tasks in order. The first task that is not handed out yet is called
// the head. It always has a worker, and that worker waits only for the receiver. The
// others wait while too much is found ahead of its turn: see [MostAhead].
//
// The tasks are subtrees in packages native and dlx, cubes in the root package, and puzzles in
// package generate and in the program.
type InOrder[K, T any] struct {
	Workers int         // goroutines at most; less than one means one
	Tasks   iter.Seq[K] // the tasks in order; one goroutine at a time asks for the next one

	// Join returns the function that does the tasks of one worker, in whose goroutine
	// it is called. The function gives what it finds to emit, which copies it. It must
	// end soon after emit has returned false or ctx has ended.
	Join func(ctx context.Context) func(task K, emit func(found []T) bool) error

	// Receive takes a part of what a task found, in the order found. What emit got in one call
	// comes in one part. The slice is valid during the call only, and an error ends the run.
	Receive func(task K, found []T) error

	// Finish is called after the last part of a task that returned no error. An error
	// ends the run. It may be nil.
	Finish func(task K) error

	// Size is the size of an element, which the bounds on memory count. If it is nil,
	// every element has size 1.
	Size func(element T) int

	// Begin, if it is not nil, is called by the worker before it does a task. The worker may then
	// split the task while it does it. There must be one task in Tasks: the others come from splits.
	Begin func(task K, s Splitter[K])

	// Rest is called before the receiver waits, so that it may wait for more than one
	// task at once. It is not called when all tasks have begun. To wake the receiver takes
	// as long as a small task. Rest may be nil.
	Rest func()
}

// Splitter lets a worker split the task that it does.
type Splitter[K any] struct {
	Awaited func() bool // the receiver waits for what this task finds
	Wanted  func() bool // some worker has nothing to do
	Add     func(K)     // puts a task right behind this one
}

// Indices yields 0 to n-1. It serves as the tasks of an [InOrder] whose number is known.
func Indices(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

// The memory that InOrder may hold. A worker notices that it must wait after every
// partSize of elements.
const (
	partSize   = 1 << 12
	MostInHead = 16 * partSize   // size of the elements of the head that may wait for the receiver
	MostAhead  = 64 * MostInHead // size of the elements that may wait behind the head
	MostBegun  = MostInHead      // tasks that may be begun and not handed out
)

// Run runs the tasks to their end, and returns when no worker is left. The error is
// nil when every task is handed out and finished. An error of a task is returned in its
// turn: when all tasks before it are handed out. No task is begun after an error.
// Other errors are those of Receive and Finish and the cause of the end of ctx.
func (o *InOrder[K, T]) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	q := &inOrder[K, T]{InOrder: o, ctx: ctx}
	q.news = sync.NewCond(&q.lock)
	var stop func()
	q.next, stop = iter.Pull(o.Tasks)
	defer stop()
	workers := Goroutines{Stop: cancel}
	defer workers.Wait()
	wake := context.AfterFunc(ctx, func() {
		q.lock.Lock()
		defer q.lock.Unlock()
		q.news.Broadcast()
	})
	defer wake()
	defer cancel()
	for range max(o.Workers, 1) {
		workers.Go(q.work)
	}
	return q.handOut()
}

// inOrder is one run of an InOrder.
type inOrder[K, T any] struct {
	*InOrder[K, T]
	ctx    context.Context
	hungry atomic.Pointer[turn[K, T]] // the turn for whose elements the receiver waits, or nil; its worker clears it when it wakes the receiver
	stock  stock[T]

	asking sync.Mutex // held while a worker asks for a task; taken before lock
	next   func() (K, bool)

	lock     sync.Mutex
	news     *sync.Cond    // signals any change of the fields below, and the end of ctx
	begun    []*turn[K, T] // the turns that are not handed out; the first one is the head
	ahead    int           // the size counted in all turns behind the head
	complete bool          // Tasks has no more, or none of them is to begin

	idle, open, busy int         // workers that wait for a split, turns that nobody has begun, and turns that somebody does
	wanted           atomic.Bool // idle is more than open
	failed           bool        // a task has failed
}

// turn is a task that was begun.
type turn[K, T any] struct {
	task K

	lock  sync.Mutex // taken after the lock of inOrder, never before it
	found [][]T      // what waits for the receiver
	size  int        // size of the elements in found

	// Guarded by the lock of inOrder.
	counted int // the size that ahead includes, if this is not the head
	open    bool
	ended   bool
	err     error
}

func (q *inOrder[K, T]) work() {
	t := q.begin()
	if t == nil {
		return
	}
	do := q.Join(q.ctx)
	for ; t != nil; t = q.begin() {
		if q.Begin != nil {
			q.Begin(t.task, q.splitter(t))
		}
		pending := 0 // size since the last pass
		err := do(t.task, func(found []T) bool {
			size := q.sizeOf(found)
			t.lock.Lock()
			t.found = q.stock.add(t.found, found)
			t.size += size
			t.lock.Unlock()
			if pending += size; pending >= partSize || q.hungry.Load() == t && q.hungry.CompareAndSwap(t, nil) {
				q.pass(t, pending)
				pending = 0
			}
			return q.ctx.Err() == nil
		})
		q.end(t, err)
	}
}

func (q *inOrder[K, T]) sizeOf(elements []T) int {
	if q.Size == nil {
		return len(elements)
	}
	size := 0
	for _, e := range elements {
		size += q.Size(e)
	}
	return size
}

// begin returns the turn of the next task, or nil when no task is to begin.
func (q *inOrder[K, T]) begin() *turn[K, T] {
	if t := q.ask(); t != nil || q.Begin == nil {
		return t
	}
	return q.split()
}

// splitter returns what the worker of t may split it with.
func (q *inOrder[K, T]) splitter(t *turn[K, T]) Splitter[K] {
	return Splitter[K]{
		Awaited: func() bool { return q.hungry.Load() == t },
		Wanted:  q.wanted.Load,
		Add: func(task K) {
			q.lock.Lock()
			defer q.lock.Unlock()
			q.begun = slices.Insert(q.begun, slices.Index(q.begun, t)+1, &turn[K, T]{task: task, open: true})
			q.open++
			q.want()
			q.news.Broadcast()
		},
	}
}

// want publishes whether splits are wanted. The lock is held.
func (q *inOrder[K, T]) want() { q.wanted.Store(q.idle > q.open) }

// split waits for a turn from a split and returns the first one. It returns nil when none will come.
// So the head always has a worker: whoever ends the turn before it takes it.
func (q *inOrder[K, T]) split() *turn[K, T] {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.idle++
	defer func() {
		q.idle--
		q.want()
	}()
	for ; q.ctx.Err() == nil && !q.failed && q.open+q.busy > 0; q.news.Wait() {
		if q.open > 0 {
			t := q.begun[slices.IndexFunc(q.begun, func(t *turn[K, T]) bool { return t.open })]
			t.open = false
			q.open--
			q.busy++
			return t
		}
		q.want()
	}
	return nil
}

// ask returns the turn of the next of Tasks, or nil when no more of them are to begin.
func (q *inOrder[K, T]) ask() *turn[K, T] {
	q.asking.Lock()
	defer q.asking.Unlock()
	if !q.mayBegin() {
		return nil
	}
	task, more := q.next() // without the lock: it may take long
	q.lock.Lock()
	defer q.lock.Unlock()
	q.news.Broadcast()
	if !more {
		q.complete = true
		return nil
	}
	t := &turn[K, T]{task: task}
	q.busy++
	q.begun = append(q.begun, t)
	return t
}

// mayBegin waits while too many tasks are begun. It reports whether another may begin.
func (q *inOrder[K, T]) mayBegin() bool {
	q.lock.Lock()
	defer q.lock.Unlock()
	for len(q.begun) >= MostBegun && !q.complete && q.ctx.Err() == nil {
		q.news.Wait()
	}
	return !q.complete && q.ctx.Err() == nil
}

// pass adds size, the size of new elements of t, to what is counted. It waits while too
// many elements wait for the receiver.
func (q *inOrder[K, T]) pass(t *turn[K, T], size int) {
	q.lock.Lock()
	defer q.lock.Unlock()
	if t == q.begun[0] {
		q.news.Broadcast()
	} else {
		t.counted += size
		q.ahead += size
	}
	for q.ctx.Err() == nil && q.full(t) {
		q.news.Wait()
	}
}

// full reports whether the worker of t must wait. The lock is held.
func (q *inOrder[K, T]) full(t *turn[K, T]) bool {
	if t != q.begun[0] {
		return q.ahead > MostAhead
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.size > MostInHead
}

// end marks a turn as ended. After an error no more tasks begin.
func (q *inOrder[K, T]) end(t *turn[K, T], err error) {
	q.lock.Lock()
	defer q.lock.Unlock()
	t.ended, t.err = true, err
	q.busy--
	q.failed = q.failed || err != nil
	q.complete = q.complete || err != nil
	q.news.Broadcast()
}

func (q *inOrder[K, T]) handOut() error {
	var found [][]T
	for {
		q.rest()
		t, err := q.await()
		if t == nil {
			return err
		}
		for ended := false; !ended; {
			found, ended = q.collect(t, found[:0])
			for _, part := range found {
				if err := q.Receive(t.task, part); err != nil {
					return err
				}
			}
			q.stock.giveBack(found)
		}
		if err := q.advance(t); err != nil {
			return err
		}
		if q.Finish == nil {
			continue
		}
		if err := q.Finish(t.task); err != nil {
			return err
		}
	}
}

// rest calls Rest if the head has nothing for the receiver.
func (q *inOrder[K, T]) rest() {
	if q.Rest == nil {
		return
	}
	q.lock.Lock()
	wait := !q.complete && (len(q.begun) == 0 || !q.begun[0].ended && !q.begun[0].has())
	q.lock.Unlock()
	if wait {
		q.Rest()
	}
}

// await returns the head. It returns nil when there are no more tasks, or with an error
// when ctx has ended.
func (q *inOrder[K, T]) await() (*turn[K, T], error) {
	q.lock.Lock()
	defer q.lock.Unlock()
	for len(q.begun) == 0 && !q.complete && q.ctx.Err() == nil {
		q.news.Wait()
	}
	switch {
	case len(q.begun) > 0:
		return q.begun[0], nil
	case q.complete:
		return nil, nil
	}
	return nil, context.Cause(q.ctx)
}

// collect waits for elements of the head t and returns them. It takes the memory of
// spare for the list of those to come. It reports whether these are the last ones: because the task
// has ended, or ctx has.
func (q *inOrder[K, T]) collect(t *turn[K, T], spare [][]T) (found [][]T, last bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.hungry.Store(t) // before the look at found, so that later elements are announced
	defer q.hungry.Store(nil)
	for !t.has() && !t.ended && q.ctx.Err() == nil {
		q.news.Wait()
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	found, t.found, t.size = t.found, spare, 0
	q.news.Broadcast()
	return found, t.ended || q.ctx.Err() != nil
}

func (t *turn[K, T]) has() bool {
	t.lock.Lock()
	defer t.lock.Unlock()
	return len(t.found) > 0
}

// advance makes the turn behind t the head, if t has ended well and all that it found was
// collected. Otherwise it returns the cause of the end of ctx, or else the error of t.
func (q *inOrder[K, T]) advance(t *turn[K, T]) error {
	q.lock.Lock()
	defer q.lock.Unlock()
	switch {
	case t.ended && t.err == nil && !t.has(): // it may have found more since ctx has ended
	case q.ctx.Err() != nil:
		return context.Cause(q.ctx)
	default:
		return t.err
	}
	q.begun[0] = nil // the memory of t is free, although the array is kept
	if q.begun = q.begun[1:]; len(q.begun) > 0 {
		q.ahead -= q.begun[0].counted
	}
	q.news.Broadcast()
	return nil
}
