package crosscut_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"testing"
	"time"

	"crosscut"
	"crosscut/cubes"
	"crosscut/diagnose"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

func TestMain(m *testing.M) { os.Exit(puzzletest.Main(m, os.Stderr)) }

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
func Example_meter() {
	m := &meter.Meter{MaxNodes: 2}
	t, err := crosscut.Enumerate(context.Background(), crosscut.DLX, mustParse(three), m)
	fmt.Println(t.Count().Cmp(big.NewInt(6)) < 0, err)
	// Output: true stopped by a limit: 2 nodes
}

func ExampleCrossCheck() {
	outcomes, err := crosscut.CrossCheck(context.Background(), mustParse(three), crosscut.Engines(),
		crosscut.Limits{Time: time.Minute}, nil)
	for _, o := range outcomes {
		fmt.Println(o.Engine, o.Tally.Count(), o.Err == nil)
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

func ExampleWithTimeLimit() {
	ctx, cancel := meter.WithTimeLimit(context.Background(), time.Minute)
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

// An engine of your own: it tries all orders of the numbers. meter.Start makes it keep to
// limits and stop with its context. The library judges what it finds.
func ExampleEngine() {
	orders := crosscut.NewEngine("orders", func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
		run := meter.Start(ctx, m)
		defer run.Close()
		numbers := make(puzzle.Solution, p.Board().Len())
		for c := range numbers {
			numbers[c] = c + 1
		}
		var try func(c int) error
		try = func(c int) error {
			if c == len(numbers) {
				if p.Check(numbers) == nil {
					run.Solutions++
					if !yield(numbers) {
						return meter.ErrStopped
					}
				}
				return nil
			}
			if err := run.Node(len(numbers) - c); err != nil {
				return err
			}
			for d := c; d < len(numbers); d++ {
				numbers[c], numbers[d] = numbers[d], numbers[c]
				if err := try(c + 1); err != nil {
					return err
				}
				numbers[c], numbers[d] = numbers[d], numbers[c]
			}
			return nil
		}
		return try(0)
	})
	p := mustParse("puzzle: hidoku\nmoves: king\n1,_\n_,_\n")
	ctx := context.Background()
	outcomes, err := crosscut.CrossCheck(ctx, p, []crosscut.Engine{orders, crosscut.Native}, crosscut.Limits{}, nil)
	fmt.Println(outcomes[0].Tally.Count(), outcomes[1].Tally.Count(), err)
	_, err = crosscut.First(ctx, orders, p, 0, &meter.Meter{MaxNodes: 5})
	fmt.Println(err)
	// Output:
	// 6 6 <nil>
	// stopped by a limit: 5 nodes
}

// Cubes can be searched one by one, on several cores or machines. Together they have all solutions.
func ExampleSearchCube() {
	p := mustParse("puzzle: hidoku\nmoves: rook\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n")
	ctx := context.Background()
	parts, err := cubes.Split(ctx, p, 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	sum := 0
	for _, c := range parts {
		err = errors.Join(err, crosscut.SearchCube(ctx, crosscut.Native, c, nil, func(puzzle.Solution) bool {
			sum++
			return true
		}))
	}
	fmt.Println(len(parts) >= 10, sum, err)
	whole, err := crosscut.Count(ctx, crosscut.Native, p, nil)
	fmt.Println(whole, err)
	// Output:
	// true 552 <nil>
	// 552 <nil>
}

// The end of the context ends a search within milliseconds. The error is the cause that the
// caller gave.
func ExampleFirst_cancel() {
	p := mustParse("puzzle: magic\n_,_,_,_,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n")
	enough := errors.New("the user has seen enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	found := 0
	for _, err := range crosscut.Native.Solutions(ctx, p, nil) {
		if err != nil {
			fmt.Println(err, errors.Is(err, enough))
			break
		}
		if found++; found == 3 {
			cancel(enough)
		}
	}
	// Output:
	// the user has seen enough true
}

// A solver of other people as an engine. Its models are judged as those of any engine. Nobody
// can check it when it answers that there are no more.
func ExampleSATCommand() {
	command, err := sat.NewCommand("no-such-solver --quiet")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := mustParse("puzzle: hidoku\n1,_\n_,_\n")
	_, err = crosscut.First(context.Background(), crosscut.SATCommand(command, ""), p, 2, nil)
	fault := new(sat.CommandError)
	fmt.Println("the solver is at fault:", errors.As(err, &fault))
	// Output:
	// the solver is at fault: true
}

// The library judges what an engine of your own finds. This one guesses.
func ExampleWrongError() {
	guess := crosscut.NewEngine("guess", func(_ context.Context, _ puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
		if !yield(puzzle.Solution{1, 2, 3, 3}) {
			return meter.ErrStopped
		}
		return nil
	})
	found, err := crosscut.First(context.Background(), guess, mustParse("puzzle: hidoku\n1,_\n_,_\n"), 0, nil)
	fmt.Println(found, err)
	wrong := new(crosscut.WrongError)
	if errors.As(err, &wrong) {
		fmt.Println(wrong.Engine, wrong.Solution)
	}
	// Output:
	// [] engine guess gave a wrong solution: rule "twice": 3 stands on r2c1 and on r2c2
	// guess [1 2 3 3]
}
