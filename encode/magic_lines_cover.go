package encode

import (
	"fmt"
	"slices"
	"strconv"

	"crosscut/dlx"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// coverLines returns a magic board that is not a plain square as an exact cover problem. An
// option is a line with its numbers, or a number on a cell. The families of items are
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
// items filled and numbers, and options for them. A line has an option for each way to fill
// it. maxTries and maxElements bound that.
func coverLines(run *search.Run, p *puzzle.Magic) (*Cover, error) {
	m, err := cutLineDomains(run, p)
	if err != nil {
		return nil, err
	}
	x := m.newLineCover(run)
	if len(x.parts) == 0 && !p.Free() {
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
	return &Cover{Problem: x.Problem, Decode: x.decode, families: x.families}, nil
}

// lineCover is such a board as an exact cover problem that is being written.
type lineCover struct {
	*cover
	*lineDomains
	inLines, filled, numbers, cells, sum dlx.Item // the first items of families

	parts [][]int // sets of lines that have every cell once
	tries int

	// The rest is about the line whose options are being added.
	at    *puzzle.Line
	item  dlx.Item
	order []int // its cells, term by term
	used  map[int]int
	board puzzle.Solution
}

// newLineCover returns the problem without options.
func (m *lineDomains) newLineCover(run *search.Run) *lineCover {
	cells, numbers, sums := len(m.domains), len(m.values), 0
	parts := m.partitions()
	filled, counted := cells, numbers
	if m.p.Free() || len(parts) > 0 {
		filled, counted = 0, 0
	}
	if slices.ContainsFunc(m.lines, func(l puzzle.Line) bool { return l.Any }) {
		sums = 1
	}
	x, first := newCover(run,
		[]itemFamily{
			{"lines", len(m.lines), func(i int) string { return "line" + strconv.Itoa(i+1) }},
			{"in lines", len(parts) * numbers, func(i int) string { return fmt.Sprintf("p%d_%d", i/numbers+1, m.values[i%numbers]) }},
			{"filled", filled, func(c int) string { return "on_" + m.p.Board().Name(c) }},
			{"numbers", counted, func(i int) string { return "n" + strconv.Itoa(m.values[i]) }},
		},
		[]itemFamily{
			{"cells", cells, m.p.Board().Name},
			{"sum", sums, func(int) string { return "sum" }},
		},
	)
	x.Comment("line1: a line is filled; p1_7: 7 is in a line of the first set of lines that have all cells; on_r1c2: a cell has a number; n7: 7 stands as often as it must; r1c2: a cell, its colour is its number")
	x.Comment("the lowest number, "+strconv.Itoa(m.values[0])+", is colour 1, the next one that is there is 2, and so on", colourLegend)
	for i := range counted {
		if uses := m.p.Uses(m.values[i]); uses > 1 {
			x.SetMultiplicity(first[3]+dlx.Item(i), uses, uses)
		}
	}
	return &lineCover{
		cover: x, lineDomains: m, inLines: first[1], filled: first[2], numbers: first[3], cells: first[4], sum: first[5],
		parts: parts, used: make(map[int]int), board: slices.Repeat(puzzle.Solution{puzzle.Empty}, cells),
	}
}

// partitions returns sets of lines that have every cell once, no line in two sets. It takes
// the first lines that fit. There are none if a number may stand more than once, because an
// option has an item only once.
func (m *lineDomains) partitions() (parts [][]int) {
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

// colour returns the colour of a number.
func (m *lineDomains) colour(k int) int32 {
	i, _ := slices.BinarySearch(m.values, k)
	return int32(i + 1)
}

// addNumbers adds the options of a number on a cell.
func (x *lineCover) addNumbers() error {
	for c, domain := range x.domains {
		for _, k := range domain {
			colour := x.colour(k)
			if err := x.add(dlx.Element{Item: x.filled + dlx.Item(c)}, dlx.Element{Item: x.numbers + dlx.Item(colour-1)},
				dlx.Element{Item: x.cells + dlx.Item(c), Colour: colour}); err != nil {
				return err
			}
		}
	}
	return nil
}

// addLine adds the options of the i-th line.
func (x *lineCover) addLine(i int) error {
	x.at, x.item = &x.lines[i], dlx.Item(i)
	if !x.possible(x.at) {
		return nil
	}
	x.order = x.at.Cells()
	return x.fill(0, x.target(x.at))
}

// roomForAlike looks ahead after the first of several lines that are alike: sums over equal
// domains to the same target. Each has as many fillings as the i-th. It returns an error if
// their options will be too many. Without it, that would show after seconds.
func (x *lineCover) roomForAlike(i, fillings int) error {
	alike := func(j int) bool {
		l, k := &x.lines[i], &x.lines[j]
		return l.IsSum() && k.IsSum() && l.Any == k.Any && x.target(l) == x.target(k) &&
			slices.EqualFunc(l.Cells(), k.Cells(), func(c, d int) bool { return slices.Equal(x.domains[c], x.domains[d]) })
	}
	for j := range i {
		if alike(j) {
			return nil // the j-th has looked ahead
		}
	}
	elements := x.elements
	for j := i + 1; j < len(x.lines); j++ {
		if alike(j) {
			elements += fillings * x.width(j)
		}
	}
	return x.roomFor(elements)
}

// width returns how many elements an option of the i-th line has.
func (x *lineCover) width(i int) int {
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
func (x *lineCover) partOf(i int) int {
	return slices.IndexFunc(x.parts, func(lines []int) bool { return slices.Contains(lines, i) })
}

// fill adds the options in which the cells before the j-th have the numbers of the board.
func (x *lineCover) fill(j int, target interval) error {
	if j == len(x.order) {
		return x.addFilling(target)
	}
	c := x.order[j]
	whole := x.domains[c]
	for _, k := range whole {
		if x.used[k] >= x.p.Uses(k) {
			continue
		}
		if x.tries++; x.tries > maxTries {
			return &search.LimitError{What: fmt.Sprintf("%d numbers tried on lines", maxTries)}
		}
		x.domains[c] = []int{k} // the bounds of the line follow from the domains
		sum := x.bounds(x.at, -1, interval{})
		var err error
		if sum.low <= target.high && sum.high >= target.low {
			x.used[k]++
			x.board[c] = k
			err = x.fill(j+1, target)
			x.used[k]--
		}
		x.domains[c] = whole
		if err != nil {
			return err
		}
	}
	return x.run.Err()
}

// addFilling adds the option that the line has the numbers of the board.
func (x *lineCover) addFilling(target interval) error {
	sum, _ := x.at.Value(x.board)
	option := append(x.option[:0], dlx.Element{Item: x.item})
	for _, c := range x.order {
		option = append(option, dlx.Element{Item: x.cells + dlx.Item(c), Colour: x.colour(x.board[c])})
	}
	if part := x.partOf(int(x.item)); part >= 0 {
		for _, c := range x.order {
			number := x.colour(x.board[c]) - 1
			option = append(option, dlx.Element{Item: x.inLines + dlx.Item(part*len(x.values)) + dlx.Item(number)})
		}
	}
	if x.at.Any {
		if target.high-target.low > maxRange {
			return tooLarge("sum with values from %d to %d", target.low, target.high)
		}
		option = append(option, dlx.Element{Item: x.sum, Colour: int32(sum - target.low + 1)})
	}
	x.option = option
	return x.add(option...)
}

// decode reads the numbers off the colours.
func (x *lineCover) decode(options []int) puzzle.Solution {
	s := slices.Repeat(puzzle.Solution{puzzle.Empty}, len(x.domains))
	for _, o := range options {
		elements := x.Option(o)
		if elements == nil {
			return nil
		}
		for _, e := range elements {
			if c := int(e.Item - x.cells); c >= 0 && c < len(s) && e.Colour >= 1 && int(e.Colour) <= len(x.values) {
				s[c] = x.values[e.Colour-1]
			}
		}
	}
	return s
}
