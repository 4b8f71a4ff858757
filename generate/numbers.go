package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"crosscut"
	"crosscut/generate/internal/filling"
	"crosscut/internal/base"
	"crosscut/puzzle"
)

// Puzzles of numbers: Hidokus and magic boards. A filled board loses clues as long as it
// stays the only solution. For a level below extreme, it loses clues as long as steps of
// that level lead from the clues to the filled board.

// boardSource makes the filled boards of a family and knows how to search them.
type boardSource struct {
	puzzle puzzle.Numbered // its clues are ignored
	fill   func(ctx context.Context, rng *rand.Rand) ([]int, error)
	// otherFillings returns sets of cells in which another filling differs from a filled
	// board. It is nil if the family knows none before a search.
	otherFillings func(board []int) [][]int
	// fillStiff draws a filled board whose cost is at most enough, or as low as possible. It is nil
	// if the family knows no boards that need fewer clues than others.
	fillStiff  func(ctx context.Context, rng *rand.Rand, enough int, cost func(board []int) int) ([]int, error)
	first      crosscut.Engine // looks for other solutions
	second     crosscut.Engine // proves uniqueness beside it
	nodeLimit  int64           // limit on the nodes of its search for another solution
	askSecond  bool            // whether second searches when nodeLimit was too small; else the question stays open
	proofLimit int64           // nodes that it may need for the proof; 0 means no limit
}

func hidokuSource(p *puzzle.Hidoku, keep bool) boardSource {
	from := boardSource{
		puzzle:        p,
		fill:          func(ctx context.Context, rng *rand.Rand) ([]int, error) { return filling.Hidoku(ctx, p, rng) },
		otherFillings: func(board []int) [][]int { return filling.Rivals(p, board) },
		fillStiff: func(ctx context.Context, rng *rand.Rand, enough int, cost func([]int) int) ([]int, error) {
			return filling.StiffHidoku(ctx, p, rng, enough, cost)
		},
		first:     crosscut.Native,
		second:    crosscut.SAT,
		nodeLimit: 30_000,
		askSecond: true, // the SAT engine is rarely slow on Hidokus
	}
	if keep && (!p.AnyPath() || slices.ContainsFunc(p.Clues(), func(k int) bool { return k != puzzle.Empty })) {
		from.fill = func(ctx context.Context, rng *rand.Rand) ([]int, error) { return fillAround(ctx, p, rng) }
		from.fillStiff = nil
		if p.Ranked() {
			from.puzzle = unordered(p)
		}
	}
	return from
}

func magicSource(p *puzzle.Magic, w *Wish) boardSource {
	proofLimit := proofNodes(p.Board().Len())
	nodeLimit := proofLimit
	if w.Minimal { // to show that each clue is needed, other solutions must be found, even if that is hard
		nodeLimit = 50_000
	}
	fill := filling.Magic
	switch {
	case w.Keep:
		fill = func(ctx context.Context, p *puzzle.Magic, rng *rand.Rand) ([]int, error) {
			return fillAround(ctx, p, rng)
		}
	case puzzle.Variant(p) != "":
		fill = fillLines
	}
	return boardSource{
		puzzle:     p,
		fill:       func(ctx context.Context, rng *rand.Rand) ([]int, error) { return fill(ctx, p, rng) },
		first:      crosscut.Native,
		second:     crosscut.SAT,
		nodeLimit:  nodeLimit,
		proofLimit: proofLimit,
	}
}

// proofNodes returns the number of nodes that the native search may need for the proof of
// a magic board. For a board of order 6, the SAT engine needs about a second for a proof
// that takes Native 500 nodes. Where Native takes 50 times as many nodes, SAT takes a
// minute. Both grow with the order.
func proofNodes(cells int) int64 {
	const nodes, size = 500, 36
	if cells <= size {
		return nodes
	}
	return int64(max(nodes*size*size/(cells*cells), 1))
}

func numbersMaker(w *Wish, from boardSource) (makeFunc, error) {
	if err := checkVariant(w); err != nil {
		return nil, err
	}
	groups, err := groupsOf(from.puzzle.Board(), w.Pattern)
	if err != nil {
		return nil, err
	}
	cells, drawn := from.puzzle.Board().Len(), drawnOf(w)
	if len(drawn) > 0 {
		groups = slices.DeleteFunc(groups, func(group []int) bool {
			return slices.ContainsFunc(group, func(c int) bool { return slices.Contains(drawn, c) })
		})
	}
	switch hidoku := from.puzzle.Family() == puzzle.FamilyHidoku; {
	case w.Clues < 0 || w.Clues > cells:
		return nil, fmt.Errorf("%w: %s on %s", errWish, base.Plural(w.Clues, "clue"), base.Plural(cells, "cell"))
	case w.Clues > 0 && w.Clues < len(drawn):
		return nil, fmt.Errorf("%w: %s, of which %d are to be kept", errWish, base.Plural(w.Clues, "clue"), len(drawn))
	case !slices.Contains([]Ends{"", anyEnds, givenEnds, hiddenEnds}, w.Ends):
		return nil, fmt.Errorf("%w: ends %q; they are any, given or hidden", errWish, w.Ends)
	case w.Ends != "" && w.Ends != anyEnds && !hidoku:
		return nil, fmt.Errorf("%w: only a Hidoku has ends", errWish)
	case (w.Ends == givenEnds || w.Order) && w.Clues > 0 && w.Clues < 2 && cells > 1:
		return nil, fmt.Errorf("%w: %d clue is too few to give both ends", errWish, w.Clues)
	}
	return func(ctx context.Context, c chance) (*Made, error) {
		a := &attempts{ctx: ctx, wish: w, from: from, groups: groups, rng: c.rng}
		if c.solution != nil {
			if a.same, err = from.fill(ctx, c.solution); err != nil {
				return nil, err
			}
		}
		m, err := a.make()
		if m == nil && err == nil && a.tooManyClues && a.same == nil && from.fillStiff != nil {
			m, err = a.makeStiff()
		}
		if m != nil || err != nil {
			return m, stopped(err, w.Level, &a.graded)
		}
		return nil, effortSpent("%s", a.nearestMiss())
	}, nil
}

// drawnOf returns the cells whose clues the wish keeps, or whose places in an order.
func drawnOf(w *Wish) (cells []int) {
	p, isNumbered := w.Puzzle.(puzzle.Numbered)
	if !w.Keep || !isNumbered {
		return nil
	}
	h, isHidoku := p.(*puzzle.Hidoku)
	if isHidoku && h.Ranked() {
		return h.Ascending()
	}
	for c, k := range p.Clues() {
		if k != puzzle.Empty {
			cells = append(cells, c)
		}
	}
	return cells
}

// groupsOf returns the sets of cells whose clues come and go together.
func groupsOf(b *puzzle.Board, pattern Pattern) ([][]int, error) {
	image := func(row, col int) (int, int) { return row, col }
	switch pattern {
	case "", noPattern:
	case rotational:
		image = func(row, col int) (int, int) { return b.Height() - 1 - row, b.Width() - 1 - col }
	case mirrored:
		image = func(row, col int) (int, int) { return row, b.Width() - 1 - col }
	default:
		return nil, fmt.Errorf("%w: a pattern %q; it is none, rotational or mirror", errWish, pattern)
	}
	var groups [][]int
	for c := range b.Len() {
		d := b.Cell(image(b.Pos(c)))
		switch {
		case d < 0:
			return nil, fmt.Errorf("%w: the board itself lacks the pattern %s", errWish, pattern)
		case d == c:
			groups = append(groups, []int{c})
		case d > c:
			groups = append(groups, []int{c, d})
		}
	}
	return groups, nil
}
