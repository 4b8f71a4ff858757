package native_test

import (
	"context"
	"fmt"

	"crosscut/meter"
	"crosscut/native"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func ExampleSearch() {
	p, err := text.Parse(`puzzle: hidoku
moves: rook
1,_,_
_,_,_
7,_,9
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	var m meter.Meter
	err = native.Search(context.Background(), p, &m, func(s puzzle.Solution) bool {
		fmt.Println(puzzle.Format(p, s))
		return true
	})
	fmt.Printf("solutions: %d, error: %v\n", m.Stats().Solutions, err)
	// Output:
	// 1,2,3
	// 6,5,4
	// 7,8,9
	//
	// solutions: 1, error: <nil>
}
