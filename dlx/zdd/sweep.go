package zdd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"crosscut/dlx"
	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// The diagram of all covers, by a sweep over the options.
//
// The options are decided one after the other, in an order in which the uses of an item lie
// close together. A state says for each item that has earlier and later options what the
// chosen ones have made of it: how often a primary item was taken, or which colour a
// secondary item has. Equal states are one. So all paths of the diagram have the same order
// of options. This is the frontier method (Knuth, The Art of Computer Programming, volume
// 4A, section 7.1.4, "simpath"), for items instead of vertices.
//
// Time and memory grow with the number of states, which can be exponential in the items that are
// open at the same time. Five queens that dominate a chessboard have 4,860 covers, but too many
// states. So a search comes first. If it soon finds all covers, the diagram is made of their list.

// sweep is the work on one diagram. The problem has its options in the order of the sweep.
type sweep struct {
	*model.Problem
	run     *meter.Run
	numbers []int32        // per option, its number in the problem of the caller
	bounds  []model.Bounds // per primary item
	last    []int32        // per item, the last option that has it
	seen    []bool         // per item, whether an option has had it
	later   []int          // per item, how many options that are not decided have it

	open   []int32 // the items with earlier and later options
	values []int32 // per item: how often it was taken, or 1 plus its colour, which is 1 for taken without colour
	saved  []int32 // the values of the items of an option
	key    []uint64
	from   model.Layer
	to     model.Layer
	moves  [][]int32 // per option, for each state: where it leads without the option, and with it; see move
	memory int
}

// swept makes the diagram by a sweep.
func swept(p *model.Problem, run *meter.Run, room int) (*ZDD, error) {
	s := newSweep(p, run)
	if s == nil { // too few options for some item
		return new(ZDD), nil
	}
	for o := range s.Options() {
		if err := s.decide(o); err != nil {
			return nil, err
		}
		if s.memory+s.from.Bytes() > room {
			return nil, tooLargeZDD(room)
		}
	}
	b := newBuilder()
	nodes := []int32{nothing, everything}[:1+s.from.Size]
	for o := s.Options() - 1; o >= 0; o-- {
		nodes = b.resolve(s.numbers[o], s.moves[o], nodes)
		if err := run.Err(); err != nil {
			return nil, err
		}
		if s.memory+b.bytes() > room {
			return nil, tooLargeZDD(room)
		}
	}
	root := int32(nothing)
	if len(nodes) > 1 {
		root = nodes[1]
	}
	return b.reachable(root), nil
}

// tooLargeZDD is the error of a diagram that needs more than room bytes.
func tooLargeZDD(room int) error {
	return &meter.LimitError{Kind: meter.ErrMemory, What: fmt.Sprintf("memory for the ZDD: at most %d MiB", room>>20)}
}

// newSweep lays out the sweep. It returns nil if some item has too few options.
func newSweep(p *model.Problem, run *meter.Run) *sweep {
	order := model.Order(p)
	q, numbers := model.Reordered(p, order)
	s := &sweep{
		Problem: q, run: run, numbers: numbers, bounds: make([]model.Bounds, p.Primary),
		last: make([]int32, p.Items()), seen: make([]bool, p.Items()), later: make([]int, p.Items()), values: make([]int32, p.Items()),
	}
	for o := range q.Options() {
		for _, e := range q.Option(o) {
			s.last[e.Item] = int32(o)
			s.later[e.Item]++
		}
	}
	for at, i := range order {
		if s.bounds[at] = p.Multiplicity(i); s.later[at] < s.bounds[at].Lo {
			return nil
		}
	}
	s.from.Find(nil, model.Hash(nil), 0)
	return s
}

// decide leads every state to those without and with option o.
func (s *sweep) decide(o int) error {
	option := s.Option(o)
	for _, e := range option {
		s.later[e.Item]--
	}
	before := s.open
	s.open = s.after(o)
	s.to = model.Layer{Hi: (len(s.open) + 1) / 2}
	moves := make([]int32, 0, 2*s.from.Size)
	for state := range s.from.Size {
		s.unpack(before, s.from.Key(state))
		without, with := s.move(option, false), s.move(option, true)
		if without != 0 && with != 0 {
			if err := s.run.Node(2); err != nil {
				return err
			}
		} else if err := s.run.Err(); err != nil {
			return err
		}
		moves = append(moves, without, with)
	}
	for _, i := range before {
		s.values[i] = 0
	}
	s.moves = append(s.moves, moves)
	s.memory += cap(moves) * int(unsafe.Sizeof(moves[0]))
	s.from = s.to
	return nil
}

// after returns the items that are open after option o.
func (s *sweep) after(o int) (open []int32) {
	for _, i := range s.open {
		if s.last[i] != int32(o) {
			open = append(open, i)
		}
	}
	for _, e := range s.Option(o) {
		if !s.seen[e.Item] && s.last[e.Item] != int32(o) {
			open = append(open, e.Item)
		}
		s.seen[e.Item] = true
	}
	return open
}

// move returns the number of the state without or with an option, from 1 on. It is 0 if no cover is
// left. It leaves the values as they were.
func (s *sweep) move(option []model.Element, take bool) int32 {
	s.saved = s.saved[:0]
	for _, e := range option {
		s.saved = append(s.saved, s.values[e.Item])
	}
	possible := true
	for _, e := range option {
		possible = possible && (!take || s.take(e)) && s.settle(int(e.Item))
	}
	state := int32(0)
	if possible {
		s.pack()
		k, _ := s.to.Find(s.key, model.Hash(s.key), 0)
		state = int32(k) + 1
	}
	for k, e := range option {
		s.values[e.Item] = s.saved[k]
	}
	return state
}

// take gives an item to a chosen option. It returns false if the item cannot be had.
func (s *sweep) take(e model.Element) bool {
	value := &s.values[e.Item]
	switch {
	case int(e.Item) < s.Primary:
		*value++
		return int(*value) <= s.bounds[e.Item].Hi
	case *value == 0:
		*value = 1 + e.Colour
	default:
		return e.Colour != 0 && *value == 1+e.Colour
	}
	return true
}

// settle reports whether a primary item can still get enough options. Where all numbers of
// further options are fine, it makes the state the same as others of this kind.
func (s *sweep) settle(i int) bool {
	if i >= s.Primary {
		return true
	}
	taken, b := int(s.values[i]), s.bounds[i]
	if taken >= b.Lo && taken <= b.Hi-s.later[i] {
		s.values[i] = int32(b.Lo)
	}
	return taken+s.later[i] >= b.Lo
}

// pack writes the values of the open items into the key, two into a word.
func (s *sweep) pack() {
	s.key = s.key[:0]
	for k, i := range s.open {
		if k%2 == 0 {
			s.key = append(s.key, uint64(uint32(s.values[i])))
		} else {
			s.key[k/2] |= uint64(uint32(s.values[i])) << 32
		}
	}
}

// unpack sets the values of the items as in a key.
func (s *sweep) unpack(open []int32, key []uint64) {
	for k, i := range open {
		s.values[i] = int32(uint32(key[k/2] >> (k % 2 * 32)))
	}
}

// resolve returns the nodes of the states before an option, from those of the states after
// it. Before them stands nothing, the node of state 0.
func (b *builder) resolve(option int32, moves, after []int32) []int32 {
	nodes := append(make([]int32, 0, 1+len(moves)/2), nothing)
	for k := 0; k < len(moves); k += 2 {
		nodes = append(nodes, b.choose([]int32{option}, after[moves[k+1]], after[moves[k]]))
	}
	return nodes
}

// listed makes the diagram from a list of all covers, if there are few. It returns nil
// when there are too many, or when they take too long to find.
func listed(p *dlx.Problem, run *meter.Run, room, most int) (*ZDD, error) {
	ctx, cancel := context.WithCancel(run.Context)
	defer cancel()
	m, covers, options := &meter.Meter{MaxNodes: min(listNodes, run.Left())}, [][]int{}, 0
	err := p.Solve(ctx, m, func(cover []int) bool {
		covers = append(covers, slices.Clone(cover))
		options += len(cover) + 3 // with the slice itself
		return len(covers) <= most && 8*options <= room
	})
	stats := m.Stats()
	stats.Solutions = 0
	if countErr := run.Count(stats); countErr != nil {
		return nil, countErr
	}
	switch {
	case errors.Is(err, meter.ErrStopped), errors.Is(err, meter.ErrLimit) && run.Left() > 0:
		return nil, nil
	case err != nil:
		return nil, err
	}
	slices.SortFunc(covers, slices.Compare)
	b := newBuilder()
	return b.reachable(b.list(covers, 0)), nil
}

// list returns the node of sets that have their first options in common, and leaves those
// options out. The sets are sorted and all different.
func (b *builder) list(sets [][]int, common int) int32 {
	node := int32(nothing)
	if len(sets) > 0 && len(sets[0]) == common {
		node, sets = everything, sets[1:]
	}
	for end := len(sets); end > 0; {
		o, start := sets[end-1][common], end
		for start > 0 && sets[start-1][common] == o {
			start--
		}
		node = b.choose([]int32{int32(o)}, b.list(sets[start:end], common+1), node)
		end = start
	}
	return node
}
