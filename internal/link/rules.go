package link

import (
	"math/bits"

	"crosscut/puzzle"
)

// The rules of a variant of a Hidoku. First come its moves as a text, a flag for the torus and
// one for a closed path. Then come the pairs of walls, bridges, links and cells that are not
// linked, each list as a count and the two cells of each pair. Last come a count and the cells
// of the order. A cell has as many bits as the last cell needs.

// rules appends the rules of a puzzle.
func (w *bitWriter) rules(p *puzzle.Hidoku) {
	r, size := p.Rules(), bits.Len(uint(p.Board().Len()-1))
	w.string(string(r.Moves))
	w.flag(r.Torus)
	w.flag(r.Closed)
	for _, pairs := range [][][2]int{r.Walls, r.Bridges, r.Links, r.Unlinked} {
		w.count(len(pairs))
		for _, pair := range pairs {
			w.bits(uint64(pair[0]), size)
			w.bits(uint64(pair[1]), size)
		}
	}
	w.count(len(r.Order))
	for _, c := range r.Order {
		w.bits(uint64(c), size)
	}
}

func (r *bitReader) rules(cells int) (rules puzzle.HidokuRules) {
	size := bits.Len(uint(cells - 1))
	rules.Moves = puzzle.Moves(r.string())
	rules.Torus, rules.Closed = r.flag(), r.flag()
	for _, pairs := range []*[][2]int{&rules.Walls, &rules.Bridges, &rules.Links, &rules.Unlinked} {
		count := r.count()
		r.failed = r.failed || count > 0 && size == 0 // a board of one cell has no pairs
		for i := 0; i < count && !r.failed; i++ {
			*pairs = append(*pairs, [2]int{int(r.bitsOf(size)), int(r.bitsOf(size))})
		}
	}
	count := r.count()
	r.failed = r.failed || count > cells
	for i := 0; i < count && !r.failed; i++ {
		rules.Order = append(rules.Order, int(r.bitsOf(size)))
	}
	return rules
}
