package encode

import (
	"fmt"
	"slices"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// coverMagic returns p as an exact cover problem. An option is a line with its numbers, or a number
// on a cell. The families of items are
//
//	lines     primary: each line is filled once
//	in lines  primary: each number is in one line of some that have all cells together, such
//	          as the rows; once for each such set of lines
//	filled    primary: each cell has a number
//	numbers   primary, with multiplicities: each number stands as often as it must
//	cells     secondary, coloured with the number on the cell: the options agree
//	sum       secondary, coloured with the sum of the lines whose sum is not known
//
// If each number stands once, and some lines have all cells together, there are items in
// lines. If numbers may stand any number of times, nothing counts them. Otherwise there are
// items filled and numbers, and options for them.
//
// On a plain square, the rows and the columns are such sets, and either says the same. One is
// redundant, but not both. With both there are half as many nodes. The items of rows and of columns
// are redundant too: the n² numbers of a set need n options of its lines, and cells makes these
// different lines.
//
// A line has an option for each way to fill it. maxTries and write.MaxElements bound that: it is for small
// boards and for boards with many clues.
func coverMagic(run *search.Run, p *puzzle.Magic) (*Cover, error) {
	m, err := cutMagicDomains(run, p)
	if err != nil {
		return nil, err
	}
	return m.cover(run)
}

// maxTries ends the construction if most ways to begin a line lead nowhere.
const maxTries = 100_000_000

// cover is coverMagic with given domains.
func (m *magicDomains) cover(run *search.Run) (*Cover, error) {
	x := m.newCover(run)
	if len(x.parts) == 0 && m.p.Rules().Form != puzzle.Equation {
		if err := x.addNumbers(); err != nil {
			return nil, err
		}
	}
	for i := range m.lines {
		before := x.Options()
		if err := x.addLine(i); err != nil {
			return nil, err
		}
		if err := x.roomForAlike(i, x.Options()-before); err != nil {
			return nil, err
		}
	}
	return &Cover{Problem: x.Problem, Decode: x.decode, families: x.Families}, nil
}

// magicCover is a magic board as an exact cover problem that is being written.
type magicCover struct {
	*write.Cover
	*magicDomains
	inLines, filled, numbers, cells, sum dlx.Item // the first items of families

	parts [][]int // sets of lines that have every cell once
	tries int     // how often a number was put on a cell of any line

	// The rest is about the line whose options are being added.
	at      *puzzle.Line
	item    dlx.Item
	places  []linePlace
	used    []int // per value, how often it is on the cells before the one at hand
	filling []int // the numbers of the cells
	target  interval
}

// linePlace is a cell of a line whose options are being added.
type linePlace struct {
	cell   int
	sign   int      // of its term, if it is the first cell of that, else 0
	last   bool     // it is the last cell of its term
	factor interval // bounds of the product of the cells of its term that come after it
	others interval // bounds of the sum of the terms that come after its own
}

func (m *magicDomains) newCover(run *search.Run) *magicCover {
	cells, numbers, sums := len(m.domains), len(m.values), 0
	parts := m.partitions()
	filled, counted := cells, numbers
	if m.p.Rules().Form == puzzle.Equation || len(parts) > 0 {
		filled, counted = 0, 0
	}
	if slices.ContainsFunc(m.lines, func(l puzzle.Line) bool { return l.Any }) {
		sums = 1
	}
	names, named := make([]string, len(m.lines)), make(map[string]int)
	for i, l := range m.lines {
		named[l.Rule]++
		names[i] = fmt.Sprint(l.Rule, named[l.Rule])
	}
	x, first := write.NewCover(run,
		[]write.ItemFamily{
			{Name: "lines", Count: len(m.lines), Label: func(i int) string { return names[i] }},
			{Name: "in lines", Count: len(parts) * numbers, Label: func(i int) string { return fmt.Sprintf("p%d_%d", i/numbers+1, m.values[i%numbers]) }},
			{Name: "filled", Count: filled, Label: func(c int) string { return "on_" + m.p.Board().Name(c) }},
			{Name: "numbers", Count: counted, Label: func(i int) string { return fmt.Sprintf("n%d", m.values[i]) }},
		},
		[]write.ItemFamily{
			{Name: "cells", Count: cells, Label: m.p.Board().Name},
			{Name: "sum", Count: sums, Label: func(int) string { return "sum" }},
		},
	)
	x.Comment("row1, column1, diagonal1, line1: a line is filled; p1_7: 7 is in a line of the first set of lines that have all cells; on_r1c2: a cell has a number; n7: 7 stands as often as it must; r1c2: a cell, its colour is its number")
	x.Comment(fmt.Sprintf("the lowest number, %d, is colour 1, the next one that is there is 2, and so on", m.values[0]), write.ColourLegend)
	for i := range counted {
		if uses := m.p.Uses(m.values[i]); uses > 1 {
			x.SetMultiplicity(first[3]+dlx.Item(i), uses, uses)
		}
	}
	return &magicCover{
		Cover: x, magicDomains: m, inLines: first[1], filled: first[2], numbers: first[3], cells: first[4], sum: first[5],
		parts: parts, used: make([]int, numbers),
	}
}

// partitions returns sets of lines that have every cell once, no line in two sets. It takes
// the first lines that fit. There are none if a number may stand more than once, because an
// option has an item only once.
func (m *magicDomains) partitions() (parts [][]int) {
	if m.p.Repeats() {
		return nil
	}
	taken := make([]bool, len(m.lines))
	for first := range m.lines {
		var part []int
		met := make(map[int]bool)
		for i := first; i < len(m.lines); i++ {
			cells := m.lines[i].Cells()
			if !taken[i] && !slices.ContainsFunc(cells, func(c int) bool { return met[c] }) {
				part = append(part, i)
				for _, c := range cells {
					met[c] = true
				}
			} else if i == first {
				break
			}
		}
		if len(met) == len(m.domains) {
			parts = append(parts, part)
			for _, i := range part {
				taken[i] = true
			}
		}
	}
	return parts
}

func (m *magicDomains) colour(k int) int32 { return int32(m.index(k) + 1) }

func (x *magicCover) addNumbers() error {
	for c, domain := range x.domains {
		for _, k := range domain {
			colour := x.colour(k)
			if err := x.AddOption(dlx.Element{Item: x.filled + dlx.Item(c)}, dlx.Element{Item: x.numbers + dlx.Item(colour-1)},
				dlx.Element{Item: x.cells + dlx.Item(c), Colour: colour}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *magicCover) addLine(i int) error {
	x.at, x.item = &x.lines[i], dlx.Item(i)
	if !x.possible(x.at) {
		return nil
	}
	x.target, x.places, x.filling = x.sumOf(x.at), x.places[:0], x.filling[:0]
	for t := range x.at.Terms {
		term := &x.at.Terms[t]
		others := x.total(x.at.Terms[t+1:])
		sign := 1
		if term.Minus {
			sign = -1
		}
		for j, c := range term.Cells {
			factor := x.factor(&puzzle.Term{Cells: term.Cells[j+1:]}, -1)
			x.places = append(x.places, linePlace{c, sign, j == len(term.Cells)-1, factor, others})
			sign = 0
		}
	}
	return x.fill(0, 0, 0)
}

// roomForAlike looks ahead after the first of several lines that are alike: sums over equal
// domains to the same target. Each has as many fillings as the i-th. It returns an error if
// their options will be too many. Without it, that would show after seconds.
func (x *magicCover) roomForAlike(i, fillings int) error {
	alike := func(j int) bool {
		l, k := &x.lines[i], &x.lines[j]
		return l.IsSum() && k.IsSum() && l.Any == k.Any && x.sumOf(l) == x.sumOf(k) &&
			slices.EqualFunc(l.Cells(), k.Cells(), func(c, d int) bool { return slices.Equal(x.domains[c], x.domains[d]) })
	}
	for j := range i {
		if alike(j) {
			return nil // the j-th has looked ahead
		}
	}
	elements := x.Elements
	for j := i + 1; j < len(x.lines); j++ {
		if alike(j) {
			elements += fillings * x.width(j)
		}
	}
	return x.RoomFor(elements)
}

// width returns how many elements an option of the i-th line has.
func (x *magicCover) width(i int) int {
	cells := len(x.lines[i].Cells())
	elements := 1 + cells
	if x.partOf(i) >= 0 {
		elements += cells
	}
	if x.lines[i].Any {
		elements++
	}
	return elements
}

// partOf returns the set of lines that has the i-th line, -1 if there is none.
func (x *magicCover) partOf(i int) int {
	return slices.IndexFunc(x.parts, func(lines []int) bool { return slices.Contains(lines, i) })
}

// fill adds the options in which the cells before the j-th have the numbers of filling. The sum is
// that of the terms before it, and the product that of the cells before it in its term.
func (x *magicCover) fill(j, sum, product int) error {
	if j == len(x.places) {
		return x.addFilling(sum)
	}
	at := &x.places[j]
	if at.sign != 0 {
		product = at.sign
	}
	rest := interval{sum, sum}.plus(at.others)
	for _, k := range x.domains[at.cell] {
		value, i := product*k, x.index(k)
		if x.used[i] >= x.p.Uses(k) || !(interval{value, value}.times(at.factor).plus(rest).meets(x.target)) {
			continue
		}
		if x.tries++; x.tries > maxTries {
			return &search.LimitError{What: fmt.Sprintf("%d numbers tried on lines", maxTries)}
		}
		x.used[i]++
		x.filling = append(x.filling, k)
		var err error
		if at.last {
			err = x.fill(j+1, sum+value, 0)
		} else {
			err = x.fill(j+1, sum, value)
		}
		x.filling = x.filling[:j]
		x.used[i]--
		if err != nil {
			return err
		}
	}
	return x.Run.Err()
}

// addFilling adds the option that the line has the numbers of filling.
func (x *magicCover) addFilling(sum int) error {
	option := append(x.Scratch[:0], dlx.Element{Item: x.item})
	for j, k := range x.filling {
		option = append(option, dlx.Element{Item: x.cells + dlx.Item(x.places[j].cell), Colour: x.colour(k)})
	}
	if part := x.partOf(int(x.item)); part >= 0 {
		for _, k := range x.filling {
			option = append(option, dlx.Element{Item: x.inLines + dlx.Item(part*len(x.values)+x.index(k))})
		}
	}
	if x.at.Any {
		if x.target.high-x.target.low > maxRange {
			return write.TooLarge("sum with values from %d to %d", x.target.low, x.target.high)
		}
		option = append(option, dlx.Element{Item: x.sum, Colour: int32(sum - x.target.low + 1)})
	}
	x.Scratch = option
	return x.AddOption(option...)
}

// decode reads the numbers off the colours. A cell without colour is empty. The result is nil if the
// problem does not have all of the options.
func (x *magicCover) decode(options []int) puzzle.Solution {
	s := slices.Repeat(puzzle.Solution{puzzle.Empty}, len(x.domains))
	known := x.EachColour(options, x.cells, len(s), func(c, colour int) {
		if colour >= 1 && colour <= len(x.values) {
			s[c] = x.values[colour-1]
		}
	})
	if !known {
		return nil
	}
	return s
}
