// Command cores compares the cores of package dlx on the exact covers of puzzles. Run it in the
// folder lab:
//
//	go run ./cores ../testdata/*/*.txt
//
// It finds all covers by each core, for at most ten seconds of processor time, and for no longer
// than Auto took. It prints a line for each puzzle: the seconds of Auto and of the other cores, and
// how many times the best of these Auto took. A minus sign is a core that cannot solve the problem,
// a star one that was stopped. The last line has the puzzles on which Auto took more than 1.6 times
// the best and 20 ms.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/puzzle/text"
)

const (
	mostSeconds = 10  // for Auto
	enough      = 0.1 // seconds after which a search is not repeated
)

func main() {
	slow := []string{}
	for _, name := range os.Args[1:] {
		p, err := coverOf(name)
		if err != nil {
			continue // a solution file, or a board without an exact cover
		}
		auto, best, most := 0.0, math.Inf(1), float64(mostSeconds)
		fmt.Print(filepath.Base(name))
		for core := range dlx.Ahead + 1 {
			seconds, err := measure(p, core, most)
			mark := ""
			switch fault := new(dlx.CoreError); {
			case errors.As(err, &fault):
				fmt.Print("\t-")
				continue
			case err != nil:
				mark = "*"
			}
			fmt.Printf("\t%.3f%s", seconds, mark)
			if core == dlx.Auto {
				auto, most = seconds, max(seconds, enough)
			} else {
				best = min(best, seconds)
			}
		}
		fmt.Printf("\t%.2f\n", auto/best)
		if auto > 1.6*best+0.02 {
			slow = append(slow, filepath.Base(name))
		}
	}
	fmt.Println("slow:", slow)
}

// coverOf returns the exact cover of the puzzle in a file.
func coverOf(name string) (*dlx.Problem, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	file, err := text.Read(in, name, "")
	if err != nil {
		return nil, err
	}
	if file.Puzzle == nil {
		return nil, fs.ErrInvalid
	}
	cover, err := encode.ExactCover(context.Background(), file.Puzzle)
	if err != nil {
		return nil, err
	}
	return cover.Problem, nil
}

// measure returns the seconds of processor time of a search for all covers, which ends after most
// seconds.
func measure(p *dlx.Problem, core dlx.Core, most float64) (seconds float64, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	begin, runs := used(), 0.0
	go func() {
		for ctx.Err() == nil && used()-begin < most {
			time.Sleep(5 * time.Millisecond)
		}
		cancel()
	}()
	for err == nil && (runs == 0 || used()-begin < enough) {
		err = p.SolveWith(ctx, core, nil, nil)
		runs++
	}
	return (used() - begin) / runs, err
}

// used returns the processor time of the process so far, in seconds.
func used() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano()).Seconds()
}
