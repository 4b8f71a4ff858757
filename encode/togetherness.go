package encode

import (
	"math/bits"

	"crosscut/sat"
)

// togetherness knows which placements of stones can be used together: they share
// no cell, are of different stones and fit in the same colouring.
//
// A placement with which no other can be used on some cell, or none of some kind
// that is still to use, is of no use; nor are two such. A solver finds that out by
// itself, one step after it has chosen them, again and again. Saying it beforehand
// is worth a step of looking ahead, and there the tree of a tiling is broadest.
//
// Placements are bits of sets. Their order is that of the kinds.
type togetherness struct {
	*tiling
	words  int
	where  []spot
	with   []uint64   // the placements that can be used with placement a, from a·words on
	groups [][]uint64 // a set for each cell and then for each kind: what can cover it
	left   []uint64   // scratch
}

// spot is a placement as kind and number.
type spot struct{ kind, number int }

// maxTogether is the largest number of placements that are looked at in pairs: up
// to a second. Beyond, a formula is the same without.
const maxTogether = 2000

// together forbids placements, alone and in pairs, that leave a cell or kind none.
func (t *tiling) together() error {
	total := 0
	for i := range t.kinds {
		total += len(t.kinds[i].placements)
	}
	if total > maxTogether {
		return nil
	}
	g, err := t.newTogetherness(total)
	if err != nil {
		return err
	}
	if err := g.alone(); err != nil {
		return err
	}
	return g.pairs()
}

func (t *tiling) newTogetherness(total int) (*togetherness, error) {
	g := &togetherness{tiling: t, words: (total + 63) / 64}
	g.left = make([]uint64, g.words)
	g.with = make([]uint64, total*g.words)
	cells := t.p.Board().Len()
	g.groups = make([][]uint64, cells+len(t.kinds))
	for i := range g.groups {
		g.groups[i] = make([]uint64, g.words)
	}
	for i := range t.kinds {
		for j, q := range t.kinds[i].placements {
			a := len(g.where)
			g.where = append(g.where, spot{i, j})
			put(g.groups[cells+i], a)
			for _, c := range q.cells {
				put(g.groups[c], a)
			}
		}
	}
	for a := range total {
		g.fillWith(a)
		if err := t.run.Err(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// fillWith sets what can be used with placement a.
func (g *togetherness) fillWith(a int) {
	set, q := g.row(a), g.placement(a)
	for b := range g.where {
		if r := g.placement(b); q.colourings&r.colourings != 0 && (q.kind != r.kind || len(g.kinds[q.kind].stones) > 1) {
			put(set, b)
		}
	}
	for _, c := range q.cells {
		for w, word := range g.groups[c] {
			set[w] &^= word
		}
	}
}

func (g *togetherness) row(a int) []uint64 { return g.with[a*g.words : (a+1)*g.words] }

func (g *togetherness) placement(a int) *placement {
	return &g.kinds[g.where[a].kind].placements[g.where[a].number]
}

func (g *togetherness) lit(a int) sat.Lit { return g.used[g.where[a].kind][g.where[a].number] }

// alone forbids placements until each that is left leaves something everywhere.
func (g *togetherness) alone() error {
	g.begin("alone")
	out := make([]bool, len(g.where))
	for again := true; again; {
		again = false
		for a := range g.where {
			if out[a] || g.leaves(a, a) {
				continue
			}
			out[a], again = true, true
			g.Add(g.lit(a).Not())
			clear(g.row(a))
			for b := range g.where {
				g.row(b)[a/64] &^= 1 << (a % 64)
			}
			if err := g.check(); err != nil {
				return err
			}
		}
		if err := g.check(); err != nil {
			return err
		}
	}
	return nil
}

// pairs forbids pairs that could be used together but for what they leave. Those
// found are not taken into account for others: a second round finds half as many
// again and takes as long.
func (g *togetherness) pairs() error {
	g.begin("pair")
	for a := range g.where {
		for w, word := range g.row(a)[:a/64+1] {
			for ; word != 0; word &= word - 1 {
				if b := w*64 + bits.TrailingZeros64(word); b < a && !g.leaves(a, b) {
					g.Add(g.lit(a).Not(), g.lit(b).Not())
				}
			}
		}
		if err := g.check(); err != nil {
			return err
		}
	}
	return nil
}

// leaves reports whether with the placements a and b, perhaps the same, each cell
// that is open and each kind that is not used up has a placement.
func (g *togetherness) leaves(a, b int) bool {
	one, other := g.row(a), g.row(b)
	for w := range g.left {
		g.left[w] = one[w] & other[w]
	}
	for _, group := range g.groups {
		// A kind of which a or b is one stone may need more of them. That it has
		// none left then is for the solver to find out.
		if !meets(g.left, group) && !has(group, a) && !has(group, b) {
			return false
		}
	}
	return true
}

// meets reports whether two sets have a common member.
func meets(a, b []uint64) bool {
	for w, word := range a {
		if word&b[w] != 0 {
			return true
		}
	}
	return false
}

// has reports whether i is a member of a set.
func has(set []uint64, i int) bool { return set[i/64]>>(i%64)&1 == 1 }

// put puts member i into a set.
func put(set []uint64, i int) { set[i/64] |= 1 << (i % 64) }
