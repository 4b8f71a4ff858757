package drawing

import (
	"crosscut/puzzle"
)

// sums writes the sums of the lines of a magic board.
func (b board) sums(q *puzzle.Magic) {
	if q.Form() == puzzle.Jodici {
		return // the sums of a wheel are always the same, and it has no margin
	}
	for _, sum := range sumsOf(q, b.Filled) {
		b.Text("sum", "", sum.At, sumSize, sumSpace*0.85, sum.Text)
	}
}

// through draws the lines of a list that have no sum beside the board.
func (b board) through(q *puzzle.Magic) {
	for _, path := range throughOf(q) {
		b.Path("through", "", Line{Points: path})
	}
}
