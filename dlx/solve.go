package dlx

import (
	"context"
	"iter"
	"slices"
)

// Solve calls yield with every cover, each once: the numbers of its options,
// ascending, in a slice that is only valid during the call and must not be changed. A
// problem without primary items has one cover, the empty one. The order of the covers
// is fixed by the problem.
//
// Solve returns nil only when there are no more covers. Other endings are
// [ErrStopped] when yield returned false, an error that is [ErrLimit] when a
// limit of m was met, the cause of the context's end, and for options that make
// no sense what [Problem.Validate] says about them; names are not looked at.
//
// The limits and counters are in m, which may be nil.
//
// Solve does not change the problem: several goroutines may call it at once. It
// is [Problem.SolveWith] with the core [Auto], and allocates only when it first
// gets to a level of the search tree. Sparse takes 20 bytes of memory an element
// and, for each level, 4 bytes an item; more than 1 GiB for all levels is beyond
// a limit, too, as with 15,000 levels of 20,000 items. Bitset takes a bit for each
// pair of options and, for each level, a bit an option. With multiplicities it is
// 20 bytes an element, 24 an item and at most 100 an option.
func (p *Problem) Solve(ctx context.Context, m *Meter, yield func(options []int) bool) error {
	return p.SolveWith(ctx, Auto, m, yield)
}

// Solutions is [Problem.Solve] for range loops. Each cover is a slice of its
// own. When the search ends early, the last pair is nil and the error.
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
