package natsq

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"crosscut/cluster"
	"crosscut/cubes"
	"crosscut/ledger"
	"crosscut/puzzle"
)

// Times of a coordinator.
const (
	workerGone = 5 * time.Second // without a beat
	atOnce     = 1000            // answers that share one fsync

	largeAtOnce = 4 // answers with solutions in memory
)

// Options describe the run of a coordinator.
type Options struct {
	Puzzle puzzle.Puzzle
	Plan   cubes.Plan
	Kind   ledger.Kind // ledger.Count or ledger.Digest
	Ledger string      // file of the ledger
	Resume []string    // ledgers of other runs, checkpoints and shares to continue from
	Lease  time.Duration
	Build  string
	Note   func(string) // takes messages for people

	// Solutions is a file for the text of all solutions, if they are wanted: see
	// [Coordinator.WriteSolutions]. Kind is ledger.Digest then, and Resume is empty.
	Solutions string
}

// Coordinator hands out the cubes of a run and keeps its ledger.
type Coordinator struct {
	o       Options
	job     Job
	names   subjects
	tree    *cubes.Tree
	state   *cluster.State
	journal *ledger.Journal
	header  ledger.Header
	add     func(...ledger.Entry) error // journal.Add, or a fault in tests

	texts *texts // nil if no solutions are wanted

	lines      int // of the ledger
	foldAt     int // lines at which the ledger may be folded
	leastLines int // leastLines, or fewer in tests

	nc         *nats.Conn
	js         jetstream.JetStream
	replicas   int
	todo, done jetstream.Consumer
	answers    chan jetstream.Msg
	beats      chan beat
	gone       chan string // names of workers that have died
	requests   chan *nats.Msg

	workers  map[string]*member
	struck   map[string]bool // cubes whose children are offered one by one
	alone    map[string]bool // cubes that are offered alone
	losses   map[string]int  // how often a cube got lost
	poisoned []string
	every    time.Duration // time between two looks
	quiet    int           // looks without any message in the streams
	begun    time.Time
	finished int         // outcomes of this process
	dearest  []expensive // most expensive cubes, the first one most
	refused  int         // answers that were no answers
	curve    []point
}

// member is a worker as the coordinator sees it.
type member struct {
	last    time.Time
	held    beat
	answers int
}

// RunName returns the name of the run of a puzzle and a plan.
func RunName(p puzzle.Puzzle, plan cubes.Plan, kind ledger.Kind) string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%v\n%v\n%s", plan, kind, p)))[:12]
}

// NewCoordinator opens the ledger, and reads what an earlier run has finished.
func NewCoordinator(ctx context.Context, o Options) (*Coordinator, error) {
	c := &Coordinator{
		o: o, every: time.Second, state: cluster.New(), workers: make(map[string]*member), struck: make(map[string]bool), alone: make(map[string]bool), losses: make(map[string]int),
		answers: make(chan jetstream.Msg, 4*atOnce), beats: make(chan beat, 4096), gone: make(chan string, 16), requests: make(chan *nats.Msg, 64),
	}
	if o.Note == nil {
		c.o.Note = func(string) {}
	}
	var err error
	if c.tree, err = cubes.NewTree(ctx, o.Puzzle, o.Plan); err != nil {
		return nil, err
	}
	hash, err := c.tree.Hash(ctx)
	if err != nil {
		return nil, err
	}
	c.job = Job{
		Run: RunName(o.Puzzle, o.Plan, o.Kind), Puzzle: o.Puzzle.String(), Plan: o.Plan, Split: hash, Kind: o.Kind, Build: o.Build, Lease: o.Lease,
		Solutions: o.Solutions != "",
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
		Kind: o.Kind, Puzzle: fmt.Sprintf("%x", sha256.Sum256([]byte(o.Puzzle.String()))), Split: hash,
		Asked: o.Plan.First, Cubes: c.tree.Len(), Cut: o.Plan.Cut, Plan: o.Plan.Version,
	}
	if c.job.Solutions {
		if c.texts, err = openTexts(o.Solutions); err != nil {
			return nil, err
		}
	}
	useless, damaged := 0, 0
	c.journal, damaged, err = ledger.OpenJournal(o.Ledger, c.header, func(e ledger.Entry) error { return c.replay(&e, &useless) })
	if err != nil {
		c.texts.close()
		return nil, err
	}
	if damaged > 0 {
		c.o.Note(fmt.Sprintf("the ledger has %d damaged lines; their cubes are searched again", damaged))
	}
	if useless > 0 {
		c.o.Note(fmt.Sprintf("%d lines of the ledger are of no use without others that are missing", useless))
	}
	c.add = c.journal.Add
	c.leastLines = leastLines
	c.foldAt = leastLines
	for _, name := range o.Resume {
		if err == nil {
			err = c.resume(name)
		}
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// resume takes what another ledger has, and writes it into the own one.
func (c *Coordinator) resume(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	l, err := ledger.Read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	h := c.header
	switch {
	case l.Header.Puzzle != h.Puzzle:
		return fmt.Errorf("%s: about another puzzle", name)
	case l.Header.Kind != h.Kind:
		return fmt.Errorf("%s: it has results of the kind %q, not %q", name, l.Header.Kind, h.Kind)
	case l.Header.Split != h.Split || l.Header.Cubes != h.Cubes:
		return fmt.Errorf("%s: the puzzle is cut into other cubes there, by --cubes %d", name, l.Header.Asked)
	case l.Header.Cut != 0 && (l.Header.Cut != h.Cut || l.Header.Plan != h.Plan):
		return fmt.Errorf("%s: cubes are cut into %d there, not into %d", name, l.Header.Cut, h.Cut)
	}
	var fresh []ledger.Entry
	for i := range l.Entries {
		o, ok := outcomeOf(&l.Entries[i])
		if !ok {
			continue
		}
		verdict, err := c.state.Answer(o)
		if errors.As(err, new(*cluster.ContradictionError)) {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err == nil && verdict == cluster.Fresh {
			fresh = append(fresh, l.Entries[i])
		}
	}
	return c.keep(fresh)
}

// replay takes an entry of the ledger. It counts those that are of no use.
func (c *Coordinator) replay(e *ledger.Entry, useless *int) error {
	c.lines++
	o, ok := outcomeOf(e)
	if !ok {
		*useless++
		return nil
	}
	if whole, err := c.texts.has(e); err != nil || !whole {
		*useless++
		return err
	}
	switch verdict, err := c.state.Answer(o); {
	case errors.As(err, new(*cluster.ContradictionError)):
		return err
	case err != nil || verdict == cluster.Unknown:
		*useless++
	}
	return nil
}

// keep writes entries into the ledger. They are on the disk when it returns.
func (c *Coordinator) keep(entries []ledger.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	if err := c.texts.sync(); err != nil { // before the entries that name the text
		return fmt.Errorf("the solutions cannot be written: %w", err)
	}
	if err := c.add(entries...); err != nil {
		return fmt.Errorf("the ledger cannot be written: %w", err)
	}
	c.lines += len(entries)
	return nil
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

// Serve hands out cubes until all are finished, ctx ends, or the run must stop. Afterwards
// [Coordinator.Total] has the result. The error is nil if nothing is left to hand out. A
// [cluster.ContradictionError] says that two workers disagree.
func (c *Coordinator) Serve(ctx context.Context, nc *nats.Conn) (err error) {
	c.nc, c.begun = nc, time.Now()
	if c.js, err = jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(atOnce)); err != nil {
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
		case errors.As(err, new(*cluster.ContradictionError)):
			c.tell(err.Error())
		} // otherwise the workers wait for the next coordinator
		nc.FlushTimeout(time.Second) // workers that miss it notice that the server is gone
	}()
	tick := time.NewTicker(c.every)
	defer tick.Stop()
	for {
		if err := c.foldWhenLong(); err != nil {
			return err
		}
		if err := c.refill(ctx); err != nil {
			return err
		}
		if n := c.state.Counters(); n.Open+n.Offered == 0 {
			return nil
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

// open makes the streams. Tasks of an earlier coordinator are dropped: they are missing in
// the ledger, so they are offered again.
func (c *Coordinator) open(ctx context.Context) (err error) {
	for end := time.Now().Add(20 * time.Second); ; pause(ctx, retryAfter) {
		once, cancel := context.WithTimeout(ctx, 5*time.Second)
		if c.todo, c.done, err = c.names.streams(once, c.js, c.replicas, c.o.Lease, c.job.Solutions); err == nil {
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
	go c.receive(ctx)
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
		"cc.job": c.request, "cc.status": c.request, "cc.sample": c.request,
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

// receive passes answers on, until ctx ends.
func (c *Coordinator) receive(ctx context.Context) {
	for ctx.Err() == nil {
		it, err := c.done.Messages(jetstream.PullMaxMessages(min(atOnce, cap(c.answers))))
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
	var entries []ledger.Entry
	var forgotten []cluster.Outcome
	for _, m := range batch {
		a, err := readAnswer(m.Data(), c.job.Solutions)
		if err != nil || a.Build != c.o.Build {
			c.refused++
			continue
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
	if err := c.compare(forgotten); err != nil {
		return err
	}
	for _, m := range batch {
		m.Ack() // if this gets lost, the answer comes again
	}
	c.quiet = 0
	return nil
}

// outcomes gives the outcomes of an answer to the state.
func (c *Coordinator) outcomes(a *answer) (fresh []ledger.Entry, forgotten []cluster.Outcome, err error) {
	w := c.member(a.Worker)
	w.answers++
	for i := range a.Outcomes {
		o := &a.Outcomes[i]
		r, err := o.read(c.o.Kind)
		if err != nil {
			c.refused++
			continue
		}
		verdict, err := c.state.Answer(r)
		if wrong := (*cluster.ContradictionError)(nil); errors.As(err, &wrong) {
			return nil, nil, fmt.Errorf("%w (%s, worker %s)", err, o.Engine, a.Worker)
		} else if err != nil {
			c.refused++
			continue
		}
		switch verdict {
		case cluster.Fresh:
			e := entry(o, r, c.o.Kind, a.Worker)
			if err := c.texts.put(&e, o.Solutions); err != nil {
				return nil, nil, err
			}
			fresh = append(fresh, e)
			c.finished++
			c.remember(o)
		case cluster.Forgotten:
			forgotten = append(forgotten, r)
		}
	}
	return fresh, forgotten, nil
}

// compare compares outcomes of forgotten cubes with the ledger.
func (c *Coordinator) compare(all []cluster.Outcome) error {
	if len(all) == 0 {
		return nil
	}
	for _, o := range all {
		err := cluster.Compare(c.ledger(nil), o)
		if wrong := (*cluster.ContradictionError)(nil); errors.As(err, &wrong) {
			return err
		}
	}
	return nil
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

// refill puts open cubes into the queue while it is short.
func (c *Coordinator) refill(ctx context.Context) error {
	limit := cluster.QueueSize(len(c.workers))
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
	deadline := time.After(5 * time.Second)
	for _, p := range sent {
		select {
		case <-p.future.Ok():
		case <-p.future.Err():
			c.again(p.paths)
		case <-deadline:
			c.again(p.paths)
		case <-ctx.Done():
			return nil
		}
	}
	return nil
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

// strikes takes cubes that were delivered too often, or that a worker could not finish.
// Several of one task come one by one. A single cube is cut. If it is a part of such a
// cube, it comes alone. If it ends its worker again, it is given up.
func (c *Coordinator) strikes(paths []string) (fresh []ledger.Entry, err error) {
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
			if err != nil || len(children) < 2 || inside {
				c.alone[path] = true
				c.state.Again(path)
				continue
			}
			o := outcome{Path: path, Split: len(children), Engine: "cut"}
			r := cluster.Outcome{Path: path, Split: len(children)}
			if _, err := c.state.Answer(r); err != nil {
				return nil, err
			}
			c.struck[path] = true
			fresh = append(fresh, entry(&o, r, c.o.Kind, "coordinator"))
			c.o.Note(fmt.Sprintf("cube %s ended its worker %d times; it is cut into %d", path, deliveries, len(children)))
		}
	}
	return fresh, nil
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
