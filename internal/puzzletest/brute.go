// Package puzzletest has what the tests of several packages share: puzzles drawn at
// random, brute force that knows only the rules, puzzle types of other packages, and the
// cases with known answers. Only tests import it.
package puzzletest

import (
	"slices"

	"crosscut/puzzle"
)

// Brute returns all solutions of a small puzzle in lexicographic order, by trying
// everything in the simplest way. It returns nil for a puzzle type of another package.
func Brute(p puzzle.Puzzle) []puzzle.Solution {
	var all []puzzle.Solution
	board := slices.Repeat(puzzle.Solution{puzzle.Empty}, p.Board().Len())
	found := func() { all = append(all, slices.Clone(board)) }
	switch p := p.(type) {
	case *puzzle.Hidoku:
		for c := range board {
			bruteHidoku(p, board, c, 1, found)
		}
	case *puzzle.Magic:
		bruteMagic(p, p.Lines(), slices.Compact(p.Numbers()), board, 0, found)
	case *puzzle.Draughtboard:
		plain, versions := puzzle.Variant(p) == "", make([][]puzzle.Stone, len(p.Stones()))
		for i := range versions {
			versions[i] = p.Versions(i)
		}
		for _, corner := range p.Colourings() {
			bruteDraughtboard(p, versions, corner, board, func() {
				if plain || p.Check(board) == nil { // the check knows the ranges
					found()
				}
			})
		}
		for i, s := range all {
			all[i] = p.Canonical(s)
		}
	}
	slices.SortFunc(all, slices.Compare[puzzle.Solution])
	return slices.CompactFunc(all, slices.Equal[puzzle.Solution])
}

// bruteHidoku puts k on a cell, and all larger numbers on the cells that a path from there visits.
func bruteHidoku(p *puzzle.Hidoku, board puzzle.Solution, c, k int, found func()) {
	if board[c] != puzzle.Empty || p.Clue(c) != k && (p.Clue(c) != puzzle.Empty || slices.Contains(p.Clues(), k)) {
		return
	}
	board[c] = k
	if k == len(board) && keepsRules(p, board) {
		found()
	}
	if k < len(board) {
		for _, d := range p.Neighbours(c) {
			bruteHidoku(p, board, d, k+1, found)
		}
	}
	board[c] = puzzle.Empty
}

// bruteMagic fills the cells from c on. A full line with another sum ends the search, and so does
// a number that stands too often. The rules judge what is filled.
func bruteMagic(p *puzzle.Magic, lines []puzzle.Line, numbers []int, board puzzle.Solution, c int, found func()) {
	if c == len(board) {
		if p.Check(board) == nil {
			found()
		}
		return
	}
	broken := func(l puzzle.Line) bool {
		value, full := l.Value(board)
		return full && !l.Any && value != l.Sum
	}
	for _, k := range numbers {
		used := 0
		for _, before := range board[:c] {
			if before == k {
				used++
			}
		}
		if p.Clue(c) != puzzle.Empty && p.Clue(c) != k || used == p.Uses(k) {
			continue
		}
		if board[c] = k; !slices.ContainsFunc(lines, broken) {
			bruteMagic(p, lines, numbers, board, c+1, found)
		}
		board[c] = puzzle.Empty
	}
}

// bruteDraughtboard covers the first open cell with each stone that is left, in each of its versions
// and by each of its cells. If cells may stay bare, it also leaves that cell bare.
func bruteDraughtboard(p *puzzle.Draughtboard, versions [][]puzzle.Stone, corner puzzle.Colour, board puzzle.Solution, found func()) {
	open := slices.Index(board, puzzle.Empty)
	if open < 0 {
		found()
		return
	}
	if p.Gaps().Most > 0 {
		board[open] = puzzle.Bare
		bruteDraughtboard(p, versions, corner, board, found)
		board[open] = puzzle.Empty
	}
	row, col := p.Board().Pos(open)
	tried := map[int]bool{}
	for s := range p.Stones() {
		value := s + 1
		if p.Signed() && corner == puzzle.White {
			value = -value
		}
		if slices.Contains(board, value) || tried[p.Kinds()[s]] {
			continue
		}
		tried[p.Kinds()[s]] = true // one of several interchangeable stones is enough
		for _, version := range versions[s] {
			for _, by := range version.Cells() {
				cells := lay(p, corner, board, version, row-by.Row, col-by.Col)
				for _, c := range cells {
					board[c] = value
				}
				if cells != nil {
					bruteDraughtboard(p, versions, corner, board, found)
				}
				for _, c := range cells {
					board[c] = puzzle.Empty
				}
			}
		}
	}
}

// lay returns the cells of a stone shifted by rows and columns. It returns nil if one of
// them is not an open cell of the right colour.
func lay(p *puzzle.Draughtboard, corner puzzle.Colour, board puzzle.Solution, stone puzzle.Stone, rows, cols int) []int {
	var cells []int
	for _, cell := range stone.Cells() {
		c := p.Board().Cell(cell.Row+rows, cell.Col+cols)
		if c < 0 || board[c] != puzzle.Empty || cell.Colour != puzzle.AnyColour && cell.Colour != p.ColourAt(c, corner) {
			return nil
		}
		cells = append(cells, c)
	}
	return cells
}
