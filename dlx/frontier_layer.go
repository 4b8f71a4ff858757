package dlx

// layer holds the states in which the items before a place of the order are closed. The
// key of a state is the part of its live options that tells it from other states.
type layer struct {
	lo, hi int      // the words of a set of options that make the key
	size   int      // the number of states
	keys   []uint64 // one key after the other
	counts []uint64 // per state, the number of ways to it, lowest word first
	index  []uint64 // a hash table: bits of the hash, and below them the number of a state plus 1
}

// width is the number of words of a key.
func (l *layer) width() int { return l.hi - l.lo }

func (l *layer) key(k int) []uint64 { return l.keys[k*l.width():][:l.width()] }

// find returns the number of the state with that key and hash. It adds a new state with
// counts of so many limbs.
func (l *layer) find(key []uint64, h uint64, limbs int) (k int, fresh bool) {
	if l.size >= len(l.index)/4*3 {
		l.grow()
	}
	mask := uint64(len(l.index) - 1)
	at := h & mask
	for ; l.index[at] != 0; at = (at + 1) & mask {
		if x := l.index[at]; x>>32 == h>>32 {
			k := int(uint32(x)) - 1
			if equal(l.key(k), key) {
				return k, false
			}
		}
	}
	l.index[at] = h>>32<<32 | uint64(l.size+1)
	l.size++
	l.keys = append(l.keys, key...)
	for range limbs {
		l.counts = append(l.counts, 0)
	}
	return l.size - 1, true
}

// grow doubles the index.
func (l *layer) grow() {
	l.index = make([]uint64, max(2*len(l.index), firstSlots))
	mask := uint64(len(l.index) - 1)
	for k := range l.size {
		h := hash(l.key(k))
		at := h & mask
		for l.index[at] != 0 {
			at = (at + 1) & mask
		}
		l.index[at] = h>>32<<32 | uint64(k+1)
	}
}

// widen makes all counts one word longer.
func (l *layer) widen(limbs int) {
	wide := make([]uint64, l.size*(limbs+1))
	for k := range l.size {
		copy(wide[k*(limbs+1):], l.counts[k*limbs:][:limbs])
	}
	l.counts = wide
}

// bytes returns the size of the layer.
func (l *layer) bytes() int { return 8 * (cap(l.keys) + cap(l.counts) + len(l.index)) }
