package backtrack

import (
	"crosscut/internal/search"
)

// Limits of memory.
const (
	reasonBits = 4                      // bits of a reason that say its kind
	maxArena   = 1 << (31 - reasonBits) // numbers in the clauses: half a gigabyte, and a reference fits into a reason
)

const decay = .95 // by which the weight of a meeting shrinks at each failure

var bestPhases = Table.Add(search.Row{
	Name: "best phases", File: "backtrack/branch.go",
	Does:    "prefers the candidate that was true when most was settled",
	Applies: "every choice of the learning search",
	Gains:   "unsolvable 2.75",
})

var minimising = Table.Add(search.Row{
	Name: "minimise", File: "backtrack/analysis.go",
	Does:    "drops literals of a learnt clause that the others imply",
	Applies: "every failure",
	Gains:   "king 1.27, hex 0.83 to 1.18",
})

var learnRestarts = Table.Add(search.Row{
	Name: "restarts", File: "backtrack/learn.go",
	Does:    "goes back to the root after a number of failures from Luby's series",
	Applies: "the learning search",
	Gains:   "rook 1.08",
})

var reduction = Table.Add(search.Row{
	Name: "reduce", File: "backtrack/clauses.go",
	Does:    "drops the half of the learnt clauses that has the most glue and the least use",
	Applies: "at firstReduceAt clauses, and then at reduceAtGrowth more each time",
	Gains:   "unsolvable 1.14, and it bounds the memory",
})

const (
	firstReduceAt  = 2000
	reduceAtGrowth = firstReduceAt / 4
)
