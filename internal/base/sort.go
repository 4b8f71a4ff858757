package base

import "sort"

// SortStable is [slices.SortStableFunc] in machine code that all types share. So the engine of the page is smaller.
func SortStable[S ~[]E, E any](s S, compare func(a, b E) int) {
	if len(s) > 1 {
		sort.SliceStable(s, func(i, j int) bool { return compare(s[i], s[j]) < 0 })
	}
}
