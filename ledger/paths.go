package ledger

import (
	"slices"
	"strconv"
	"strings"
)

// A path names a cube: "17.3" is cube 3 inside cube 17. See package
// cubes, type Path.

// numbersOf returns the numbers of a path, or nil if the text is not a path.
func numbersOf(path string) []int {
	if len(path) > 16*maxDepth || strings.Count(path, ".") >= maxDepth {
		return nil
	}
	var numbers []int
	for text := range strings.SplitSeq(path, ".") {
		i, err := strconv.Atoi(text)
		if err != nil || i < 0 || strconv.Itoa(i) != text {
			return nil
		}
		numbers = append(numbers, i)
	}
	return numbers
}

// hasPaths reports whether the paths of an entry can be right: its own begins with the
// number of its cube, and those of Split are inside, in order and disjoint.
func (e *Entry) hasPaths() bool {
	own := numbersOf(e.ID())
	if own == nil || own[0] != e.Cube {
		return false
	}
	var before []int
	for _, path := range e.Split {
		inside := numbersOf(path)
		switch {
		case len(inside) <= len(own) || !slices.Equal(inside[:len(own)], own):
			return false
		case before != nil && (slices.Compare(before, inside) >= 0 || len(inside) >= len(before) && slices.Equal(inside[:len(before)], before)):
			return false
		}
		before = inside
	}
	return true
}
