package counting

import (
	"math"
	"math/big"
	"math/bits"
	"runtime/debug"
	"sync"

	"crosscut/internal/base"
	"crosscut/internal/search"
	"crosscut/meter"
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

	// Weights returns the least and the greatest weight that a way to a layer may have. Only ways with the
	// weight of the last layer count, where both are the same. If Weights is nil, ways have no weight.
	Weights func(layer int) (least, most int)

	// Stepper returns a separate function for each goroutine. The function calls emit
	// with the key at the other end of each step from the state. If ways have weights, a [Gain]
	// follows the key. key and next are valid during the calls only. Keys of layer Last must all be the same.
	Stepper func() func(layer int, key []uint64, emit func(next []uint64))
}

// Gain is what a step adds to the weight of a way.
type Gain uint64

// GainTo returns the gain of a step that only ways take whose weight is then so much.
func GainTo(by Gain, weight int) Gain { return by | Gain(weight+1)<<32 }

// shift returns the place among the counts to of what was the first count of from.
func (g Gain) shift(from, to *counts) int { return from.low + int(uint32(g)) - to.low }

// span returns which of the counts from are passed on.
func (g Gain) span(from, to *counts) (first, end int) {
	shift := g.shift(from, to)
	first, end = max(0, -shift), min(from.size, to.size-shift)
	if only := int(g >> 32); only > 0 {
		only -= 1 + from.low + int(uint32(g))
		first, end = max(first, only), min(end, only+1)
	}
	if end < first {
		return 0, 0
	}
	return first, end
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
	r        *meter.Run
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
	next    *table // the table of the next layer, and what goes there
	entries []uint64
	from    int // where the counts of the state are, among the entries
	counts  *counts
	taken   int
	made    int
}

// piece is a set of states of one layer. Those before the cursor are expanded already.
type piece struct {
	layer        int
	states       *table
	bits         int    // the bits that the sum of its counts has at most
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

func NewLayers(g Graph, r *meter.Run, workers int) *Layers {
	l := &Layers{Graph: g, r: r, MaxWords: maxWords(), Spread: tableShards * blockEntries / 2}
	for range max(1, workers) {
		l.workers = append(l.workers, layersWorker{step: g.Stepper(), batches: newBatches(g.KeyWords, g.Weights != nil)})
	}
	start := l.newTable(0, 1)
	first := newBatches(g.KeyWords, false)
	shard, _ := put(first, g.First, 0, 0)
	start.add(shard, &first[shard], []uint64{1}, &start.counts)
	l.pieces = []piece{{states: start, bits: 1}}
	return l
}

// newTable returns an empty table of a layer for counts of so many words.
func (l *Layers) newTable(layer, words int) *table {
	t := new(table)
	if n := len(l.spare); n > 0 {
		t, l.spare = l.spare[n-1], l.spare[:n-1]
	}
	least, most := 0, 0
	if l.Weights != nil {
		least, most = l.Weights(layer)
	}
	t.reset(l.KeyWords, counts{low: least, size: most - least + 1, words: words}, &l.pool)
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
	better := search.BetterWhole(l.r.Context)
	better.Store(len(l.workers) > 1)
	defer better.Store(false)
	for len(l.pieces) > 0 && l.work < l.limit {
		if err := l.expandLast(); err != nil {
			return false, err
		}
	}
	return len(l.pieces) == 0, nil
}

// Spent returns the states expanded and the steps taken so far.
func (l *Layers) Spent() int64 { return l.work }

// Guess returns the work when the layers to come have as many states as those before them, and half of the
// layers of each piece.
func (l *Layers) Guess() float64 {
	guess := float64(l.work)
	for i := range l.pieces {
		guess += float64(l.pieces[i].states.len()) * float64(l.Last-l.pieces[i].layer)
	}
	return guess
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
		words, err := l.wordsAfter(part)
		if err != nil {
			return err
		}
		part.next = l.newTable(part.layer+1, words)
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
	next := piece{layer: part.layer + 1, states: part.next, bits: part.bits + bits.Len(uint(l.FanOut))}
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

// wordsAfter returns how many words a count in the layer after part needs: it is at most the sum over all
// states of part and their steps. It adds the counts up when what is known of the sum would need another word.
func (l *Layers) wordsAfter(part *piece) (int, error) {
	steps := bits.Len(uint(l.FanOut))
	if part.bits+steps > 64*part.states.words {
		sum, err := l.sum(part.states)
		if err != nil {
			return 0, err
		}
		part.bits = bitLen(sum)
	}
	return max(1, (part.bits+steps+63)/64), nil
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
	total := make([]uint64, t.words+1)
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
	return max(leastStates, (l.MaxWords-held)/2/(part.next.entry+2))
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
	emit := func(key []uint64) { // a state lets its ways take a step
		w.taken++
		if shard, full := put(w.batches, key, w.from, 0); full {
			w.made += w.next.add(shard, &w.batches[shard], w.entries, w.counts)
		}
	}
	if l.Weights != nil {
		emit = w.emitWeighed
	}
	words, keyWords := part.states.entry, part.states.keyWords
	w.next, w.counts = part.next, &part.states.counts
	w.taken, w.made = 0, 0
	for {
		shard, block := l.take(part, room, w.taken, w.made)
		w.taken, w.made = 0, 0
		if block < 0 {
			w.next, w.entries = nil, nil
			return
		}
		w.entries = part.states.entries(shard, block)
		for at := 0; at < len(w.entries); at += words {
			w.from = at + keyWords
			w.step(part.layer, w.entries[at:w.from], emit)
		}
		for i := range w.batches {
			w.made += w.next.add(i, &w.batches[i], w.entries, w.counts)
		}
		part.states.releaseBlock(shard, block)
	}
}

// emitWeighed lets those ways to a state take a step that may have the gain.
func (w *layersWorker) emitWeighed(key []uint64) {
	gain := Gain(key[len(key)-1])
	first, end := gain.span(w.counts, &w.next.counts)
	passes := bitLen(w.entries[w.from:][first*w.counts.words:end*w.counts.words]) > 0
	w.taken += 1 + (end-first)/8 // adding so many counts takes as long as finding their state
	if !passes {
		return
	}
	if shard, full := put(w.batches, key[:len(key)-1], w.from, gain); full {
		w.made += w.next.add(shard, &w.batches[shard], w.entries, w.counts)
	}
}

// take returns the block to expand next, or -1 when there are no more to expand. It
// counts what the block taken before needed: so many steps, which made so many states.
func (l *Layers) take(part *piece, room, taken, made int) (shard, block int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.work += int64(taken)
	l.made += made
	for part.shard < tableShards && part.block == len(part.states.shards[part.shard].blocks) {
		part.shard, part.block = part.shard+1, 0
	}
	more := meter.Stats{Branches: int64(taken)}
	ends := part.shard == tableShards || l.err != nil || l.made >= room || l.work >= l.limit
	if !ends {
		more.Nodes = int64(len(part.states.entries(part.shard, part.block)) / part.states.entry)
	}
	if err := l.r.Count(more); l.err == nil {
		l.err = err
	}
	if ends || l.err != nil {
		return 0, -1
	}
	l.work += more.Nodes
	base.PollSeldom()
	part.block++
	return part.shard, part.block - 1
}

// Pieces returns how many layers, or pieces of layers, are begun and not finished.
func (l *Layers) Pieces() int { return len(l.pieces) }
