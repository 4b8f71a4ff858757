package encode

// The encoding "binary" of Hidokus as exact covers: the path goes from cell to cell, and the
// numbers of cells are written in digits. It applies to every Hidoku, and to boards that are
// too large for an option for each number and step. Each step has an option of four elements for
// each value of each digit.

import (
	"math/bits"
	"slices"
	"strconv"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
)

// digitBits is the number of binary digits that are taken as one, so that the values of a digit are
// the 8 bits of a byte. More bits need more elements and fewer items. A board of 50×50 with king's
// moves and one clue has 2.6 million elements and 155,000 items with 1 bit. It has 2.9 million and
// 55,000 with 3, and 9.6 million and 30,000 with 6. dlx saves the state of all items at each branching.
const (
	digitBits = 3
	topValue  = 1<<digitBits - 1 // of a digit
)

// hidokuDigits is a Hidoku as an exact cover in digits that is being written.
type hidokuDigits struct {
	*write.Cover
	*coverPairs
	*hidokuCutter
	digits int        // of a number, the lowest first
	values []uint8    // by cell and digit: the set of the values that it has in the numbers of the cell
	sums   [][2]uint8 // the same, by the carry that the digit gets when 1 is added to the number

	first, last, exits, entries, plusOne, arcs, compare dlx.Item // the first item of each family
	ways, digit, next, carries, smaller                 dlx.Item
}

// coverHidokuBinary returns p as an exact cover problem. The families of items are
//
//	first     primary: the path begins once
//	last      primary: the path ends once
//	exits     primary: each cell is left once
//	entries   primary: each cell is entered once
//	plus one  primary: 1 is added to the number of each cell, digit by digit
//	arcs      primary: the sum goes on to the next cell, digit by digit
//	ways      secondary: its colour is the way by which the path leaves the cell
//	digits    secondary: its colour is a digit of the number of the cell
//	next      secondary: its colour is a digit of that number plus 1
//	carries   secondary: its colour is what a digit gets from the one below it
//
// Orders have two families more: see hidoku_cover_binary_order.go. The path grows by 1 with
// each step. So there is no cycle beside it, and it has all cells. Ways, digits and carries
// follow from the numbers. So each solution is one cover.
func coverHidokuBinary(run *meter.Run, p *puzzle.Hidoku) (*Cover, error) {
	d := newHidokuCutter(run, p)
	if err := d.cut(); err != nil {
		return nil, err
	}
	x := &hidokuDigits{coverPairs: newCoverPairs(p), hidokuCutter: d, digits: 1}
	for (d.n+1)>>(x.digits*digitBits) > 0 {
		x.digits++
	}
	if err := x.takeNumbers(); err != nil {
		return nil, err
	}
	x.declare()
	for _, write := range []func(c int) error{x.begin, x.end, x.leave, x.addOne} {
		for c := range x.n {
			if err := write(c); err != nil {
				return nil, err
			}
		}
	}
	if err := x.orders(); err != nil {
		return nil, err
	}
	return &Cover{Problem: x.Problem, Decode: x.decode, families: x.Families}, nil
}

// takeNumbers finds the values of the digits of each cell.
func (x *hidokuDigits) takeNumbers() error {
	x.values, x.sums = make([]uint8, x.n*x.digits), make([][2]uint8, x.n*x.digits)
	for k := 1; k <= x.n; k++ {
		x.each(x.set(k), func(c int) {
			carry := 1
			for j := range x.digits {
				value := k >> (j * digitBits) & topValue
				x.values[c*x.digits+j] |= 1 << value
				x.sums[c*x.digits+j][carry] |= 1 << value
				carry = (value + carry) >> digitBits
			}
		})
		if err := x.run.Err(); err != nil {
			return err
		}
	}
	return nil
}

// valuesOf returns for each digit the set of the values that it has in the numbers of cell c.
func (x *hidokuDigits) valuesOf(c int) []uint8 { return x.values[c*x.digits : (c+1)*x.digits] }

// after returns for each digit the set of the values that it may have on cell e, after a number of
// cell c. It is nil if some digit has none.
func (x *hidokuDigits) after(c, e int) []uint8 {
	values := slices.Clone(x.valuesOf(e))
	for j := range values {
		sums := x.sums[c*x.digits+j]
		if values[j] &= sums[0] | bits.RotateLeft8(sums[1], 1); values[j] == 0 {
			return nil
		}
	}
	return values
}

func (x *hidokuDigits) may(c, k int) bool { return x.has(x.set(k), c) }

func (x *hidokuDigits) declare() {
	b := x.p.Board()
	digits := func(sign string, count, lowest int) write.ItemFamily {
		return write.ItemFamily{Count: x.n * count, Label: func(i int) string { return b.Name(i/count) + sign + strconv.Itoa(i%count+lowest) }}
	}
	named := func(name string, f write.ItemFamily) write.ItemFamily { f.Name = name; return f }
	primary := append([]write.ItemFamily{
		{Name: "first", Count: 1, Label: func(int) string { return "first" }},
		{Name: "last", Count: 1, Label: func(int) string { return "last" }},
		{Name: "exits", Count: x.n, Label: func(c int) string { return b.Name(c) + ">" }},
		{Name: "entries", Count: x.n, Label: func(c int) string { return ">" + b.Name(c) }},
		named("plus one", digits("+", x.digits, 0)),
		named("arcs", digits(">", x.digits, 0)),
		x.compareItems(),
	}, x.linkItems()...)
	secondary := []write.ItemFamily{
		{Name: "ways", Count: x.n, Label: b.Name},
		named("digits", digits("d", x.digits, 0)),
		named("next", digits("n", x.digits, 0)),
		named("carries", digits("c", x.digits-1, 1)),
		x.smallerItems(),
	}
	var first []dlx.Item
	x.Cover, first = write.NewCover(x.run, primary, secondary)
	x.first, x.last, x.exits, x.entries, x.plusOne, x.arcs, x.compare = first[0], first[1], first[2], first[3], first[4], first[5], first[6]
	if x.links != nil {
		x.firstLink = first[7]
	}
	first = first[len(primary):]
	x.ways, x.digit, x.next, x.carries, x.smaller = first[0], first[1], first[2], first[3], first[4]
	x.Comment("r1c2>: the cell is left; >r1c2: it is entered; r1c2: its colour is the way to the next cell",
		"r1c2d0: digit 0, the lowest, of its number, which has base 8; r1c2c1: the carry into digit 1 for that number plus 1",
		"r1c2n0: digit 0 of that number plus 1; r1c2+0: how it is made; r1c2>0: it goes on to the next cell",
		"colours: 1 for 0, 2 for 1, and so on")
}

// of returns the element for a digit of cell c, with a value.
func (x *hidokuDigits) of(family dlx.Item, c, digit, value int) dlx.Element {
	return dlx.Element{Item: family + (c*x.digits + digit), Colour: value + 1}
}

// number appends the elements that say that cell c has number k.
func (x *hidokuDigits) number(option []dlx.Element, c, k int) []dlx.Element {
	for j := range x.digits {
		option = append(option, x.of(x.digit, c, j, k>>(j*digitBits)&topValue))
	}
	return option
}

// way returns the element that says that the path leaves cell c by a way: to the neighbour of
// that index, or for the number of neighbours that it ends.
func (x *hidokuDigits) way(c, way int) dlx.Element {
	return dlx.Element{Item: x.ways + c, Colour: way + 1}
}

// begin adds the option that the path begins on cell c.
func (x *hidokuDigits) begin(c int) error {
	if x.closed || !x.may(c, 1) {
		return nil
	}
	x.Scratch = append(x.Scratch[:0], dlx.Element{Item: x.first}, dlx.Element{Item: x.entries + c})
	x.Scratch = x.number(x.Scratch, c, 1)
	return x.AddOption(x.Scratch...)
}

// end adds the options that the path ends on cell c. On a closed path they say to which cell
// with 1 it goes back.
func (x *hidokuDigits) end(c int) error {
	near := x.p.Neighbours(c)
	if x.may(c, x.n) {
		option := append(x.Scratch[:0], dlx.Element{Item: x.last}, dlx.Element{Item: x.exits + c}, x.way(c, len(near)))
		x.Scratch = x.number(option, c, x.n)
		if !x.closed {
			if err := x.AddOption(x.Scratch...); err != nil {
				return err
			}
		}
		for _, e := range near {
			if !x.closed || !x.may(e, 1) || !x.p.MayFollow(c, e) {
				continue
			}
			option := append(slices.Clip(x.Scratch), dlx.Element{Item: x.first}, dlx.Element{Item: x.entries + e})
			if err := x.AddOption(x.link(x.number(option, e, 1), c, e)...); err != nil {
				return err
			}
		}
	}
	for j := range x.digits {
		if err := x.AddOption(x.arc(c, j), x.way(c, len(near))); err != nil {
			return err
		}
	}
	return nil
}

// arc returns the item for a digit that goes on from cell c.
func (x *hidokuDigits) arc(c, digit int) dlx.Element {
	return dlx.Element{Item: x.arcs + (c*x.digits + digit)}
}

// leave adds the options that the path goes from cell c to a neighbour.
func (x *hidokuDigits) leave(c int) error {
	for way, e := range x.p.Neighbours(c) {
		values := x.after(c, e)
		if values == nil || !x.p.MayFollow(c, e) {
			continue
		}
		option := append(x.Scratch[:0], dlx.Element{Item: x.exits + c}, dlx.Element{Item: x.entries + e}, x.way(c, way))
		x.Scratch = x.link(option, c, e)
		if err := x.AddOption(x.Scratch...); err != nil {
			return err
		}
		for j, set := range values {
			for ; set != 0; set &= set - 1 {
				value := bits.TrailingZeros8(set)
				if err := x.AddOption(x.arc(c, j), x.way(c, way), x.of(x.next, c, j, value), x.of(x.digit, e, j, value)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// addOne adds the options that add 1 to the number of cell c.
func (x *hidokuDigits) addOne(c int) error {
	for j := range x.digits {
		for carry, set := range x.sums[c*x.digits+j] {
			for ; set != 0; set &= set - 1 {
				value := bits.TrailingZeros8(set)
				sum := value + carry
				x.Scratch = append(x.Scratch[:0], dlx.Element{Item: x.plusOne + (c*x.digits + j)},
					x.of(x.digit, c, j, value), x.of(x.next, c, j, sum&topValue))
				if j > 0 {
					x.Scratch = append(x.Scratch, x.carry(c, j, carry))
				}
				if j < x.digits-1 {
					x.Scratch = append(x.Scratch, x.carry(c, j+1, sum>>digitBits))
				}
				if err := x.AddOption(x.Scratch...); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// carry returns the element for what is added to a digit of cell c, which is not the lowest.
func (x *hidokuDigits) carry(c, digit, value int) dlx.Element {
	return dlx.Element{Item: x.carries + (c*(x.digits-1) + digit - 1), Colour: value + 1}
}

func (x *hidokuDigits) decode(options []int) puzzle.Solution {
	s := make(puzzle.Solution, x.n)
	met := make([]bool, x.n*x.digits)
	known := x.EachColour(options, x.digit, len(met), func(i, colour int) {
		if !met[i] {
			met[i] = true
			s[i/x.digits] += (colour - 1) << (i % x.digits * digitBits)
		}
	})
	if !known {
		return nil
	}
	return s
}
