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
// Counts are natural numbers: see counts. The caller chooses their words so that no sum needs
// more.
//
// Entries stand in blocks, in the order of their first additions. A block is never
// copied, and it can be released before the rest of the table.
type table struct {
	counts
	keyWords int
	entry    int // words of an entry: a key and its counts
	pool     *blockPool
	shards   [tableShards]tableShard
}

// counts says what counts an entry has: one for each weight from low on, each of so many words, the
// lowest first.
type counts struct{ low, size, words int }

// room returns the words of all counts of an entry.
func (c *counts) room() int { return c.size * c.words }

// tableShard is the part of a table for the keys whose hashes end alike.
type tableShard struct {
	sync.Mutex
	slots  []uint32 // by hash, with linear probing: 1 + the number of the entry, and a tag; 0 for none
	shift  int      // from a hash to its first slot
	blocks [][]uint64
	size   int
	_      [64]byte // so that two locks are never on one cache line
}

// blockPool keeps blocks that are free.
type blockPool struct {
	sync.Mutex
	free [][]uint64
}

// get returns a block of so many words. Its content is undefined.
func (p *blockPool) get(words int) []uint64 {
	p.Lock()
	defer p.Unlock()
	for n := len(p.free); n > 0; n-- {
		block := p.free[n-1]
		p.free = p.free[:n-1]
		if cap(block) >= words {
			return block[:words]
		}
	}
	return make([]uint64, words)
}

func (p *blockPool) put(block []uint64) {
	p.Lock()
	defer p.Unlock()
	p.free = append(p.free, block)
}

// reset makes an empty table one of keys of so many words and such counts.
func (t *table) reset(keyWords int, c counts, pool *blockPool) {
	t.counts, t.keyWords, t.entry, t.pool = c, keyWords, keyWords+c.room(), pool
	for i := range t.shards {
		s := &t.shards[i]
		clear(s.slots)
		s.blocks, s.size = s.blocks[:0], 0
	}
}

// release gives back the blocks that are left.
func (t *table) release() {
	for i := range t.shards {
		for b := range t.shards[i].blocks {
			t.releaseBlock(i, b)
		}
	}
}

// releaseBlock gives back a block. The table must not be added to any more.
func (t *table) releaseBlock(shard, block int) {
	s := &t.shards[shard]
	if s.blocks[block] != nil {
		t.pool.put(s.blocks[block])
		s.blocks[block] = nil
	}
}

// entries returns the entries of a block, none if it has been given back.
func (t *table) entries(shard, block int) []uint64 {
	s := &t.shards[shard]
	if s.blocks[block] == nil {
		return nil
	}
	return s.blocks[block][:min(blockEntries, s.size-block*blockEntries)*t.entry]
}

func (t *table) len() int {
	size := 0
	for i := range t.shards {
		size += t.shards[i].size
	}
	return size
}

func (t *table) memory() int {
	words := 0
	for i := range t.shards {
		s := &t.shards[i]
		words += len(s.slots) / 2
		for _, block := range s.blocks {
			words += cap(block)
		}
	}
	return words
}

// batch has additions that wait for one shard. Adding many at a time keeps the memory
// busy: the processor waits for several cache lines at once.
type batch struct {
	size   int
	hashes [batchSize]uint64
	from   [batchSize]int32 // where the counts of the key are, among the entries given to add
	gains  []Gain           // what their weights gain; empty in a graph without weights
	keys   []uint64
	read   uint64 // what fetch has read, so that it has to read it
}

func newBatches(keyWords int, weighs bool) []batch {
	batches := make([]batch, tableShards)
	for i := range batches {
		batches[i].keys = make([]uint64, batchSize*keyWords)
		if weighs {
			batches[i].gains = make([]Gain, batchSize)
		}
	}
	return batches
}

// put adds a key to its batch, and returns the number of the shard and whether the batch
// is full.
func put(batches []batch, key []uint64, from int, gain Gain) (shard int, full bool) {
	hash := hashWords(key)
	shard = int(hash % tableShards)
	b := &batches[shard]
	i := b.size & (batchSize - 1)
	b.hashes[i], b.from[i] = hash, int32(from)
	if b.gains != nil {
		b.gains[i] = gain
	}
	if len(key) == 1 {
		b.keys[i] = key[0]
	} else {
		copy(b.keys[i*len(key):], key)
	}
	b.size++
	return shard, b.size == batchSize
}

// add empties a batch of the shard. The counts of each key stand in entries, and c says which they are. add
// returns the number of new keys.
func (t *table) add(shard int, b *batch, entries []uint64, c *counts) int {
	s := &t.shards[shard]
	s.Lock()
	defer s.Unlock()
	for s.size+b.size > len(s.slots)-len(s.slots)/4 {
		s.grow(t)
	}
	s.fetch(t, b)
	before := s.size
	words := min(c.words, t.words)
	for i, hash := range b.hashes[:b.size] {
		key, from := i*t.keyWords, int(b.from[i])
		to := s.find(t, hash, b.keys[key:key+t.keyWords])
		if b.gains == nil {
			addWords(to, entries[from:from+words])
		} else {
			t.gain(to, entries[from:], c, b.gains[i])
		}
	}
	b.size = 0
	return s.size - before
}

// gain adds counts to those of an entry, each to the one of the weight that it gains.
func (t *table) gain(to, from []uint64, c *counts, g Gain) {
	first, end := g.span(c, &t.counts)
	shift := g.shift(c, &t.counts)
	if c.words == 1 && t.words == 1 {
		for i, n := range from[first:end] {
			to[first+shift+i] += n
		}
		return
	}
	words := min(c.words, t.words)
	for i := first; i < end; i++ {
		addWords(to[(i+shift)*t.words:][:t.words], from[i*c.words:][:words])
	}
}

// fetch reads what the additions of a batch will touch. No read waits for another one, so
// they overlap.
func (s *tableShard) fetch(t *table, b *batch) {
	read := uint64(0)
	for _, hash := range b.hashes[:b.size] {
		if e := s.slots[hash>>(s.shift&63)]; e != 0 {
			n := e>>tagBits - 1
			read += s.blocks[n/blockEntries][int(n%blockEntries)*t.entry]
		}
	}
	b.read = read
}

// tagOf returns the tag of a hash. It has bits that choose neither the shard nor, in a
// shard of less than 2^26 slots, the slot.
func tagOf(hash uint64) uint32 { return uint32(hash>>4) % (1 << tagBits) }

// find returns the counts of a key. Those of a new key are zero.
func (s *tableShard) find(t *table, hash uint64, key []uint64) []uint64 {
	tag := tagOf(hash)
	mask := len(s.slots) - 1
	slot := int(hash >> (s.shift & 63))
	for ; s.slots[slot] != 0; slot = (slot + 1) & mask {
		e := s.slots[slot]
		if e%(1<<tagBits) != tag {
			continue
		}
		n := e>>tagBits - 1
		entry := s.blocks[n/blockEntries][int(n%blockEntries)*t.entry:][:t.entry]
		if entry[0] == key[0] && (len(key) == 1 || slices.Equal(entry[:len(key)], key)) {
			return entry[len(key):]
		}
	}
	at := s.size % blockEntries
	if at == 0 {
		s.blocks = append(s.blocks, t.pool.get(blockEntries*t.entry))
	}
	s.size++
	s.slots[slot] = uint32(s.size)<<tagBits | tag
	entry := s.blocks[len(s.blocks)-1][at*t.entry:][:t.entry]
	for i := range entry { // most are too short for copy and clear
		if entry[i] = 0; i < len(key) {
			entry[i] = key[i]
		}
	}
	return entry[len(key):]
}

func (s *tableShard) grow(t *table) {
	s.slots = make([]uint32, max(64, 2*len(s.slots)))
	s.shift = 64 - bits.Len(uint(len(s.slots)-1))
	mask := len(s.slots) - 1
	for i := range s.size {
		entry := s.blocks[i/blockEntries][i%blockEntries*t.entry:]
		hash := hashWords(entry[:t.keyWords])
		slot := int(hash >> (s.shift & 63))
		for s.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		s.slots[slot] = uint32(i+1)<<tagBits | tagOf(hash)
	}
}

// addTo adds all counts of all entries to total, which has one word more than they.
func (t *table) addTo(total []uint64, shard int) {
	for b := range t.shards[shard].blocks {
		for rest := t.entries(shard, b); len(rest) > 0; rest = rest[t.entry:] {
			for at := t.keyWords; at < t.entry; at += t.words {
				addWords(total, rest[at:at+t.words])
			}
		}
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

func bitLen(a []uint64) int {
	for i, w := range slices.Backward(a) {
		if w != 0 {
			return 64*i + bits.Len64(w)
		}
	}
	return 0
}

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
