package space

// This file counts in how many ways one more number or stone may be placed on a board that is
// partly filled, by the rules alone. It does not ask whether the board can be completed. A number of
// a Hidoku must touch the numbers before and after it that are placed. A number of a magic board must
// give each line that it makes full its sum. A stone must lie on open cells of its colours. Links,
// orders and sums that no clue says are not asked.
//
// This is for statistics. A search compares with it what its cuts have left, and no answer depends
// on it.

import (
	"context"
	"slices"

	"crosscut/puzzle"
)

// Rules counts ways by the rules of one puzzle. A board has a value per cell, puzzle.Empty where none
// is yet, and is as it was after each call. A Rules belongs to one goroutine.
type Rules struct {
	values []int       // the numbers that differ, or one stone of each kind
	kinds  map[int]int // value to its value in values; a number stands for itself
	most   map[int]int // value in values to the cells that it can have in all
	ways   placer

	cells map[int]int // value in values to how many cells have it
	at    map[int]int // value on the board to its last cell
}

// placer returns in how many ways a value can be placed with its first square, or any, on an open cell.
type placer func(board []int, value int, everySquare bool) func(cell int) int

// add adds a value that covers at most so many cells.
func (r *Rules) add(value, most int) {
	r.values = append(r.values, value)
	r.kinds[value], r.most[value] = value, most
}

// OfCell returns in how many ways an open cell may get a number or a stone. Stones that are alike
// count once.
func (r *Rules) OfCell(board []int, cell int) (count int) {
	r.look(board)
	for _, v := range r.values {
		if r.cells[v] < r.most[v] {
			count += r.ways(board, v, true)(cell)
		}
	}
	return count
}

// OfValue returns in how many ways a number, or a stone like that one, may be placed.
func (r *Rules) OfValue(board []int, value int) (count int) {
	r.look(board)
	value = r.kinds[value]
	if r.cells[value] == r.most[value] {
		return 0
	}
	ways := r.ways(board, value, false)
	for cell, v := range board {
		if v == puzzle.Empty {
			count += ways(cell)
		}
	}
	return count
}

func (r *Rules) look(board []int) {
	clear(r.cells)
	clear(r.at)
	for cell, v := range board {
		if v != puzzle.Empty {
			r.cells[r.kinds[v]]++
			r.at[v] = cell
		}
	}
}

// AtStart returns in how many ways each number or stone may be placed on the board at the start. For a
// draughtboard it has those of each colouring that is to be searched. It stops early, with what
// it has, when the context ends.
func AtStart(ctx context.Context, p puzzle.Puzzle) (all []struct{ Value, Ways int }) {
	board := slices.Repeat([]int{puzzle.Empty}, p.Board().Len())
	corners := []puzzle.Colour{puzzle.AnyColour}
	switch p := p.(type) {
	case puzzle.Numbered:
		board = p.Clues()
	case *puzzle.Draughtboard:
		corners = p.Colourings()
	}
	for _, corner := range corners {
		r := By(p, corner)
		if r == nil {
			return nil
		}
		r.look(board)
		for _, v := range r.values {
			if ctx.Err() != nil {
				return all
			}
			if r.cells[v] < r.most[v] {
				all = append(all, struct{ Value, Ways int }{v, r.OfValue(board, v)})
			}
		}
	}
	return all
}
