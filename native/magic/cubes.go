package magic

import (
	"slices"

	"crosscut/internal/search"
	"crosscut/native/internal/crew"
	"crosscut/puzzle"
)

// magicCube is a state of a walk whose fillings are yet to be found (crew.go). A walk
// remembers nothing, so what is found there, and in which order, follows from the state.
type magicCube struct {
	step       int // to be made next
	value      [64]int32
	free       uint64
	from, part float64
}

// cutAll returns the cubes of a walk, having counted the nodes above them.
func (w *magicWalk) cutAll(free uint64, from, part float64) ([]magicCube, error) {
	var cubes []magicCube
	w.cubePart = part / crew.Subtrees
	w.cut = func(step int, free uint64, from, part float64) {
		cubes = append(cubes, magicCube{step: step, value: *w.value, free: free, from: from, part: part})
	}
	err := w.run(0, free, from, part)
	w.cut = nil
	return cubes, err
}

// runCut walks a cube that was cut off, by this walk or by another of the same plan.
func (w *magicWalk) runCut(c *magicCube) error {
	*w.value = c.value
	return w.run(c.step, c.free, c.from, c.part)
}

// magicBranch is a state of a search, by the choices that lead there, whose fillings
// are yet to be found. The order of the open cells breaks ties in the choice, so what is
// found there, and in which order, follows from the state where the open cells of the board
// were in their natural order at first and the numbers are tried in the same order.
type magicBranch struct {
	path       []magicGuess
	from, part float64
}

// magicGuess is a number on a cell.
type magicGuess struct{ cell, value int32 }

// byCubes yields what is left of the search, which is at its first state.
func (s *magicState) byCubes(yield func(puzzle.Solution) bool) error {
	s.change.after = 0
	branches, err := s.branches()
	if err != nil || !crew.Wanted(s.r) {
		for i := 0; err == nil && i < len(branches); i++ {
			err = s.searchBranch(&branches[i], yield)
			s.r.Share(branches[i].from + branches[i].part)
		}
		return err
	}
	join := func(yield func(puzzle.Solution) bool) func(*magicBranch, *search.Run) error {
		own, err := startMagic(s.p, s.r) // which asks whether to go on, and no more
		return func(b *magicBranch, r *search.Run) error {
			if err != nil {
				return err
			}
			own.r, own.order = r, s.order
			return own.searchBranch(b, yield)
		}
	}
	return crew.Search(s.r, branches, len(s.value), join, func(b *magicBranch) float64 { return b.from + b.part }, yield)
}

// branches cuts what is left of the search into cubes.
func (s *magicState) branches() ([]magicBranch, error) {
	var all []magicBranch
	s.cubePart = (1 - s.change.done) / crew.Subtrees
	s.cut = func(part float64) {
		path := make([]magicGuess, s.choices)
		for i, at := range s.chosen[:s.choices] {
			path[i] = magicGuess{at.cell, s.value[at.cell]}
		}
		all = append(all, magicBranch{path, s.change.done, part})
		s.change.done += part
	}
	saved, placed := s.startAgain()
	_, err := s.search(nil, s.change.rest, 1)
	s.undo(saved, placed)
	s.cut, s.change.rest = nil, nil
	return all, err
}

// startAgain makes the first state ready as at the beginning of all, and returns how
// many words are saved and cells placed.
func (s *magicState) startAgain() (saved, placed int) {
	open := s.open[:s.size]
	slices.Sort(open)
	for at, c := range open {
		s.at[c] = int32(at)
	}
	for l := range s.lines {
		s.touch(int32(l))
	}
	s.choices = 0
	return len(s.saved), len(s.placed)
}

// searchBranch searches a cube.
func (s *magicState) searchBranch(c *magicBranch, yield func(puzzle.Solution) bool) error {
	saved, placed := s.startAgain()
	defer s.undo(saved, placed)
	s.choices, s.change.done = len(c.path), c.from
	for _, g := range c.path {
		if ok, err := s.propagate(); !ok {
			return err
		}
		switch {
		case s.has(g.cell, g.value):
			s.place(g.cell, g.value)
		case s.value[g.cell] != g.value:
			return nil
		}
	}
	_, err := s.search(yield, nil, c.part)
	return err
}
