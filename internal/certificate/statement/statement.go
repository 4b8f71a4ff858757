// Package statement reads a certificate a second time, with code of its own. It shows that
// the formula says nothing but the rules of the puzzle.
//
// A certificate has a puzzle, a list of boards, and a formula with a proof that it has no
// model. The last clauses of the formula exclude the listed boards. So if every other
// clause holds in every solution of the puzzle, each solution is on the list. This package
// shows that, clause by clause. It imports nothing of this module, and it searches nothing.
//
// Comments of the formula name its variables, such as "number 6 on r1c1" or "r1c1 + r1c2
// at least 13". A name says what its variable means: every solution of the puzzle makes it
// true or false. Names need no trust. With a wrong name some clause does not follow from the
// rules, and is refused.
//
// Each clause must have one of the forms that follow, or the whole formula is refused:
//
//   - It is about one number, and holds for every cell that the number can be on.
//   - It is about one cell, and holds for every number that the cell can have.
//   - If a number is on a cell, the next number, or the one before, is on a cell that
//     touches it. (Hidoku)
//   - It bounds sums of some cells of one line, and holds whatever they are. (Magic)
//   - It lists all placements of stones on one cell, or all of one stone. (Draughtboard)
//   - It forbids one or two placements that cannot be used together, or that leave a cell
//     or a stone without a placement. (Draughtboard)
//   - It bounds how many placements of some are used, of equal stones. (Draughtboard)
//   - It says that there is one colouring, or which one a placement needs. (Draughtboard)
//
// What a cell can have is found by rules of one step each: see [numbers.cut].
package statement

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Statement is what a certificate states.
type Statement struct {
	Puzzle    string // the puzzle in a few words, such as "hidoku of 25 cells, moves hex, 6 clues"
	Boards    int    // number of listed boards
	Variables int    // of the formula
	Clauses   int    // of the formula, those that exclude boards too
}

// NotCoveredError says that a certificate has a part that this package does not know.
type NotCoveredError struct{ What string }

// Error names the part.
func (e *NotCoveredError) Error() string { return "the second reading does not cover " + e.What }

// facts are what variables mean, and what follows from the rules.
type facts interface {
	// meaning takes the name of a variable. Names of variables with lower numbers came
	// before. It returns an error if it does not know what the name means.
	meaning(v int, name string) error
	// holds reports whether the rules imply a clause. Every variable in it has a meaning.
	holds(clause []int) bool
}

// rules are the rules of one puzzle.
type rules interface {
	facts
	// listed reads the rows of a listed board. It returns an error if the board breaks a rule.
	// Otherwise it returns the names of the variables that decide, sorted. Two boards that
	// are different solutions have different names.
	listed(rows [][]string) ([]string, error)
	// isSize reports whether rows are as many and as long as those of the board.
	isSize(rows [][]string) bool
	// String describes the puzzle.
	String() string
}

// Check reads the puzzle, the listed boards and the formula of a certificate. It returns
// what they state, if every clause of the formula is accounted for. The proof is not its
// business. Time is about linear in the formula for Hidokus and magic boards. It is
// O(clauses · cells · placements/64) for draughtboards.
func Check(ctx context.Context, puzzle, boards, formula io.Reader) (*Statement, error) {
	r, claimed, err := readPuzzle(ctx, puzzle)
	if err != nil {
		return nil, fmt.Errorf("puzzle.txt: %w", err)
	}
	listed, err := readBoards(boards, r)
	if err != nil {
		return nil, fmt.Errorf("solutions.txt: %w", err)
	}
	if len(listed) < claimed.least || len(listed) > claimed.most {
		return nil, fmt.Errorf("puzzle.txt: it says %d solutions, and solutions.txt lists %d", claimed.least, len(listed))
	}
	f := &formulaReader{facts: r, boards: listed, names: make(map[int]string)}
	if err := f.read(ctx, formula); err != nil {
		return nil, fmt.Errorf("formula.cnf: %w", err)
	}
	return &Statement{r.String(), len(listed), f.variables, f.clauses}, nil
}

// readBoards reads the list of boards. Boards are separated by an empty line, and each
// begins with a comment. No board may be listed twice.
func readBoards(from io.Reader, r rules) ([][]string, error) {
	var listed [][]string
	var rows [][]string
	var titles []string
	seen := make(map[string]bool)
	take := func() error {
		if len(rows) == 0 {
			return nil
		}
		names, err := r.listed(rows)
		if err != nil {
			return fmt.Errorf("board %d: %w", len(listed)+1, err)
		}
		if key := strings.Join(names, ";"); seen[key] {
			return fmt.Errorf("board %d is listed before", len(listed)+1)
		} else {
			seen[key] = true
		}
		listed, rows = append(listed, names), nil
		return nil
	}
	lines := newLines(from)
	for lines.Scan() {
		line := lines.Text()
		isTitle := strings.HasPrefix(line, "# solution ") || strings.HasPrefix(line, "# no solution")
		switch {
		case !showsOneLine(line):
			return nil, fmt.Errorf("signs that are not shown, as in %q", shortened(line))
		case isTitle, trimmed(line) == "":
			if err := take(); err != nil {
				return nil, err
			}
			if isTitle {
				titles = append(titles, line)
			}
		default:
			rows = append(rows, cellsOf(line))
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if err := take(); err != nil {
		return nil, err
	}
	want := []string{"# no solution"}
	for i := range listed {
		want = append(want[:i], fmt.Sprintf("# solution %d of %d", i+1, len(listed)))
	}
	if !slices.Equal(titles, want) {
		return nil, errors.New("the comments of the list count other boards")
	}
	return listed, nil
}

// counted returns "1 cell" or "3 cells".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
