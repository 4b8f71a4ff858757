// Package draughtboard searches and counts the ways to cut boards into stones.
//
// A filling gives every cell to one stone, and uses every stone once. A puzzle that is not
// plain also says how many stones of a kind are used, and how many cells stay bare. A bare
// cell is a stone of one cell here, of a kind of its own: see variants.go. Three searches
// share the frame in this file:
//
//   - [coverSearch] (cover*.go) lists every placement and keeps the live ones as a
//     bitset. It branches on the cell or kind with fewest alternatives. It applies
//     whenever the placements fit into the memory set aside for them, and then it is
//     the strongest.
//   - [sweepSearch] (sweep.go) covers cell after cell. It applies to boards whose
//     shorter side has at most maxSweepLine cells. There coverSearch passes on to it
//     the states in which nothing is forced.
//   - [gridSearch] (grid.go) lists no placements and looks at the board. It applies
//     where there are too many placements to list, and needs memory for the board only.
//
// Stones that are alike are one kind and are not told apart. Symmetries of the board
// are searched once (symmetry.go). Where several workers are wanted, coverSearch is cut
// into subtrees (subtrees.go). Counting runs layer by layer beside an enumeration
// (count.go).
package draughtboard

import (
	"math"

	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Search yields every filling of the board once. The slice given to yield is used
// again. The colourings are independent puzzles and are searched one after the other.
func Search(p *puzzle.Draughtboard, r *meter.Run, yield func(puzzle.Solution) bool) error {
	colourings := p.Colourings()
	for i, corner := range colourings {
		s := newColouring(p, corner, r, yield)
		if s.recolouring != nil {
			return s.search(0, 1) // it hands out the fillings of both colourings
		}
		part := 1 / float64(len(colourings))
		if err := s.search(float64(i)*part, part); err != nil {
			return err
		}
	}
	return nil
}

// colouring is the puzzle for one colouring of the board, and the stones laid so far.
type colouring struct {
	p           *puzzle.Draughtboard
	corner      puzzle.Colour
	board       *puzzle.Board
	r           *meter.Run
	yield       func(puzzle.Solution) bool
	count       func(int64) bool // if not nil, takes the number of fillings found; yield is not called then
	sweepStates int64            // states of sweepSearch, packedSearch and packedCount
	colours     []puzzle.Colour  // per cell
	kinds       []stoneKind
	left        []int32 // per kind, the copies that may still be laid
	need        []int32 // per kind, the copies that must still be laid; 0 or less if there is none
	most        int     // stones that can be laid, bare cells included
	bare        int32   // the kind of bare cells, -1 if there is none
	slack       []int32 // per kind, how many copies it does not need
	ranged      []int32 // the kinds with slack
	laid        []laidStone
	rules       *space.Rules // for counting ways; nil before the first

	symmetries  []symmetry // symmetries that keep the colours, the identity first
	recolouring symmetry   // a symmetry that changes every colour and makes the other colouring needless, or nil
	marked      int32      // a kind with one copy, whose stone is placed once for each orbit of the symmetries; -1 if there is none

	// Scratch of found.
	values  puzzle.Solution
	owner   []int32 // per cell, the index in laid of the stone on it
	value   []int   // per stone laid, its value, or 0
	used    []int32 // per kind, how many stones have got their number
	seen    []int32
	scratch []int32
}

// stoneKind is a stone and those interchangeable with it. The search lays stones of a
// kind without telling them apart, so that no filling comes twice. They get their
// numbers when a filling is handed out.
type stoneKind struct {
	stones []int // their values, ascending
	shapes []stoneShape
}

// laidStone is a stone of a kind on its cells.
type laidStone struct {
	kind      int32
	chosen    bool  // whether there were alternatives
	placement int32 // its index in placements, where they are listed
	cells     []int32
}

func newColouring(p *puzzle.Draughtboard, corner puzzle.Colour, r *meter.Run, yield func(puzzle.Solution) bool) *colouring {
	cells := p.Board().Len()
	s := &colouring{
		p: p, corner: corner, board: p.Board(), r: r, yield: yield, marked: -1, bare: -1,
		colours: make([]puzzle.Colour, cells),
		values:  make(puzzle.Solution, cells), owner: make([]int32, cells),
	}
	sign := 1
	if p.Signed() && corner == puzzle.White {
		sign = -1
	}
	for c := range s.colours {
		s.colours[c] = p.ColourAt(c, corner)
	}
	kindOf := make(map[int]int) // first stone of a kind to its index in kinds
	for stone, first := range p.Kinds() {
		k, known := kindOf[first]
		if !known {
			k = len(s.kinds)
			kindOf[first] = k
			s.kinds = append(s.kinds, stoneKind{shapes: shapesOf(p.Versions(stone))})
			s.left, s.need = append(s.left, 0), append(s.need, int32(p.Least(first)))
		}
		s.kinds[k].stones = append(s.kinds[k].stones, sign*(stone+1))
		s.left[k]++
	}
	s.addBareKind()
	s.laid = make([]laidStone, 0, s.most)
	s.value = make([]int, s.most)
	s.used = make([]int32, len(s.kinds))
	s.findSymmetries()
	return s
}

// search yields the fillings of this colouring. The progress that it reports lies between
// from and from + part of the whole search.
func (s *colouring) search(from, part float64) error {
	places, fits, err := s.listPlacements()
	if err != nil {
		return err
	}
	var cover *coverSearch
	if fits {
		sweep := newSweepSearch(s, places)
		sweep.dropHopeless()
		if !s.countsBetterUnmarked(sweep) {
			s.chooseMarked(places)
		}
		cover = newCoverSearch(s, places, sweep)
	}
	if cover != nil {
		err = cover.run(from, part)
	} else {
		err = newGridSearch(s).search(0, from, part)
	}
	if err == nil {
		s.r.Share(from + part)
	}
	return err
}

// found hands out the filling and its images.
func (s *colouring) found() error {
	if s.count != nil {
		return s.countFound(1)
	}
	for i, image := range s.symmetries {
		if !s.newImage(i) {
			continue
		}
		if err := s.handOut(image, nil, 1); err != nil {
			return err
		}
		if s.recolouring == nil {
			continue
		}
		if err := s.handOut(image, s.recolouring, -1); err != nil {
			return err
		}
	}
	return nil
}

// countFound counts n fillings with the same marked stone, and their images of the same colouring.
func (s *colouring) countFound(n int64) error {
	images := int64(0)
	for i := range s.symmetries {
		if s.newImage(i) {
			images += n
		}
	}
	s.r.Solutions += min(images, math.MaxInt64-s.r.Solutions)
	if !s.count(images) {
		return meter.ErrStopped
	}
	return nil
}

// handOut yields an image of the filling. It applies the symmetry first, and after it the
// symmetry then, unless that is nil. The values are multiplied by sign.
func (s *colouring) handOut(first, then symmetry, sign int) error {
	s.fill(s.values, first, then)
	for c := range s.values {
		s.values[c] *= sign
	}
	s.r.Solutions++
	s.traceFound(&first[0] != &s.symmetries[0][0] || then != nil)
	if !s.yield(s.values) {
		return meter.ErrStopped
	}
	return nil
}

// fill writes an image of the stones laid into values. The stones of a kind get their
// numbers in the order of their first cells. This makes the values canonical, also where
// the board is not full.
func (s *colouring) fill(values []int, first, then symmetry) {
	for c := range s.owner {
		s.owner[c] = -1
	}
	for i, l := range s.laid {
		s.value[i] = 0
		for _, c := range l.cells {
			c = first[c]
			if then != nil {
				c = then[c]
			}
			s.owner[c] = int32(i)
		}
	}
	clear(s.used)
	for c, i := range s.owner {
		values[c] = puzzle.Empty
		if i < 0 {
			continue
		}
		if s.value[i] == 0 {
			k := s.laid[i].kind
			s.value[i] = s.kinds[k].stones[s.used[k]]
			s.used[k]++
		}
		values[c] = s.value[i]
	}
}
