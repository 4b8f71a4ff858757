package model

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// manyOptions has random options. Most of them have the first secondary item, and few of them the
// second one, with one of two colours or without one.
func manyOptions(options int) *Problem {
	const primary = 12
	rng := rand.New(rand.NewPCG(1, 22))
	p := &Problem{Primary: primary, Secondary: 2}
	for range options {
		var option []Element
		for _, i := range rng.Perm(primary)[:3] {
			option = append(option, Element{Item: Item(i)})
		}
		if rng.IntN(3) > 0 {
			option = append(option, Element{Item: primary, Colour: int32(rng.IntN(3))})
		}
		if rng.IntN(options) < 8 {
			option = append(option, Element{Item: primary + 1, Colour: int32(rng.IntN(3))})
		}
		p.Add(option...)
	}
	return p
}

// clash reports whether no cover has both options, by the definition.
func clash(p *Problem, a, b int) bool {
	for _, e := range p.Option(a) {
		for _, f := range p.Option(b) {
			if e.Item == f.Item && (int(e.Item) < p.Primary || e.Colour == 0 || e.Colour != f.Colour) {
				return true
			}
		}
	}
	return false
}

func TestRowsAreTheConflicts(t *testing.T) {
	p := manyOptions(700)
	full := NewTables(p)
	for a := range full.Options {
		for b := range full.Options {
			require.Equal(t, a == b || clash(p, a, b), Contains(full.Row(a), b), "options %d and %d", a, b)
		}
	}
}

func TestFirstOfTwoSets(t *testing.T) {
	assert.Equal(t, 64+5, First([]uint64{1, 1<<5 | 1<<6}, []uint64{2, 1<<7 | 1<<6 | 1<<5}))
	assert.Equal(t, -1, First([]uint64{1, 2}, []uint64{2, 1}))
}
