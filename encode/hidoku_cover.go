package encode

import (
	"strconv"

	"crosscut/dlx"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// hidokuCover returns p as an exact cover problem in which an option is a step,
// "k on c and k+1 on d". So that every cell is entered and left, there are two
// half steps more: step 0 enters the cell of 1, and step n leaves the cell of n.
// The families of items are
//
//	steps    primary: each step from 0 to n is made once
//	exits    primary: each cell is left once
//	entries  primary: each cell is entered once
//	cells    secondary, coloured with the number on the cell: the step that
//	         enters it and the step that leaves it agree
//	numbers  secondary, coloured with the cell that has the number: the steps
//	         to it and from it agree
//
// Thus step k+1 leaves the cell that step k enters, and the steps are a path.
//
// Much of this is redundant. Without exits and entries, steps put each of n numbers
// on some cell, and no cell has two, so each number has just one of the n cells.
// Without steps, every cell lies on a path along which the numbers rise by one; it
// can only begin with 1 and end with n, so it has all n cells and is the only one.
// Of cells and numbers, one kind is enough beside all of the others.
//
// Steps, exits and entries are all there because the search branches on the item
// with the fewest options: a cell with one way out is as good a reason as a step with
// one place. Numbers are there because with them steps that do not follow each other
// contradict each other at once, so that fewer are live. That saves a search that
// looks ahead half of the time on boards of 100 to 900 cells; any other takes as long
// as without.
//
// Numbers and cells as the only items beside steps would do, too. It took 10 to 100
// times as many nodes on boards from 8×8.
func hidokuCover(run *search.Run, p *puzzle.Hidoku) (*Cover, error) {
	d, err := hidokuDomains(run, p)
	if err != nil {
		return nil, err
	}
	return hidokuProblem(run, p, d)
}

// path is a Hidoku as an exact cover problem.
type path struct {
	*cover
	*domains
	steps, exits, entries, cells, numbers dlx.Item // the first item of each family
}

// hidokuProblem is hidokuCover for given domains.
func hidokuProblem(run *search.Run, p *puzzle.Hidoku, d *domains) (*Cover, error) {
	x := newPath(run, p.Board(), d)
	for _, e := range d.of(1) {
		if err := x.step(0, -1, e); err != nil {
			return nil, err
		}
	}
	next := make([]int, d.n) // the last number that was found in the domain of the cell
	for k := 1; k < d.n; k++ {
		for _, e := range d.of(k + 1) {
			next[e] = k + 1
		}
		for _, c := range d.of(k) {
			for _, e := range p.Neighbours(int(c)) {
				if next[e] != k+1 {
					continue
				}
				if err := x.step(k, c, int32(e)); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, c := range d.of(d.n) {
		if err := x.step(d.n, c, -1); err != nil {
			return nil, err
		}
	}
	return &Cover{Problem: x.Problem, Decode: x.decode, families: x.families}, nil
}

func newPath(run *search.Run, b *puzzle.Board, d *domains) *path {
	x := &path{domains: d}
	var first []dlx.Item
	x.cover, first = newCover(run,
		[]itemFamily{
			{"steps", d.n + 1, func(k int) string { return "s" + strconv.Itoa(k) }},
			{"exits", d.n, func(c int) string { return b.Name(c) + ">" }},
			{"entries", d.n, func(c int) string { return ">" + b.Name(c) }},
		},
		[]itemFamily{
			{"cells", d.n, b.Name},
			{"numbers", d.n, func(k int) string { return "n" + strconv.Itoa(k+1) }},
		},
	)
	x.steps, x.exits, x.entries, x.cells, x.numbers = first[0], first[1], first[2], first[3], first[4]
	x.Comment("s5: the step from 5 to 6; r1c2>: the cell is left; >r1c2: it is entered; r1c2: its colour is its number; n5: its colour is its cell")
	x.Comment(colourLegend)
	return x
}

// step adds the option that step k leaves cell c and enters cell e, where -1 is
// no cell.
func (x *path) step(k int, c, e int32) error {
	option := append(x.option[:0], dlx.Element{Item: x.steps + dlx.Item(k)})
	if c >= 0 {
		option = append(option, dlx.Element{Item: x.exits + dlx.Item(c)},
			dlx.Element{Item: x.cells + dlx.Item(c), Colour: int32(k)},
			dlx.Element{Item: x.numbers + dlx.Item(k-1), Colour: c + 1})
	}
	if e >= 0 {
		option = append(option, dlx.Element{Item: x.entries + dlx.Item(e)},
			dlx.Element{Item: x.cells + dlx.Item(e), Colour: int32(k + 1)},
			dlx.Element{Item: x.numbers + dlx.Item(k), Colour: e + 1})
	}
	x.option = option
	return x.add(option...)
}

// decode reads the numbers off the colours.
func (x *path) decode(options []int) puzzle.Solution {
	return x.coloured(options, x.cells, x.n, 1)
}
