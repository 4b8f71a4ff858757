package cubes

import (
	"math"
	"slices"

	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Cubes of a draughtboard have holes where stones lie, and the other stones.
//
// A way lays a stone of a kind on some cells, in one colouring of the board. It is an
// index into the list of all placements. Where cells may stay bare, a way may also leave
// one cell bare: see draughtboard_variants.go.

// placement is one way to lay a stone of a kind.
type placement struct {
	kind   int // index of the first stone of the kind, or bareKind
	corner puzzle.Colour
	cells  []int // ascending
}

// draughtboardQuestions asks which placement covers a cell. If a kind has one stone only,
// it can also ask where that stone lies. It takes the question with the fewest ways.
type draughtboardQuestions struct {
	puzzle      *puzzle.Draughtboard
	run         *meter.Run
	placements  []placement
	copies      []int // number of stones per kind, at the index of its first stone
	left        []int // number of stones per kind that are not laid, at the same index
	bareLeft    int   // number of cells that may still be left bare
	covered     []bool
	countOn     []int // per cell, the number of placements that fit
	countOf     []int
	byFirstCell map[int][]int // the ways that firstWays returns, by their first cell
}

// maxPlacementCells bounds the number of cells of all placements together. It keeps a
// large board from taking all memory.
const maxPlacementCells = 1 << 24

func newDraughtboardQuestions(p *puzzle.Draughtboard, run *meter.Run) (*draughtboardQuestions, error) {
	s := &draughtboardQuestions{
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
			versions := p.Versions(kind)
			for c := range p.Board().Len() {
				if err := run.Err(); err != nil {
					return nil, err
				}
				for _, q := range space.StonesFrom(p, c, versions, []puzzle.Colour{corner}) {
					s.placements = append(s.placements, placement{kind, corner, q.Cells})
					size += len(q.Cells)
				}
			}
			if size > maxPlacementCells {
				return nil, errManyPlacements
			}
		}
		s.listBare(corner)
	}
	return s, nil
}

func (s *draughtboardQuestions) fresh(run *meter.Run) questions {
	q := *s
	q.run, q.byFirstCell = run, nil
	q.left, q.covered = make([]int, len(s.left)), make([]bool, len(s.covered))
	q.countOn, q.countOf = make([]int, len(s.countOn)), make([]int, len(s.countOf))
	return &q
}

// apply lays the chosen stones and returns how many stones are left.
func (s *draughtboardQuestions) apply(chosen []int) int {
	clear(s.covered)
	copy(s.left, s.copies)
	s.bareLeft = s.puzzle.Gaps().Most
	stones := len(s.puzzle.Stones())
	for _, way := range chosen {
		for _, c := range s.placements[way].cells {
			s.covered[c] = true
		}
		if kind := s.placements[way].kind; kind == bareKind {
			s.bareLeft--
		} else {
			s.left[kind]--
			stones--
		}
	}
	return stones
}

// fits reports whether a placement is possible beside the chosen ones.
func (s *draughtboardQuestions) fits(chosen []int, q *placement) bool {
	return s.leftOf(q.kind) > 0 && (len(chosen) == 0 || s.placements[chosen[0]].corner == q.corner) &&
		!slices.ContainsFunc(q.cells, func(c int) bool { return s.covered[c] })
}

func (s *draughtboardQuestions) ways(chosen []int) ([]int, bool) {
	if s.apply(chosen) <= 1 { // a board needs a cell, so the last stone stays
		return nil, false
	}
	clear(s.countOn)
	clear(s.countOf)
	var live []int
	rests := s.rests()
	for i := range s.placements {
		if q := &s.placements[i]; s.fits(chosen, q) {
			if len(q.cells) == rests.open { // a cube needs a cell
				return nil, false
			}
			if !rests.canFinish(q) {
				continue
			}
			live = append(live, i)
			if q.kind != bareKind {
				s.countOf[q.kind]++
			}
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
		if s.left[k] == 1 && s.puzzle.Least(k) == s.copies[k] && n < fewest {
			cell, kind, fewest = -1, k, n
		}
	}
	return slices.DeleteFunc(live, func(i int) bool {
		q := &s.placements[i]
		return (kind < 0 || q.kind != kind) && (cell < 0 || !slices.Contains(q.cells, cell))
	}), true
}

// firstWays returns the placements of one stone. Among the stones
// that are the only one of their kind, it is the one with the fewest placements.
// A stone whose placements leave no puzzle is not asked for.
func (s *draughtboardQuestions) firstWays() []int {
	if s.apply(nil) <= 1 {
		return nil
	}
	rests := s.rests()
	byKind := make([][]int, len(s.copies))
	for i := range s.placements {
		if q := &s.placements[i]; q.kind != bareKind && len(q.cells) < rests.open && rests.canFinish(q) {
			byKind[q.kind] = append(byKind[q.kind], i)
		}
	}
	var fewest []int
	for k, ways := range byKind {
		if s.copies[k] == 1 && s.puzzle.Least(k) == 1 && (fewest == nil || len(ways) < len(fewest)) {
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

func (s *draughtboardQuestions) image(symmetry puzzle.Symmetry, way int) int {
	q := &s.placements[way]
	corner := q.corner
	if symmetry.Recolours {
		corner = corner.Other()
	}
	cells := make([]int, len(q.cells))
	for i, c := range q.cells {
		cells[i] = symmetry.Image[c]
	}
	slices.Sort(cells)
	for _, i := range s.byFirstCell[cells[0]] {
		if r := &s.placements[i]; r.corner == corner && slices.Equal(r.cells, cells) {
			return i
		}
	}
	return -1 // not reached: symmetries map placements to placements
}

func (s *draughtboardQuestions) cube(chosen []int) (puzzle.Puzzle, lifter, error) {
	if len(chosen) == 0 {
		return s.puzzle, nil, nil
	}
	s.apply(chosen)
	board, covered := s.puzzle.Board(), slices.Clone(s.covered)
	part, err := puzzle.NewBoard(board.Width(), board.Height(), func(row, col int) bool {
		c := board.Cell(row, col)
		return c < 0 || covered[c]
	})
	if err != nil {
		return nil, nil, err
	}
	setup := puzzle.Setup{Board: part, Corner: s.placements[chosen[0]].corner, Flips: s.puzzle.Setup().Flips, Gaps: s.gapsLeft()}
	var numbers []int // numbers of the cube's stones in the whole puzzle, counted from 1
	for kind, first := range s.puzzle.Kinds() {
		count := s.rangeLeft(first)
		if kind != first || count.Most == 0 {
			continue
		}
		stock := s.puzzle.Stock(kind)
		stock.Count = count
		setup.Stocks = append(setup.Stocks, stock)
		room := part.Len() / len(stock.Stone.Cells()) // the cube has no more stones than that, unless it needs them
		numbers = append(numbers, s.numbersLeft(kind, max(count.Least, min(count.Most, room)))...)
	}
	left, err := setup.New()
	if err != nil {
		return nil, nil, err
	}
	return left, s.lifter(chosen, numbers, covered), nil
}

// lifter returns the function that adds the laid stones to a solution of the cube.
// numbers has the numbers of the cube's stones in the whole puzzle.
func (s *draughtboardQuestions) lifter(chosen, numbers []int, covered []bool) lifter {
	sign := 1
	if s.puzzle.Signed() && s.placements[chosen[0]].corner == puzzle.White {
		sign = -1
	}
	lying := make(puzzle.Solution, len(covered))
	next := slices.Clone(s.puzzle.Kinds()) // per kind, at the index of its first stone: the first stone that is not laid
	for _, way := range chosen {
		q := &s.placements[way]
		if q.kind == bareKind {
			continue // lying has Bare there
		}
		stone := next[q.kind]
		for next[q.kind]++; next[q.kind] < len(next) && s.puzzle.Kinds()[next[q.kind]] != q.kind; next[q.kind]++ {
		}
		for _, c := range q.cells {
			lying[c] = sign * (stone + 1)
		}
	}
	return func(whole, part puzzle.Solution) puzzle.Solution {
		whole = append(whole[:0], lying...)
		i := 0
		for c := range whole {
			if covered[c] {
				continue
			}
			if part[i] != puzzle.Bare {
				whole[c] = sign * numbers[part[i]-1]
			}
			i++
		}
		if puzzle.IsCanonical(s.puzzle, whole) { // as always where no stones are alike; Canonical allocates
			return whole
		}
		return append(whole[:0], s.puzzle.Canonical(whole)...)
	}
}
