package bitset

import (
	"math/big"

	"crosscut/dlx/internal/conflicts"
)

// memo is a bounded table of the counts of states. A key is the set of live options of a
// state. Keys are compared in full: the hash only says where to look. A hash instead of
// a key would make counts that are nearly right. In a full table, the counts that were
// cheapest to find make room.
//
// Slots come in buckets of bucketSize. The tag of an empty slot is 0. Other tags hold
// some bits of the hash, and below them the work that the count took. So a miss touches
// one cache line.
type memo struct {
	width int // words of a key
	room  int // bytes that the table may take
	used  int // slots that hold a count

	tags    []uint64
	slots   []uint64         // for each tag: the low word of the count, then the key
	high    map[int]*big.Int // by slot, the count above its low word, where it is not 0
	highs   int              // bytes that high takes
	buckets uint64           // a power of two
}

const (
	workBits = 32
	mostWork = 1<<workBits - 1
)

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

// resize replaces the tables by empty ones.
func (m *memo) resize(buckets uint64) {
	m.buckets, m.used = buckets, 0
	m.tags = make([]uint64, buckets*bucketSize)
	m.slots = make([]uint64, int(buckets)*bucketSize*(m.width+1))
}

// find returns the count of a state and the work that it took. The work is 0 if the
// table does not have the state.
func (m *memo) find(key []uint64, h uint64) (n bigCount, work uint64) {
	first := int(h&(m.buckets-1)) * bucketSize
	for k, tag := range m.tags[first : first+bucketSize] {
		if tag>>workBits != h>>workBits || tag == 0 {
			continue
		}
		slot := m.slot(first + k)
		if conflicts.Equal(slot[1:], key) {
			return bigCount{slot[0], m.high[first+k]}, tag & mostWork
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
	if m.tags[at] == 0 {
		m.used++
	}
	m.tags[at] = h>>workBits<<workBits | min(max(work, 1), mostWork)
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
		if m.tags[k] == 0 {
			return k
		}
		if m.tags[k]&mostWork < m.tags[at]&mostWork {
			at = k
		}
	}
	for k := first; k < first+bucketSize; k++ {
		work := m.tags[k] & mostWork
		m.tags[k] += max(work/2, 1) - work
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
	for k, tag := range old.tags {
		if tag != 0 {
			slot := old.slot(k)
			m.put(slot[1:], conflicts.Hash(slot[1:]), bigCount{slot[0], old.high[k]}, tag&mostWork)
		}
	}
}
