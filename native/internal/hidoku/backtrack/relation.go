package backtrack

// The relation between numbers and cells: how it is filled, how candidates leave it and
// how they come back. Both sides, both counts and the work lists are kept in step in
// this file only.

import "math/bits"

// change says that bits were removed from a word: of cells when word >= 0, else of
// numbers[^word]. The other side of the relation follows from it.
type change struct {
	word int
	bits uint64
}

// Fill makes the sets of numbers and all counts from the sets of cells, in blocks of 64
// numbers by 64 slots. It marks everything as stale.
func (s *State) Fill() error {
	var block [64]uint64
	for k := 0; k < s.N; k += 64 {
		for w := range s.Words {
			if err := s.Run.Err(); err != nil {
				return err
			}
			if s.loadBlock(&block, k, w) {
				transpose(&block)
				s.storeBlock(&block, k, w)
			}
		}
	}
	for k := range s.N {
		s.Stale[k/64] |= 1 << (k % 64)
		s.OpenNumbers[k/64] |= 1 << (k % 64)
		s.countedNumber(k)
	}
	for _, slot := range s.SlotOf {
		s.OpenSlots[slot/64] |= 1 << (slot % 64)
		s.countedSlot(int(slot))
	}
	return nil
}

// loadBlock loads and counts word w of the cells of the 64 numbers from k on. It
// reports whether there are any.
func (s *State) loadBlock(block *[64]uint64, k, w int) bool {
	some := uint64(0)
	for i := range block {
		block[i] = 0
		if k+i < s.N {
			block[i] = s.Cells[s.First+(k+i)*s.Row+w]
			s.CellCount[k+i] += int32(bits.OnesCount64(block[i]))
		}
		some |= block[i]
	}
	return some != 0
}

// storeBlock stores and counts the numbers, from k on, of the slots of word w.
func (s *State) storeBlock(block *[64]uint64, k, w int) {
	for i := 0; i < 64 && w*64+i < s.Slots; i++ {
		s.Numbers[(w*64+i)*s.NumberWords+k/64] = block[i]
		s.NumberCount[w*64+i] += int32(bits.OnesCount64(block[i]))
	}
}

// transpose exchanges rows and columns of a square of bits: halves of halves, as in
// Warren, Hacker's Delight, section 7-3.
func transpose(block *[64]uint64) {
	mask := uint64(1)<<32 - 1
	for j := 32; j > 0; j, mask = j/2, mask^mask<<(j/2) {
		for i := 0; i < 64; i = (i + j + 1) &^ j {
			swap := (block[i]>>j ^ block[i+j]) & mask
			block[i] ^= swap << j
			block[i+j] ^= swap
		}
	}
}

// countedNumber reacts to a new size of the set of cells of k.
func (s *State) countedNumber(k int) {
	switch s.CellCount[k] {
	case 0:
		s.OpenNumbers[k/64] &^= 1 << (k % 64)
		s.failed, s.blamed = true, int32(k)
	case 1:
		s.OpenNumbers[k/64] &^= 1 << (k % 64)
		s.Single = append(s.Single, int32(k))
	}
}

// countedSlot reacts to a new size of the set of numbers of a slot.
func (s *State) countedSlot(slot int) {
	switch s.NumberCount[slot] {
	case 0:
		s.OpenSlots[slot/64] &^= 1 << (slot % 64)
		s.failed, s.blamed = true, ^int32(slot)
	case 1:
		s.OpenSlots[slot/64] &^= 1 << (slot % 64)
		s.Single = append(s.Single, ^int32(slot))
	}
}

// RemoveCells removes the cells gone, bits of word w, from number k. On failure it
// still finishes, so that the state can be undone.
func (s *State) RemoveCells(k, w int, gone uint64) {
	index := s.First + k*s.Row + w
	s.Cells[index] &^= gone
	if s.Recording {
		s.Trail = append(s.Trail, change{index, gone})
	}
	count := bits.OnesCount64(gone)
	s.Run.Propagations += int64(count)
	s.CellCount[k] -= int32(count)
	s.countedNumber(k)
	s.Touched(k)
	at, bit := w*64*s.NumberWords+k/64, uint64(1)<<(k%64)
	for ; gone != 0; gone &= gone - 1 {
		i := bits.TrailingZeros64(gone)
		s.Numbers[at+i*s.NumberWords] &^= bit
		s.NumberCount[w*64+i]--
		s.countedSlot(w*64 + i)
	}
}

// removeNumbers removes the numbers gone, bits of word w, from the cell at slot, as
// removeCells does.
func (s *State) removeNumbers(slot, w int, gone uint64) {
	index := slot*s.NumberWords + w
	s.Numbers[index] &^= gone
	if s.Recording {
		s.Trail = append(s.Trail, change{^index, gone})
	}
	count := bits.OnesCount64(gone)
	s.Run.Propagations += int64(count)
	s.NumberCount[slot] -= int32(count)
	s.countedSlot(slot)
	at, bit := s.First+slot/64, uint64(1)<<(slot%64)
	for ; gone != 0; gone &= gone - 1 {
		k := w*64 + bits.TrailingZeros64(gone)
		s.Cells[at+k*s.Row] &^= bit
		s.CellCount[k]--
		s.countedNumber(k)
		s.Touched(k)
	}
}

// Touched notes that number k has lost cells. So the cells of the numbers next to it
// may have lost their support.
func (s *State) Touched(k int) {
	if k > 0 {
		s.unsupported(k - 1)
	} else if s.Closed {
		s.unsupported(s.N - 1)
	}
	if k < s.N-1 {
		s.unsupported(k + 1)
	} else if s.Closed {
		s.unsupported(0)
	}
}

// unsupported notes that cells of number k may have lost their support. A number with one cell
// needs no revision: when it came to have only that cell, its neighbours were to be revised. Since
// then they have had no cell that does not touch it.
func (s *State) unsupported(k int) {
	if s.CellCount[k] > 1 {
		s.Stale[k/64] |= 1 << (k % 64)
	}
}

// Undo brings back the state at the time when the trail had the length mark, and ends a
// failure. After an error, the context's, the state must not be used.
func (s *State) Undo(mark int) error {
	for i := len(s.Trail) - 1; i >= mark; i-- {
		if c := s.Trail[i]; c.word >= 0 {
			s.returnCells(c.word, c.bits)
		} else {
			s.returnNumbers(^c.word, c.bits)
		}
		if i%1024 == 0 {
			if err := s.Run.Err(); err != nil {
				return err
			}
		}
	}
	s.Trail = s.Trail[:mark]
	s.Forget()
	return nil
}

// Forget drops all work that is waiting.
func (s *State) Forget() {
	s.failed = false
	s.Single = s.Single[:0]
	clear(s.Stale)
}

func (s *State) returnCells(index int, back uint64) {
	s.Cells[index] |= back
	k, w := (index-s.First)/s.Row, (index-s.First)%s.Row
	s.Regained(k, bits.OnesCount64(back))
	at, bit := w*64*s.NumberWords+k/64, uint64(1)<<(k%64)
	for ; back != 0; back &= back - 1 {
		i := bits.TrailingZeros64(back)
		s.Numbers[at+i*s.NumberWords] |= bit
		s.RegainedSlot(w*64+i, 1)
	}
}

func (s *State) returnNumbers(index int, back uint64) {
	s.Numbers[index] |= back
	slot, w := index/s.NumberWords, index%s.NumberWords
	s.RegainedSlot(slot, bits.OnesCount64(back))
	at, bit := s.First+slot/64, uint64(1)<<(slot%64)
	for ; back != 0; back &= back - 1 {
		k := w*64 + bits.TrailingZeros64(back)
		s.Cells[at+k*s.Row] |= bit
		s.Regained(k, 1)
	}
}

// Regained counts cells that number k has again.
func (s *State) Regained(k, count int) {
	if s.CellCount[k] += int32(count); s.CellCount[k] > 1 {
		s.OpenNumbers[k/64] |= 1 << (k % 64)
	}
}

// RegainedSlot counts numbers that a slot has again.
func (s *State) RegainedSlot(slot, count int) {
	if s.NumberCount[slot] += int32(count); s.NumberCount[slot] > 1 {
		s.OpenSlots[slot/64] |= 1 << (slot % 64)
	}
}
