package dlx

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

// golomb has the rulers with so many marks and that length as covers. An option puts two marks.
func golomb(marks, length int) *Problem {
	pairs := marks * (marks - 1) / 2
	p := NewProblem(pairs, marks+length)
	pair := 0
	for j := range marks {
		for i := range j {
			for a := i; a <= length; a++ {
				for b := a + 1; b <= length-(marks-1-j); b++ {
					if (i > 0 || a == 0) && (j < marks-1 || b == length) {
						p.Add(Element{Item: Item(pair)}, Element{Item: Item(pairs + i), Colour: int32(a + 1)},
							Element{Item: Item(pairs + j), Colour: int32(b + 1)}, Element{Item: Item(pairs + marks + b - a - 1)})
					}
				}
			}
			pair++
		}
	}
	return p
}

func TestOnlyLongSearchesMakeLargeTables(t *testing.T) {
	p := golomb(9, 46)
	require.Greater(t, p.bitsetBytes(), autoBytes)
	used := func(m *Meter) []string {
		err := p.Solve(t.Context(), m, func([]int) bool { return false })
		require.ErrorIs(t, err, ErrLimit)
		return m.Used()
	}
	assert.Equal(t, []string{"sparse"}, used(&Meter{Wanted: 1, MaxNodes: 30}), "short")
	assert.Equal(t, []string{"bitset", "sparse"}, used(&Meter{Wanted: 1, MaxNodes: 400}))
	assert.Equal(t, []string{"sparse"}, used(&Meter{MaxNodes: 400}), "all covers are wanted")

	asked := int64(0)
	defer search.LimitMemory(func(bytes int64) error {
		asked = max(asked, bytes)
		return nil
	})()
	assert.Equal(t, []string{"sparse"}, used(&Meter{Wanted: 1, MaxNodes: 400}), "memory is limited")
	assert.Less(t, asked, int64(autoBytes))
}

func TestLargeTablesAreForManyConflicts(t *testing.T) {
	run := search.Start(t.Context(), nil)
	defer run.Close()
	r := &restart{run: run}
	assert.Nil(t, newOutgrown(golomb(9, 46), nil), "no restarts")
	assert.Nil(t, newOutgrown(golomb(8, 20), r), "small")
	assert.Nil(t, newOutgrown(golomb(10, 70), r), "too large")
	assert.True(t, golomb(9, 46).paysForLargeTables())

	loose := NewProblem(200, 0)
	for k := range 20_000 {
		loose.Add(Element{Item: Item(k % 200)})
	}
	assert.NotNil(t, newOutgrown(loose, r))
	assert.False(t, loose.paysForLargeTables(), "an option has 100 of 20,000 in conflict")
}
