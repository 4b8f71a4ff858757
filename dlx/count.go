package dlx

import (
	"context"
	"math/big"

	"crosscut/internal/search"
)

// What a count may take, in bytes: for the states that it remembers, and for the
// tables of the bitset core, of which there may be two.
const (
	countBytes = 256 << 20
	tableBytes = 128 << 20
)

// alongFrontier is the name that [Meter.Used] gives to the frontier.
const alongFrontier = "frontier"

// Count returns the number of exact covers, which may have any number of digits. It
// does not make the covers one by one: see the package comment for how. Where that
// does not help it takes about as long as [Problem.Solve] with a yield that counts.
//
// It takes up to 256 MiB of memory for the states that it remembers, and no more
// however long it runs, beside the tables of [Bitset]. Problems for which these take
// more than 128 MiB, which is beyond 30,000 options, are counted by enumeration with
// [Sparse], and so are problems with multiplicities.
//
// The errors are those of Solve, and then the number is nil; the covers that were
// counted until then are Solutions in the counters of m, a lower bound that is cut off
// at 2^63-1. Nodes are the states that were branched on by any of the methods.
func (p *Problem) Count(ctx context.Context, m *Meter) (*big.Int, error) {
	if p.fault != nil {
		return nil, p.fault
	}
	if p.hasMultiplicities() || p.bitsetBytes() > tableBytes {
		return p.enumerate(ctx, m)
	}
	run := search.Start(ctx, m)
	defer run.Close()
	s, err := newBitset(p, run)
	if err != nil {
		return nil, err
	}
	run.Use(Bitset.String())
	r := twoWays{problem: p, run: run, tree: newCounting(s, countBytes/4)}
	n, err := r.count()
	if err != nil {
		return nil, err
	}
	run.Solutions = n.capped()
	run.Share(1)
	return n.big(), nil
}

// enumerate counts the covers one by one, in tables that are linear in the input.
func (p *Problem) enumerate(ctx context.Context, m *Meter) (*big.Int, error) {
	core := Sparse
	if p.hasMultiplicities() {
		core = Auto
	}
	n := int64(0) // no enumeration gets beyond an int64
	if err := p.SolveWith(ctx, core, m, func([]int) bool { n++; return true }); err != nil {
		return nil, err
	}
	return big.NewInt(n), nil
}

// race is a count by two methods that take turns until one of them is done: through
// the tree with the fewest options first, and along the frontier. Which is faster is
// known only when it is over, and the worse one may take many thousand times as long.
//
// The tree tells what share of it is done, so the turns are such that the frontier
// costs little where it loses. All is measured in steps and not in seconds, so that
// the same problem always takes the same course.
type twoWays struct {
	problem  *Problem
	run      *search.Run
	tree     *counting
	frontier *frontier // nil until it is worth its tables
}

const (
	firstTurn  = 1 << 17 // steps in which a small problem is counted by the tree alone
	turnShare  = 8       // after that a turn is one such part of what the tree has spent
	setUpShare = 16      // what laying out the frontier costs must be one such part of all, at most

	// What the frontier may have spent: a part of what the tree has, or more where the
	// tree has much to do yet, as far as can be seen, and much more where states merge.
	sureShare  = 24 // one such part of what the tree has spent
	guessShare = 24 // one such part of what the tree will have spent
	mostLead   = 4  // but at most so many times what the tree has spent

	// The frontier does well if one in so many states was there before. Then it may
	// spend as much as the tree will have spent. On packings, queens and Langford pairs
	// it is one in ten to one in a hundred; on squares, dominoes and paths one in four
	// to one in two.
	merging     = 5
	mergingLead = 16
)

func (r *twoWays) count() (bigCount, error) {
	turn := int64(firstTurn)
	for {
		if done, err := r.tree.advanceBy(turn); done || err != nil {
			return r.tree.total, err
		}
		turn = max(firstTurn, r.tree.steps/turnShare)
		if r.frontier == nil {
			if cost := r.setUp(); r.tree.steps < cost || r.guess() < setUpShare*float64(cost) {
				continue
			}
			f, err := newFrontier(r.problem, r.run, countBytes/4*3)
			if err != nil {
				return bigCount{}, err
			}
			r.frontier = f
		}
		if lead := r.lead() - r.frontier.steps; lead > 0 && !r.frontier.hopeless {
			done, err := r.frontier.advanceBy(lead)
			if done {
				r.run.Use(alongFrontier)
			}
			if done || err != nil {
				return r.frontier.total, err
			}
			if r.frontier.hopeless {
				*r.frontier = frontier{hopeless: true}
				r.tree.memo.room = countBytes
			}
		}
	}
}

// setUp returns what laying out the frontier costs, in steps: most of it is the rows.
func (r *twoWays) setUp() int64 { return int64(len(r.problem.elements)) * int64(r.tree.words) }

// guess returns how many steps the tree will have taken, as far as can be seen.
func (r *twoWays) guess() float64 { return float64(r.tree.steps) / max(r.tree.share(), 1e-300) }

// lead returns how many steps the frontier may have taken by now.
func (r *twoWays) lead() int64 {
	part, most := guessShare, int64(mostLead)
	if f := r.frontier; f.merged*merging > f.reached {
		part, most = 1, mergingLead
	}
	spent := r.tree.steps
	return max(spent/sureShare, int64(min(r.guess()/float64(part), float64(most*spent))))
}
