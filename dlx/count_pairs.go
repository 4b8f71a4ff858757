package dlx

import "math/bits"

// Pairs: the last states above covers are counted without a search.
//
// Where each open item has exactly two options, a cover has one of them, so each option is
// the opposite of its neighbours. One option decides about all options that are connected
// with it by items. A connected part has two covers if the options can be coloured with
// two colours, and none otherwise. The count is the product over the parts.
//
// It applies to problems without secondary items, whose conflicts say more. On Latin
// squares, sudokus and dominoes, a third to a half of the states are of this kind.

// stepsAPair is the cost of an option in a state of pairs, in steps.
const stepsAPair = 8

// inPairs counts a state in which each open item has two options. It reports false for other
// states. Time O(elements), and a word for each 64 options more for each element with sweeps.
func (c *counting) inPairs(state *bitLevel) (n bigCount, ok bool) {
	if !c.onlyPrimary || c.size != 2 || !c.allTwo(state) {
		return bigCount{}, false
	}
	c.steps += int64(stepsAPair * state.alive)
	in, out := c.found[:c.words], c.pending[:c.words]
	clear(in)
	clear(out)
	n = bigCount{low: 1}
	for w, x := range state.live {
		for x &^= in[w] | out[w]; x != 0; x &^= in[w] | out[w] {
			if !c.decide(state, w<<6+bits.TrailingZeros64(x)) {
				return bigCount{}, true
			}
			n = n.times(bigCount{low: 2})
		}
	}
	return n, true
}

// allTwo reports whether each open item has two options. No open item has fewer.
func (c *counting) allTwo(state *bitLevel) bool {
	if c.starts == nil {
		return c.twos
	}
	for k, items := range state.open {
		for ; items != 0; items &= items - 1 {
			if state.left[k<<6+bits.TrailingZeros64(items)] >= 3*oneLeft {
				return false
			}
		}
	}
	return true
}

// decide chooses option o of a part of pairs, and all that follows. It puts the options of the
// part into c.found or c.pending. It returns false if there is a contradiction.
func (c *counting) decide(state *bitLevel, o int) bool {
	in, out, queue := c.found, c.pending, append(c.stack[:0], int32(o))
	insert(in, o)
	for len(queue) > 0 {
		o := int(queue[len(queue)-1])
		queue = queue[:len(queue)-1]
		mine, other := in, out
		if contains(out, o) {
			mine, other = out, in
		}
		c.partners(state, o)
		for _, q := range c.partner {
			if contains(mine, int(q)) {
				return false
			}
			if !contains(other, int(q)) {
				insert(other, int(q))
				queue = append(queue, q)
			}
		}
	}
	c.stack = queue
	return true
}

// partners sets c.partner to the other options of the open items of o.
func (c *counting) partners(state *bitLevel, o int) {
	c.partner = c.partner[:0]
	if c.starts != nil {
		for _, i := range c.items[c.starts[o]:c.starts[o+1]] {
			c.partner = append(c.partner, int32(state.left[i]&(oneLeft-1))^int32(o))
		}
		return
	}
	for k := range c.breadth {
		for items := c.itemWord(o, k); items != 0; items &= items - 1 {
			mask := c.mask(k<<6 + bits.TrailingZeros64(items))
			for w, x := range state.live {
				if x &= mask[w]; x != 0 && w == o>>6 {
					x &^= 1 << (o & 63)
				}
				if x != 0 {
					c.partner = append(c.partner, int32(w<<6+bits.TrailingZeros64(x)))
					break
				}
			}
		}
	}
}

// itemWord returns the k-th word of the set of items of option o.
func (c *counting) itemWord(o, k int) uint64 {
	if c.breadth == 1 {
		return c.narrow[o>>6][o&63]
	}
	return c.planes[k>>1][o>>6][o&63][k&1]
}
