package draughtboard

import "crosscut/internal/search"

// table has the techniques of this engine, and this file all of its constants.
var table = search.NewTable("native/internal/draughtboard")

// Limits that belong to no technique.
const (
	// maxPlacementCells bounds the cells of all placements together. They take 4 MB.
	maxPlacementCells = 1 << 20

	// maxCoverWords bounds the words of masks and of live sets: 64 MB together.
	maxCoverWords = 4 * maxPlacementCells

	// keysOfSquare is how many keys a side of a square has in the order of placements: the middle of
	// a placement is measured in quarters.
	keysOfSquare = 4
)

var symmetric = table.Add(search.Row{
	Name: "symmetries", File: "symmetry.go",
	Does:    "places one stone once for each orbit of the symmetries of the board, and searches one of two alike colourings",
	Applies: "on boards with symmetries",
	Gains:   "8 on all solutions of pentominoes, 1.5 on dissections",
})

var sweeping = table.Add(search.Row{
	Name: "sweep", File: "sweep.go",
	Does:    "covers cell after cell along the longer side, with a list of placements for each pattern of open cells",
	Applies: "on boards of up to 64 cells with short lines, where nothing is forced",
	Gains:   "7 on all solutions of pentominoes, 5 on counts",
})

const (
	// maxSweepLine is the length of the lines of a sweep up to which it pays.
	maxSweepLine = 8

	// nextCells is how many cells after the first open one choose the list: with it, they are as many as
	// the longest line has.
	nextCells = maxSweepLine - 1
)

// A word has, from the lowest bit on: the cells of the placement, counted from its first
// one; one bit for its kind; in a byte, its index among the placements that begin at the same cell.
const (
	packedReach = 36
	packedKinds = 64 - 8 - packedReach
)

var rimming = table.Add(search.Row{
	Name: "holes beside placements", File: "sweep.go",
	Does:    "leaves out placements beside which a cell can no longer be covered",
	Applies: "before a sweep, where no stone has a single cell",
	Gains:   "1.1 on pentominoes, 3 on a board with holes",
})

var remembering = table.Add(search.Row{
	Name: "counted states", File: "sweep_count.go",
	Does:    "remembers the number of fillings of the states of the packed sweep",
	Applies: "in counts",
	Gains:   "3 on counts, 60 on dominoes and trominoes",
})

const (
	mostCounted = maxPlacementCells // entries of the largest table: 24 MB
	probes      = 4                 // entries among which a state may stand
	otherEvery  = 1 << 12           // states after which another count may go on
)

var layering = table.Add(search.Row{
	Name: "layers", File: "count.go",
	Does:    "counts layer by layer, beside the search",
	Applies: "in counts, where states are met again",
	Gains:   "1.6 on counts, 50 and more on long boards of small stones",
})
