package crosscut_test

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"crosscut"
	"crosscut/cubes"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// kakuroProgram is a program for a family of another package. It has commands like those of
// crosscut: solve, count, check, verify and cubes. It returns the exit code: 0 for yes, 1 for
// no, 2 for bad input, 3 for a limit, and 4 when two engines disagree.
func kakuroProgram(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("kakuro", flag.ContinueOnError)
	flags.SetOutput(errs)
	limit := flags.Duration("time", time.Minute, "stop after this time")
	jobs := flags.Int("jobs", 1, "use this many cores")
	number := flags.Int("n", 1, "find at most so many solutions, or cut into so many cubes")
	if len(args) == 0 || flags.Parse(args[1:]) != nil {
		return 2
	}
	text, err := io.ReadAll(in)
	if err != nil {
		fmt.Fprintln(errs, err)
		return 2
	}
	k, err := ParseKakuro(string(text))
	if err != nil {
		fmt.Fprintln(errs, err)
		return 2
	}
	ctx, cancel := crosscut.WithTimeLimit(context.Background(), *limit)
	defer cancel()
	command := map[string]func() (bool, error){
		"solve":  func() (bool, error) { return kakuroSolve(ctx, k, *number, out) },
		"count":  func() (bool, error) { return kakuroCount(ctx, k, *jobs, out) },
		"check":  func() (bool, error) { return kakuroCheck(ctx, k, *limit, out) },
		"verify": func() (bool, error) { return kakuroVerify(k, flags.Arg(0), out) },
		"cubes":  func() (bool, error) { return kakuroCubes(ctx, k, *number, out) },
	}[args[0]]
	if command == nil {
		fmt.Fprintf(errs, "no command %q\n", args[0])
		return 2
	}
	yes, err := command()
	if err != nil {
		fmt.Fprintln(errs, err)
	}
	wrong, differ := new(crosscut.WrongError), new(crosscut.DisagreementError)
	switch {
	case errors.As(err, &wrong), errors.As(err, &differ):
		return 4
	case errors.Is(err, crosscut.ErrLimit):
		return 3
	case err != nil:
		return 2
	case !yes:
		return 1
	}
	return 0
}

func kakuroSolve(ctx context.Context, k *Kakuro, n int, out io.Writer) (bool, error) {
	found, err := crosscut.First(ctx, kakuroEngines[0], k, n, nil)
	for _, s := range found {
		fmt.Fprintln(out, puzzle.Format(k, s))
	}
	return len(found) > 0, err
}

func kakuroCount(ctx context.Context, k *Kakuro, jobs int, out io.Writer) (bool, error) {
	count, err := crosscut.Count(ctx, kakuroEngines[0], k, &crosscut.Meter{Workers: jobs})
	more := ""
	if err != nil {
		more = "+"
	}
	fmt.Fprintf(out, "%v%s\n", count, more)
	return count.Sign() > 0, err
}

func kakuroCheck(ctx context.Context, k *Kakuro, limit time.Duration, out io.Writer) (bool, error) {
	outcomes, err := crosscut.CrossCheck(ctx, k, kakuroEngines, crosscut.Limits{Time: limit}, nil)
	for _, o := range outcomes {
		fmt.Fprintln(out, o.Engine, o.Tally.Count(), o.Complete())
		err = cmp.Or(err, o.Err)
	}
	return true, err
}

func kakuroVerify(k *Kakuro, board string, out io.Writer) (bool, error) {
	solutions, err := text.ReadSolutions(strings.NewReader(board), "the board", k)
	if err != nil {
		return false, err
	}
	right := true
	for i, s := range solutions {
		if err := crosscut.Judge(k, s); err != nil {
			fmt.Fprintf(out, "board %d: %v\n", i+1, err)
			right = false
		}
	}
	return right, nil
}

func kakuroCubes(ctx context.Context, k *Kakuro, n int, out io.Writer) (bool, error) {
	all, err := cubes.Split(ctx, k, n)
	if err != nil {
		return false, err
	}
	err = crosscut.CountCubes(ctx, kakuroEngines[0], slices.Values(all), nil, func(r crosscut.CubeResult) error {
		_, err := fmt.Fprintf(out, "cube %d: %v\n", r.Cube.Index(), r.Count)
		return err
	})
	return len(all) > 0, err
}

// A program of its own for a family of another package, with commands like those of crosscut.
func Example_program() {
	text := "...\n...\n...\n" +
		"r1c1 across 7\nr2c1 across 6\nr3c1 across 7\nr1c1 down 7\nr1c2 down 6\nr1c3 down 7\n"
	for _, line := range [][]string{
		{"solve", "-n", "1"},
		{"count", "-jobs", "2"},
		{"check"},
		{"verify", "1,2,4\n2,3,1\n4,1,2\n"},
		{"verify", "1,2,4\n2,4,1\n4,1,2\n"},
		{"cubes", "-n", "4"},
		{"paint"},
	} {
		code := kakuroProgram(line, strings.NewReader(text), os.Stdout, os.Stdout)
		fmt.Println(line[0], "ends with", code)
	}
	// Output:
	// 1,2,4
	// 2,3,1
	// 4,1,2
	//
	// solve ends with 0
	// 4
	// count ends with 0
	// fill 4 true
	// cover 4 true
	// formula 4 true
	// check ends with 0
	// verify ends with 0
	// board 1: rule "run": the run from r2c1
	// verify ends with 1
	// cube 0: 1
	// cube 1: 1
	// cube 2: 0
	// cube 3: 2
	// cube 4: 0
	// cubes ends with 0
	// no command "paint"
	// paint ends with 2
}
