package puzzle

import (
	"iter"
	"slices"
)

// The questions about a Hidoku. Engines, encoders, cubes, fillings, hints, diagnosis and certificates
// ask them, and name no rule. So a new rule about a cell and a number, or about two cells that touch,
// changes an answer here, and nothing where it is asked.
//
// An answer is what one rule says, and no deduction from several. An order, for example, compares the
// numbers of cells, so it is an answer of its own and no part of [Hidoku.Fits]. The judge asks nothing:
// [Hidoku.Check] knows the rules themselves.

// Neighbours returns the cells that touch cell, ascending: see [HidokuRules]. The slice
// must not be changed.
func (p *Hidoku) Neighbours(cell int) []int { return p.neighbours[cell] }

// Fits reports whether number may stand on cell by the rules that concern one cell and one number.
func (p *Hidoku) Fits(cell, number int) bool {
	clue := p.clues[cell]
	return clue == number || clue == Empty && p.given[number] == 0
}

// Fitting returns the cells that number fits, ascending.
func (p *Hidoku) Fitting(number int) []int {
	if given := p.given[number]; given > 0 {
		return []int{int(given) - 1}
	}
	cells := make([]int, 0, len(p.clues))
	for c := range p.clues {
		if p.Fits(c, number) {
			cells = append(cells, c)
		}
	}
	return cells
}

// FitsLike returns the least number that fits the same cells as number.
func (p *Hidoku) FitsLike(number int) int {
	if p.given[number] > 0 {
		return number
	}
	return p.firstOpen
}

// MayFollow reports whether two cells may have consecutive numbers. Cells that do not touch may not.
func (p *Hidoku) MayFollow(a, b int) bool { return slices.Contains(p.steps[a], b) }

// MustFollow reports whether two cells must have consecutive numbers.
func (p *Hidoku) MustFollow(a, b int) bool { return p.bound != nil && slices.Contains(p.bound[a], b) }

// Ascending returns the cells whose numbers must ascend, in this order. The slice must not be changed.
func (p *Hidoku) Ascending() []int { return p.rules.Order }

// Closed reports whether the last number touches the first, and the two count as consecutive.
func (p *Hidoku) Closed() bool { return p.rules.Closed }

// AnyPath reports whether every path through all cells is right that keeps the clues, and is closed
// where it must be.
func (p *Hidoku) AnyPath() bool {
	return p.rules.Links == nil && p.rules.Unlinked == nil && p.rules.Order == nil
}

// Pairs yields each two cells that touch, the lower one first, in ascending order.
func (p *Hidoku) Pairs() iter.Seq2[int, int] {
	return func(yield func(a, b int) bool) {
		for a, near := range p.neighbours {
			for _, b := range near {
				if a < b && !yield(a, b) {
					return
				}
			}
		}
	}
}

// findAnswers prepares the answers that depend on the rules alone.
func (p *Hidoku) findAnswers() {
	p.steps, p.bound = p.neighbours, nil
	if p.rules.Unlinked != nil {
		p.steps = slices.Clone(p.neighbours)
	}
	for _, pair := range p.rules.Unlinked {
		for i, c := range pair {
			p.steps[c] = slices.DeleteFunc(slices.Clone(p.steps[c]), func(d int) bool { return d == pair[1-i] })
		}
	}
	if p.rules.Links != nil {
		p.bound = make([][]int, p.board.Len())
	}
	for _, pair := range p.rules.Links {
		for i, c := range pair {
			p.bound[c] = append(p.bound[c], pair[1-i])
		}
	}
}

// takeClues prepares the answers that depend on the clues.
func (p *Hidoku) takeClues(clues []int) {
	p.clues, p.given, p.firstOpen = clues, make([]int32, len(clues)+1), 1
	for c, k := range clues {
		if k != Empty {
			p.given[k] = int32(c) + 1
		}
	}
	for p.firstOpen < len(clues) && p.given[p.firstOpen] > 0 {
		p.firstOpen++
	}
}
