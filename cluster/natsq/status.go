package natsq

import (
	"cmp"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"crosscut/internal/run"
)

// Status is what people may want to know of a run.
type Status struct {
	Run       string      `json:"run"`
	Count     string      `json:"count"` // solutions in the finished cubes
	Complete  bool        `json:"complete"`
	Open      int         `json:"open"`    // cubes that nobody has
	Offered   int         `json:"offered"` // cubes in the queue or with workers
	Leased    int         `json:"leased"`  // cubes that workers search
	Done      int         `json:"done"`
	Cut       int         `json:"cut"`
	Rate      float64     `json:"rate"`     // finished cubes per second, since the coordinator began
	Share     float64     `json:"share"`    // of the run that is done, if all cubes of a cut are equal
	Forecast  float64     `json:"forecast"` // seconds until the end; 0 if unknown
	Expensive []expensive `json:"expensive,omitempty"`
	Workers   []Member    `json:"workers,omitempty"`
	Poisoned  []string    `json:"poisoned,omitempty"`
	Refused   int         `json:"refused,omitempty"` // answers that were not valid
	Curve     []point     `json:"curve,omitempty"`
}

// expensive is a cube and its time.
type expensive struct {
	Path string `json:"path"`
	Time int64  `json:"time"` // milliseconds
}

// Member is a worker of a run.
type Member struct {
	Name    string   `json:"name"`
	Holds   []string `json:"holds,omitempty"` // cubes that it searches
	Answers int      `json:"answers"`
}

// point is a point of the curve of the share.
type point struct {
	Seconds float64 `json:"seconds"`
	Share   float64 `json:"share"`
}

const (
	mostExpensive = 10
	mostPoints    = 512
	mostSamples   = 1000
)

// remember notes the time of a cube.
func (c *Coordinator) remember(o *outcome) {
	if o.Split > 0 || len(c.dearest) == mostExpensive && o.Time <= c.dearest[mostExpensive-1].Time {
		return
	}
	c.dearest = append(c.dearest, expensive{o.Path, o.Time})
	slices.SortFunc(c.dearest, func(a, b expensive) int { return cmp.Compare(b.Time, a.Time) })
	c.dearest = c.dearest[:min(len(c.dearest), mostExpensive)]
}

// point adds a point to the curve. When there are too many, every other one is dropped.
func (c *Coordinator) point() {
	c.curve = append(c.curve, point{time.Since(c.begun).Seconds(), c.state.Share()})
	if len(c.curve) == mostPoints {
		for i := range mostPoints / 2 {
			c.curve[i] = c.curve[2*i]
		}
		c.curve = c.curve[:mostPoints/2]
	}
}

// status returns the status now.
func (c *Coordinator) status() Status {
	n := c.state.Counters()
	sum, complete := c.state.Total()
	s := Status{
		Run: c.job.Run, Count: sum.Count.String(), Complete: complete, Open: n.Open, Offered: n.Offered, Done: n.Done, Cut: n.Cut,
		Rate: float64(c.finished) / max(time.Since(c.begun).Seconds(), 1e-9), Share: c.state.Share(),
		Expensive: c.dearest, Poisoned: c.poisoned, Refused: c.refused, Curve: c.curve,
	}
	if seconds, unknown := c.state.Left(); len(c.workers) > 0 && unknown < max(1, (n.Open+n.Offered)/10) {
		s.Forecast = seconds / float64(len(c.workers))
	}
	for name, w := range c.workers {
		s.Leased += len(w.held.Paths)
		if len(s.Workers) < 1000 {
			s.Workers = append(s.Workers, Member{name, w.held.Paths, w.answers})
		}
	}
	slices.SortFunc(s.Workers, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
	return s
}

// question asks for a sample of finished cubes.
type question struct {
	Share float64 `json:"share"`
	Seed  uint64  `json:"seed"`
}

// Sample is some finished cubes of a run: their results, and the engines that found them.
type Sample struct {
	Job   Job         `json:"job"`
	Cubes []run.Entry `json:"cubes"`
}

// reply answers a request.
func (c *Coordinator) reply(m *nats.Msg) {
	var text []byte
	var err error
	switch m.Subject {
	case "cc.job":
		text, err = json.Marshal(c.job)
	case "cc.status":
		text, err = json.Marshal(c.status())
	case "cc.text":
		text = c.part(m.Data)
	default:
		text, err = json.Marshal(c.sample(m.Data))
	}
	if err == nil {
		m.Respond(text) // whoever asked will ask again
	}
}

// sample returns a random sample, at most some 1,000 cubes.
func (c *Coordinator) sample(text []byte) Sample {
	s := Sample{Job: c.job}
	var q question
	if decode(text, &q) != nil {
		return s
	}
	r := rand.New(rand.NewPCG(q.Seed, 0))
	_ = c.folder.Each(func(e *run.Entry) error { // what was read before a fault is a sample too
		if e.Split == 0 && len(s.Cubes) < mostSamples && r.Float64() < q.Share {
			s.Cubes = append(s.Cubes, *e)
		}
		return nil
	})
	return s
}

// AskStatus asks a coordinator for the status.
func AskStatus(ctx context.Context, nc *nats.Conn) (Status, error) {
	var s Status
	return s, ask(ctx, nc, "cc.status", nil, &s)
}

// AskSample asks a coordinator for a random share of the finished cubes.
func AskSample(ctx context.Context, nc *nats.Conn, share float64, seed uint64) (Sample, error) {
	var s Sample
	return s, ask(ctx, nc, "cc.sample", question{share, seed}, &s)
}
