// Package draughtboard searches and counts the dissections of boards into stones.
//
// The live placements are one bitset. The placements of each cell and of each kind of
// stone are masks over it. Laying a stone is one and-not for each cell, and the number
// of alternatives of a cell or a kind is a popcount. The search branches on the item
// with fewest alternatives. Stones that are alike are one kind, and symmetries of the
// board are searched once. On narrow boards, lists of placements by their first cell
// take over. Boards with too many placements to list are searched cell by cell.
package draughtboard

import (
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Search yields every dissection of the board once. The colourings are
// independent puzzles and are searched one after the other.
//
// Three cores share this frame. [draughtCover] lists every placement and keeps the
// live ones as a bitset: the strongest as long as the placements are few enough
// for the memory set aside. On narrow boards it leaves the states in which little
// is forced to [draughtSweep], which covers cell after cell, faster than it
// thinks. [draughtGrid] lists no placements and looks at the board instead; it
// needs memory for the board only.
func Search(p *puzzle.Draughtboard, r *search.Run, yield func(puzzle.Solution) bool) error {
	colourings := p.Colourings()
	for i, corner := range colourings {
		s := newDraughts(p, corner, r, yield)
		if s.other != nil {
			return s.search(0, 1) // it hands out both
		}
		part := 1 / float64(len(colourings))
		if err := s.search(float64(i)*part, part); err != nil {
			return err
		}
	}
	return nil
}

// draughts is the puzzle for one colouring, and the stones laid so far.
type draughts struct {
	p       *puzzle.Draughtboard
	corner  puzzle.Colour
	board   *puzzle.Board
	r       *search.Run
	yield   func(puzzle.Solution) bool
	tally   func(int64) bool // where not nil, takes the number of fillings in place of yield
	swept   int64            // states of draughtSweep
	colours []puzzle.Colour  // per cell
	kinds   []draughtKind
	left    []int32 // per kind, the copies still to lay
	laid    []laidStone

	keep   []draughtImage // symmetries that keep the colours, the identity first
	other  draughtImage   // one that changes every colour, if that is of use, else nil
	marked int32          // a kind with one copy, placed once for each orbit; or -1

	// Scratch of found.
	values  puzzle.Solution
	owner   []int32 // per cell, the index in laid of the stone on it
	value   []int   // per stone laid, its value, or 0
	used    []int32 // per kind, the stones numbered
	seen    []int32
	scratch []int32
}

// draughtKind is a stone and those interchangeable with it. The search lays
// stones of a kind without telling them apart, so that no filling comes twice;
// they get their numbers when a filling is handed out.
type draughtKind struct {
	stones []int // their values, ascending
	shapes []draughtShape
}

// laidStone is a stone of a kind on its cells.
type laidStone struct {
	kind   int32
	chosen bool  // there were alternatives
	place  int32 // which placement, where they are listed
	cells  []int32
}

func newDraughts(p *puzzle.Draughtboard, corner puzzle.Colour, r *search.Run, yield func(puzzle.Solution) bool) *draughts {
	cells := p.Board().Len()
	s := &draughts{
		p: p, corner: corner, board: p.Board(), r: r, yield: yield, marked: -1,
		colours: make([]puzzle.Colour, cells),
		laid:    make([]laidStone, 0, len(p.Stones())),
		values:  make(puzzle.Solution, cells), owner: make([]int32, cells),
		value: make([]int, len(p.Stones())),
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
			s.kinds = append(s.kinds, draughtKind{shapes: draughtShapes(p.Stones()[stone], p.Flips())})
			s.left = append(s.left, 0)
		}
		s.kinds[k].stones = append(s.kinds[k].stones, sign*(stone+1))
		s.left[k]++
	}
	s.used = make([]int32, len(s.kinds))
	s.findImages()
	return s
}

// search yields the dissections of this colouring, which takes the share of the
// whole search from from to from + part.
func (s *draughts) search(from, part float64) error {
	places, fits, err := s.listPlaces()
	if err != nil {
		return err
	}
	var core *draughtCover
	if fits {
		s.mark(places)
		core = newDraughtCover(s, places)
	}
	if core != nil {
		err = core.run(from, part)
	} else {
		err = newDraughtGrid(s).search(0, from, part)
	}
	if err == nil {
		s.r.Share(from + part)
	}
	return err
}

// found hands out the filling and its images.
func (s *draughts) found() error {
	if s.tally != nil {
		return s.countFound()
	}
	for i, image := range s.keep {
		if !s.newImage(i) {
			continue
		}
		if err := s.handOut(image, nil, 1); err != nil {
			return err
		}
		if s.other == nil {
			continue
		}
		if err := s.handOut(image, s.other, -1); err != nil {
			return err
		}
	}
	return nil
}

// countFound counts the filling and its images of the same colouring.
func (s *draughts) countFound() error {
	images := int64(0)
	for i := range s.keep {
		if s.newImage(i) {
			images++
		}
	}
	s.r.Solutions += images
	if !s.tally(images) {
		return search.ErrStopped
	}
	return nil
}

// handOut yields the image of the filling under first and, unless it is nil, then,
// with the values multiplied by sign.
func (s *draughts) handOut(first, then draughtImage, sign int) error {
	s.fill(s.values, first, then)
	for c := range s.values {
		s.values[c] *= sign
	}
	s.r.Solutions++
	s.traceFound(&first[0] != &s.keep[0][0] || then != nil)
	if !s.yield(s.values) {
		return search.ErrStopped
	}
	return nil
}

// fill writes an image of the stones laid into values. Each kind's stones take
// their numbers in the order of their first cells, which is what canonical means,
// even where the board is not full.
func (s *draughts) fill(values []int, first, then draughtImage) {
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
