package natsq

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"crosscut/cubes"
	"crosscut/internal/run"
)

// How the coordinator keeps the queue filled.

// refill puts open cubes into the queue while it is short.
func (c *Coordinator) refill(ctx context.Context) error {
	limit := run.QueueSize(len(c.workers))
	n := c.state.Counters()
	if n.Open == 0 || n.Offered > limit/2 {
		return nil
	}
	type published struct {
		paths  []string
		future jetstream.PubAckFuture
	}
	var sent []published
	for n.Open > 0 && n.Offered < limit && len(sent) < atOnce {
		for _, t := range c.tasks(c.state.Offer(c.state.TaskSize(len(c.workers)))) {
			text, err := json.Marshal(t)
			if err != nil {
				return err
			}
			future, err := c.js.PublishAsync(c.names.todo, text)
			if err != nil {
				c.again(t.Paths)
				pause(ctx, retryAfter)
				continue
			}
			sent = append(sent, published{t.Paths, future})
		}
		n = c.state.Counters()
	}
	var refused error
	deadline := time.After(5 * time.Second)
	for _, p := range sent {
		select {
		case <-p.future.Ok():
		case err := <-p.future.Err():
			c.again(p.paths)
			refused = cmp.Or(refused, err)
		case <-deadline:
			c.again(p.paths)
		case <-ctx.Done():
			return nil
		}
	}
	return c.renewIfRefused(ctx, refused)
}

// tasks makes tasks of cubes. Cubes that may kill their worker are tasks of their own.
func (c *Coordinator) tasks(paths []string) (all []task) {
	var together []string
	for _, path := range paths {
		switch {
		case c.alone[path]:
			all = append(all, task{[]string{path}, true})
		case c.struck[string(cubes.Path(path).Parent())] || c.struck[path]:
			all = append(all, task{[]string{path}, false})
		default:
			together = append(together, path)
		}
	}
	if len(together) > 0 {
		all = append(all, task{together, false})
	}
	return all
}

func (c *Coordinator) again(paths []string) {
	for _, path := range paths {
		c.state.Again(path)
	}
}

// look runs each second: it sends the budget, forgets silent workers, and offers again
// what has got lost.
func (c *Coordinator) look(ctx context.Context) error {
	for name, w := range c.workers {
		if time.Since(w.last) > max(workerGone, c.o.Lease) {
			delete(c.workers, name)
		}
	}
	c.tell("")
	c.point()
	if err := c.compare(false); err != nil {
		return err
	}
	if c.silent++; c.silent%silentLooks == 0 {
		if err := c.tryServer(ctx); err != nil {
			return err
		}
	}
	if c.state.Counters().Offered == 0 {
		return nil
	}
	waiting, err := c.waiting(ctx)
	if lost(err) {
		if err := c.open(ctx); err != nil {
			return err
		}
		waiting, c.quiet = 0, 3
	} else if err != nil {
		return nil // the server is away
	}
	if c.quiet++; waiting > 0 || len(c.answers) > 0 {
		c.quiet = 0
	}
	if c.quiet < 3 {
		return nil
	}
	c.quiet = 0
	return c.offerLost()
}

// offerLost offers cubes again that are in no queue and with no worker. Their leases may
// still run, but nobody renews them. A cube that got lost three times is struck.
func (c *Coordinator) offerLost() error {
	held := make(map[string]bool)
	for _, w := range c.workers {
		for _, path := range w.held.Paths {
			held[path] = time.Since(w.last) < workerGone
		}
	}
	for _, path := range slices.Collect(c.state.Missing()) {
		switch {
		case held[path]:
			continue
		case c.alone[path] || c.losses[path] >= deliveries-1:
			delete(c.losses, path)
			fresh, err := c.strikes([]string{path})
			if err == nil {
				err = c.keep(fresh)
			}
			if err != nil {
				return err
			}
		default:
			c.losses[path]++
			c.state.Again(path)
		}
	}
	return nil
}

// waiting returns the number of tasks that no worker has, and of answers that wait.
func (c *Coordinator) waiting(ctx context.Context) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	todo, err := c.todo.Info(ctx)
	if err != nil {
		return 0, err
	}
	done, err := c.done.Info(ctx)
	if err != nil {
		return 0, err
	}
	return todo.NumPending + done.NumPending + uint64(done.NumAckPending), nil
}

// tell tells all workers the budget, or that the run is over.
func (c *Coordinator) tell(over string) {
	c.job.Pace = Pace{Budget: c.state.Budget(len(c.workers)), Over: over}
	if text, err := json.Marshal(c.job.Pace); err == nil {
		c.nc.Publish(c.names.pace, text) // the next one comes in a second
	}
}
