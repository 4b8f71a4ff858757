package counting

import (
	"math"
	"math/big"
	"runtime/debug"
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
	workers  []layersWorker // one for each goroutine
	MaxWords int            // words of memory for the tables
	Spread   int            // states that are worth waking goroutines for

	work   int64   // states expanded and steps taken so far
	limit  int64   // at this work Advance returns
	pieces []piece // unfinished layers, or pieces of them, the deepest last
	spare  []*table
	pool   blockPool
	total  big.Int

	mu   sync.Mutex // guards all of the above while goroutines expand a layer
	err  error
	made int // states of the next layer
}

// layersWorker is what a goroutine has of its own.
type layersWorker struct {
	step    func(layer int, key []uint64, emit func(next []uint64))
	batches []batch
}

// piece is a set of states of one layer. Those before the cursor are expanded already.
type piece struct {
	layer        int
	states       *table
	shard, block int    // the cursor
	next         *table // what the expanded states led to and is not followed up yet, or nil
}

// maxWords returns the bound on the memory of the tables. Where the process has a limit,
// it is three quarters of that.
func maxWords() int {
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		return int(limit/8 - limit/32)
	}
	return MaxWords
}

func NewLayers(g Graph, r *search.Run, workers int) *Layers {
	l := &Layers{Graph: g, r: r, MaxWords: maxWords(), Spread: tableShards * blockEntries / 2}
	for range max(1, workers) {
		l.workers = append(l.workers, layersWorker{step: g.Stepper(), batches: newBatches(g.KeyWords)})
	}
	start := l.newTable(1)
	first := newBatches(g.KeyWords)
	shard, _ := put(first, g.First, 0)
	start.add(shard, &first[shard], []uint64{1}, 1)
	l.pieces = []piece{{states: start}}
	return l
}

// newTable returns an empty table for counts of so many words.
func (l *Layers) newTable(countWords int) *table {
	t := new(table)
	if n := len(l.spare); n > 0 {
		t, l.spare = l.spare[n-1], l.spare[:n-1]
	}
	t.reset(l.KeyWords, countWords, &l.pool)
	return t
}

func (l *Layers) release(t *table) {
	t.release()
	if len(l.spare) < 2 {
		l.spare = append(l.spare, t)
	}
}

// Advance takes about budget steps more and reports whether the count is complete. It
// may be called again.
func (l *Layers) Advance(budget int64) (bool, error) {
	l.limit = l.work + budget
	l.r.BetterWhole(len(l.workers) > 1)
	defer l.r.BetterWhole(false)
	for len(l.pieces) > 0 && l.work < l.limit {
		if err := l.expandLast(); err != nil {
			return false, err
		}
	}
	return len(l.pieces) == 0, nil
}

// Spent returns the states expanded and the steps taken so far.
func (l *Layers) Spent() int64 { return l.work }

// Promising reports whether the layers to come take less than a whole enumeration, if half of them have as many
// states as the last one.
func (l *Layers) Promising(whole float64) bool {
	last := &l.pieces[len(l.pieces)-1]
	return float64(last.states.len())*float64(l.Last-last.layer)/2 <= whole
}

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
		t.addTo(total, i)
	}
	return total, nil
}

// room returns how many states the layer after part may have. It takes half of the
// memory left, so that the layer after that has room too. However little is left, each shard
// has room for some.
func (l *Layers) room(part *piece) int {
	held := 0
	for _, p := range l.pieces {
		held += p.states.memory()
	}
	return max(leastStates, (l.MaxWords-held)/2/(part.next.words+2))
}

// expand expands states of part until they are all done, the budget is spent, next is
// full or the search must end.
func (l *Layers) expand(part *piece) {
	room := l.room(part)
	if part.states.len() < l.Spread || len(l.workers) == 1 {
		l.expandWith(&l.workers[0], part, room)
		return
	}
	var goroutines search.Goroutines
	for i := range l.workers {
		goroutines.Go(func() { l.expandWith(&l.workers[i], part, room) })
	}
	goroutines.Wait()
}

// expandWith is expand in one goroutine.
func (l *Layers) expandWith(w *layersWorker, part *piece, room int) {
	next, words, keyWords := part.next, part.states.words, part.states.keyWords
	countWords := min(words, next.words) - keyWords
	taken, made, from := 0, 0, 0
	var entries []uint64
	emit := func(key []uint64) {
		taken++
		if shard, full := put(w.batches, key, from); full {
			made += next.add(shard, &w.batches[shard], entries, countWords)
		}
	}
	for {
		shard, block := l.take(part, room, taken, made)
		taken, made = 0, 0
		if block < 0 {
			return
		}
		entries = part.states.entries(shard, block)
		for at := 0; at < len(entries); at += words {
			from = at + keyWords
			w.step(part.layer, entries[at:from], emit)
		}
		for i := range w.batches {
			made += next.add(i, &w.batches[i], entries, countWords)
		}
		part.states.releaseBlock(shard, block)
	}
}

// take returns the block to expand next, or -1 when there are no more to expand. It
// counts what the block taken before needed: so many steps, which made so many states.
func (l *Layers) take(part *piece, room, taken, made int) (shard, block int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.work += int64(taken)
	l.r.Branches += int64(taken)
	l.made += made
	for part.shard < tableShards && part.block == len(part.states.shards[part.shard].blocks) {
		part.shard, part.block = part.shard+1, 0
	}
	if part.shard == tableShards || l.err != nil || l.made >= room || l.work >= l.limit {
		return 0, -1
	}
	shard, block = part.shard, part.block
	states := len(part.states.entries(shard, block)) / part.states.words
	for range states {
		if l.err = l.r.Node(0); l.err != nil {
			return 0, -1
		}
	}
	l.work += int64(states)
	part.block++
	return shard, block
}

// Pieces returns how many layers, or pieces of layers, are begun and not finished.
func (l *Layers) Pieces() int { return len(l.pieces) }
