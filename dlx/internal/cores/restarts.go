package cores

import (
	"encoding/binary"
	"errors"

	"crosscut/dlx/internal/model"
	"crosscut/internal/search"
	"crosscut/meter"
)

// Restarts: how Auto finds a few covers of a problem with many.
//
// Some searches have a heavy tail. An unlucky choice near the root costs millions of
// nodes, while most other choices lead to a cover at once. 100 queens are an example: two
// million nodes found no cover, and with other choices among equals 100 nodes did. So the
// search is interrupted, and a random search begins at the root: see draws below. After some
// failures it begins again, with other random numbers. Then the interrupted search continues
// (Gomes, Selman and Kautz, "Boosting combinatorial search through randomization", AAAI 1998).
//
// The random search is by Bitset where the interrupted one is, and shares its tables. Such a
// node takes 1/2 to 1/5 of the time of a node of Sparse.
//
// The search is first interrupted when it has had 2·restartFailures nodes more than there are
// primary items. A cover can have as many options. It is interrupted again whenever it has
// twice as many nodes. If a cover has come since the last time, there is no
// random search.
//
// All random searches together have a budget. It is half of the nodes that the interrupted search has
// had, but at most one for each option of the problem. It is never less than 1/restartShare of the nodes
// of the interrupted search. The budget depends on the options because a problem with few of them is more
// likely to be searched to its end. So a proof takes half as long again at most, a long one a quarter. Luck
// with a random search costs three times its time. The random searches end after restartFailures failures, times the
// numbers of Luby's series.
//
// The interrupted search is complete, so "no other cover" stays a proof. No cover comes
// twice, because those that came are remembered. It applies where Meter.Wanted is set.
// The seed is fixed, and the random searches use one worker. They come at fixed nodes of
// the interrupted search. So the same covers come for any number of workers.

var (
	errRestart   = errors.New("dlx: restart")         // ends a search that is to be interrupted
	errImpatient = errors.New("dlx: out of patience") // ends a random search
	errAll       = errors.New("dlx: no other cover")  // ends a search by several workers
)

// restart is the part of a search that interrupts it. A nil *Restart never does.
type restart struct {
	problem *model.Problem
	run     *meter.Run
	At      int64        // the node at which the search is interrupted next, 0 for never
	Learns  int64        // the number of nodes of the interrupted search until which it takes over weights
	spent   int64        // nodes of the random searches
	term    int          // how many random searches there were
	random  randomSearch // nil before the first interruption, which comes before the search splits

	yield   func([]int) bool
	seen    map[string]struct{} // the covers that came, until all wanted ones have come
	came    int                 // how many of them had come after the last interruption
	key     []byte
	during  bool // a random search is running
	stopped bool // yield has returned false
}

// NewRestart returns the restarts of a search. It returns nil if the caller wants many covers,
// or if nobody reads them.
func NewRestart(p *model.Problem, run *meter.Run, unread bool) *restart {
	if !restarting.On() || unread || run.Meter.Wanted <= 0 || run.Meter.Wanted > mostWanted {
		return nil
	}
	r := &restart{problem: p, run: run, Learns: splitFrom, seen: map[string]struct{}{}}
	r.At = int64(2*restartFailures + min(p.Primary, splitFrom/2)) // always before the search splits
	return r
}

// Due reports whether to interrupt the search at that node.
func (r *restart) Due(node int64) bool { return r != nil && r.At != 0 && node >= r.At }

// once makes yield the receiver of the covers. It returns a function that passes on the
// covers that have not come before.
func (r *restart) once(yield func([]int) bool) func([]int) bool {
	if r == nil {
		return yield
	}
	r.yield = yield
	return r.receive
}

// receive passes a cover on unless it came before. It counts a cover that comes again as
// none. A random search ends with the last wanted cover.
func (r *restart) receive(options []int) bool {
	r.key = r.key[:0]
	for _, o := range options {
		r.key = binary.LittleEndian.AppendUint32(r.key, uint32(o))
	}
	if _, again := r.seen[string(r.key)]; again {
		r.run.Solutions--
		return true
	}
	enough := r.At == 0
	if !enough {
		r.seen[string(r.key)] = struct{}{}
		if enough = len(r.seen) >= r.run.Meter.Wanted; enough {
			r.At = 0
		}
	}
	r.stopped = !r.yield(options)
	return !r.stopped && !(r.during && enough)
}

// Core searches with random ties while s waits. It returns ErrImpatient if s is to
// continue, and nil if all covers have come. s is nil where several workers search.
func (r *restart) Search(s Core) error {
	if r.random == nil {
		var err error
		if r.random, err = s.Random(r.run); err != nil {
			return err
		}
	}
	before := r.run.Nodes
	searched := before - r.spent
	budget := max(searched/restartShare, min(searched/2, int64(r.problem.Options()))) - r.spent
	if len(r.seen) > r.came {
		budget = 0 // covers come without restarts
	}
	r.during = true
	err := errImpatient
	for errors.Is(err, errImpatient) && r.At != 0 && r.run.Nodes-before < budget {
		r.term++
		r.random.Again(r.run.Failures + min(restartFailures*search.Luby(r.term), 2*budget))
		err = r.random.Search(r.receive)
	}
	r.during, r.came = false, len(r.seen)
	nodes := r.run.Nodes - before
	r.spent += nodes
	if r.At != 0 {
		r.At = 2*searched + r.spent
	}
	if s != nil && searched < r.Learns {
		s.LearnFrom(r.random)
	}
	if errors.Is(err, meter.ErrStopped) && !r.stopped {
		err = errImpatient
	}
	return err
}

// before interrupts a search by several workers. It is called before the given number of
// nodes is counted, and interrupts the search as often as one worker would within them.
// It returns errAll if all covers have come.
func (r *restart) before(nodes int64) error {
	for r != nil && r.Due(r.run.Nodes+nodes) {
		ahead := r.At - r.run.Nodes
		if ahead > r.run.Left() {
			return nil // the limit comes first
		}
		r.run.Nodes += ahead
		err := r.Search(nil)
		if err == nil {
			return errAll
		}
		if !errors.Is(err, errImpatient) {
			return err
		}
		r.run.Nodes -= ahead
	}
	return nil
}
