package dlx

import (
	"math/bits"
	"slices"
)

// Zones: the core Bitset continues on smaller tables.
//
// Deep in the tree few options are live, and they are spread over all words of a set. A
// move and a sweep then look at many words that are 0. So a state with few live options is
// copied to tables that have only these options and the open items, in the same order. The
// part of the tree below the state is a zone. A zone may have zones in it.
//
// The copy takes as long as some ten to some hundred nodes. It is made where the states
// seen before, with as many open items, had enough nodes below. The nodes, their order and
// the covers are the same with and without zones, so all this changes only the time.
//
// It applies from the last extension of the rows on, because tables of a zone are copies. A
// random search has no zone as long as rows are late: see late_rows.go. A count through the
// tree has zones too. Searches with thin rows have none: they look at few words anyway.

// zone is a part of the tree and its tables.
type zone struct {
	*conflictTables
	breadth int
	narrow  [][64]uint64
	planes  [][]block

	wide [][]block // memory of planes

	from   int     // the level that begins the zone
	option []int32 // per option, its number in the tables of the whole search
	item   []int32 // per item, likewise
}

// zones are the zones of a search that the state is in, from the outermost on.
type zones struct {
	whole  zone    // the tables of the whole search
	stack  []*zone // the first zoned of them are in use
	zoned  int
	below  []float64 // per number of open items, an average of the nodes below such states
	always bool      // each state begins a zone, for tests
	place  []int32   // scratch: per option or item, its number in the new zone
}

// use makes the search look at the tables of z.
func (s *bitset) use(z *zone) {
	s.conflictTables, s.breadth, s.narrow, s.planes = z.conflictTables, z.breadth, z.narrow, z.planes
	s.single = s.single[:z.breadth]
}

// zone returns the innermost zone.
func (s *bitset) zone() *zone {
	if s.zoned == 0 {
		return &s.whole
	}
	return s.stack[s.zoned-1]
}

// leave leaves the zones that began at the level that was just removed or below it.
func (s *bitset) leave() {
	for s.zoned > 0 && s.zone().from >= s.depth {
		s.zoned--
		s.use(s.zone())
	}
}

// zonePays reports whether a zone should begin with the state.
func (s *bitset) zonePays(state *bitLevel) bool {
	n := state.alive
	if !zoneCopies.On() && !s.always || s.pairAt != 0 || s.late != nil || s.starts != nil {
		return false
	}
	return s.always || (n+63)/64*zoneShrink <= s.words && s.below[state.class]*zoneWork >= float64(n*n)
}

// learn records how many nodes a state with so many open items had below it.
func (s *bitset) learn(class int, nodes int64) {
	average := &s.below[class]
	*average += (float64(nodes) - *average) / 8
}

// fit gives the sets of a level the size that they have in the zone.
func (s *bitset) fit(state *bitLevel) {
	state.live, state.open = state.memory[:s.words], state.memory[len(state.memory)-s.whole.breadth:][:s.breadth]
}

// begin makes the state the first one of a zone.
func (s *bitset) begin(state *bitLevel) {
	if s.zoned == len(s.stack) {
		s.stack = append(s.stack, &zone{conflictTables: new(conflictTables)})
	}
	up, z := s.zone(), s.stack[s.zoned]
	s.zoned++
	z.from = s.depth
	z.copyItems(s, up, state)
	z.copyOptions(s, up, state)
	s.use(z)
	s.fit(state)
	fill(state.live, z.options)
	fill(state.open, z.primary)
}

// copyItems lays out the open items of the state. It numbers the item to branch on anew.
func (z *zone) copyItems(s *bitset, up *zone, state *bitLevel) {
	most := up.words / zoneShrink // words of the largest zone here
	z.item = slices.Grow(z.item[:0], up.primary)
	branch := 0
	for k, x := range state.open {
		for ; x != 0; x &= x - 1 {
			i := k<<6 + bits.TrailingZeros64(x)
			if i == s.item {
				branch = len(z.item)
			}
			z.item = append(z.item, int32(i))
		}
	}
	s.item = branch
	z.primary = len(z.item)
	z.options = state.alive
	z.words = (z.options + 63) / 64
	z.masks = cleared(z.masks, z.primary*z.words, up.primary*most)
	if z.breadth = 1; z.primary <= 64 {
		z.narrow = cleared(z.narrow, z.words, most)
		z.planes = z.planes[:0]
		return
	}
	z.breadth = (z.primary + 127) / 128 * 2
	for len(z.wide) < z.breadth/2 {
		z.wide = append(z.wide, nil)
	}
	z.planes = z.wide[:z.breadth/2]
	for k := range z.planes {
		z.planes[k] = cleared(z.planes[k], z.words, most)
	}
}

// copyOptions lays out the live options of the state, with their items and conflicts.
func (z *zone) copyOptions(s *bitset, up *zone, state *bitLevel) {
	most := up.words / zoneShrink
	z.option, z.number = slices.Grow(z.option[:0], 64*most), slices.Grow(z.number[:0], 64*most)
	for w, x := range state.live {
		for ; x != 0; x &= x - 1 {
			o := w<<6 + bits.TrailingZeros64(x)
			s.place[o] = int32(len(z.option))
			z.option = append(z.option, int32(o))
			z.number = append(z.number, up.number[o])
		}
	}
	z.rows = cleared(z.rows, z.options*z.words, 64*most*most)
	for k, o := range z.option {
		row := z.row(k)
		for w, x := range up.row(int(o)) {
			for x &= state.live[w]; x != 0; x &= x - 1 {
				insert(row, int(s.place[w<<6+bits.TrailingZeros64(x)]))
			}
		}
	}
	for j, i := range z.item {
		mask := z.mask(j)
		for w, x := range up.mask(int(i)) {
			for x &= state.live[w]; x != 0; x &= x - 1 {
				k := s.place[w<<6+bits.TrailingZeros64(x)]
				insert(mask, int(k))
				if z.breadth == 1 {
					z.narrow[k>>6][k&63] |= 1 << j
				} else {
					z.planes[j>>7][k>>6][k&63][j>>6&1] |= 1 << (j & 63)
				}
			}
		}
		if s.zoned > 1 {
			z.item[j] = up.item[i]
		}
	}
	if s.zoned > 1 {
		for k, o := range z.option {
			z.option[k] = up.option[o]
		}
	}
}

// outside returns a set of options or items of z as a set of that many words for the whole
// search. names has the numbers there.
func outside(set []uint64, names []int32, words int) []uint64 {
	all := make([]uint64, words)
	rename(all, set, names)
	return all
}

// rename adds the elements of a set to all, under their names.
func rename(all, set []uint64, names []int32) {
	for w, x := range set {
		for ; x != 0; x &= x - 1 {
			insert(all, int(names[w<<6+bits.TrailingZeros64(x)]))
		}
	}
}

// cleared returns n zeros, in the memory of a if that is long enough. New memory is for most.
func cleared[T any](a []T, n, most int) []T {
	if cap(a) < n {
		return make([]T, n, max(n, most))
	}
	a = a[:n]
	clear(a)
	return a
}

// fill makes a set that of the first n numbers.
func fill(set []uint64, n int) {
	for k := range set {
		switch left := n - k<<6; {
		case left >= 64:
			set[k] = ^uint64(0)
		case left > 0:
			set[k] = 1<<left - 1
		default:
			set[k] = 0
		}
	}
}
