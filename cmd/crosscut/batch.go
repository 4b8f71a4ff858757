package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/internal/base"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// eachWithOutput calls do for every puzzle of the files, with a printer for its results.
// It works on as many puzzles at once as there are jobs. Results and messages still come
// out in the order of the puzzles, each as soon as all earlier ones are out. do must use
// the app that it is given, and no other.
//
// A puzzle that cannot be read is reported, and the others go on. An interrupt or an
// error of do stops all of them.
func (a *app) eachWithOutput(ctx context.Context, names []string, in *inputFlags, jobs int, to *outputFlags, do func(*app, *text.File, *printer) error) error {
	out, err := a.printer(ctx, to, files.InputPlaces(names...)...)
	if err != nil {
		return err
	}
	a.results = out
	err = a.eachPuzzle(ctx, names, in, jobs, func(a *app, file *text.File) error {
		if a.emit == nil {
			return do(a, file, out)
		}
		own := a.own(out)
		return cmp.Or(do(a, file, own), own.flush())
	})
	a.results = nil
	return cmp.Or(err, out.close())
}

// own returns a printer for the results of a task, which go to out when it is its turn.
func (a *app) own(out *printer) *printer {
	if a.emit == nil {
		return out
	}
	return &printer{json: out.json, known: out.known, begun: true, out: a.later(out.whole)}
}

// eachPuzzle is eachWithOutput for commands without a printer.
func (a *app) eachPuzzle(ctx context.Context, names []string, in *inputFlags, jobs int, do func(*app, *text.File) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	inputs := a.source().Puzzles(ctx, names, puzzle.Family(in.Puzzle))
	first, ok := inputs.Next()
	if !ok {
		return a.endingCause(ctx)
	}
	second, ok := inputs.Next()
	if !ok { // a single puzzle may use all cores
		return cmp.Or(a.handle(&first, do), a.endingCause(ctx))
	}
	b := &batch{app: a, do: do, cancel: cancel, start: time.Now()}
	hide := a.showBatch(b)
	defer hide()
	err := b.run(ctx, jobs, []files.Input{first, second}, inputs)
	if left := b.told - mostTold; left > 0 {
		a.flushResults()
		a.complain(base.Plural(left, "more line") + " like these, about how puzzles were read, left out")
	}
	if b.bad > 0 && b.count > 1 {
		a.flushResults()
		a.note(fmt.Sprintf("%s of %s could not be read", base.Number(b.bad), base.Plural(b.count, "puzzle")))
	}
	return cmp.Or(err, a.endingCause(ctx))
}

// handle calls do for one input, or reports why it has no puzzle.
func (a *app) handle(in *files.Input, do func(*app, *text.File) error) error {
	in.Read()
	if wrong := (*text.PartError)(nil); a.faulty && errors.As(in.Err, &wrong) && wrong.Left == 0 {
		in.File, in.Err = wrong.Part, nil
	}
	a.bounded = true
	if in.Err != nil {
		a.report(in.Err)
	} else if in.Note != "" {
		a.note(in.Note)
	}
	a.bounded = false
	switch {
	case in.Err != nil && a.results != nil && a.results.json:
		own := a.own(a.results)
		return cmp.Or(own.object(serve.NewFailure(in.Name, in.Err)), own.flush())
	case in.File == nil:
		return nil
	}
	a.file = in.File.Name
	return do(a, in.File)
}

// endingCause returns the cause that ended ctx before all inputs were handled. It returns
// nil if there is none or if it has been reported.
func (a *app) endingCause(ctx context.Context) error {
	if ctx.Err() == nil || a.exit == exitInterrupted {
		return nil
	}
	err := context.Cause(ctx)
	if errors.Is(err, meter.ErrLimit) && a.exit == exitLimit {
		return nil
	}
	return err
}

// errAbandoned is the cause with which a failed batch stops its other tasks.
var errAbandoned = errors.New("the batch has failed")

// batch is a run over several puzzles, each of which is a task.
type batch struct {
	app    *app
	do     func(*app, *text.File) error
	cancel context.CancelCauseFunc // stops reading
	start  time.Time

	mu    sync.Mutex
	count int // number of delivered puzzles
	bad   int // number of delivered puzzles that could not be read
	told  int // number of lines about how puzzles were read
}

// mostTold is how many lines a batch writes about how puzzles were read, or why they were not.
const mostTold = 100

type task struct {
	in    files.Input
	app   *app  // a copy for this task
	found bool  // there is a puzzle
	err   error // the result of do
}

type taskOutput struct {
	text    []byte
	to      writerFunc
	bounded bool // it is about how the puzzle was read
}

// run does the tasks, and writes their output in order. It starts none after ctx has
// ended or a task has failed. Tasks that are running then may still say why they end.
func (b *batch) run(ctx context.Context, jobs int, before []files.Input, inputs *files.Inputs) error {
	common := *b.app // tasks copy this one: finish changes b.app while they start
	tasks := search.InOrder[*task, taskOutput]{
		Workers: jobs,
		Tasks: func(yield func(*task) bool) {
			for _, in := range before {
				if ctx.Err() != nil || !yield(&task{in: in}) {
					return
				}
			}
			for in, ok := inputs.Next(); ok && yield(&task{in: in}); {
				in, ok = inputs.Next()
			}
		},
		Join: func(context.Context) func(*task, func([]taskOutput) bool) error {
			return func(t *task, emit func([]taskOutput) bool) error {
				t.app = common.forTask(emit)
				if t.err = t.app.handle(&t.in, b.do); t.err != nil {
					b.cancel(errAbandoned)
				}
				t.in.File, t.found = nil, t.in.File != nil // the task may have to wait for its turn
				return nil
			}
		},
		Receive: func(_ *task, all []taskOutput) error {
			for _, o := range all {
				if o.bounded {
					b.told++
				}
				if o.bounded && b.told > mostTold {
					continue
				}
				if err := o.to(o.text); err != nil {
					b.cancel(errAbandoned)
					return err
				}
			}
			return nil
		},
		Finish: b.finish,
		Size:   func(o taskOutput) int { return len(o.text) },
		Rest:   b.rest,
	}
	return tasks.Run(context.WithoutCancel(ctx))
}

// mostRest is the longest pause between two looks at the tasks. It is too short to be seen.
const mostRest = time.Millisecond

// rest waits until some small tasks have ended. It waits for a small part of the time that the
// batch took so far, so that a short batch does not end late.
func (b *batch) rest() { time.Sleep(min(mostRest, time.Since(b.start)/16)) }

// finish counts a task whose output is written. It returns the error of the task.
func (b *batch) finish(t *task) error {
	b.app.outcome(t.app.exit)
	b.mu.Lock()
	defer b.mu.Unlock()
	if t.in.Note == "" || t.found {
		b.count++
	}
	if t.in.Err != nil {
		b.bad++
	}
	return t.err
}

// forTask returns an app for one task, whose output goes to emit. Its searches use one
// core each and show no progress, because the batch shows progress for all.
func (a *app) forTask(emit func([]taskOutput) bool) *app {
	own := *a
	own.emit = emit
	own.stderr = own.later(func(text []byte) error {
		a.flushResults()
		_, _ = a.stderr.Write(text) // an error on standard error cannot be reported anywhere
		return nil
	})
	own.screen, own.exit = nil, exitYes
	return &own
}

// flushResults writes the results of a batch that are held back, so that no later message
// overtakes them.
func (a *app) flushResults() {
	if a.results != nil {
		_ = a.results.flush() // the printer keeps the error and returns it at last
	}
}

// later returns a writer that passes its texts to write when it is the task's turn.
func (a *app) later(write writerFunc) writerFunc {
	return func(text []byte) error {
		if !a.emit([]taskOutput{{bytes.Clone(text), write, a.bounded}}) {
			return errAbandoned
		}
		return nil
	}
}

type writerFunc func([]byte) error

func (f writerFunc) Write(text []byte) (int, error) { return len(text), f(text) }

func (a *app) showBatch(b *batch) (hide func()) {
	return a.showEvery(func(elapsed time.Duration) string {
		b.mu.Lock()
		defer b.mu.Unlock()
		return fmt.Sprintf("%s, %.0f a second, %v", base.Plural(b.count, "puzzle"), float64(b.count)/elapsed.Seconds(), elapsed.Round(time.Second))
	})
}
