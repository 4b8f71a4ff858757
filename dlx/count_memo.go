package dlx

import (
	"math/big"
	"math/bits"
)

// memo is a bounded table of solved states. A key is the set of live options of a
// state, and it is compared in full: the hash says only where to look. Where the
// table is full, what was cheapest to find out makes room.
//
// Slots come in buckets of bucketSize. The tag of a slot is 0 when it is empty, else
// some bits of the hash above the work that the answer took, so that a miss touches
// one line of memory.
type memo struct {
	width int // words of a key
	room  int // bytes that the table may take
	used  int // slots that hold an answer

	tags    []uint64
	slots   []uint64         // for each tag: the low word of the count, then the key
	high    map[int]*big.Int // what is above the low word, for the slots where it is not 0
	highs   int              // bytes that high takes
	buckets uint64           // a power of two
}

const (
	bucketSize   = 4
	firstBuckets = 1 << 6
	workBits     = 32
	mostWork     = 1<<workBits - 1
)

// newMemo returns a table for keys of so many words which takes at most so many bytes.
func newMemo(width, room int) *memo {
	m := &memo{width: width, room: room, high: map[int]*big.Int{}}
	m.resize(firstBuckets)
	return m
}

// bytes returns what a table of so many buckets takes.
func (m *memo) bytes(buckets uint64) int {
	return int(buckets) * bucketSize * 8 * (m.width + 2)
}

// resize replaces the tables by empty ones.
func (m *memo) resize(buckets uint64) {
	m.buckets, m.used = buckets, 0
	m.tags = make([]uint64, buckets*bucketSize)
	m.slots = make([]uint64, int(buckets)*bucketSize*(m.width+1))
}

// hash folds a set of options into a word.
func hash(key []uint64) uint64 {
	h := uint64(len(key)) * 0x9E3779B97F4A7C15
	for _, x := range key {
		hi, lo := bits.Mul64(h^x, 0xD6E8FEB86659FD93)
		h = hi ^ lo ^ 0xA0761D6478BD642F
	}
	return h ^ h>>29
}

// find returns the count of a state and the work that it took, 0 if the table has
// no answer.
func (m *memo) find(key []uint64, h uint64) (n bigCount, work uint64) {
	first := int(h&(m.buckets-1)) * bucketSize
	for k, tag := range m.tags[first : first+bucketSize] {
		if tag>>workBits != h>>workBits || tag == 0 {
			continue
		}
		slot := m.slot(first + k)
		if equal(slot[1:], key) {
			return bigCount{slot[0], m.high[first+k]}, tag & mostWork
		}
	}
	return bigCount{}, 0
}

func (m *memo) slot(k int) []uint64 { return m.slots[k*(m.width+1):][:m.width+1] }

func equal(a, b []uint64) bool {
	b = b[:len(a)]
	for k, x := range a {
		if x != b[k] {
			return false
		}
	}
	return true
}

// put keeps the count of a state that the table does not have, and that took so much
// work.
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

// setHigh keeps what is above the low word of the count in a slot.
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

// highBytes is what a number takes in a map, roughly.
func highBytes(n *big.Int) int { return 64 + n.BitLen()/8 }

// victim returns the slot of a bucket that is empty or else took the least work. The
// others age: what is not asked for again must not stay for ever.
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
			m.put(slot[1:], hash(slot[1:]), bigCount{slot[0], old.high[k]}, tag&mostWork)
		}
	}
}
