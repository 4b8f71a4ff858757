package search

import "math/bits"

// Luby returns the i-th term, from 1 on, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …. The term says how long to
// search before a restart. It serves where nobody knows how long a run with success takes (Luby,
// Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms", Information
// Processing Letters 47, 1993).
func Luby(i int) int64 {
	for i&(i+1) != 0 {
		i -= 1<<(bits.Len(uint(i))-1) - 1
	}
	return int64(i+1) / 2
}
