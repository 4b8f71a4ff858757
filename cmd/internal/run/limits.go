package run

import "time"

// DefaultCubes is the usual number of first cubes. It is large enough that a few unfinished cubes are a
// small loss. It is small enough that the start of an engine on each cube costs little too.
const DefaultCubes = 500

// DefaultCut is the usual number of cubes that a cube is cut into.
const DefaultCut = 16

// Numbers that were chosen. Those of the policy are in policy.go.
const (
	usualLease = 30 * time.Second       // a process that is silent for so long is taken for dead
	beats      = 6                      // how often a process shows that it lives in that time
	deadly     = 3                      // so many processes must die of a cube before it comes last and alone
	idle       = 50 * time.Millisecond  // between two looks for work
	forRoom    = 500 * time.Millisecond // between two tries to write to a full disk
	tryWhole   = 2 * time.Second        // for a new run without cubes

	fewOffers = 16       // cubes to try to claim in a random order, and a quarter of the others
	mostShown = 1000     // cubes that a process shows, so that others read little of its file
	mostText  = 16 << 20 // bytes of solutions that a cube may have before it is cut
	maxPiece  = 1 << 20  // bytes of a damaged line that are read at once
	maxLine   = 1 << 17  // bytes of a line of a journal, above those of any count; to read a number takes the square of its length
	maxDepth  = 64       // steps in a path
)
