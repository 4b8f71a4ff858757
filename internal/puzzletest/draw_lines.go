package puzzletest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"crosscut/puzzle"
)

// DrawLines returns a magic board that is mostly no plain square: a list of lines on a board
// of up to nine cells, a square of numbers with repeats, or equations. Mostly it has a
// solution.
func DrawLines(t *rapid.T) *puzzle.Magic {
	switch rapid.IntRange(0, 3).Draw(t, "form of lines") {
	case 0:
		return drawRepeats(t)
	case 1:
		return drawEquation(t)
	}
	return drawList(t)
}

// drawFilling returns numbers for cells, some of them equal.
func drawFilling(t *rapid.T, cells int) puzzle.Solution {
	low := rapid.IntRange(-4, 3).Draw(t, "low")
	spread := rapid.SampledFrom([]int{2, cells, 2 * cells}).Draw(t, "spread")
	filling := make(puzzle.Solution, cells)
	if rapid.Bool().Draw(t, "each once") {
		return rapid.Permutation(upTo(low, cells)).Draw(t, "filling")
	}
	for c := range filling {
		filling[c] = rapid.IntRange(low, low+spread).Draw(t, "number")
	}
	return filling
}

// drawList returns a board with a list of lines that add up or multiply.
func drawList(t *rapid.T) *puzzle.Magic {
	board := drawBoard(t, 8)
	cells := board.Len()
	filling := drawFilling(t, cells)
	unknown := rapid.IntRange(0, 3).Draw(t, "unknown sum, at 0") == 0
	var lines []puzzle.Line
	missing := upTo(0, cells)
	for i := 0; len(missing) > 0 || i < 2; i++ {
		of := rapid.Permutation(upTo(0, cells)).Draw(t, "cells")[:rapid.IntRange(1, min(cells, 4)).Draw(t, "length")]
		if i > 3 {
			of = missing // the last line has all cells that are in none
		}
		missing = slices.DeleteFunc(slices.Clone(missing), func(c int) bool { return slices.Contains(of, c) })
		l := puzzle.Line{Rule: "line", Name: fmt.Sprintf("line %d", i+1)}
		if len(of) > 1 && rapid.IntRange(0, 2).Draw(t, "product, at 0") == 0 {
			l.Terms = []puzzle.Term{{Cells: of}}
		} else {
			for _, c := range of {
				l.Terms = append(l.Terms, puzzle.Term{Cells: []int{c}})
			}
			l.Any = unknown
		}
		if l.Sum, _ = l.Value(filling); l.Any {
			l.Sum = 0
		} else if rapid.IntRange(0, 19).Draw(t, "another sum, at 0") == 0 {
			l.Sum++
		}
		lines = append(lines, l)
	}
	return must[*puzzle.Magic](t)(puzzle.MagicRules{Form: puzzle.Listed, Board: board, Lines: lines, Numbers: filling}.New(thinned(t, slices.Clone(filling))))
}

// drawRepeats returns a square of order 2 or 3 whose numbers have repeats.
func drawRepeats(t *rapid.T) *puzzle.Magic {
	n := rapid.IntRange(1, 3).Draw(t, "order")
	filling := drawFilling(t, n*n)
	if n == 3 && rapid.Bool().Draw(t, "magic") { // a square with a solution: the sum of two that have one
		a, b, c := rapid.IntRange(-2, 2).Draw(t, "a"), rapid.IntRange(-2, 2).Draw(t, "b"), rapid.IntRange(-2, 2).Draw(t, "c")
		filling = puzzle.Solution{c - b, c + a + b, c - a, c - a + b, c, c + a - b, c + a, c - a - b, c + b}
	}
	form := rapid.SampledFrom([]puzzle.MagicForm{puzzle.Square, puzzle.Pandiagonal, puzzle.Associative}).Draw(t, "form")
	p, err := puzzle.MagicRules{Form: form, Numbers: filling}.New(thinned(t, slices.Clone(filling)))
	if err != nil { // the numbers have no equal sums
		total := 0
		for _, k := range filling {
			total += k
		}
		filling[0] += n*n - (total%(n*n)+n*n)%(n*n)
		for odd := 0; err != nil && odd < 2*n; odd++ {
			p, err = puzzle.MagicRules{Form: form, Numbers: filling}.New(thinned(t, slices.Clone(filling)))
			filling[0] += n
		}
	}
	if err != nil {
		return drawEquation(t)
	}
	return p
}

// DrawSymmetric returns a magic board of at most so many cells, with consecutive numbers and a list of lines
// that a turn of some of its cells keeps, and often a reflection too. Often the complements of the numbers
// keep it as well.
func DrawSymmetric(t *rapid.T, cells int) *puzzle.Magic {
	board := drawBoard(t, cells)
	n := board.Len()
	filling := rapid.Permutation(upTo(rapid.IntRange(-4, 3).Draw(t, "low"), n)).Draw(t, "filling")
	order := rapid.Permutation(upTo(0, n)).Draw(t, "order of cells")
	size := rapid.IntRange(1, min(n, 5)).Draw(t, "cells that are turned together")
	reflected := rapid.Bool().Draw(t, "reflected")
	var lines []puzzle.Line
	add := func(at []int, sum int) { // in the order of cells
		l := puzzle.Line{Rule: "line", Name: fmt.Sprintf("line %d", len(lines)+1), Sum: sum}
		for _, i := range at {
			l.Terms = append(l.Terms, puzzle.Term{Cells: []int{order[i]}})
		}
		lines = append(lines, l)
	}
	turned := n - n%size // before this one, size cells each are turned
	for first := 0; first < n; first++ {
		if first < turned && first%size > 0 {
			continue // a turn has put it into a line
		}
		length := rapid.IntRange(min(n, 2), min(n, 4)).Draw(t, "length")
		set := slices.DeleteFunc(rapid.Permutation(upTo(0, n)).Draw(t, "line"), func(i int) bool { return i == first })[:length-1]
		set = append(set, first)
		sum := 0
		for _, i := range set {
			sum += filling[order[i]]
		}
		if rapid.Bool().Draw(t, "sum of means") {
			sum = length * (slices.Min(filling) + slices.Max(filling)) / 2
		}
		for turn := range size {
			for _, sign := range []int{1, -1} {
				image := make([]int, length)
				for j, i := range set {
					if image[j] = i; i < turned {
						image[j] = i - i%size + ((sign*i+turn)%size+size)%size
					}
				}
				if sign > 0 || reflected {
					add(image, sum)
				}
			}
		}
	}
	return must[*puzzle.Magic](t)(puzzle.MagicRules{Form: puzzle.Listed, Board: board, Lines: lines, Numbers: filling}.New(thinned(t, slices.Clone(filling))))
}

func drawEquation(t *rapid.T) *puzzle.Magic {
	height, width := rapid.IntRange(1, 3).Draw(t, "rows"), rapid.IntRange(1, 2).Draw(t, "columns")
	low := rapid.IntRange(-3, 2).Draw(t, "low")
	numbers := upTo(low, rapid.IntRange(1, 6).Draw(t, "numbers"))
	filling := make(puzzle.Solution, height*width)
	for c := range filling {
		filling[c] = rapid.SampledFrom(numbers).Draw(t, "number")
	}
	e := puzzle.Equations{Rows: make([]int, height), Columns: make([]int, width)}
	operators := func(n int) []byte {
		return rapid.SliceOfN(rapid.SampledFrom([]byte("+-*")), n, n).Draw(t, "operators")
	}
	for range height {
		e.Across = append(e.Across, operators(width-1))
	}
	for range width {
		e.Down = append(e.Down, operators(height-1))
	}
	blank := must[*puzzle.Magic](t)(puzzle.MagicRules{Form: puzzle.Equation, Equations: e, Numbers: numbers}.New(slices.Repeat([]int{puzzle.Empty}, len(filling))))
	for i, l := range blank.Lines() {
		value, _ := l.Value(filling)
		if i < height {
			e.Rows[i] = value
		} else {
			e.Columns[i-height] = value
		}
	}
	return must[*puzzle.Magic](t)(puzzle.MagicRules{Form: puzzle.Equation, Equations: e, Numbers: numbers}.New(thinned(t, slices.Clone(filling))))
}
