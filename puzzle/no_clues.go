package puzzle

import "slices"

// cluesOrNone returns a copy of the clues of a board. Where there is no slice at all, no cell
// has a clue.
func cluesOrNone(board *Board, clues []int) []int {
	if clues == nil {
		return slices.Repeat([]int{Empty}, board.Len())
	}
	return slices.Clone(clues)
}
