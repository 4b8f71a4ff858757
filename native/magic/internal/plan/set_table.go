package plan

import "crosscut/native/internal/counting"

// setTable counts sets of numbers. It is a hash table with linear probing. Increasing
// its generation empties it.
type setTable struct {
	slots      []setSlot // a power of two
	generation uint32
	used       int
	most       int // slots it may grow to; 16 bytes each
}

type setSlot struct {
	set        uint64
	count      uint32
	generation uint32
}

func newSetTable(most int) *setTable {
	return &setTable{slots: make([]setSlot, 16), generation: 1, most: most}
}

// clear removes everything.
func (t *setTable) clear() {
	t.used = 0
	if t.generation++; t.generation == 0 {
		clear(t.slots)
		t.generation = 1
	}
}

// find returns the slot of set, or the one to put it into.
func (t *setTable) find(set uint64) *setSlot {
	for i := counting.Mix(0, set); ; i++ {
		slot := &t.slots[i&uint64(len(t.slots)-1)]
		if slot.generation != t.generation || slot.set == set {
			return slot
		}
	}
}

// count returns how often set has been added.
func (t *setTable) count(set uint64) uint64 {
	if slot := t.find(set); slot.generation == t.generation {
		return uint64(slot.count)
	}
	return 0
}

// add adds set once. It reports whether there is room for more.
func (t *setTable) add(set uint64) bool {
	slot := t.find(set)
	if slot.generation == t.generation {
		slot.count++
		return slot.count < 1<<31
	}
	*slot = setSlot{set: set, count: 1, generation: t.generation}
	if t.used++; t.used > len(t.slots)/2 {
		if len(t.slots) >= t.most {
			return false
		}
		t.grow()
	}
	return true
}

func (t *setTable) grow() {
	old := t.slots
	t.slots = make([]setSlot, 2*len(old))
	for _, slot := range old {
		if slot.generation == t.generation {
			*t.find(slot.set) = slot
		}
	}
}
