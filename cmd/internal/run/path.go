package run

import (
	"crosscut/internal/search"
)

// Path is the way from a whole puzzle to one of its cubes: the numbers of the cubes on the
// way, counted from 0, with dots between them. "17.3" is cube 3 inside cube 17. The path of
// the whole puzzle is "".
//
// A path means the same cube on every machine if it comes from the same [Plan].
type Path string

// Child returns the path of the i-th cube that this one is cut into, i ≥ 0.
func (p Path) Child(i int) Path { return Path(search.Child(string(p), i)) }

// Numbers returns the numbers of the path. It returns an error when the text is not a path
// as [Path.Child] writes it, or when it has more than 1024 numbers.
func (p Path) Numbers() ([]int, error) { return search.Numbers(string(p)) }

// Plan says how a problem is cut into a tree of cubes: into First cubes or a few more, and every cube into Cut cubes
// or a few more, and so on.
type Plan struct {
	First   int `json:"first"`
	Cut     int `json:"cut"`
	Version int `json:"version"` // of the rules by which the program cut that made the plan
}
