package proof

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxVars is the largest number of variables of a formula. It bounds the memory that a
// short file can ask for.
const maxVars = 1 << 22

// errTooLarge is in the error for a file beyond what this package reads. Such a file may
// still be right.
var errTooLarge = errors.New("too large to check")

// eachClause reads a DIMACS file with a line for each clause. A literal is ±1 to ±vars. It
// calls do for each clause, and returns the number of variables. There must be as many
// clauses as the header says. An error of do ends the reading, so a caller who knows what
// to expect reads no more than that. Memory is linear in the longest line.
func eachClause(r io.Reader, do func(vars int, clause []int32) error) (vars int, err error) {
	want, count := -1, 0
	err = lines(r, func(words []string) error {
		if words[0][0] == 'c' {
			return nil
		}
		if want < 0 {
			line := strings.Join(words, " ")
			n, err := fmt.Sscanf(line+"\n", "p cnf %d %d\n", &vars, &want)
			if n < 2 || err != nil || len(words) != 4 || vars < 0 || vars > maxVars || want < 0 {
				return fmt.Errorf("%.50q; want \"p cnf VARIABLES CLAUSES\" with at most %d variables", line, maxVars)
			}
			return nil
		}
		clause, rest, err := sequence(words, vars)
		if err == nil && len(rest) > 0 {
			err = fmt.Errorf("%.20q after the clause", rest[0])
		}
		if count++; err != nil {
			return err
		}
		return do(vars, clause)
	})
	if err == nil && count != want {
		err = fmt.Errorf("%d clauses, not as many as a header \"p cnf VARIABLES CLAUSES\" says", count)
	}
	return vars, err
}

// sequence reads numbers from −largest to largest up to a 0. rest are the words after the 0.
func sequence(words []string, largest int) (numbers []int32, rest []string, err error) {
	numbers = make([]int32, 0, len(words))
	for i, word := range words {
		n, err := strconv.ParseInt(word, 10, 32)
		if err != nil || int(max(n, -n)) > largest {
			return nil, nil, fmt.Errorf("%.20q; want a number from %d to %d", word, -largest, largest)
		}
		if n == 0 {
			return numbers, words[i+1:], nil
		}
		numbers = append(numbers, int32(n))
	}
	return nil, nil, errors.New("no 0 at the end")
}

// maxLine is the largest length of a line.
const maxLine = 1 << 24

// lines calls do with the words of each line that is not blank. It returns the first error
// of do, with the number of the line.
func lines(r io.Reader, do func(words []string) error) error {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxLine)
	for line := 1; in.Scan(); line++ {
		if words := strings.Fields(in.Text()); len(words) > 0 {
			if err := do(words); err != nil {
				return fmt.Errorf("line %d: %w", line, err)
			}
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%w: a line of more than %d MiB", errTooLarge, maxLine>>20)
	}
	return in.Err()
}
