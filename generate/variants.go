package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"crosscut/generate/internal/filling"
	"crosscut/internal/base"
	"crosscut/puzzle"
)

// Walls, links and orders of Hidokus. They are drawn from a filled board, so that it stays a
// solution.

// checkVariant returns an error for wishes for another family, and for those that contradict each other.
func checkVariant(w *Wish) error {
	h, isHidoku := w.Puzzle.(*puzzle.Hidoku)
	_, isDraughtboard := w.Puzzle.(*puzzle.Draughtboard)
	switch {
	case !isDraughtboard && (w.Smallest != 0 || w.Largest != 0 || w.Alike || w.Gaps != 0 || len(w.Sets) > 0):
		return fmt.Errorf("%w: only a draughtboard has stones and gaps", errWish)
	case !isDraughtboard && w.Solutions != 0 && w.Solutions != 1:
		return fmt.Errorf("%w: only a draughtboard has another number of solutions than 1", errWish)
	case !isHidoku && (w.Walls != 0 || w.Links != 0 || w.Order):
		return fmt.Errorf("%w: only a Hidoku has walls, links or an order", errWish)
	case !isHidoku:
		return nil
	case w.Walls < 0 || w.Links < 0:
		return fmt.Errorf("%w: %d walls and %d links", errWish, w.Walls, w.Links)
	case w.Keep && w.Ends == hiddenEnds && slices.ContainsFunc(h.Clues(), func(k int) bool { return k == 1 || k == h.High() }):
		return fmt.Errorf("%w: hidden ends, and an end is given", errWish)
	case !w.Keep && !h.AnyPath():
		return fmt.Errorf("%w: links and an order are drawn with the puzzle, and the board already has some", errWish)
	case w.Order && h.Board().Len() < 2:
		return fmt.Errorf("%w: an order on one cell", errWish)
	case w.Order && w.Ends == hiddenEnds:
		return fmt.Errorf("%w: an order shows both ends", errWish)
	}
	return nil
}

// dress returns the source with the walls and links that the wish asks for, which suit a
// filled board.
func (from boardSource) dress(w *Wish, board []int, rng *rand.Rand) (boardSource, error) {
	h, isHidoku := from.puzzle.(*puzzle.Hidoku)
	if !isHidoku || w.Walls == 0 && w.Links == 0 {
		return from, nil
	}
	rules := h.Rules()
	var apart, together [][2]int // pairs of cells that touch, without and with consecutive numbers
	for c := range board {
		for _, d := range h.Neighbours(c) {
			steps := max(board[c]-board[d], board[d]-board[c])
			switch {
			case d < c || h.MustFollow(c, d) || !h.MayFollow(c, d): // it has a sign
			case steps == 1 || h.Closed() && steps == len(board)-1:
				together = append(together, [2]int{c, d})
			default:
				apart = append(apart, [2]int{c, d})
			}
		}
	}
	if w.Walls > len(apart) || w.Links > len(together) {
		return from, fmt.Errorf("%w: %s and %s; there is room for %d and %d",
			errWish, base.Plural(w.Walls, "wall"), base.Plural(w.Links, "link"), len(apart), len(together))
	}
	for _, draw := range []struct {
		count int
		pairs [][2]int
		into  *[][2]int
	}{{w.Walls, apart, &rules.Walls}, {w.Links, together, &rules.Links}} {
		rng.Shuffle(len(draw.pairs), func(i, j int) { draw.pairs[i], draw.pairs[j] = draw.pairs[j], draw.pairs[i] })
		*draw.into = append(*draw.into, draw.pairs[:draw.count]...)
	}
	p, err := rules.New(h.Board(), nil)
	if err != nil {
		return from, err
	}
	from.puzzle = p
	from.otherFillings = func(board []int) [][]int { return filling.Rivals(p, board) }
	return from, nil
}

// ordered returns p with an order instead of its clues. It has the cells of the clues, from the
// first number to the last. The first number and the last stay as clues.
func ordered(p *puzzle.Hidoku, clues []int) (puzzle.Puzzle, error) {
	rules := p.Rules()
	ends := slices.Repeat([]int{puzzle.Empty}, len(clues))
	for c, k := range clues {
		if k == puzzle.Empty {
			continue
		}
		rules.Order = append(rules.Order, c)
		if k == 1 || k == len(clues) {
			ends[c] = k
		}
	}
	base.SortStable(rules.Order, func(c, d int) int { return clues[c] - clues[d] })
	return rules.New(p.Board(), ends)
}

// unordered returns p without its order and its clues. While a board is thinned, each cell of the order has a clue instead.
func unordered(p *puzzle.Hidoku) *puzzle.Hidoku {
	rules := p.Rules()
	rules.Order = nil
	plain, _ := rules.New(p.Board(), nil) // the rules are those of p
	return plain
}

// inOrder reports whether the clues are ranks.
func (w *Wish) inOrder() bool {
	h, isHidoku := w.Puzzle.(*puzzle.Hidoku)
	return w.Order || w.Keep && isHidoku && h.Ranked()
}

func (t *thinning) puzzle() (puzzle.Puzzle, error) {
	if h, isHidoku := t.from.puzzle.(*puzzle.Hidoku); isHidoku && t.wish.inOrder() {
		return ordered(h, t.clues)
	}
	return t.from.puzzle.WithClues(t.clues)
}
