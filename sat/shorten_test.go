package sat

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

// shortened returns what is left of the clause that excludes a model.
func shortened(t *testing.T, f *CNF, values []bool) (block, short []Lit) {
	e := &enumeration{f: f, keep: allVars(f), run: search.Start(t.Context(), nil), values: values}
	defer e.run.Close()
	require.NoError(t, e.check())
	e.setBlock()
	short, err := e.shorten(e.block)
	require.NoError(t, err)
	return e.block, short
}

func TestAShortenedBlockExcludesTheSameModels(t *testing.T) {
	shorter := 0
	for seed := range uint64(100) {
		f := randomCNF(rand.New(rand.NewPCG(seed, 7)))
		for values := range assignments(f.Vars()) {
			if !f.Satisfied(values) {
				continue
			}
			block, short := shortened(t, f, values)
			require.Subset(t, block, short)
			if len(short) < len(block) {
				shorter++
			}
			for others := range assignments(f.Vars()) {
				if f.Satisfied(others) {
					excluded := func(clause []Lit) bool {
						for _, l := range clause {
							if l.holds(others) {
								return false
							}
						}
						return true
					}
					assert.Equal(t, excluded(block), excluded(short), "seed %d", seed)
				}
			}
		}
	}
	assert.Positive(t, shorter)
}

func TestWhatFollowsFromOneLiteralIsBlockedByOne(t *testing.T) {
	f := new(CNF)
	lits := f.NewVars(50)
	for i := range lits[1:] { // all are equal
		f.Add(lits[i].Not(), lits[i+1])
		f.Add(lits[i], lits[i+1].Not())
	}
	values := make([]bool, f.Vars()+1)
	block, short := shortened(t, f, values)
	assert.Len(t, block, 50)
	assert.Equal(t, []Lit{lits[0]}, short)
}
