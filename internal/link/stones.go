package link

import (
	"crosscut/puzzle"
)

// Draughtboards. After the board come the corner in 2 bits (0 any, 1 black, 2 white, 3 for
// those of stocks.go), a flag
// for "flips: no", the number of stones, and the stones. A stone has its width-1 and
// height-1, its cells, and 2 bits for its colours: 0 all cells fit either colour, 1 and 2
// chequered with a black or white first cell, 3 two bits for each cell. Cells are a row of
// flags for the squares of a small rectangle, and otherwise a set.

const colourBits = 2

// colours are the colours by their numbers, which never change.
var colours = []puzzle.Colour{puzzle.AnyColour, puzzle.Black, puzzle.White}

// flagSquares is the largest rectangle whose cells are flags.
const flagSquares = 32

func (w *bitWriter) draughtboard(p *puzzle.Draughtboard) {
	w.bits(draughtboardFamily, familyBits)
	w.board(p.Board())
	if !drawnOnce(p) {
		w.bits(mixedColours, colourBits)
		w.stocks(p)
		return
	}
	w.colour(p.Corner())
	w.flag(!p.Flips())
	w.count(len(p.Stones()) - 1)
	for _, s := range p.Stones() {
		w.stone(s)
	}
}

func (r *bitReader) draughtboard() (puzzle.Puzzle, error) {
	board, err := r.board()
	if err != nil {
		return nil, err
	}
	corner, stocks := r.colour()
	if stocks {
		return r.stocks(board)
	}
	flips := !r.flag()
	count := r.count() + 1
	if r.failed || count > board.Len() {
		return nil, errTooShort
	}
	var stones []puzzle.Stone
	area := 0
	for range count {
		stone, err := r.stone(board.Len() - area)
		if err != nil {
			return nil, err
		}
		area += stone.Len()
		stones = append(stones, stone)
	}
	return wrapped(puzzle.NewDraughtboard(board, corner, flips, stones))
}

// colour appends the number of a colour.
func (w *bitWriter) colour(colour puzzle.Colour) {
	for i, c := range colours {
		if c == colour {
			w.bits(uint64(i), colourBits)
		}
	}
}

// colour reads a colour. If the bits are those of no colour, mixed is true.
func (r *bitReader) colour() (colour puzzle.Colour, mixed bool) {
	i := r.bitsOf(colourBits)
	if i >= uint64(len(colours)) {
		return 0, true
	}
	return colours[i], false
}

func (w *bitWriter) stone(s puzzle.Stone) {
	width, height := 0, 0
	for _, c := range s.Cells() {
		width, height = max(width, c.Col+1), max(height, c.Row+1)
	}
	w.count(width - 1)
	w.count(height - 1)
	var squares []int
	for _, c := range s.Cells() {
		squares = append(squares, c.Row*width+c.Col)
	}
	if width*height <= flagSquares {
		flags := uint64(0)
		for _, square := range squares {
			flags |= 1 << (width*height - 1 - square)
		}
		w.bits(flags, width*height)
	} else {
		w.set(squares)
	}
	first := chequered(s)
	if first >= 0 {
		w.bits(uint64(first), colourBits)
		return
	}
	w.bits(mixedColours, colourBits)
	for _, c := range s.Cells() {
		w.colour(c.Colour)
	}
}

// mixedColours stands for a stone of which each cell has its own colour.
const mixedColours = 3

// chequered returns the number of the colour of the first cell if the others follow from
// it, and otherwise -1.
func chequered(s puzzle.Stone) int {
	first := s.Cells()[0]
	for _, c := range s.Cells() {
		if c.Colour != alternating(first, c) {
			return -1
		}
	}
	for i, c := range colours {
		if c == first.Colour {
			return i
		}
	}
	return -1
}

// alternating returns the colour of cell c in a chequered stone with the given first cell.
func alternating(first, c puzzle.StoneCell) puzzle.Colour {
	if (c.Row+c.Col-first.Row-first.Col)%2 != 0 {
		return first.Colour.Other()
	}
	return first.Colour
}

// stone reads a stone of at most the given number of cells.
func (r *bitReader) stone(most int) (puzzle.Stone, error) {
	width, height := r.count()+1, r.count()+1
	if r.failed || width > most || height > most {
		return puzzle.Stone{}, errTooShort
	}
	var squares []int
	if width*height <= flagSquares {
		for square := range width * height {
			if r.flag() {
				squares = append(squares, square)
			}
		}
	} else {
		squares = r.set(width * height)
	}
	if len(squares) == 0 || len(squares) > most {
		return puzzle.Stone{}, errTooShort
	}
	first, mixed := r.colour()
	cells := make([]puzzle.StoneCell, len(squares))
	for i, square := range squares {
		cells[i] = puzzle.StoneCell{Row: square / width, Col: square % width, Colour: first}
		if mixed {
			if cells[i].Colour, _ = r.colour(); cells[i].Colour == 0 {
				return puzzle.Stone{}, errTooShort
			}
		} else {
			cells[i].Colour = alternating(cells[0], cells[i])
		}
	}
	if r.failed {
		return puzzle.Stone{}, errTooShort
	}
	return puzzle.NewStone(cells)
}
