package dlx

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx/internal/model"
	"crosscut/internal/search"
)

// Long lists must not keep a search that was cancelled busy.
func TestLinksStopInTheMiddleOfAList(t *testing.T) {
	p := NewProblem(2, 1)
	for range 3 * model.PollEvery {
		p.Add(Element{Item: 0}, Element{Item: 1}, Element{Item: 2, Colour: 1})
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := search.Start(ctx, nil)
	defer run.Close()
	for name, do := range map[string]func(*links){
		"cover":    func(s *links) { s.cover(1) },
		"uncover":  func(s *links) { s.uncover(1) },
		"purify":   func(s *links) { s.nodes[s.nodes[3].dlink].colour = 2; s.purify(s.nodes[3].dlink) },
		"unpurify": func(s *links) { s.unpurify(s.nodes[3].dlink) },
	} {
		s, err := newLinks(&p.data, run)
		require.NoError(t, err)
		cancel()
		require.Eventually(t, func() bool { return run.Err() != nil }, 60e9, 1e5)
		do(s)
		assert.Equal(t, model.PollEvery, s.steps, name)
		ctx, cancel = context.WithCancel(context.Background())
		run.Close()
		run = search.Start(ctx, nil)
	}
	cancel()
}
