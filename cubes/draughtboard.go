package cubes

import (
	"math"
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Draughtboards. A way to settle something is to lay a stone of a kind on some cells
// of the board in some colouring: an index into a list of all placements. What is
// left is the board with holes where stones lie, in that colouring, and the other
// stones.

// placement is a placement.
type placement struct {
	kind   int // the first stone of the kind
	corner puzzle.Colour
	cells  []int // ascending
}

// draughtboardSettling settles which stone covers a cell and how, or where a stone lies that
// no other is like, whichever has the fewest ways.
type draughtboardSettling struct {
	p       *puzzle.Draughtboard
	run     *search.Run
	places  []placement
	copies  []int // per kind, at its first stone
	free    []int // per kind, how many are left
	covered []bool
	perCell []int // live placements
	perKind []int
	moving  map[int][]int // of moved, by first cell
}

// maxPlaceCells bounds the cells of all placements.
const maxPlaceCells = 1 << 24

func newDraughtboardSettling(p *puzzle.Draughtboard, run *search.Run) (*draughtboardSettling, error) {
	s := &draughtboardSettling{
		p: p, run: run, copies: make([]int, len(p.Stones())), free: make([]int, len(p.Stones())),
		covered: make([]bool, p.Board().Len()), perCell: make([]int, p.Board().Len()), perKind: make([]int, len(p.Stones())),
	}
	for _, first := range p.Kinds() {
		s.copies[first]++
	}
	size := 0
	for _, corner := range p.Colourings() {
		for kind, first := range p.Kinds() {
			if kind != first {
				continue
			}
			versions := p.Stones()[kind].Versions(p.Flips())
			for c := range p.Board().Len() {
				if err := run.Err(); err != nil {
					return nil, err
				}
				size += p.Stones()[kind].Len() * s.list(kind, corner, versions, c)
			}
			if size > maxPlaceCells {
				return nil, errManyPlacements
			}
		}
	}
	return s, nil
}

// list lists the placements of a kind whose first cell is c, and returns their
// number. Versions that cover the same cells are one placement.
func (s *draughtboardSettling) list(kind int, corner puzzle.Colour, versions []puzzle.Stone, c int) int {
	from := len(s.places)
	row, col := s.p.Board().Pos(c)
	for _, version := range versions {
		first := version.Cells()[0]
		cells := make([]int, 0, version.Len())
		for _, cell := range version.Cells() {
			d := s.p.Board().Cell(row+cell.Row-first.Row, col+cell.Col-first.Col)
			if d < 0 || !cell.Colour.Accepts(s.p.ColourAt(d, corner)) {
				break
			}
			cells = append(cells, d)
		}
		same := func(q placement) bool { return slices.Equal(q.cells, cells) }
		if len(cells) == version.Len() && !slices.ContainsFunc(s.places[from:], same) {
			s.places = append(s.places, placement{kind, corner, cells})
		}
	}
	return len(s.places) - from
}

// settle lays the stones that were made, and returns how many stones are left.
func (s *draughtboardSettling) settle(made []int) int {
	clear(s.covered)
	copy(s.free, s.copies)
	for _, way := range made {
		s.free[s.places[way].kind]--
		for _, c := range s.places[way].cells {
			s.covered[c] = true
		}
	}
	return len(s.p.Stones()) - len(made)
}

// live reports whether a placement is possible beside those made.
func (s *draughtboardSettling) live(made []int, q *placement) bool {
	return s.free[q.kind] > 0 && (len(made) == 0 || s.places[made[0]].corner == q.corner) &&
		!slices.ContainsFunc(q.cells, func(c int) bool { return s.covered[c] })
}

func (s *draughtboardSettling) ways(made []int) ([]int, bool) {
	if s.settle(made) <= 1 { // a board cannot be without cells, so the last stone stays
		return nil, false
	}
	clear(s.perCell)
	clear(s.perKind)
	var live []int
	for i := range s.places {
		if q := &s.places[i]; s.live(made, q) {
			live = append(live, i)
			s.perKind[q.kind]++
			for _, c := range q.cells {
				s.perCell[c]++
			}
		}
	}
	cell, kind, fewest := -1, -1, math.MaxInt
	for c, n := range s.perCell {
		if !s.covered[c] && n < fewest {
			cell, fewest = c, n
		}
	}
	for k, n := range s.perKind {
		if s.free[k] == 1 && n < fewest {
			cell, kind, fewest = -1, k, n
		}
	}
	return slices.DeleteFunc(live, func(i int) bool {
		q := &s.places[i]
		return q.kind != kind && (cell < 0 || !slices.Contains(q.cells, cell))
	}), true
}

// moved returns the placements of the stone with the fewest that no other is like.
func (s *draughtboardSettling) moved() []int {
	if s.settle(nil) <= 1 {
		return nil
	}
	byKind := make([][]int, len(s.copies))
	for i := range s.places {
		byKind[s.places[i].kind] = append(byKind[s.places[i].kind], i)
	}
	var fewest []int
	for k, ways := range byKind {
		if s.copies[k] == 1 && (fewest == nil || len(ways) < len(fewest)) {
			fewest = ways
		}
	}
	s.moving = make(map[int][]int)
	for _, i := range fewest {
		first := s.places[i].cells[0]
		s.moving[first] = append(s.moving[first], i)
	}
	return fewest
}

func (s *draughtboardSettling) image(symmetry puzzle.Symmetry, way int) int {
	q := &s.places[way]
	corner := q.corner
	if symmetry.Recolours() {
		corner = corner.Other()
	}
	cells := make([]int, len(q.cells))
	for i, c := range q.cells {
		cells[i] = symmetry.Image()[c]
	}
	slices.Sort(cells)
	for _, i := range s.moving[cells[0]] {
		if r := &s.places[i]; r.corner == corner && slices.Equal(r.cells, cells) {
			return i
		}
	}
	return -1 // never: symmetries carry placements into placements
}

func (s *draughtboardSettling) cube(made []int) (puzzle.Puzzle, func(puzzle.Solution) puzzle.Solution, error) {
	if len(made) == 0 {
		return s.p, nil, nil
	}
	s.settle(made)
	corner := s.places[made[0]].corner
	var stones []puzzle.Stone
	var numbers []int // of stones, in the whole puzzle, counted from 1
	laid := slices.Clone(s.copies)
	for i, kind := range s.p.Kinds() { // the first of a kind are those that lie
		if laid[kind] > s.free[kind] {
			laid[kind]--
			continue
		}
		stones, numbers = append(stones, s.p.Stones()[i]), append(numbers, i+1)
	}
	board := s.p.Board()
	covered := slices.Clone(s.covered)
	part, err := puzzle.NewBoard(board.Width(), board.Height(), func(row, col int) bool {
		c := board.Cell(row, col)
		return c < 0 || covered[c]
	})
	if err != nil {
		return nil, nil, err
	}
	left, err := puzzle.NewDraughtboard(part, corner, s.p.Flips(), stones)
	if err != nil {
		return nil, nil, err
	}
	return left, s.lifting(made, numbers, covered), nil
}

// lifting returns the function that adds the stones that lie to a solution of what is
// left, whose stones have these numbers in the whole puzzle.
func (s *draughtboardSettling) lifting(made, numbers []int, covered []bool) func(puzzle.Solution) puzzle.Solution {
	sign := 1
	if s.p.Signed() && s.places[made[0]].corner == puzzle.White {
		sign = -1
	}
	lying := make(puzzle.Solution, len(covered))
	next := slices.Clone(s.p.Kinds()) // per kind, at its first stone: the first stone that does not lie
	for _, way := range made {
		q := &s.places[way]
		stone := next[q.kind]
		for next[q.kind]++; next[q.kind] < len(next) && s.p.Kinds()[next[q.kind]] != q.kind; next[q.kind]++ {
		}
		for _, c := range q.cells {
			lying[c] = sign * (stone + 1)
		}
	}
	return func(part puzzle.Solution) puzzle.Solution {
		whole := slices.Clone(lying)
		i := 0
		for c := range whole {
			if !covered[c] {
				whole[c] = sign * numbers[part[i]-1]
				i++
			}
		}
		return s.p.Canonical(whole)
	}
}
