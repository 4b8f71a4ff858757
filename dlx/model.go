package dlx

import (
	"context"
	"iter"
)

// Model is a problem whose options have values of the caller's own: what it means to choose
// the option. Covers come as these values. So no arithmetic is needed to get from the number
// of an option to its meaning.
//
// Everything else is done with [Model.Problem]: names, multiplicities, counting, the cheapest
// covers, decision diagrams. [Model.Values] then takes option numbers back to values. The
// values of a cover are in the order in which their options were added. The zero Model has
// no items: use [NewModel].
//
// Items that must agree, such as the letters of crossing words, are secondary items with
// colours: see the example of [Model.AddColoured].
type Model[T any] struct {
	problem *Problem
	values  []T // per option
}

// NewModel returns a model without options, over items as in [NewProblem].
func NewModel[T any](primary, secondary int) *Model[T] {
	return &Model[T]{problem: NewProblem(primary, secondary)}
}

// Problem returns the problem of the model. Add options with [Model.Add] only: an option
// that is added to the problem itself has the zero value of T.
func (m *Model[T]) Problem() *Problem {
	if m.problem == nil {
		m.problem = NewProblem(0, 0)
	}
	return m.problem
}

// Add adds an option that means value and has the given items without colours: see
// [Problem.AddItems].
func (m *Model[T]) Add(value T, items ...int) int {
	return m.set(m.Problem().AddItems(items...), value)
}

// AddColoured adds an option that means value, with the given elements, some of them without
// colours: see [Problem.Add].
func (m *Model[T]) AddColoured(value T, elements ...Element) int {
	return m.set(m.Problem().Add(elements...), value)
}

// set gives option o its value.
func (m *Model[T]) set(o int, value T) int {
	for len(m.values) <= o {
		var zero T
		m.values = append(m.values, zero)
	}
	m.values[o] = value
	return o
}

// Values returns the values of options, in their order. An option that the model does not
// have gets the zero value.
func (m *Model[T]) Values(options []int) []T {
	values := make([]T, len(options))
	for k, o := range options {
		if o >= 0 && o < len(m.values) {
			values[k] = m.values[o]
		}
	}
	return values
}

// First returns the values of the first n covers, as [Problem.First] does. n ≤ 0 means all.
func (m *Model[T]) First(ctx context.Context, n int, meter *Meter) ([][]T, error) {
	covers, err := m.Problem().First(ctx, n, meter)
	found := make([][]T, len(covers))
	for k, cover := range covers {
		found[k] = m.Values(cover)
	}
	return found, err
}

// Solutions is [Problem.Solutions] with the values of each cover, in a slice of their own.
func (m *Model[T]) Solutions(ctx context.Context, meter *Meter) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		for cover, err := range m.Problem().Solutions(ctx, meter) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(m.Values(cover), nil) {
				return
			}
		}
	}
}
