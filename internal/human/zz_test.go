package human

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	fill "crosscut/internal/filling"
	"crosscut/puzzle"
)

func applying(state logic) map[Technique]Step {
	got := map[Technique]Step{}
	try := func(f func() (Step, bool)) {
		if st, ok := f(); ok {
			got[st.Technique] = st
		}
	}
	switch s := state.(type) {
	case *path:
		c := func() *path { t := s.clone().(*path); t.reach(); for i := range t.bridged { t.bridged[i] = 0 }; return t }
		try(c().touchStep)
		try(c().hemmedStep)
		try(c().onlyStep)
		try(func() (Step, bool) { return c().bridgeStep(true) })
		try(c().deadEndStep)
		try(func() (Step, bool) { return c().bridgeStep(false) })
		try(c().areaStep)
		try(c().cutStep)
	case *square:
		c := func() *square { t := s.clone().(*square); for i := range t.looked { t.looked[i] = 0 }; return t }
		try(c().lastCell)
		try(c().onlyNumber)
		try(c().onlyCell)
		try(func() (Step, bool) { return c().fillings(TwoCells, 2, 2) })
		try(c().lineSum)
		try(func() (Step, bool) { return c().fillings(ThreeCells, 3, 3) })
		try(func() (Step, bool) { return c().fillings(Combination, 4, s.n) })
	case *tiling:
		c := func() *tiling { t := s.clone().(*tiling); for i := range t.looked { clear(t.looked[i]) }; return t }
		try(c().mirror)
		try(c().oneWay)
		try(c().onePlace)
		try(c().cellStone)
		try(c().stoneCells)
		try(func() (Step, bool) { return c().enclosed(Enclosed) })
		try(func() (Step, bool) { return c().enclosed(Colours) })
		try(c().leaves)
	}
	return got
}

func TestZZ(t *testing.T) {
	ctx := context.Background()
	type best struct {
		rank int
		text string
	}
	found := map[Technique]best{}
	rng := rand.New(rand.NewPCG(1, 1))
	look := func(p puzzle.Puzzle) {
		s, _ := New(p)
		for k := 0; k < 12; k++ {
			if s.state.fault() != "" || s.state.solved() {
				return
			}
			got := applying(s.state)
			if len(got) == 1 {
				for tech, step := range got {
					rank := 100000*k + 1000*p.Board().Len() + len(p.String()) + 50*len(step.Remove)
					if b, ok := found[tech]; !ok || rank < b.rank {
						found[tech] = best{rank, fmt.Sprintf("after %d\n%s=> %s", k, p, step.Text)}
					}
				}
			}
			if _, ok := s.state.step(Hard); !ok {
				return
			}
		}
	}
	for i := 0; i < 60000; i++ {
		moves := []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}[rng.IntN(3)]
		board, _ := puzzle.NewBoard(3+rng.IntN(4), 2+rng.IntN(4), nil)
		clues := slices.Repeat([]int{puzzle.Empty}, board.Len())
		blank, _ := puzzle.NewHidoku(board, moves, clues)
		f, err := fill.Path(ctx, blank, rng)
		if err != nil { continue }
		pct := 10 + rng.IntN(60)
		for c, k := range f { if rng.IntN(100) < pct { clues[c] = k } }
		p, _ := puzzle.NewHidoku(board, moves, clues)
		look(p)
		if i%10 == 0 {
			n := 3 + rng.IntN(2)
			clues := slices.Repeat([]int{puzzle.Empty}, n*n)
			m, _ := puzzle.NewMagic(n, 1, puzzle.MagicSum(n, 1), true, clues)
			f, err := fill.Square(ctx, m, rng)
			if err != nil { continue }
			for c, k := range f { if rng.IntN(100) < pct { clues[c] = k } }
			m, _ = puzzle.NewMagic(n, 1, puzzle.MagicSum(n, 1), true, clues)
			look(m)
		}
		if i%10 == 5 {
			holes := rng.IntN(20)
			w, h := 3+rng.IntN(3), 2+rng.IntN(4)
			board, err := puzzle.NewBoard(w, h, func(r, c int) bool { return r*w+c == holes })
			if err != nil { continue }
			pc := fill.Cut(ctx, board, 1+rng.IntN(3), 3+rng.IntN(4), rng)
			if pc == nil { continue }
			cells := make([][]puzzle.StoneCell, pc.Count())
			for c, q := range pc.Of() {
				r, k := board.Pos(c)
				col := puzzle.Black
				if (r+k)%2 == 1 { col = puzzle.White }
				cells[q] = append(cells[q], puzzle.StoneCell{Row: r, Col: k, Colour: col})
			}
			var stones []puzzle.Stone
			for _, l := range cells { s, err := puzzle.NewStone(l); if err != nil { t.Fatal(err) }; stones = append(stones, s) }
			d, err := puzzle.NewDraughtboard(board, puzzle.Black, true, stones)
			if err != nil { continue }
			look(d)
		}
	}
	for tech := Touch; tech < Guess; tech++ {
		fmt.Printf("ZZ %v (%d): %s\n", tech, tech, found[tech].text)
	}
}
