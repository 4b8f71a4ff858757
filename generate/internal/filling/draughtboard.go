package filling

import (
	"context"
	"math/rand/v2"
	"slices"

	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// How filled draughtboards are drawn: a board is cut into connected parts, which become
// stones. It applies to every board. maxCuts bounds the attempts, and each takes time
// O(cells²). The method is our own.

// Cut is a board cut into parts whose cells are connected by their sides.
type Cut struct {
	board             *puzzle.Board
	smallest, largest int // bounds of the size of a part
	rng               *rand.Rand
	partOf            []int // per cell, its part
	size              []int // per part, how many cells it has
	laid              int   // so many parts come first, and stay
}

// maxCuts bounds how often a board is cut again because some cells were left over.
const maxCuts = 2000

// Draughtboard cuts a board into connected parts of smallest to largest cells. The parts
// grow one after the other. A part begins with a cell that has the fewest free cells
// beside it, and grows into free cells. Cells left over join a part beside them. The
// result is nil when no attempt was successful, perhaps because there is no such cut, and
// when ctx has ended. The cells of laid are parts of their own, which come first.
func Draughtboard(ctx context.Context, board *puzzle.Board, laid [][]int, smallest, largest int, rng *rand.Rand) *Cut {
	for range maxCuts {
		base.PollSeldom()
		if ctx.Err() != nil {
			return nil
		}
		p := &Cut{board: board, smallest: smallest, largest: largest, rng: rng, partOf: slices.Repeat([]int{-1}, board.Len()), laid: len(laid)}
		for part, cells := range laid {
			p.size = append(p.size, len(cells))
			for _, c := range cells {
				p.partOf[c] = part
			}
		}
		if p.cut() {
			return p
		}
	}
	return nil
}

// Stones returns the parts that were cut as stones. colour returns the colour of a square.
func (p *Cut) Stones(colour func(row, col int) puzzle.Colour) ([]puzzle.Stone, error) {
	cells := make([][]puzzle.StoneCell, len(p.size))
	for c, part := range p.partOf {
		row, col := p.board.Pos(c)
		cells[part] = append(cells[part], puzzle.StoneCell{Row: row, Col: col, Colour: colour(row, col)})
	}
	stones := make([]puzzle.Stone, len(cells))
	for i, list := range cells {
		var err error
		if stones[i], err = puzzle.NewStone(list); err != nil {
			return nil, err
		}
	}
	return stones[p.laid:], nil
}

// Clone returns a copy.
func (p *Cut) Clone() *Cut {
	q := *p
	q.partOf, q.size = slices.Clone(p.partOf), slices.Clone(p.size)
	return &q
}

// cut makes one attempt, and reports whether it was successful.
func (p *Cut) cut() bool {
	for {
		first := p.tightest()
		if first < 0 {
			break
		}
		p.grow(first, p.smallest+p.rng.IntN(p.largest-p.smallest+1))
	}
	for part := p.laid; part < len(p.size); part++ {
		if p.size[part] < p.smallest && !p.dissolve(part) {
			return false
		}
	}
	p.renumber()
	return true
}

// tightest returns a free cell with the fewest free cells beside it, or -1 if no cell is
// free. If there are several, it draws one of them.
func (p *Cut) tightest() int {
	best, fewest, ties := -1, 5, 0
	for c, part := range p.partOf {
		if part >= 0 {
			continue
		}
		free := 0
		for _, d := range space.Beside(p.board, c) {
			if p.partOf[d] < 0 {
				free++
			}
		}
		if free < fewest {
			best, fewest, ties = c, free, 0
		}
		if free == fewest {
			if ties++; p.rng.IntN(ties) == 0 {
				best = c
			}
		}
	}
	return best
}

// grow makes a new part of at most size cells, beginning with first.
func (p *Cut) grow(first, size int) {
	part := len(p.size)
	p.size = append(p.size, 1)
	p.partOf[first] = part
	front := space.Beside(p.board, first)
	for p.size[part] < size && len(front) > 0 {
		i := p.rng.IntN(len(front))
		c := front[i]
		front = slices.Delete(front, i, i+1)
		if p.partOf[c] < 0 {
			p.partOf[c] = part
			p.size[part]++
			front = append(front, space.Beside(p.board, c)...)
		}
	}
}

// dissolve gives the cells of a part that is too small to parts beside it. It reports
// whether there was room for all.
func (p *Cut) dissolve(part int) bool {
	for p.size[part] > 0 {
		moved := false
		for c := range p.partOf {
			if p.partOf[c] != part {
				continue
			}
			for _, d := range space.Beside(p.board, c) {
				if q := p.partOf[d]; q >= p.laid && q != part && p.size[q] < p.largest && p.size[q] > 0 {
					p.partOf[c] = q
					p.size[q]++
					p.size[part]--
					moved = true
					break
				}
			}
		}
		if !moved {
			return false
		}
	}
	return true
}

// renumber numbers the parts in the order of their first cells, after those that stay.
func (p *Cut) renumber() {
	number := make(map[int]int)
	size := slices.Repeat([]int{0}, p.laid)
	for part := range p.laid {
		number[part] = part
	}
	for c, part := range p.partOf {
		if _, met := number[part]; !met {
			number[part] = len(size)
			size = append(size, 0)
		}
		p.partOf[c] = number[part]
		size[p.partOf[c]]++
	}
	p.size = size
}

// Change moves random cells, a few at most, to parts beside them. All parts stay connected
// and within their sizes. It reports whether it found such a change. If not, the cut may be
// changed in another way and must not be used.
func (p *Cut) Change() bool {
	moves := 1 + p.rng.IntN(3)
	changed := false
	for range 40 {
		c := p.rng.IntN(len(p.partOf))
		near := space.Beside(p.board, c)
		if len(near) == 0 {
			continue
		}
		to := p.partOf[near[p.rng.IntN(len(near))]]
		from := p.partOf[c]
		if to == from || to < p.laid || from < p.laid {
			continue
		}
		p.partOf[c] = to
		p.size[from]--
		p.size[to]++
		if p.size[from] == 0 || !p.connected(from) {
			p.partOf[c] = from
			p.size[from]++
			p.size[to]--
			continue
		}
		moves--
		changed = true
		if moves <= 0 && p.within() {
			break
		}
	}
	if !changed || !p.within() {
		return false
	}
	p.renumber()
	return true
}

func (p *Cut) within() bool {
	return !slices.ContainsFunc(p.size[p.laid:], func(size int) bool { return size < p.smallest || size > p.largest })
}

func (p *Cut) connected(part int) bool {
	first := slices.Index(p.partOf, part)
	met := []int{first}
	for i := 0; i < len(met); i++ {
		for _, d := range space.Beside(p.board, met[i]) {
			if p.partOf[d] == part && !slices.Contains(met, d) {
				met = append(met, d)
			}
		}
	}
	return len(met) == p.size[part]
}
