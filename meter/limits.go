package meter

import (
	"context"
	"sync"
	"time"

	"crosscut/internal/memory"
)

// WithTimeLimit returns a context that ends after d. Its cause is a [*LimitError], and so is the error of
// whatever runs under it.
func WithTimeLimit(ctx context.Context, d time.Duration) (limited context.Context, stop context.CancelFunc) {
	return context.WithTimeoutCause(ctx, d, &LimitError{What: d.String()})
}

// WithMemoryLimit returns a context that ends when the process uses more memory than so many bytes. Its
// cause is a [*LimitError], and so is the error of whatever runs under it. Formulas, tables and lists
// that would not fit are not made. The caller must call stop at the end.
//
// The memory is looked at every 10 ms. It is that of the whole process, without garbage: the limit
// also ends a search because of what others use.
func WithMemoryLimit(ctx context.Context, bytes int64) (limited context.Context, stop context.CancelFunc) {
	limited, cancel := context.WithCancelCause(ctx)
	size := memory.Size(bytes)
	over := &LimitError{What: size.String() + " of memory"}
	unwatch := memory.Watch(bytes, func() bool {
		cancel(over)
		return false
	})
	unlimit := memory.Limit(func(more int64) error {
		if memory.Fits(more, bytes) {
			return nil
		}
		cancel(over)
		return over
	})
	return limited, sync.OnceFunc(func() {
		unlimit()
		unwatch()
		cancel(nil)
	})
}
