package puzzle

// Kinds of stones: those that are interchangeable, and how solutions tell them apart.

// kindsOfStocks returns for each stock the first stock whose stones may lie in the same
// ways.
func kindsOfStocks(stocks []Stock, flips bool) []int {
	kinds, first := make([]int, len(stocks)), make(map[string]int) // per key, the first stock
	for i, k := range stocks {
		key := k.key(flips)
		if _, met := first[key]; !met {
			first[key] = i
		}
		kinds[i] = first[key]
	}
	return kinds
}

// Canonical returns s with interchangeable stones numbered in the order of their
// first cells: see [Puzzle].
func (p *Draughtboard) Canonical(s Solution) Solution { return p.canonicalTo(nil, s) }

// canonicalTo is Canonical in the memory of to, if it is long enough. It may be that of s.
func (p *Draughtboard) canonicalTo(to, s Solution) Solution {
	if cap(to) < len(s) {
		to = make(Solution, len(s))
	}
	to = to[:len(s)]
	if !p.alike {
		copy(to, s)
		return to
	}
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
