package cubes_test

import (
	"context"
	"fmt"

	"crosscut/cubes"
	"crosscut/puzzle/text"
)

// Cubes are puzzles. Together they have the solutions of the whole puzzle.
func ExampleSplit() {
	p, err := text.Parse("puzzle: hidoku\nmoves: rook\n1,_,_\n_,_,_\n_,_,_\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	parts, err := cubes.Split(context.Background(), p, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range parts {
		fmt.Println(parts[i].Images, parts[i].Puzzle)
	}
	// Output:
	// 2 puzzle: hidoku
	// moves: rook
	//  1, 2,__
	// __,__,__
	// __,__,__
	//
	// 2 puzzle: hidoku
	// moves: rook
	//  1,__, 2
	// __,__,__
	// __,__,__
	//
	// 1 puzzle: hidoku
	// moves: rook
	//  1,__,__
	// __, 2,__
	// __,__,__
	//
	// 2 puzzle: hidoku
	// moves: rook
	//  1,__,__
	// __,__, 2
	// __,__,__
	//
	// 1 puzzle: hidoku
	// moves: rook
	//  1,__,__
	// __,__,__
	// __,__, 2
}
