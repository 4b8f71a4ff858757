package cores

import "crosscut/internal/search"

var lookingAhead = table.Add(search.Row{
	Name: "domain consistency", File: "ahead.go",
	Does:    "searches a part of the tree again with domain consistency, and goes on so if that reads less",
	Applies: "in Auto, after as many nodes as trialsAt says",
	Gains:   "settles numbered paths of 100 cells and more",
})

var lastConflict = table.Add(search.Row{
	Name: "last conflict", File: "ahead_search.go",
	Does:    "branches on the item of the last choice that failed, until a choice for it succeeds",
	Applies: "in searches that look ahead, from the first restart on",
	Gains:   "1.3 on twelve numbered paths of 225 to 900 cells, nearly all on two of them",
})

var narrowItems = table.Add(search.Row{
	Name: "narrow items", File: "ahead.go",
	Does:    "looks ahead only at items with up to mostOptions options",
	Applies: "in searches that look ahead, from the first restart on",
	Gains:   "2.2 on the same twelve paths, two of which are not settled in 4 s without it",
})

// trialsAt are the nodes at which looking ahead is tried. They change only the time.
var trialsAt = [...]int64{firstTrial, firstTrial << 2}

const (
	firstTrial    = 1 << 11
	worthOfANode  = 4       // sets of options that a trial may read for each node of the first search
	firstPatience = 100     // failures of Ahead before its first restart; doubled at each restart
	rowBytes      = 1 << 26 // rows that are kept
	mostOptions   = 16      // of the items at which a search looks after its first restart
	mostRestarts  = 12      // after so many restarts the search runs to its end
)
