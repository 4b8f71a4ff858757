package natsq

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"crosscut/internal/run"
)

// Status is what people may want to know of a run. Its workers are those of the coordinator, and then the
// other processes of the run.
type Status struct {
	run.Status
	Run       string      `json:"run"`
	Count     string      `json:"count"`  // solutions in the finished cubes
	Leased    int         `json:"leased"` // cubes that workers search
	Rate      float64     `json:"rate"`   // finished cubes per second, since the coordinator began
	Expensive []expensive `json:"expensive,omitempty"`
	Refused   int         `json:"refused,omitempty"` // answers that were not valid
	Curve     []point     `json:"curve,omitempty"`
}

// expensive is a cube and its time.
type expensive struct {
	Path string `json:"path"`
	Time int64  `json:"time"` // milliseconds
}

// point is a point of the curve of the share.
type point struct {
	Seconds float64 `json:"seconds"`
	Share   float64 `json:"share"`
}

const (
	mostExpensive = 10
	mostMembers   = 100
	mostPoints    = 512
)

// remember notes a finished cube, and its time.
func (c *Coordinator) remember(o *outcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.finished++; o.Split > 0 || len(c.dearest) == mostExpensive && o.Time <= c.dearest[mostExpensive-1].Time {
		return
	}
	c.dearest = append(c.dearest, expensive{o.Path, o.Time})
	slices.SortFunc(c.dearest, func(a, b expensive) int { return cmp.Compare(b.Time, a.Time) })
	c.dearest = c.dearest[:min(len(c.dearest), mostExpensive)]
}

// point adds a point to the curve. When there are too many, every other one is dropped.
func (c *Coordinator) point() {
	s, _ := c.run.Status()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.curve = append(c.curve, point{time.Since(c.begun).Seconds(), s.Share})
	if len(c.curve) == mostPoints {
		for i := range mostPoints / 2 {
			c.curve[i] = c.curve[2*i]
		}
		c.curve = c.curve[:mostPoints/2]
	}
}

// status returns the status now.
func (c *Coordinator) status() Status {
	now, sum := c.run.Status()
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Status{
		Status: now, Run: c.job.Run, Count: sum.Number().String(), Rate: float64(c.finished) / max(time.Since(c.begun).Seconds(), 1e-9),
		Expensive: slices.Clone(c.dearest), Refused: c.refused, Curve: slices.Clone(c.curve),
	}
	var own []run.Member
	for name, w := range c.members {
		m := run.Member{Name: name, Jobs: len(w.jobs), Holds: []string{}, Silent: time.Since(w.last).Seconds()}
		for _, j := range w.jobs {
			if j.cube != "" {
				m.Holds = append(m.Holds, j.cube)
			}
		}
		s.Leased += len(m.Holds)
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
