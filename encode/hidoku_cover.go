package encode

import (
	"cmp"
	"strconv"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
)

// coverHidoku returns p as an exact cover problem in which an option is a step,
// "k on c and k+1 on d". There are two half steps more, so that every cell is entered
// and left: step 0 enters the cell of 1, and step n leaves the cell of n.
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
// So step k+1 leaves the cell that step k enters, and the steps are a path.
//
// Much of this is redundant. Without exits and entries, steps put each of n numbers
// on some cell, and no cell has two, so each number has just one of the n cells.
// Without steps, every cell lies on a path along which the numbers rise by one. The path
// can only begin with 1 and end with n, so it has all n cells and is the only one.
// Either cells or numbers is enough beside all other families.
//
// Steps, exits and entries are all there because the search branches on the item
// with the fewest options: a cell with one exit forces as much as a step with one
// place. With numbers, two steps that do not follow each other contradict each other at
// once, so that fewer options are left. A search that looks ahead then takes half the time
// on boards of 100 to 900 cells. Any other search takes as long as without.
//
// Steps, numbers and cells alone would be enough. On boards from 8×8 they took 10 to 100
// times as many nodes.
//
// There are up to eight options per place, and write.MaxElements bounds their size.
func coverHidoku(run *meter.Run, p *puzzle.Hidoku, only puzzle.Solution) (*Cover, error) {
	d, err := cutHidokuDomains(run, p)
	if err != nil {
		return nil, err
	}
	d.keep(only)
	return coverHidokuWithin(run, p, d)
}

// hidokuCover is a Hidoku as an exact cover problem that is being written.
type hidokuCover struct {
	*write.Cover
	*hidokuDomains
	*coverPairs
	steps, exits, entries, cells, numbers int // the first item of each family
}

// coverHidokuWithin is coverHidoku with given domains.
func coverHidokuWithin(run *meter.Run, p *puzzle.Hidoku, d *hidokuDomains) (*Cover, error) {
	x := newHidokuCover(run, p, d)
	if err := x.fits(p); err != nil {
		return nil, err
	}
	if !p.Closed() {
		for _, e := range d.cellsOf(1) {
			if err := x.step(0, -1, e); err != nil {
				return nil, err
			}
		}
	}
	if err := x.eachMove(p, x.step); err != nil {
		return nil, err
	}
	if p.Closed() {
		if err := x.closingSteps(p); err != nil {
			return nil, err
		}
		return &Cover{Problem: x.Problem, Decode: x.decode, families: x.Families}, nil
	}
	for _, c := range d.cellsOf(d.n) {
		if err := x.step(d.n, c, -1); err != nil {
			return nil, err
		}
	}
	return &Cover{Problem: x.Problem, Decode: x.decode, families: x.Families}, nil
}

// eachMove calls visit for each step from number k on cell c to k+1 on cell e, until it returns an
// error or the run ends. Time O(places · moves).
func (x *hidokuCover) eachMove(p *puzzle.Hidoku, visit func(k int, c, e int32) error) error {
	latest := make([]int, x.n) // per cell: the last number met whose domain has it
	for k := 1; k < x.n; k++ {
		for _, e := range x.cellsOf(k + 1) {
			latest[e] = k + 1
		}
		for _, c := range x.cellsOf(k) {
			for _, e := range p.Neighbours(int(c)) {
				if latest[e] != k+1 {
					continue
				}
				if err := visit(k, c, int32(e)); err != nil {
					return err
				}
			}
		}
		if err := x.Run.Err(); err != nil {
			return err
		}
	}
	return nil
}

func newHidokuCover(run *meter.Run, p *puzzle.Hidoku, d *hidokuDomains) *hidokuCover {
	x, b := &hidokuCover{hidokuDomains: d, coverPairs: newCoverPairs(p)}, p.Board()
	primary := append([]write.ItemFamily{
		{Name: "steps", Count: d.n + 1, Label: func(k int) string { return "s" + strconv.Itoa(k) }},
		{Name: "exits", Count: d.n, Label: func(c int) string { return b.Name(c) + ">" }},
		{Name: "entries", Count: d.n, Label: func(c int) string { return ">" + b.Name(c) }},
	}, x.linkItems()...)
	secondary := append([]write.ItemFamily{
		{Name: "cells", Count: d.n, Label: b.Name},
		{Name: "numbers", Count: d.n, Label: func(k int) string { return "n" + strconv.Itoa(k+1) }},
	}, x.orderItems()...)
	var first []int
	x.Cover, first = write.NewCover(run, primary, secondary)
	x.steps, x.exits, x.entries, x.firstLink = first[0], first[1], first[2], first[3]
	first = first[len(primary):]
	x.cells, x.numbers, x.firstOrder = first[0], first[1], first[len(first)-1]
	x.Comments = append(x.Comments, "s5: the step from 5 to 6; r1c2>: the cell is left; >r1c2: it is entered; r1c2: its colour is its number; n5: its colour is its cell")
	x.Comments = append(x.Comments, write.ColourLegend)
	return x
}

// step adds the option that step k leaves cell c and enters cell e. A cell of -1 stands
// for none.
func (x *hidokuCover) step(k int, c, e int32) error {
	if c >= 0 && e >= 0 && !x.p.MayFollow(int(c), int(e)) {
		return nil
	}
	option := append(x.Scratch[:0], dlx.Element{Item: x.steps + k})
	if c >= 0 {
		option = x.leave(option, k, c)
	}
	if e >= 0 {
		option = x.enter(option, k+1, e)
	}
	x.Scratch = x.pairElements(option, k+1, c, e)
	return x.AddOption(x.Scratch...)
}

// leave appends the items for leaving cell c, which has number k.
func (x *hidokuCover) leave(option []dlx.Element, k int, c int32) []dlx.Element {
	return append(option, dlx.Element{Item: x.exits + int(c)},
		dlx.Element{Item: x.cells + int(c), Colour: k},
		dlx.Element{Item: x.numbers + (k - 1), Colour: int(c) + 1})
}

// enter appends the items for entering cell e, which has number k.
func (x *hidokuCover) enter(option []dlx.Element, k int, e int32) []dlx.Element {
	return append(option, dlx.Element{Item: x.entries + int(e)},
		dlx.Element{Item: x.cells + int(e), Colour: k},
		dlx.Element{Item: x.numbers + (k - 1), Colour: int(e) + 1})
}

// decode reads the numbers off the colours. A cell without colour has the number 0, which no puzzle
// has.
func (x *hidokuCover) decode(options []int) puzzle.Solution {
	s := make(puzzle.Solution, x.n)
	if !x.EachColour(options, x.cells, x.n, func(c, k int) { s[c] = k }) {
		return nil
	}
	return s
}

// fits returns an error if the problem with an option for each step would be too large. So it does
// not begin what cannot end, which would take a gigabyte. Time O(places · moves).
func (x *hidokuCover) fits(p *puzzle.Hidoku) error {
	const elements = 7 // of an option, without rules of two cells
	steps := 0
	err := x.eachMove(p, func(_ int, c, e int32) error {
		if x.p.MayFollow(int(c), int(e)) {
			steps++
		}
		return nil
	})
	return cmp.Or(err, x.RoomFor(elements*steps))
}
