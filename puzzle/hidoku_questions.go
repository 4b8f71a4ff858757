package puzzle

import (
	"cmp"
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

// FarClues returns the cells of two clues that are too far apart: more moves lead from one to the
// other than the returned steps between their numbers. It looks first at numbers with few steps
// between them. The steps are 0 if there are no such clues. On a closed path, 1 follows the
// last number.
func (p *Hidoku) FarClues() (from, to, steps int) {
	clues, closed := p.Clues(), p.Closed()
	var given []int // in the order of their numbers
	for c, k := range clues {
		if k != Empty {
			given = append(given, c)
		}
	}
	slices.SortFunc(given, func(c, d int) int { return cmp.Compare(clues[c], clues[d]) })
	type pair struct{ from, to, steps int }
	var pairs []pair
	for i, c := range given {
		switch {
		case i > 0:
			pairs = append(pairs, pair{given[i-1], c, clues[c] - clues[given[i-1]]})
		case closed && len(given) > 1:
			last := given[len(given)-1]
			pairs = append(pairs, pair{last, c, len(clues) + clues[c] - clues[last]})
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.steps, b.steps) })
	seen := make([]int, p.Board().Len())
	for i, q := range pairs {
		if !p.near(q.from, q.to, q.steps, seen, i+1) {
			return q.from, q.to, q.steps
		}
	}
	return 0, 0, 0
}

// near reports whether at most so many moves lead from one cell to another. It marks the cells that
// it meets in seen, so that the time is linear in their number.
func (p *Hidoku) near(from, to, steps int, seen []int, mark int) bool {
	seen[from] = mark
	for front := []int{from}; steps > 0 && len(front) > 0; steps-- {
		var next []int
		for _, c := range front {
			for _, d := range p.Neighbours(c) {
				if d == to {
					return true
				}
				if seen[d] != mark {
					seen[d], next = mark, append(next, d)
				}
			}
		}
		front = next
	}
	return false
}
