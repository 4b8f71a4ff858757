package encode

import (
	"fmt"
	"slices"
	"strconv"

	"crosscut/dlx"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// coverMagic returns p as an exact cover problem in which an option is a line with
// its numbers. The families of items are
//
//	rows, columns, diagonals  primary: each line is filled once
//	in rows                   primary: each number is in one row
//	in columns                primary: each number is in one column
//	cells                     secondary, coloured with the number on the cell:
//	                          the lines through it agree
//
// In rows and in columns say the same, because each cell is in a row and in a column.
// Either is redundant, but not both. With both there are half as many nodes. Rows and
// columns are redundant too: the n² numbers of in rows need n options of rows, and cells
// makes these different rows.
//
// A line has an option for each way to fill it. maxTries and maxElements bound that: it is
// for small boards and for boards with many clues.
func coverMagic(run *search.Run, p *puzzle.Magic) (*Cover, error) {
	m, err := cutMagicDomains(run, p)
	if err != nil {
		return nil, err
	}
	return m.cover(run)
}

// magicCover is a magic board as an exact cover problem that is being written.
type magicCover struct {
	*cover
	*magicDomains
	used  map[puzzle.Rule]dlx.Item // the item of the lowest number in rows, and in columns
	cells dlx.Item                 // the item of the first cell
	tries int                      // how often a number was put on a cell of any line

	// The rest is about the line whose options are being added.
	at          *line
	item        dlx.Item
	least, most []int  // bounds of the sum of its cells from the i-th on
	isUsed      []bool // per number: it is in filling before the cell at hand
	filling     []int  // the numbers of its cells
}

// maxTries ends the construction if most ways to begin a line lead nowhere.
const maxTries = 100_000_000

// cover is coverMagic with given domains.
func (m *magicDomains) cover(run *search.Run) (*Cover, error) {
	x := m.newMagicCover(run)
	for i := range m.lines {
		if err := x.line(i); err != nil {
			return nil, err
		}
	}
	return &Cover{Problem: x.Problem, Decode: x.decode, families: x.families}, nil
}

// newMagicCover returns the problem without options.
func (m *magicDomains) newMagicCover(run *search.Run) *magicCover {
	n, size := m.n, m.n*m.n
	name := func(first int) func(int) string {
		return func(i int) string { return m.lines[first+i].name }
	}
	number := func(prefix string) func(int) string {
		return func(k int) string { return prefix + strconv.Itoa(m.p.Low()+k) }
	}
	x, first := newCover(run,
		[]itemFamily{
			{"rows", n, name(0)},
			{"columns", n, name(n)},
			{"diagonals", len(m.lines) - 2*n, name(2 * n)},
			{"in rows", size, number("r")},
			{"in columns", size, number("c")},
		},
		[]itemFamily{{"cells", size, m.p.Board().Name}},
	)
	x.Comment("row1, col1, diag1: a line is filled; r7: 7 is in a row; c7: 7 is in a column; r1c2: a cell, its colour is its number")
	x.Comment("the lowest number, "+strconv.Itoa(m.p.Low())+", is colour 1, the next is 2, and so on", colourLegend)
	return &magicCover{
		cover: x, magicDomains: m,
		used:  map[puzzle.Rule]dlx.Item{puzzle.RuleRow: first[3], puzzle.RuleColumn: first[4]},
		cells: first[5],
		least: make([]int, n+1), most: make([]int, n+1),
		isUsed: make([]bool, size), filling: make([]int, n),
	}
}

// line adds the options of the i-th line.
func (x *magicCover) line(i int) error {
	x.at, x.item = &x.lines[i], dlx.Item(i)
	met := make([]bool, x.n*x.n) // per number: it is in a domain from the j-th on
	low, high := 0, 0            // the sums of the smallest and of the largest numbers of these domains
	// fill needs no bounds for the first cell. Here it only shows early that there is no filling.
	for j := x.n - 1; j >= 0; j-- {
		domain := x.domains[x.at.cells[j]]
		if len(domain) == 0 {
			return nil
		}
		for _, k := range domain {
			met[k] = true
		}
		low, high = low+domain[0], high+domain[len(domain)-1]
		least, most, ok := extremes(met, x.n-j)
		if !ok {
			return nil
		}
		x.least[j], x.most[j] = max(low, least), min(high, most)
	}
	return x.fill(0, x.sum)
}

// fill adds the options in which the cells before the j-th have the numbers of filling,
// and the others have the sum rest.
func (x *magicCover) fill(j, rest int) error {
	if j == x.n {
		return x.addFilling()
	}
	domain := x.domains[x.at.cells[j]]
	from, _ := slices.BinarySearch(domain, rest-x.most[j+1])
	for _, k := range domain[from:] {
		if k > rest-x.least[j+1] {
			break
		}
		if x.isUsed[k] {
			continue
		}
		if x.tries++; x.tries > maxTries {
			return &search.LimitError{What: fmt.Sprintf("%d numbers tried on lines", maxTries)}
		}
		x.isUsed[k], x.filling[j] = true, k
		err := x.fill(j+1, rest-k)
		x.isUsed[k] = false
		if err != nil {
			return err
		}
	}
	return x.run.Err()
}

// addFilling adds the option that the line has the numbers of filling.
func (x *magicCover) addFilling() error {
	option := append(x.option[:0], dlx.Element{Item: x.item})
	used, counts := x.used[x.at.kind]
	for j, k := range x.filling {
		option = append(option, dlx.Element{Item: x.cells + dlx.Item(x.at.cells[j]), Colour: int32(k + 1)})
		if counts {
			option = append(option, dlx.Element{Item: used + dlx.Item(k)})
		}
	}
	x.option = option
	return x.add(option...)
}

// decode reads the numbers off the colours.
func (x *magicCover) decode(options []int) puzzle.Solution {
	return x.numbersOf(options, x.cells, x.n*x.n, x.p.Low())
}
