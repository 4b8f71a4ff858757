package plan

import "math/bits"

// ring is what is left of four lines of three open cells each that meet in a ring. Line
// i has corner i, a cell of its own and corner i+1. Two rows and two columns form one
// on a board of order 5 whose diagonals are known. It applies where at most 16 numbers
// are free, all below 32.
//
// Its fillings are found corner by corner. Each corner is found for all partial
// fillings before the next one, in loops without a branch that the processor could
// guess wrong. A plain walk spends its time on such guesses. The sets for a corner leave
// out every number that would make two cells equal. So the last corner needs no check.
type ring struct {
	sums    [4]int32
	usual   int32 // three times the mean of all numbers
	firsts  [16]ringFirst
	seconds [16 * 15]ringSecond
	thirds  [1 << 12]ringThird
	masks   [1 << 16]uint64 // the corners are four of 16 numbers, so at most 16·15·14·13 are used

	// packed has for each free number v the bits v and 48 + r, where r is its rank among
	// the free numbers. Bits 48 to 63 of a set of numbers then are an index for a table.
	packed [32]uint64

	// notHalf has for each number of corner 3 the numbers that corner 2 can have without
	// an equal number between them. It is empty where line 2 cannot have its sum.
	notHalf [32]uint64
}

// ringFirst has the number of corner 0, and the sets of numbers that corners 1 and 3 can
// then have.
type ringFirst struct {
	one      uint64
	three    uint64
	reversed uint64 // the other free numbers, v at bit 63 − v
	corner   int32
}

// ringSecond has the numbers of corners 0 and 1 and of the cell between them. It also has
// the sets of numbers that corners 2 and 3 can then have.
type ringSecond struct {
	three        uint64
	two          uint64
	used         uint64 // packed
	reversed     uint64 // the other free numbers
	rest1, rest3 int32  // what is left of the sums of lines 1 and 3
}

// ringThird has all except corner 2 and the cells next to it.
type ringThird struct {
	two          uint64
	used         uint64 // packed
	rest1, rest2 int32
}

// fill returns the sets of numbers of all fillings out of free, one set for each
// filling. Bits 48 to 63 of a set have the ranks of its numbers among the free ones.
func (g *ring) fill(free uint64) []uint64 {
	g.orient()
	rank := uint64(1) << 48
	for set := free; set != 0; set &= set - 1 {
		v := bits.TrailingZeros64(set)
		g.packed[v&31] = set&-set | rank
		g.notHalf[v&31] = 0
		if sum := g.sums[2] - int32(v); uint32(sum) < 64 {
			g.notHalf[v&31] = ^half(sum)
		}
		rank <<= 1
	}
	return g.masks[:g.last(g.third(g.second(g.first(free), free)))]
}

// orient turns and mirrors the ring. After that, each line at corner 0 has a sum that is
// further from the usual one than the sum of the opposite line. Such lines have fewer
// fillings.
func (g *ring) orient() {
	far := func(i int) int32 { return max(g.sums[i]-g.usual, g.usual-g.sums[i]) }
	if far(0) < far(2) {
		g.sums[0], g.sums[2] = g.sums[2], g.sums[0]
	}
	if far(3) < far(1) {
		g.sums[1], g.sums[3] = g.sums[3], g.sums[1]
	}
}

// first lists the numbers of corner 0, and returns how many there are.
func (g *ring) first(free uint64) int {
	reversed := bits.Reverse64(free)
	n := 0
	for set := free; set != 0; set &= set - 1 {
		a := int32(bits.TrailingZeros64(set))
		r := reversed &^ (1 << (63 - uint(a)&63))
		others := free &^ (set & -set)
		f := &g.firsts[n&15]
		f.reversed, f.corner = r, a
		f.one, f.three = others&sumMinusBelow32(r, g.sums[0]-a)&^half(g.sums[0]-a), others&sumMinusBelow32(r, g.sums[3]-a)&^half(g.sums[3]-a)
		n += oneIfBoth(f.one, f.three)
	}
	return n
}

// second finds corner 1 for the first todo entries of firsts.
func (g *ring) second(todo int, free uint64) int {
	n := 0
	for i := range g.firsts[:todo] {
		f := &g.firsts[i]
		for set := f.one; set != 0; set &= set - 1 {
			b := int32(bits.TrailingZeros64(set))
			ab := g.sums[0] - f.corner - b
			bitA, bitB, bitAB := g.packed[f.corner&31], g.packed[b&31], g.packed[ab&31]
			used := bitA | bitB | bitAB
			s := &g.seconds[n]
			s.used, s.reversed = used, f.reversed&^(1<<(63-uint(b)&63))&^(1<<(63-uint(ab)&63))
			s.rest1, s.rest3 = g.sums[1]-b, g.sums[3]-f.corner
			s.two = free &^ used & sumMinusBelow32(s.reversed, s.rest1) &^ half(s.rest1)
			s.three = free &^ used & f.three & sumMinusBelow32(s.reversed, s.rest3) &^ (1 << uint(g.sums[2]-s.rest1))
			n += oneIfBoth(s.two, s.three)
		}
	}
	return n
}

// third finds corner 3 for the first todo entries of seconds. The fields of an entry are
// read once, since the compiler would read them again after each write to thirds.
func (g *ring) third(todo int) int {
	n := 0
	sum := g.sums[2]
	for i := range g.seconds[:todo] {
		s := &g.seconds[i]
		before, left, two, rest1, rest3 := s.used, s.reversed, s.two, s.rest1, s.rest3
		for set := s.three; set != 0; set &= set - 1 {
			d := int32(bits.TrailingZeros64(set))
			da := rest3 - d
			used := before | g.packed[d&31] | g.packed[da&31]
			reversed := left &^ (1 << (^uint(d) & 63)) &^ (1 << (^uint(da) & 63))
			rest2 := sum - d
			t := &g.thirds[n&4095]
			t.used, t.rest1, t.rest2 = used, rest1, rest2
			t.two = two &^ used & g.notHalf[d&31] & (reversed >> (uint(63-rest1) & 63)) & (reversed >> (uint(63-rest2) & 63))
			keep := 0
			if t.two != 0 {
				keep = 1
			}
			n += keep
		}
	}
	return n
}

// last finds corner 2 for the first todo entries of thirds. Most of them have one or two
// numbers. So two fillings are written without a branch, and the second counts only if there
// is one.
func (g *ring) last(todo int) int {
	n := 0
	for i := range g.thirds[:todo] {
		t := &g.thirds[i]
		used, rest1, rest2 := t.used, t.rest1, t.rest2
		set := t.two
		second := set & (set - 1)
		c, d := int32(bits.TrailingZeros64(set)), int32(bits.TrailingZeros64(second))
		g.masks[n&65535] = used | g.packed[c&31] | g.packed[(rest1-c)&31] | g.packed[(rest2-c)&31]
		g.masks[(n+1)&65535] = used | g.packed[d&31] | g.packed[(rest1-d)&31] | g.packed[(rest2-d)&31]
		n += 1 + oneIfBoth(second, second)
		for set = second & (second - 1); set != 0; set &= set - 1 {
			c := int32(bits.TrailingZeros64(set))
			g.masks[n&65535] = used | g.packed[c&31] | g.packed[(rest1-c)&31] | g.packed[(rest2-c)&31]
			n++
		}
	}
	return n
}

// oneIfBoth returns 1 when neither set is empty, else 0.
func oneIfBoth(a, b uint64) int {
	keep := 1
	if a == 0 {
		keep = 0
	}
	if b == 0 {
		keep = 0
	}
	return keep
}

// sumMinusBelow32 returns the numbers v below 32 for which sum − v is in a set.
// reversed is the reverse of the set.
func sumMinusBelow32(reversed uint64, sum int32) uint64 { return reversed >> uint(63-sum) }

// half returns the set of the number that is half of sum, or no number for an odd sum.
// The sum is below 128.
func half(sum int32) uint64 { return uint64(^sum&1) << (uint32(sum) >> 1 & 63) }
