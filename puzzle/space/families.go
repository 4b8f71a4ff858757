package space

import (
	"slices"

	"crosscut/puzzle"
)

// By returns the rules of p, or nil for a puzzle type of another package. corner is the colour of the
// first square of a draughtboard.
func By(p puzzle.Puzzle, corner puzzle.Colour) *Rules {
	r := &Rules{kinds: make(map[int]int), most: make(map[int]int), cells: make(map[int]int), at: make(map[int]int)}
	switch p := p.(type) {
	case *puzzle.Hidoku:
		for v := range p.Board().Len() {
			r.add(v+1, 1)
		}
		r.ways = r.hidoku(p)
	case *puzzle.Magic:
		for _, v := range slices.Compact(p.Numbers()) {
			r.add(v, p.Uses(v))
		}
		r.ways = magic(p)
	case *puzzle.Draughtboard:
		r.ways = r.stones(p, corner)
	default:
		return nil
	}
	return r
}

// hidoku asks whether a number fits the cell, and touches those before and after it that are placed.
func (r *Rules) hidoku(p *puzzle.Hidoku) placer {
	return func(board []int, value int, _ bool) func(int) int {
		before, after := value-1, value+1
		if p.Closed() {
			before, after = (value+len(board)-2)%len(board)+1, value%len(board)+1
		}
		var beside []int
		for _, k := range [...]int{before, after} {
			if c, placed := r.at[k]; placed {
				beside = append(beside, c)
			}
		}
		return func(cell int) int {
			if !p.Fits(cell, value) {
				return 0
			}
			for _, c := range beside {
				if !slices.Contains(p.Neighbours(cell), c) {
					return 0
				}
			}
			return 1
		}
	}
}

// magic asks whether each line that a number makes full has its sum.
func magic(p *puzzle.Magic) placer {
	linesOf := make([][]puzzle.Line, p.Board().Len())
	for _, l := range p.Lines() {
		for _, c := range l.Cells() {
			if !l.Any {
				linesOf[c] = append(linesOf[c], l)
			}
		}
	}
	return func(board []int, value int, _ bool) func(int) int {
		return func(cell int) int {
			board[cell] = value
			ways := 1
			for i := range linesOf[cell] {
				l := &linesOf[cell][i]
				if made, full := l.Value(board); full && made != l.Sum {
					ways = 0
				}
			}
			board[cell] = puzzle.Empty
			return ways
		}
	}
}

// stones adds the kinds of a draughtboard. It asks whether a stone lies on open cells of its colours.
func (r *Rules) stones(p *puzzle.Draughtboard, corner puzzle.Colour) placer {
	sign := 1
	if p.Signed() && corner == puzzle.White {
		sign = -1
	}
	versions := make(map[int][]puzzle.Stone) // by value
	for stone, first := range p.Kinds() {
		kind := sign * (first + 1)
		if stone == first {
			r.add(kind, 0)
			versions[kind] = p.Versions(stone)
		}
		r.kinds[sign*(stone+1)] = kind
		r.most[kind] += len(p.Stones()[stone].Cells())
	}
	if most := p.Gaps().Most; most > 0 {
		r.add(puzzle.Bare, most)
	}
	return func(board []int, value int, everySquare bool) func(int) int {
		placements := StonesFrom
		if everySquare {
			placements = over
		}
		return func(cell int) (count int) {
			if value == puzzle.Bare {
				return 1
			}
			for _, q := range placements(p, cell, versions[value], []puzzle.Colour{corner}) {
				if !slices.ContainsFunc(q.Cells, func(c int) bool { return board[c] != puzzle.Empty }) {
					count++
				}
			}
			return count
		}
	}
}
