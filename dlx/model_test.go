package dlx_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

// colourless draws problems as lists of items.
func colourless(t *rapid.T) (primary, secondary int, options [][]int) {
	primary, secondary = rapid.IntRange(1, 6).Draw(t, "primary"), rapid.IntRange(0, 3).Draw(t, "secondary")
	items := rapid.SliceOfNDistinct(rapid.IntRange(0, primary+secondary-1), 1, min(primary+secondary, 3), rapid.ID[int])
	return primary, secondary, rapid.SliceOfN(items, 0, 12).Draw(t, "options")
}

func TestOptionsOfItemsAreThoseOfElements(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		primary, secondary, options := colourless(rt)
		long, short := dlx.NewProblem(primary, secondary), dlx.NewProblem(primary, secondary)
		for k, items := range options {
			var elements []dlx.Element
			for _, i := range items {
				elements = append(elements, dlx.Element{Item: dlx.Item(i)})
			}
			long.Add(elements...)
			require.Equal(rt, k, short.AddItems(items...))
			require.Equal(rt, long.Option(k), short.Option(k))
		}
		require.NoError(rt, short.Validate())
	})
}

func TestItemsBeyondAllBoundsAreFaults(t *testing.T) {
	for _, i := range []int{-1, 3, math.MaxInt, math.MinInt, 1 << 32} {
		p := dlx.NewProblem(2, 1)
		p.AddItems(0, i)
		assert.EqualError(t, p.Validate(), fmt.Sprintf("dlx: option 0 has item %d: items go from 0 to 2", i))
	}
	p := dlx.NewProblem(2, 1)
	p.AddItems()
	assert.EqualError(t, p.Validate(), "dlx: option 0 is empty: it needs at least one item")
}

func TestAModelHasTheCoversOfItsProblem(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		primary, secondary, options := colourless(rt)
		m := dlx.NewModel[string](primary, secondary)
		for k, items := range options {
			require.Equal(rt, k, m.Add(fmt.Sprint("option ", k), items...))
		}
		covers, err := m.Problem().First(ctx, 0, nil)
		require.NoError(rt, err)
		want := [][]string{}
		for _, cover := range covers {
			values := []string{}
			for _, o := range cover {
				values = append(values, fmt.Sprint("option ", o))
			}
			want = append(want, values)
		}
		got, err := m.First(ctx, 0, nil)
		require.NoError(rt, err)
		require.Equal(rt, want, got)
		got = [][]string{}
		for values, err := range m.Solutions(ctx, nil) {
			require.NoError(rt, err)
			got = append(got, values)
		}
		require.Equal(rt, want, got)
	})
}

func TestAModelWithColoursAndOptionsOfOthers(t *testing.T) {
	ctx := context.Background()
	m := dlx.NewModel[rune](2, 1)
	m.AddColoured('a', dlx.Element{Item: 0}, dlx.Element{Item: 2, Colour: 1})
	m.Problem().AddItems(1)
	m.AddColoured('b', dlx.Element{Item: 1}, dlx.Element{Item: 2, Colour: 2})
	m.AddColoured('c', dlx.Element{Item: 1}, dlx.Element{Item: 2, Colour: 1})
	found, err := m.First(ctx, 0, nil)
	require.NoError(t, err)
	assert.ElementsMatch(t, [][]rune{{'a', 0}, {'a', 'c'}}, found)
	assert.Equal(t, []rune{0, 'c', 0}, m.Values([]int{-1, 3, 4}))
	m.Add('d', 7)
	_, err = m.First(ctx, 0, nil)
	require.Error(t, err)
	for _, err := range m.Solutions(ctx, nil) {
		assert.Error(t, err)
	}
	var zero dlx.Model[int]
	found2, err := zero.First(ctx, 0, nil)
	require.NoError(t, err)
	assert.Equal(t, [][]int{{}}, found2, "no items: the empty cover")
}
