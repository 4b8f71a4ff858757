package natsq

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"

	"crosscut/cmd/internal/run"
)

// How the coordinator lets workers search cubes.

// member is a worker as the coordinator sees it.
type member struct {
	crew run.Crew
	last time.Time // when it was heard
	jobs map[int]*job
	ctx  context.Context
	end  context.CancelCauseFunc
}

// job is a search of a worker.
type job struct {
	asked   *nats.Msg    // its last request
	cube    string       // that it searches; "" if it waits for one
	task    []byte       // the message with the cube
	answers chan *answer // that may be about it
	leave   context.CancelCauseFunc
}

// errLeft is the cause of the end of a job that gives its cube back.
var errLeft = errors.New("the worker leaves")

// heard takes a sign of life.
func (c *Coordinator) heard(m *nats.Msg) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w := c.members[string(m.Data)]; w != nil {
		w.last = time.Now()
	}
}

// Lost says that a worker has died. Its cubes go to others at once.
func (c *Coordinator) Lost(worker string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bury(worker)
}

// bury gives the cubes of a dead worker to others. The caller holds mu.
func (c *Coordinator) bury(worker string) {
	if w := c.members[worker]; w != nil {
		w.end(run.ErrDied)
		delete(c.members, worker)
	}
}

// take takes a request for a cube, with the answer to the last one.
func (c *Coordinator) take(m *nats.Msg) {
	a, err := readAnswer(m.Data, c.o.Kind)
	if err == nil && a.Build != c.o.Build {
		err = errRefused
	}
	if err == nil && a.Outcome != nil && !c.waitsFor(a) { // it comes late
		if err = c.run.Add(a.Outcome.by(a.Worker), a.Outcome.Solutions); err != nil && !errors.Is(err, run.ErrOutcome) {
			return // the run ends
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.refused++
		return
	}
	if m.Reply == "" {
		return // nobody waits for a cube
	}
	j := c.jobOf(a)
	j.asked = m
	switch {
	case a.about(j.cube):
		select {
		case j.answers <- a:
		default: // it is there already
		}
	case j.cube != "" && !a.Left:
		m.Respond(j.task) // it got lost
	}
	if a.Left {
		j.leave(errLeft)
		m.Respond([]byte("{}"))
	}
}

// waitsFor reports whether an answer is about the cube that its job has.
func (c *Coordinator) waitsFor(a *answer) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.members[a.Worker]
	return w != nil && w.jobs[a.Job] != nil && a.about(w.jobs[a.Job].cube)
}

// jobOf returns the job that an answer is of, and hires it if it is new. The caller holds mu.
func (c *Coordinator) jobOf(a *answer) *job {
	w := c.members[a.Worker]
	if w == nil {
		w = &member{jobs: make(map[int]*job)}
		w.ctx, w.end = context.WithCancelCause(context.Background())
		c.members[a.Worker] = w
	}
	w.last = time.Now()
	j := w.jobs[a.Job]
	if j == nil {
		j = &job{answers: make(chan *answer, 1)}
		w.jobs[a.Job] = j
		var ctx context.Context
		ctx, j.leave = context.WithCancelCause(w.ctx)
		go func() {
			c.run.Hire(ctx, &w.crew, func(ctx context.Context, cube run.Cube) (run.Entry, []byte, error) { return c.search(ctx, j, cube) })
			c.gone(a, w, j)
		}()
	}
	return j
}

// gone forgets a job, and a worker without jobs.
func (c *Coordinator) gone(a *answer, w *member, j *job) {
	c.mu.Lock()
	defer c.mu.Unlock()
	j.leave(nil)
	delete(w.jobs, a.Job)
	if len(w.jobs) == 0 && c.members[a.Worker] == w {
		w.end(nil)
		delete(c.members, a.Worker)
	}
}

// search lets a job search a cube, and waits for its answer.
func (c *Coordinator) search(ctx context.Context, j *job, cube run.Cube) (run.Entry, []byte, error) {
	text, err := json.Marshal(task{cube.Path, cube.Alone})
	if err != nil {
		return run.Entry{}, nil, err
	}
	c.give(j, cube.Path, text)
	defer c.give(j, "", nil)
	for {
		var a *answer
		select {
		case a = <-j.answers:
		case <-ctx.Done():
			select {
			case a = <-j.answers: // the last one of a worker that leaves
			default:
				return run.Entry{}, nil, context.Cause(ctx)
			}
		}
		switch {
		case !a.about(cube.Path): // an earlier one that came twice
		case a.Outcome == nil:
			return run.Entry{}, nil, run.ErrTooLarge
		default:
			c.mu.Lock()
			c.finished++
			c.mu.Unlock()
			return a.Outcome.by(a.Worker), a.Outcome.Solutions, nil
		}
	}
}

// give gives a cube to a job that waits for one.
func (c *Coordinator) give(j *job, cube string, task []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if j.cube, j.task = cube, task; cube != "" {
		j.asked.Respond(task) // if this gets lost, the worker asks again
	}
}
