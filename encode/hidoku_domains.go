package encode

// The domains of a Hidoku's numbers, which both targets begin with.
//
// The domain of a number is the set of cells that it may be on. At first these are
// the cells that it fits. Then two rules cut domains
// until neither applies:
//
//   - k is only on cells that touch a cell of the domain of k−1, and likewise of
//     k+1. Between two clues that leaves exactly the cells that a walk may visit at
//     the right time. The walk has the right length and avoids cells with a number.
//   - If a domain has one cell, no other domain has that cell.
//
// It always applies. The first rule takes time O(steps from the domain) for a number. maxRounds bounds
// how often the rules go through all numbers.

import (
	"math/bits"

	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
)

const (
	// maxPlaces is the largest number of places: pairs of a number and a cell it may be
	// on. A place costs 30 literals or 40 elements, so with more places the problem is
	// beyond the limits of either target.
	maxPlaces = 4_000_000

	// maxRounds ends the cutting on boards on which every round finds little. After any
	// round domains are right, although some may be larger than necessary.
	maxRounds = 64
)

// hidokuDomains are the domains of the numbers 1 to n.
type hidokuDomains struct {
	n      int
	cells  []int32 // the cells of 1, ascending, then those of 2, and so on
	starts []int   // the cells of k are cells[starts[k-1]:starts[k]]
}

// cellsOf returns the cells of number k, ascending.
func (d *hidokuDomains) cellsOf(k int) []int32 { return d.cells[d.starts[k-1]:d.starts[k]] }

func (d *hidokuDomains) places() int { return len(d.cells) }

// keep removes the places that a solution does not have, if it is not nil.
func (d *hidokuDomains) keep(only puzzle.Solution) {
	if only == nil {
		return
	}
	var cells []int32
	starts := []int{0}
	for k := 1; k <= d.n; k++ {
		for _, c := range d.cellsOf(k) {
			if only[c] == k {
				cells = append(cells, c)
			}
		}
		starts = append(starts, len(cells))
	}
	d.cells, d.starts = cells, starts
}

// hidokuCutter holds domains as sets while they are cut.
type hidokuCutter struct {
	p       *puzzle.Hidoku
	run     *meter.Run
	n       int
	words   int      // length of a set
	touched []uint64 // scratch: a set
	closed  bool     // the last number touches the first
	sets    []uint64 // the set of number k is words long, from (k−1)·words on
	changed []bool   // per number: its domain has changed since the domains before and after were cut by it
	settled []bool   // per number: its only cell is in no other domain any more
}

func cutHidokuDomains(run *meter.Run, p *puzzle.Hidoku) (*hidokuDomains, error) {
	d := newHidokuCutter(run, p)
	if err := d.cut(); err != nil {
		return nil, err
	}
	return d.list()
}

// newHidokuCutter returns the domains of the numbers before any cut: the cells that they fit.
func newHidokuCutter(run *meter.Run, p *puzzle.Hidoku) *hidokuCutter {
	n := p.Board().Len()
	d := &hidokuCutter{p: p, run: run, n: n, words: (n + 63) / 64, touched: make([]uint64, (n+63)/64), closed: p.Closed(), changed: make([]bool, n+1), settled: make([]bool, n+1)}
	d.sets = make([]uint64, n*d.words)
	for k := 1; k <= n; k++ {
		d.changed[k] = true
		if like := p.FitsLike(k); like < k {
			copy(d.set(k), d.set(like))
			continue
		}
		for _, c := range p.Fitting(k) {
			d.set(k)[c/64] |= 1 << (c % 64)
		}
	}
	for c := range n {
		if k := p.Clue(c); k != puzzle.Empty {
			d.settled[k] = true // no other number fits its cell
		}
	}
	return d
}

func (d *hidokuCutter) set(k int) []uint64 { return d.sets[(k-1)*d.words : k*d.words] }

// cut applies the rules until neither applies, or for maxRounds.
func (d *hidokuCutter) cut() error {
	for range maxRounds {
		// In this order a cut travels along a whole gap in one round.
		for k := 1; k < d.n; k++ {
			if err := d.step(k, k+1); err != nil {
				return err
			}
		}
		if err := d.close(d.n, 1); err != nil {
			return err
		}
		for k := d.n; k > 1; k-- {
			if err := d.step(k, k-1); err != nil {
				return err
			}
		}
		if err := d.close(1, d.n); err != nil {
			return err
		}
		again, err := d.settle()
		if err != nil || !again {
			return err
		}
	}
	return nil
}

// step removes from the domain of to what the domain of from excludes. It does so only if
// the domain of from has changed.
//
// A round sweeps upwards and then downwards. The first sweep carries a change of k
// upwards, the second downwards. A change that the second sweep makes has no effect
// upwards: what still has a neighbour in the domain of k−1 had one before.
func (d *hidokuCutter) step(from, to int) error {
	if d.changed[from] && d.keepTouching(d.set(to), d.set(from)) {
		d.changed[to] = true
	}
	return d.run.Err()
}

// close is step for the ends of a closed path. It cuts nothing for an open path.
func (d *hidokuCutter) close(from, to int) error {
	if !d.closed {
		return nil
	}
	return d.step(from, to)
}

// keepTouching removes the cells of set that touch no cell of other, and reports whether there were any.
func (d *hidokuCutter) keepTouching(set, other []uint64) bool {
	clear(d.touched)
	each(other, func(c int) {
		for _, e := range d.p.Neighbours(c) {
			d.touched[e/64] |= 1 << (e % 64)
		}
	})
	changed := uint64(0)
	for w, touched := range d.touched {
		changed |= set[w] &^ touched
		set[w] &= touched
	}
	return changed != 0
}

// each calls f with the cells of a set, ascending.
func each(set []uint64, f func(c int)) {
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			f(w*64 + bits.TrailingZeros64(word))
		}
	}
}

// settle strikes the only cell of a number off all other domains. It reports whether
// any number has come to have one cell since the last call.
func (d *hidokuCutter) settle() (bool, error) {
	clear(d.changed)
	occupied := make([]uint64, d.words) // the only cells of numbers
	again := false
	for k := 1; k <= d.n; k++ {
		if set := d.set(k); !d.settled[k] && size(set) == 1 {
			d.settled[k], again = true, true
			for w := range set {
				occupied[w] |= set[w]
			}
		}
	}
	for k := 1; again && k <= d.n; k++ {
		if set := d.set(k); !d.settled[k] {
			for w := range set {
				d.changed[k] = d.changed[k] || set[w]&occupied[w] != 0
				set[w] &^= occupied[w]
			}
		}
		if err := d.run.Err(); err != nil {
			return false, err
		}
	}
	return again, nil
}

func (d *hidokuCutter) list() (*hidokuDomains, error) {
	all := size(d.sets)
	if all > maxPlaces {
		return nil, write.TooLarge("%d pairs of a number and a cell it may be on; at most %d", all, maxPlaces)
	}
	list := &hidokuDomains{n: d.n, cells: make([]int32, 0, all), starts: make([]int, d.n+1)}
	for k := 1; k <= d.n; k++ {
		each(d.set(k), func(c int) { list.cells = append(list.cells, int32(c)) })
		list.starts[k] = len(list.cells)
		if err := d.run.Err(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func size(set []uint64) (n int) {
	for _, word := range set {
		n += bits.OnesCount64(word)
	}
	return n
}
