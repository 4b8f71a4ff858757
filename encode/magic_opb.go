package encode

// A magic board as a pseudo-Boolean problem, in the format OPB of the pseudo-Boolean
// competitions. It states the puzzle so that a person can read it. It has only one line for each
// cell, number, clue and line of the board. Nothing is cut or derived, because the text is there
// to be compared, not to be fast.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"crosscut/internal/given"
	"crosscut/puzzle"
)

// WriteOPB writes a magic board as a pseudo-Boolean problem. Each variable says that a cell has a
// number. On a board of order n, that of cell c and the k-th number is c·n² + k + 1, where c and
// k are counted from 0. The models are the solutions. The comments come first, after the line
// with the sizes. The text has O(n⁵) terms.
//
// WriteOPB fails for puzzles of other families, and for magic boards that are not plain squares.
// It also fails with the error of w, and with the cause of the end of ctx.
func WriteOPB(ctx context.Context, w io.Writer, p puzzle.Puzzle, comments ...string) error {
	if err := puzzle.Validate(p); err != nil {
		return err
	}
	m, ok := p.(*puzzle.Magic)
	if !ok {
		return fmt.Errorf("only magic boards can be written as pseudo-Boolean problems, not a %s", p.Family())
	}
	if !m.Plain() {
		return errors.New("only plain magic squares can be written as pseudo-Boolean problems, not other lines or numbers")
	}
	cells, lines, clues := m.Board().Len(), m.Lines(), 0
	for c := range cells {
		if m.Clue(c) != puzzle.Empty {
			clues++
		}
	}
	out := bufio.NewWriter(given.Writer(w))
	fmt.Fprintf(out, "* #variable= %d #constraint= %d\n", cells*cells, 2*cells+clues+len(lines))
	for _, comment := range comments {
		fmt.Fprintf(out, "* %s\n", strings.ReplaceAll(comment, "\n", " "))
	}
	o := opb{out: out, cells: cells, cause: func() error { return context.Cause(ctx) }}
	for c := range cells {
		fmt.Fprintf(out, "* %s has one number: x%d is %d, and so on to %d\n", m.Board().Name(c), o.variable(c, 0), m.Low(), m.Low()+cells-1)
		o.sum(cells, func(i int) (int, int) { return 1, o.variable(c, i) }, 1)
	}
	for k := range cells {
		fmt.Fprintf(out, "* number %d is on one cell\n", m.Low()+k)
		o.sum(cells, func(i int) (int, int) { return 1, o.variable(i, k) }, 1)
	}
	for c := range cells {
		if k := m.Clue(c); k != puzzle.Empty {
			fmt.Fprintf(out, "* number %d is given on %s\n", k, m.Board().Name(c))
			o.sum(1, func(int) (int, int) { return 1, o.variable(c, k-m.Low()) }, 1)
		}
	}
	for _, l := range lines {
		fmt.Fprintf(out, "* %s has the sum %d\n", l.Name, l.Sum)
		on := l.Cells()
		o.sum(len(on)*cells, func(i int) (int, int) { return m.Low() + i%cells, o.variable(on[i/cells], i%cells) }, l.Sum)
	}
	if o.ended != nil {
		return o.ended
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing a pseudo-Boolean problem: %w", err)
	}
	return nil
}

// opb writes constraints.
type opb struct {
	out   *bufio.Writer
	cells int
	cause func() error // returns why the context ended, or nil while it goes on
	ended error        // if not nil, why nothing more is written
}

// variable returns the number of the variable that cell c has the k-th number.
func (o *opb) variable(c, k int) int { return c*o.cells + k + 1 }

// sum writes that some terms, each a factor and a variable, have a sum. A line of a board of
// 128x128 has two million terms, so the context is asked within a sum too.
func (o *opb) sum(terms int, term func(i int) (factor, variable int), sum int) {
	const mayTake = 4096 // terms, less than a millisecond
	for i := range terms {
		if i%mayTake == 0 && o.ended == nil {
			o.ended = o.cause()
		}
		if o.ended != nil {
			return
		}
		factor, variable := term(i)
		fmt.Fprintf(o.out, "%+d x%d ", factor, variable)
	}
	fmt.Fprintf(o.out, "= %d ;\n", sum)
}
