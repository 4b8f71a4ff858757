package human

import (
	"slices"

	"crosscut/puzzle"
)

// Clash returns the cells of clues that contradict each other as one sees at once, or nil. On a
// Hidoku these are two numbers with more steps between their cells than between them, and two that
// follow each other come first. On a magic board they are a full line that comes to another value.
// A [Solver] of the puzzle says so before its first step.
func Clash(p puzzle.Puzzle) []int {
	if puzzle.Validate(p) != nil {
		return nil
	}
	switch p := p.(type) {
	case *puzzle.Hidoku:
		if from, to, steps := p.FarClues(); steps > 0 {
			return []int{from, to}
		}
	case *puzzle.Magic:
		return newMagicState(p).clash
	}
	return nil
}

// wrongLine returns the cells of a full line that comes to another value, with those of the line
// that says which, and says so.
func (s *magicState) wrongLine() (cells []int, fault *Sentence) {
	var board []int
	var common *line // the first full line whose value is open
	for i := range s.lines {
		l := &s.lines[i]
		if s.openOn(l) > 0 {
			continue
		}
		if board == nil {
			board = s.board()
		}
		value, _ := l.Value(board)
		sum := l.Sum
		if l.Any {
			if common == nil {
				common = l
			}
			sum, _ = common.Value(board)
		}
		if value != sum {
			if cells = l.cells; l.Any {
				cells = slices.Concat(common.cells, l.cells)
			}
			return sortedCells(slices.Clone(cells)), saying("magic.wrongValue", Values{"line": lineName(l), "value": Number(value), "sum": Number(sum)})
		}
	}
	return nil, nil
}
