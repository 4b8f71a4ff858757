package encode

import (
	"math/bits"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// The domain of a number is the set of cells that it may be on. At first that is
// the cell of its clue, or every cell without clue. Then two rules cut domains
// until neither applies:
//
//   - k is only on cells that touch a cell of the domain of k−1, and likewise of
//     k+1. Beginning at the clues, that leaves between two of them exactly the
//     cells that a walk of the right length through cells not yet taken may visit
//     at the right time.
//   - A cell that is all of the domain of a number is in no other domain.
//
// Cells are sets of bits, so that a number is dealt with in time O(cells/64).

const (
	// maxPlaces is the largest sum of the sizes of all domains. A place costs
	// 30 literals or 40 elements, so this is beyond what fits the limits of
	// either target.
	maxPlaces = 4_000_000

	// maxRounds ends the cutting on boards on which every round finds little.
	// Domains are right, if larger than need be, after any round.
	maxRounds = 64
)

// domains are the domains of the numbers 1 to n.
type domains struct {
	n      int
	cells  []int32 // the cells of 1, ascending, then those of 2, and so on
	starts []int   // the cells of k are cells[starts[k-1]:starts[k]]
}

// of returns the cells of number k, ascending.
func (d *domains) of(k int) []int32 { return d.cells[d.starts[k-1]:d.starts[k]] }

// places returns the sum of the sizes.
func (d *domains) places() int { return len(d.cells) }

// cutting is the work on domains as sets.
type cutting struct {
	*grid
	run     *search.Run
	n       int
	sets    []uint64 // the set of number k is words long, from (k−1)·words on
	changed []bool   // per number: since its neighbours were looked at
	settled []bool   // per number: its only cell was taken from all others
}

// hidokuDomains returns the domains of p after cutting.
func hidokuDomains(run *search.Run, p *puzzle.Hidoku) (*domains, error) {
	d := newCutting(run, p)
	if err := d.cut(); err != nil {
		return nil, err
	}
	return d.list()
}

// plainDomains returns the domains of p as the clues alone have them.
func plainDomains(run *search.Run, p *puzzle.Hidoku) (*domains, error) {
	return newCutting(run, p).list()
}

// newCutting returns the domains as the clues alone have them.
func newCutting(run *search.Run, p *puzzle.Hidoku) *cutting {
	n := p.Board().Len()
	d := &cutting{grid: newGrid(p), run: run, n: n, changed: make([]bool, n+1), settled: make([]bool, n+1)}
	d.sets = make([]uint64, n*d.words)
	given := make([]bool, n+1)
	free := make([]uint64, d.words)
	for c := range n {
		if k := p.Clue(c); k != puzzle.Empty {
			d.put(d.set(k), c)
			given[k], d.settled[k] = true, true
		} else {
			d.put(free, c)
		}
	}
	for k := 1; k <= n; k++ {
		d.changed[k] = true
		if !given[k] {
			copy(d.set(k), free)
		}
	}
	return d
}

// set returns the domain of number k.
func (d *cutting) set(k int) []uint64 { return d.sets[(k-1)*d.words : k*d.words] }

// cut applies the rules until neither applies, or for maxRounds.
func (d *cutting) cut() error {
	for range maxRounds {
		// In this order a cut travels along a whole gap in one round.
		for k := 1; k < d.n; k++ {
			if err := d.step(k, k+1); err != nil {
				return err
			}
		}
		for k := d.n; k > 1; k-- {
			if err := d.step(k, k-1); err != nil {
				return err
			}
		}
		again, err := d.settle()
		if err != nil || !again {
			return err
		}
	}
	return nil
}

// step cuts the domain of to by that of from, where from has changed.
//
// A change of k has its effect upwards in the first sweep of a round and downwards
// in the second, which ends it. What changes in the second sweep by itself has no
// effect upwards: what touches the cells of k−1 that are left is what did before.
func (d *cutting) step(from, to int) error {
	if d.changed[from] && d.keepTouching(d.set(to), d.set(from)) {
		d.changed[to] = true
	}
	return d.run.Err()
}

// settle takes cells that are all of a domain from the others, and reports
// whether there are any since the last time.
func (d *cutting) settle() (bool, error) {
	clear(d.changed)
	taken := make([]uint64, d.words)
	again := false
	for k := 1; k <= d.n; k++ {
		if set := d.set(k); !d.settled[k] && size(set) == 1 {
			d.settled[k], again = true, true
			for w := range set {
				taken[w] |= set[w]
			}
		}
	}
	for k := 1; again && k <= d.n; k++ {
		if set := d.set(k); !d.settled[k] {
			for w := range set {
				d.changed[k] = d.changed[k] || set[w]&taken[w] != 0
				set[w] &^= taken[w]
			}
		}
		if err := d.run.Err(); err != nil {
			return false, err
		}
	}
	return again, nil
}

// list returns the domains as lists.
func (d *cutting) list() (*domains, error) {
	all := size(d.sets)
	if all > maxPlaces {
		return nil, tooLarge("%d pairs of a number and a cell it may be on; at most %d", all, maxPlaces)
	}
	list := &domains{n: d.n, cells: make([]int32, 0, all), starts: make([]int, d.n+1)}
	for k := 1; k <= d.n; k++ {
		d.each(d.set(k), func(c int) { list.cells = append(list.cells, int32(c)) })
		list.starts[k] = len(list.cells)
		if err := d.run.Err(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// size returns the number of members of a set.
func size(set []uint64) (n int) {
	for _, word := range set {
		n += bits.OnesCount64(word)
	}
	return n
}
