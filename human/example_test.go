package human_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"crosscut/human"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func TestMain(m *testing.M) { os.Exit(puzzletest.Main(m, os.Stderr)) }

// Hints are the steps of a solver: each names a technique and gives its reason.
func ExampleNew() {
	p, err := text.Parse("puzzle: hidoku\nmoves: rook\n1,_,3\n_,_,_\n7,_,5\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	solver, err := human.New(context.Background(), p, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		step, err := solver.Next(context.Background())
		if errors.Is(err, human.ErrSolved) {
			fmt.Println(puzzle.Format(p, solver.Board()))
			return
		}
		if err != nil { // the steps found a contradiction, or no step is left
			fmt.Println(err)
			return
		}
		fmt.Printf("%s (%s): %s\n", step.Technique, step.Technique.Level(), step.Text)
	}
	// Output:
	// only cell beside (easy): 2 must be at r1c2: it is the only free cell that touches both 1 and 3
	// only cell beside (easy): 4 must be at r2c3: it is the only free cell that touches both 3 and 5
	// only cell beside (easy): 6 must be at r3c2: it is the only free cell that touches both 5 and 7
	// only cell beside (easy): 8 must be at r2c1: it is the only free cell that touches 7
	// only cell beside (easy): 9 must be at r2c2: it is the only free cell that touches 8
	// 1,2,3
	// 8,9,4
	// 7,6,5
}

// A grade has the level of the hardest step, and how often each technique was used.
func ExampleGradeOf() {
	p, err := text.Parse("puzzle: magic\n2,_,6\n_,5,_\n4,_,_\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := human.GradeOf(context.Background(), p, human.Extreme)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Level, g.Solved, g.Hardest, g.Profile[g.Hardest])
	// Output:
	// easy true last cell of a line 5
}
