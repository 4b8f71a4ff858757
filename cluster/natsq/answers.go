package natsq

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"crosscut/cubes"
	"crosscut/internal/run"
)

// What the coordinator does with answers.

// take takes an answer, and all others that are there. It acknowledges them when their
// outcomes are on the disk.
func (c *Coordinator) take(m jetstream.Msg) error {
	batch := []jetstream.Msg{m}
	for more := true; more && len(batch) < atOnce; {
		select {
		case m := <-c.answers:
			batch = append(batch, m)
		default:
			more = false
		}
	}
	var entries []outcome
	var forgotten []run.Outcome
	for _, m := range batch {
		a, err := readAnswer(m.Data(), c.job.solutions())
		if err != nil || a.Build != c.o.Build {
			c.refused++
			continue
		}
		if a.Worker == "" {
			continue // of tryServer
		}
		fresh, late, err := c.outcomes(a)
		if err != nil {
			return err
		}
		entries, forgotten = append(entries, fresh...), append(forgotten, late...)
		for _, path := range a.Again {
			c.state.Again(path)
		}
		more, err := c.strikes(a.Struck)
		if err != nil {
			return err
		}
		entries = append(entries, more...)
	}
	if err := c.keep(entries); err != nil {
		return err
	}
	c.late = append(c.late, forgotten...)
	if err := c.compare(len(c.late) > mostLate); err != nil {
		return err
	}
	for _, m := range batch {
		m.Ack() // if this gets lost, the answer comes again
	}
	c.quiet, c.silent = 0, 0
	return nil
}

// outcomes gives the outcomes of an answer to the state.
func (c *Coordinator) outcomes(a *answer) (fresh []outcome, forgotten []run.Outcome, err error) {
	w := c.member(a.Worker)
	w.answers++
	for i := range a.Outcomes {
		o := &a.Outcomes[i]
		r, err := o.Outcome()
		if err != nil || !o.Belongs(c.o.Kind) {
			c.refused++
			continue
		}
		verdict, err := c.state.Answer(r)
		if wrong := (*run.ContradictionError)(nil); errors.As(err, &wrong) {
			return nil, nil, fmt.Errorf("%w (%s, worker %s)", err, o.Engine, a.Worker)
		} else if err != nil {
			c.refused++
			continue
		}
		switch verdict {
		case run.Fresh:
			fresh = append(fresh, o.by(a.Worker))
			c.finished++
			c.remember(o)
		case run.Forgotten:
			forgotten = append(forgotten, r)
		}
	}
	return fresh, forgotten, nil
}

// compare compares late outcomes of forgotten cubes with the journals. It reads all
// journals. So it waits until a twentieth of the time is enough for it, except with now.
func (c *Coordinator) compare(now bool) error {
	if len(c.late) == 0 || !now && time.Since(c.compared) < 20*c.comparing {
		return nil
	}
	begin := time.Now()
	_, _, err := c.folder.Agree(c.late...)
	c.late, c.compared, c.comparing = nil, time.Now(), time.Since(begin)
	return err
}

// strikes takes cubes that were delivered too often, or that a worker could not finish.
// Several of one task come one by one. A single cube is cut. If it is a part of such a
// cube, it comes alone. If it ends its worker again, it is given up.
func (c *Coordinator) strikes(paths []string) (fresh []outcome, err error) {
	for _, path := range paths {
		if !c.state.Holds(path) {
			continue
		}
		inside := c.struck[string(cubes.Path(path).Parent())]
		switch {
		case c.alone[path]:
			if c.state.GiveUp(path) {
				c.poisoned = append(c.poisoned, path)
				c.o.Note(fmt.Sprintf("cube %s ends every worker; it is given up", path))
			}
		case len(paths) > 1:
			c.struck[path] = true
			c.state.Again(path)
		default:
			children, err := c.tree.Children(context.Background(), cubes.Path(path))
			if err != nil || children < 2 || inside {
				c.alone[path] = true
				c.state.Again(path)
				continue
			}
			e := run.Entry{Path: path, Split: children, Engine: "cut", Worker: "coordinator"}
			if _, err := c.state.Answer(run.Outcome{Path: path, Split: children}); err != nil {
				return nil, err
			}
			c.struck[path] = true
			fresh = append(fresh, outcome{Entry: e})
			c.o.Note(fmt.Sprintf("cube %s ended its worker %d times; it is cut into %d", path, deliveries, children))
		}
	}
	return fresh, nil
}
