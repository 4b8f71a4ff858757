package filling

import (
	"context"
	"math/rand/v2"
	"slices"

	"crosscut/puzzle"
)

// Pieces is a board cut into connected pieces. It is changed in place.
type Pieces struct {
	board             *puzzle.Board
	smallest, largest int
	rng               *rand.Rand
	of                []int // per cell its piece
	size              []int // per piece
}

// cuts bounds how often a board is cut anew because some cells are left over.
const cuts = 2000

// Cut cuts a board into connected pieces of smallest to largest cells: one after the
// other grows, from a cell with the fewest free ones beside it, into whatever is free,
// and cells left over join a piece beside them. It returns nil when nothing came of
// it, which may be because there is no such cut, and when ctx has ended.
func Cut(ctx context.Context, board *puzzle.Board, smallest, largest int, rng *rand.Rand) *Pieces {
	for range cuts {
		if ctx.Err() != nil {
			return nil
		}
		p := &Pieces{board: board, smallest: smallest, largest: largest, rng: rng, of: slices.Repeat([]int{-1}, board.Len())}
		if p.cut() {
			return p
		}
	}
	return nil
}

// Of returns per cell the number of its piece, from 0. The slice must not be changed.
func (p *Pieces) Of() []int { return p.of }

// Count returns the number of pieces.
func (p *Pieces) Count() int { return len(p.size) }

// Clone returns a copy.
func (p *Pieces) Clone() *Pieces {
	q := *p
	q.of, q.size = slices.Clone(p.of), slices.Clone(p.size)
	return &q
}

// beside returns the cells that share a side with c.
func (p *Pieces) beside(c int) []int {
	row, col := p.board.Pos(c)
	return slices.DeleteFunc([]int{
		p.board.Cell(row-1, col), p.board.Cell(row, col-1), p.board.Cell(row, col+1), p.board.Cell(row+1, col),
	}, func(d int) bool { return d < 0 })
}

// cut is Cut once.
func (p *Pieces) cut() bool {
	for {
		first := p.tightest()
		if first < 0 {
			break
		}
		p.grow(first, p.smallest+p.rng.IntN(p.largest-p.smallest+1))
	}
	for piece := range p.size {
		if p.size[piece] < p.smallest && !p.dissolve(piece) {
			return false
		}
	}
	p.renumber()
	return true
}

// tightest returns a free cell with the fewest free cells beside it, -1 when there is
// none.
func (p *Pieces) tightest() int {
	best, fewest, ties := -1, 5, 0
	for c, piece := range p.of {
		if piece >= 0 {
			continue
		}
		free := 0
		for _, d := range p.beside(c) {
			if p.of[d] < 0 {
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

// grow makes a new piece, from a cell on, of at most so many cells.
func (p *Pieces) grow(first, size int) {
	piece := len(p.size)
	p.size = append(p.size, 1)
	p.of[first] = piece
	front := p.beside(first)
	for p.size[piece] < size && len(front) > 0 {
		i := p.rng.IntN(len(front))
		c := front[i]
		front = slices.Delete(front, i, i+1)
		if p.of[c] < 0 {
			p.of[c] = piece
			p.size[piece]++
			front = append(front, p.beside(c)...)
		}
	}
}

// dissolve gives the cells of a piece that is too small to pieces beside it, and
// reports whether they had room.
func (p *Pieces) dissolve(piece int) bool {
	for p.size[piece] > 0 {
		given := false
		for c := range p.of {
			if p.of[c] != piece {
				continue
			}
			for _, d := range p.beside(c) {
				if q := p.of[d]; q != piece && p.size[q] < p.largest && p.size[q] > 0 {
					p.of[c] = q
					p.size[q]++
					p.size[piece]--
					given = true
					break
				}
			}
		}
		if !given {
			return false
		}
	}
	return true
}

// renumber numbers the pieces from 0 in the order of their first cells.
func (p *Pieces) renumber() {
	number := make(map[int]int)
	var size []int
	for c, piece := range p.of {
		if _, met := number[piece]; !met {
			number[piece] = len(size)
			size = append(size, 0)
		}
		p.of[c] = number[piece]
		size[p.of[c]]++
	}
	p.size = size
}

// Change moves a cell at random from its piece to one beside it, and perhaps a second
// one, so that all stay connected and within the sizes. It reports whether there was
// such a change, and may leave the pieces changed otherwise.
func (p *Pieces) Change() bool {
	moves := 1 + p.rng.IntN(3)
	changed := false
	for range 40 {
		c := p.rng.IntN(len(p.of))
		near := p.beside(c)
		if len(near) == 0 {
			continue
		}
		to := p.of[near[p.rng.IntN(len(near))]]
		from := p.of[c]
		if to == from {
			continue
		}
		p.of[c] = to
		p.size[from]--
		p.size[to]++
		if p.size[from] == 0 || !p.connected(from) {
			p.of[c] = from
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

// within reports whether all sizes are as they should be.
func (p *Pieces) within() bool {
	return !slices.ContainsFunc(p.size, func(size int) bool { return size < p.smallest || size > p.largest })
}

// connected reports whether the cells of a piece hang together.
func (p *Pieces) connected(piece int) bool {
	first := slices.Index(p.of, piece)
	met := []int{first}
	for i := 0; i < len(met); i++ {
		for _, d := range p.beside(met[i]) {
			if p.of[d] == piece && !slices.Contains(met, d) {
				met = append(met, d)
			}
		}
	}
	return len(met) == p.size[piece]
}
