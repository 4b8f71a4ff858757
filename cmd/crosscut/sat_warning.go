package main

import (
	"context"
	"fmt"
	"sync"

	"crosscut"
	"crosscut/puzzle"
)

// mostSensible is how many solutions the SAT engine is sensible for. It finds each of
// them, from some hundreds to some ten thousand in a second, where the other engines
// find millions or count without finding.
const mostSensible = 1_000_000

// cautious returns an engine that finds all solutions of the puzzle of a file, or of its
// cubes, with one line on standard error when there are more than is sensible for it.
func (a *app) cautious(e crosscut.Engine, file *puzzle.File) crosscut.Engine {
	if e.Name != crosscut.SAT.Name {
		return e
	}
	search, known := e.Search, &knownSolutions{whole: file.Puzzle, most: make(map[puzzle.Puzzle]int)}
	e.Search = func(ctx context.Context, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		found := 0
		return search(ctx, p, m, func(s puzzle.Solution) bool {
			if found++; known.tooMany(p, found) {
				a.note(fmt.Sprintf("%s: more than %d solutions, and the SAT engine finds each; native and dlx are faster", file.Name, mostSensible))
			}
			return yield(s)
		})
	}
	return e
}

// knownSolutions is how many different solutions of a puzzle are known. They may be found
// in the whole and in cubes at the same time, and in a cube again when its search was
// ended.
type knownSolutions struct {
	whole puzzle.Puzzle

	lock  sync.Mutex
	most  map[puzzle.Puzzle]int // by the whole or cube: found by the search of it that found most
	cubes int                   // the sum of most for the cubes, which have no solution in common
	told  bool
}

// tooMany notes that a search has found so many solutions of the whole or of a cube, one
// more than before. It reports true once, when more are known than is sensible.
func (k *knownSolutions) tooMany(part puzzle.Puzzle, found int) bool {
	k.lock.Lock()
	defer k.lock.Unlock()
	if found <= k.most[part] {
		return false
	}
	k.most[part] = found
	if part != k.whole {
		k.cubes++
	}
	tell := !k.told && max(k.cubes, k.most[k.whole]) > mostSensible
	k.told = k.told || tell
	return tell
}
