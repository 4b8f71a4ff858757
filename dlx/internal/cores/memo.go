package cores

import (
	"math"
	"math/big"

	"crosscut/dlx/internal/model"
)

// memo is a bounded table of the counts of states. A key is the set of live options of a
// state. Keys are compared in full: the hash only says where to look. A hash instead of
// a key would make counts that are nearly right. In a full table, the counts that were
// cheapest to find make room.
//
// Slots come in buckets of bucketSize, and a miss touches one cache line.
type memo struct {
	width int // words of a key
	room  int // bytes that the table may take
	used  int // slots that hold a count

	tags    []tag
	slots   []uint64         // for each tag: the low word of the count, then the key
	high    map[int]*big.Int // by slot, the count above its low word, where it is not 0
	highs   int              // bytes that high takes
	buckets uint64           // a power of two
}

// tag says what a slot holds: some bits of the hash, and the work that the count took, which is 0 in
// an empty slot.
type tag struct{ hash, work uint32 }

// newMemo returns a table for keys of width words. It takes at most room bytes.
func newMemo(width, room int) *memo {
	m := &memo{width: width, room: room, high: map[int]*big.Int{}}
	m.resize(64)
	return m
}

// bytes returns the size of a table of so many buckets.
func (m *memo) bytes(buckets uint64) int {
	return int(buckets) * bucketSize * 8 * (m.width + 2)
}

func (m *memo) resize(buckets uint64) {
	m.buckets, m.used = buckets, 0
	m.tags = make([]tag, buckets*bucketSize)
	m.slots = make([]uint64, int(buckets)*bucketSize*(m.width+1))
}

// find returns the count of a state and the work that it took. The work is 0 if the
// table does not have the state.
func (m *memo) find(key []uint64, h uint64) (n bigCount, work uint64) {
	first := int(h&(m.buckets-1)) * bucketSize
	for k, t := range m.tags[first : first+bucketSize] {
		if t.hash != uint32(h>>32) || t.work == 0 {
			continue
		}
		slot := m.slot(first + k)
		if model.Equal(slot[1:], key) {
			return bigCount{slot[0], m.high[first+k]}, uint64(t.work)
		}
	}
	return bigCount{}, 0
}

func (m *memo) slot(k int) []uint64 { return m.slots[k*(m.width+1):][:m.width+1] }

// put keeps the count of a state that the table does not have. It took so much work.
func (m *memo) put(key []uint64, h uint64, n bigCount, work uint64) {
	if m.used > len(m.tags)/2 {
		m.grow()
	}
	first := int(h&(m.buckets-1)) * bucketSize
	at := m.victim(first)
	if m.tags[at].work == 0 {
		m.used++
	}
	m.tags[at] = tag{uint32(h >> 32), uint32(min(max(work, 1), math.MaxUint32))}
	slot := m.slot(at)
	slot[0] = n.low
	copy(slot[1:], key)
	m.setHigh(at, n.high)
}

// setHigh keeps the part of a count above its low word.
func (m *memo) setHigh(at int, high *big.Int) {
	if old := m.high[at]; old != nil {
		m.highs -= highBytes(old)
		delete(m.high, at)
	}
	if high != nil {
		m.high[at] = high
		m.highs += highBytes(high)
	}
}

// highBytes returns the rough size of a number in the map high.
func highBytes(n *big.Int) int { return 64 + n.BitLen()/8 }

// victim returns an empty slot of a bucket, or the one that took the least work. The
// other slots of a full bucket age, so that no unused count stays for ever.
func (m *memo) victim(first int) int {
	at := first
	for k := first; k < first+bucketSize; k++ {
		if m.tags[k].work == 0 {
			return k
		}
		if m.tags[k].work < m.tags[at].work {
			at = k
		}
	}
	for k := first; k < first+bucketSize; k++ {
		m.tags[k].work = max(m.tags[k].work/2, 1)
	}
	return at
}

// grow doubles the table if there is room for that.
func (m *memo) grow() {
	if m.bytes(2*m.buckets)+m.highs > m.room {
		return
	}
	old := *m
	m.high, m.highs = map[int]*big.Int{}, 0
	m.resize(2 * m.buckets)
	for k, t := range old.tags {
		if t.work != 0 {
			slot := old.slot(k)
			m.put(slot[1:], model.Hash(slot[1:]), bigCount{slot[0], old.high[k]}, uint64(t.work))
		}
	}
}
