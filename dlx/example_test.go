package dlx_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"crosscut/dlx"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
)

func TestMain(m *testing.M) { os.Exit(puzzletest.Main(m, os.Stderr)) }

// Two rooks on a board of two by two, so that neither attacks the other.
func ExampleProblem_Solve() {
	p := dlx.NewProblem(4, 0) // rows 0 and 1, columns 2 and 3
	for row := range 2 {
		for column := range 2 {
			p.AddItems(row, 2+column)
		}
	}
	err := p.Solve(context.Background(), nil, func(options []int) bool {
		fmt.Println(options)
		return true
	})
	fmt.Println("all of them:", err == nil)
	// Output:
	// [0 3]
	// [1 2]
	// all of them: true
}

func ExampleRead() {
	p, err := dlx.Read(strings.NewReader(`| the example of the package comment
p q 2:3|r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r x:A
r y:B
`), "example.dlx")
	if err != nil {
		fmt.Println(err)
		return
	}
	for options, err := range p.Solutions(context.Background(), nil) {
		fmt.Println(options, err)
	}
	_, err = dlx.Read(strings.NewReader("p q\np r\n"), "bad.dlx")
	fmt.Println(err)
	_, err = dlx.Read(strings.NewReader("p 3:2|q\np q\n"), "bad.dlx")
	fmt.Println(err)
	// Output:
	// [1 3 4] <nil>
	// bad.dlx:2:3: unknown item "r": line 1 names all items
	// bad.dlx:1:3: bad multiplicity "3:2": the lower bound must not be above the upper one
}

// The first cover and whether there is a second one.
func ExampleProblem_Solutions() {
	p := dlx.NewProblem(2, 0)
	p.AddItems(0, 1)
	p.AddItems(0)
	n := 0
	for options, err := range p.Solutions(context.Background(), &meter.Meter{MaxNodes: 1000}) {
		if err != nil {
			fmt.Println("not known:", err)
			return
		}
		fmt.Println(options)
		if n++; n == 2 {
			break
		}
	}
	fmt.Println("unique:", n == 1)
	// Output:
	// [0]
	// unique: true
}

// A problem from scratch: two people each need a room and a colour. In the double room
// they must agree on the colour.
func ExampleProblem() {
	const (
		ann int = iota
		bob
		single // secondary: perhaps nobody has it
		double
	)
	const red, blue = 1, 2
	p := dlx.NewProblem(2, 2)
	for _, person := range []int{ann, bob} {
		p.AddItems(person, single)
	}
	p.Add(dlx.Element{Item: ann}, dlx.Element{Item: double, Colour: red})
	p.Add(dlx.Element{Item: bob}, dlx.Element{Item: double, Colour: red})
	p.Add(dlx.Element{Item: bob}, dlx.Element{Item: double, Colour: blue})

	// Names are optional. They are only text.
	for i, name := range []string{"Ann", "Bob", "single", "double"} {
		p.NameItem(i, name)
	}
	p.NameColour(red, "red")
	p.NameColour(blue, "blue")
	fmt.Println(p.Primary(), "primary items,", p.Secondary(), "secondary ones,", p.Options(), "options")
	covers, err := p.First(context.Background(), 0, nil)
	for _, cover := range covers {
		fmt.Printf("%s; %s\n", p.OptionText(cover[0]), p.OptionText(cover[1]))
	}
	fmt.Println("all of them:", err == nil)
	// Output:
	// 2 primary items, 2 secondary ones, 5 options
	// Ann single; Bob double:red
	// Ann single; Bob double:blue
	// Bob single; Ann double:red
	// Ann double:red; Bob double:red
	// all of them: true
}

// Guards stand at the corners of a square. Each sees the two sides that meet there. Every
// side needs a guard, and there are two guards.
func ExampleProblem_SetMultiplicity() {
	const guards = 4 // an item beside the sides 0 to 3
	p := dlx.NewProblem(5, 0)
	for corner := range 4 {
		p.AddItems(corner, (corner+1)%4, guards)
	}
	for side := range 4 {
		p.SetMultiplicity(side, 1, math.MaxInt)
	}
	p.SetMultiplicity(guards, 2, 2)
	lo, hi := p.Multiplicity(guards)
	fmt.Println("from", lo, "to", hi, "guards")
	for corners, err := range p.Solutions(context.Background(), nil) {
		fmt.Println(corners, err)
	}
	// Output:
	// from 2 to 2 guards
	// [0 2] <nil>
	// [1 3] <nil>
}

// Is there exactly one cover?
func ExampleProblem_First() {
	p := dlx.NewProblem(2, 0)
	p.AddItems(0, 1)
	p.AddItems(0)
	switch covers, err := p.First(context.Background(), 2, nil); {
	case err != nil:
		fmt.Println("not known:", err)
	case len(covers) == 1:
		fmt.Println("only", covers[0])
	default:
		fmt.Println("none or several")
	}
	// Output: only [0]
}

// A Latin square of order 3, the same one for the same seed.
func ExampleProblem_Random() {
	p := dlx.NewProblem(27, 0) // cells, then the digits of the rows, then those of the columns
	for option := range 27 {
		row, column, digit := option/9, option/3%3, option%3
		p.AddItems(3*row+column, 9+3*row+digit, 18+3*column+digit)
	}
	cover, err := p.Random(context.Background(), 2026, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for cell, option := range cover {
		fmt.Print(option%3 + 1)
		if cell%3 == 2 {
			fmt.Println()
		}
	}
	_, err = dlx.NewProblem(1, 0).Random(context.Background(), 2026, nil)
	fmt.Println(err, errors.Is(err, dlx.ErrNoCover))
	// Output:
	// 213
	// 321
	// 132
	// there is no cover true
}

// A search with a limit, and its counters.
func ExampleProblem_Solve_limit() {
	p := dlx.NewProblem(12, 0)
	for i := range 12 {
		p.AddItems(i)
		p.AddItems(i)
	}
	m := meter.Meter{MaxNodes: 1000}
	err := p.Solve(context.Background(), &m, func([]int) bool { return true })
	fmt.Println(err, errors.Is(err, meter.ErrLimit))
	fmt.Println(m.Stats().Nodes, "nodes with", m.Stats().Branches, "branches")
	fmt.Printf("%.3f of the tree\n", m.Done())
	// Output:
	// stopped by a limit: 1000 nodes true
	// 1000 nodes with 2000 branches
	// 0.243 of the tree
}

// All cores find the same covers.
func ExampleProblem_SolveWith() {
	p := dlx.NewProblem(2, 0)
	p.AddItems(0, 1)
	p.AddItems(0)
	p.AddItems(1)
	for _, core := range []dlx.Core{dlx.Sparse, dlx.Bitset, dlx.Ahead} {
		n := 0
		err := p.SolveWith(context.Background(), core, nil, func([]int) bool { n++; return true })
		fmt.Println(core, n, err)
	}
	// Output:
	// sparse 2 <nil>
	// bitset 2 <nil>
	// ahead 2 <nil>
}

// Covers that one of Knuth's programs found.
func ExampleProblem_ReadCovers() {
	p, err := dlx.Read(strings.NewReader("a b | x\na x:A\na x:B\nb x:B\n"), "problem.dlx")
	if err != nil {
		fmt.Println(err)
		return
	}
	covers, err := p.ReadCovers(strings.NewReader("1:\n x:B b (1 of 1)\n a x:B (2 of 2)\n"), "answer")
	fmt.Println(covers, err)
	// Output: [[1 2]] <nil>
}

func ExampleProblem_Write() {
	p := dlx.NewProblem(1, 1)
	p.Comments = []string{"a cell that is black or white"}
	p.NameItem(0, "cell")
	p.NameItem(1, "shade")
	p.NameColour(1, "B")
	p.NameColour(2, "W")
	p.Add(dlx.Element{Item: 0}, dlx.Element{Item: 1, Colour: 1})
	p.Add(dlx.Element{Item: 0}, dlx.Element{Item: 1, Colour: 2})
	if err := p.Write(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// | a cell that is black or white
	// cell | shade
	// cell shade:B
	// cell shade:W
}

func ExampleProblem_Validate() {
	p := dlx.NewProblem(2, 0)
	p.NameItem(0, "knight")
	p.AddItems(0, 1, 0)
	fmt.Println(p.Validate())
	// Output: dlx: option 0 has item knight twice: once is what an option can cover
}

// Two rows of dominoes: the number of ways is a Fibonacci number.
func ExampleProblem_Count() {
	const columns = 100
	p := dlx.NewProblem(2*columns, 0)
	for c := range columns {
		p.AddItems(2*c, 2*c+1)
		if c > 0 {
			p.AddItems(2*c, 2*c-2)
			p.AddItems(2*c+1, 2*c-1)
		}
	}
	fmt.Println(p.Count(context.Background(), nil))
	// Output: 573147844013817084101 <nil>
}

// Four queens. The items are rows, columns and diagonals. Each row and each column has one
// queen; a diagonal has at most one.
func ExampleProblem_AddItems() {
	const n = 4
	p := dlx.NewProblem(2*n, 2*(2*n-1))
	for r := range n {
		for c := range n {
			p.AddItems(r, n+c, 2*n+r+c, 4*n-1+r-c+n-1)
		}
	}
	count, err := p.Count(context.Background(), nil)
	fmt.Println(count, err)
	// Output:
	// 2 <nil>
}

// Restarts: a random search is given up when it has bad luck, and begins again with another
// seed and more patience. [dlx.Problem.First] does this by itself.
func ExampleProblem_Random_restarts() {
	const n = 60
	p := dlx.NewProblem(2*n, 2*(2*n-1))
	for r := range n {
		for c := range n {
			p.AddItems(r, n+c, 2*n+r+c, 4*n-1+r-c+n-1)
		}
	}
	patience := int64(50)
	for seed := uint64(1); ; seed++ {
		queens, err := p.Random(context.Background(), seed, &meter.Meter{MaxNodes: patience})
		if !errors.Is(err, meter.ErrLimit) { // a cover, or the certainty that there is none
			fmt.Println(len(queens), err)
			return
		}
		patience += patience / 2
	}
	// Output:
	// 60 <nil>
}

// Word rectangles with colours: each letter of a cell is agreed on by a row and a column.
func ExampleProblem_Add() {
	words, columns := []string{"as", "at", "so", "to"}, []string{"at", "st", "so", "to", "oo"}
	const cells = 4 // items 0 and 1 are the rows, 2 and 3 the columns, then the cells
	p := dlx.NewProblem(4, cells)
	add := func(line int, word string, a, b int) {
		p.Add(dlx.Element{Item: line}, dlx.Element{Item: 4 + a, Colour: int(word[0])}, dlx.Element{Item: 4 + b, Colour: int(word[1])})
	}
	for k := range 2 {
		for _, word := range words {
			add(k, word, 2*k, 2*k+1)
		}
		for _, word := range columns {
			add(2+k, word, k, 2+k)
		}
	}
	for cover, err := range p.Solutions(context.Background(), nil) {
		if err != nil {
			fmt.Println(err)
			return
		}
		var letters [cells]byte
		for _, o := range cover {
			for _, e := range p.Option(o) {
				if e.Colour > 0 {
					letters[e.Item-4] = byte(e.Colour)
				}
			}
		}
		fmt.Printf("%s/%s\n", letters[:2], letters[2:])
	}
	// Unordered output:
	// as/to
	// at/to
	// so/to
}
