package puzzle

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crosscut/internal/base"
)

// Moves says which cells of a Hidoku touch. It is one of the constants, or a list of steps
// such as "(1,2) (1,3)". A step is how far it goes along one axis and along the other. It stands for all
// its turned and mirrored forms. In canonical form each step has its smaller number first, steps ascend,
// and a list with a name of its own is that name.
type Moves string

// The kinds of move that have names.
const (
	King   Moves = "king"   // eight directions: Hidato
	Rook   Moves = "rook"   // four directions: Numbrix
	Hex    Moves = "hex"    // six directions, odd rows (from 0) shifted right by half a cell: Rikudo
	Knight Moves = "knight" // the steps (1,2)
)

// Bounds of a list of steps. They bound the neighbours of a cell.
const (
	maxSteps   = 16
	longestWay = 127 // rows or columns of a step
)

// canonical returns the moves in canonical form.
func (m Moves) canonical() (Moves, error) {
	switch m {
	case King, Rook, Hex, Knight:
		return m, nil
	}
	steps, ok := parseSteps(string(m))
	switch {
	case !ok:
		return "", &RuleError{"moves", -1, fmt.Sprintf("%q; it is %s", base.Shortened(string(m)), movesAdvice)}
	case len(steps) > maxSteps:
		return "", &RuleError{"moves", -1, fmt.Sprintf("%q; the most is %d steps", base.Shortened(string(m)), maxSteps)}
	case slices.ContainsFunc(steps, func(s [2]int) bool { return s[1] > longestWay }):
		return "", &RuleError{"moves", -1, fmt.Sprintf("%q; a step goes at most %d cells along a row or a column", base.Shortened(string(m)), longestWay)}
	}
	base.SortStable(steps, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	steps = slices.Compact(steps)
	for m, named := range map[Moves][][2]int{King: {{0, 1}, {1, 1}}, Rook: {{0, 1}}, Knight: {{1, 2}}} {
		if slices.Equal(steps, named) {
			return m, nil
		}
	}
	words := make([]string, len(steps))
	for i, s := range steps {
		words[i] = fmt.Sprintf("(%d,%d)", s[0], s[1])
	}
	return Moves(strings.Join(words, " ")), nil
}

// movesAdvice says what moves can be, for error texts.
const movesAdvice = "king, rook, hex, knight or steps such as (1,2) (1,3)"

// parseSteps reads "(1,2) (1,3)". Each step has its smaller number first. It looks for no
// bounds, except that it reads few steps more than there may be.
func parseSteps(text string) (steps [][2]int, ok bool) {
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		inner, after, closed := strings.Cut(strings.TrimPrefix(rest, "("), ")")
		x, y, both := strings.Cut(inner, ",")
		a, errA := strconv.Atoi(strings.TrimSpace(x))
		b, errB := strconv.Atoi(strings.TrimSpace(y))
		switch {
		case rest[0] != '(' || !closed || !both || errA != nil || errB != nil:
			return nil, false
		case min(a, b) < 0 || max(a, b) < 1 || len(steps) > 2*maxSteps:
			return nil, false
		}
		steps, rest = append(steps, [2]int{min(a, b), max(a, b)}), after
	}
	return steps, len(steps) > 0
}

// The directions of moves as (rows, columns), in the order of the cells that they lead
// to. The hex directions are those from even rows and those from odd rows.
var (
	kingSteps = [][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}
	rookSteps = [][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}
	hexSteps  = [2][][2]int{
		{{-1, -1}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 0}},
		{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {1, 1}},
	}
)

// steps returns the directions of a move from cells of even rows and of odd rows. The
// slices must not be changed. Moves must be in canonical form.
func (m Moves) steps() [2][][2]int {
	switch m {
	case King:
		return [2][][2]int{kingSteps, kingSteps}
	case Rook:
		return [2][][2]int{rookSteps, rookSteps}
	case Hex:
		return hexSteps
	case Knight:
		return turnedSteps([][2]int{{1, 2}})
	}
	steps, _ := parseSteps(string(m))
	return turnedSteps(steps)
}

// turnedSteps returns all turned and mirrored forms of steps.
func turnedSteps(steps [][2]int) [2][][2]int {
	var all [][2]int
	for _, s := range steps {
		for _, sign := range [...][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
			all = append(all, [2]int{sign[0] * s[0], sign[1] * s[1]}, [2]int{sign[0] * s[1], sign[1] * s[0]})
		}
	}
	base.SortStable(all, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	all = slices.Compact(all)
	return [2][][2]int{all, all}
}

// onLattice reports whether moves lead to the cells around a cell only.
func (m Moves) onLattice() bool { return m == King || m == Rook || m == Hex }
