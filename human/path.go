package human

import (
	"fmt"
	"math/bits"
	"slices"

	"crosscut/puzzle"
)

// path is a Hidoku on its way. Numbers count from 0 here, so that number k is
// written k+1.
//
// Invariant: cell c is in cells[k] exactly when k may still be on c; left[k] and
// fits[c] are the sizes of these sets by number and by cell.
type path struct {
	p      *puzzle.Hidoku
	n      int
	near   [][]int // per cell the cells that touch it
	at     []int   // per number its cell, or -1
	number []int   // per cell its number, or -1
	free   int     // cells without a number

	words int      // in a set of cells
	cells []uint64 // per number a set
	left  []int
	fits  []int

	// Per number and cell, by which technique the number was seen not to be there; None where it
	// went with a step of its own, or because the cell or the number is placed.
	how []uint8

	wrong string // why there is no solution

	clock   int   // rises with every change
	changed []int // per number, when its cells last became fewer
	reached int   // when reach last looked: the number of free cells then
	bridged []int // per number, when the gap that begins there was last looked at
}

func newPath(p *puzzle.Hidoku) *path {
	n := p.Board().Len()
	s := &path{
		p: p, n: n, near: make([][]int, n), free: n, words: (n + 63) / 64, clock: 1, reached: -1,
		at: slices.Repeat([]int{-1}, n), number: slices.Repeat([]int{-1}, n),
		left: slices.Repeat([]int{n}, n), fits: slices.Repeat([]int{n}, n),
		how: make([]uint8, n*n), changed: make([]int, n), bridged: make([]int, n),
	}
	s.cells = make([]uint64, n*s.words)
	for k := range n {
		for c := range n {
			s.cells[k*s.words+c/64] |= 1 << (c % 64)
		}
	}
	for c := range n {
		s.near[c] = p.Neighbours(c)
	}
	for c := range n {
		if k := p.Clue(c); k != puzzle.Empty {
			s.place(k-1, c)
		}
	}
	return s
}

func (s *path) clone() logic {
	t := *s
	t.at, t.number = slices.Clone(s.at), slices.Clone(s.number)
	t.cells, t.left, t.fits = slices.Clone(s.cells), slices.Clone(s.left), slices.Clone(s.fits)
	t.how = slices.Clone(s.how)
	t.changed, t.bridged = slices.Clone(s.changed), slices.Clone(s.bridged)
	return &t
}

// may reports whether k may be on c.
func (s *path) may(k, c int) bool { return s.cells[k*s.words+c/64]>>(c%64)&1 != 0 }

// drop takes c from the cells of k, if it is there, and reports whether it was.
func (s *path) drop(k, c int, how Technique) bool {
	if !s.may(k, c) {
		return false
	}
	s.cells[k*s.words+c/64] &^= 1 << (c % 64)
	s.how[k*s.n+c] = uint8(how)
	s.left[k]--
	s.fits[c]--
	s.clock++
	s.changed[k] = s.clock
	switch {
	case s.wrong != "":
	case s.left[k] == 0:
		s.wrong = fmt.Sprintf("no cell is left for %d", k+1)
	case s.fits[c] == 0:
		s.wrong = fmt.Sprintf("no number is left for %s", s.cell(c))
	}
	return true
}

// place puts k on c.
func (s *path) place(k, c int) {
	if s.at[k] >= 0 || s.number[c] >= 0 {
		if s.at[k] != c && s.wrong == "" {
			s.wrong = fmt.Sprintf("%d cannot be on %s", k+1, s.cell(c))
		}
		return
	}
	s.at[k], s.number[c] = c, k
	s.free--
	s.clock++
	s.changed[k] = s.clock
	for d := range s.n {
		if d != c {
			s.drop(k, d, None)
		}
	}
	for other := range s.n {
		if other != k {
			s.drop(other, c, None)
		}
	}
	if !s.may(k, c) && s.wrong == "" {
		s.wrong = fmt.Sprintf("%d cannot be on %s", k+1, s.cell(c))
	}
}

// members appends the cells of k to list.
func (s *path) members(k int, list []int) []int {
	for w, word := range s.cells[k*s.words : (k+1)*s.words] {
		for ; word != 0; word &= word - 1 {
			list = append(list, 64*w+bits.TrailingZeros64(word))
		}
	}
	return list
}

// numbersOf returns the numbers that may be on c.
func (s *path) numbersOf(c int) []int {
	var numbers []int
	for k := range s.n {
		if s.may(k, c) {
			numbers = append(numbers, k)
		}
	}
	return numbers
}

func (s *path) touch(c, d int) bool { return slices.Contains(s.near[c], d) }

func (s *path) cell(c int) string { return s.p.Board().Name(c) }

func (s *path) solved() bool { return s.free == 0 && s.fault() == "" }

func (s *path) fault() string {
	if s.wrong != "" || s.free > 0 {
		return s.wrong
	}
	for k := 1; k < s.n; k++ {
		if !s.touch(s.at[k-1], s.at[k]) {
			return fmt.Sprintf("%d and %d do not touch", k, k+1)
		}
	}
	return ""
}

func (s *path) board() []int {
	board := slices.Repeat([]int{puzzle.Empty}, s.n)
	for c, k := range s.number {
		if k >= 0 {
			board[c] = k + 1
		}
	}
	return board
}

func (s *path) name(c Candidate) string {
	return fmt.Sprintf("%d at %s", c.Value, s.cell(c.Cells[0]))
}

func (s *path) undecided() int { return undecided(s.at, s.left) }

func (s *path) effort() int { return 1 + s.n/100 }

func (s *path) suppose(c Candidate) { s.place(c.Value-1, c.Cells[0]) }

func (s *path) refute(c Candidate) { s.drop(c.Value-1, c.Cells[0], None) }

func candidate(k, c int) Candidate { return Candidate{Value: k + 1, Cells: []int{c}} }

func (s *path) choices(limit int) []choice {
	var sets []choice
	for _, v := range fewest(s.at, s.left, s.number, s.fits, limit) {
		var set choice
		if !v.isCell {
			set.of = fmt.Sprintf("%d has %s left", v.index+1, counted(v.size, "cell"))
			for _, c := range s.members(v.index, nil) {
				set.options = append(set.options, candidate(v.index, c))
			}
		} else {
			set.of = fmt.Sprintf("%s has %s left", s.cell(v.index), counted(v.size, "number"))
			for _, k := range s.numbersOf(v.index) {
				set.options = append(set.options, candidate(k, v.index))
			}
		}
		sets = append(sets, set)
	}
	return sets
}

// gap is a run of numbers without cells, between two numbers that have one: the
// numbers from+1 to to-1. From is -1 before the first number, to is n after the last.
type gap struct{ from, to int }

func (g gap) size() int { return g.to - g.from - 1 }

// gaps returns all gaps, in order.
func (s *path) gaps() []gap {
	var gaps []gap
	from := -1
	for k := 0; k <= s.n; k++ {
		if k < s.n && s.at[k] < 0 {
			continue
		}
		if k > from+1 {
			gaps = append(gaps, gap{from, k})
		}
		from = k
	}
	return gaps
}

// has reports whether k is one of the gap's numbers.
func (g gap) has(k int) bool { return g.from < k && k < g.to }

// ends returns the cells at the ends of a gap: two, one, or none.
func (s *path) ends(g gap) []int {
	var ends []int
	if g.from >= 0 {
		ends = append(ends, s.at[g.from])
	}
	if g.to < s.n {
		ends = append(ends, s.at[g.to])
	}
	return ends
}

// span names a gap by its ends: "36 and 41", "after 97", "before 4".
func (s *path) span(g gap) string {
	switch {
	case g.from < 0 && g.to == s.n:
		return "on the whole path"
	case g.from < 0:
		return fmt.Sprintf("before %d", g.to+1)
	case g.to == s.n:
		return fmt.Sprintf("after %d", g.from+1)
	}
	return fmt.Sprintf("between %d and %d", g.from+1, g.to+1)
}
