package link

import (
	"errors"
	"math/bits"
	"slices"

	"crosscut/puzzle"
)

// Boards of numbers. After the board of a Hidoku come its moves in 2 bits: 0 king, 1 rook, 2
// hex, 3 a variant with its rules: see rules.go. After the order of a magic board come its lowest number, a flag for another sum than
// the computed one, that sum, and a flag for "diagonals: no". Then both have the set of the
// cells with clues, and each clue less the lowest number in as many bits as the largest
// number needs.

// moves are the moves by their numbers, which never change.
var moves = []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}

const (
	movesBits    = 2
	variantMoves = 3
)

// errTooShort is the reason for a link that ends early or has impossible counts.
var errTooShort = errors.New("a part of it is too short or impossible")

func (w *bitWriter) hidoku(p *puzzle.Hidoku) {
	w.bits(hidokuFamily, familyBits)
	w.board(p.Board())
	if !p.Plain() {
		w.bits(variantMoves, movesBits)
		w.rules(p)
	} else {
		w.bits(uint64(slices.Index(moves, p.Moves())), movesBits)
	}
	w.clues(p)
}

func (r *bitReader) hidoku() (puzzle.Puzzle, error) {
	board, err := r.board()
	if err != nil {
		return nil, err
	}
	var rules puzzle.HidokuRules
	if which := r.bitsOf(movesBits); which == variantMoves {
		rules = r.rules(board.Len())
	} else {
		rules.Moves = moves[which]
	}
	clues, err := r.clues(board.Len(), 1)
	if err != nil {
		return nil, errTooShort
	}
	return wrapped(puzzle.NewHidokuBy(board, rules, clues))
}

func (w *bitWriter) magic(p *puzzle.Magic) {
	w.bits(magicFamily, familyBits)
	w.count(p.Order() - 1)
	w.signed(p.Low())
	other := p.Sum() != puzzle.MagicSum(p.Order(), p.Low())
	w.flag(other)
	if other {
		w.signed(p.Sum())
	}
	w.flag(!p.Diagonals())
	w.clues(p)
}

func (r *bitReader) magic() (puzzle.Puzzle, error) {
	order, low := r.count()+1, r.signed()
	if r.failed || order > puzzle.MaxCells || order*order > puzzle.MaxCells || low > puzzle.MaxNumber || low < -puzzle.MaxNumber {
		return nil, errTooShort
	}
	sum := puzzle.MagicSum(order, low)
	if r.flag() {
		sum = r.signed()
	}
	diagonals := !r.flag()
	clues, err := r.clues(order*order, low)
	if err != nil {
		return nil, err
	}
	return wrapped(puzzle.NewMagic(order, low, sum, diagonals, clues))
}

// wrapped returns a puzzle as a Puzzle, and for an error a nil interface.
func wrapped[P puzzle.Puzzle](p P, err error) (puzzle.Puzzle, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// board appends the size and the holes of a board.
func (w *bitWriter) board(b *puzzle.Board) {
	w.count(b.Width() - 1)
	w.count(b.Height() - 1)
	var holes []int
	for square := range b.Width() * b.Height() {
		if b.Cell(square/b.Width(), square%b.Width()) < 0 {
			holes = append(holes, square)
		}
	}
	w.set(holes)
}

func (r *bitReader) board() (*puzzle.Board, error) {
	width, height := r.count()+1, r.count()+1
	if r.failed || width > puzzle.MaxCells/height {
		return nil, errTooShort
	}
	isHole := make([]bool, width*height)
	for _, square := range r.set(width * height) {
		isHole[square] = true
	}
	if r.failed {
		return nil, errTooShort
	}
	return puzzle.NewBoard(width, height, func(row, col int) bool { return isHole[row*width+col] })
}

// clues appends the clues of a board of numbers.
func (w *bitWriter) clues(p puzzle.Numbered) {
	var given []int
	for c := range p.Board().Len() {
		if p.Clue(c) != puzzle.Empty {
			given = append(given, c)
		}
	}
	w.set(given)
	for _, c := range given {
		w.bits(uint64(p.Clue(c)-p.Low()), bits.Len(uint(p.Board().Len()-1)))
	}
}

func (r *bitReader) clues(cells, low int) ([]int, error) {
	clues := make([]int, cells)
	for c := range clues {
		clues[c] = puzzle.Empty
	}
	for _, c := range r.set(cells) {
		clues[c] = int(r.bitsOf(bits.Len(uint(cells-1)))) + low
	}
	if r.failed {
		return nil, errTooShort
	}
	return clues, nil
}
