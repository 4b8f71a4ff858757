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
	puzzle      *puzzle.Draughtboard
	run         *search.Run
	placements  []placement
	copies      []int // per kind, at its first stone
	left        []int // per kind, how many are left
	covered     []bool
	countOn     []int // live placements
	countOf     []int
	byFirstCell map[int][]int // of moved, by first cell
}

// maxPlacementCells bounds the cells of all placements.
const maxPlacementCells = 1 << 24

func newDraughtboardSettling(p *puzzle.Draughtboard, run *search.Run) (*draughtboardSettling, error) {
	s := &draughtboardSettling{
		puzzle: p, run: run, copies: make([]int, len(p.Stones())), left: make([]int, len(p.Stones())),
		covered: make([]bool, p.Board().Len()), countOn: make([]int, p.Board().Len()), countOf: make([]int, len(p.Stones())),
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
				size += p.Stones()[kind].Len() * s.listPlacements(kind, corner, versions, c)
			}
			if size > maxPlacementCells {
				return nil, errManyPlacements
			}
		}
	}
	return s, nil
}

// listPlacements lists the placements of a kind whose first cell is c, and returns their
// number. Versions that cover the same cells are one placement.
func (s *draughtboardSettling) listPlacements(kind int, corner puzzle.Colour, versions []puzzle.Stone, c int) int {
	from := len(s.placements)
	row, col := s.puzzle.Board().Pos(c)
	for _, version := range versions {
		first := version.Cells()[0]
		cells := make([]int, 0, version.Len())
		for _, cell := range version.Cells() {
			d := s.puzzle.Board().Cell(row+cell.Row-first.Row, col+cell.Col-first.Col)
			if d < 0 || !cell.Colour.Accepts(s.puzzle.ColourAt(d, corner)) {
				break
			}
			cells = append(cells, d)
		}
		same := func(q placement) bool { return slices.Equal(q.cells, cells) }
		if len(cells) == version.Len() && !slices.ContainsFunc(s.placements[from:], same) {
			s.placements = append(s.placements, placement{kind, corner, cells})
		}
	}
	return len(s.placements) - from
}

// apply lays the stones that were chosen, and returns how many stones are left.
func (s *draughtboardSettling) apply(chosen []int) int {
	clear(s.covered)
	copy(s.left, s.copies)
	for _, way := range chosen {
		s.left[s.placements[way].kind]--
		for _, c := range s.placements[way].cells {
			s.covered[c] = true
		}
	}
	return len(s.puzzle.Stones()) - len(chosen)
}

// fits reports whether a placement is possible beside those chosen.
func (s *draughtboardSettling) fits(chosen []int, q *placement) bool {
	return s.left[q.kind] > 0 && (len(chosen) == 0 || s.placements[chosen[0]].corner == q.corner) &&
		!slices.ContainsFunc(q.cells, func(c int) bool { return s.covered[c] })
}

func (s *draughtboardSettling) ways(chosen []int) ([]int, bool) {
	if s.apply(chosen) <= 1 { // a board cannot be without cells, so the last stone stays
		return nil, false
	}
	clear(s.countOn)
	clear(s.countOf)
	var live []int
	for i := range s.placements {
		if q := &s.placements[i]; s.fits(chosen, q) {
			live = append(live, i)
			s.countOf[q.kind]++
			for _, c := range q.cells {
				s.countOn[c]++
			}
		}
	}
	cell, kind, fewest := -1, -1, math.MaxInt
	for c, n := range s.countOn {
		if !s.covered[c] && n < fewest {
			cell, fewest = c, n
		}
	}
	for k, n := range s.countOf {
		if s.left[k] == 1 && n < fewest {
			cell, kind, fewest = -1, k, n
		}
	}
	return slices.DeleteFunc(live, func(i int) bool {
		q := &s.placements[i]
		return q.kind != kind && (cell < 0 || !slices.Contains(q.cells, cell))
	}), true
}

// firstWays returns the placements of the stone with the fewest that no other is like.
func (s *draughtboardSettling) firstWays() []int {
	if s.apply(nil) <= 1 {
		return nil
	}
	byKind := make([][]int, len(s.copies))
	for i := range s.placements {
		byKind[s.placements[i].kind] = append(byKind[s.placements[i].kind], i)
	}
	var fewest []int
	for k, ways := range byKind {
		if s.copies[k] == 1 && (fewest == nil || len(ways) < len(fewest)) {
			fewest = ways
		}
	}
	s.byFirstCell = make(map[int][]int)
	for _, i := range fewest {
		first := s.placements[i].cells[0]
		s.byFirstCell[first] = append(s.byFirstCell[first], i)
	}
	return fewest
}

func (s *draughtboardSettling) image(symmetry puzzle.Symmetry, way int) int {
	q := &s.placements[way]
	corner := q.corner
	if symmetry.Recolours() {
		corner = corner.Other()
	}
	cells := make([]int, len(q.cells))
	for i, c := range q.cells {
		cells[i] = symmetry.Image()[c]
	}
	slices.Sort(cells)
	for _, i := range s.byFirstCell[cells[0]] {
		if r := &s.placements[i]; r.corner == corner && slices.Equal(r.cells, cells) {
			return i
		}
	}
	return -1 // never: symmetries carry placements into placements
}

func (s *draughtboardSettling) cube(chosen []int) (puzzle.Puzzle, func(puzzle.Solution) puzzle.Solution, error) {
	if len(chosen) == 0 {
		return s.puzzle, nil, nil
	}
	s.apply(chosen)
	corner := s.placements[chosen[0]].corner
	var stones []puzzle.Stone
	var numbers []int // of stones, in the whole puzzle, counted from 1
	laid := slices.Clone(s.copies)
	for i, kind := range s.puzzle.Kinds() { // the first of a kind are those that lie
		if laid[kind] > s.left[kind] {
			laid[kind]--
			continue
		}
		stones, numbers = append(stones, s.puzzle.Stones()[i]), append(numbers, i+1)
	}
	board := s.puzzle.Board()
	covered := slices.Clone(s.covered)
	part, err := puzzle.NewBoard(board.Width(), board.Height(), func(row, col int) bool {
		c := board.Cell(row, col)
		return c < 0 || covered[c]
	})
	if err != nil {
		return nil, nil, err
	}
	left, err := puzzle.NewDraughtboard(part, corner, s.puzzle.Flips(), stones)
	if err != nil {
		return nil, nil, err
	}
	return left, s.lifter(chosen, numbers, covered), nil
}

// lifter returns the function that adds the stones that lie to a solution of what is
// left, whose stones have these numbers in the whole puzzle.
func (s *draughtboardSettling) lifter(chosen, numbers []int, covered []bool) func(puzzle.Solution) puzzle.Solution {
	sign := 1
	if s.puzzle.Signed() && s.placements[chosen[0]].corner == puzzle.White {
		sign = -1
	}
	lying := make(puzzle.Solution, len(covered))
	next := slices.Clone(s.puzzle.Kinds()) // per kind, at its first stone: the first stone that does not lie
	for _, way := range chosen {
		q := &s.placements[way]
		stone := next[q.kind]
		for next[q.kind]++; next[q.kind] < len(next) && s.puzzle.Kinds()[next[q.kind]] != q.kind; next[q.kind]++ {
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
		return s.puzzle.Canonical(whole)
	}
}
