package dlx

import (
	"context"
	"iter"
	"slices"
)

// Solve calls yield with every cover, each once. A cover is the ascending numbers of its
// options. The slice is valid only during the call, and must not be changed. A problem
// without primary items has one cover: the empty one. The problem determines the order
// of the covers.
//
// Solve returns nil only when there are no more covers. It returns [ErrStopped] when
// yield returned false, an [ErrLimit] when a limit of m was met, and the cause of the
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
// level. More than 1 GiB for all levels is an [ErrLimit], as with 15,000 levels of 20,000
// items. Bitset takes a bit for each pair of options, and a bit for each option at each
// level. A search with multiplicities takes 20 bytes for each element, 24 for each item,
// and at most 100 for each option.
func (p *Problem) Solve(ctx context.Context, m *Meter, yield func(options []int) bool) error {
	return p.SolveWith(ctx, Auto, m, yield)
}

// Solutions is [Problem.Solve] for range loops. Each cover has a slice of its own. When
// the search ends early, the last pair is nil and the error.
func (p *Problem) Solutions(ctx context.Context, m *Meter) iter.Seq2[[]int, error] {
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
