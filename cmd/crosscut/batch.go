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

// eachWithOutput calls do for every puzzle of the files, with a printer for its results.
// It works on as many puzzles at once as there are jobs. Results and messages still come
// out in the order of the puzzles, each as soon as all earlier ones are out. do must use
// the app that it is given, and no other.
//
// A puzzle that cannot be read is reported, and the others go on. An interrupt or an
// error of do stops all of them.
func (a *app) eachWithOutput(ctx context.Context, names []string, in *inputFlags, jobs int, to *outputFlags, do func(*app, *puzzle.File, *printer) error) error {
	out, err := a.printer(to, inputPlaces(names...)...)
	if err != nil {
		return err
	}
	err = a.eachPuzzle(ctx, names, in, jobs, func(a *app, file *puzzle.File) error {
		if a.lane == nil {
			return do(a, file, out)
		}
		own := &printer{json: out.json, version: out.version, out: a.lane.to(func(text []byte) error {
			return cmp.Or(out.text("%s", text), out.flush()) // at once, so that no later message overtakes it
		})}
		return cmp.Or(do(a, file, own), own.flush())
	})
	return cmp.Or(err, out.close())
}

// eachPuzzle is eachWithOutput for commands without a printer.
func (a *app) eachPuzzle(ctx context.Context, names []string, in *inputFlags, jobs int, do func(*app, *puzzle.File) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	inputs := a.inputs(ctx, names, in)
	first, ok := receive(ctx, inputs)
	if !ok {
		return a.endingCause(ctx)
	}
	second, ok := receive(ctx, inputs)
	if !ok { // a single puzzle may use all cores
		return cmp.Or(a.handle(first, do), a.endingCause(ctx))
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
	return cmp.Or(err, a.endingCause(ctx))
}

// receive returns the next value. It returns false when the channel is closed or ctx has
// ended.
func receive[T any](ctx context.Context, from <-chan T) (value T, ok bool) {
	select {
	case value, ok = <-from:
		return value, ok
	case <-ctx.Done():
		return value, false
	}
}

// handle calls do for one input, or reports why it has no puzzle.
func (a *app) handle(in input, do func(*app, *puzzle.File) error) error {
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

// endingCause returns the cause that ended ctx before all inputs were handled. It returns
// nil if there is none or if it has been reported.
func (a *app) endingCause(ctx context.Context) error {
	if ctx.Err() == nil || a.exit == exitInterrupted {
		return nil
	}
	err := context.Cause(ctx)
	if errors.Is(err, crosscut.ErrLimit) && a.exit == exitLimit {
		return nil
	}
	return err
}

// tasksAhead is how many tasks may finish before their turn while an earlier one takes long.
const tasksAhead = 256

// batch is a run over several puzzles. Each task is in two queues. Workers take tasks from
// the first. The second delivers their output in order.
type batch struct {
	app            *app
	model          app // the app that each task gets a copy of
	do             func(*app, *puzzle.File) error
	tasks, ordered chan *task

	mu    sync.Mutex
	count int // number of delivered puzzles
	bad   int // number of delivered puzzles that could not be read
}

// task is one puzzle of a batch. Its output goes to its lane.
type task struct {
	in   input
	app  *app
	done chan struct{}
	err  error // the result of do
}

// feed puts a task for each input into both queues.
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
		in, ok := receive(ctx, inputs)
		if !ok || !add(in) {
			return
		}
	}
}

// work does tasks until there are no more. It starts none after ctx has ended.
func (b *batch) work(ctx context.Context) {
	for t := range b.tasks {
		if ctx.Err() == nil {
			t.err = t.app.handle(t.in, b.do)
		}
		close(t.done)
	}
}

// deliver writes the output of the tasks in order. When one fails, it stops the others.
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

// showBatch shows the progress of a batch until the caller calls hide.
func (a *app) showBatch(b *batch) (hide func()) {
	return a.showEvery(func(elapsed time.Duration) string {
		b.mu.Lock()
		defer b.mu.Unlock()
		return fmt.Sprintf("%s, %.0f a second, %v", plural(b.count, "puzzle"), float64(b.count)/elapsed.Seconds(), elapsed.Round(time.Second))
	})
}
