package crosscut_test

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// three is a number path on a board of 3×3 cells.
const three = `puzzle: hidoku
_,_,3
_,_,_
1,_,_
`

func mustParse(content string) puzzle.Puzzle {
	p, err := text.Parse(content)
	if err != nil {
		panic(err)
	}
	return p
}

// Every solution, in a range loop. The loop may be left at any time.
func ExampleEngine_Solutions() {
	p := mustParse("puzzle: draughtboard\ncorner: B\nB,W\n=\nB,W\n")
	for s, err := range crosscut.DLX.Solutions(context.Background(), p, nil) {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(puzzle.Format(p, s))
	}
	// Output:
	// A,a
	// b,B
	//
	// A,b
	// a,B
}

// Is there exactly one solution? Two are enough to know.
func ExampleFirst() {
	found, err := crosscut.First(context.Background(), crosscut.Native, mustParse(three), 2, nil)
	fmt.Println(len(found) == 1, err)
	// Output: false <nil>
}

func ExampleEnumerate() {
	t, err := crosscut.Enumerate(context.Background(), crosscut.Native, mustParse(three), nil)
	fmt.Println(t.Count(), err)
	// Output: 6 <nil>
}

// A count alone need not find every solution.
func ExampleCount() {
	n, err := crosscut.Count(context.Background(), crosscut.Native, mustParse(three), nil)
	fmt.Println(n, err)
	// Output: 6 <nil>
}

func ExampleCountUpToSymmetry() {
	n, err := crosscut.CountUpToSymmetry(context.Background(), crosscut.Native, mustParse("puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n"), nil)
	fmt.Println(n, err)
	// Output: 1 <nil>
}

// A limit is an error that says so, and the count then a lower bound.
func ExampleMeter() {
	m := &crosscut.Meter{MaxNodes: 2}
	t, err := crosscut.Enumerate(context.Background(), crosscut.DLX, mustParse(three), m)
	fmt.Println(t.Count().Cmp(big.NewInt(6)) < 0, err)
	// Output: true stopped by a limit: 2 nodes
}

func ExampleCrossCheck() {
	outcomes, err := crosscut.CrossCheck(context.Background(), mustParse(three), crosscut.Engines(),
		crosscut.Limits{Time: time.Minute}, nil)
	for _, o := range outcomes {
		fmt.Println(o.Engine, o.Tally.Count(), o.Complete())
	}
	fmt.Println(err)
	// Output:
	// native 6 true
	// sat 6 true
	// dlx 6 true
	// <nil>
}

func ExampleRace() {
	race := crosscut.Race(crosscut.Native, crosscut.SAT)
	t, err := crosscut.Enumerate(context.Background(), race, mustParse(three), nil)
	fmt.Println(t.Count(), err)
	// Output: 6 <nil>
}

func ExampleEngineNamed() {
	e, err := crosscut.EngineNamed("sat")
	fmt.Println(e.Name, err)
	_, err = crosscut.EngineNamed("oracle")
	fmt.Println(err)
	// Output:
	// sat <nil>
	// no engine "oracle"; the engines are native, sat, dlx and race
}

func ExampleWithTimeLimit() {
	ctx, cancel := crosscut.WithTimeLimit(context.Background(), time.Minute)
	defer cancel()
	found, err := crosscut.First(ctx, crosscut.Native, mustParse(three), 1, nil)
	fmt.Println(len(found), err)
	// Output: 1 <nil>
}

// The clues 1 and 3 contradict each other: they are more than two steps apart. The 9 plays
// no part.
func ExampleWhy() {
	p := mustParse("puzzle: hidoku\nmoves: rook\n1,_,9\n_,_,_\n_,_,3\n")
	c, err := diagnose.Why(context.Background(), crosscut.Native, p, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, cell := range c.Cells {
		fmt.Println(p.Board().Name(cell))
	}
	fmt.Print(c.Reduced)
	// Output:
	// r1c1
	// r3c3
	// puzzle: hidoku
	// moves: rook
	//  1,__,__
	// __,__,__
	// __,__, 3
}
