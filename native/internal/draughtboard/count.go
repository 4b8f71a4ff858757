package draughtboard

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/puzzle"
)

// Count counts the fillings of each colouring. Where both colourings have the same
// number, it counts one. See [counting.TwoWays] and [layerGraph]. m must not be nil.
func Count(ctx context.Context, p *puzzle.Draughtboard, m *meter.Meter) (*big.Int, error) {
	r := meter.Start(ctx, m)
	defer r.Close()
	total := new(big.Int)
	colourings := p.Colourings()
	part := 1 / float64(len(colourings))
	for i, corner := range colourings {
		s := newColouring(p, corner, r, nil)
		oneCountForBoth := s.recolouring != nil
		if oneCountForBoth {
			part = 1
		}
		count, err := countColouring(s, m, float64(i)*part, part)
		if err != nil {
			return nil, err
		}
		if oneCountForBoth {
			return count.Lsh(count, 1), nil
		}
		total.Add(total, count)
	}
	return total, nil
}

// countColouring counts the fillings of one colouring. The progress that it reports lies
// between from and from + part of the whole count.
func countColouring(s *colouring, m *meter.Meter, from, part float64) (*big.Int, error) {
	twoWays := counting.TwoWays{
		Run: s.r, Meter: m, From: from, Part: part,
		Enumerate: func(found func(int64) bool) error {
			s.count = found
			return s.search(from, part)
		},
		Work: s.work,
		Other: func() (counting.Counter, error) {
			if !layering.On() {
				return nil, nil
			}
			places, listed, err := s.listPlacements()
			if err != nil || !listed {
				return nil, err
			}
			return counting.NewLayers(newLayerGraph(s, places).graph(), s.r, m.Workers), nil
		},
	}
	return twoWays.Count()
}

// work returns the work done between two times. Its unit is about one step of a layer: a
// state counts two, and one of [sweepSearch], [packedSearch] or [packedCount] an eighth.
func (s *colouring) work(now, start meter.Stats) int64 {
	states := now.Nodes - start.Nodes + now.Propagations - start.Propagations + now.Failures - start.Failures
	return 2*(states-s.sweepStates) + s.sweepStates/8
}

// alike reports whether some kind has several stones.
func (s *colouring) alike() bool {
	return slices.ContainsFunc(s.kinds, func(k stoneKind) bool { return len(k.stones) > 1 })
}

// layerGraph is the graph by which one colouring is counted. It applies where the
// placements can be listed. What bounds it is the number of states, which grows with
// the shorter side of the board.
//
// At each state the first open cell is covered. Cells are in the order of a sweep along
// the longer side of the board. A state is the set of covered cells and how many stones
// of each kind are left. The fillings of the rest depend only on these two things. Layer
// n has the states after n stones. No filling comes in two orders, since each state fixes
// the next cell.
//
// The key of a state begins with its window. The window has one bit for each cell from
// the first open one on, in the order of the sweep, and says which are covered. Its
// length is the farthest that a stone on the first open cell can reach. After the window
// come the number of that cell and the stones left. They are bit fields, packed into as
// few words as possible.
type layerGraph struct {
	s       *colouring
	places  *placements
	rank    []int32    // per cell, its position in the order of the sweep
	from    []int32    // placements at[from[p]:from[p+1]] have cell p of the sweep first
	at      []int32    // placements
	masks   []uint64   // per element of at, its cells in the window
	window  int        // words of a window, and of a mask
	partial uint64     // the bits of the last word of the window that belong to it
	pos     keyField   // the first open cell
	left    []keyField // per kind; without bits where the number is of no interest
	words   int
}

// keyField is some bits of a key.
type keyField struct {
	word  int
	shift uint
	mask  uint64
}

func (f keyField) get(key []uint64) int { return int(key[f.word] >> f.shift & f.mask) }

func newLayerGraph(s *colouring, places *placements) *layerGraph {
	d := &layerGraph{s: s, places: places, rank: sweepRanks(s.board)}
	reach := d.sortPlacements()
	d.window = (reach + 63) / 64
	d.partial = ^uint64(0) >> (uint(-reach) % 64)
	used := reach
	field := func(most int) keyField {
		width := bits.Len(uint(most))
		if used/64 != (used+width-1)/64 {
			used = (used + 63) / 64 * 64
		}
		f := keyField{word: used / 64, shift: uint(used % 64), mask: 1<<width - 1}
		used += width
		return f
	}
	d.pos = field(len(d.rank))
	for k, kind := range s.kinds {
		if s.neverUsedUp(k) {
			d.left = append(d.left, keyField{mask: 0})
			continue
		}
		d.left = append(d.left, field(len(kind.stones)))
	}
	d.words = (used + 63) / 64
	d.masks = make([]uint64, len(d.at)*d.window)
	for i, o := range d.at {
		first := d.firstOf(o)
		for _, c := range places.of(o) {
			bit := int(d.rank[c] - first)
			d.masks[i*d.window+bit/64] |= 1 << (bit % 64)
		}
	}
	return d
}

// sweepRanks returns for each cell when a sweep along the longer side comes to it. The
// sweep goes column by column where the board is wider than high, and row by row
// elsewhere.
func sweepRanks(b *puzzle.Board) []int32 {
	order := make([]int32, b.Len())
	for c := range order {
		order[c] = int32(c)
	}
	if b.Width() > b.Height() {
		base.SortStable(order, func(c, e int32) int {
			_, left := b.Pos(int(c))
			_, right := b.Pos(int(e))
			return left - right
		})
	}
	rank := make([]int32, len(order))
	for i, c := range order {
		rank[c] = int32(i)
	}
	return rank
}

// firstOf returns the rank of the first cell of placement o.
func (d *layerGraph) firstOf(o int32) int32 {
	first := int32(len(d.rank))
	for _, c := range d.places.of(o) {
		first = min(first, d.rank[c])
	}
	return first
}

// sortPlacements sorts the placements by their first cells. It returns the greatest
// number of cells of the sweep from the first to the last cell of a placement.
func (d *layerGraph) sortPlacements() (reach int) {
	d.from = make([]int32, len(d.rank)+1)
	first := make([]int32, len(d.places.kind))
	for o := range first {
		first[o] = d.firstOf(int32(o))
		d.from[first[o]+1]++
		for _, c := range d.places.of(int32(o)) {
			reach = max(reach, int(d.rank[c]-first[o])+1)
		}
	}
	for p := range d.rank {
		d.from[p+1] += d.from[p]
	}
	d.at = make([]int32, len(first))
	free := slices.Clone(d.from)
	for o, p := range first {
		d.at[free[p]] = int32(o)
		free[p]++
	}
	return reach
}

func (d *layerGraph) graph() counting.Graph {
	first := make([]uint64, d.words)
	for k, f := range d.left {
		first[f.word] |= uint64(len(d.s.kinds[k].stones)) & f.mask << f.shift
	}
	fanOut := 0
	for p := range d.rank {
		fanOut = max(fanOut, int(d.from[p+1]-d.from[p]))
	}
	return counting.Graph{
		Last: d.s.most, KeyWords: d.words, First: first, FanOut: fanOut, Each: 1,
		Stepper: func() func(int, []uint64, func([]uint64)) {
			next, window := make([]uint64, d.words), make([]uint64, d.window)
			if len(d.s.ranged) > 0 {
				return func(layer int, key []uint64, emit func([]uint64)) { d.stepRanged(layer, key, next, window, emit) }
			}
			return func(_ int, key []uint64, emit func([]uint64)) { d.step(key, next, window, emit) }
		},
	}
}

// step covers the first open cell in every way that fits.
func (d *layerGraph) step(key, next, window []uint64, emit func([]uint64)) {
	pos := d.pos.get(key)
	for i := d.from[pos]; i < d.from[pos+1]; i++ {
		left := d.left[d.places.kind[d.at[i]]]
		if left.mask != 0 && left.get(key) == 0 || !d.cover(key, d.masks[int(i)*d.window:][:d.window], window) {
			continue
		}
		copy(next, key)
		clear(next[:d.window-1])
		next[d.window-1] &^= d.partial
		if left.mask != 0 {
			next[left.word] -= 1 << left.shift
		}
		next[d.pos.word] += uint64(d.moveOn(window)) << d.pos.shift
		for w, word := range window {
			next[w] |= word
		}
		emit(next)
	}
}

// stepRanged is step where fillings have different numbers of stones. A full board goes from
// layer to layer. It has the same key however it was filled, and no key if a kind needs more
// stones. An open board does not reach the last layer.
func (d *layerGraph) stepRanged(layer int, key, next, window []uint64, emit func([]uint64)) {
	if d.pos.get(key) == len(d.rank) {
		emit(key)
		return
	}
	d.step(key, next, window, func(state []uint64) {
		if d.pos.get(state) < len(d.rank) {
			if layer+1 < d.s.most {
				emit(state)
			}
			return
		}
		for k, f := range d.left {
			if f.mask != 0 && f.get(state) > int(d.s.slack[k]) {
				return
			}
		}
		clear(state)
		state[d.pos.word] = uint64(len(d.rank)) << d.pos.shift
		emit(state)
	})
}

// cover sets window to the window of the key, with the cells of mask covered too. It
// reports whether these were open.
func (d *layerGraph) cover(key, mask, window []uint64) bool {
	for w, m := range mask {
		word := key[w]
		if w == d.window-1 {
			word &= d.partial
		}
		if word&m != 0 {
			return false
		}
		window[w] = word | m
	}
	return true
}

// moveOn lets the window begin at its first open cell, and returns how many cells
// further on that is. There is one, since all cells past the window are open.
func (d *layerGraph) moveOn(window []uint64) int {
	moved := 0
	for window[0] == ^uint64(0) {
		moved += 64
		copy(window, window[1:])
		window[len(window)-1] = 0
	}
	shift := bits.TrailingZeros64(^window[0])
	for w := range window {
		window[w] >>= shift
		if w+1 < len(window) {
			window[w] |= window[w+1] << (64 - shift)
		}
	}
	return moved + shift
}
