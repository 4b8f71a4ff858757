package draughtboard

// The encoding "conflicts" of draughtboards, the default: a clause for each two
// placements that cannot be used together. Two placements cannot be used together if they
// share a cell, are of a kind with one stone, or fit in different colourings. The families
// of clauses, in addition to stones, colouring and corner, are
//
//	cell      each cell is in a placement that is used
//	stone     a placement of each kind with one stone is used, unless it may be left out
//	clash     two placements cannot be used together
//	dead      a placement leaves some other cell or kind without a placement
//	dead pair two placements leave some other cell or kind without a placement
//
// The last two are redundant. A solver finds dead placements and pairs by itself, one step
// after it has chosen them, again and again. Saying it beforehand is worth a step of
// looking ahead, where the search tree of a draughtboard is broadest. With a clause for
// each clash, one step of propagation finds all that a placement excludes.
//
// MaxPairable bounds the placements, since looking at all pairs takes time
// O(placements² · cells · placements/64).

import (
	"cmp"
	"math/bits"

	"crosscut/sat"
)

// compatibility says which placements can be used together. The placements are numbered
// in the order of the kinds, and sets of them are sets of bits.
type compatibility struct {
	*formula
	words  int // length of a set
	list   []*placement
	lits   []sat.Lit  // per placement, that it is used
	with   []uint64   // the set of placements that can be used with placement a begins at a·words
	groups [][]uint64 // the placements on each cell, and then those of each kind that is needed
	left   []uint64   // scratch of leaves
	last   int        // the group that was found empty last
}

// MaxPairable is the largest number of placements that are looked at in pairs. So many
// take half a second and give a million clauses.
const MaxPairable = 2000

// conflicts says that each cell is covered once and that one placement of each kind with
// one stone is used, by forbidding pairs of placements, of which there are so many.
func (t *formula) conflicts(total int) error {
	g, err := t.newCompatibility(total)
	if err != nil {
		return err
	}
	g.atLeast()
	return cmp.Or(g.several(), g.clash(), g.deadPlacements(), g.deadPairs())
}

// atLeast says that each cell has a placement, and each kind with one stone.
func (g *compatibility) atLeast() {
	g.Begin("cell")
	for _, lits := range g.formula.groups()[:g.p.Board().Len()] {
		g.Add(lits...)
	}
	g.Begin("stone")
	for i, k := range g.kinds {
		if len(k.stones) == 1 && k.fixed() {
			g.Add(g.used[i]...)
		}
	}
}

// clash forbids each pair of placements that cannot be used together.
func (g *compatibility) clash() error {
	g.Begin("clash")
	for a := range g.list {
		row := g.row(a)
		for b := range a {
			if !has(row, b) {
				g.Add(g.lits[a].Not(), g.lits[b].Not())
			}
		}
		if err := g.Check(); err != nil {
			return err
		}
	}
	return nil
}

// newCompatibility finds out which of all placements, total of them, can be used together.
func (t *formula) newCompatibility(total int) (*compatibility, error) {
	g := &compatibility{formula: t, words: (total + 63) / 64}
	g.left = make([]uint64, g.words)
	g.with = make([]uint64, total*g.words)
	cells := t.p.Board().Len()
	groups := make([][]uint64, cells+len(t.kinds))
	for i := range groups {
		groups[i] = make([]uint64, g.words)
	}
	for i := range t.kinds {
		for j, q := range t.kinds[i].placements {
			a := len(g.list)
			g.list, g.lits = append(g.list, &t.kinds[i].placements[j]), append(g.lits, t.used[i][j])
			put(groups[cells+i], a)
			for _, c := range q.Cells {
				put(groups[c], a)
			}
		}
	}
	for a := range total {
		g.fillWith(a, groups)
		if err := t.Run.Err(); err != nil {
			return nil, err
		}
	}
	for i, set := range groups {
		if i < cells || t.kinds[i-cells].least > 0 {
			g.groups = append(g.groups, set)
		}
	}
	return g, nil
}

// fillWith sets the placements that can be used with placement a.
func (g *compatibility) fillWith(a int, groups [][]uint64) {
	set, q := g.row(a), g.list[a]
	for b := range g.list {
		if r := g.list[b]; q.Colourings&r.Colourings != 0 && (q.kind != r.kind || len(g.kinds[q.kind].stones) > 1) {
			put(set, b)
		}
	}
	for _, c := range q.Cells {
		for w, word := range groups[c] {
			set[w] &^= word
		}
	}
}

// row returns the set of placements that can be used with placement a.
func (g *compatibility) row(a int) []uint64 { return g.with[a*g.words : (a+1)*g.words] }

// deadPlacements forbids placements that leave a cell or a kind without any, until no
// such placement is left.
func (g *compatibility) deadPlacements() error {
	g.Begin("dead")
	out := make([]bool, len(g.list)) // the placements that are forbidden
	for again := true; again; {
		again = false
		for a := range g.list {
			if out[a] || g.leaves(a, a) {
				continue
			}
			out[a], again = true, true
			g.Add(g.lits[a].Not())
			clear(g.row(a))
			for b := range g.list {
				g.row(b)[a/64] &^= 1 << (a % 64)
			}
			if err := g.Check(); err != nil {
				return err
			}
		}
		if err := g.Check(); err != nil {
			return err
		}
	}
	return nil
}

// deadPairs forbids each pair of placements that leaves a cell or a kind without any. A
// pair that is forbidden counts for the pairs after it. A second round would find half
// as many again and take as long as the first.
func (g *compatibility) deadPairs() error {
	g.Begin("dead pair")
	for a := range g.list {
		row := g.row(a)
		for w, word := range row[:a/64+1] {
			for ; word != 0; word &= word - 1 {
				if b := w*64 + bits.TrailingZeros64(word); b < a && !g.leaves(a, b) {
					g.Add(g.lits[a].Not(), g.lits[b].Not())
					row[b/64] &^= 1 << (b % 64)
					g.row(b)[a/64] &^= 1 << (a % 64)
				}
			}
		}
		if err := g.Check(); err != nil {
			return err
		}
	}
	return nil
}

// leaves reports whether the placements a and b, perhaps the same, leave a placement
// everywhere: for each cell that is open and for each kind with a stone left.
func (g *compatibility) leaves(a, b int) bool {
	one, other := g.row(a), g.row(b)
	for w := range g.left {
		g.left[w] = one[w] & other[w]
	}
	// The group that was empty last is often empty again.
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

// empty reports whether no placement of group i is left, and neither a nor b is in it. If
// a or b is in the group of a kind, the kind may still lack a stone. The solver finds
// that out.
func (g *compatibility) empty(i, a, b int) bool {
	group := g.groups[i]
	return !meets(group, g.left) && !has(group, a) && !has(group, b)
}

// meets reports whether two sets of as many words have a common member.
func meets(a, b []uint64) bool {
	b = b[:len(a)]
	for w, word := range a {
		if word&b[w] != 0 {
			return true
		}
	}
	return false
}

func has(set []uint64, i int) bool { return set[i/64]>>(i%64)&1 == 1 }

func put(set []uint64, i int) { set[i/64] |= 1 << (i % 64) }
