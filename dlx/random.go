package dlx

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
)

// ErrNoCover reports that a problem has no cover. This is certain: the whole space was
// searched.
var ErrNoCover = errors.New("there is no cover")

// Random returns a cover drawn with a seed, or [ErrNoCover]. The same seed gives the same
// cover. Other errors are as in [Problem.Solve].
//
// Random puts the options and the primary items into random order and returns the first
// cover. With multiplicities, a fair coin decides whether an option is first chosen or
// first left out. So a draw takes as long as finding one cover. Not all covers are
// equally likely. Covers whose options had few rivals come up more often, and so do
// covers with few failures before them.
func (p *Problem) Random(ctx context.Context, seed uint64, m *Meter) ([]int, error) {
	if p.fault != nil {
		return nil, p.fault
	}
	random := rand.New(rand.NewPCG(seed, 0))
	shuffled, numbers := p.shuffle(random)
	var cover []int
	first := func(options []int) bool {
		for _, o := range options {
			cover = append(cover, numbers[o])
		}
		slices.Sort(cover)
		return false
	}
	var err error
	if p.hasMultiplicities() {
		err = shuffled.solveMulti(ctx, random, m, first)
	} else {
		err = shuffled.Solve(ctx, m, first)
	}
	switch {
	case err == nil:
		return nil, ErrNoCover
	case !errors.Is(err, ErrStopped):
		return nil, err
	}
	return cover, nil
}

// shuffle returns the problem with its options and its primary items in random order,
// without names, and the numbers of the options in p. The problem has no fault. Time and
// space O(elements + items).
func (p *Problem) shuffle(random *rand.Rand) (q *Problem, numbers []int) {
	q = NewProblem(p.primary, p.secondary)
	q.Grow(p.Options(), len(p.elements))
	items := random.Perm(p.primary)
	for from, to := range items {
		if lo, hi := p.Multiplicity(Item(from)); lo != 1 || hi != 1 {
			q.SetMultiplicity(Item(to), lo, hi)
		}
	}
	numbers = random.Perm(p.Options())
	for _, o := range numbers {
		for _, e := range p.Option(o) {
			if int(e.Item) < p.primary {
				e.Item = Item(items[e.Item])
			}
			q.elements = append(q.elements, e)
		}
		q.starts = append(q.starts, len(q.elements))
	}
	return q, numbers
}
