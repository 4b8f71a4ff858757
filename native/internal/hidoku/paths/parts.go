package paths

import (
	"encoding/binary"
	"errors"
	"iter"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sync/atomic"

	"crosscut/internal/base"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/native/internal/hidoku/backtrack"
	"crosscut/puzzle"
)

// parts counts the fillings of a board by the independent parts that the open numbers
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
type parts struct {
	*backtrack.Search
	memory  partMemory
	seen    []uint32 // per number, the last round in which it was reached
	looked  []uint32 // per slot, the last round in which its numbers were looked at
	round   uint32
	sifted  int64 // candidates looked at to find parts
	better  *atomic.Bool
	lookups int // parts looked up in memory
	hits    int // those that were met before
	scratch []byte

	began meter.Stats // the counters when Advance was last called
	past  int64       // work until then, without sifted
	limit int64       // the work at which to pause
	pause func() bool // lets Advance return; when Advance is called again, it reports whether to go on
	next  func() (struct{}, bool)
	stop  func()
	whole *big.Int // the number of fillings
	err   error
}

// errGivenUp ends a count that nobody waits for any more.
var errGivenUp = errors.New("given up")

// NewParts returns the count of p. It is a coroutine, so it can pause deep in its
// search. It must be closed.
func NewParts(p *puzzle.Hidoku, r *meter.Run) *parts {
	h := backtrack.NewSearch(p, r, nil)
	q := &parts{Search: h, seen: make([]uint32, h.N), looked: make([]uint32, h.Slots), better: search.BetterWhole(r.Context)}
	q.next, q.stop = iter.Pull(func(yield func(struct{}) bool) {
		q.pause = func() bool { return yield(struct{}{}) }
		q.whole, q.err = q.fillingsOfBoard()
	})
	return q
}

// Advance does about budget more work and reports whether the count is complete.
func (q *parts) Advance(budget int64) (bool, error) {
	q.began = q.Run.Stats
	defer func() { q.Run.Failures = q.began.Failures }() // failures of this count must not change the search that enumerates
	q.limit = q.past + q.sifted + budget
	_, paused := q.next()
	q.past += EnumerationWork(q.Run.Stats, q.began)
	return !paused && q.err == nil, q.err
}

// Spent returns the work so far in the unit of layers.
func (q *parts) Spent() int64 { return q.past + q.sifted }

// promising reports whether many parts were met again. Cubes of the board would count the
// same parts again, each for itself.
func (q *parts) promising() bool { return q.hits > q.N+q.lookups/8 }

// Guess returns the work so far if many parts were met again, since the rest may be among them. Otherwise,
// enumeration is expected to be faster.
func (q *parts) Guess() float64 {
	if q.promising() {
		return float64(q.Spent())
	}
	return math.Inf(1)
}

// Count returns the number of fillings, once it is complete.
func (q *parts) Count() *big.Int { return q.whole }

// Close ends the coroutine.
func (q *parts) Close() { q.stop() }

func (q *parts) fillingsOfBoard() (*big.Int, error) {
	alive, err := q.Open()
	if err != nil || !alive {
		return new(big.Int), err
	}
	q.Recording = true
	all := make([]int32, q.N)
	for k := range all {
		all[k] = int32(k)
	}
	return q.product(all)
}

// product returns the number of fillings of numbers that were one part earlier. The propagation may
// have divided it since. Numbers that are settled do not change the result.
func (q *parts) product(numbers []int32) (*big.Int, error) {
	if err := q.Run.Err(); err != nil {
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
func (q *parts) divide(numbers []int32) [][]int32 {
	if q.round++; q.round == 0 {
		clear(q.seen)
		clear(q.looked)
		q.round = 1
	}
	var parts [][]int32
	for _, k := range numbers {
		if q.CellCount[k] == 1 || q.seen[k] == q.round {
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
	base.SortStable(parts, func(a, b []int32) int { return len(a) - len(b) })
	return parts
}

// linked appends to part the open numbers linked to k that are not in it yet.
func (q *parts) linked(k int, part []int32) []int32 {
	meet := func(j int) {
		if j >= 0 && j < q.N && q.CellCount[j] > 1 && q.seen[j] != q.round {
			q.seen[j] = q.round
			part = append(part, int32(j))
		}
	}
	meet(q.NumberBefore(k))
	meet(q.NumberAfter(k))
	for w, cells := range q.CellsOf(k) {
		for ; cells != 0; cells &= cells - 1 {
			q.sifted++
			q.lookAt(w*64+bits.TrailingZeros64(cells), meet)
		}
	}
	return part
}

// lookAt calls meet with the numbers of a slot, and with those of the open slots that have a
// rule with it. It looks at each slot once in a round.
func (q *parts) lookAt(slot int, meet func(int)) {
	if q.looked[slot] == q.round {
		return
	}
	q.looked[slot] = q.round
	q.sifted += int64(q.NumberCount[slot])
	for v, set := range q.NumbersOf(slot) {
		for ; set != 0; set &= set - 1 {
			meet(v*64 + bits.TrailingZeros64(set))
		}
	}
	if q.Partners == nil {
		return
	}
	for _, other := range q.Partners[slot] {
		if q.NumberCount[other] > 1 {
			q.lookAt(int(other), meet)
		}
	}
}

func (q *parts) fillings(part []int32) (*big.Int, error) {
	key := q.key(part)
	q.lookups++
	if count := q.memory.get(key); count != nil {
		q.hits++
		q.better.Store(q.promising())
		return count, nil
	}
	v := q.chooseIn(part)
	if err := q.Run.Node(int(q.Size(v))); err != nil {
		return nil, err
	}
	if q.Spent()+EnumerationWork(q.Run.Stats, q.began) > q.limit && !q.pause() {
		return nil, errGivenUp
	}
	total := new(big.Int)
	for _, i := range q.Members(v, nil) {
		k, slot := v.With(i)
		mark := len(q.Trail)
		q.Put(k, slot)
		alive, err := q.Settle()
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
		if err := q.Undo(mark); err != nil {
			return nil, err
		}
	}
	q.memory.put(key, total)
	return total, nil
}

// chooseIn is [backtrack.State.choose] within a part.
func (q *parts) chooseIn(part []int32) backtrack.Variable {
	var best backtrack.Preference
	for _, k := range part {
		best.Offer(backtrack.Variable(k), q.CellCount[k], q.NumberWeight[k])
	}
	for _, k := range part {
		for w, cells := range q.CellsOf(int(k)) {
			for ; cells != 0; cells &= cells - 1 {
				slot := w*64 + bits.TrailingZeros64(cells)
				best.Offer(^backtrack.Variable(slot), q.NumberCount[slot], q.SlotWeight[slot])
			}
		}
	}
	return best.V
}

// key returns the numbers of a part and the cells that each fits.
func (q *parts) key(part []int32) []byte {
	q.scratch = q.scratch[:0]
	for _, k := range part {
		q.scratch = binary.AppendUvarint(q.scratch, uint64(k))
		q.scratch = binary.AppendUvarint(q.scratch, uint64(q.CellCount[k]))
		last := 0
		for w, cells := range q.CellsOf(int(k)) {
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

// EnumerationWork returns the work done between two times. Its unit is about one step of
// a layer.
func EnumerationWork(now, start meter.Stats) int64 {
	return now.Propagations - start.Propagations + 64*(now.Nodes-start.Nodes)
}
