package dlx

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
	m := &member{crew: c, subtree: &subtree{}, meter: meter, run: search.Start(c.ctx, meter)}
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
