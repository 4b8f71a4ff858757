package puzzle

import (
	"fmt"
	"strings"
)

// MaxNumber is the largest magnitude that a number or sum of a magic board may
// have, so that no sum overflows.
const MaxNumber = 1 << 40

// tooLarge reports whether a number is beyond [MaxNumber] in magnitude.
func tooLarge(k int) bool { return k > MaxNumber || k < -MaxNumber }

// Magic is a magic board: cells to be filled with numbers, so that every line has its sum.
// A line is a set of cells, and a number may stand as often as the multiset of numbers has
// it.
//
// The plain square is one instance. It has n rows of n cells, and the n² numbers from Low, each
// once. Every row and every column has the same sum. So have both diagonals, unless the rules say
// otherwise. [Variant] tells it from the others. Low, High and Sum describe
// only the plain square in full. Numbers, Uses and Lines describe every magic board, and [MagicRules]
// makes it.
type Magic struct {
	numbers
	sum       int
	diagonals bool

	*magicRules // what the board asks if it is not a plain square, else nil
}

// isPlain reports whether the board is a plain square: see [Magic].
func (p *Magic) isPlain() bool { return p == nil || p.magicRules == nil }

// Sum returns the sum that every line of a plain square must have. For other boards it is 0:
// see [Magic.Lines].
func (p *Magic) Sum() int { return p.sum }

// lattice returns the square lattice, or that of hexagons for a wheel: see member.
func (p *Magic) lattice() ([]turning, [][2]int) {
	if !p.isPlain() && p.form == Jodici {
		return hexTurnings, wheelPositions()
	}
	return squareTurnings, p.board.positions()
}

// keepsRules reports whether the map keeps the clues and the lines: see member.
func (p *Magic) keepsRules(image []int) (recolours, ok bool) {
	return false, keepsClues(p.clues, image) && (p.isPlain() || keepsLines(p.lines, image))
}

// Check judges a filled board: see [Puzzle].
func (p *Magic) Check(s Solution) error { return p.check(s, false) }

// check judges a board, which may have open cells if partial: see member.
func (p *Magic) check(s Solution, partial bool) error {
	if err := checkLength(&p.board, s); err != nil {
		return err
	}
	if !p.isPlain() {
		return p.checkLines(s, partial)
	}
	if _, err := placesOf(&p.board, s, p.low, p.high, p.clues, partial); err != nil {
		return err
	}
	n := p.board.Width()
	for i := range n {
		if err := p.checkLine(s, ruleRow, i, n*i, 1); err != nil {
			return err
		}
		if err := p.checkLine(s, ruleColumn, i, i, n); err != nil {
			return err
		}
	}
	if !p.diagonals {
		return nil
	}
	if err := p.checkLine(s, ruleDiagonal, 0, 0, n+1); err != nil {
		return err
	}
	return p.checkLine(s, ruleDiagonal, 1, n-1, n-1)
}

// checkLine judges the i-th line of a kind: n cells, beginning with first and stride
// apart. A line with an open cell breaks no rule.
func (p *Magic) checkLine(s Solution, rule string, i, first, stride int) error {
	sum := 0
	for j := range p.board.Width() {
		k := s[first+j*stride]
		if k == Empty {
			return nil
		}
		sum += k
	}
	if sum != p.sum {
		return violation(rule, first, "%s %d has the sum %d, not %d", rule, i+1, sum, p.sum)
	}
	return nil
}

// String returns the puzzle as text: see package text.
func (p *Magic) String() string {
	if !p.isPlain() {
		return p.linesText()
	}
	var text strings.Builder
	fmt.Fprintf(&text, "puzzle: %s\nnumbers: %d..%d\nsum: %d\n", FamilyMagic, p.low, p.high, p.sum)
	if !p.diagonals {
		text.WriteString("diagonals: no\n")
	}
	text.WriteString(Format(p, p.clues))
	return text.String()
}
