// Command clues finds the least number of clues with which a board of numbers has exactly one
// solution, and how many sets of so many clues there are:
//
//	go -C lab run ./clues FILE...
//
// Each FILE is a puzzle, such as an empty board. The program lists its solutions with one engine,
// and compares their digest with that of another one. Then it takes each set of cells, and counts
// the numbers that exactly one solution has there. Sets of cells that a symmetry of the board
// exchanges count alike.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"

	"crosscut"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, name := range flag.Args() {
		if err := report(ctx, name); err != nil {
			fmt.Fprintln(os.Stderr, "clues:", err)
			os.Exit(1)
		}
	}
}

func report(ctx context.Context, name string) error {
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	p, err := text.Parse(string(content))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	found, tally, err := solutions(ctx, p)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	least, sets := leastClues(found, puzzle.Symmetries(p))
	fmt.Printf("%s: %v solutions %v, least clues %d, sets %d\n", name, tally.Count(), tally.Digest, least, sets)
	return nil
}

// solutions lists the solutions of p, on which two engines agree.
func solutions(ctx context.Context, p puzzle.Puzzle) (found []puzzle.Solution, tally crosscut.Tally, err error) {
	err = crosscut.All(ctx, crosscut.Native, p, nil, func(s puzzle.Solution) bool {
		found = append(found, slices.Clone(s))
		tally.Add(s)
		return true
	})
	if err != nil {
		return nil, tally, err
	}
	other, err := crosscut.Enumerate(ctx, crosscut.DLX, p, nil)
	if err == nil && other != tally {
		err = fmt.Errorf("native finds %v %v, and dlx %v %v", tally.Count(), tally.Digest, other.Count(), other.Digest)
	}
	return found, tally, err
}

// leastClues returns how many clues are needed for exactly one of the solutions, and how many sets of
// so many clues there are. Without solutions, no clues are enough, and it returns 0 sets. Time is
// O(solutions · sets of cells).
func leastClues(found []puzzle.Solution, group []puzzle.Symmetry) (least int, sets int64) {
	if len(found) == 0 {
		return 0, 0
	}
	cells := len(found[0])
	for ; sets == 0; least++ {
		for chosen := first(least); chosen != nil; chosen = next(chosen, cells) {
			if images := imagesOf(chosen, group); images > 0 {
				sets += int64(images) * singles(found, chosen)
			}
		}
	}
	return least - 1, sets
}

// first returns the first set of k cells: 0 to k-1.
func first(k int) []int {
	chosen := make([]int, k)
	for i := range chosen {
		chosen[i] = i
	}
	return chosen
}

// next changes a set of cells into the next one in the order of their names, nil after the last.
func next(chosen []int, cells int) []int {
	for i := len(chosen) - 1; i >= 0; i-- {
		if chosen[i] < cells-len(chosen)+i {
			chosen[i]++
			for j := i + 1; j < len(chosen); j++ {
				chosen[j] = chosen[j-1] + 1
			}
			return chosen
		}
	}
	return nil
}

// imagesOf returns how many images a set of cells has if it is the first of them, and 0 otherwise.
func imagesOf(chosen []int, group []puzzle.Symmetry) int {
	fixed := 0
	for _, g := range group {
		image := make([]int, len(chosen))
		for i, c := range chosen {
			image[i] = g.Image[c]
		}
		slices.Sort(image)
		switch order := slices.Compare(image, chosen); {
		case order < 0:
			return 0
		case order == 0:
			fixed++
		}
	}
	return len(group) / max(1, fixed)
}

// singles returns how many tuples of numbers exactly one of the solutions has in these cells.
func singles(found []puzzle.Solution, cells []int) (n int64) {
	low, high := slices.Min(found[0]), slices.Max(found[0]) // all solutions have the same numbers
	size, base := 1, high-low+1
	for range cells {
		size *= base
	}
	times := make([]uint8, size)
	for _, s := range found {
		key := 0
		for _, c := range cells {
			key = key*base + s[c] - low
		}
		times[key] = min(2, times[key]+1)
	}
	for _, k := range times {
		if k == 1 {
			n++
		}
	}
	return n
}
