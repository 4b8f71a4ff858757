package files

import (
	"context"
	"fmt"
	"io"
	"time"

	"crosscut/meter"
)

// An input may be a pipe that nobody writes to. So opening and reading happen in goroutines,
// and every wait for them ends at an interrupt and at the limit of --time.

// leastWait is the shortest limit of a wait. A limit of milliseconds is meant for searches.
// The program at the other end of a pipe needs longer to start.
const leastWait = time.Second

// waitLimit ends a context when one wait for input takes too long. The time between waits
// does not count.
type waitLimit struct {
	limit time.Duration
	timer *time.Timer // runs during a wait; nil if there is no limit
}

// patient returns a context that ends when one wait is longer than --time. The first wait
// begins at once and is for opening the input.
func (s Source) patient(ctx context.Context) (context.Context, *waitLimit, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	p := &waitLimit{limit: max(s.Limit, leastWait)}
	if s.Limit > 0 {
		p.timer = time.AfterFunc(p.limit, func() {
			cancel(&meter.LimitError{Kind: context.DeadlineExceeded, What: fmt.Sprintf("%v without input", p.limit)})
		})
	}
	return ctx, p, func() {
		p.end()
		cancel(nil)
	}
}

func (p *waitLimit) begin() {
	if p.timer != nil {
		p.timer.Reset(p.limit)
	}
}

func (p *waitLimit) end() {
	if p.timer != nil {
		p.timer.Stop()
	}
}

// patientReader is a reader whose every call is a wait.
type patientReader struct {
	in io.Reader
	*waitLimit
}

// Read reads.
func (r patientReader) Read(to []byte) (int, error) {
	r.begin()
	defer r.end()
	return r.in.Read(to)
}

// RunOrAbandon calls a function that takes no context, or that notices its end too late.
// When ctx ends first, it returns the cause and no value, and leaves the function running. The program
// is then about to end, or must keep a limit.
func RunOrAbandon[T any](ctx context.Context, do func() (T, error)) (value T, err error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := do()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return value, context.Cause(ctx)
	}
}

// Receive returns the next value. It returns false when the channel is closed or ctx has
// ended.
func Receive[T any](ctx context.Context, from <-chan T) (value T, ok bool) {
	select {
	case value, ok = <-from:
		return value, ok
	case <-ctx.Done():
		return value, false
	}
}
