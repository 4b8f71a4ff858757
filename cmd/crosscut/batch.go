package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"crosscut"
	"crosscut/puzzle"
)

// eachInto calls do for every puzzle of the files, with the place for its results.
// Several puzzles are worked on at the same time, as many as there are jobs, and yet
// results and messages come out in the order of the puzzles, each as soon as
// all before it are out. do must write to the app it is given, no other.
//
// A puzzle that cannot be read is reported and does not stop the others; an interrupt
// and an error of do stop everything.
func (a *app) eachInto(ctx context.Context, names []string, in *inputFlags, jobs int, to *outputFlags, do func(*app, *puzzle.File, *printer) error) error {
	out, err := a.printer(to, readFrom(names...)...)
	if err != nil {
		return err
	}
	err = a.each(ctx, names, in, jobs, func(a *app, file *puzzle.File) error {
		if a.lane == nil {
			return do(a, file, out)
		}
		own := &printer{json: out.json, out: a.lane.to(func(text []byte) error {
			return cmp.Or(out.text("%s", text), out.flush()) // or messages that come later could overtake it
		})}
		return cmp.Or(do(a, file, own), own.flush())
	})
	return cmp.Or(err, out.close())
}

// each is eachInto for what has no printer.
func (a *app) each(ctx context.Context, names []string, in *inputFlags, jobs int, do func(*app, *puzzle.File) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	inputs := a.inputs(ctx, names, in)
	first, ok := next(ctx, inputs)
	if !ok {
		return a.ending(ctx)
	}
	second, ok := next(ctx, inputs)
	if !ok { // a single one, which has all the cores to itself
		return cmp.Or(a.one(first, do), a.ending(ctx))
	}
	b := &batch{app: a, model: *a, do: do, tasks: make(chan *task, jobs), ordered: make(chan *task, tasksAhead)}
	hide := a.showBatch(b)
	defer hide()
	go b.feed(ctx, []input{first, second}, inputs)
	for range jobs {
		go b.work(ctx)
	}
	err := b.deliver(cancel)
	if b.bad > 0 && b.count > 1 {
		a.note(fmt.Sprintf("%s of %s could not be read", number(b.bad), plural(b.count, "puzzle")))
	}
	return cmp.Or(err, a.ending(ctx))
}

// next returns what comes next, and false when there is nothing or ctx has ended.
func next[T any](ctx context.Context, from <-chan T) (value T, ok bool) {
	select {
	case value, ok = <-from:
		return value, ok
	case <-ctx.Done():
		return value, false
	}
}

// one deals with one input.
func (a *app) one(in input, do func(*app, *puzzle.File) error) error {
	switch {
	case in.err != nil:
		a.report(in.err)
		return nil
	case in.note != "":
		a.note(in.note)
		return nil
	}
	a.file = in.file.Name
	return do(a, in.file)
}

// ending returns why the inputs ended before their end, unless it was reported.
func (a *app) ending(ctx context.Context) error {
	if ctx.Err() == nil || a.exit == exitInterrupted {
		return nil
	}
	err := context.Cause(ctx)
	if errors.Is(err, crosscut.ErrLimit) && a.exit == exitLimit {
		return nil
	}
	return err
}

// tasksAhead is how many tasks may be done before their turn, while one takes long.
const tasksAhead = 256

// batch is a run over several puzzles. Its tasks are in two queues: one for the
// workers, who take whichever comes next, and one in order, for delivery.
type batch struct {
	app            *app
	model          app // what the apps of tasks are copies of
	do             func(*app, *puzzle.File) error
	tasks, ordered chan *task

	mu    sync.Mutex
	count int // delivered
	bad   int // of these, those that could not be read
}

// task is one puzzle of a batch. What it says goes to its lane.
type task struct {
	in   input
	app  *app
	done chan struct{}
	err  error // of do
}

// feed makes tasks of the inputs.
func (b *batch) feed(ctx context.Context, before []input, inputs <-chan input) {
	defer close(b.tasks)
	defer close(b.ordered)
	add := func(in input) bool {
		t := &task{in: in, app: b.model.inLane(), done: make(chan struct{})}
		for _, queue := range []chan *task{b.ordered, b.tasks} {
			select {
			case queue <- t:
			case <-ctx.Done():
				close(t.done)
				return false
			}
		}
		return true
	}
	for _, in := range before {
		if !add(in) {
			return
		}
	}
	for {
		in, ok := next(ctx, inputs)
		if !ok || !add(in) {
			return
		}
	}
}

// work does tasks until there are no more. It begins none when ctx has ended.
func (b *batch) work(ctx context.Context) {
	for t := range b.tasks {
		if ctx.Err() == nil {
			t.err = t.app.one(t.in, b.do)
		}
		close(t.done)
	}
}

// deliver brings out what tasks said, in order. When one fails it ends the rest.
func (b *batch) deliver(cancel context.CancelCauseFunc) error {
	var failed error
	for t := range b.ordered {
		if failed == nil {
			if failed = t.app.lane.open(); failed != nil {
				cancel(errAbandoned)
			}
		}
		if failed != nil {
			t.app.lane.shut()
		}
		<-t.done
		if failed != nil {
			continue
		}
		b.app.outcome(t.app.exit)
		b.mu.Lock()
		if t.in.note == "" {
			b.count++
		}
		if t.in.err != nil {
			b.bad++
		}
		b.mu.Unlock()
		if t.err != nil {
			failed = t.err
			cancel(errAbandoned)
		}
	}
	return failed
}

// showBatch shows how far a batch is until the function it returns is called.
func (a *app) showBatch(b *batch) (hide func()) {
	return a.showEvery(func(elapsed time.Duration) string {
		b.mu.Lock()
		defer b.mu.Unlock()
		return fmt.Sprintf("%s, %.0f a second, %v", plural(b.count, "puzzle"), float64(b.count)/elapsed.Seconds(), elapsed.Round(time.Second))
	})
}
