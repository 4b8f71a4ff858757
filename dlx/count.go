package dlx

import (
	"context"
	"math"
	"math/big"
	"math/bits"

	"crosscut/internal/search"
)

// Counting covers without making them one by one.
//
// Count goes two ways in turns: through the tree of the core Bitset (count_tree.go), and
// along a frontier (frontier.go). It applies to problems without multiplicities whose
// tables take at most 128 MiB. The other problems are counted by finding every cover.

// alongFrontier is the name that [Meter.Used] gives to the frontier.
const alongFrontier = "frontier"

// Count returns the number of exact covers, which may have any number of digits. It
// remembers states of the search, so it need not make the covers one by one. Where no
// state recurs, it takes about as long as [Problem.Solve] with a yield that counts.
//
// Count remembers states in up to 256 MiB of memory, however long it runs. The tables of
// [Bitset] come on top. Above 128 MiB of tables, which is beyond 30,000 options, Count
// finds every cover. It also finds every cover of a problem with multiplicities.
//
// The errors are those of Solve, and then the number is nil. Solutions in the counters
// of m is then the number of covers that were counted: a lower bound, cut off at 2^63-1.
// Nodes are the states that were branched on, either way. [Meter.Used] has "frontier"
// when the frontier gave the number.
func (p *Problem) Count(ctx context.Context, m *Meter) (*big.Int, error) {
	if p.fault != nil {
		return nil, p.fault
	}
	if p.hasMultiplicities() || p.bitsetBytes() > countBytes/2 {
		return p.enumerate(ctx, m)
	}
	run := search.Start(ctx, m)
	defer run.Close()
	s, err := newLateBitset(p, run)
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

// enumerate counts the covers one by one.
func (p *Problem) enumerate(ctx context.Context, m *Meter) (*big.Int, error) {
	if m == nil {
		m = new(Meter)
	}
	before := m.Stats().Solutions
	if err := p.SolveWith(ctx, Auto, m, nil); err != nil {
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

func (r *twoWays) count() (bigCount, error) {
	turn := int64(firstTurn)
	for {
		if done, err := r.tree.advanceBy(turn); done || err != nil {
			return r.tree.total, err
		}
		turn = max(firstTurn, r.tree.steps/turnShare)
		if r.frontier == nil {
			if cost := r.setUp(); !frontierTurns.On() || r.tree.steps < setUpShare*cost {
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
func (r *twoWays) setUp() int64 { return int64(len(r.problem.elements)) * int64(r.tree.words) }

// guess estimates how many steps the tree will take in all, from the share that is done.
func (r *twoWays) guess() float64 { return float64(r.tree.steps) / max(r.tree.share(), 1e-300) }

// lead returns how many steps the frontier may have taken by now, in all. Where states merge
// well, these are as many as the tree will take, as guessed, but at most mergingLead times as many
// as it has taken. On packings, queens and Langford pairs one state in ten to one in a hundred
// merges, on Latin squares, dominoes and paths one in four to one in two.
func (r *twoWays) lead() int64 {
	spent := r.tree.steps
	if f := r.frontier; f.merged*merging > f.reached {
		return int64(min(r.guess(), float64(mergingLead*spent)))
	}
	return spent / turnShare
}

// bigCount is a number of covers: low + 2^64·high. A nil high is 0. A high never
// changes, so that counts can be copied.
type bigCount struct {
	low  uint64
	high *big.Int
}

// plus returns t + u.
func (t bigCount) plus(u bigCount) bigCount {
	low, carry := bits.Add64(t.low, u.low, 0)
	if carry == 0 && t.high == nil && u.high == nil {
		return bigCount{low: low}
	}
	high := new(big.Int).SetUint64(carry)
	for _, h := range []*big.Int{t.high, u.high} {
		if h != nil {
			high.Add(high, h)
		}
	}
	return bigCount{low, high}
}

// times returns t · u.
func (t bigCount) times(u bigCount) bigCount {
	high, low := bits.Mul64(t.low, u.low)
	if high == 0 && t.high == nil && u.high == nil {
		return bigCount{low: low}
	}
	return bigCountOf(new(big.Int).Mul(t.big(), u.big()))
}

// bigCountOf returns n as a bigCount.
func bigCountOf(n *big.Int) bigCount {
	if n.IsUint64() {
		return bigCount{low: n.Uint64()}
	}
	low := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64))
	return bigCount{low.Uint64(), new(big.Int).Rsh(n, 64)}
}

// big returns t as an integer of any size.
func (t bigCount) big() *big.Int {
	n := new(big.Int).SetUint64(t.low)
	if t.high != nil {
		n.Add(n, new(big.Int).Lsh(t.high, 64))
	}
	return n
}

func (t bigCount) zero() bool { return t.low == 0 && t.high == nil }

// capped returns t, but at most the greatest int64.
func (t bigCount) capped() int64 {
	if t.high != nil || t.low > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(t.low)
}
