package cores

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"crosscut/internal/search"
	"crosscut/meter"
)

// Several workers on one search (work stealing: R. D. Blumofe and C. E. Leiserson,
// Journal of the ACM 46, 1999). It applies to long searches by Sparse and Bitset, if
// Meter.Workers allows more than one worker.
//
// A search begins with one worker, and splits when it has proved to be long. From then
// on the subtrees are tasks of a [search.InOrder], in the order in which one worker would
// search them. When a worker is idle, some other worker hands over untried options of its own
// subtree, at the level nearest the root. They become a subtree right behind its own.
//
// The goroutine that began hands out the covers, subtree after subtree. So they come in
// the same order as from one worker. Covers that are found early wait in their
// subtrees, and so do the counters. All workers together branch at the same nodes as
// one worker. So a limit on nodes ends the search at the same place.

// ErrSplit ends a search that several workers will continue.
var ErrSplit = errors.New("dlx: split")

// WorkerSearch is a search that a worker of a crew can run.
type WorkerSearch interface {
	Resume(yield func([]int) bool) error

	// HandOver removes the untried options from the level nearest the root that has
	// any, and returns them. It returns nil when there are none.
	HandOver() untried

	// TakeOver makes the search one of the options that another search handed over.
	TakeOver(untried)

	// Join makes the search report to m and count for run.
	Join(m *member, run *meter.Run)

	// Clone returns a search of the same problem without levels.
	Clone() WorkerSearch
}

// untried is a level of a search with the options that are left to try there. The
// search knows its type.
type untried any

// subtree is a part of the tree that one worker searches.
type subtree struct {
	untried untried // nil for the first subtree
	search.Splitter[*subtree]
}

// chunk is the work between two reports of a worker.
type chunk struct {
	covers []int  // the options of all covers, one cover after the other
	marks  []mark // one for each cover
	stats  meter.Stats
	share  float64
}

// mark belongs to a cover in a chunk.
type mark struct {
	end   int32 // where its options end in covers
	nodes int64 // nodes from the begin of the chunk to the cover
}

// crew is the workers on one search.
type crew struct {
	run     *meter.Run
	restart *restart
	every   int64        // nodes between two looks at what other workers need
	left    atomic.Int64 // nodes until the limit, counted where covers are handed out
	spare   sync.Pool    // used chunks, for their memory
}

// member is a worker's place in the crew.
type member struct {
	*crew
	*subtree
	run   *meter.Run
	meter *meter.Meter
	emit  func([]*chunk) bool
	chunk *chunk
	base  meter.Stats // the counters when the chunk began
	next  int64       // the node at which to look at what others need
}

// Together continues the search of first with as many workers as the run allows.
// After every so many nodes they look at what others need.
func Together(first WorkerSearch, run *meter.Run, r *restart, every int64, yield func([]int) bool) error {
	c := &crew{run: run, restart: r, every: every, spare: sync.Pool{New: func() any { return new(chunk) }}}
	c.left.Store(run.Left())
	// All clones are made before first continues, since its tables then change.
	clones := make(chan WorkerSearch, max(run.Meter.Workers, 1))
	for range max(run.Meter.Workers, 1) - 1 {
		clones <- first.Clone()
	}
	ctx, cancel := context.WithCancel(run.Context)
	defer cancel()
	workers := search.InOrder[*subtree, *chunk]{
		Workers: max(run.Meter.Workers, 1),
		Tasks:   slices.Values([]*subtree{{}}),
		Begin:   func(s *subtree, splitter search.Splitter[*subtree]) { s.Splitter = splitter },
		Join: func(ctx context.Context) func(*subtree, func([]*chunk) bool) error {
			var h WorkerSearch
			return func(s *subtree, emit func([]*chunk) bool) error {
				switch {
				case s.untried == nil:
					h = first
				case h == nil:
					h = <-clones
				}
				return c.search(ctx, h, s, emit)
			}
		},
		Receive: func(_ *subtree, found []*chunk) error {
			for _, k := range found {
				if err := c.receive(ctx, k, yield); err != nil {
					return err
				}
				c.spare.Put(k)
			}
			return nil
		},
		Size: func(k *chunk) int { return len(k.covers) + len(k.marks) + 1 },
	}
	err := workers.Run(ctx)
	if errors.Is(err, errAll) {
		return nil
	}
	if err == nil {
		run.Share(1)
	}
	return err
}

func (c *crew) search(ctx context.Context, h WorkerSearch, s *subtree, emit func([]*chunk) bool) error {
	m := &member{crew: c, subtree: s, emit: emit, chunk: c.empty(), next: c.every, meter: &meter.Meter{MaxNodes: c.left.Load()}}
	m.run = meter.Start(ctx, m.meter)
	defer m.run.Close()
	h.Join(m, m.run)
	if s.untried != nil {
		h.TakeOver(s.untried)
		s.untried = nil
	}
	err := h.Resume(m.found)
	switch {
	case errors.Is(err, meter.ErrLimit) && m.run.Left() <= 0:
		m.run.Nodes++ // so that receive meets the limit, too
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return err
	}
	m.report(0) // Done is 1, although the worker may have handed options over
	return nil
}

func (m *member) found(options []int) bool {
	m.chunk.covers = append(m.chunk.covers, options...)
	m.chunk.marks = append(m.chunk.marks, mark{int32(len(m.chunk.covers)), m.run.Nodes - m.base.Nodes})
	return len(m.chunk.covers)+len(m.chunk.marks) < chunkSize || m.report(m.meter.Done())
}

// Look is called at every node. Now and then it reports, and hands over options if some
// worker is idle. Reports without covers would fill the memory while nobody waits for them.
func (m *member) Look(h WorkerSearch) {
	if m.run.Nodes < m.next {
		return
	}
	m.next = m.run.Nodes + m.every
	if len(m.chunk.marks) > 0 || m.Awaited() {
		m.report(m.meter.Done())
	}
	if m.Wanted() {
		if rest := h.HandOver(); rest != nil {
			m.Add(&subtree{untried: rest})
		}
	}
}

// report hands the chunk on, with the share of the tree that is done. It waits while too much is
// queued, and returns false when the search is over.
func (m *member) report(share float64) bool {
	k, now := m.chunk, m.run.Stats
	k.stats, k.share = now.Minus(m.base), share
	k.stats.Solutions = 0 // receive counts those that it yields
	m.chunk, m.base = m.empty(), now
	return m.emit([]*chunk{k})
}

func (c *crew) empty() *chunk {
	k := c.spare.Get().(*chunk)
	k.covers, k.marks = k.covers[:0], k.marks[:0]
	return k
}

// receive yields the covers of a chunk. Restarts interrupt it at the same nodes as they would one
// worker.
func (c *crew) receive(ctx context.Context, k *chunk, yield func([]int) bool) error {
	from := int32(0)
	for _, mark := range k.marks {
		if err := c.restart.before(mark.nodes); err != nil {
			return err
		}
		if mark.nodes > c.run.Left() {
			break
		}
		cover := k.covers[from:mark.end]
		from = mark.end
		c.run.Solutions++
		if !yield(cover) {
			_ = c.run.Count(meter.Stats{Nodes: mark.nodes})
			return meter.ErrStopped
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	if err := c.restart.before(k.stats.Nodes); err != nil {
		return err
	}
	c.run.Share(k.share)
	if err := c.run.Count(k.stats); err != nil {
		return err
	}
	c.left.Store(c.run.Left())
	return nil
}
