// Package pathcount counts the fillings of Hidokus without enumerating them: by a frontier that sweeps
// over the board, and by independent parts.
package pathcount

import (
	"math/bits"
	"slices"

	"crosscut/native/internal/counting"
	"crosscut/puzzle"
)

// frontier counts the Hamiltonian paths of a board. It applies where no number except the
// first and the last is given, to open paths without rules of two cells, on any graph. It adds one cell after the other in a sweep over the
// board. For each cell it chooses which steps to earlier cells belong to the path (Knuth,
// TAOCP 4A, section 7.1.4, Simpath and its mate tables; the frontier as the state of a
// count: Sekine, Imai, Tani, Computing the Tutte polynomial of a graph of moderate size,
// ISAAC 1995). What bounds it is the number of states, which grows exponentially with the
// cells on the frontier.
//
// What has been chosen is a set of pieces of path that cover the cells added so far. A
// cell can still get steps only while some neighbour of it has not been added. These
// cells are the frontier. A state has a mate for each cell of the frontier: whether the
// cell has both its steps, or where the other end of the cell's piece is. Two states that
// agree in this are completed by the same choices, so one count serves both.
//
// The path has two ends. A given 1 or N must be one of them; the others may be anywhere.
// At the very end it is decided which of the two ends has 1. If neither number is given,
// each path counts as two fillings.
//
// States that cannot be completed are dropped early, by what is known of the free ends:
//
//   - A cell that no step has reached, with one neighbour to come, must be an end. It
//     becomes one at once.
//   - Rook moves alternate between the colours of the chessboard. So the colours of the
//     two ends follow from the numbers of cells.
//
// A state knows how many free ends of each colour are left, and is dropped when it would
// need more. The fields of its mates imply this number. So it divides no states.
type frontier struct {
	each      int64 // fillings for each path
	steps     []frontierStep
	Slots     int    // slots of cells in a key
	fieldBits int    // bits of a field
	KeyWords  int    // words of the key of a state
	freeEnds  [2]int // ends that are not given, by colour
}

// frontierStep adds one cell. Each cell on the frontier has a slot, which it keeps until
// it leaves. A slot that is free is used again.
type frontierStep struct {
	at      int     // the slot of the new cell
	colour  int     // the colour of the new cell
	end     bool    // the new cell is a given end
	heir    bool    // the slot is that of a neighbour of the new cell, which leaves in this step
	old     int     // the colour of that neighbour
	last    bool    // no cell is left after the step
	back    []int   // slots of the other neighbours of the new cell on the frontier
	leaves  []ended // the other cells that leave in this step
	limited []ended // the cells that have one neighbour to come from this step on
}

// ended is a cell on the frontier that may become an end.
type ended struct{ slot, colour int }

// OnlyEnds reports whether no number except the first and the last is given.
func OnlyEnds(p *puzzle.Hidoku) bool {
	n := p.Board().Len()
	for c := range n {
		if k := p.Clue(c); k != puzzle.Empty && k != 1 && k != n {
			return false
		}
	}
	return n > 2
}

// NewFrontier returns the sweep along rows or along columns, whichever has the smaller
// frontier. It returns nil if both have more cells than a key can hold.
func NewFrontier(p *puzzle.Hidoku) *frontier {
	n := p.Board().Len()
	rows := make([]int, n)
	for c := range rows {
		rows[c] = c
	}
	columns := slices.Clone(rows)
	slices.SortStableFunc(columns, func(c, d int) int {
		_, left := p.Board().Pos(c)
		_, right := p.Board().Pos(d)
		return left - right
	})
	f, g := Sweep(p, rows), Sweep(p, columns)
	if g.Slots < f.Slots {
		f = g
	}
	if f.KeyWords > 8 {
		return nil
	}
	return f
}

// layOut decides how keys are laid out, and how many ends are free.
func (f *frontier) layOut(p *puzzle.Hidoku) {
	f.fieldBits = bits.Len(uint(firstMate + f.Slots - 1))
	perWord := fieldsBits / f.fieldBits
	f.KeyWords = 1
	for f.KeyWords*perWord < f.Slots {
		f.KeyWords *= 2
	}
	f.each = 2
	f.freeEnds = colourOfEnds(p)
	for c := range p.Board().Len() {
		if p.Clue(c) != puzzle.Empty {
			f.each = 1
			colour := colourOf(p, c)
			f.freeEnds[colour] = max(0, f.freeEnds[colour]-1)
		}
	}
}

// colourOf returns the colour of a cell: 0 or 1 with rook moves, or if all steps change the
// colour. Otherwise all cells have one colour.
func colourOf(p *puzzle.Hidoku, c int) int {
	if !p.Chequered() {
		return 0
	}
	row, col := p.Board().Pos(c)
	return (row + col) % 2
}

// colourOfEnds returns how many ends of each colour a path has.
func colourOfEnds(p *puzzle.Hidoku) [2]int {
	if !p.Chequered() {
		return [2]int{2, 0}
	}
	more := 0 // cells of colour 0 more than of colour 1
	for c := range p.Board().Len() {
		more += 1 - 2*colourOf(p, c)
	}
	switch more {
	case -1:
		return [2]int{0, 2}
	case 0:
		return [2]int{1, 1}
	case 1:
		return [2]int{2, 0}
	}
	return [2]int{}
}

// Sweep returns the frontier for an order of the cells.
func Sweep(p *puzzle.Hidoku, order []int) *frontier {
	f := new(frontier)
	turn := make([]int, len(order)) // per cell, the step that adds it
	for i, c := range order {
		turn[c] = i
	}
	still := make([]int, len(order)) // per cell, the number of its neighbours to come
	slotOf := make([]int, len(order))
	var free []int
	for i, c := range order {
		step := frontierStep{at: -1, colour: colourOf(p, c), end: p.Clue(c) != puzzle.Empty, last: i == len(order)-1}
		for _, d := range p.Neighbours(c) {
			if turn[d] > i {
				still[c]++
				continue
			}
			still[d]--
			cell := ended{slotOf[d], colourOf(p, d)}
			switch {
			case still[d] == 0 && step.at < 0:
				step.at, step.heir, step.old = cell.slot, true, cell.colour
				continue
			case still[d] == 0:
				step.leaves = append(step.leaves, cell)
			case still[d] == 1:
				step.limited = append(step.limited, cell)
			}
			step.back = append(step.back, cell.slot)
		}
		if step.at < 0 {
			if len(free) == 0 {
				free = append(free, f.Slots)
				f.Slots++
			}
			step.at, free = free[len(free)-1], free[:len(free)-1]
		}
		slotOf[c] = step.at
		switch still[c] {
		case 0:
			step.leaves = append(step.leaves, ended{step.at, step.colour})
		case 1:
			step.limited = append(step.limited, ended{step.at, step.colour})
		}
		for _, cell := range step.leaves {
			free = append(free, cell.slot)
		}
		f.steps = append(f.steps, step)
	}
	f.layOut(p)
	return f
}

// Graph returns the graph: layer i has the states after i cells.
func (f *frontier) Graph() counting.Graph {
	g := counting.Graph{Last: len(f.steps), KeyWords: f.KeyWords, First: make([]uint64, f.KeyWords), Each: f.each}
	for _, step := range f.steps {
		back := len(step.back)
		if step.heir {
			back++
		}
		g.FanOut = max(g.FanOut, 1+back*(back+1)/2)
	}
	for colour, free := range f.freeEnds {
		g.First[0] |= uint64(free) << (fieldsBits + 2*colour)
	}
	switch f.KeyWords {
	case 1:
		g.Stepper = stepper[[1]uint64](f)
	case 2:
		g.Stepper = stepper[[2]uint64](f)
	case 4:
		g.Stepper = stepper[[4]uint64](f)
	default:
		g.Stepper = stepper[[8]uint64](f)
	}
	return g
}
