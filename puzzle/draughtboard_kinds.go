package puzzle

import "slices"

// Kinds of stones: those that are interchangeable, and how solutions tell them apart.

// kindsOfStocks returns for each stock the first stock whose stones may lie in the same
// ways.
func kindsOfStocks(stocks []Stock, flips bool) []int {
	kinds := make([]int, len(stocks))
	first := make(map[string]int) // the first stock of each kind so far; the key is the least key of the versions, or all if some are restricted
	alike := make(map[stoneCounts]int, len(stocks))
	for _, k := range stocks {
		alike[k.Stone.counts()]++
	}
	restricted := slices.ContainsFunc(stocks, Stock.restricted)
	for i, k := range stocks {
		kinds[i] = i
		if alike[k.Stone.counts()] == 1 {
			continue // no other stone can be of its kind, so its versions are not needed
		}
		var key string
		if restricted {
			key = k.key(flips)
		} else {
			key = k.Stone.key()
			for _, version := range k.Stone.Versions(flips) {
				key = min(key, version.key())
			}
		}
		if before, met := first[key]; met {
			kinds[i] = before
		} else {
			first[key] = i
		}
	}
	return kinds
}

// stoneCounts are numbers that interchangeable stones have in common. They are the number
// of cells of each colour, and the shorter and the longer side of the rectangle around
// them.
type stoneCounts struct{ black, white, either, short, long int }

// counts returns the stone's counts.
func (s Stone) counts() (n stoneCounts) {
	height, width := 0, 0
	for _, c := range s.cells {
		height, width = max(height, c.Row+1), max(width, c.Col+1)
		switch c.Colour {
		case Black:
			n.black++
		case White:
			n.white++
		default:
			n.either++
		}
	}
	n.short, n.long = min(height, width), max(height, width)
	return n
}

// Canonical returns s with interchangeable stones numbered in the order of their
// first cells: see [Puzzle].
func (p *Draughtboard) Canonical(s Solution) Solution { return p.CanonicalTo(nil, s) }

// CanonicalTo is [Draughtboard.Canonical] in the memory of to, if it is long enough. It may
// be that of s.
func (p *Draughtboard) CanonicalTo(to, s Solution) Solution {
	if cap(to) < len(s) {
		to = make(Solution, len(s))
	}
	to = to[:len(s)]
	var room stoneNumbers
	// next is used at the index of the first stone of a kind. There it has the first
	// stone of that kind that is not yet met. renamed has, per stone, the value it gets,
	// 0 before it is met.
	next, renamed := room.two(len(p.stones))
	copy(next, p.kinds)
	for c, value := range s {
		if value == Bare {
			to[c] = Bare
			continue
		}
		stone := max(value, -value) - 1
		if renamed[stone] == 0 {
			kind := p.kinds[stone]
			renamed[stone] = next[kind] + 1
			if value < 0 {
				renamed[stone] *= -1
			}
			next[kind] = p.following[next[kind]]
		}
		to[c] = renamed[stone]
	}
	return to
}

// isCanonical reports whether s is [Draughtboard.Canonical] of s: each stone that it meets
// is the next one of its kind. All values have one sign, because s has passed Check.
func (p *Draughtboard) isCanonical(s Solution) bool {
	var room stoneNumbers
	next, met := room.two(len(p.stones)) // next as in CanonicalTo
	copy(next, p.kinds)
	for _, value := range s {
		if value == Bare {
			continue
		}
		stone := max(value, -value) - 1
		if met[stone] != 0 {
			continue
		}
		kind := p.kinds[stone]
		if next[kind] != stone {
			return false
		}
		met[stone], next[kind] = 1, p.following[stone]
	}
	return true
}

// stoneNumbers is room on the stack for two numbers per stone, for up to 64 stones.
type stoneNumbers [2 * 64]int

// two returns two slices of n zeros. They are on the stack if there is room.
func (room *stoneNumbers) two(n int) (a, b []int) {
	memory := room[:]
	if 2*n > len(memory) {
		memory = make([]int, 2*n)
	}
	return memory[:n], memory[n : 2*n]
}
