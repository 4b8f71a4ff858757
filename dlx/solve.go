package dlx

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"

	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// Solve calls yield with every cover, each once. It returns nil only when there are no more covers, and
// [meter.ErrStopped] when yield returned false. A cover is the ascending numbers of its
// options. The slice is valid only during the call, and must not be changed. A problem
// without primary items has one cover: the empty one. The problem determines the order
// of the covers.
//
// Other errors are [meter.ErrLimit] when a limit of m was met, and the cause of the
// context's end. For invalid options it returns the error of [Problem.Validate]. It does
// not check names.
//
// The limits and counters are in m, which may be nil. If yield is nil, the covers are only
// counted.
//
// Solve does not change the problem: several goroutines may call it at once. It is
// [Problem.SolveWith] with the core [Auto]. It allocates memory when it first reaches a
// level of the search tree, and not at other nodes.
//
// Memory: Sparse takes 20 bytes for each element, and 4 bytes for each item at each
// level. More than 1 GiB for the levels of a worker is [meter.ErrLimit], as with 15,000 levels of 20,000
// items. Bitset takes a bit for each pair of options, and a bit for each option at each
// level. A search with multiplicities takes 20 bytes for each element, 24 for each item,
// and at most 100 for each option.
func (p *Problem) Solve(ctx context.Context, m *meter.Meter, yield func(options []int) bool) error {
	return p.SolveWith(ctx, Auto, m, yield)
}

// Solutions is [Problem.Solve] for range loops. Each cover has a slice of its own. When
// the search ends early, the last pair is nil and the error.
func (p *Problem) Solutions(ctx context.Context, m *meter.Meter) iter.Seq2[[]int, error] {
	return func(yield func([]int, error) bool) {
		stopped := false
		err := p.Solve(ctx, m, func(options []int) bool {
			stopped = !yield(slices.Clone(options), nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(nil, err)
		}
	}
}

// First returns the first n covers that [Problem.Solve] finds, or all if there are fewer.
// n ≤ 0 means all. A nil error means that it found n covers, or that there are no others.
// Other errors are as in Solve. With an error, First returns the covers it has found. The
// slices belong to the caller.
//
// p.First(ctx, 2, nil) answers whether p has exactly one cover.
func (p *Problem) First(ctx context.Context, n int, m *meter.Meter) ([][]int, error) {
	if m == nil {
		m = new(meter.Meter)
	}
	defer func(wanted int) { m.Wanted = wanted }(m.Wanted)
	m.Wanted = n
	var covers [][]int
	err := p.Solve(ctx, m, func(options []int) bool {
		covers = append(covers, slices.Clone(options))
		return len(covers) != n
	})
	if errors.Is(err, meter.ErrStopped) {
		err = nil
	}
	return covers, err
}

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
func (p *Problem) Random(ctx context.Context, seed uint64, m *meter.Meter) ([]int, error) {
	if err := p.fault(); err != nil {
		return nil, err
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
	if p.HasMultiplicities() {
		err = solveMulti(ctx, &shuffled.data, random, m, first)
	} else {
		err = shuffled.Solve(ctx, m, first)
	}
	switch {
	case err == nil:
		return nil, ErrNoCover
	case !errors.Is(err, meter.ErrStopped):
		return nil, err
	}
	return cover, nil
}

// shuffle returns the problem with its options and its primary items in random order,
// without names, and the numbers of the options in p. The problem has no fault. Time and
// space O(elements + items).
func (p *Problem) shuffle(random *rand.Rand) (q *Problem, numbers []int) {
	q = NewProblem(p.data.Primary, p.data.Secondary)
	q.grow(p.Options(), len(p.data.Elements))
	items := random.Perm(p.data.Primary)
	for from, to := range items {
		if lo, hi := p.Multiplicity(from); lo != 1 || hi != 1 {
			q.SetMultiplicity(to, lo, hi)
		}
	}
	numbers = random.Perm(p.Options())
	for _, o := range numbers {
		for _, e := range p.data.Option(o) {
			if int(e.Item) < p.data.Primary {
				e.Item = model.Item(items[e.Item])
			}
			q.data.Elements = append(q.data.Elements, e)
		}
		q.data.Starts = append(q.data.Starts, len(q.data.Elements))
	}
	return q, numbers
}
