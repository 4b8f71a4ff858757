package main

import (
	"fmt"
	"slices"

	"crosscut/puzzle"
)

// didYouMean returns "; did you mean X?" for the known word that is nearest to a mistyped
// one, or "" if none is near.
func didYouMean(word string, known []string) string {
	farthest := 1 // letters to change
	if len(word) >= 8 {
		farthest = 2
	}
	best, least := "", farthest+1
	for _, k := range known {
		if d := distance(word, k); d < least && d < len(k) {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// distance returns how many letters to add, remove, replace or exchange with the next one
// make one word of the other. It is the optimal string alignment distance, a form of that of
// F. J. Damerau (Communications of the ACM 7, 1964).
func distance(from, to string) int {
	a, b := []rune(from), []rune(to)
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			rows[i][j] = min(replace, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// familyNames returns all names of all families.
func familyNames() []string {
	var names []string
	for _, family := range puzzle.Families() {
		names = append(names, string(family))
		names = slices.Concat(names, puzzle.Aliases(family))
	}
	return names
}
