package puzzletest

import (
	"slices"

	"crosscut/internal/base"

	"pgregory.net/rapid"

	"crosscut/puzzle"
)

// DrawVariant returns a small Hidoku with walls, bridges, links, an order, other moves, a
// torus or a closed path, or with several of them. Its rules beyond the graph are those of a
// path, or they are put anywhere.
func DrawVariant(t *rapid.T) *puzzle.Hidoku {
	board := drawBoard(t, 9)
	rules := drawGraph(t, board)
	p := mustHidoku(t, board, rules, slices.Repeat([]int{puzzle.Empty}, board.Len()))
	filling := rapid.Permutation(upTo(1, board.Len())).Draw(t, "numbers")
	if paths := Brute(p); len(paths) > 0 && rapid.IntRange(0, 3).Draw(t, "rules of a path, unless 0") > 0 {
		filling = rapid.SampledFrom(paths).Draw(t, "path")
	}
	clues := thinned(t, filling)
	drawLinks(t, p, &rules, filling)
	if rapid.IntRange(0, 2).Draw(t, "an order, at 0") == 0 {
		rules.Order = drawOrder(t, filling)
	} else if len(filling) > 1 && rapid.IntRange(0, 3).Draw(t, "ranks, at 0") == 0 {
		ends := []int{slices.Index(filling, 1), slices.Index(filling, len(filling))}
		rules.Order = slices.DeleteFunc(drawOrder(t, filling), func(c int) bool { return slices.Contains(ends, c) })
		rules.Order = append(append(ends[:1:1], rules.Order...), ends[1])
		clues = slices.Repeat([]int{puzzle.Empty}, len(filling))
		clues[ends[0]], clues[ends[1]] = 1, len(filling)
	}
	return mustHidoku(t, board, rules, clues)
}

func mustHidoku(t *rapid.T, board *puzzle.Board, rules puzzle.HidokuRules, clues []int) *puzzle.Hidoku {
	return must[*puzzle.Hidoku](t)(rules.New(board, clues))
}

func drawGraph(t *rapid.T, board *puzzle.Board) puzzle.HidokuRules {
	var rules puzzle.HidokuRules
	rules.Moves = rapid.SampledFrom([]puzzle.Moves{
		puzzle.King, puzzle.Rook, puzzle.Hex, puzzle.Rook, puzzle.Knight, "(0,2) (1,2)", "(1,1) (1,2)",
	}).Draw(t, "moves")
	for _, rule := range base.Fields[bool](&rules) {
		*rule.At = rapid.IntRange(0, 2).Draw(t, rule.Name+", at 0") == 0
	}
	rules.Torus = rules.Torus && (rules.Moves != puzzle.Hex || board.Height()%2 == 0)
	p := mustHidoku(t, board, rules, slices.Repeat([]int{puzzle.Empty}, board.Len()))
	walls, bridges := rapid.IntRange(2, 12).Draw(t, "walls, one of"), rapid.IntRange(4, 20).Draw(t, "bridges, one of")
	for c := range board.Len() {
		for d := range c {
			touch := slices.Contains(p.Neighbours(c), d)
			switch {
			case touch && rapid.IntRange(0, walls).Draw(t, "wall, at 0") == 0:
				rules.Walls = append(rules.Walls, [2]int{c, d})
			case !touch && rapid.IntRange(0, bridges).Draw(t, "bridge, at 0") == 0:
				rules.Bridges = append(rules.Bridges, [2]int{c, d})
			}
		}
	}
	return rules
}

func drawOrder(t *rapid.T, filling []int) []int {
	var cells []int
	for k := range filling {
		if rapid.IntRange(0, 2).Draw(t, "in order, at 0") == 0 {
			cells = append(cells, slices.Index(filling, k+1))
		}
	}
	return cells
}
