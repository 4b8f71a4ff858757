package draughtboard

import "crosscut/puzzle"

// Puzzles that are not plain: how many stones of a kind are used may be open, cells may
// stay bare, and a stone may have restrictions of its own.
//
// A bare cell is a stone of one cell, of a kind of its own whose stones have the value
// [puzzle.Bare]. So every filling covers all cells, and all searches and counts apply. With
// a fixed number of stones of each kind they do what they do for a plain puzzle.
//
// Otherwise a kind needs some stones, and may have more. The searches differ in two places
// only. A kind is an item to branch on as long as it needs stones. When all cells are
// covered, a filling has enough stones of each kind, or it is none. These puzzles are
// called ranged here.

// addBareKind adds the kind of bare cells, if there may be any. It also finds out which
// kinds have a range. It is called when all other kinds are there.
func (s *colouring) addBareKind() {
	if gaps := s.p.Gaps(); gaps.Most > 0 {
		single := stoneShape{squares: []puzzle.StoneCell{{}}, onBlack: true, onWhite: true}
		s.bare = int32(len(s.kinds))
		s.kinds = append(s.kinds, stoneKind{stones: make([]int, gaps.Most), shapes: []stoneShape{single}})
		s.left, s.need = append(s.left, int32(gaps.Most)), append(s.need, int32(gaps.Least))
	}
	s.slack = make([]int32, len(s.kinds))
	for k, left := range s.left {
		s.most += int(left)
		if s.slack[k] = left - s.need[k]; s.slack[k] > 0 {
			s.ranged = append(s.ranged, int32(k))
		}
	}
	s.most = min(s.most, s.board.Len())
}

// enough reports whether as many stones of each kind are laid as it needs. It is asked when
// all cells are covered. In a puzzle without ranges the areas say so.
func (s *colouring) enough() bool {
	if len(s.ranged) == 0 {
		return true
	}
	for k, left := range s.left {
		if left > s.slack[k] {
			return false
		}
	}
	return true
}

// neverUsedUp reports whether there are more stones of a kind than the board has room for,
// and none is needed. Then their number is of no interest.
func (s *colouring) neverUsedUp(kind int) bool {
	k := &s.kinds[kind]
	return s.slack[kind] == int32(len(k.stones)) && len(k.stones) >= s.board.Len()/len(k.shapes[0].squares)
}
