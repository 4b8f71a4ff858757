package sorting_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/sorting"
)

// TestStableSortsAsPackageSlices compares lists with many equal elements.
func TestStableSortsAsPackageSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int {
			return [2]int{rapid.IntRange(0, 9).Draw(t, "key"), rapid.Int().Draw(t, "rest")}
		}), 0, 60).Draw(t, "list")
		byKey := func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) }
		want := slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		sorting.Stable(list, byKey)
		require.Equal(t, want, list)
	})
}
