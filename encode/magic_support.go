package encode

import "crosscut/sat"

// The encoding "support" of magic boards: whatever numbers all cells of a line except the
// last have, the last cell has the rest. It is for small boards and for boards with many
// clues. There are up to as many clauses as ways to put different numbers on n−1 cells.

// support says that a line has the sum. The family of clauses is named after the kind of
// line. A clause ends with the first cell that makes the sum impossible.
func (f *magicFormula) support(l *line) error {
	f.begin(string(l.kind))
	low, high := make([]int, f.n+1), make([]int, f.n+1) // bounds of the sum of the cells from the i-th on
	for i := f.n - 1; i >= 0; i-- {
		domain := f.domains[l.cells[i]]
		low[i], high[i] = low[i+1]+domain[0], high[i+1]+domain[len(domain)-1]
	}
	isUsed := make([]bool, len(f.domains))
	var clause []sat.Lit
	var extend func(i, rest int) error
	extend = func(i, rest int) error {
		c := l.cells[i]
		if rest < low[i] || rest > high[i] || i == f.n-1 {
			last := directInt{f.domains[c], f.has[c]}
			if i == f.n-1 && last.at(rest) != always.Not() && !isUsed[rest] {
				f.Add(append(clause, last.at(rest))...)
			} else {
				f.Add(clause...)
			}
			return f.check()
		}
		for j, k := range f.domains[c] {
			if isUsed[k] {
				continue
			}
			isUsed[k] = true
			clause = append(clause, f.has[c][j].Not())
			err := extend(i+1, rest-k)
			clause = clause[:len(clause)-1]
			isUsed[k] = false
			if err != nil {
				return err
			}
		}
		return nil
	}
	return extend(0, f.sum)
}
