package counting

import (
	"math/big"
	"sync"

	"crosscut/internal/search"
)

// Graph is a puzzle as a graph whose nodes, the states, are in layers: each step
// leads from a layer to the next one, there is one state in layer 0, and the
// solutions are the ways from it to layer last, one or several each. What makes the number of
// solutions below a state the same must be in its key.
type Graph struct {
	Last     int
	KeyWords int
	First    []uint64 // the key of the state in layer 0
	FanOut   int      // no state has more steps than that
	Each     int64    // solutions that a way stands for

	// Stepper returns a function of its own for each goroutine. That one calls emit
	// with the key at the other end of each step from the state; key and next are
	// valid during the calls only. Keys of layer last must all be the same.
	Stepper func() func(layer int, key []uint64, emit func(next []uint64))
}

// Layers counts the ways through a layered graph layer by layer. Of a state it
// knows how many ways lead there, so states met again cost one addition, and the
// count itself may be of any size.
//
// The memory is bounded. A layer that does not fit is cut into pieces: when the
// table of the next layer is full, what has been expanded so far is followed to
// the end, then the rest of the states. Every way goes through one state of the
// layer, so the sum over the pieces is exact; only states that are met in two
// pieces are expanded twice. In the worst case this is enumeration, and never
// runs out of memory.
type Layers struct {
	Graph
	r        *search.Run
	steppers []func(layer int, key []uint64, emit func(next []uint64)) // one a goroutine
	MaxWords int                                                       // words of memory for the tables
	Spread   int                                                       // states that are worth waking goroutines for

	work  int64       // states expanded and steps taken so far
	limit int64       // at this work advance returns
	parts []layerPart // unfinished layers, or pieces of them, the deepest last
	spare []*countTable
	total big.Int

	mu   sync.Mutex // guards all of the above while goroutines expand a layer
	err  error
	made int // states of the next layer
}

// layerPart is a set of states of one layer, of which those before the cursor are
// expanded already.
type layerPart struct {
	layer        int
	states       *countTable
	shard, entry int         // the cursor
	next         *countTable // what the expanded states led to and is not followed up yet, or nil
}

// MaxWords bounds the memory of the tables: 512 MB.
const MaxWords = 1 << 26

// minPiece is how many states a table may hold however little memory is left.
const minPiece = 64

func NewLayers(g Graph, r *search.Run, workers int) *Layers {
	l := &Layers{Graph: g, r: r, MaxWords: MaxWords, Spread: 1 << 11}
	for range max(1, workers) {
		l.steppers = append(l.steppers, g.Stepper())
	}
	start := l.table(1)
	start.add(g.First, []uint64{1})
	l.parts = []layerPart{{states: start}}
	return l
}

// table returns an empty table for counts of so many words.
func (l *Layers) table(countWords int) *countTable {
	t := new(countTable)
	if n := len(l.spare); n > 0 {
		t, l.spare = l.spare[n-1], l.spare[:n-1]
	}
	t.reset(l.KeyWords, countWords)
	return t
}

// release takes back a table.
func (l *Layers) release(t *countTable) {
	if len(l.spare) < 2 {
		l.spare = append(l.spare, t)
	}
}

// Advance takes about budget steps more and reports whether the count is complete:
// then it is in total. It may be called again, also when it was not.
func (l *Layers) Advance(budget int64) (bool, error) {
	l.limit = l.work + budget
	for len(l.parts) > 0 && l.work < l.limit {
		if err := l.expandLast(); err != nil {
			return false, err
		}
	}
	return len(l.parts) == 0, nil
}

// Spent returns the states expanded and the steps taken so far.
func (l *Layers) Spent() int64 { return l.work }

// Count returns the number of solutions, once it is complete.
func (l *Layers) Count() *big.Int { return &l.total }

// Close does nothing: no goroutine is left between two calls of advance.
func (l *Layers) Close() {}

// expandLast goes on with the deepest part, and follows up what it led to when no
// more of it fits.
func (l *Layers) expandLast() error {
	part := &l.parts[len(l.parts)-1]
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
		part.next = l.table((countBits + 63) / 64)
		l.made = 0
	}
	l.expand(part)
	if l.err != nil {
		return l.err
	}
	exhausted := part.shard == countShards
	if !exhausted && l.made < l.room(part) {
		return nil // the budget is spent
	}
	next := layerPart{layer: part.layer + 1, states: part.next}
	part.next = nil
	if exhausted {
		l.release(part.states)
		l.parts = l.parts[:len(l.parts)-1]
	}
	if next.states.len() > 0 {
		l.parts = append(l.parts, next)
	} else {
		l.release(next.states)
	}
	return nil
}

// finish adds the counts of the last layer to the total.
func (l *Layers) finish(states *countTable) error {
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
	l.parts = l.parts[:len(l.parts)-1]
	return nil
}

// sum returns the sum of all counts; it may have one word more than they have.
func (l *Layers) sum(t *countTable) ([]uint64, error) {
	total := make([]uint64, t.words-t.keyWords+1)
	for i := range t.shards {
		if err := l.r.Err(); err != nil {
			return nil, err
		}
		t.shards[i].addTo(total, t)
	}
	return total, nil
}

// room returns how many states the layer after part may have: half of the memory
// that is left, so that the one after that has room too.
func (l *Layers) room(part *layerPart) int {
	held := 0
	for _, p := range l.parts {
		held += p.states.memory()
	}
	return max(minPiece, (l.MaxWords-held)/2/(part.next.words+2))
}

// expand expands states of part until they are all done, the budget is spent,
// next is full or the search must end.
func (l *Layers) expand(part *layerPart) {
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
func (l *Layers) expandWith(step func(int, []uint64, func([]uint64)), part *layerPart, room int) {
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

// take returns the entries to expand next, none when there are to be no more, and
// books that the ones taken before needed so many steps and made so many states.
func (l *Layers) take(part *layerPart, room, taken, made int) []uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.work += int64(taken)
	l.r.Branches += int64(taken)
	l.made += made
	for part.shard < countShards && part.entry == part.states.shards[part.shard].size {
		part.shard, part.entry = part.shard+1, 0
	}
	if part.shard == countShards || l.err != nil || l.made >= room || l.work >= l.limit {
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
func (l *Layers) Pieces() int { return len(l.parts) }
