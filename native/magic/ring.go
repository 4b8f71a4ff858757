package magic

import "math/bits"

// ring is what is left of four lines of three open cells each that meet in a ring. Line
// i has corner i, a cell of its own and corner i+1. Two rows and two columns form one
// on a board of order 5 whose diagonals are known. It applies where at most 16 numbers
// are free, all below 32.
//
// Its fillings are found corner by corner. Each corner is found for all partial
// fillings before the next one, in loops without a branch that the processor could
// guess wrong. A plain walk spends its time on such guesses.
type ring struct {
	sums    [4]int32
	usual   int32 // three times the mean of all numbers
	firsts  [16]ringFirst
	seconds [16 * 15]ringSecond
	thirds  [16 * 15 * 14]ringThird
	masks   [16 * 15 * 14 * 13]uint64
}

// ringFirst has corner 0, and what corners 1 and 3 may have beside it.
type ringFirst struct {
	one      uint64
	three    uint64
	reversed uint64 // the other free numbers, v at bit 63 − v
	corner   int32
}

// ringSecond has corners 0 and 1 with the line between them, and what corners 2 and 3
// may have beside them.
type ringSecond struct {
	three        uint64
	two          uint64
	used         uint64
	reversed     uint64 // the other free numbers
	rest1, rest3 int32  // what is left of the sums of lines 1 and 3
}

// ringThird has all except corner 2 and the cells next to it.
type ringThird struct {
	two          uint64
	used         uint64
	rest1, rest2 int32
}

// fill returns the sets of numbers of all fillings out of free, one set for each
// filling.
func (g *ring) fill(free uint64) []uint64 {
	g.turn()
	return g.masks[:g.last(g.third(g.second(g.first(free), free)))]
}

// turn turns and mirrors the ring. Then the sums of the lines at corner 0 are further
// from the usual one than those of the lines opposite. Such lines have fewer fillings.
func (g *ring) turn() {
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
		f.one, f.three = others&sumMinusBelow32(r, g.sums[0]-a), others&sumMinusBelow32(r, g.sums[3]-a)
		n += oneIfBoth(f.one, f.three)
	}
	return n
}

// second goes on from the given number of firsts.
func (g *ring) second(todo int, free uint64) int {
	n := 0
	for i := range g.firsts[:todo] {
		f := &g.firsts[i]
		for set := f.one; set != 0; set &= set - 1 {
			b := int32(bits.TrailingZeros64(set))
			ab := g.sums[0] - f.corner - b
			bitA, bitB, bitAB := uint64(1)<<(uint(f.corner)&63), set&-set, uint64(1)<<(uint(ab)&63)
			used := bitA | bitB | bitAB
			s := &g.seconds[n]
			s.used, s.reversed = used, f.reversed&^(1<<(63-uint(b)&63))&^(1<<(63-uint(ab)&63))
			s.rest1, s.rest3 = g.sums[1]-b, g.sums[3]-f.corner
			s.two = free &^ used & sumMinusBelow32(s.reversed, s.rest1)
			s.three = free &^ used & f.three & sumMinusBelow32(s.reversed, s.rest3)
			keep := oneIfBoth(s.two, s.three)
			if bitB == bitAB { // the numbers are known not to be a
				keep = 0
			}
			n += keep
		}
	}
	return n
}

// third goes on from the given number of seconds.
func (g *ring) third(todo int) int {
	n := 0
	sum := g.sums[2]
	for i := range g.seconds[:todo] {
		s := &g.seconds[i]
		for set := s.three; set != 0; set &= set - 1 {
			d := int32(bits.TrailingZeros64(set))
			bitD, bitDA := set&-set, uint64(1)<<(uint(s.rest3-d)&63)
			used := s.used | bitD | bitDA
			t := &g.thirds[n]
			t.used, t.rest1, t.rest2 = used, s.rest1, sum-d
			t.two = s.two &^ used & sumMinusBelow32(s.reversed, t.rest2)
			keep := 0
			if t.two != 0 {
				keep = 1
			}
			if bitD == bitDA {
				keep = 0
			}
			n += keep
		}
	}
	return n
}

// last goes on from the given number of thirds.
func (g *ring) last(todo int) int {
	n := 0
	for i := range g.thirds[:todo] {
		t := &g.thirds[i]
		for set := t.two; set != 0; set &= set - 1 {
			c := int32(bits.TrailingZeros64(set))
			bitC, bitBC, bitCD := set&-set, uint64(1)<<(uint(t.rest1-c)&63), uint64(1)<<(uint(t.rest2-c)&63)
			used := t.used | bitC | bitBC | bitCD
			g.masks[n] = used
			keep := 0
			if used == t.used+bitC+bitBC+bitCD { // no bit twice
				keep = 1
			}
			n += keep
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
