package tree

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"crosscut/internal/search"
)

// Several workers on one search (work stealing: R. D. Blumofe and C. E. Leiserson,
// Journal of the ACM 46, 1999). It applies to long searches by Sparse and Bitset, if
// Meter.Workers allows more than one worker.
//
// A search begins with one worker, and splits when it has proved to be long. From then
// on the tree is a list of subtrees, in the order in which one worker would search
// them. A worker takes the first subtree that nobody has begun. A worker that finds
// none is idle. Then some other worker hands over untried options of its own subtree,
// at the level nearest the root. They become a subtree right behind its own.
//
// The goroutine that began hands out the covers, subtree after subtree. So they come in
// the same order as from one worker. Covers that are found early wait in their
// subtrees, and so do the counters. All workers together branch at the same nodes as
// one worker. So a limit on nodes ends the search at the same place.
//
// The first unfinished subtree always has a worker: whoever finishes the one before
// takes it. It never waits for long. So all other workers may be made to
// wait when too much is waiting to be handed out.

// ErrSplit ends a search that several workers will continue.
var ErrSplit = errors.New("dlx: split")

// WorkerSearch is a search that a worker of a crew can run.
type WorkerSearch interface {
	Resume(yield func([]int) bool) error

	// HandOver removes the untried options from the level nearest the root that has
	// any, and returns them. It returns nil when there are none.
	HandOver() Untried

	// TakeOver makes the search one of the options that another search handed over.
	TakeOver(Untried)

	// Join makes the search report to m and count for run.
	Join(m *Member, run *search.Run)

	// Clone returns a search of the same problem without levels.
	Clone() WorkerSearch
}

// Untried is a level of a search with the options that are left to try there. The
// search knows its type.
type Untried any

// subtree is a part of the tree that one worker searches. The crew's lock guards it.
type subtree struct {
	next    *subtree
	untried Untried // nil for the first subtree
	begun   bool
	ended   bool
	queue   []chunk
	waiting int // numbers in queue
}

// chunk is the work between two reports of a worker.
type chunk struct {
	covers []int  // the options of all covers, one cover after the other
	marks  []mark // one for each cover
	stats  search.Stats
	share  float64
}

// add puts a chunk into the queue. A chunk without covers is merged into the last one.
// Otherwise long searches that find nothing would fill the memory.
func (c *subtree) add(next chunk) {
	if len(c.queue) == 0 || len(next.marks) > 0 {
		c.queue = append(c.queue, next)
		return
	}
	last := &c.queue[len(c.queue)-1]
	last.share = next.share
	last.stats.Nodes += next.stats.Nodes
	last.stats.Branches += next.stats.Branches
	last.stats.Failures += next.stats.Failures
	last.stats.Propagations += next.stats.Propagations
}

// mark belongs to a cover in a chunk.
type mark struct {
	end   int32 // where its options end in covers
	nodes int64 // nodes from the begin of the chunk to the cover
}

// crew is the workers on one search.
type crew struct {
	ctx    context.Context
	cancel context.CancelFunc

	lock    sync.Mutex
	news    *sync.Cond
	head    *subtree // the first one that is not handed out
	idle    int      // workers without a subtree
	open    int      // subtrees that nobody has begun
	busy    int      // subtrees that are begun and not ended
	waiting int      // numbers in the queues behind head
	spare   []chunk  // used chunks, for their memory
	every   int64    // nodes between two looks at what other workers need

	wanted atomic.Bool  // some worker is idle and no subtree is open for it
	left   atomic.Int64 // nodes until the limit, counted where covers are handed out
}

// Member is a worker's place in the crew.
type Member struct {
	*crew
	run     *search.Run
	meter   *search.Meter
	subtree *subtree
	chunk   chunk
	base    search.Stats // the counters when the chunk began
	next    int64        // the node at which to look at what others need
}

// Together continues the search of first with as many workers as the run allows.
// After every so many nodes they look at what others need.
func Together(first WorkerSearch, run *search.Run, r *Restart, every int64, yield func([]int) bool) error {
	c := &crew{head: &subtree{begun: true}, busy: 1, every: every}
	c.news = sync.NewCond(&c.lock)
	c.left.Store(run.Left())
	c.ctx, c.cancel = run.Context()
	wake := context.AfterFunc(c.ctx, func() {
		c.lock.Lock()
		defer c.lock.Unlock()
		c.news.Broadcast()
	})
	workers := search.Goroutines{Stop: c.cancel}
	defer workers.Wait()
	defer wake()
	defer c.cancel()
	// All clones are made before first continues, since its tables then change.
	for range run.Workers() - 1 {
		h := first.Clone()
		workers.Go(func() { c.work(h, c.take()) })
	}
	workers.Go(func() { c.work(first, c.head) })
	err := c.handOut(run, r, yield)
	if errors.Is(err, errAll) {
		return nil
	}
	return err
}

// work searches a subtree, and then others until none are left.
func (c *crew) work(h WorkerSearch, subtree *subtree) {
	for ; subtree != nil; subtree = c.take() {
		m := &Member{crew: c, subtree: subtree, meter: &search.Meter{MaxNodes: c.left.Load()}}
		m.run = search.Start(c.ctx, m.meter)
		m.next = m.every
		h.Join(m, m.run)
		if subtree.untried != nil {
			h.TakeOver(subtree.untried)
			subtree.untried = nil
		}
		if err := h.Resume(m.found); errors.Is(err, search.ErrLimit) {
			m.run.Nodes++ // so that handOut meets the limit, too
		}
		m.report(true)
		m.run.Close()
	}
}

// take waits for a subtree that nobody has begun, and begins it. It returns nil when
// the search is over.
func (c *crew) take() *subtree {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.idle++
	defer func() {
		c.idle--
		c.want()
	}()
	for c.ctx.Err() == nil {
		for at := c.head; c.open > 0; at = at.next {
			if !at.begun {
				at.begun = true
				c.open--
				c.busy++
				return at
			}
		}
		if c.busy == 0 {
			c.news.Broadcast()
			return nil
		}
		c.want()
		c.news.Wait()
	}
	return nil
}

// want publishes whether subtrees are wanted. The caller holds the lock.
func (c *crew) want() { c.wanted.Store(c.idle > c.open) }

// found keeps a cover.
func (m *Member) found(options []int) bool {
	m.chunk.covers = append(m.chunk.covers, options...)
	m.chunk.marks = append(m.chunk.marks, mark{int32(len(m.chunk.covers)), m.run.Nodes - m.base.Nodes})
	if len(m.chunk.covers)+len(m.chunk.marks) >= chunkSize {
		m.report(false)
	}
	return true
}

// Look is called at every node. Now and then it reports, and hands over options if some
// worker is idle.
func (m *Member) Look(h WorkerSearch) {
	if m.run.Nodes < m.next {
		return
	}
	m.next = m.run.Nodes + m.every
	m.report(false)
	if !m.wanted.Load() {
		return
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.idle <= m.open {
		return
	}
	if rest := h.HandOver(); rest != nil {
		m.subtree.next = &subtree{next: m.subtree.next, untried: rest}
		m.open++
		m.want()
		m.news.Broadcast()
	}
}

// report moves the chunk to the queue of the subtree. It waits while too much is queued.
func (m *Member) report(ended bool) {
	c := &m.chunk
	now := m.run.Stats
	c.stats = now.Minus(m.base)
	c.stats.Solutions = 0 // handOut counts those that it yields
	if !ended {           // at the end Done is 1, although the worker may have handed options over
		c.share = m.meter.Done()
	}
	m.base = now
	m.lock.Lock()
	defer m.lock.Unlock()
	size := len(c.covers) + len(c.marks)
	m.subtree.add(*c)
	m.subtree.waiting += size
	if m.subtree != m.head {
		m.waiting += size
	}
	if m.chunk = (chunk{}); len(m.spare) > 0 && size > 0 {
		m.chunk, m.spare = m.spare[len(m.spare)-1], m.spare[:len(m.spare)-1]
	}
	if ended {
		m.subtree.ended = true
		m.busy--
	}
	if ended || m.subtree == m.head {
		m.news.Broadcast()
	}
	for !ended && m.ctx.Err() == nil && m.full() {
		m.news.Wait()
	}
}

// full reports whether the worker must wait. The caller holds the lock.
func (m *Member) full() bool {
	if m.subtree == m.head {
		return m.subtree.waiting > mostQueued
	}
	return m.waiting > mostWaiting
}

// handOut yields the covers of all subtrees in order. r interrupts it at the same nodes
// as it would one worker.
func (c *crew) handOut(run *search.Run, r *Restart, yield func([]int) bool) error {
	var chunks []chunk
	for {
		var more bool
		chunks, more = c.collect(chunks)
		for _, chunk := range chunks {
			from := int32(0)
			for _, mark := range chunk.marks {
				if err := r.before(mark.nodes); err != nil {
					return err
				}
				if mark.nodes > run.Left() {
					break
				}
				cover := chunk.covers[from:mark.end]
				from = mark.end
				run.Solutions++
				if !yield(cover) {
					_ = run.Count(search.Stats{Nodes: mark.nodes})
					return search.ErrStopped
				}
				if c.ctx.Err() != nil {
					return context.Cause(c.ctx)
				}
			}
			if err := r.before(chunk.stats.Nodes); err != nil {
				return err
			}
			run.Share(chunk.share)
			if err := run.Count(chunk.stats); err != nil {
				return err
			}
			c.left.Store(run.Left())
		}
		if c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		if !more {
			run.Share(1)
			return nil
		}
	}
}

// collect waits for chunks of the first subtree and takes them. It returns false when
// all subtrees are done. Workers may reuse the memory of the used chunks.
func (c *crew) collect(used []chunk) ([]chunk, bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for _, u := range used {
		if cap(u.covers) > 0 && len(c.spare) < chunkSize {
			c.spare = append(c.spare, chunk{covers: u.covers[:0], marks: u.marks[:0]})
		}
	}
	for c.ctx.Err() == nil {
		if chunks := c.head.queue; len(chunks) > 0 {
			c.head.queue, c.head.waiting = nil, 0
			c.news.Broadcast()
			return chunks, true
		}
		if c.head.ended {
			if c.head.next == nil {
				return nil, false
			}
			c.head = c.head.next
			c.waiting -= c.head.waiting
			c.news.Broadcast()
			continue
		}
		c.news.Wait()
	}
	return nil, true
}
