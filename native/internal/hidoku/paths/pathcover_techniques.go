package paths

import (
	"crosscut/internal/search"
	"crosscut/native/internal/hidoku/backtrack"
)

// none is no cell, no way or no parent of a cell.
const none = -1

var Mending = backtrack.Table.Add(search.Row{
	Name: "mend", File: "paths/mend.go",
	Does:    "looks for one solution by simulated annealing of ways between the clues, and by rounds that mend what is left",
	Applies: "after the first turn, with a settled number and without rules of two cells",
	Gains:   "loose and large boards, which the other searches do not settle",
})

const (
	mostSpare      = 4   // how many cells too many a way may have
	crossingCost   = 8   // what a cell of another way costs a way without room; others cost up to 8
	changesAtFirst = 800 // random changes for each cell of the board
	coolingSteps   = 20  // the number of temperatures meanwhile
	hottest        = .5
	coldest        = .13
	workToBegin    = 2 * changesAtFirst / changesForWork // the least work for each cell with which mending begins
)

var mendRounds = backtrack.Table.Add(search.Row{
	Name: "rounds", File: "paths/mend.go",
	Does:    "rips up some ways around a fault, draws them anew and stretches them again",
	Applies: "every round of mending",
	Gains:   "large 3.8, loose 2.0",
})

const (
	mostGaps       = 4            // the most ways to rip up in a round
	longestGap     = 3 * mostGaps // the most cells of a way to rip up
	changesInRound = 60           // random changes for each cell of the region
	roundHeat      = .2           // the first temperature, and that at which a round is kept that makes things worse
)

var largerShare = backtrack.Table.Add(search.Row{
	Name: "share", File: "paths/mend.go",
	Does:    "gives mending most of the time on boards where it mostly finds a solution",
	Applies: "loose and large boards, and those with few cells lacking",
	Gains:   "loose and large boards",
})

const (
	promisingShare = 16   // the share on these boards, in times of the work of the searches
	LargeBoard     = 1000 // cells
	LooseBoard     = 30   // open candidates for each number
	nearlyCovered  = 100  // one cell in so many is lacking
	changesForWork = 3    // changes that take as long as one removed candidate
)

var givingUp = backtrack.Table.Add(search.Row{
	Name: "begin anew", File: "paths/mend.go",
	Does:    "begins mending again with other random numbers",
	Applies: "mending without success for stalledWork for each cell",
	Gains:   "settles two of eight trials of a rook's board of 40×40 with few clues",
})

const stalledWork = 5 * changesAtFirst

var windows = backtrack.Table.Add(search.Row{
	Name: "windows", File: "paths/window.go",
	Does:    "searches other ways in a part of the board exactly",
	Applies: "after each round of mending",
	Gains:   "large 3.65, loose 1.41",
})

const (
	mostInWindow  = 400 // the most cells, with the ends of gaps
	mostWidth     = mostInWindow / 2
	leastWidth    = mostWidth / 6     // the cells that a window begins with
	mostExcursion = mostSpare         // the cells up to which a way may leave the window and be freed there
	aroundAim     = 2 * mostExcursion // how far along a way with a fault its cells are freed
	quickInWindow = 60                // the failures of the quick search
	wider         = 1.03              // how much wider the next window is after one that has no other ways
	narrower      = 0.9               // how much narrower it is after one that took too long
)

var bringingCloser = backtrack.Table.Add(search.Row{
	Name: "windows: closer", File: "paths/window.go",
	Does:    "brings a fault closer to another one that is far away",
	Applies: "where the distance is above a random number between leastFar and mostFar",
	Gains:   "loose 2.17, large 1.91",
})

const (
	mostFar  = 15
	leastFar = mostFar / 5
)
