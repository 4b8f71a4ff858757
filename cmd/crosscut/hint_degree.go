package main

import (
	"fmt"
	"slices"

	"crosscut/human"
	"crosscut/puzzle"
)

// Degrees of help, from --degree.
const (
	degreeWhere = 1 // the kind of step, and the part of the board
	degreeCells = 2 // the cells to look at and those of the conclusion
	degreeStep  = 3 // the step itself
)

// hiddenStep returns what a lower degree of help shows of a step: the kind of step, and where
// to look.
func hiddenStep(p puzzle.Puzzle, step human.Step, degree int) human.Step {
	cells := cellsOfStep(p, step)
	shown := human.Step{Technique: step.Technique, Depth: step.Depth, Text: "look at " + placeText(p, step, cells, degree)}
	if degree == degreeCells {
		shown.Because = cells
	}
	return shown
}

// cellsOfStep returns the cells of the reason and of the conclusion, ascending. Placements of
// stones that are ruled out do not count, because they are all over the board.
func cellsOfStep(p puzzle.Puzzle, step human.Step) []int {
	cells := slices.Clone(step.Because)
	for _, c := range step.Place {
		cells = append(cells, c.Cells...)
	}
	if hasNumbers(p) {
		for _, c := range step.Remove {
			cells = append(cells, c.Cells...)
		}
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// placeText says where to look: the cells, or for the lowest degree the rows and columns. For
// a step without cells it names the stones.
func placeText(p puzzle.Puzzle, step human.Step, cells []int, degree int) string {
	if len(cells) == 0 {
		var stones []string
		for _, c := range step.Remove {
			if name := "stone " + puzzle.StoneName(max(c.Value, -c.Value)); !slices.Contains(stones, name) {
				stones = append(stones, name)
			}
		}
		if len(stones) == 0 {
			return "the whole board"
		}
		return listWords(stones)
	}
	if degree == degreeCells {
		return listWords(cellNames(p, cells))
	}
	top, left := p.Board().Pos(cells[0])
	bottom, right := top, left
	for _, c := range cells {
		row, col := p.Board().Pos(c)
		bottom, left, right = max(bottom, row), min(left, col), max(right, col)
	}
	return span("row", top+1, bottom+1) + ", " + span("column", left+1, right+1)
}

// span returns "row 3" or "rows 3 to 5".
func span(noun string, from, to int) string {
	if from == to {
		return fmt.Sprintf("%s %d", noun, from)
	}
	return fmt.Sprintf("%ss %d to %d", noun, from, to)
}
