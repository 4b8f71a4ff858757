package hidoku

import (
	"encoding/binary"
	"errors"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// partCount counts the fillings of a board by the independent parts that the open numbers
// fall into. Counters of models do the same (Bayardo and Pehoushek, Counting models using
// connected components, AAAI 2000; with a memory of the parts met: Sang, Bacchus, Beame,
// Kautz, Pitassi, Combining component caching and clause learning for effective model
// counting, SAT 2004). It applies where clues divide the board. It is fast only if the
// same parts are met many times. Its memory forgets parts beyond maxPartBytes.
//
// Take a state in which propagation removes nothing more. Two open numbers are linked if
// they follow one another, share a candidate, or have candidates with a rule of two cells. A part is a set of numbers that are
// linked directly or through others. Every rule that is still open concerns only numbers
// of one part:
//
//   - Each cell has one number. The candidates of a cell are all in one part.
//   - Consecutive numbers touch. Where both are open, they are linked. Where one is
//     settled, the other fits only neighbours of its cell.
//   - A rule of two cells concerns their candidates. Where both cells are open, these are
//     linked. Where one is settled, the other has only numbers that keep the rule.
//
// So the fillings of the parts are chosen independently, and their numbers multiply.
// They depend only on which numbers the part has and which cells each of them fits.
// These, in full, are the key under which the number of fillings is kept.
type partCount struct {
	*quickSearch
	memory  partMemory
	seen    []uint32 // per number, the last round in which it was reached
	looked  []uint32 // per slot, the last round in which its numbers were looked at
	round   uint32
	sifted  int64 // candidates looked at to find parts
	lookups int   // parts looked up in memory
	hits    int   // those that were met before
	scratch []byte

	began search.Stats // the counters when Advance was last called
	past  int64        // work until then, without sifted
	limit int64        // the work at which to pause
	pause func() bool  // lets Advance return; when Advance is called again, it reports whether to go on
	next  func() (struct{}, bool)
	stop  func()
	whole *big.Int // the number of fillings
	err   error
}

// errGivenUp ends a count that nobody waits for any more.
var errGivenUp = errors.New("given up")

// newPartCount returns the count of p. It is a coroutine, so it can pause deep in its
// search. It must be closed.
func newPartCount(p *puzzle.Hidoku, r *search.Run) *partCount {
	h := newQuickSearch(p, r, nil)
	q := &partCount{quickSearch: h, seen: make([]uint32, h.n), looked: make([]uint32, h.slots)}
	q.next, q.stop = iter.Pull(func(yield func(struct{}) bool) {
		q.pause = func() bool { return yield(struct{}{}) }
		q.whole, q.err = q.fillingsOfBoard()
	})
	return q
}

// Advance does about budget more work and reports whether the count is complete.
func (q *partCount) Advance(budget int64) (bool, error) {
	q.began = q.run.Stats
	defer func() { q.run.Failures = q.began.Failures }() // failures of this count must not change the search that enumerates
	q.limit = q.past + q.sifted/16 + budget
	_, paused := q.next()
	q.past += enumerationWork(q.run.Stats, q.began)
	return !paused && q.err == nil, q.err
}

// Spent returns the work so far in the unit of layers.
func (q *partCount) Spent() int64 { return q.past + q.sifted/16 }

// Promising reports whether many parts were met again. Cubes of the board would count the
// same parts again, each for itself.
func (q *partCount) Promising() bool {
	return q.hits >= enoughHits && q.hits > q.lookups/5
}

// Count returns the number of fillings, once it is complete.
func (q *partCount) Count() *big.Int { return q.whole }

// Close ends the coroutine.
func (q *partCount) Close() { q.stop() }

// fillingsOfBoard returns the number of fillings of the board.
func (q *partCount) fillingsOfBoard() (*big.Int, error) {
	alive, err := q.open()
	if err != nil || !alive {
		return new(big.Int), err
	}
	q.recording = true
	all := make([]int32, q.n)
	for k := range all {
		all[k] = int32(k)
	}
	return q.product(all)
}

// product returns the number of fillings of numbers. Earlier these numbers were one part.
// The propagation may have divided it since. Numbers that are settled do not change the
// result.
func (q *partCount) product(numbers []int32) (*big.Int, error) {
	if err := q.run.Err(); err != nil {
		return nil, err
	}
	ways := big.NewInt(1)
	for _, part := range q.divide(numbers) {
		count, err := q.fillings(part)
		if err != nil {
			return nil, err
		}
		if ways.Mul(ways, count).Sign() == 0 {
			break
		}
	}
	return ways, nil
}

// divide returns the parts of numbers, small parts first. Within a part the numbers are
// ascending. If a part has no filling, a small one shows it with the least work.
func (q *partCount) divide(numbers []int32) [][]int32 {
	if q.round++; q.round == 0 {
		clear(q.seen)
		clear(q.looked)
		q.round = 1
	}
	var parts [][]int32
	for _, k := range numbers {
		if q.cellCount[k] == 1 || q.seen[k] == q.round {
			continue
		}
		q.seen[k] = q.round
		part := []int32{k}
		for i := 0; i < len(part); i++ {
			part = q.linked(int(part[i]), part)
		}
		slices.Sort(part)
		parts = append(parts, part)
	}
	slices.SortStableFunc(parts, func(a, b []int32) int { return len(a) - len(b) })
	return parts
}

// linked appends to part the open numbers linked to k that are not in it yet.
func (q *partCount) linked(k int, part []int32) []int32 {
	meet := func(j int) {
		if j >= 0 && j < q.n && q.cellCount[j] > 1 && q.seen[j] != q.round {
			q.seen[j] = q.round
			part = append(part, int32(j))
		}
	}
	meet(q.numberBefore(k))
	meet(q.numberAfter(k))
	for w, cells := range q.cellsOf(k) {
		for ; cells != 0; cells &= cells - 1 {
			q.sifted++
			q.lookAt(w*64+bits.TrailingZeros64(cells), meet)
		}
	}
	return part
}

// lookAt calls meet with the numbers of a slot, and with those of the open slots that have a
// rule with it. It looks at each slot once in a round.
func (q *partCount) lookAt(slot int, meet func(int)) {
	if q.looked[slot] == q.round {
		return
	}
	q.looked[slot] = q.round
	q.sifted += int64(q.numberCount[slot])
	for v, set := range q.numbersOf(slot) {
		for ; set != 0; set &= set - 1 {
			meet(v*64 + bits.TrailingZeros64(set))
		}
	}
	if q.partners == nil {
		return
	}
	for _, other := range q.partners[slot] {
		if q.numberCount[other] > 1 {
			q.lookAt(int(other), meet)
		}
	}
}

// fillings returns the number of fillings of a part.
func (q *partCount) fillings(part []int32) (*big.Int, error) {
	key := q.key(part)
	q.lookups++
	if count := q.memory.get(key); count != nil {
		q.hits++
		q.run.BetterWhole(q.Promising())
		return count, nil
	}
	v := q.chooseIn(part)
	if err := q.run.Node(int(q.size(v))); err != nil {
		return nil, err
	}
	if q.Spent()+enumerationWork(q.run.Stats, q.began) > q.limit && !q.pause() {
		return nil, errGivenUp
	}
	total := new(big.Int)
	for _, i := range q.members(v, nil) {
		k, slot := int(v), i
		if v < 0 {
			k, slot = i, int(^v)
		}
		mark := len(q.trail)
		q.put(k, slot)
		alive, err := q.settle()
		if err != nil {
			return nil, err
		}
		if alive {
			count, err := q.product(part)
			if err != nil {
				return nil, err
			}
			total.Add(total, count)
		}
		if err := q.undo(mark); err != nil {
			return nil, err
		}
	}
	q.memory.put(key, total)
	return total, nil
}

// chooseIn is [state.choose] within a part.
func (q *partCount) chooseIn(part []int32) (best variable) {
	size, weight := int32(0), int32(0)
	for _, k := range part {
		if count := q.cellCount[k]; size == 0 || worse(size, weight, count, q.numberWeight[k]) {
			best, size, weight = variable(k), count, q.numberWeight[k]
		}
	}
	for _, k := range part {
		for w, cells := range q.cellsOf(int(k)) {
			for ; cells != 0; cells &= cells - 1 {
				slot := w*64 + bits.TrailingZeros64(cells)
				if count := q.numberCount[slot]; worse(size, weight, count, q.slotWeight[slot]) {
					best, size, weight = ^variable(slot), count, q.slotWeight[slot]
				}
			}
		}
	}
	return best
}

// key returns the numbers of a part and the cells that each fits.
func (q *partCount) key(part []int32) []byte {
	q.scratch = q.scratch[:0]
	for _, k := range part {
		q.scratch = binary.AppendUvarint(q.scratch, uint64(k))
		q.scratch = binary.AppendUvarint(q.scratch, uint64(q.cellCount[k]))
		last := 0
		for w, cells := range q.cellsOf(int(k)) {
			for ; cells != 0; cells &= cells - 1 {
				slot := w*64 + bits.TrailingZeros64(cells)
				q.scratch = binary.AppendUvarint(q.scratch, uint64(slot-last))
				last = slot
			}
		}
	}
	return slices.Clone(q.scratch)
}

// partMemory keeps the numbers of fillings of parts. When the younger half of its room
// is full, it forgets the older half, and the younger one becomes the older. A number
// that is looked up becomes young again.
type partMemory struct {
	young, old map[string]*big.Int
	size       int // about how many bytes young takes
}

// get returns the number kept under key, or nil.
func (m *partMemory) get(key []byte) *big.Int {
	if count := m.young[string(key)]; count != nil {
		return count
	}
	count := m.old[string(key)]
	if count != nil {
		m.put(key, count)
	}
	return count
}

// put keeps count under key.
func (m *partMemory) put(key []byte, count *big.Int) {
	if m.size > maxPartBytes {
		m.old, m.young, m.size = m.young, nil, 0
	}
	if m.young == nil {
		m.young = make(map[string]*big.Int)
	}
	m.young[string(key)] = count
	m.size += len(key) + 128 // 128 bytes are for the count and its entries in the map
}
