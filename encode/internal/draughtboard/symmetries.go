package draughtboard

import (
	"slices"

	"crosscut/puzzle"
	"crosscut/sat"
)

// symmetries returns what the symmetries of the puzzle do with the deciding literals: see [sat.Symmetries].
func (t *formula) symmetries() *sat.Symmetries {
	group := puzzle.Symmetries(t.p)
	if t.kindsCovering || len(group) < 2 {
		return nil
	}
	s := new(sat.Symmetries)
	for i, k := range t.kinds {
		if len(k.stones) > 1 && i != t.uncounted && !k.free {
			s.Sums = append(s.Sums, sat.Sum{Lits: t.used[i], Weights: slices.Repeat([]int{1}, len(t.used[i])), Least: k.least, Most: len(k.stones)})
		}
	}
	for _, g := range group[1:] {
		if by := t.imagesBy(g); by != nil {
			s.Maps = append(s.Maps, by)
		}
	}
	return s
}

// imagesBy returns the image of each deciding literal, nil if a placement has none.
func (t *formula) imagesBy(g puzzle.Symmetry) []sat.Lit {
	by := make([]sat.Lit, len(t.keep)+1)
	for i, l := range t.corners {
		if by[l.Var()] = l; g.Recolours {
			by[l.Var()] = t.corners[len(t.corners)-1-i]
		}
	}
	var image []int
	for i := range t.kinds {
		placements := t.kinds[i].placements
		for j, q := range placements {
			image = image[:0]
			for _, c := range q.Cells {
				image = append(image, g.Image[c])
			}
			slices.Sort(image)
			at, found := slices.BinarySearchFunc(placements, image, func(r placement, cells []int) int { return slices.Compare(r.Cells, cells) })
			if !found {
				return nil
			}
			by[t.used[i][j].Var()] = t.used[i][at]
		}
	}
	return by
}
