package dlx

import "math/bits"

// Parts: live options may fall into sets without a conflict between the sets. Then the
// count is the product of the counts of the sets (R. J. Bayardo and J. D. Pehoushek,
// "Counting models using connected components", AAAI 2000). All options of an item
// conflict with each other, so each open item belongs to one set.

// fallsApart makes the state a level of parts if it has more than one.
func (c *counting) fallsApart() bool {
	state, f, before := &c.levels[c.depth], c.frame(), c.steps
	size := c.part(state.live)
	c.steps += stepsAState
	c.spent(useParts, f.class, c.steps-before)
	if size == state.alive {
		return false
	}
	f.sum, f.product = bigCount{low: 1}, true
	f.ways, f.since = 1, c.steps
	f.rest = append(f.rest[:0], state.live...)
	lo := 0.0
	if c.depth > 0 {
		up := &c.levels[c.depth-1]
		lo = up.lo + float64(up.next-up.from-1)*up.width
	}
	// The levels below have no share of their own in the tree.
	state.from, state.next, state.chosen = len(c.queue), len(c.queue)+1, len(c.chosen)
	state.lo, state.width = lo, 0
	c.depth++
	c.products++
	c.room()
	return true
}

// nextPart makes the next part of the last level the state. It returns false when there
// is none.
func (c *counting) nextPart() bool {
	f, state := &c.frames[c.depth-1], &c.levels[c.depth]
	// Without parts, the last part would be searched for each way to cover those before it.
	c.save(useParts, f.class, (f.ways-1)*(c.steps-f.since))
	f.ways, f.since = min(f.sum.capped(), mostWays), c.steps
	if empty(f.rest) {
		return false
	}
	state.alive = c.part(f.rest)
	c.fit(state)
	for k, x := range c.found[:c.words] {
		state.live[k] = x
		f.rest[k] &^= x
	}
	c.open(state)
	c.chosen = c.chosen[:c.levels[c.depth-1].chosen]
	return true
}

// part sets c.found to the part of the first live option: all live options that are
// connected with it by conflicts. It returns their number.
func (c *counting) part(live []uint64) (size int) {
	found, pending := c.found[:c.words], c.pending[:c.words]
	clear(found)
	clear(pending)
	total := 0
	for _, x := range live {
		total += bits.OnesCount64(x)
	}
	for k := range live {
		if live[k] != 0 {
			insert(found, k<<6+bits.TrailingZeros64(live[k]))
			copy(pending, found)
			size = 1
			break
		}
	}
	for at := 0; at < len(pending); {
		if pending[at] == 0 {
			at++
			continue
		}
		o := at<<6 + bits.TrailingZeros64(pending[at])
		pending[at] &= pending[at] - 1
		for k, r := range c.lateRow(o) {
			more := r & live[k] &^ found[k]
			if more == 0 {
				continue
			}
			found[k] |= more
			pending[k] |= more
			size += bits.OnesCount64(more)
			at = min(at, k)
		}
		c.steps += int64(c.words)
		if size == total {
			return size
		}
	}
	return size
}

// open sets the open items of a state to the items of its live options.
func (c *counting) open(state *bitLevel) {
	clear(state.open)
	for w, x := range state.live {
		for ; x != 0; x &= x - 1 {
			k := bits.TrailingZeros64(x)
			if c.breadth == 1 {
				state.open[0] |= c.narrow[w][k]
			}
			for p, plane := range c.planes {
				items := &plane[w][k]
				state.open[2*p] |= items[0]
				state.open[2*p+1] |= items[1]
			}
		}
	}
}
