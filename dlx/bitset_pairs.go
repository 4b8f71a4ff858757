package dlx

import "math/bits"

// Pairs of options: the core Bitset looks one step ahead, once for the whole search.
//
// When two options without a conflict leave some item without options, no cover has
// both. So each goes into the row of the other. The search then no longer tries the
// second option in order to fail, and does no more work at a node. An option that alone
// leaves an item without options dies altogether. For the pentominoes a third of the
// nodes remain.
//
// It costs as much as some thousand nodes. So it waits until the search has proved to
// be long, and begins with what is cheap. Rows may grow at any time: every conflict in
// them holds for all covers.

// pairStages are the times at which rows are extended. A stage comes after a number of
// nodes: the words in all pairs of a row and an item, divided by a power of two. It looks
// at items of which the first option of a pair leaves at most so many options. If two
// options together leave an item none, one of them hides at least half.
var pairStages = [...]struct{ shift, most int }{{13, 8}, {9, 32}}

// schedule sets the next stage.
func (s *bitset) schedule() {
	s.pairAt = 0
	if s.stage < len(pairStages) {
		pairs := int64(s.options) * int64(s.primary) * int64(s.words)
		s.pairAt = 32 + pairs>>pairStages[s.stage].shift
	}
}

// pairUp extends the rows.
func (s *bitset) pairUp() error {
	most := pairStages[s.stage].most
	s.stage++
	s.schedule()
	dead := make([]uint64, s.words)
	p := pairing{bitset: s, others: make([]uint64, s.words), at: make([]int32, s.words)}
	for i := range s.primary {
		mask := s.mask(i)
		p.from(mask, most)
		for o := range s.options {
			if o&255 == 0 {
				if err := s.run.Err(); err != nil {
					return err
				}
			}
			if contains(mask, o) || contains(dead, o) {
				continue
			}
			switch left := p.left(mask, s.row(o)); {
			case left == 0:
				insert(dead, o)
				s.bury(o)
			case left <= p.most:
				p.extend(mask, o)
			}
		}
	}
	return nil
}

// bury makes every option conflict with o.
func (s *bitset) bury(o int) {
	row := s.row(o)
	for k := range row {
		row[k] = ^uint64(0)
	}
	for q := range s.options {
		insert(s.row(q), o)
	}
}

// pairing is the state of pairUp for one item.
type pairing struct {
	*bitset
	lo, hi, most int      // the words of the item's mask; how many options may be left
	others       []uint64 // the options that hide all options that are left
	at           []int32  // the words of others that are not 0
}

// from gets ready for an item.
func (p *pairing) from(mask []uint64, most int) {
	p.lo, p.hi, p.most = len(mask), 0, 0
	for k, x := range mask {
		if x != 0 {
			p.lo, p.hi = min(p.lo, k), k+1
			p.most += bits.OnesCount64(x)
		}
	}
	p.most = min(p.most/2, most)
}

// left counts the options of the item that an option with the given row leaves. It
// stops counting above p.most.
func (p *pairing) left(mask, row []uint64) (n int) {
	for k := p.lo; k < p.hi && n <= p.most; k++ {
		n += bits.OnesCount64(mask[k] &^ row[k])
	}
	return n
}

// extend finds the options without the item that hide all options of it that o leaves.
// It records them as conflicts of o.
func (p *pairing) extend(mask []uint64, o int) {
	row, others, at := p.row(o), p.others, p.at[:0]
	for k := range others {
		if others[k] = ^(mask[k] | row[k]); others[k] != 0 {
			at = append(at, int32(k))
		}
	}
	for k := p.lo; k < p.hi; k++ {
		for x := mask[k] &^ row[k]; x != 0; x &= x - 1 {
			other := p.row(k<<6 + bits.TrailingZeros64(x))
			rest := at[:0]
			for _, t := range at {
				if others[t] &= other[t]; others[t] != 0 {
					rest = append(rest, t)
				}
			}
			if at = rest; len(at) == 0 {
				return
			}
		}
	}
	for _, t := range at {
		row[t] |= others[t]
		for x := others[t]; x != 0; x &= x - 1 {
			insert(p.row(int(t)<<6+bits.TrailingZeros64(x)), o)
		}
	}
}
