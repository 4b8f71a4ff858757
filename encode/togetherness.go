package encode

import (
	"cmp"
	"math/bits"

	"crosscut/sat"
)

// togetherness knows which placements of stones can be used together. Two cannot that
// share a cell, are of a kind with one stone, or fit in different colourings.
//
// A placement with which no other can be used on some cell, or none of some kind that
// is still to use, is of no use; nor are two such. A solver finds that out by itself,
// one step after it has chosen them, again and again. Saying it beforehand is worth a
// step of looking ahead, and there the tree of a tiling is broadest. A clause for each
// two placements that cannot be used together then is all that needs to be said, and
// one step of propagation settles what a placement excludes.
//
// Placements are bits of sets. Their order is that of the kinds.
type togetherness struct {
	*tiling
	words  int
	where  []spot
	with   []uint64 // the placements that can be used with placement a, from a·words on
	groups []group  // what can cover each cell, and then what there is of each kind
	left   []uint64 // scratch
	last   int      // the group that was found empty last
}

// group is a set of placements without the words before and after all its members.
type group struct {
	from int
	set  []uint64
}

// spot is a placement as kind and number.
type spot struct{ kind, number int }

// maxTogether is the largest number of placements that are looked at in pairs: up
// to half a second, and a million clauses.
const maxTogether = 2000

// conflicts says that each cell is covered once, that of each kind with one stone one
// placement is used, and that placements fit together, by forbidding pairs of them. With
// more than maxTogether placements it says so by kinds.
func (t *tiling) conflicts() error {
	total := 0
	for i := range t.kinds {
		total += len(t.kinds[i].placements)
	}
	if total > maxTogether {
		return cmp.Or(t.kindsOnCells(), t.stones())
	}
	g, err := t.newTogetherness(total)
	if err != nil {
		return err
	}
	g.atLeast()
	return cmp.Or(g.several(), g.clash(), g.alone(), g.pairs())
}

// atLeast says that there is a placement on each cell, and one of each single stone.
func (g *togetherness) atLeast() {
	g.begin("cell")
	for _, lits := range g.tiling.groups()[:g.p.Board().Len()] {
		g.Add(lits...)
	}
	g.begin("stone")
	for i, k := range g.kinds {
		if len(k.stones) == 1 {
			g.Add(g.used[i]...)
		}
	}
}

// clash forbids the pairs that cannot be used together.
func (g *togetherness) clash() error {
	g.begin("clash")
	for a := range g.where {
		row := g.row(a)
		for b := range a {
			if !has(row, b) {
				g.Add(g.lit(a).Not(), g.lit(b).Not())
			}
		}
		if err := g.check(); err != nil {
			return err
		}
	}
	return nil
}

func (t *tiling) newTogetherness(total int) (*togetherness, error) {
	g := &togetherness{tiling: t, words: (total + 63) / 64}
	g.left = make([]uint64, g.words)
	g.with = make([]uint64, total*g.words)
	cells := t.p.Board().Len()
	groups := make([][]uint64, cells+len(t.kinds))
	for i := range groups {
		groups[i] = make([]uint64, g.words)
	}
	for i := range t.kinds {
		for j, q := range t.kinds[i].placements {
			a := len(g.where)
			g.where = append(g.where, spot{i, j})
			put(groups[cells+i], a)
			for _, c := range q.cells {
				put(groups[c], a)
			}
		}
	}
	for a := range total {
		g.fillWith(a, groups)
		if err := t.run.Err(); err != nil {
			return nil, err
		}
	}
	for _, set := range groups {
		g.groups = append(g.groups, trimmed(set))
	}
	return g, nil
}

// trimmed returns a set as a group.
func trimmed(set []uint64) group {
	from, to := 0, len(set)
	for from < to && set[from] == 0 {
		from++
	}
	for from < to && set[to-1] == 0 {
		to--
	}
	return group{from, set[from:to]}
}

// fillWith sets what can be used with placement a.
func (g *togetherness) fillWith(a int, groups [][]uint64) {
	set, q := g.row(a), g.placement(a)
	for b := range g.where {
		if r := g.placement(b); q.colourings&r.colourings != 0 && (q.kind != r.kind || len(g.kinds[q.kind].stones) > 1) {
			put(set, b)
		}
	}
	for _, c := range q.cells {
		for w, word := range groups[c] {
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

// pairs forbids pairs that could be used together but for what they leave. Those found
// are taken into account for the ones after them: a second round finds half as many
// again and takes as long.
func (g *togetherness) pairs() error {
	g.begin("pair")
	for a := range g.where {
		row := g.row(a)
		for w, word := range row[:a/64+1] {
			for ; word != 0; word &= word - 1 {
				if b := w*64 + bits.TrailingZeros64(word); b < a && !g.leaves(a, b) {
					g.Add(g.lit(a).Not(), g.lit(b).Not())
					row[b/64] &^= 1 << (b % 64)
					g.row(b)[a/64] &^= 1 << (a % 64)
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
	// The group that was empty last often is again.
	if g.empty(g.last, a, b) {
		return false
	}
	for i := range g.groups {
		if g.empty(i, a, b) {
			g.last = i
			return false
		}
	}
	return true
}

// empty reports whether nothing of a group is left, and neither a nor b is of it. A kind
// of which a or b is one stone may need more of them: that it has none left then is for
// the solver to find out.
func (g *togetherness) empty(i, a, b int) bool {
	group := &g.groups[i]
	return !meets(group.set, g.left[group.from:]) && !group.has(a) && !group.has(b)
}

// meets reports whether two sets have a common member.
func meets(a, b []uint64) bool {
	b = b[:len(a)]
	for w, word := range a {
		if word&b[w] != 0 {
			return true
		}
	}
	return false
}

// has reports whether placement a is a member.
func (g *group) has(a int) bool {
	w := a/64 - g.from
	return 0 <= w && w < len(g.set) && g.set[w]>>(a%64)&1 == 1
}

// has reports whether i is a member of a set.
func has(set []uint64, i int) bool { return set[i/64]>>(i%64)&1 == 1 }

// put puts member i into a set.
func put(set []uint64, i int) { set[i/64] |= 1 << (i % 64) }
