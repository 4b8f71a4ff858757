package dlx

import (
	"context"
	"errors"
	"math/big"

	"crosscut/internal/search"
)

// Counting covers without making them one by one.
//
// Count goes two ways in turns: through the tree of the core Bitset (count_tree.go), and
// along a frontier (frontier.go). It applies to problems without multiplicities whose
// tables take at most 128 MiB. The other problems are counted by finding every cover.

const (
	countBytes = 256 << 20 // memory for the states that a count remembers; with less it takes longer
	tableBytes = 128 << 20 // memory for the tables of Bitset, which may be made twice
)

// alongFrontier is the name that [Meter.Used] gives to the frontier.
const alongFrontier = "frontier"

// Count returns the number of exact covers, which may have any number of digits. It
// remembers states of the search, so it need not make the covers one by one. Where no
// state recurs, it takes about as long as [Problem.Solve] with a yield that counts.
//
// Count remembers states in up to 256 MiB of memory, however long it runs. The tables of
// [Bitset] come on top. Above 128 MiB of tables, which is beyond 30,000 options, Count
// finds every cover with [Sparse]. It also finds every cover of a problem with
// multiplicities. With more than 6,400 options, Sparse goes first, for less time than the
// tables take to lay out.
//
// The errors are those of Solve, and then the number is nil. Solutions in the counters
// of m is then the number of covers that were counted: a lower bound, cut off at 2^63-1.
// Nodes are the states that were branched on, either way. [Meter.Used] has "frontier"
// when the frontier gave the number.
func (p *Problem) Count(ctx context.Context, m *Meter) (*big.Int, error) {
	if p.fault != nil {
		return nil, p.fault
	}
	if p.hasMultiplicities() || p.bitsetBytes() > tableBytes {
		return p.enumerate(ctx, m)
	}
	run := search.Start(ctx, m)
	defer run.Close()
	switch n, done, err := p.countBriefly(run); {
	case err != nil:
		return nil, err
	case done:
		return n, nil
	}
	s, err := newLateBitset(p, run)
	if err != nil {
		return nil, err
	}
	run.Use(Bitset.String())
	r := twoWays{problem: p, run: run, tree: newCounting(p, s, countBytes/4)}
	n, err := r.count()
	if err != nil {
		return nil, err
	}
	run.Solutions = n.capped()
	run.Share(1)
	return n.big(), nil
}

// Laying out the tables of Bitset looks at a set of options for each element. Sparse takes a
// fixed time for each. So it goes first for brieflyFrom options or more. Then it has a node for
// each brieflyShare options. With 5,217 options of up to 324 elements, a node of Sparse took
// so long that going first lost: 0.24 instead of 0.08 s.
const (
	brieflyFrom  = 6400
	brieflyShare = 256
)

// countBriefly counts with Sparse, for less time than the tables of Bitset take to lay out. It
// reports whether it is done. Word rectangles are an example: the tables are large, and a
// few nodes show that there is no cover.
func (p *Problem) countBriefly(run *search.Run) (n *big.Int, done bool, err error) {
	if p.Options() < brieflyFrom {
		return nil, false, nil
	}
	s, err := newSparse(p, run)
	if err != nil {
		return nil, false, err
	}
	s.split, s.order.unread = int64(p.Options()/brieflyShare), true
	switch err = s.search(func([]int) bool { return true }); {
	case errors.Is(err, errSplit):
		run.Solutions = 0
		run.Share(0)
		return nil, false, nil
	case err != nil:
		return nil, false, err
	}
	run.Use(Sparse.String())
	return big.NewInt(run.Solutions), true, nil
}

// enumerate counts the covers one by one, in memory that is linear in the input.
func (p *Problem) enumerate(ctx context.Context, m *Meter) (*big.Int, error) {
	core := Sparse
	if p.hasMultiplicities() {
		core = Auto
	}
	if m == nil {
		m = new(Meter)
	}
	before := m.Stats().Solutions
	if err := p.SolveWith(ctx, core, m, nil); err != nil {
		return nil, err
	}
	return big.NewInt(m.Stats().Solutions - before), nil // no enumeration gets beyond an int64
}

// twoWays is a count by two ways that take turns until one is done: through the tree
// with the fewest options first, and along the frontier. Nobody knows in advance which
// way is faster. The slower one may take many thousand times as long.
//
// The tree knows the share of it that is done. So the turns are chosen so that the
// frontier costs little where it loses. Turns are measured in steps, not in seconds: the
// same problem always takes the same course.
type twoWays struct {
	problem  *Problem
	run      *search.Run
	tree     *counting
	frontier *frontier // nil until it is worth its tables
}

const (
	firstTurn  = 1 << 17 // steps that the tree takes alone, enough for small problems
	turnShare  = 8       // each later turn is 1/turnShare of the tree's steps so far
	setUpShare = 16      // the frontier's set-up may cost at most 1/setUpShare of all steps

	// The steps that the frontier may have taken are a part of the tree's. They are more
	// where the tree seems to have much left to do, and much more where states merge.
	sureShare  = 24 // at least 1/sureShare of the tree's steps so far
	guessShare = 24 // more: 1/guessShare of all steps that the tree will take, as guessed
	mostLead   = 4  // at most so many times the tree's steps so far

	// States merge well if one in merging states was reached before. Then the frontier
	// may take as many steps as the tree will take, at most mergingLead times its steps so
	// far. On packings, queens and Langford pairs one in ten to one in a hundred merges.
	// On Latin squares, dominoes and paths one in four to one in two does.
	merging     = 5
	mergingLead = 16

	// Where fewer than one in poorly merge, the frontier has not won yet. It still takes
	// 1/poorShare of the tree's steps, because more may merge later. Where n times fewer merge,
	// it takes 1/n of that, but at least 1/leastPart.
	poorly    = 16
	poorFrom  = 1 << 6 // states reached, before which nothing is known
	poorShare = 32
	leastPart = 4
)

func (r *twoWays) count() (bigCount, error) {
	turn := int64(firstTurn)
	for {
		if done, err := r.tree.advanceBy(turn); done || err != nil {
			return r.tree.total, err
		}
		turn = max(firstTurn, r.tree.steps/turnShare)
		if r.frontier == nil {
			if cost := r.setUp(); r.tree.steps < setUpShare*cost {
				continue
			}
			f, err := newFrontier(r.problem, r.run, countBytes/4*3)
			if err != nil {
				return bigCount{}, err
			}
			r.frontier = f
		}
		// The turns change the time, and not the number.
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

// setUp returns the cost of laying out the frontier, in steps. Most of it is the rows.
func (r *twoWays) setUp() int64 { return int64(len(r.problem.elements)) * int64(r.tree.whole.words) }

// guess estimates how many steps the tree will take in all, from the share that is done.
func (r *twoWays) guess() float64 { return float64(r.tree.steps) / max(r.tree.share(), 1e-300) }

// lead returns how many steps the frontier may have taken by now, in all.
func (r *twoWays) lead() int64 {
	part, most := guessShare, int64(mostLead)
	if f := r.frontier; f.merged*merging > f.reached {
		part, most = 1, mergingLead
	}
	spent := r.tree.steps
	if f := r.frontier; f.reached >= poorFrom && f.merged*poorly < f.reached {
		fewer := f.reached / (poorly * (f.merged + 1))
		return spent / poorShare / min(max(fewer, 1), leastPart)
	}
	return max(spent/sureShare, int64(min(r.guess()/float64(part), float64(most*spent))))
}
