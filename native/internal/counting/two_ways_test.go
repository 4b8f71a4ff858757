package counting

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

// endless is a way of counting that never ends. Its work shows in all counters.
type endless struct {
	run       *search.Run
	spent     int64
	promising bool
}

func (e *endless) Advance(budget int64) (bool, error) {
	e.run.Nodes += budget
	e.run.Failures += 2 * budget
	e.run.Propagations += 3 * budget
	e.spent += budget
	return false, nil
}
func (e *endless) Spent() int64           { return e.spent }
func (e *endless) Promising(float64) bool { return e.promising }
func (e *endless) Count() *big.Int        { return nil }
func (e *endless) Close()                 {}

func TestTheOtherWayIsNoWorkOfEnumeration(t *testing.T) {
	for _, promising := range []bool{false, true} {
		allowed := map[bool]int64{false: 7, true: 1}[promising] // part of the work of enumeration
		requireShare(t, promising, allowed)
	}
}

// requireShare requires that the other way does a part of the work of enumeration.
func requireShare(t *testing.T, promising bool, part int64) {
	m := new(search.Meter)
	r := search.Start(t.Context(), m)
	defer r.Close()
	other := &endless{run: r, promising: promising}
	const solutions, workForEach = 100, 6 * 1000
	done := int64(0)
	twoWays := TwoWays{
		Run: r, Meter: m, Part: 1,
		Enumerate: func(found func(int64) bool) error {
			for range solutions {
				r.Nodes += 1000
				r.Failures += 2000
				r.Propagations += 3000
				done += workForEach
				require.True(t, found(1))
			}
			return nil
		},
		Work: func(now, start search.Stats) int64 {
			work := now.Nodes + now.Failures + now.Propagations - start.Nodes - start.Failures - start.Propagations
			assert.Equal(t, done, work)
			return work
		},
		Other: func() (Counter, error) { return other, nil },
	}
	n, err := twoWays.Count()
	require.NoError(t, err)
	assert.EqualValues(t, solutions, n.Int64())
	assert.LessOrEqual(t, other.spent, done/part)
	assert.Greater(t, other.spent, done/part/10*7, "the other way was to have its share")
}
