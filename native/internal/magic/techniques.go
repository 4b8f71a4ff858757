package magic

import "crosscut/internal/search"

// table has the techniques of this engine, and this file all of its constants. The techniques of
// plans have a table of their own: see package plan.
var table = search.NewTable("native/internal/magic")

// firstConsider is how many nodes the search has before it thinks of a change.
const firstConsider = 500

var restarting = table.Add(search.Row{
	Name: "restarts", File: "unsearched.go",
	Does:    "begins the search again with the numbers in another order, and leaves out what is searched",
	Applies: "until two fillings are found",
	Gains:   "13 on squares with few clues, 1.3 with many",
})

const (
	// firstRestart is how many nodes the search has before its first restart, where one or two fillings
	// are wanted. Before it, the numbers are tried in ascending order, which is a good one for well-known
	// squares.
	firstRestart = 60

	// mostChoicesKept is how many choices are remembered. Each takes some 100 bytes and a set of numbers.
	// Choices above a filling are always remembered.
	mostChoicesKept = 1 << 17
)

var exchanging = table.Add(search.Row{
	Name: "exchanges", File: "anneal.go",
	Does:    "fills the board by exchanges of numbers, which interrupt the search",
	Applies: "where one or two fillings are wanted",
	Gains:   "2.9 on squares whose clues are rings, halves or patterns, some not settled without; 0.8 on random clues",
})

const (
	// Exchanges come after half of firstRestart, and then each time after firstRestart nodes. On boards of order 8 to 10,
	// they take about a fifth of the time.
	exchangesAtOnce = 5000

	// The temperature falls from hottest to a tenth of it. It falls after each coolEvery exchanges.
	hottest   = 4
	coolEvery = 1 << 8
)

var hinting = table.Add(search.Row{
	Name: "hints", File: "guesses.go",
	Does:    "tries the numbers of the best result of the exchanges first",
	Applies: "in every second restart",
	Gains:   "1.3 on squares whose clues are rings, halves or patterns",
})

var allLines = table.Add(search.Row{
	Name: "all lines", File: "residues.go",
	Does:    "solves the equations of all lines together, modulo primes",
	Applies: "before the exchanges",
	Gains:   "1.9, 1.4 and 1.3 on squares whose clues are blocks, a chessboard or stripes and contradict, up to 25; elsewhere 0.9 to 1.1",
})

var planning = table.Add(search.Row{
	Name: "plan", File: "plan/search.go",
	Does:    "fills the cells in an order from which the others follow",
	Applies: "on boards of up to 64 cells with consecutive numbers and known sums, where an estimate says that it takes less time",
	Gains:   "1.4 on all solutions of squares, up to 9 on squares with one solution",
})

const (
	// planNodesPerNode is how many nodes of a plan count as one node of the search. Estimates of both
	// tend to be too low.
	planNodesPerNode = 400

	// patience is how many times as long as the search so far a plan may take, until two fillings are
	// found. The bound is high, since a plan often has two fillings after a hundredth of its nodes.
	patience = 200
)

var branching = table.Add(search.Row{
	Name: "subtrees", File: "subtrees.go",
	Does:    "searches subtrees on several cores",
	Applies: "where more than two fillings are wanted and no plan takes less time",
	Gains:   "nearly the number of cores",
})

// planSoonFactor is how many times too long a plan may be for the search to wait for it. If the plan
// is longer, the search goes on in subtrees. What is left of the search is often many times what it
// seems at first.
const planSoonFactor = 10

var weighing = table.Add(search.Row{
	Name: "weights of lines", File: "guesses.go",
	Does:    "guesses on a cell whose lines have few open cells",
	Applies: "always",
	Gains:   "3 on squares of orders 6 to 12, 1.3 on minimal ones",
})

var fewestCells = table.Add(search.Row{
	Name: "fewest open cells", File: "line_sets.go",
	Does:    "propagates lines with fewest open cells first",
	Applies: "always",
	Gains:   "1.4 to 2.5 on all classes of squares",
})

var threeInOneWord = table.Add(search.Row{
	Name: "three in one word", File: "few_cells.go",
	Does:    "applies the rule of three open cells to sets of one word",
	Applies: "on boards of up to 64 cells",
	Gains:   "1.4 on minimal squares, 1.5 on all solutions",
})

var threeInTwoWords = table.Add(search.Row{
	Name: "three in two words", File: "two_words.go",
	Does:    "applies the rule of three open cells to sets of two words",
	Applies: "on boards of 65 to 128 cells",
	Gains:   "1.25 to 1.3 on squares of orders 9 to 11",
})
