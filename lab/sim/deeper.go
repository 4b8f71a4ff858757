package main

import (
	"math"
	"math/rand/v2"
)

// The measured tree ends at cubes of half a millisecond. In a run where cubes take 100,000
// times as long, such a cube takes 50 seconds, and would be cut. So it can be continued in
// the likeness of another cube, the donor. Its parts have the shares of the donor's parts.
// Together they take as long as the cube, so a cut at the bottom neither costs nor gains.

// Donors take this long, in seconds. Their parts are like themselves, and the time to begin
// a search is a small part of theirs.
const leastDonor, mostDonor = 1e-3, 10e-3

// continued returns a copy of the tree in which every cube of at least shortest seconds has
// parts. The copy depends on the tree and on shortest alone.
func (t *tree) continued(shortest float64) *tree {
	donors := t.donors()
	if len(donors) == 0 {
		return t
	}
	d := &tree{cubes: append([]cube(nil), t.cubes...), first: t.first}
	for i := 0; i < len(d.cubes); i++ { // new parts come behind, and have their turn
		if c := &d.cubes[i]; len(c.children) == 0 && c.count >= shortest {
			r := rand.New(rand.NewPCG(uint64(i), math.Float64bits(c.count)))
			d.grow(i, &t.cubes[donors[r.IntN(len(donors))]])
		}
	}
	return d
}

// donors returns the cubes that can be donors. If none takes the right time, all that were
// cut are.
func (t *tree) donors() []int {
	var good, all []int
	for i := range t.cubes {
		if c := &t.cubes[i]; len(c.children) > 1 {
			all = append(all, i)
			if leastDonor <= c.count && c.count <= mostDonor {
				good = append(good, i)
			}
		}
	}
	if len(good) > 0 {
		return good
	}
	return all
}

// grow gives parts to a cube.
func (t *tree) grow(i int, donor *cube) {
	sum := 0.0
	for _, j := range donor.children {
		sum += t.cubes[j].count
	}
	whole := t.cubes[i].count
	t.cubes[i].cut = donor.cut
	for _, j := range donor.children {
		t.cubes[i].children = append(t.cubes[i].children, len(t.cubes))
		t.cubes = append(t.cubes, cube{count: whole * t.cubes[j].count / sum})
	}
}
