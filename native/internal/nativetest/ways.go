package nativetest

import (
	"context"
	"regexp"
	"slices"
	"strconv"

	"github.com/stretchr/testify/require"

	"crosscut/meter"
	"crosscut/puzzle"
)

var (
	branches = regexp.MustCompile(`^choice: .* (\d+) (cells|numbers|places|ways)$`)
	ofValue  = regexp.MustCompile(` cells$| places$|^only (cell|place) for | needs$|^all else here`)
	covered  = regexp.MustCompile(`^choice: (\S+) can be covered|^only way to cover (\S+)$`)
)

// RequireWays compares each state counted with the first step traced for it. What the words of the step
// say is what cutting left. The ways that the rules allow come from judging boards with one number or
// stone more. Where the board breaks a rule already, a dead end follows, and they are not
// compared, nor where a board of bare cells does not say its colouring. Then it searches again, and requires that counting changes no other counter.
func RequireWays[P puzzle.Puzzle](t require.TestingT, p P, solve Solver[P]) {
	var r *meter.Run
	var before meter.Stats
	forced, chosen := int64(0), make(map[int]bool) // chosen: the depths at which there were choices
	m := &meter.Meter{CountWays: true, Trace: func(s meter.Step) {
		if s.Kind != meter.Placed {
			return
		}
		left := 1
		words := branches.FindStringSubmatch(s.Why)
		if words == nil {
			forced++
		} else if left, _ = strconv.Atoi(words[1]); r.States == before.States {
			require.True(t, chosen[s.Depth], "a choice was not counted") // it is one of those tried in a state
			return
		}
		chosen[s.Depth] = true
		require.EqualValues(t, 1, r.States-before.States)
		require.EqualValues(t, left, r.Uncut-before.Uncut, "%s", s.Why)
		board := slices.Clone(s.Board)
		for _, c := range s.Cells {
			board[c] = puzzle.Empty
		}
		if puzzle.CheckPartial(p, board) == nil && saysColouring(s) {
			require.EqualValues(t, max(left, waysOf(p, board, s)), r.Allowed-before.Allowed, "%s on\n%sof\n%s", s.Why, puzzle.Format(p, board), p)
		}
		before = r.Stats
	}}
	r = meter.Start(context.Background(), m)
	require.NoError(t, solve(p, r, func(puzzle.Solution) bool { return true }))
	r.Close()
	require.Equal(t, forced+r.Nodes, r.States)
	for _, workers := range []int{1, 3} {
		_, plain := InOrder(t, p, workers, solve)
		m := &meter.Meter{CountWays: true, Workers: workers}
		require.NoError(t, Search(context.Background(), p, m, solve, func(puzzle.Solution) bool { return true }))
		counted := m.Stats()
		require.LessOrEqual(t, counted.Uncut, counted.Allowed)
		counted.States, counted.Allowed, counted.Uncut = 0, 0, 0
		require.Equal(t, plain, counted)
	}
}

// saysColouring reports whether a board has a number or a stone. Bare cells do not say the colouring.
func saysColouring(s meter.Step) bool {
	return slices.ContainsFunc(s.Board, func(v int) bool { return v != puzzle.Empty && v != puzzle.Bare })
}

// waysOf returns in how many ways the number, stone or cell of a step may be placed or filled.
func waysOf(p puzzle.Puzzle, board []int, s meter.Step) (ways int) {
	cell := -1
	if !ofValue.MatchString(s.Why) {
		cell = s.Cells[0]
		if words := covered.FindStringSubmatch(s.Why); words != nil {
			for cell = range board {
				if name := p.Board().Name(cell); name == words[1] || name == words[2] {
					break
				}
			}
		}
	}
	var open []int
	for c, v := range board {
		if v == puzzle.Empty {
			open = append(open, c)
		}
	}
	for _, value := range valuesOf(p, board, s, cell < 0) {
		size := 1
		if d, ok := p.(*puzzle.Draughtboard); ok && value != puzzle.Bare {
			size = len(d.Stones()[max(value, -value)-1].Cells())
		}
		eachSubset(open, size, func(cells []int) {
			tried := slices.Clone(board)
			for _, c := range cells {
				tried[c] = value
			}
			var broken *puzzle.Violation
			if err := puzzle.CheckPartial(p, tried); err != nil {
				broken = err.(*puzzle.Violation)
			}
			fits := broken == nil || broken.Rule == "gaps" && value != puzzle.Bare // too few cells for the gaps left
			if fits && (cell < 0 || slices.Contains(cells, cell)) {
				ways++
			}
		})
	}
	return ways
}

// valuesOf returns the numbers, or a stone of each kind, that are yet to be placed: the one of the step
// or all.
func valuesOf(p puzzle.Puzzle, board []int, s meter.Step, one bool) (values []int) {
	d, ok := p.(*puzzle.Draughtboard)
	if !ok {
		if n := p.(puzzle.Numbered); !one {
			for v := n.Low(); v <= n.High(); v++ {
				values = append(values, v) // a wrong one breaks a rule
			}
			return values
		}
		return []int{s.Value}
	}
	seen := make(map[int]bool)
	for stone, kind := range d.Kinds() {
		value := stone + 1
		if s.Value < 0 || slices.ContainsFunc(board, func(v int) bool { return v < 0 && v != puzzle.Empty }) {
			value = -value
		}
		isOfStep := s.Value != puzzle.Bare && d.Kinds()[max(s.Value, -s.Value)-1] == kind
		if !seen[kind] && !slices.Contains(board, value) && (!one || isOfStep) {
			seen[kind] = true
			values = append(values, value)
		}
	}
	if d.Gaps().Most > 0 && (!one || s.Value == puzzle.Bare) {
		values = append(values, puzzle.Bare)
	}
	return values
}

// eachSubset calls do with each subset of so many members.
func eachSubset(of []int, size int, do func([]int)) {
	if size == 0 {
		do(nil)
		return
	}
	for i := range of {
		eachSubset(of[i+1:], size-1, func(rest []int) { do(append([]int{of[i]}, rest...)) })
	}
}
