package cores

import "crosscut/internal/search"

var table = search.NewTable("dlx/internal/cores")

var rowPairs = table.Add(search.Row{
	Name: "row pairs", File: "pairs.go",
	Does:    "finds pairs of options that leave an item without options, and makes them conflicts",
	Applies: "in searches and counts by bitsets, after as many nodes as it costs",
	Gains:   "2.6 on draughtboards, 3.8 on paths of rooks, 8 and more on matching edges",
})

// pairStages are the times at which rows are extended. A stage comes after about as many nodes as it costs: the
// number of pairs of an option and an item, divided by a power of two. It looks at items of which the first
// option of a pair leaves at most so many options.
var pairStages = [...]struct{ shift, most int }{{8, 8}, {6, 32}}

var thinRowsCount = table.Add(search.Row{
	Name: "counters", File: "thin.go",
	Does:    "counts the options of an item down instead of by sweeps over all live options",
	Applies: "to many items, where an option excludes few others",
	Gains:   "4.1 on sudokus of 16×16, 4.1 on Latin squares, 8 and more on matching edges",
})

const (
	thinWork = 24      // items of conflicting options for each word of a row
	thinWord = 4       // conflicting options for each word of a row, for many items
	oneLeft  = 1 << 15 // one option of an item, in the number that says what is left of it
)

var failuresFirst = table.Add(search.Row{
	Name: "failures first", File: "thin.go",
	Does:    "branches on the item with the fewest options for the number of its failures",
	Applies: "in counts with counters",
	Gains:   "3.2 on matching edges of 10×10 with 18 colours",
})

var memoOfStates = table.Add(search.Row{
	Name: "memo", File: "memo.go",
	Does:    "remembers the counts of states of the tree",
	Applies: "in counts, for states with as many open items as those where that paid",
	Gains:   "1.6 on counts of magic boards and of Aztec diamonds",
})

const (
	stepsAState = 32  // the cost of a state in steps, on top of its options and words; looking it up costs bucketSize times as much
	memoLoad    = 128 // look-ups may cost 1/memoLoad of the steps below
	bucketSize  = 4   // counts that the hash of a state may lead to
)
