package hidoku

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

// fill makes the sets of numbers and all counts from the sets of cells, in blocks of 64
// numbers by 64 slots. It marks everything as stale.
func (s *state) fill() error {
	var block [64]uint64
	for k := 0; k < s.n; k += 64 {
		for w := range s.words {
			if err := s.run.Err(); err != nil {
				return err
			}
			if s.loadBlock(&block, k, w) {
				transpose(&block)
				s.storeBlock(&block, k, w)
			}
		}
	}
	for k := range s.n {
		s.stale[k/64] |= 1 << (k % 64)
		s.openNumbers[k/64] |= 1 << (k % 64)
		s.countedNumber(k)
	}
	for _, slot := range s.slotOf {
		s.openSlots[slot/64] |= 1 << (slot % 64)
		s.countedSlot(int(slot))
	}
	return nil
}

// loadBlock loads and counts word w of the cells of the 64 numbers from k on. It
// reports whether there are any.
func (s *state) loadBlock(block *[64]uint64, k, w int) bool {
	some := uint64(0)
	for i := range block {
		block[i] = 0
		if k+i < s.n {
			block[i] = s.cells[s.first+(k+i)*s.row+w]
			s.cellCount[k+i] += int32(bits.OnesCount64(block[i]))
		}
		some |= block[i]
	}
	return some != 0
}

// storeBlock stores and counts the numbers, from k on, of the slots of word w.
func (s *state) storeBlock(block *[64]uint64, k, w int) {
	for i := 0; i < 64 && w*64+i < s.slots; i++ {
		s.numbers[(w*64+i)*s.numberWords+k/64] = block[i]
		s.numberCount[w*64+i] += int32(bits.OnesCount64(block[i]))
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
func (s *state) countedNumber(k int) {
	switch s.cellCount[k] {
	case 0:
		s.openNumbers[k/64] &^= 1 << (k % 64)
		s.failed, s.blamed = true, int32(k)
	case 1:
		s.openNumbers[k/64] &^= 1 << (k % 64)
		s.single = append(s.single, int32(k))
	}
}

// countedSlot reacts to a new size of the set of numbers of a slot.
func (s *state) countedSlot(slot int) {
	switch s.numberCount[slot] {
	case 0:
		s.openSlots[slot/64] &^= 1 << (slot % 64)
		s.failed, s.blamed = true, ^int32(slot)
	case 1:
		s.openSlots[slot/64] &^= 1 << (slot % 64)
		s.single = append(s.single, ^int32(slot))
	}
}

// removeCells removes the cells gone, bits of word w, from number k. On failure it
// still finishes, so that the state can be undone.
func (s *state) removeCells(k, w int, gone uint64) {
	index := s.first + k*s.row + w
	s.cells[index] &^= gone
	if s.recording {
		s.trail = append(s.trail, change{index, gone})
	}
	count := bits.OnesCount64(gone)
	s.run.Propagations += int64(count)
	s.cellCount[k] -= int32(count)
	s.countedNumber(k)
	s.touched(k)
	at, bit := w*64*s.numberWords+k/64, uint64(1)<<(k%64)
	for ; gone != 0; gone &= gone - 1 {
		i := bits.TrailingZeros64(gone)
		s.numbers[at+i*s.numberWords] &^= bit
		s.numberCount[w*64+i]--
		s.countedSlot(w*64 + i)
	}
}

// removeNumbers removes the numbers gone, bits of word w, from the cell at slot, as
// removeCells does.
func (s *state) removeNumbers(slot, w int, gone uint64) {
	index := slot*s.numberWords + w
	s.numbers[index] &^= gone
	if s.recording {
		s.trail = append(s.trail, change{^index, gone})
	}
	count := bits.OnesCount64(gone)
	s.run.Propagations += int64(count)
	s.numberCount[slot] -= int32(count)
	s.countedSlot(slot)
	at, bit := s.first+slot/64, uint64(1)<<(slot%64)
	for ; gone != 0; gone &= gone - 1 {
		k := w*64 + bits.TrailingZeros64(gone)
		s.cells[at+k*s.row] &^= bit
		s.cellCount[k]--
		s.countedNumber(k)
		s.touched(k)
	}
}

// touched notes that number k has lost cells. So the cells of the numbers next to it
// may have lost their support.
func (s *state) touched(k int) {
	if k > 0 {
		s.stale[(k-1)/64] |= 1 << ((k - 1) % 64)
	} else if s.closed {
		s.stale[(s.n-1)/64] |= 1 << ((s.n - 1) % 64)
	}
	if k < s.n-1 {
		s.stale[(k+1)/64] |= 1 << ((k + 1) % 64)
	} else if s.closed {
		s.stale[0] |= 1
	}
}

// undo brings back the state at the time when the trail had the length mark, and ends a
// failure. After an error, the context's, the state must not be used.
func (s *state) undo(mark int) error {
	for i := len(s.trail) - 1; i >= mark; i-- {
		if c := s.trail[i]; c.word >= 0 {
			s.returnCells(c.word, c.bits)
		} else {
			s.returnNumbers(^c.word, c.bits)
		}
		if i%1024 == 0 {
			if err := s.run.Err(); err != nil {
				return err
			}
		}
	}
	s.trail = s.trail[:mark]
	s.forget()
	return nil
}

// forget drops all work that is waiting.
func (s *state) forget() {
	s.failed = false
	s.single = s.single[:0]
	clear(s.stale)
}

func (s *state) returnCells(index int, back uint64) {
	s.cells[index] |= back
	k, w := (index-s.first)/s.row, (index-s.first)%s.row
	s.regained(k, bits.OnesCount64(back))
	at, bit := w*64*s.numberWords+k/64, uint64(1)<<(k%64)
	for ; back != 0; back &= back - 1 {
		i := bits.TrailingZeros64(back)
		s.numbers[at+i*s.numberWords] |= bit
		s.regainedSlot(w*64+i, 1)
	}
}

func (s *state) returnNumbers(index int, back uint64) {
	s.numbers[index] |= back
	slot, w := index/s.numberWords, index%s.numberWords
	s.regainedSlot(slot, bits.OnesCount64(back))
	at, bit := s.first+slot/64, uint64(1)<<(slot%64)
	for ; back != 0; back &= back - 1 {
		k := w*64 + bits.TrailingZeros64(back)
		s.cells[at+k*s.row] |= bit
		s.regained(k, 1)
	}
}

// regained counts cells that number k has again.
func (s *state) regained(k, count int) {
	if s.cellCount[k] += int32(count); s.cellCount[k] > 1 {
		s.openNumbers[k/64] |= 1 << (k % 64)
	}
}

// regainedSlot counts numbers that a slot has again.
func (s *state) regainedSlot(slot, count int) {
	if s.numberCount[slot] += int32(count); s.numberCount[slot] > 1 {
		s.openSlots[slot/64] |= 1 << (slot % 64)
	}
}
