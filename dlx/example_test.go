package dlx_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"crosscut/dlx"
)

// Two rooks on a board of two by two, so that neither attacks the other.
func ExampleProblem_Solve() {
	p := dlx.NewProblem(4, 0) // rows 0 and 1, columns 2 and 3
	for row := range dlx.Item(2) {
		for column := range dlx.Item(2) {
			p.Add(dlx.Element{Item: row}, dlx.Element{Item: 2 + column})
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
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
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
	// Output:
	// [1 3] <nil>
	// bad.dlx:2:3: unknown item "r": line 1 names all items
}

// The first cover and whether there is a second one.
func ExampleProblem_Solutions() {
	p := dlx.NewProblem(2, 0)
	p.Add(dlx.Element{Item: 0}, dlx.Element{Item: 1})
	p.Add(dlx.Element{Item: 0})
	n := 0
	for options, err := range p.Solutions(context.Background(), &dlx.Meter{MaxNodes: 1000}) {
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

func ExampleProblem_Write() {
	p := dlx.NewProblem(1, 1)
	p.Comment("a cell that is black or white")
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
	p.Add(dlx.Element{Item: 0}, dlx.Element{Item: 1}, dlx.Element{Item: 0})
	fmt.Println(p.Validate())
	// Output: dlx: option 0 has item knight twice: once is what an option can cover
}
