package dlx

import (
	"fmt"
	"math/bits"

	"crosscut/internal/search"
)

// Looking ahead: domain consistency in every state. An option dies when some open
// item would have no option left if it were chosen, that is, when all options of
// the item contradict it; and so on until none dies any more (Knuth's name for a
// search that does so is XCCDC). Since such a state need not be the next one but
// any further on, chains of options that each lead to the next are followed from
// end to end at once.
//
// Knuth keeps for each option and item one option that supports it. Rows of
// conflicts make that needless: the options that die for item i are the
// intersection of the rows of its live options, which is mostly empty after a few
// of them. Only items that lost an option since they were last looked at need be.
//
// A state is no more than its live options. To choose an option is to kill those
// that contradict it; an item is covered when one option of it is left. In a
// consistent state where that is so of all items, the live options are a cover.

// ahead is one search that looks ahead.
type ahead struct {
	*conflictTables
	run    *search.Run
	items  []int32 // the primary items of the options, one option after the other
	starts []int32 // those of option o are items[starts[o]:starts[o+1]]

	levels []aheadLevel // the last is the state, each of the others chose an option
	depth  int
	room   int // how many bytes the levels may still take

	weights []int64 // per item: one more than how many failures it was the cause of
	culprit int32   // the item that lost its last option
	dirty   []uint64

	others []uint64 // scratch of support: the options that die, where at says
	at     []int32

	stats    *search.Stats // the counters: those of the run, but for a search on trial
	before   search.Stats  // what they were when the search began
	first    int64         // how many failures there may be before the first new beginning
	patience int64         // the count of failures at which to begin anew
	renewals int           // how many times it was
	budget   int64         // of nodes and failures for a search on trial, else 0
	cover    []int
}

// aheadLevel is a state.
type aheadLevel struct {
	live   []uint64
	active []int32 // the words of live that are not 0, and maybe others
	counts []int32 // per item, how many live options it has

	item  int32 // what the state branches on, or -1
	tried int32 // the option of item that the level below has chosen

	lo, share, part float64 // of the tree: where the rest begins, how much that is, how much of it is tried's
}

// newAhead lays out what a search needs beside the tables. Time and space
// O(elements).
func newAhead(p *Problem, t *conflictTables, run *search.Run) (*ahead, error) {
	a := &ahead{conflictTables: t, run: run, stats: &run.Stats, first: firstPatience, room: mostBytes, starts: make([]int32, 1, t.options+1)}
	for _, number := range t.number {
		for _, e := range p.Option(int(number)) {
			if int(e.Item) < t.primary {
				a.items = append(a.items, int32(e.Item))
			}
		}
		a.starts = append(a.starts, int32(len(a.items)))
	}
	a.weights = make([]int64, t.primary)
	for i := range a.weights {
		a.weights[i] = 1
	}
	a.dirty = make([]uint64, (t.primary+63)/64)
	a.others = make([]uint64, t.words)
	a.at = make([]int32, 0, t.words)
	a.cover = make([]int, 0, min(t.primary, t.options))
	return a, a.reach(0)
}

// reach makes sure that there is a level of that depth.
func (a *ahead) reach(depth int) error {
	if depth < len(a.levels) {
		return nil
	}
	if a.room -= 12*a.words + 4*a.primary; a.room < 0 {
		return &search.LimitError{What: fmt.Sprintf("memory for %d levels of %d options", depth+1, a.options)}
	}
	a.levels = append(a.levels, aheadLevel{
		live: make([]uint64, a.words), active: make([]int32, 0, a.words), counts: make([]int32, a.primary),
	})
	return nil
}

// start makes the first level the state in which the options of prefix are chosen,
// and reports whether that may have covers.
func (a *ahead) start(prefix []int32) bool {
	a.depth = 0
	top := &a.levels[0]
	clear(top.live)
	clear(top.counts)
	top.active = top.active[:0]
	for o := range a.options {
		insert(top.live, o)
	}
	for _, o := range prefix {
		for w, r := range a.row(int(o)) {
			top.live[w] &^= r
		}
		// No two of the prefix contradict each other, so later ones leave this alone.
		insert(top.live, int(o))
	}
	for w, x := range top.live {
		top.active = append(top.active, int32(w))
		for ; x != 0; x &= x - 1 {
			for _, i := range a.itemsOf(w<<6 + bits.TrailingZeros64(x)) {
				top.counts[i]++
			}
		}
	}
	for i, n := range top.counts {
		insert(a.dirty, i)
		if n == 0 {
			a.culprit = int32(i)
			return false
		}
	}
	return a.settle(top)
}

// itemsOf returns the primary items of option o.
func (a *ahead) itemsOf(o int) []int32 { return a.items[a.starts[o]:a.starts[o+1]] }

// choose makes to the state from with option o chosen, not yet consistent. It
// returns false when that leaves an item without options.
func (a *ahead) choose(to, from *aheadLevel, o int) bool {
	copy(to.counts, from.counts)
	clear(to.live)
	to.active = to.active[:0]
	row := a.row(o)
	for _, w := range from.active {
		dead := from.live[w] & row[w]
		if int(w) == o>>6 {
			dead &^= 1 << (o & 63)
		}
		if to.live[w] = from.live[w] ^ dead; to.live[w] != 0 {
			to.active = append(to.active, w)
		}
		if !a.kill(to, int(w), dead) {
			return false
		}
	}
	return true
}

// remove takes option o out of a state. It returns false when that leaves an item
// without options.
func (a *ahead) remove(state *aheadLevel, o int) bool {
	state.live[o>>6] &^= 1 << (o & 63)
	return a.kill(state, o>>6, 1<<(o&63))
}

// kill counts the options of a word that have died. It returns false when that
// leaves an item without options.
func (a *ahead) kill(state *aheadLevel, w int, dead uint64) bool {
	a.stats.Propagations += int64(bits.OnesCount64(dead))
	for ; dead != 0; dead &= dead - 1 {
		for _, i := range a.itemsOf(w<<6 + bits.TrailingZeros64(dead)) {
			state.counts[i]--
			if state.counts[i] == 0 {
				a.culprit = i
				return false
			}
			insert(a.dirty, int(i))
		}
	}
	return true
}

// settle makes a state consistent, or returns false when an item has no options.
// It stops where it is when the context has ended.
func (a *ahead) settle(state *aheadLevel) bool {
	for again := true; again; {
		again = false
		for w := range a.dirty {
			for a.dirty[w] != 0 {
				again = true
				i := w<<6 + bits.TrailingZeros64(a.dirty[w])
				a.dirty[w] &= a.dirty[w] - 1
				if !a.support(state, i) {
					return false
				}
			}
			if a.run.Err() != nil {
				return true
			}
		}
	}
	return true
}

// support kills the options that all options of item i contradict. It returns
// false when that leaves some item without options.
func (a *ahead) support(state *aheadLevel, i int) bool {
	mask, live := a.mask(i), state.live
	others, at := a.others, a.at[:0]
	first := true
	for _, k := range state.active {
		for x := mask[k] & live[k]; x != 0; x &= x - 1 {
			row := a.row(int(k)<<6 + bits.TrailingZeros64(x))
			rest := at[:0]
			if first {
				first = false
				for _, w := range state.active {
					if others[w] = live[w] & row[w] &^ mask[w]; others[w] != 0 {
						rest = append(rest, w)
					}
				}
			} else {
				for _, w := range at {
					if others[w] &= row[w]; others[w] != 0 {
						rest = append(rest, w)
					}
				}
			}
			if at = rest; len(at) == 0 {
				return true
			}
		}
	}
	for _, w := range at {
		live[w] &^= others[w]
		if !a.kill(state, int(w), others[w]) {
			return false
		}
	}
	return true
}
