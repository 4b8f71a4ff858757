package natsq

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"crosscut"
	"crosscut/cmd/internal/run"
	"crosscut/internal/durable"
	"crosscut/meter"
)

// Options describe the run of a coordinator.
type Options struct {
	Problem run.Problem
	Plan    run.Plan
	Kind    run.Kind      // of run.Solutions, see [Coordinator.WriteSolutions]
	Dir     string        // folder of the run
	Lease   time.Duration // how long a worker may be silent
	Build   string
	Note    func(string) // takes messages for people
}

// Coordinator is a process of a run whose cubes are searched by workers on other machines.
type Coordinator struct {
	o     Options
	text  string // of the problem
	names subjects
	run   *run.Worker
	nc    *nats.Conn

	mu        sync.Mutex
	job       runJob
	listening bool
	members   map[string]*member
	finished  int // outcomes of this process
	refused   int // answers that were no answers
}

// runName returns the name of the run of a problem with this text, and a plan.
func runName(text string, plan run.Plan, kind run.Kind) string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%v\n%v\n%s", plan, kind, text)))[:12]
}

// NewCoordinator opens the folder of the run.
func NewCoordinator(ctx context.Context, o Options) (*Coordinator, error) {
	folder, tree, err := run.Open(ctx, o.Dir, o.Problem, o.Kind, o.Plan.First, o.Plan.Cut)
	if err == nil {
		err = durable.MkdirAll(filepath.Join(o.Dir, "journals")) // so that other files may come beside them
	}
	if err == nil {
		err = folder.Begin(ctx)
	}
	if err != nil {
		return nil, err
	}
	folder.Note = o.Note
	c := &Coordinator{o: o, text: o.Problem.Text(), members: make(map[string]*member), run: &run.Worker{Folder: folder, Tree: tree}}
	c.job = runJob{
		Run: runName(c.text, o.Plan, o.Kind), Form: o.Problem.Form(), Bytes: len(c.text), Plan: o.Plan, Split: folder.Header.Split, Kind: o.Kind,
		Build: o.Build, Lease: o.Lease,
	}
	c.names = names(c.job.Run)
	return c, nil
}

// Run returns the name of the run.
func (c *Coordinator) Run() string { return c.job.Run }

// Kind returns what the run counts.
func (c *Coordinator) Kind() run.Kind { return c.o.Kind }

// Total returns the sum of the finished cubes. It reports whether they are all.
func (c *Coordinator) Total() (run.Sum, bool) {
	s, sum := c.run.Status()
	return sum, s.Complete
}

// Close closes the folder.
func (c *Coordinator) Close() error { return c.run.Folder.Close() }

// Serve hands out cubes until the run is finished, ctx ends, or the run must stop. Afterwards
// [Coordinator.Total] has the result. The errors are those of [run.Worker.Run].
func (c *Coordinator) Serve(ctx context.Context, nc *nats.Conn) error {
	c.nc = nc
	if err := c.onlyOne(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.run.Hiring = func() error { return c.listen(ctx) }
	var looking sync.WaitGroup
	looking.Go(func() { c.looks(ctx) })
	_, err := c.run.Run(ctx)
	cancel()
	looking.Wait()
	switch {
	case err == nil, errors.Is(err, meter.ErrLimit):
		c.tell("finished")
	case errors.As(err, new(*crosscut.DisagreementError)):
		c.tell(err.Error())
	} // otherwise the workers wait for the next coordinator
	nc.FlushTimeout(time.Second) // workers that miss it notice that the server is gone
	return err
}

// otherAnswers is how long another coordinator has to show itself. Its machine may be busy. If
// there is none, the server says so at once.
const otherAnswers = 10 * time.Second

// onlyOne returns an error if another coordinator serves the run on this server: both would answer each
// worker.
func (c *Coordinator) onlyOne(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, otherAnswers)
	defer cancel()
	if _, err := c.nc.RequestWithContext(ctx, c.names.job, nil); err == nil {
		return errors.New("another coordinator serves the same run on this server")
	}
	return nil // nobody answers
}

// listen begins to receive messages, until ctx ends.
func (c *Coordinator) listen(ctx context.Context) error {
	if c.listening {
		return nil
	}
	c.listening = true
	for subject, handle := range map[string]nats.MsgHandler{
		c.names.take: c.take, c.names.beat: c.heard, c.names.job: c.reply, c.names.text: c.reply, c.names.status: c.reply,
	} {
		s, err := c.nc.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		context.AfterFunc(ctx, func() { s.Unsubscribe() })
	}
	return c.nc.Flush()
}

// looks looks after the workers each second, until ctx ends.
func (c *Coordinator) looks(ctx context.Context) {
	tick := time.NewTicker(min(time.Second, c.o.Lease/4))
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
		c.mu.Lock()
		for name, w := range c.members {
			if time.Since(w.last) > c.o.Lease {
				c.bury(name)
			}
		}
		c.mu.Unlock()
		c.tell("")
	}
}

// tell tells all workers the budget, or that the run is over.
func (c *Coordinator) tell(over string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.job.Pace = pace{Budget: c.run.Pace(), Over: over}
	if text, err := json.Marshal(c.job.Pace); err == nil {
		c.nc.Publish(c.names.pace, text) // the next one comes soon
	}
}
