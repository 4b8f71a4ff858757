package human

import (
	"slices"

	"crosscut/human/internal/say"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
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
		if from, to, steps := space.FarClues(p); steps > 0 {
			return []int{from, to}
		}
	case *puzzle.Magic:
		cells, _ := wrongLine(linesOf(p), p.Clues())
		return cells
	}
	return nil
}

// wrongLine returns the cells of a full line that comes to another value, with those of the line
// that says which, and says so.
func wrongLine(lines []line, board []int) (cells []int, fault *say.Sentence) {
	var common *line // the first full line whose value is open
	for i := range lines {
		l := &lines[i]
		value, full := l.Value(board)
		sum := l.Sum
		switch {
		case !full:
			continue
		case l.Any && common == nil:
			common = l
			continue
		case l.Any:
			sum, _ = common.Value(board)
			cells = common.cells
		}
		if value != sum {
			return sortedCells(slices.Concat(cells, l.cells)), say.New("magic.wrongValue", say.Values{"line": lineName(l), "value": say.Number(value), "sum": say.Number(sum)})
		}
		cells = nil
	}
	return nil, nil
}
