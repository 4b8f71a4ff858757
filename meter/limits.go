package meter

import (
	"context"
	"sync"
	"time"

	"crosscut/internal/base"
)

// WithTimeLimit returns a context that ends after d. Its cause is a [*LimitError], and so is the error of
// whatever runs under it.
func WithTimeLimit(ctx context.Context, d time.Duration) (limited context.Context, stop context.CancelFunc) {
	return context.WithTimeoutCause(ctx, d, &LimitError{Kind: context.DeadlineExceeded, What: d.String()})
}

// WithMemoryLimit returns a context that ends when the process uses more memory than so many bytes. Its
// cause is a [*LimitError], and so is the error of whatever runs under it. Formulas, tables and lists
// that would not fit are not made. The caller must call stop at the end. A number of 0 or less means no
// limit.
//
// The memory is looked at every 10 ms. It is that of the whole process, without garbage. So the limit
// also ends a search because of what others use. Until stop, a search under another context fails with
// such an error, too, where it asks for more memory than is left. The garbage collector keeps to the
// least of all limits.
func WithMemoryLimit(ctx context.Context, bytes int64) (limited context.Context, stop context.CancelFunc) {
	limited, cancel := context.WithCancelCause(ctx)
	if bytes <= 0 {
		return limited, func() { cancel(nil) }
	}
	size := base.Bytes(bytes)
	over := &LimitError{Kind: ErrMemory, What: size.String() + " of memory"}
	unwatch := base.WatchMemory(bytes, func() bool {
		cancel(over)
		return false
	})
	unlimit := base.LimitMemory(func(more int64) error {
		if base.FitsMemory(more, bytes) {
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
