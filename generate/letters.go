package generate

import (
	"fmt"
	"strings"

	"crosscut/puzzle"
)

// Boards in the form of digits and letters.
//
// A letter is drawn in blocks of 2×2 cells. A block joins two letters where both reach the
// space between them. Otherwise a line below joins them, from the last block of the first one
// to the first block of the second. So the board is a connected set of blocks. Such a board always has a path of rook's moves through all cells:
// it follows a spanning tree of the blocks around.

// The size of a letter in blocks. Every letter has a block in the lowest row.
const (
	letterRows    = 5
	letterColumns = 3
)

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
	width, height := step*len(drawn)-1, letterRows
	filled := make([]bool, width*(letterRows+1)) // with the line
	for i, blocks := range drawn {
		for j, block := range blocks {
			filled[j/letterColumns*width+i*step+j%letterColumns] = block == '#'
		}
		if i == 0 {
			continue
		}
		if row := joint(drawn[i-1], blocks); row >= 0 {
			filled[row*width+i*step-1] = true
			continue
		}
		height = letterRows + 1
		const lowest = (letterRows - 1) * letterColumns
		from := (i-1)*step + strings.LastIndexByte(drawn[i-1], '#') - lowest
		to := i*step + strings.IndexByte(blocks[lowest:], '#')
		for col := from; col <= to; col++ {
			filled[letterRows*width+col] = true
		}
	}
	return puzzle.NewBoard(2*width, 2*height, func(row, col int) bool { return !filled[row/2*width+col/2] })
}

// joint returns the lowest row in which a letter has a block at its right side and the next
// letter has a block at its left side. It returns -1 if there is none.
func joint(letter, next string) int {
	for row := letterRows - 1; row >= 0; row-- {
		if letter[row*letterColumns+letterColumns-1] == '#' && next[row*letterColumns] == '#' {
			return row
		}
	}
	return -1
}
