package human

import (
	"context"

	"crosscut/internal/breath"
)

// patience says whether anybody still waits for a step. A state and its clones share one.
//
// On a board of 128 rows, one technique can take minutes. So each technique asks within its
// loops, and gives up when nobody waits. It then looks at the same things again when it is
// asked for another step: what it has not looked at must not count as looked at.
type patience struct{ ctx context.Context }

// await begins to wait for a step, until ctx ends.
func (p *patience) await(ctx context.Context) { p.ctx = ctx }

// over reports whether nobody waits any more.
func (p *patience) over() bool {
	breath.Seldom()
	return p.ctx != nil && p.ctx.Err() != nil
}
