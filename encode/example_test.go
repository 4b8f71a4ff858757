package encode_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"crosscut/encode"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

func TestMain(m *testing.M) { os.Exit(puzzletest.Main(m, os.Stderr)) }

func ExampleCNF() {
	p, err := text.Parse("puzzle: magic\n2,7,_\n_,_,_\n_,_,_\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := encode.CNF(context.Background(), p, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	err = sat.ModelsInCubes(context.Background(), f.CNF, f.Keep, sat.Cutting{}, nil, func(values []bool) bool {
		fmt.Println(f.Decode(values))
		return true
	})
	fmt.Println(err)
	// Output:
	// [2 7 6 9 5 1 4 3 8]
	// <nil>
}

func ExampleExactCover() {
	p, err := text.Parse("puzzle: hidoku\n1,_\n_,_\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := encode.ExactCover(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	n := 0
	err = c.Problem.Solve(context.Background(), nil, func(options []int) bool {
		n++
		return p.Check(c.Decode(options)) == nil
	})
	fmt.Println(n, err)
	// Output: 6 <nil>
}
