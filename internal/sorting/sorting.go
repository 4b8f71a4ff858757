// Package sorting sorts lists of any type by one copy of the code. Each type that package slices
// sorts costs the engine of the page 3 to 5 KB of gzip, and here it costs a tenth of that.
package sorting

import (
	"cmp"
	"slices"
	"strings"
)

// few is the length up to which insertion is at least as fast as a permutation.
const few = 12

// Stable sorts a list as compare says: it is negative if a comes before b, and positive if a
// comes after b. Equal elements keep their order. It takes O(n log n) comparisons, and memory
// for a second list if there are more than few elements.
func Stable[T any](list []T, compare func(a, b T) int) {
	if len(list) <= few {
		for i := 1; i < len(list); i++ {
			for j := i; j > 0 && compare(list[j], list[j-1]) < 0; j-- {
				list[j], list[j-1] = list[j-1], list[j]
			}
		}
		return
	}
	sorted := make([]T, len(list))
	for i, place := range permutation(len(list), func(a, b int) int { return compare(list[a], list[b]) }) {
		sorted[i] = list[place]
	}
	copy(list, sorted)
}

// Strings sorts texts by their bytes.
func Strings(list []string) { Stable(list, strings.Compare) }

// permutation returns the places 0 to n-1 in the order of compare. Equal places keep theirs.
func permutation(n int, compare func(a, b int) int) []int {
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(a, b int) int { return cmp.Or(compare(a, b), cmp.Compare(a, b)) })
	return places
}
