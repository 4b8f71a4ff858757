package natsq

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"crosscut/cubes"
	"crosscut/internal/run"
	"crosscut/internal/run/problem"
)

// Times of a coordinator.
const (
	workerGone  = 5 * time.Second // without a beat
	atOnce      = 1000            // answers that share one fsync
	mostLate    = 10_000          // outcomes that wait to be compared with the journals
	largeAtOnce = 4               // answers with solutions in memory
)

// Options describe the run of a coordinator.
type Options struct {
	Problem problem.Problem
	Plan    cubes.Plan
	Kind    run.Kind // of run.Solutions, see [Coordinator.WriteSolutions]
	Dir     string   // folder of the run
	Lease   time.Duration
	Build   string
	Note    func(string) // takes messages for people
}

// Coordinator hands out the cubes of a run and keeps its folder.
type Coordinator struct {
	o         Options
	job       Job
	names     subjects
	text      string // of the problem
	tree      problem.Tree
	state     *run.State
	folder    *run.Folder
	release   func()                 // gives the lock of the folder back
	add       func(...outcome) error // write, or a fault in tests
	room      func(dir string) error // hasRoom, or a fault in tests
	late      []run.Outcome          // of forgotten cubes, to be compared with the journals
	compared  time.Time              // the end of the last comparison
	comparing time.Duration          // what it took

	nc         *nats.Conn
	js         jetstream.JetStream
	replicas   int
	todo, done jetstream.Consumer
	answers    chan jetstream.Msg
	beats      chan beat
	gone       chan string // names of workers that have died
	requests   chan *nats.Msg
	workers    map[string]*member
	struck     map[string]bool // cubes whose children are offered one by one
	alone      map[string]bool // cubes that are offered alone
	losses     map[string]int  // how often a cube got lost
	poisoned   []string
	every      time.Duration // time between two looks
	quiet      int           // looks without any message in the streams
	silent     int           // looks since the last answer
	begun      time.Time
	finished   int         // outcomes of this process
	dearest    []expensive // most expensive cubes, the first one most
	refused    int         // answers that were no answers
	curve      []point
}

// member is a worker as the coordinator sees it.
type member struct {
	last    time.Time
	held    beat
	answers int
}

// RunName returns the name of the run of a problem with this text, and a plan.
func RunName(text string, plan cubes.Plan, kind run.Kind) string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%v\n%v\n%s", plan, kind, text)))[:12]
}

// NewCoordinator opens the folder, and reads what an earlier run has finished.
func NewCoordinator(ctx context.Context, o Options) (*Coordinator, error) {
	c := &Coordinator{
		o: o, every: time.Second, room: hasRoom, workers: make(map[string]*member), struck: make(map[string]bool), alone: make(map[string]bool), losses: make(map[string]int),
		answers: make(chan jetstream.Msg, 4*atOnce), beats: make(chan beat, 4096), gone: make(chan string, 16), requests: make(chan *nats.Msg, 64),
	}
	if o.Note == nil {
		c.o.Note = func(string) {}
	}
	var err error
	c.text = o.Problem.Text()
	if c.folder, c.tree, err = run.Open(ctx, o.Dir, o.Problem, o.Kind, o.Plan.First, o.Plan.Cut); err != nil {
		return nil, err
	}
	c.job = Job{
		Run: RunName(c.text, o.Plan, o.Kind), Form: o.Problem.Form(), Bytes: len(c.text), Plan: o.Plan, Split: c.folder.Header.Split, Kind: o.Kind,
		Build: o.Build, Lease: o.Lease,
	}
	c.names = names(c.job.Run)
	if o.Kind == run.Solutions {
		c.answers = make(chan jetstream.Msg, largeAtOnce)
	}
	if err := c.openFolder(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// Run returns the name of the run.
func (c *Coordinator) Run() string { return c.job.Run }

// Kind returns what the run counts.
func (c *Coordinator) Kind() run.Kind { return c.o.Kind }

// Total returns the sum of the finished cubes. It reports whether they are all.
func (c *Coordinator) Total() (run.Sum, bool) { return c.state.Total() }

// Poisoned returns the cubes that were given up, because they end every worker.
func (c *Coordinator) Poisoned() []string { return c.poisoned }

// Close closes the folder.
func (c *Coordinator) Close() error {
	defer c.release()
	return c.folder.Close()
}

// Lost says that a worker has died. Its cubes are handed out again at once.
func (c *Coordinator) Lost(worker string) {
	select {
	case c.gone <- worker:
	default: // its leases will end
	}
}

// member returns what is known of a worker.
func (c *Coordinator) member(name string) *member {
	w := c.workers[name]
	if w == nil {
		w = new(member)
		c.workers[name] = w
	}
	w.last = time.Now()
	return w
}

// heard takes a beat.
func (c *Coordinator) heard(b beat) {
	if b.Left {
		delete(c.workers, b.Worker)
		return
	}
	c.member(b.Worker).held = b
}

// bury hands the cubes of a dead worker out again.
func (c *Coordinator) bury(worker string) {
	for more := true; more; { // its last beats may still wait
		select {
		case b := <-c.beats:
			c.heard(b)
		default:
			more = false
		}
	}
	if w := c.workers[worker]; w != nil {
		for _, reply := range w.held.Reply {
			if strings.HasPrefix(reply, "$JS.ACK."+c.names.todoStream+".") {
				c.nc.Publish(reply, []byte("-NAK")) // if this gets lost, the lease will end
			}
		}
		delete(c.workers, worker)
	}
}
