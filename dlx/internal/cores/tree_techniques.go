package cores

import "crosscut/internal/search"

var restarting = table.Add(search.Row{
	Name: "restarts", File: "restarts.go",
	Does:    "interrupts a long search by random ones that learn which items fail",
	Applies: "in Auto, where few covers are wanted",
	Gains:   "settles first covers of 150 queens and more, and of large packings",
})

const (
	mostWanted      = 1 << 10 // wanted covers, all of which are remembered
	restartShare    = 4       // random searches may always take 1/restartShare of the nodes of the interrupted one
	restartFailures = 1 << 8  // failures of the shortest random search; the first one begins after twice as many nodes
)

var workStealing = table.Add(search.Row{
	Name: "work stealing", File: "crew.go",
	Does:    "lets several workers search parts of the tree",
	Applies: "in searches by Sparse and Bitset with more than one worker, from splitFrom nodes on",
	Gains:   "nearly the number of processors on long searches",
})

const (
	splitFrom = 1 << 13 // nodes at which a search splits: some 20 ms
	lookEvery = 1 << 10 // nodes between two looks at what other workers need
	chunkSize = 1 << 12 // numbers after which a worker hands its covers on
)
