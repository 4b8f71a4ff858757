package diagnose_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func TestMain(m *testing.M) { os.Exit(puzzletest.Main(m, os.Stderr)) }

// The corners of a magic board of order 3 are even, so the 3 is wrong.
const wrongClue = "puzzle: magic\n2,_,6\n_,5,_\n3,_,_\n"

func parsed(content string) puzzle.Puzzle {
	p, err := text.Parse(content)
	if err != nil {
		panic(err)
	}
	return p
}

// Why finds clues that contradict each other: here a diagonal that does not come to 15.
func ExampleWhy() {
	p := parsed(wrongClue)
	conflict, err := diagnose.Why(context.Background(), crosscut.Native, p, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, cell := range conflict.Cells {
		fmt.Println(p.(puzzle.Numbered).Clue(cell), "at", p.Board().Name(cell))
	}
	// Output:
	// 3 at r3c1
	// 5 at r2c2
	// 6 at r1c3
}

// Repair changes as little as possible, and names other ways that are as short.
func ExampleRepair() {
	p := parsed(wrongClue)
	repaired, err := diagnose.Repair(context.Background(), crosscut.Native, p, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, mend := range repaired.Mends {
		fmt.Println(mend.Text(p))
	}
	for _, way := range repaired.Others {
		fmt.Println("or:", way[0].Text(p))
	}
	// Output:
	// write 4 for 3 at r3c1
	// or: take away 3 at r3c1
}

// Certain finds the cells that are the same in all solutions.
func ExampleCertain() {
	p := parsed("puzzle: hidoku\nmoves: rook\n1,_,_\n_,_,_\n_,_,7\n")
	certain, err := diagnose.Certain(context.Background(), p, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, cell := range certain.Cells {
		fmt.Println(certain.Solution[cell], "at", p.Board().Name(cell))
	}
	// Output:
	// 1 at r1c1
	// 3 at r2c2
	// 7 at r3c3
}
