package main

import (
	"context"
	"fmt"
	"sync"

	"crosscut"
	"crosscut/puzzle"
)

// manySolutions is the number of solutions above which the SAT engine warns its user. It
// finds solutions one by one, from a few hundred to about ten thousand per second. The other
// engines find millions per second, or count without finding.
const manySolutions = 1_000_000

// warnOfManySolutions adds a warning to the SAT engine. It returns other engines as they are.
// The warning is one line on standard error, when the engine has found more than
// manySolutions of the puzzle of the file. It may search the whole puzzle and its cubes.
func (a *app) warnOfManySolutions(e crosscut.Engine, file *puzzle.File) crosscut.Engine {
	if e.Name != crosscut.SAT.Name {
		return e
	}
	search, known := e.Search, &knownSolutions{whole: file.Puzzle, most: make(map[puzzle.Puzzle]int)}
	e.Search = func(ctx context.Context, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		found := 0
		return search(ctx, p, m, func(s puzzle.Solution) bool {
			if found++; known.tooMany(p, found) {
				a.note(fmt.Sprintf("%s: more than %d solutions; the SAT engine finds them one by one, native and dlx are faster", file.Name, manySolutions))
			}
			return yield(s)
		})
	}
	return e
}

// knownSolutions counts the different solutions of a puzzle that are known. One solution
// may be found several times: in the whole puzzle and in a cube, or by two searches of one
// cube when the first was stopped.
type knownSolutions struct {
	whole puzzle.Puzzle

	lock   sync.Mutex
	most   map[puzzle.Puzzle]int // for the whole and for each cube: the most that one search has found
	cubes  int                   // sum of most over the cubes, which have no solution in common
	warned bool
}

// tooMany records that one search has found so many solutions of the whole or of a cube,
// one more than before. It returns true once: when more than manySolutions are known.
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
	warn := !k.warned && max(k.cubes, k.most[k.whole]) > manySolutions
	k.warned = k.warned || warn
	return warn
}
