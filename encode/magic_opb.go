package encode

// A magic board as a pseudo-Boolean problem, in the format OPB of the pseudo-Boolean
// competitions. It states the puzzle so that a person can read it. It has only one line for each
// cell, number, clue and line of the board. Nothing is cut or derived, because the text is there
// to be compared, not to be fast.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// WriteOPB writes a magic board as a pseudo-Boolean problem. Each variable says that a cell has a
// number. On a board with n different numbers, that of cell c and the k-th number is c·n + k + 1. Here c
// and k are counted from 0. The models are the solutions. The comments come first, after the line
// with the sizes. For a plain square of order n the text has O(n⁵) terms.
//
// WriteOPB fails for a puzzle of another family, and for a board with products. It also fails with the error
// of w, and with the cause of the end of ctx.
func WriteOPB(ctx context.Context, w io.Writer, p puzzle.Puzzle, comments ...string) error {
	if err := checkOPB(p); err != nil {
		return err
	}
	m := p.(*puzzle.Magic)
	out := bufio.NewWriter(base.Writer(w))
	o := opb{out: out, board: m, numbers: slices.Compact(m.Numbers()), cause: func() error { return context.Cause(ctx) }}
	lines := m.Lines()
	fmt.Fprintf(out, "* #variable= %d #constraint= %d\n", m.Board().Len()*len(o.numbers), o.constraints(lines))
	for _, comment := range comments {
		fmt.Fprintf(out, "* %s\n", strings.ReplaceAll(comment, "\n", " "))
	}
	o.fillings()
	o.lines(lines)
	if o.ended != nil {
		return o.ended
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing a pseudo-Boolean problem: %w", err)
	}
	return nil
}

// checkOPB returns an error for a puzzle that [WriteOPB] cannot write: one of another family, or a magic
// board with products.
func checkOPB(p puzzle.Puzzle) error {
	if err := puzzle.Validate(p); err != nil {
		return err
	}
	m, ok := p.(*puzzle.Magic)
	if !ok {
		return fmt.Errorf("only magic boards can be written as pseudo-Boolean problems, not a %s", p.Family())
	}
	for _, l := range m.Lines() {
		if slices.ContainsFunc(l.Terms, func(t puzzle.Term) bool { return len(t.Cells) > 1 }) {
			return fmt.Errorf("a pseudo-Boolean problem cannot multiply, as %s does", l.Name)
		}
	}
	return nil
}

// opb writes constraints.
type opb struct {
	out     *bufio.Writer
	board   *puzzle.Magic
	numbers []int        // each once, ascending
	cause   func() error // returns why the context ended, or nil while it goes on
	ended   error        // if not nil, why nothing more is written
}

// variable returns the number of the variable that cell c has the k-th number.
func (o *opb) variable(c, k int) int { return c*len(o.numbers) + k + 1 }

// constraints returns how many constraints there are. The first line whose sum is not known has none.
func (o *opb) constraints(lines []puzzle.Line) int {
	n := o.board.Board().Len() + len(lines)
	if o.board.Rules().Form != puzzle.Equation {
		n += len(o.numbers)
	}
	for _, k := range o.board.Clues() {
		if k != puzzle.Empty {
			n++
		}
	}
	if slices.ContainsFunc(lines, func(l puzzle.Line) bool { return l.Any }) {
		n--
	}
	return n
}

// fillings writes that each cell has one number, how often each number stands, and the clues.
func (o *opb) fillings() {
	b, n := o.board.Board(), len(o.numbers)
	for c := range b.Len() {
		fmt.Fprintf(o.out, "* %s has one number: x%d is %d, and so on to %d\n", b.Name(c), o.variable(c, 0), o.numbers[0], o.numbers[n-1])
		o.sum(n, func(i int) (int, int) { return 1, o.variable(c, i) }, 1)
	}
	for k, number := range o.numbers {
		if o.board.Rules().Form == puzzle.Equation {
			break
		}
		fmt.Fprintf(o.out, "* number %d is on %s\n", number, base.Plural(o.board.Uses(number), "cell"))
		o.sum(b.Len(), func(i int) (int, int) { return 1, o.variable(i, k) }, o.board.Uses(number))
	}
	for c, number := range o.board.Clues() {
		if number != puzzle.Empty {
			k, _ := slices.BinarySearch(o.numbers, number)
			fmt.Fprintf(o.out, "* number %d is given on %s\n", number, b.Name(c))
			o.sum(1, func(int) (int, int) { return 1, o.variable(c, k) }, 1)
		}
	}
}

// lines writes the sum of each line. Lines whose sum is not known have the sum of the first of them.
func (o *opb) lines(lines []puzzle.Line) {
	n := len(o.numbers)
	var first []puzzle.Term
	for _, l := range lines {
		terms, sum := l.Terms, l.Sum
		switch {
		case l.Any && first == nil:
			first = terms
			continue
		case l.Any:
			fmt.Fprintf(o.out, "* %s has the same sum as those before\n", l.Name)
			terms, sum = slices.Clone(terms), 0
			for _, t := range first {
				terms = append(terms, puzzle.Term{Minus: !t.Minus, Cells: t.Cells})
			}
		default:
			fmt.Fprintf(o.out, "* %s has the sum %d\n", l.Name, l.Sum)
		}
		o.sum(len(terms)*n, func(i int) (int, int) {
			t, k := terms[i/n], o.numbers[i%n]
			if t.Minus {
				k = -k
			}
			return k, o.variable(t.Cells[0], i%n)
		}, sum)
	}
}

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
