package cubes

import (
	"fmt"
	"strconv"
	"strings"
)

// Path is the way from a whole puzzle to one of its cubes: the numbers of the cubes on the
// way, counted from 0, with dots between them. "17.3" is cube 3 inside cube 17. The path of
// the whole puzzle is "".
//
// A path means the same cube on every machine if it comes from the same [Plan].
type Path string

// Child returns the path of the i-th cube that this one is cut into, i ≥ 0.
func (p Path) Child(i int) Path {
	if p == "" {
		return Path(strconv.Itoa(i))
	}
	return p + "." + Path(strconv.Itoa(i))
}

// Parent returns the path without its last number. The parent of "" is "".
func (p Path) Parent() Path { return p[:max(0, strings.LastIndexByte(string(p), '.'))] }

// Contains reports whether the cube q lies in the cube p or is p.
func (p Path) Contains(q Path) bool {
	rest, ok := strings.CutPrefix(string(q), string(p))
	return ok && (p == "" || rest == "" || rest[0] == '.')
}

// Depth returns how many numbers the path has.
func (p Path) Depth() int {
	if p == "" {
		return 0
	}
	return 1 + strings.Count(string(p), ".")
}

// maxDepth bounds the numbers of a path. A real path has some dozens: each number leaves
// a small part of the cube.
const maxDepth = 1 << 10

// Numbers returns the numbers of the path. It returns an error when the text is not a path
// as [Cube.Path] writes it, or when it has more than 1024 numbers.
func (p Path) Numbers() ([]int, error) {
	if p == "" {
		return nil, nil
	}
	if p.Depth() > maxDepth {
		return nil, fmt.Errorf("path of more than %d numbers", maxDepth)
	}
	var numbers []int
	for text := range strings.SplitSeq(string(p), ".") {
		i, err := strconv.Atoi(text)
		if err != nil || i < 0 || strconv.Itoa(i) != text {
			return nil, fmt.Errorf("path %.40q; it is numbers with dots between them, such as 17.3", string(p))
		}
		numbers = append(numbers, i)
	}
	return numbers, nil
}
