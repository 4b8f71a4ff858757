package natsq

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"crosscut"
	"crosscut/internal/run"
)

// The loop of a coordinator: it is the only goroutine that changes the state.

// Serve hands out cubes until all are finished, ctx ends, or the run must stop. Afterwards
// [Coordinator.Total] has the result. The error is nil if nothing is left to hand out. A
// [run.ContradictionError] says that two workers disagree.
func (c *Coordinator) Serve(ctx context.Context, nc *nats.Conn) (err error) {
	c.nc, c.begun = nc, time.Now()
	if c.js, err = jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(atOnce)); err != nil {
		return err
	}
	if err := c.onlyOne(ctx); err != nil {
		return err
	}
	c.replicas = 1
	if nc.ConnectedClusterName() != "" && len(nc.Servers()) >= 3 {
		c.replicas = 3
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if err := c.open(ctx); err != nil {
		return err
	}
	if err := c.listen(ctx); err != nil {
		return err
	}
	defer func() {
		switch {
		case err == nil:
			c.tell("finished")
		case errors.As(err, new(*run.ContradictionError)), errors.As(err, new(*crosscut.DisagreementError)):
			c.tell(err.Error())
		} // otherwise the workers wait for the next coordinator
		nc.FlushTimeout(time.Second) // workers that miss it notice that the server is gone
	}()
	tick := time.NewTicker(c.every)
	defer tick.Stop()
	for {
		if err := c.refill(ctx); err != nil {
			return err
		}
		if n := c.state.Counters(); n.Open+n.Offered == 0 {
			return c.compare(true)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case m := <-c.answers:
			if err := c.take(m); err != nil {
				return err
			}
		case b := <-c.beats:
			c.heard(b)
		case worker := <-c.gone:
			c.bury(worker)
		case m := <-c.requests:
			c.reply(m)
		case <-tick.C:
			if err := c.look(ctx); err != nil {
				return err
			}
		}
	}
}

// otherAnswers is how long another coordinator has to show itself. Its machine may be busy. If
// there is none, the server says so at once.
const otherAnswers = 10 * time.Second

// onlyOne returns an error if another coordinator uses the server. A worker could not tell
// which run it joins. Two coordinators of one run would take each other's answers.
func (c *Coordinator) onlyOne(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, otherAnswers)
	defer cancel()
	m, err := c.nc.RequestWithContext(ctx, "cc.job", []byte("null"))
	if err != nil {
		return nil // nobody answers
	}
	var other Job
	if json.Unmarshal(m.Data, &other) == nil && other.Run == c.job.Run {
		return errors.New("another coordinator serves the same run on this server")
	}
	return fmt.Errorf("another coordinator serves run %q on this server; each run needs a server of its own", other.Run)
}

// open makes the streams. Tasks of an earlier coordinator are dropped: they are missing in
// the journals, so they are offered again.
func (c *Coordinator) open(ctx context.Context) (err error) {
	for end := time.Now().Add(20 * time.Second); ; pause(ctx, retryAfter) {
		once, cancel := context.WithTimeout(ctx, 5*time.Second)
		if c.todo, c.done, err = c.names.streams(once, c.js, c.replicas, c.o.Lease, c.job.solutions()); err == nil {
			err = c.dropTasks(once)
		}
		cancel()
		if err == nil || ctx.Err() != nil || time.Now().After(end) {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("the streams of the server cannot be made: %w", err)
	}
	return nil
}

// dropTasks empties the stream of tasks.
func (c *Coordinator) dropTasks(ctx context.Context) error {
	stream, err := c.js.Stream(ctx, c.names.todoStream)
	if err != nil {
		return err
	}
	return stream.Purge(ctx)
}

// listen begins to receive answers, beats and requests.
func (c *Coordinator) listen(ctx context.Context) error {
	go c.receive(ctx, c.done)
	for subject, handle := range map[string]nats.MsgHandler{
		c.names.beat: func(m *nats.Msg) {
			var b beat
			if decode(m.Data, &b) == nil && len(b.Worker) <= maxName {
				select {
				case c.beats <- b:
				default: // another one comes soon
				}
			}
		},
		"cc.job": c.request, "cc.text": c.request, "cc.status": c.request, "cc.sample": c.request,
	} {
		s, err := c.nc.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		context.AfterFunc(ctx, func() { s.Unsubscribe() })
	}
	return c.nc.Flush()
}

func (c *Coordinator) request(m *nats.Msg) {
	select {
	case c.requests <- m:
	default: // whoever asks will ask again
	}
}

// receive passes answers on, until ctx ends. The consumer is known by its name, so it stays valid
// when its stream is made anew.
func (c *Coordinator) receive(ctx context.Context, done jetstream.Consumer) {
	for ctx.Err() == nil {
		it, err := done.Messages(jetstream.PullMaxMessages(min(atOnce, cap(c.answers))))
		if err != nil {
			pause(ctx, retryAfter)
			continue
		}
		stop := context.AfterFunc(ctx, it.Stop)
		for {
			m, err := it.Next()
			if err != nil {
				break
			}
			select {
			case c.answers <- m:
			case <-ctx.Done():
			}
		}
		stop()
		it.Stop()
		pause(ctx, retryAfter)
	}
}
