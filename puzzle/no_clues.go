package puzzle

import "slices"

// cluesOrNone returns a copy of the clues of a board. For nil, no cell has a clue.
func cluesOrNone(board *Board, clues []int) []int {
	if clues == nil {
		return slices.Repeat([]int{Empty}, board.Len())
	}
	return slices.Clone(clues)
}
