package cores

import (
	"math/bits"

	"crosscut/dlx/internal/model"
)

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

// schedule sets the next stage.
func (s *Bitset) schedule() {
	s.PairAt = 0
	if s.stage < len(pairStages) && rowPairs.On() {
		pairs := int64(s.Options) * int64(s.Primary)
		s.PairAt = 32 + pairs>>pairStages[s.stage].shift
	}
}

// pairUp extends the rows.
func (s *Bitset) pairUp() error {
	if err := s.Fill(s.run); err != nil {
		return err
	}
	most := pairStages[s.stage].most
	s.stage++
	s.schedule()
	p := pairing{Bitset: s, dead: make([]uint64, s.Words), few: make([]uint64, s.Words), others: make([]uint64, s.Words)}
	buried := false
	for i := range s.Primary {
		p.from(s.Mask(i), most)
		if err := p.findFew(); err != nil {
			return err
		}
		for w, x := range p.few {
			if err := s.run.Err(); err != nil {
				return err
			}
			for ; x != 0; x &= x - 1 {
				o := w<<6 + bits.TrailingZeros64(x)
				if p.leave(o); len(p.left) > 0 {
					p.extend(o)
					continue
				}
				model.Insert(p.dead, o)
				buried = true
			}
		}
	}
	if buried {
		p.bury()
	}
	return nil
}

// pairing is the state of pairUp for one item. Its rows change only where neither option has
// the item. It leaves out the options that died, and buries them at the end.
type pairing struct {
	*Bitset
	dead []uint64 // the options that alone leave an item without options

	mask   []uint64   // the options of the item
	rows   [][]uint64 // their rows
	most   int        // how many of them may be left
	few    []uint64   // the other live options that leave at most so many
	left   []int32    // the options of the item that an option leaves
	others []uint64   // scratch of extend: the options that hide all of these
}

// from gets ready for an item.
func (p *pairing) from(mask []uint64, most int) {
	p.mask, p.rows = mask, p.rows[:0]
	for w, x := range mask {
		for x &^= p.dead[w]; x != 0; x &= x - 1 {
			p.rows = append(p.rows, p.Row(w<<6+bits.TrailingZeros64(x)))
		}
	}
	p.most = min(len(p.rows)/2, most)
}

// findFew finds the options that leave at most p.most options of the item. It counts for 64
// options at once: bit k of the six counters is a binary number of option k. It begins so high
// that the number overflows when there are too many.
func (p *pairing) findFew() error {
	var begin [6]uint64
	from := 1<<len(begin) - 1 - p.most
	for b := range begin {
		begin[b] = -uint64(from >> b & 1)
	}
	for w := range p.few {
		if err := p.run.Err(); err != nil {
			return err
		}
		c0, c1, c2, c3, c4, c5 := begin[0], begin[1], begin[2], begin[3], begin[4], begin[5]
		many := p.mask[w] | p.dead[w]
		for _, row := range p.rows {
			carry := ^row[w]
			c0 ^= carry
			carry &^= c0
			c1 ^= carry
			carry &^= c1
			c2 ^= carry
			carry &^= c2
			c3 ^= carry
			carry &^= c3
			c4 ^= carry
			carry &^= c4
			c5 ^= carry
			carry &^= c5
			if many |= carry; many == ^uint64(0) {
				break
			}
		}
		p.few[w] = ^many
	}
	if tail := p.Options & 63; tail != 0 {
		p.few[p.Words-1] &= 1<<tail - 1
	}
	return nil
}

// leave finds the options of the item that option o leaves.
func (p *pairing) leave(o int) {
	p.left = p.left[:0]
	for w, r := range p.Row(o) {
		for x := p.mask[w] &^ (r | p.dead[w]); x != 0; x &= x - 1 {
			p.left = append(p.left, int32(w<<6+bits.TrailingZeros64(x)))
		}
	}
}

// extend finds the options without the item that hide all options of it that o leaves.
// It records them as conflicts of o.
func (p *pairing) extend(o int) {
	row, mask := p.Row(o), p.mask
	others := p.others[:len(row)]
	for k, r := range row {
		others[k] = ^(mask[k] | r)
	}
	left := func(n int) []uint64 { return p.Row(int(p.left[min(n, len(p.left)-1)])) }
	for n := 0; n < len(p.left); n += 4 {
		if !narrow(others, left(n), left(n+1), left(n+2), left(n+3)) {
			return
		}
	}
	for k, x := range others {
		row[k] |= x
		for ; x != 0; x &= x - 1 {
			model.Insert(p.Row(k<<6+bits.TrailingZeros64(x)), o)
		}
	}
}

// narrow keeps in a set what four others have, too. It reports whether anything is left.
func narrow(set, a, b, c, d []uint64) bool {
	a, b, c, d = a[:len(set)], b[:len(set)], c[:len(set)], d[:len(set)]
	left := uint64(0)
	for k, x := range set {
		x &= a[k] & b[k] & c[k] & d[k]
		set[k] = x
		left |= x
	}
	return left != 0
}

// bury makes every option conflict with the dead ones. It stops when the context has ended.
func (p *pairing) bury() {
	for o := range p.Options {
		if p.run.Err() != nil {
			return
		}
		row := p.Row(o)
		if model.Contains(p.dead, o) {
			for k := range row {
				row[k] = ^uint64(0)
			}
			continue
		}
		for k, x := range p.dead {
			row[k] |= x
		}
	}
}
