package counting

import (
	"math/bits"
	"slices"
	"sync"
)

// table is a map from keys to counts, both of a fixed number of words. Several
// goroutines may add to it. Keys are compared in full: a table that trusted hashes
// would sometimes count wrong.
//
// Counts are natural numbers of as many words as the table was made for, the lowest
// first. The caller chooses the words so that no sum needs more.
type table struct {
	keyWords int
	words    int // of an entry: a key and its count
	shards   [tableShards]tableShard
}

// tableShards is how many parts a table has, each with a lock; a power of two.
const tableShards = 16

// tableShard is the part of a table for the keys whose hashes begin alike.
type tableShard struct {
	sync.Mutex
	slots   []uint32 // by hash, with linear probing: 1 + the index of the entry, 0 for none
	entries []uint64 // in the order of their first additions
	size    int
	_       [64]byte // so that two locks are never on one cache line
}

// reset empties the table and makes it one of keys and counts of so many words.
func (t *table) reset(keyWords, countWords int) {
	t.keyWords, t.words = keyWords, keyWords+countWords
	for i := range t.shards {
		s := &t.shards[i]
		clear(s.slots)
		s.entries, s.size = s.entries[:0], 0
	}
}

// len returns the number of keys.
func (t *table) len() int {
	size := 0
	for i := range t.shards {
		size += t.shards[i].size
	}
	return size
}

// memory returns the words of memory that the table holds.
func (t *table) memory() int {
	words := 0
	for i := range t.shards {
		words += cap(t.shards[i].entries) + len(t.shards[i].slots)/2
	}
	return words
}

// add adds count to the count of key, and reports whether the key is new. count may
// have fewer words than the counts of the table.
func (t *table) add(key, count []uint64) bool {
	hash := hashWords(key)
	s := &t.shards[hash%tableShards]
	s.Lock()
	defer s.Unlock()
	if 4*(s.size+1) > 3*len(s.slots) {
		s.grow(t)
	}
	mask := len(s.slots) - 1
	slot := int(hash/tableShards) & mask
	for ; s.slots[slot] != 0; slot = (slot + 1) & mask {
		entry := s.entries[int(s.slots[slot]-1)*t.words:][:t.words]
		if slices.Equal(entry[:t.keyWords], key) {
			addWords(entry[t.keyWords:], count)
			return false
		}
	}
	s.size++
	s.slots[slot] = uint32(s.size)
	s.entries = append(s.entries, key...)
	s.entries = append(s.entries, count...)
	for range t.words - len(key) - len(count) {
		s.entries = append(s.entries, 0)
	}
	return true
}

// grow doubles the slots of the shard.
func (s *tableShard) grow(t *table) {
	s.slots = make([]uint32, max(16, 2*len(s.slots)))
	mask := len(s.slots) - 1
	for i := range s.size {
		slot := int(hashWords(s.entries[i*t.words:][:t.keyWords])/tableShards) & mask
		for s.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		s.slots[slot] = uint32(i + 1)
	}
}

// addTo adds the counts of the shard to total, which has one word more than they.
func (s *tableShard) addTo(total []uint64, t *table) {
	for rest := s.entries; len(rest) > 0; rest = rest[t.words:] {
		addWords(total, rest[t.keyWords:t.words])
	}
}

// addWords adds b, which is not longer, to a.
func addWords(a, b []uint64) {
	carry := uint64(0)
	for i, w := range b {
		a[i], carry = bits.Add64(a[i], w, carry)
	}
	for i := len(b); carry != 0 && i < len(a); i++ {
		a[i], carry = bits.Add64(a[i], 0, carry)
	}
}

// bitLen returns the number of bits of a.
func bitLen(a []uint64) int {
	for i, w := range slices.Backward(a) {
		if w != 0 {
			return 64*i + bits.Len64(w)
		}
	}
	return 0
}

// hashWords returns a hash of a key.
func hashWords(key []uint64) uint64 {
	hash := uint64(len(key))
	for _, w := range key {
		hash = mix(hash, w)
	}
	hash ^= hash >> 29
	hash *= 0xbf58476d1ce4e5b9 // the odd multiplier of splitmix64
	return hash ^ hash>>32
}

// mix folds a word into a hash. The multiplier, the golden ratio's fraction, is odd and
// without pattern.
func mix(hash, w uint64) uint64 {
	high, low := bits.Mul64(hash^w, 0x9e3779b97f4a7c15)
	return high ^ low
}
