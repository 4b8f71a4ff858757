package crosscut_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"crosscut"
	"crosscut/cubes"
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Kakuro is a family of another package: digits 1 to 9 in cells. Each run of cells in a row or
// a column has a given sum, and no digit twice.
type Kakuro struct {
	board *puzzle.Board
	runs  []kakuroRun
	given []int // per cell, its digit, or puzzle.Empty
}

// kakuroRun is cells in a row or a column, and their sum.
type kakuroRun struct {
	cells []int
	sum   int
}

// ParseKakuro reads rows of "." for cells and "#" for holes. Each other line is a run: the
// name of its first cell, "across" or "down", and its sum.
func ParseKakuro(text string) (*Kakuro, error) {
	var rows, runs []string
	width := 0
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "":
		case strings.Trim(line, ".#") == "":
			rows = append(rows, line)
			width = max(width, len(line))
		default:
			runs = append(runs, line)
		}
	}
	board, err := puzzle.NewBoard(width, len(rows), func(row, col int) bool { return col >= len(rows[row]) || rows[row][col] == '#' })
	if err != nil {
		return nil, err
	}
	k := &Kakuro{board: board, given: slices.Repeat([]int{puzzle.Empty}, board.Len())}
	for _, line := range runs {
		var row, col, sum int
		var way string
		if _, err := fmt.Sscanf(line, "r%dc%d %s %d", &row, &col, &way, &sum); err != nil {
			return nil, fmt.Errorf("%q is no run: %w", line, err)
		}
		down, across := 0, 1
		if way == "down" {
			down, across = 1, 0
		}
		r := kakuroRun{sum: sum}
		for c := board.Cell(row-1, col-1); c >= 0; c = board.Cell(row-1, col-1) {
			r.cells = append(r.cells, c)
			row, col = row+down, col+across
		}
		k.runs = append(k.runs, r)
	}
	return k, nil
}

// The methods of puzzle.Puzzle.

func (k *Kakuro) Family() puzzle.Family                       { return "kakuro" }
func (k *Kakuro) Board() *puzzle.Board                        { return k.board }
func (k *Kakuro) Canonical(s puzzle.Solution) puzzle.Solution { return s }
func (k *Kakuro) String() string                              { return fmt.Sprintf("kakuro %v %v\n", k.runs, k.given) }

func (k *Kakuro) Label(_, value int) string {
	if value == puzzle.Empty {
		return "_"
	}
	return fmt.Sprint(value)
}

// Check judges a filled board by the rules alone.
func (k *Kakuro) Check(s puzzle.Solution) error {
	if len(s) != k.board.Len() {
		return &puzzle.Violation{Rule: "length", Cell: -1, Detail: fmt.Sprintf("%d values", len(s))}
	}
	for c, digit := range s {
		if digit < 1 || digit > 9 || k.given[c] != puzzle.Empty && digit != k.given[c] {
			return &puzzle.Violation{Rule: "range", Cell: c, Detail: fmt.Sprintf("%d on %s", digit, k.board.Name(c))}
		}
	}
	for _, r := range k.runs {
		digits, sum := map[int]bool{}, 0
		for _, c := range r.cells {
			digits[s[c]] = true
			sum += s[c]
		}
		if sum != r.sum || len(digits) < len(r.cells) {
			return &puzzle.Violation{Rule: "run", Cell: r.cells[0], Detail: fmt.Sprintf("the run from %s", k.board.Name(r.cells[0]))}
		}
	}
	return nil
}

// KeepsRules makes it a puzzle.Symmetric: runs go to runs of the same sum, digits to equal
// digits.
func (k *Kakuro) KeepsRules(image []int) bool {
	for c, d := range image {
		if k.given[c] != k.given[d] {
			return false
		}
	}
	for _, r := range k.runs {
		to := kakuroRun{sum: r.sum}
		for _, c := range r.cells {
			to.cells = append(to.cells, image[c])
		}
		slices.Sort(to.cells)
		if !slices.ContainsFunc(k.runs, func(o kakuroRun) bool { return o.sum == to.sum && slices.Equal(o.cells, to.cells) }) {
			return false
		}
	}
	return true
}

// Cut makes it a cubes.Cuttable: a part for each digit of the first open cell.
func (k *Kakuro) Cut() ([]puzzle.Puzzle, bool) {
	c := slices.Index(k.given, puzzle.Empty)
	if c < 0 {
		return nil, false
	}
	var parts []puzzle.Puzzle
	for digit := 1; digit <= 9; digit++ {
		part := &Kakuro{board: k.board, runs: k.runs, given: slices.Clone(k.given)}
		if part.given[c] = digit; part.fits(c) {
			parts = append(parts, part)
		}
	}
	return parts, true
}

// fits reports whether the runs of a cell can still be right, as far as they are filled.
func (k *Kakuro) fits(c int) bool {
	for _, r := range k.runs {
		if !slices.Contains(r.cells, c) {
			continue
		}
		left, open := r.sum, 0
		for i, d := range r.cells {
			switch digit := k.given[d]; {
			case digit == puzzle.Empty:
				open++
			case slices.ContainsFunc(r.cells[:i], func(e int) bool { return k.given[e] == digit }):
				return false
			default:
				left -= digit
			}
		}
		if left < open || left > 9*open {
			return false
		}
	}
	return true
}

// fill is an engine of its own: a search cell by cell. It keeps to the limits of m, and ends
// soon after ctx.
func fill(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
	k, ok := p.(*Kakuro)
	if !ok {
		return fmt.Errorf("no kakuro but a %T", p)
	}
	run := meter.Start(ctx, m)
	defer run.Close()
	var search func(k *Kakuro) error
	search = func(k *Kakuro) error {
		parts, open := k.Cut()
		if !open {
			if k.Check(k.given) != nil {
				run.Failures++
				return nil
			}
			run.Solutions++
			if !yield(k.given) {
				return meter.ErrStopped
			}
			return nil
		}
		if err := run.Node(len(parts)); err != nil {
			return err
		}
		for _, part := range parts {
			if err := search(part.(*Kakuro)); err != nil {
				return err
			}
		}
		return nil
	}
	return search(k)
}

// cover writes the puzzle as an exact cover. An option fills a whole run. Cells are items with
// the digit as the colour, so runs that cross agree. The digits of each option are by cell.
func (k *Kakuro) cover() (p *dlx.Problem, digits []map[int]int) {
	p = dlx.NewProblem(len(k.runs), k.board.Len())
	for i, r := range k.runs {
		var try func(filled []int, left int)
		try = func(filled []int, left int) {
			if len(filled) < len(r.cells) {
				for digit := 1; digit <= min(9, left); digit++ {
					given := k.given[r.cells[len(filled)]]
					if !slices.Contains(filled, digit) && (given == puzzle.Empty || given == digit) {
						try(append(slices.Clone(filled), digit), left-digit)
					}
				}
				return
			}
			if left > 0 {
				return
			}
			elements, filling := []dlx.Element{{Item: i}}, map[int]int{}
			for j, c := range r.cells {
				elements = append(elements, dlx.Element{Item: len(k.runs) + c, Colour: filled[j]})
				filling[c] = filled[j]
			}
			p.Add(elements...)
			digits = append(digits, filling)
		}
		try(nil, r.sum)
	}
	return p, digits
}

// byCover returns an engine that asks solve for the covers.
func byCover(name string, solve func(ctx context.Context, p *dlx.Problem, m *meter.Meter, yield func([]int) bool) error) crosscut.Engine {
	return crosscut.NewEngine(name, func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
		k, ok := p.(*Kakuro)
		if !ok {
			return fmt.Errorf("no kakuro but a %T", p)
		}
		cover, digits := k.cover()
		return solve(ctx, cover, m, func(options []int) bool {
			s := make(puzzle.Solution, k.board.Len())
			for _, o := range options {
				for c, digit := range digits[o] {
					s[c] = digit
				}
			}
			return yield(s)
		})
	})
}

// kakuroEngines solve the family in three ways. The last two share how the puzzle is written.
var kakuroEngines = []crosscut.Engine{
	crosscut.NewEngine("fill", fill),
	byCover("cover", func(ctx context.Context, p *dlx.Problem, m *meter.Meter, yield func([]int) bool) error {
		return p.Solve(ctx, m, yield)
	}),
	byCover("formula", func(ctx context.Context, p *dlx.Problem, m *meter.Meter, yield func([]int) bool) error {
		f, err := encode.CoverCNF(ctx, p)
		if err != nil {
			return err
		}
		return f.Models(ctx, m, func(values []bool) bool { return yield(f.Decode(values)) })
	}),
}

// A family of another package: its rules, its engines, its cubes and its symmetries are in this
// file. Solving, counting, comparing, racing and cutting come from the library.
func Example_family() {
	ctx := context.Background()
	k, err := ParseKakuro(`
...
...
...
r1c1 across 7
r2c1 across 6
r3c1 across 7
r1c1 down 7
r1c2 down 6
r1c3 down 7`)
	if err != nil {
		fmt.Println(err)
		return
	}
	outcomes, err := crosscut.CrossCheck(ctx, k, kakuroEngines, crosscut.Limits{}, nil)
	for _, o := range outcomes {
		fmt.Println(o.Engine, o.Tally.Count())
	}
	fmt.Println("they agree:", err == nil)

	some, err := crosscut.First(ctx, crosscut.Race(kakuroEngines...), k, 1, nil)
	fmt.Println(len(some), err)
	n, err := crosscut.CountUpToSymmetry(ctx, kakuroEngines[0], k, nil)
	fmt.Println(len(puzzle.Symmetries(k)), "symmetries,", n, "different solutions", err)

	parts, err := cubes.Split(ctx, k, 4)
	fmt.Println(len(parts), "cubes", err)
	total := new(big.Int)
	for _, c := range parts {
		n, err := crosscut.Count(ctx, kakuroEngines[1], c.Puzzle, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		total.Add(total, n.Mul(n, big.NewInt(int64(c.Images))))
	}
	fmt.Println(total, "solutions in all cubes")

	wrong := crosscut.NewEngine("wrong", func(_ context.Context, _ puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
		yield(puzzle.Solution{1, 2, 4, 3, 1, 2, 3, 3, 1})
		return nil
	})
	_, err = crosscut.First(ctx, wrong, k, 1, nil)
	fault := new(crosscut.WrongError)
	fmt.Println(errors.As(err, &fault), err)
	// Output:
	// fill 4
	// cover 4
	// formula 4
	// they agree: true
	// 1 <nil>
	// 8 symmetries, 1 different solutions <nil>
	// 5 cubes <nil>
	// 4 solutions in all cubes
	// true engine wrong gave a wrong solution: rule "run": the run from r3c1
}
