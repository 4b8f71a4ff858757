package tree

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut/internal/search"
)

// A search of hours reports millions of times. These reports must not pile up behind a
// first subtree that takes as long.
func TestReportsWithoutCoversAreOne(t *testing.T) {
	c := &crew{ctx: context.Background(), head: &subtree{}}
	c.news = sync.NewCond(&c.lock)
	meter := new(search.Meter)
	m := &Member{crew: c, subtree: &subtree{}, meter: meter, run: search.Start(c.ctx, meter)}
	defer m.run.Close()
	for k := range 300 {
		assert.NoError(t, m.run.Node(2))
		m.run.Failures++
		if k == 100 {
			m.found([]int{1, 2})
		}
		m.run.Share(float64(k) / 300)
		m.report(false)
	}
	queue := m.subtree.queue
	if assert.Equal(t, 2, len(queue), "chunks") {
		assert.Equal(t, search.Stats{Nodes: 100, Branches: 200, Failures: 100}, queue[0].stats)
		assert.Equal(t, search.Stats{Nodes: 200, Branches: 400, Failures: 200}, queue[1].stats)
		assert.Equal(t, []mark{{end: 2, nodes: 1}}, queue[1].marks)
		assert.Equal(t, 299.0/300, queue[1].share)
	}
}

// handing is a search that has something to hand over.
type handing struct {
	WorkerSearch
	times int
}

func (h *handing) HandOver() Untried { h.times++; return h.times }

func TestAWorkerReportsAndHandsOverWhatIsWanted(t *testing.T) {
	run := search.Start(t.Context(), nil)
	defer run.Close()
	c := &crew{ctx: t.Context(), head: &subtree{begun: true}, busy: 1, every: 10}
	c.news = sync.NewCond(&c.lock)
	m := &Member{crew: c, run: run, meter: new(search.Meter), subtree: c.head, next: 10}
	h := new(handing)
	for _, row := range []struct{ nodes, idle, times int }{
		{9, 1, 0},  // it is not yet time to look
		{10, 0, 0}, // nobody is idle
		{20, 1, 1},
		{30, 1, 1}, // the subtree is there, but not begun
		{40, 2, 2},
	} {
		run.Nodes, c.idle = int64(row.nodes), row.idle
		c.want()
		m.Look(h)
		assert.Equal(t, row.times, h.times, "%+v", row)
		assert.Equal(t, row.times, c.open, "%+v", row)
		assert.Equal(t, row.nodes >= 10, m.base.Nodes == run.Nodes, "%+v: reported", row)
	}
}
