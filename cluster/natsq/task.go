package natsq

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A worker takes tasks, searches their cubes, and answers.

// Times of a task.
const (
	askFor      = time.Second     // how long the server holds a request for a task
	lastAnswers = 5 * time.Second // to publish after the worker was asked to leave
)

// work takes tasks one after the other.
func (w *Worker) work(ctx context.Context) {
	var todo jetstream.Consumer
	for ctx.Err() == nil {
		if todo == nil {
			once, cancel := context.WithTimeout(ctx, askAgain) // a server that stops may never answer
			var err error
			todo, err = w.js.Consumer(once, w.names.todoStream, w.names.consumer)
			cancel()
			if err != nil {
				pause(ctx, retryAfter)
				continue
			}
		}
		m, err := todo.Next(jetstream.FetchMaxWait(askFor)) // not until ctx ends: a task on its way would be lost until its lease ends
		if err != nil {
			if !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, jetstream.ErrNoMessages) {
				todo = nil
				pause(ctx, retryAfter)
			}
			continue
		}
		if ctx.Err() != nil {
			m.Nak() // somebody else gets it at once
			return
		}
		w.take(ctx, m)
	}
}

// take searches the cubes of a task, and answers.
func (w *Worker) take(ctx context.Context, m jetstream.Msg) {
	var t task
	if decode(m.Data(), &t) != nil {
		m.Term() // the coordinator wrote it, so the server damaged it; the coordinator will miss it
		return
	}
	a := answer{Worker: w.Name, Build: w.Build}
	most := uint64(deliveries)
	if t.Alone {
		most = 1
	}
	if meta, err := m.Metadata(); err == nil && meta.NumDelivered > most {
		a.Struck = t.Paths
		w.answer(ctx, m, &a)
		return
	}
	if w.dies != nil && w.dies(t.Paths) {
		return
	}
	w.hold(m.Reply(), t.Paths)
	defer w.hold(m.Reply(), nil)
	stop := w.renew(m)
	defer stop()
	defer w.turn(t.Alone)()
	w.searchAll(ctx, t.Paths, &a)
	w.answer(ctx, m, &a)
}

// turn waits until a task may be searched, and returns a function that ends its turn. While a
// cube is searched alone, there is no other.
func (w *Worker) turn(alone bool) (end func()) {
	if !alone {
		w.single.RLock()
		return w.single.RUnlock
	}
	w.single.Lock()
	if w.Alone != nil {
		w.Alone(true)
	}
	return func() {
		if w.Alone != nil {
			w.Alone(false)
		}
		w.single.Unlock()
	}
}

// searchAll searches cubes one after the other, and adds what comes of each to an answer. When
// the budget or the answer is full, the rest goes back.
func (w *Worker) searchAll(ctx context.Context, paths []string, a *answer) {
	text := 0 // the length of solutions and counts
	for i, begin := 0, time.Now(); i < len(paths); i++ {
		if ctx.Err() != nil || i > 0 && (time.Since(begin) > w.pace() || text > w.mostText()) {
			a.Again = append(a.Again, paths[i:]...)
			return
		}
		o, err := w.outcome(ctx, paths[i])
		switch {
		case err == nil:
			a.Outcomes = append(a.Outcomes, o)
			text += o.size()
		case ctx.Err() != nil:
			a.Again = append(a.Again, paths[i])
		default:
			a.Struck = append(a.Struck, paths[i])
		}
	}
}

func (w *Worker) pace() time.Duration { return time.Duration(w.budget.Load()) }

// renew renews the lease of a task until the caller calls stop.
func (w *Worker) renew(m jetstream.Msg) (stop func()) {
	tick, done := time.NewTicker(max(w.job.Lease/4, 10*time.Millisecond)), make(chan struct{})
	go func() {
		for {
			select {
			case <-tick.C:
				m.InProgress() // the lease may end; then another worker searches the same
			case <-done:
				return
			}
		}
	}()
	return func() {
		tick.Stop()
		close(done)
	}
}

// answer publishes an answer until the server has it, and acknowledges the task.
func (w *Worker) answer(ctx context.Context, m jetstream.Msg, a *answer) {
	text, err := json.Marshal(a)
	if err != nil || len(text) > limitOf(w.job.solutions()) {
		m.Term()
		return
	}
	var leave time.Time
	for ; ; pause(context.Background(), retryAfter) {
		once, cancel := context.WithTimeout(context.Background(), askAgain)
		_, err := w.js.Publish(once, w.names.done, text, jetstream.WithRetryAttempts(0))
		cancel()
		if err == nil {
			m.Ack() // if this gets lost, the task comes again, and its answer will be known
			return
		}
		if ctx.Err() != nil && leave.IsZero() {
			leave = time.Now().Add(lastAnswers)
		}
		if w.nc.IsClosed() || !leave.IsZero() && time.Now().After(leave) || errors.Is(context.Cause(ctx), errOver) {
			return
		}
	}
}
