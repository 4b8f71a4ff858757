package dlx

import "crosscut/internal/techniques"

// The techniques of this package, each with its constants, and before them the limits that belong
// to no technique. A technique asks its row whether it is on.

// Limits.
const (
	autoBytes  = 1 << 29        // tables that Auto makes
	smallBytes = autoBytes / 16 // tables that Auto makes for less, and in a process with a limit of memory
	mostBytes  = autoBytes * 2  // tables that a caller may ask for, and what else a search may save
	countBytes = autoBytes / 2  // states that a count remembers, and tables of a trial

	maxItems    = 1 << 20      // items of a text
	maxCubes    = maxItems     // cubes of one cut
	maxLine     = 1 << 24      // bytes of a line of a text, and of all comments
	maxInput    = 16 * maxLine // bytes of a text beside its elements
	maxText     = 144          // bytes of an element in a text: two names, and what may stand between elements
	maxName     = 64           // bytes of a name; Knuth's programs take 8
	maxElements = 1<<28 - 1    // elements of a problem that can be solved

	pollEvery = 1 << 12         // options that are hidden between two looks at the context
	shareStep = 1.0 / pollEvery // the part of the tree between two publications of progress
)

var table = techniques.New("dlx")

var suiting = table.Add(techniques.Row{
	Name: "bitset", File: "core.go",
	Does:    "searches by sets of options as bits, with the conflicts of each option as a set",
	Applies: "in Auto, to up to fewOptions options, and where an option excludes many others for each word of a set",
	Gains:   "6 to 15 on packings, 2 to 7 on magic squares",
})

const (
	fewOptions       = 1 << 10 // up to so many options the tables are small anyway
	worthOfAWord     = 4       // options that share a primary item with an option, for each word
	worthWithColours = 16      // options that an option excludes, for each word
	worthOfLarge     = 32      // likewise, for tables of more than smallBytes
)

var rowPairs = table.Add(techniques.Row{
	Name: "row pairs", File: "bitset_pairs.go",
	Does:    "finds pairs of options that leave an item without options, and makes them conflicts",
	Applies: "in searches and counts by bitsets, after as many nodes as it costs",
	Gains:   "2.6 on draughtboards, 3.8 on paths of rooks, 8 and more on matching edges",
})

// pairStages are the times at which rows are extended. A stage comes after a number of nodes: the
// words in all pairs of a row and an item, divided by a power of two. It looks at items of which
// the first option of a pair leaves at most so many options.
var pairStages = [...]struct{ shift, most int }{{13, 8}, {9, 32}}

var thinRowsCount = table.Add(techniques.Row{
	Name: "counters", File: "bitset_thin.go",
	Does:    "counts the options of an item down instead of by sweeps over all live options",
	Applies: "to many items, where an option excludes few others",
	Gains:   "4.1 on sudokus of 16×16, 4.1 on Latin squares, 8 and more on matching edges",
})

const (
	thinItems  = 64      // a set of so many items is one word, and sweeps are fast
	manyItems  = 128     // from so many items on, few conflicts are enough
	thinWork   = 24      // items of conflicting options for each word of a row
	thinWord   = 4       // conflicting options for each word of a row, for many items
	thinSample = 1 << 10 // from so many options on, at least half as many rows are looked at
)

var failuresFirst = table.Add(techniques.Row{
	Name: "failures first", File: "bitset_thin.go",
	Does:    "branches on the item with the fewest options for its share and number of failures",
	Applies: "in counts with counters",
	Gains:   "3.2 on matching edges of 10×10 with 18 colours",
})

const (
	allFail    = 1 << 24 // the unit of a share of failures
	rateShift  = 8       // a choice changes the share by 1/2^rateShift of the difference
	mostWeight = 1<<(2*rateShift) - 1
	mostCost   = 1 << 32
	rankEvery  = thinItems // picks for which the costs of items will do
)

var lateRowsFill = table.Add(techniques.Row{
	Name: "late rows", File: "conflicts.go",
	Does:    "fills the conflicts of an option when the search first looks at them",
	Applies: "to lateFrom options or more, for the first lateNodes nodes",
	Gains:   "3.3 where a first cover of a large problem comes soon",
})

const (
	lateFrom  = 1 << 12
	lateNodes = 1 << 10 // before the first trial of Ahead and before the search splits
)

var restarting = table.Add(techniques.Row{
	Name: "restarts", File: "restarts.go",
	Does:    "interrupts a long search by random ones that learn which items fail",
	Applies: "in Auto, where few covers are wanted",
	Gains:   "settles first covers of 150 queens and more, and of large packings",
})

const (
	mostWanted      = 1 << 10 // wanted covers, all of which are remembered
	restartAt       = 1 << 9  // nodes before the first interruption
	restartShare    = 4       // random searches may always take 1/restartShare of the nodes of the interrupted one
	restartEager    = 1 << 5  // up to so many nodes for each option, they may take as many as the interrupted one
	restartFailures = 1 << 8  // failures of the shortest random search
)

var lookingAhead = table.Add(techniques.Row{
	Name: "domain consistency", File: "ahead.go",
	Does:    "searches a part of the tree again with domain consistency, and goes on so if that reads less",
	Applies: "in Auto, after as many nodes as trialsAt says, to tables of up to countBytes",
	Gains:   "settles numbered paths of 100 cells and more",
})

// trialsAt are the nodes at which looking ahead is tried. They change only the time.
var trialsAt = [...]int64{1 << 11, splitFrom}

const (
	worthOfANode  = 2       // sets of options that a trial may read for each node of the first search
	bytesANode    = 1 << 13 // bytes of tables for each node that a trial waits longer
	firstPatience = 100     // failures of Ahead before its first restart; doubled at each restart
	mostRestarts  = 12      // after so many restarts the search runs to its end
	smallStep     = 2       // options of a probed item: so many more at each restart
)

var workStealing = table.Add(techniques.Row{
	Name: "work stealing", File: "crew.go",
	Does:    "lets several workers search parts of the tree",
	Applies: "in searches by Sparse and Bitset with more than one worker, from splitFrom nodes on",
	Gains:   "nearly the number of processors on long searches",
})

const (
	splitFrom   = 1 << 13 // nodes at which a search splits: some 20 ms
	lookEvery   = 1 << 10 // nodes between two looks at what other workers need
	chunkSize   = 1 << 12 // numbers after which a worker hands its covers on
	mostQueued  = 1 << 16 // numbers that may wait in the first subtree
	mostWaiting = 1 << 23 // numbers that may wait in all subtrees behind the first one
)

var memoOfStates = table.Add(techniques.Row{
	Name: "memo", File: "count_memo.go",
	Does:    "remembers the counts of states of the tree",
	Applies: "in counts, for states with as many open items as those where that paid",
	Gains:   "1.8 on counts of sudokus of 16×16, up to 4.5",
})

const (
	stepsAState  = 32      // the cost of a state in steps, on top of its options and words
	stepsALookUp = 64      // the cost of looking a state up, on top of its words
	memoAccounts = 64      // accounts of numbers of open items
	auditEvery   = 64      // look-ups between two audits of an account
	memoLoad     = 32      // look-ups may cost 1/memoLoad of the steps below
	firstPause   = 1 << 9  // states that are not looked up when an account is first overdrawn
	longestPause = 1 << 18 // pauses grow up to so many states
	bucketSize   = 4       // counts that the hash of a state may lead to
	firstSlots   = 1 << 6  // the size of a new hash table
)

var frontierTurns = table.Add(techniques.Row{
	Name: "frontier", File: "frontier.go",
	Does:    "counts all partial covers together, item after item, as states with numbers of ways",
	Applies: "in counts, in turns with the tree",
	Gains:   "settles dominoes on 16×16 cells",
})

const (
	firstTurn   = 1 << 17 // steps that the tree takes alone, enough for small problems
	turnShare   = 8       // a turn takes 1/turnShare of the steps so far
	setUpShare  = 16      // the set-up of the frontier may cost at most 1/setUpShare of all steps
	merging     = 5       // states merge well if one in merging was reached before
	mergingLead = 16      // then the frontier may take so many times the steps of the tree
	stepWeight  = 4       // steps of the tree that cost as much as one along the frontier
	mostOrdered = 1 << 10 // items for which a better order is looked for
)

var listing = table.Add(techniques.Row{
	Name: "listing", File: "zdd_multi.go",
	Does:    "makes the diagram of all covers from a list of them",
	Applies: "to problems with multiplicities, if a search of listNodes nodes finds at most mostListed covers",
	Gains:   "settles five queens that dominate a board, which have too many states",
})

const (
	mostListed = 1 << 16
	listNodes  = 1 << 20
)
