package puzzle_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func TestMain(m *testing.M) { os.Exit(puzzletest.Main(m, os.Stderr)) }

func ExamplePuzzle_check() {
	p, err := text.Parse("puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Check(puzzle.Solution{2, 7, 6, 9, 5, 1, 4, 3, 8}))
	fmt.Println(p.Check(puzzle.Solution{2, 7, 6, 9, 5, 1, 4, 8, 3}))
	// Output:
	// <nil>
	// rule "column": column 2 has the sum 20, not 15
}

func ExampleFormat() {
	p, err := text.Parse("board: 3x2\ncorner: B\nB,W\nW,_\n=\nB,W\n_,B\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	// Small letters stand on white cells.
	fmt.Print(puzzle.Format(p, puzzle.Solution{1, 1, 2, 1, 2, 2}))
	// Output:
	// A,a,B
	// a,B,b
}

func ExampleStone_Versions() {
	stone, err := puzzle.NewStone([]puzzle.StoneCell{
		{Row: 0, Col: 0, Colour: puzzle.Black},
		{Row: 0, Col: 1, Colour: puzzle.White},
		{Row: 1, Col: 1, Colour: puzzle.Black},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, version := range stone.Versions(true) {
		fmt.Println(version)
	}
	// Output:
	// B,W
	// _,B
	//
	// _,B
	// B,W
	//
	// B,_
	// W,B
	//
	// W,B
	// B,_
}

func ExampleSymmetries() {
	p, err := text.Parse("puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	group := puzzle.Symmetries(p)
	square := puzzle.Solution{2, 7, 6, 9, 5, 1, 4, 3, 8}
	representatives := 0
	for _, s := range group {
		image := s.Apply(nil, square)
		if !slices.ContainsFunc(group, func(g puzzle.Symmetry) bool { return slices.Compare(g.Apply(nil, image), image) < 0 }) {
			representatives++
		}
	}
	fmt.Println(len(group), "images,", representatives, "of them counted")
	// Output:
	// 8 images, 1 of them counted
}

// Puzzles from code: rules, a board and what is given make each of the three families.
func ExampleHidokuRules_New() {
	board, err := puzzle.NewBoard(3, 2, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	clues := []int{1, puzzle.Empty, puzzle.Empty, puzzle.Empty, puzzle.Empty, 6}
	fmt.Println(puzzle.HidokuRules{Moves: puzzle.King}.New(board, clues))

	fmt.Println(puzzle.MagicRules{Order: 3, Low: 1}.New([]int{2, 7, 6, puzzle.Empty, puzzle.Empty, puzzle.Empty, puzzle.Empty, puzzle.Empty, puzzle.Empty}))

	domino, err := puzzle.NewStone([]puzzle.StoneCell{{Row: 0, Col: 0, Colour: puzzle.Black}, {Row: 0, Col: 1, Colour: puzzle.White}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(puzzle.Setup{Board: board, Corner: puzzle.AnyColour, Stocks: []puzzle.Stock{{Stone: domino, Count: puzzle.Range{Least: 3, Most: 3}}}}.New())
	// Output:
	// puzzle: hidoku
	// moves: king
	//  1,__,__
	// __,__, 6
	//  <nil>
	// puzzle: magic
	// numbers: 1..9
	// sum: 15
	//  2, 7, 6
	// __,__,__
	// __,__,__
	//  <nil>
	// puzzle: draughtboard
	// corner: any
	// flips: no
	// board: 3x2
	// 3 *
	// B,W
	// =
	//  <nil>
}
