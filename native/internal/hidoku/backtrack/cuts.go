package backtrack

import "math/bits"

// The cuts. Each removes a candidate, a number from a cell, only when no solution
// within the state has it. The comment above each cut gives the reason.

// propagate applies the cuts until none of them finds anything. It reports whether the
// state may still hold solutions. The error is the context's.
//
// Numbers are revised in sweeps, upwards and downwards in turn. Support passes along
// the path, so a sweep carries a change through a whole gap between two clues. A
// first-in-first-out queue would come back to each number often.
func (s *State) propagate() (bool, error) {
	at := sweepPosition{Up: true}
	for !s.failed {
		if err := s.Run.Err(); err != nil {
			return false, err
		}
		switch {
		case len(s.Single) > 0:
			s.settleSingle()
		case s.TakeStale(&at):
			s.revise(at.K)
		case s.Pairs != nil && s.cutPairs():
		default:
			return true, nil
		}
	}
	return false, nil
}

// sweepPosition is how far a sweep has come.
type sweepPosition struct {
	K  int
	Up bool
}

// TakeStale takes the next stale number, which must be revised. If there is none ahead,
// the sweep turns around. It reports whether there is any.
func (s *State) TakeStale(at *sweepPosition) bool {
	next := s.nextStale(at.K, at.Up)
	if next < 0 {
		at.Up = !at.Up
		next = s.nextStale(at.K, at.Up)
	}
	if next < 0 {
		return false
	}
	at.K = next
	s.Stale[next/64] &^= 1 << (next % 64)
	return true
}

// nextStale returns the next number to revise from k on, k included, or -1.
func (s *State) nextStale(k int, up bool) int {
	w := k / 64
	if up {
		for stale := s.Stale[w] &^ (1<<(k%64) - 1); ; stale = s.Stale[w] {
			if stale != 0 {
				return w*64 + bits.TrailingZeros64(stale)
			}
			if w++; w == s.NumberWords {
				return -1
			}
		}
	}
	for stale := s.Stale[w] & (1<<(k%64+1) - 1); ; stale = s.Stale[w] {
		if stale != 0 {
			return w*64 + 63 - bits.LeadingZeros64(stale)
		}
		if w--; w < 0 {
			return -1
		}
	}
}

// settleSingle treats a number with one cell, or a cell with one number: no other
// number keeps this cell, and no other cell this number. No solution is lost. Every
// number has a cell and every cell a number, so the two belong together.
func (s *State) settleSingle() {
	last := len(s.Single) - 1
	v := s.Single[last]
	s.Single = s.Single[:last]
	k, slot := int(v), int(^v)
	if v >= 0 {
		slot = Lowest(s.CellsOf(k))
	} else {
		k = Lowest(s.NumbersOf(slot))
	}
	s.Trace.Forced(s, k, slot, v >= 0)
	s.Put(k, slot)
}

// Put settles number k on the cell at slot: all other cells of k, and all other numbers
// of the cell, are removed.
func (s *State) Put(k, slot int) {
	if s.CellCount[k] > 1 {
		for w, set := range s.CellsOf(k) {
			if w == slot/64 {
				set &^= 1 << (slot % 64)
			}
			if set != 0 {
				s.RemoveCells(k, w, set)
			}
		}
	}
	if s.NumberCount[slot] > 1 {
		for w, set := range s.NumbersOf(slot) {
			if w == k/64 {
				set &^= 1 << (k % 64)
			}
			if set != 0 {
				s.removeNumbers(slot, w, set)
			}
		}
	}
}

// Lowest returns the smallest member of a set that has one.
func Lowest(set []uint64) int {
	w := 0
	for set[w] == 0 {
		w++
	}
	return w*64 + bits.TrailingZeros64(set[w])
}

// revise removes every cell from number k that cannot be entered from k-1 and left to
// k+1. It treats all cells of a word at once. No solution is lost. In a solution, k-1 and
// k+1 are on two different neighbours of k's cell, and each fits its cell. Such
// neighbours exist exactly if k-1 has one, k+1 has one, and together they have at least
// two.
//
// Repeated for all numbers, this is reachability in an exact number of steps through free
// cells, from both sides. With rook moves the colour of a cell and the parity of its
// number go together. So one placed number fixes the colour for every number. A cell
// without a way in and a way out is left with no number.
func (s *State) revise(k int) {
	for w, set := range s.CellsOf(k) {
		if set == 0 {
			continue
		}
		enter, leave, two := s.Ways(k, w, set)
		if gone := set &^ (enter & leave & two); gone != 0 {
			s.RemoveCells(k, w, gone)
		}
	}
}

// Ways looks at set, which is of word w of the cells. It returns three parts of set. The
// cells of enter can be entered from k-1, and those of leave can be left to k+1. Those of
// two touch two different cells for this. It stops looking when all of set can do all
// three. The first and the last number need only one of the two ways.
func (s *State) Ways(k, w int, set uint64) (enter, leave, two uint64) {
	const all = ^uint64(0)
	if s.Touching != nil {
		return s.waysByGraph(k, w, set)
	}
	switch {
	case s.N == 1:
		return all, all, all
	case k == 0:
		return all, s.around(1, w), all
	case k == s.N-1:
		return s.around(k-1, w), all, all
	}
	i := s.First + k*s.Row + w
	for _, far := range s.distances {
		before, after := far.words(s.Cells, i-s.Row), far.words(s.Cells, i+s.Row)
		for _, d := range far.bits {
			in, out := before.up(d), after.up(d)
			two |= (enter | leave) & (in | out)
			enter, leave = enter|in, leave|out
			in, out = before.down(d), after.down(d)
			two |= (enter | leave) & (in | out)
			enter, leave = enter|in, leave|out
			if set&^(enter&leave&two) == 0 {
				return enter, leave, two
			}
		}
	}
	return enter, leave, two
}

// around returns word w of the set of cells that touch a cell of number k, on a plain board.
func (s *State) around(k, w int) (set uint64) {
	i := s.First + k*s.Row + w
	for _, far := range s.distances {
		words := far.words(s.Cells, i)
		for _, d := range far.bits {
			set |= words.up(d) | words.down(d)
		}
	}
	return set
}

// fourWords are the words of a set of cells of which parts come to one word: by moving slots up the
// first two, and by moving slots down the others.
type fourWords struct{ below, low, high, above uint64 }

// words returns the words that come to word i by the distances.
func (d *distances) words(cells []uint64, i int) fourWords {
	low, high := i-d.apart, i+d.apart
	return fourWords{cells[low-1], cells[low], cells[high], cells[high+1]}
}

// up returns what comes from so many bits below.
func (f fourWords) up(bits uint) uint64 { return f.low<<(bits&63) | f.below>>1>>((63-bits)&63) }

// down returns what comes from so many bits above.
func (f fourWords) down(bits uint) uint64 { return f.high>>(bits&63) | f.above<<1<<((63-bits)&63) }

// sweepFirst is the first cut, on the sets of cells alone. It goes through the numbers
// upwards and then downwards. Each number keeps only the cells that touch a cell of the
// number before it in that order. No solution is lost, because consecutive numbers touch.
// It finds nothing that propagate would not. But many candidates go at once, and this way
// they need no book-keeping.
func (s *State) sweepFirst() error {
	if s.Touching != nil || !firstSweep.On() {
		return nil
	}
	for i := 1; i < 2*s.N-1; i++ {
		from, k := i-1, i
		if i >= s.N {
			k = 2*s.N - 2 - i
			from = k + 1
		}
		for w, set := range s.CellsOf(k) {
			if set != 0 {
				s.Cells[s.First+k*s.Row+w] = set & s.around(from, w)
			}
		}
		if err := s.Run.Err(); err != nil {
			return err
		}
	}
	return nil
}

// balanceColours is for boards such as those of rook moves. There a step changes the colour of the chessboard,
// so all odd numbers are on one colour. It reports false when the numbers of cells of
// the two colours differ from those of odd and even numbers. When they differ by one,
// it removes the wrong colour from every number. No solution is lost: with one cell
// more of one colour, N is odd, and so there is one odd number more.
func (s *State) balanceColours() bool {
	if !s.P.Chequered() || !colourBalance.On() {
		return true
	}
	colour := [2][]uint64{make([]uint64, s.Words), make([]uint64, s.Words)}
	var count [2]int
	for cell, slot := range s.SlotOf {
		row, col := s.P.Board().Pos(cell)
		of := (row + col) % 2
		count[of]++
		colour[of][slot/64] |= 1 << (slot % 64)
	}
	if count[0] == count[1] {
		return true
	}
	more := 0
	if count[1] > count[0] {
		more = 1
	}
	if count[more] != count[1-more]+1 {
		return false
	}
	for k := range s.N {
		for w, set := range colour[more^k%2] {
			s.Cells[s.First+k*s.Row+w] &= set
		}
	}
	return true
}
