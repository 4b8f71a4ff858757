package bitset

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx/internal/model"
	"crosscut/internal/search"
)

// manyOptions has random options of size primary items. Most of them have the first secondary
// item, and few of them the second one, with one of two colours or without one.
func manyOptions(primary, size, options int) *model.Problem {
	rng := rand.New(rand.NewPCG(1, 22))
	p := &model.Problem{Primary: primary, Secondary: 2}
	for range options {
		var option []model.Element
		for _, i := range rng.Perm(primary)[:size] {
			option = append(option, model.Element{Item: model.Item(i)})
		}
		if rng.IntN(3) > 0 {
			option = append(option, model.Element{Item: model.Item(primary), Colour: int32(rng.IntN(3))})
		}
		if rng.IntN(options) < 8 {
			option = append(option, model.Element{Item: model.Item(primary + 1), Colour: int32(rng.IntN(3))})
		}
		p.Add(option...)
	}
	return p
}

// queensOn has the queens on a board of n by n as options. Its rows are thin.
func queensOn(n int) *model.Problem {
	p := &model.Problem{Primary: 2 * n, Secondary: 4 * n}
	for r := range n {
		for c := range n {
			p.Add(model.Element{Item: model.Item(r)}, model.Element{Item: model.Item(n + c)}, model.Element{Item: model.Item(2*n + r + c)}, model.Element{Item: model.Item(5*n + r - c)})
		}
	}
	return p
}

// Searches and counts take the same steps whether rows are late or not.
func TestLateRowsChangeNothing(t *testing.T) {
	lays := map[bool]func(*model.Problem, *search.Run) (*Search, error){false: NewFull, true: New}
	// stepsOf searches or counts for so many nodes.
	stepsOf := func(p *model.Problem, late, count bool, nodes int64) string {
		run := search.Start(t.Context(), &search.Meter{MaxNodes: nodes})
		defer run.Close()
		s, err := lays[late](p, run)
		require.NoError(t, err)
		order := fnv.New32a()
		if count {
			c := NewCount(s, 1<<20)
			_, err = c.AdvanceBy(math.MaxInt64)
			fmt.Fprintln(order, c.Steps)
		} else {
			err = s.Search(func(options []int) bool {
				fmt.Fprintln(order, options)
				return true
			})
		}
		if err != nil {
			require.ErrorIs(t, err, search.ErrLimit)
		}
		return fmt.Sprintf("%v %08x, thin %v", run.Stats, order.Sum32(), s.starts != nil)
	}
	for name, p := range map[string]*model.Problem{
		"dense":          manyOptions(72, 6, lateFrom),
		"extended early": manyOptions(24, 9, lateFrom),
		"thin":           queensOn(65),
	} {
		for _, nodes := range []int64{3, 2 * lateNodes} {
			for _, count := range []bool{false, true} {
				assert.Equal(t, stepsOf(p, false, count, nodes), stepsOf(p, true, count, nodes), name)
			}
		}
	}
}
