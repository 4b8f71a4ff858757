package generate

import (
	"fmt"
	"strings"

	"crosscut/puzzle"
)

// Boards in the form of digits and letters.
//
// A letter is drawn in blocks of 2×2 cells, and letters are joined by blocks. So the board is
// a connected set of blocks. Such a board always has a path of rook's moves through all cells:
// it follows a spanning tree of the blocks around.

// letterRows is the number of rows of a letter, and letterColumns that of columns.
const (
	letterRows    = 5
	letterColumns = 3
)

// maxLetters is the largest number of letters of a board.
const maxLetters = 20

// alphabet has the blocks of each letter, row by row.
var alphabet = map[rune]string{
	'0': "### #.# #.# #.# ###", '1': "##. .#. .#. .#. ###", '2': "### ..# ### #.. ###", '3': "### ..# ### ..# ###",
	'4': "#.# #.# ### ..# ..#", '5': "### #.. ### ..# ###", '6': "### #.. ### #.# ###", '7': "### ..# ..# ..# ..#",
	'8': "### #.# ### #.# ###", '9': "### #.# ### ..# ###",
	'A': "### #.# ### #.# #.#", 'B': "##. #.# ### #.# ###", 'C': "### #.. #.. #.. ###", 'D': "##. ### #.# ### ##.",
	'E': "### #.. ##. #.. ###", 'F': "### #.. ##. #.. #..", 'G': "### #.. #.# #.# ###", 'H': "#.# #.# ### #.# #.#",
	'I': "### .#. .#. .#. ###", 'J': "..# ..# ..# #.# ###", 'K': "#.# ### ##. ### #.#", 'L': "#.. #.. #.. #.. ###",
	'M': "#.# ### ### #.# #.#", 'N': "### #.# #.# #.# #.#", 'O': "### #.# #.# #.# ###", 'P': "### #.# ### #.. #..",
	'Q': "### #.# #.# ### ..#", 'R': "### #.# ##. ### #.#", 'S': "### #.. ### ..# ###", 'T': "### .#. .#. .#. .#.",
	'U': "#.# #.# #.# #.# ###", 'V': "#.# #.# #.# ### .#.", 'W': "#.# #.# ### ### #.#", 'X': "#.# ### .#. ### #.#",
	'Y': "#.# #.# ### .#. .#.", 'Z': "### ..# ### #.. ###",
}

// letters returns the board for a text.
func letters(text string) (*puzzle.Board, error) {
	var drawn []string
	for _, r := range strings.ToUpper(text) {
		blocks, known := alphabet[r]
		if !known {
			return nil, fmt.Errorf("the shape text:%s; there is no letter %q, only 0 to 9 and A to Z", text, r)
		}
		drawn = append(drawn, strings.ReplaceAll(blocks, " ", ""))
	}
	if len(drawn) == 0 || len(drawn) > maxLetters {
		return nil, fmt.Errorf("the shape text:%s; it has 1 to %d letters", text, maxLetters)
	}
	const step = letterColumns + 1
	width := step*len(drawn) - 1
	filled := make([]bool, width*letterRows)
	for i, blocks := range drawn {
		for j, block := range blocks {
			filled[j/letterColumns*width+i*step+j%letterColumns] = block == '#'
		}
		if i > 0 {
			from, to := joint(drawn[i-1], blocks)
			for row := min(from, to); row <= max(from, to); row++ {
				filled[row*width+i*step-1] = true
			}
		}
	}
	return puzzle.NewBoard(2*width, 2*letterRows, func(row, col int) bool { return !filled[row/2*width+col/2] })
}

// joint returns rows in which a letter has a block at its right side and the next one has a
// block at its left side. They are as near to each other as possible, and as low.
func joint(letter, next string) (from, to int) {
	best := letterRows
	for a := range letterRows {
		for b := range letterRows {
			away := max(a-b, b-a)
			if letter[a*letterColumns+letterColumns-1] == '#' && next[b*letterColumns] == '#' && away <= best {
				best, from, to = away, a, b
			}
		}
	}
	return from, to
}
