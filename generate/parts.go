package generate

import (
	"fmt"

	"crosscut/puzzle"
)

// inOnePart returns an error for a board that has several parts: no way leads from one to
// another. beside returns the cells that touch a cell, and way says what leads to them.
func inOnePart(board *puzzle.Board, way string, beside func(cell int) []int) error {
	part := make([]int, board.Len()) // counted from 1; 0 before it is known
	count, second := 0, 0            // number of parts, and the first cell of the second one
	for first := range part {
		if part[first] != 0 {
			continue
		}
		if count++; count == 2 {
			second = first
		}
		part[first] = count
		for reached := []int{first}; len(reached) > 0; {
			last := len(reached) - 1
			c := reached[last]
			reached = reached[:last]
			for _, d := range beside(c) {
				if part[d] == 0 {
					part[d] = count
					reached = append(reached, d)
				}
			}
		}
	}
	if count > 1 {
		return fmt.Errorf("%w: the board has %d parts, and no %s leads from %s to %s; make a puzzle of each part",
			errWish, count, way, board.Name(0), board.Name(second))
	}
	return nil
}
