package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/internal/durable"
)

// outputFlags say where the results go and in which form.
type outputFlags struct {
	Format string
	Output string
	NoLock bool
	kind   *files.Kind // of the results as text; nil for files.Results
}

// printer writes results in whole pieces, each at most writeDelay after it came. So an
// interrupt loses nothing, and a million small results need far fewer system calls.
type printer struct {
	json   bool
	known  map[files.Record]struct{} // what the file of --output had already
	begun  bool                      // a result stands before what is written next, or the text has its turn later
	file   *durable.Output           // the file of --output; nil for standard output, a pipe or a device
	device *files.Pipe               // the pipe or device of --output; nil for the others

	mu    sync.Mutex
	out   io.Writer
	held  bytes.Buffer
	timer *time.Timer
	err   error // the first error of writing; nothing is written after it
}

// Bounds on what the printer holds back.
const (
	writeDelay = 20 * time.Millisecond
	writeSize  = 1 << 16 // bytes
	resultSize = 1 << 12 // bytes of a result; there are larger ones
)

// unreadable returns the error of a file that cannot be read. A machine gets it as an object, too.
func (a *app) unreadable(ctx context.Context, flags *outputFlags, name string, err error) error {
	if flags.Format != "json" || flags.Output == name || ctx.Err() != nil {
		return err
	}
	out, otherErr := a.printer(ctx, flags)
	if otherErr != nil {
		return err
	}
	return cmp.Or(out.object(serve.NewFailure(files.ShownName(name), err)), out.close(), err)
}

// printer opens the place for results. It must not be one of the other places.
func (a *app) printer(ctx context.Context, flags *outputFlags, others ...files.Place) (*printer, error) {
	p := &printer{json: flags.Format == "json", out: a.stdout}
	p.held = *bytes.NewBuffer(make([]byte, 0, writeSize+resultSize)) // growing would copy and touch twice as much memory
	if flags.Output == "" || flags.Output == "-" {
		return p, nil
	}
	kind := cmp.Or(flags.kind, files.Results)
	if p.json {
		kind = files.Lines
	}
	if err := cmp.Or(a.source().RefuseOverwrite("--output", flags.Output, others...), kind.Refuse(flags.Output)); err != nil {
		return nil, err
	}
	if info, err := os.Stat(flags.Output); err == nil && !info.Mode().IsRegular() {
		if p.device, err = files.OpenPipe(ctx, flags.Output, a.wait); err != nil {
			return nil, withGivenName(err, flags.Output)
		}
		p.out = p.device
		return p, nil
	}
	file, err := durable.OpenOutput(flags.Output, !flags.NoLock)
	if err != nil {
		return nil, lockError(withGivenName(err, flags.Output), flags.Output)
	}
	p.file, p.out = file, writerFunc(file.Append)
	if p.known, err = kind.Records(flags.Output); err != nil {
		return nil, withGivenName(cmp.Or(err, file.Close()), flags.Output)
	}
	p.begun = !kind.IsBare(flags.Output)
	return p, nil
}

// lockError returns an error of taking a lock with the name of the file and what to do.
func lockError(err error, name string) error {
	switch {
	case errors.Is(err, durable.ErrInUse):
		return fmt.Errorf("%s: %w", files.ShownName(name), err)
	case errors.Is(err, durable.ErrNoLocks):
		return fmt.Errorf("%s: %w; if no other run uses the file, continue with --no-lock", files.ShownName(name), err)
	}
	return err
}

// text writes a piece of text. The error may be that of an earlier piece.
func (p *printer) text(format string, args ...any) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(&p.held, format, args...) // a buffer never fails
	return p.settle()
}

// object writes a value as a line of JSON.
func (p *printer) object(value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return p.text("%s\n", line)
}

// record writes a result, unless the file of --output has it already.
func (p *printer) record(result []byte) error {
	if p.has(result) {
		return nil
	}
	return p.text("%s", result)
}

func (p *printer) has(result []byte) bool {
	_, known := p.known[files.RecordOf(result)]
	return known
}

// puzzle prints an object or, where text is asked for, a puzzle, with a line of --- before it if it is
// not the first.
func (p *printer) puzzle(object any, text string) error {
	return p.recordEither(object, files.Between+"%s", text)
}

// recordEither is either for a result that a file has only once.
func (p *printer) recordEither(object any, format string, args ...any) error {
	if p.known == nil {
		return p.either(object, format, args...)
	}
	if !p.json {
		return p.record(fmt.Appendf(nil, format, args...))
	}
	line, err := json.Marshal(object)
	return cmp.Or(err, p.record(append(line, '\n')))
}

// answer prints an object or, where text is asked for, a text in its place, and sets the exit code.
func (a *app) answer(out *printer, exit int, object any, format string, args ...any) error {
	a.outcome(exit)
	return cmp.Or(out.either(object, format, args...), out.flush())
}

// either prints an object or, where text is asked for, a text in its place.
func (p *printer) either(object any, format string, args ...any) error {
	if p.json {
		return p.object(object)
	}
	return p.text(format, args...)
}

// whole writes the results of one puzzle of a batch. In a file they are saved at once.
func (p *printer) whole(text []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held.Write(text)
	if p.file != nil {
		p.write()
		return p.err
	}
	return p.settle()
}

// settle writes the held text if it is long, and otherwise sets the timer to write it
// soon. The caller holds mu.
func (p *printer) settle() error {
	if p.held.Len() >= writeSize {
		p.write()
	} else if p.timer == nil {
		p.timer = time.AfterFunc(writeDelay, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.write()
		})
	}
	return p.err
}

// write writes the held text. The caller holds mu.
func (p *printer) write() {
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	if p.err == nil && p.held.Len() > 0 {
		text := p.held.Bytes()
		if !p.begun {
			text, p.begun = files.WithoutFirstLine(text)
		}
		_, p.err = p.out.Write(text)
	}
	p.held.Reset()
}

// flush writes the held text now.
func (p *printer) flush() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.write()
	return p.err
}

// close writes the held text and closes the file.
func (p *printer) close() error {
	err := p.flush()
	switch {
	case p.file != nil:
		err = cmp.Or(err, p.file.Close())
	case p.device != nil:
		err = cmp.Or(err, p.device.Close())
	}
	return err
}

// writeWhole writes a document, which is useful only as a whole. It replaces the named file in
// one step, if that is of the same kind, or writes to standard output when name is empty or "-".
// Errors carry the name that the user gave.
func (a *app) writeWhole(ctx context.Context, kind *files.Kind, name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		return write(cancellable{ctx, a.stdout})
	}
	if err := kind.Refuse(name); err != nil {
		return err
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() { // a pipe or device, which must stay what it is
		file, err := files.OpenPipe(ctx, name, a.wait)
		if err != nil {
			return withGivenName(err, name)
		}
		return cmp.Or(write(cancellable{ctx, file}), file.Close())
	}
	return withGivenName(durable.Write(name, func(w io.Writer) error { return write(cancellable{ctx, w}) }), name)
}

// stoppedAs puts a name before the error of a function that ended with ctx. Other errors have
// the name of a file already.
func stoppedAs(ctx context.Context, name string, err error) error {
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, cause) {
		return fmt.Errorf("%s: %w", name, err)
	}
	return err
}

// withGivenName turns an error of the system into one about the file that the user named.
func withGivenName(err error, name string) error {
	if reason := durable.Reason(err); reason != nil {
		return fmt.Errorf("%s: %w", files.ShownName(name), reason)
	}
	return err
}

// cancellable is a writer that fails after ctx has ended.
type cancellable struct {
	ctx context.Context
	w   io.Writer
}

func (c cancellable) Write(text []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, context.Cause(c.ctx)
	}
	return c.w.Write(text)
}
