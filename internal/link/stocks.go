package link

import (
	"slices"

	"crosscut/puzzle"
)

// Draughtboards that are not written as stones used once each. The number 3 for the corner
// marks them. After it come the corner, a flag for "flips: no", the range of gaps, the number
// of sets and the number of each set, the number of further stones, and these stones. A
// stone has its range, flags for "no flips" and "no turns", and what every stone has. A
// range has its least number, a flag for no upper bound, and otherwise the difference
// to the greatest number.

// sets are the sets of stones by their numbers, which never change. New ones are added at the
// end.
var sets = []string{"pentominoes", "tetrominoes", "hexominoes", "one-sided tetrominoes", "one-sided pentominoes"}

// drawnOnce reports whether the text of the puzzle draws each stone and uses it once.
func drawnOnce(p *puzzle.Draughtboard) bool {
	setup := p.Setup()
	return setup.Gaps == puzzle.Range{} && len(setup.Sets) == 0 && !slices.ContainsFunc(setup.Stocks, func(k puzzle.Stock) bool {
		return k.NoFlips || k.NoTurns || k.Count != puzzle.Range{Least: 1, Most: 1}
	})
}

// stocks writes what comes after the mark.
func (w *bitWriter) stocks(p *puzzle.Draughtboard) {
	setup := p.Setup()
	w.colour(setup.Corner)
	w.flag(!setup.Flips)
	w.between(setup.Gaps)
	w.count(len(setup.Sets))
	for _, name := range setup.Sets {
		w.count(slices.Index(sets, name))
	}
	w.count(len(setup.Stocks))
	for _, k := range setup.Stocks {
		w.between(k.Count)
		w.flag(k.NoFlips)
		w.flag(k.NoTurns)
		w.stone(k.Stone)
	}
}

// stocks reads what comes after the mark.
func (r *bitReader) stocks(board *puzzle.Board) (puzzle.Puzzle, error) {
	corner, mixed := r.colour()
	setup := puzzle.Setup{Board: board, Corner: corner, Flips: !r.flag(), Gaps: r.between()}
	count := r.count()
	if r.failed || mixed || count > r.size-r.at {
		return nil, errTooShort
	}
	for range count {
		i := r.count()
		if r.failed || i >= len(sets) {
			return nil, errTooShort
		}
		setup.Sets = append(setup.Sets, sets[i])
	}
	if count = r.count(); r.failed || count > r.size-r.at {
		return nil, errTooShort
	}
	for range count {
		k := puzzle.Stock{Count: r.between(), NoFlips: r.flag(), NoTurns: r.flag()}
		var err error
		if k.Stone, err = r.stone(puzzle.MaxCells); err != nil {
			return nil, err
		}
		setup.Stocks = append(setup.Stocks, k)
	}
	return wrapped(setup.New())
}

// between writes a range.
func (w *bitWriter) between(b puzzle.Range) {
	w.count(b.Least)
	if w.flag(b.Most == puzzle.Unlimited); b.Most < puzzle.Unlimited {
		w.count(b.Most - b.Least)
	}
}

// between reads a range.
func (r *bitReader) between() puzzle.Range {
	b := puzzle.Range{Least: r.count(), Most: puzzle.Unlimited}
	if !r.flag() {
		b.Most = b.Least + r.count()
	}
	if most := max(b.Least, b.Most); b.Least > puzzle.MaxCells || b.Most != puzzle.Unlimited && most > puzzle.MaxCells {
		r.failed = true
	}
	return b
}
