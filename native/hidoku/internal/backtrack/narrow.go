package backtrack

import "math/bits"

// The cuts of cuts.go for narrow boards: plain boards of up to widestNear columns. They find
// the same. They are faster for two reasons. A step changes the slot by less than 64, so each
// word needs three words of another number. And a number with few cells is revised cell by
// cell.

// reviseNarrow is [State.revise] for numbers except the first and the last.
func (s *State) reviseNarrow(k int) {
	base := s.First + k*s.Row
	if s.CellCount[k] > few {
		for w := range s.Words {
			if set := s.Cells[base+w]; set != 0 {
				if gone := set &^ s.waysNarrow(base+w); gone != 0 {
					s.RemoveCells(k, w, gone)
				}
			}
		}
		return
	}
	for w := range s.Words {
		gone := uint64(0)
		for set := s.Cells[base+w]; set != 0; set &= set - 1 {
			near := &s.near[w*64+bits.TrailingZeros64(set)]
			before := base - s.Row + near.word
			after := base + s.Row + near.word
			enterLow, enterHigh := s.Cells[before]&near.low, s.Cells[before+1]&near.high
			leaveLow, leaveHigh := s.Cells[after]&near.low, s.Cells[after+1]&near.high
			if enterLow|enterHigh == 0 || leaveLow|leaveHigh == 0 || !several(enterLow|leaveLow, enterHigh|leaveHigh) {
				gone |= set & -set
			}
		}
		if gone != 0 {
			s.RemoveCells(k, w, gone)
		}
	}
}

// several reports whether two words together have two bits or more.
func several(low, high uint64) bool {
	return low&(low-1)|high&(high-1) != 0 || low != 0 && high != 0
}

// waysNarrow returns the cells of a word that can be entered and left as [State.revise] wants
// it. The word is that of a number, at index i of cells.
func (s *State) waysNarrow(i int) uint64 {
	before, after := s.wordsAround(i-s.Row), s.wordsAround(i+s.Row)
	var enter, leave, two uint64
	for _, d := range s.apart {
		up, down := before.up(d), after.up(d)
		two |= (enter | leave) & (up | down)
		enter, leave = enter|up, leave|down
		up, down = before.down(d), after.down(d)
		two |= (enter | leave) & (up | down)
		enter, leave = enter|up, leave|down
	}
	return enter & leave & two
}

// aroundNarrow returns the cells of a word that touch a cell of a number. The word is that of
// the number, at index i of cells.
func (s *State) aroundNarrow(i int) (set uint64) {
	words := s.wordsAround(i)
	for _, d := range s.apart {
		set |= words.up(d) | words.down(d)
	}
	return set
}

// threeWords are a word of a set of cells, and those before and after it.
type threeWords struct{ low, word, high uint64 }

func (s *State) wordsAround(i int) threeWords {
	words := s.Cells[i-1 : i+2 : i+2]
	return threeWords{words[0], words[1], words[2]}
}

// up returns the word moved by d slots up, 0 < d < 64.
func (t *threeWords) up(d uint) uint64 { return t.word<<(d&63) | t.low>>((64-d)&63) }

// down returns the word moved by d slots down, 0 < d < 64.
func (t *threeWords) down(d uint) uint64 { return t.word>>(d&63) | t.high<<((64-d)&63) }
