package natsq

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"crosscut/cluster"
	"crosscut/cluster/problem"
	"crosscut/cubes"
	"crosscut/ledger"
)

// Times of a coordinator.
const (
	workerGone  = 5 * time.Second // without a beat
	atOnce      = 1000            // answers that share one fsync
	mostLate    = 10_000          // outcomes that wait to be compared with the ledger
	largeAtOnce = 4               // answers with solutions in memory
)

// Options describe the run of a coordinator.
type Options struct {
	Problem problem.Problem
	Plan    cubes.Plan
	Kind    ledger.Kind // ledger.Count or ledger.Digest
	Ledger  string      // file of the ledger
	Resume  []string    // ledgers of other runs, checkpoints and shares to continue from
	Lease   time.Duration
	Build   string
	Note    func(string) // takes messages for people
	// Solutions is a file for the text of all solutions, if they are wanted: see
	// [Coordinator.WriteSolutions]. Kind is ledger.Digest then, and Resume is empty.
	Solutions string
}

// Coordinator hands out the cubes of a run and keeps its ledger.
type Coordinator struct {
	o         Options
	job       Job
	names     subjects
	text      string // of the problem
	tree      problem.Tree
	state     *cluster.State
	journal   *ledger.Journal
	header    ledger.Header
	add       func(...ledger.Entry) error // journal.Add, or a fault in tests
	room      func(dir string) error      // hasRoom, or a fault in tests
	texts     *texts                      // nil if no solutions are wanted
	late      []cluster.Outcome           // of forgotten cubes, to be compared with the ledger
	compared  time.Time                   // the end of the last comparison
	comparing time.Duration               // what it took

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
func RunName(text string, plan cubes.Plan, kind ledger.Kind) string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%v\n%v\n%s", plan, kind, text)))[:12]
}

// NewCoordinator opens the ledger, and reads what an earlier run has finished.
func NewCoordinator(ctx context.Context, o Options) (*Coordinator, error) {
	c := &Coordinator{
		o: o, every: time.Second, room: hasRoom, state: cluster.New(), workers: make(map[string]*member), struck: make(map[string]bool), alone: make(map[string]bool), losses: make(map[string]int),
		answers: make(chan jetstream.Msg, 4*atOnce), beats: make(chan beat, 4096), gone: make(chan string, 16), requests: make(chan *nats.Msg, 64),
	}
	if o.Note == nil {
		c.o.Note = func(string) {}
	}
	var err error
	c.text = o.Problem.Text()
	if c.tree, err = o.Problem.Cut(ctx, o.Plan); err != nil {
		return nil, err
	}
	hash, err := c.tree.Hash(ctx)
	if err != nil {
		return nil, err
	}
	c.job = Job{
		Run: RunName(c.text, o.Plan, o.Kind), Form: o.Problem.Form(), Bytes: len(c.text), Plan: o.Plan, Split: hash, Kind: o.Kind,
		Build: o.Build, Lease: o.Lease, Solutions: o.Solutions != "",
	}
	c.names = names(c.job.Run)
	if c.job.Solutions {
		if o.Kind != ledger.Digest || len(o.Resume) > 0 {
			return nil, errors.New("a run with solutions counts with a digest, and continues from no other ledger")
		}
		c.answers = make(chan jetstream.Msg, largeAtOnce)
	}
	root := cluster.Outcome{Split: c.tree.Len()}
	if root.Split == 0 { // no solution
		root.Sum.Count = zero
	}
	if _, err := c.state.Answer(root); err != nil {
		return nil, err
	}
	c.header = ledger.Header{
		Kind: o.Kind, Puzzle: fmt.Sprintf("%x", sha256.Sum256([]byte(c.text))), Split: hash,
		Asked: o.Plan.First, Cubes: c.tree.Len(), Cut: o.Plan.Cut, Plan: o.Plan.Version,
	}
	if err := c.openLedger(); err != nil {
		return nil, err
	}
	return c, nil
}

// Run returns the name of the run.
func (c *Coordinator) Run() string { return c.job.Run }

// Kind returns what the run counts.
func (c *Coordinator) Kind() ledger.Kind { return c.o.Kind }

// Total returns the sum of the finished cubes. It reports whether they are all.
func (c *Coordinator) Total() (cluster.Sum, bool) { return c.state.Total() }

// Poisoned returns the cubes that were given up, because they end every worker.
func (c *Coordinator) Poisoned() []string { return c.poisoned }

// Close closes the ledger.
func (c *Coordinator) Close() error { return cmp.Or(c.texts.close(), c.journal.Close()) }

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
