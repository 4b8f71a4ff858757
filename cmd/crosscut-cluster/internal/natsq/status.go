package natsq

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"crosscut/cmd/internal/run"
)

// Status is what people may want to know of a run. Its workers are those of the coordinator, and then the
// other processes of the run.
type Status struct {
	run.Status
	Run     string `json:"run"`
	Count   string `json:"count"`             // solutions in the finished cubes
	Refused int    `json:"refused,omitempty"` // answers that were not valid
}

// mostMembers is how many workers of a coordinator a status names.
const mostMembers = 100

// status returns the status now.
func (c *Coordinator) status() Status {
	now, sum := c.run.Status()
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Status{Status: now, Run: c.job.Run, Count: sum.Number().String(), Refused: c.refused}
	var own []run.Member
	for name, w := range c.members {
		m := run.Member{Name: name, Jobs: len(w.jobs), Holds: []string{}, Silent: time.Since(w.last).Seconds()}
		for _, j := range w.jobs {
			if j.cube != "" {
				m.Holds = append(m.Holds, j.cube)
			}
		}
		own = append(own, m)
	}
	slices.SortFunc(own, func(a, b run.Member) int { return cmp.Compare(a.Name, b.Name) })
	s.Workers = append(own[:min(len(own), mostMembers)], s.Workers...)
	return s
}

// reply answers a request.
func (c *Coordinator) reply(m *nats.Msg) {
	var text []byte
	var err error
	switch m.Subject {
	case c.names.job:
		c.mu.Lock()
		text, err = json.Marshal(c.job)
		c.mu.Unlock()
	case c.names.status:
		text, err = json.Marshal(c.status())
	default:
		text = c.part(m.Data)
	}
	if err == nil {
		m.Respond(text) // whoever asked will ask again
	}
}

// AskStatus asks the coordinator of a run for the status.
func AskStatus(ctx context.Context, nc *nats.Conn, run string) (Status, error) {
	var s Status
	return s, ask(ctx, nc, names(run).status, nil, &s)
}
