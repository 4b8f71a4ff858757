package files

import (
	"context"
	"errors"
	"os"
	"time"

	"crosscut/meter"
)

// Pipe is a pipe or device that --output names. Its reader may be slow or missing. So no
// wait for the reader outlasts ctx, or the limit of --time.
type Pipe struct {
	*os.File
	ctx   context.Context
	limit time.Duration // the longest time that one write may take; 0 for no limit
	stop  func() bool
}

// lastWords is how long an interrupted program waits for the reader of a pipe.
const lastWords = 200 * time.Millisecond

// OpenPipe opens a pipe or device for writing. It waits for a reader. A limit of 0 is no
// limit.
func OpenPipe(ctx context.Context, name string, limit time.Duration) (*Pipe, error) {
	p := &Pipe{ctx: ctx, limit: limit}
	wait, cancel := context.WithCancel(ctx)
	if limit > 0 {
		wait, cancel = meter.WithTimeLimit(ctx, limit)
	}
	defer cancel()
	var err error
	if p.File, err = RunOrAbandon(wait, func() (*os.File, error) { return os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0) }); err != nil {
		return nil, err
	}
	p.stop = context.AfterFunc(ctx, func() { p.SetWriteDeadline(time.Now().Add(lastWords)) }) // a device has no deadlines
	return p, nil
}

// Write writes a text. If that takes too long, the error is the reason for the limit.
func (p *Pipe) Write(text []byte) (int, error) {
	if p.limit > 0 && p.ctx.Err() == nil {
		_ = p.SetWriteDeadline(time.Now().Add(p.limit)) // a device has no deadlines
	}
	n, err := p.File.Write(text)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		if err = context.Cause(p.ctx); err == nil {
			err = &meter.LimitError{Kind: context.DeadlineExceeded, What: p.limit.String()}
		}
	}
	return n, err
}

// Close closes the pipe.
func (p *Pipe) Close() error {
	p.stop()
	return p.File.Close()
}
