// Package search has what engines of this module share besides package meter: the order of the results
// of parallel tasks, goroutines that end together, and trees of cubes.
package search

import (
	"context"
	"sync/atomic"
)

type wholeKey struct{}

// WithWhole returns a context for a search, and what [BetterWhole] returns for it.
func WithWhole(ctx context.Context) (context.Context, *atomic.Bool) {
	whole := new(atomic.Bool)
	return context.WithValue(ctx, wholeKey{}, whole), whole
}

// BetterWhole returns where a search under ctx says that it expects to be slower on the parts of its problem, as far as
// it knows. It may keep all of its workers busy anyway, or remember states that several parts would meet again.
func BetterWhole(ctx context.Context) *atomic.Bool {
	if whole, ok := ctx.Value(wholeKey{}).(*atomic.Bool); ok {
		return whole
	}
	return new(atomic.Bool) // nobody looks
}
