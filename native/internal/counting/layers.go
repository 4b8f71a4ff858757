package counting

import (
	"math/big"
	"sync"

	"crosscut/internal/search"
)

// Graph is a puzzle as a graph whose nodes, the states, are in layers. Each step leads
// from a layer to the next one. There is one state in layer 0. The solutions are the
// ways from it to layer Last, each way Each of them. Two states with the same key must
// have the same number of solutions below them.
type Graph struct {
	Last     int
	KeyWords int
	First    []uint64 // the key of the state in layer 0
	FanOut   int      // no state has more steps than that
	Each     int64    // solutions for each way

	// Stepper returns a separate function for each goroutine. The function calls emit
	// with the key at the other end of each step from the state. key and next are valid
	// during the calls only. Keys of layer Last must all be the same.
	Stepper func() func(layer int, key []uint64, emit func(next []uint64))
}

// Layers counts the ways through a Graph layer by layer. For each state it knows how
// many ways lead there. So states met again cost one addition, and the count itself may
// be of any size. It applies where states are met again and again.
//
// The memory is bounded. A layer that does not fit is cut into pieces. When the table
// of the next layer is full, what has been expanded so far is followed to the end, then
// the rest of the states. Every way goes through one state of the layer, so the sum
// over the pieces is exact. Only states that are met in two pieces are expanded twice.
// In the worst case this is enumeration, and still does not run out of memory.
type Layers struct {
	Graph
	r        *search.Run
	steppers []func(layer int, key []uint64, emit func(next []uint64)) // one for each goroutine
	MaxWords int                                                       // words of memory for the tables
	Spread   int                                                       // states that are worth waking goroutines for

	work   int64   // states expanded and steps taken so far
	limit  int64   // at this work Advance returns
	pieces []piece // unfinished layers, or pieces of them, the deepest last
	spare  []*table
	total  big.Int

	mu   sync.Mutex // guards all of the above while goroutines expand a layer
	err  error
	made int // states of the next layer
}

// piece is a set of states of one layer. Those before the cursor are expanded already.
type piece struct {
	layer        int
	states       *table
	shard, entry int    // the cursor
	next         *table // what the expanded states led to and is not followed up yet, or nil
}

// MaxWords bounds the memory of the tables: 512 MB.
const MaxWords = 1 << 26

// minPiece is how many states a table may hold, however little memory is left.
const minPiece = 64

func NewLayers(g Graph, r *search.Run, workers int) *Layers {
	l := &Layers{Graph: g, r: r, MaxWords: MaxWords, Spread: 1 << 11}
	for range max(1, workers) {
		l.steppers = append(l.steppers, g.Stepper())
	}
	start := l.newTable(1)
	start.add(g.First, []uint64{1})
	l.pieces = []piece{{states: start}}
	return l
}

// newTable returns an empty table for counts of so many words.
func (l *Layers) newTable(countWords int) *table {
	t := new(table)
	if n := len(l.spare); n > 0 {
		t, l.spare = l.spare[n-1], l.spare[:n-1]
	}
	t.reset(l.KeyWords, countWords)
	return t
}

// release takes back a table.
func (l *Layers) release(t *table) {
	if len(l.spare) < 2 {
		l.spare = append(l.spare, t)
	}
}

// Advance takes about budget steps more and reports whether the count is complete. It
// may be called again.
func (l *Layers) Advance(budget int64) (bool, error) {
	l.limit = l.work + budget
	for len(l.pieces) > 0 && l.work < l.limit {
		if err := l.expandLast(); err != nil {
			return false, err
		}
	}
	return len(l.pieces) == 0, nil
}

// Spent returns the states expanded and the steps taken so far.
func (l *Layers) Spent() int64 { return l.work }

// Count returns the number of solutions, once it is complete.
func (l *Layers) Count() *big.Int { return &l.total }

// Close does nothing: no goroutine is left between two calls of Advance.
func (l *Layers) Close() {}

// expandLast goes on with the deepest piece. When no more fits, it goes on with what
// that led to.
func (l *Layers) expandLast() error {
	part := &l.pieces[len(l.pieces)-1]
	if part.layer == l.Last {
		return l.finish(part.states)
	}
	if part.next == nil {
		// A count in next is at most the sum over all states and their steps.
		sum, err := l.sum(part.states)
		if err != nil {
			return err
		}
		countBits := bitLen(sum) + bitLen([]uint64{uint64(l.FanOut)})
		part.next = l.newTable((countBits + 63) / 64)
		l.made = 0
	}
	l.expand(part)
	if l.err != nil {
		return l.err
	}
	exhausted := part.shard == tableShards
	if !exhausted && l.made < l.room(part) {
		return nil // the budget is spent
	}
	next := piece{layer: part.layer + 1, states: part.next}
	part.next = nil
	if exhausted {
		l.release(part.states)
		l.pieces = l.pieces[:len(l.pieces)-1]
	}
	if next.states.len() > 0 {
		l.pieces = append(l.pieces, next)
	} else {
		l.release(next.states)
	}
	return nil
}

// finish adds the counts of the last layer to the total.
func (l *Layers) finish(states *table) error {
	sum, err := l.sum(states)
	if err != nil {
		return err
	}
	var count big.Int
	for i, w := range sum {
		var word big.Int
		count.Add(&count, word.Lsh(word.SetUint64(w), uint(64*i)))
	}
	l.total.Add(&l.total, count.Mul(&count, big.NewInt(l.Each)))
	l.release(states)
	l.pieces = l.pieces[:len(l.pieces)-1]
	return nil
}

// sum returns the sum of all counts. It may have one word more than they have.
func (l *Layers) sum(t *table) ([]uint64, error) {
	total := make([]uint64, t.words-t.keyWords+1)
	for i := range t.shards {
		if err := l.r.Err(); err != nil {
			return nil, err
		}
		t.shards[i].addTo(total, t)
	}
	return total, nil
}

// room returns how many states the layer after part may have. It takes half of the
// memory left, so that the layer after that has room too.
func (l *Layers) room(part *piece) int {
	held := 0
	for _, p := range l.pieces {
		held += p.states.memory()
	}
	return max(minPiece, (l.MaxWords-held)/2/(part.next.words+2))
}

// expand expands states of part until they are all done, the budget is spent, next is
// full or the search must end.
func (l *Layers) expand(part *piece) {
	room := l.room(part)
	if part.states.len() < l.Spread || len(l.steppers) == 1 {
		l.expandWith(l.steppers[0], part, room)
		return
	}
	var goroutines sync.WaitGroup
	for _, step := range l.steppers {
		goroutines.Go(func() { l.expandWith(step, part, room) })
	}
	goroutines.Wait()
}

// expandWith is expand in one goroutine.
func (l *Layers) expandWith(step func(int, []uint64, func([]uint64)), part *piece, room int) {
	next, words, keyWords := part.next, part.states.words, part.states.keyWords
	taken, made := 0, 0
	var count []uint64
	emit := func(key []uint64) {
		taken++
		if next.add(key, count) {
			made++
		}
	}
	for {
		chunk := l.take(part, room, taken, made)
		taken, made = 0, 0
		if len(chunk) == 0 {
			return
		}
		for ; len(chunk) > 0; chunk = chunk[words:] {
			count = chunk[keyWords:words]
			for len(count) > 1 && count[len(count)-1] == 0 {
				count = count[:len(count)-1]
			}
			step(part.layer, chunk[:keyWords], emit)
		}
	}
}

// chunkStates is how many states a goroutine takes at a time.
const chunkStates = 32

// take returns the entries to expand next, none when there are no more to expand. It
// counts what the entries taken before needed: so many steps, which made so many
// states.
func (l *Layers) take(part *piece, room, taken, made int) []uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.work += int64(taken)
	l.r.Branches += int64(taken)
	l.made += made
	for part.shard < tableShards && part.entry == part.states.shards[part.shard].size {
		part.shard, part.entry = part.shard+1, 0
	}
	if part.shard == tableShards || l.err != nil || l.made >= room || l.work >= l.limit {
		return nil
	}
	shard := &part.states.shards[part.shard]
	size := min(chunkStates, shard.size-part.entry)
	for range size {
		if l.err = l.r.Node(0); l.err != nil {
			return nil
		}
	}
	l.work += int64(size)
	from := part.entry
	part.entry += size
	return shard.entries[from*part.states.words : part.entry*part.states.words]
}

// Pieces returns how many layers, or pieces of layers, are begun and not finished.
func (l *Layers) Pieces() int { return len(l.pieces) }
