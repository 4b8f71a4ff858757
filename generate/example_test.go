package generate_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"crosscut/generate"
	"crosscut/human"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/show"
)

func TestMain(m *testing.M) { os.Exit(puzzletest.Main(m, os.Stderr)) }

// The board and the moves come from a puzzle without clues. The same seed makes the same
// puzzles, whatever the number of workers.
func ExamplePuzzles() {
	board, err := puzzle.NewBoard(4, 3, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	blank, err := puzzle.HidokuRules{Moves: puzzle.King}.New(board, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	wish := generate.Wish{Puzzle: blank, Minimal: true}
	err = generate.Puzzles(context.Background(), wish, generate.Series{Seed: 1, Count: 2, Workers: 2}, func(m generate.Made) bool {
		fmt.Printf("%d: %d clues, %s\n%s", m.Number, m.Clues, m.Grade.Level, m.Puzzle)
		return true // go on
	})
	fmt.Println(err)
	// Output:
	// 1: 4 clues, hard
	// puzzle: hidoku
	// moves: king
	// __,11, 4,__
	// __,__, 2,__
	// __, 9,__,__
	// 2: 5 clues, medium
	// puzzle: hidoku
	// moves: king
	// __,10,__, 4
	//  8,__, 6,__
	// __,__,__, 2
	// <nil>
}

// A puzzle for a sheet: made to order, graded, with its first hint and its picture.
func ExamplePuzzles_sheet() {
	ctx := context.Background()
	blank, err := text.Parse("puzzle: hidoku\nmoves: rook\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	wish := generate.Wish{Puzzle: blank, Level: human.Medium}
	err = generate.Puzzles(ctx, wish, generate.Series{Seed: 7, Count: 1}, func(m generate.Made) bool {
		fmt.Println(m.Grade.Level, m.Grade.Hardest)
		solver, err := human.New(ctx, m.Puzzle, nil)
		if err != nil {
			fmt.Println(err)
			return false
		}
		step, err := solver.Next(ctx)
		fmt.Println(step.Text, err)
		var picture bytes.Buffer
		fmt.Println(show.WriteSVG(&picture, show.Picture{Puzzle: m.Puzzle, Title: "Today"}), picture.Len() > 0)
		return true
	})
	fmt.Println(err)
	// Output:
	// medium parity
	// 10 must be at r1c2, between 6 and 11: of the cells within reach no other has the right colour <nil>
	// <nil> true
	// <nil>
}

// A series ends with its context. The puzzles that are finished then still come, and the error
// is the cause that the caller gave.
func ExamplePuzzles_cancel() {
	blank, err := text.Parse("puzzle: hidoku\n_,_,_,_\n_,_,_,_\n_,_,_,_\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	enough := errors.New("two puzzles are enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	made := 0
	err = generate.Puzzles(ctx, generate.Wish{Puzzle: blank}, generate.Series{Seed: 1, Count: 10_000}, func(generate.Made) bool {
		if made++; made == 2 {
			cancel(enough)
		}
		return true
	})
	fmt.Println(made >= 2, err)
	// Output:
	// true two puzzles are enough
}
