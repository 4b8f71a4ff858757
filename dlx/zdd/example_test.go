package zdd_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"crosscut/dlx"
	"crosscut/dlx/zdd"
)

// Three bits, each 0 or 1, and the ZDD of all eight covers.
func ExampleOf() {
	p := dlx.NewProblem(3, 0)
	for i := range 3 {
		p.AddItems(i) // option 2i: the bit is 0
		p.AddItems(i) // option 2i+1: it is 1
	}
	z, err := zdd.Of(context.Background(), p, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(z.Count(), "covers in", z.Nodes(), "nodes")
	drawn, _ := z.Sample(rand.New(rand.NewPCG(1, 2)))
	fmt.Println("drawn:", len(drawn), "options")
	// Output:
	// 8 covers in 6 nodes
	// drawn: 3 options
}
