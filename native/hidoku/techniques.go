package hidoku

import (
	"math"

	"crosscut/internal/techniques"
)

// The techniques of this engine and all its constants. None of them changes an answer. What a
// technique gains is measured in docs/measurements.md.
var table = techniques.New("native/hidoku")

// Limits of memory and time, which belong to no technique.
const (
	maxTrail      = 1 << 25 // changes that may wait to be undone: half a gigabyte of them
	maxCandidates = 1 << 20 // candidates to learn about; at 164 bytes each they take 170 megabytes
	maxArena      = 1 << 27 // numbers in the clauses of the learning search: half a gigabyte, and a reference fits into a reason
	maxPartBytes  = 1 << 27 // bytes of each half of the memory of partCount
	reasonBits    = 4       // bits of a reason that say its kind
	maxKeyWords   = 8       // words of the key of a frontier
	fieldsBits    = 60      // bits of a word of such a key that may hold fields
	free          = -1      // the way of a cell that is on none
	beyond        = -1      // the cell before the first or after the last
	noParent      = -1      // the parent of the beginning of a way
	openNumber    = -1      // in a window: a number without a cell
	noEnd         = math.MaxInt64 / 8
	glueAt        = 1 // in a clause: the index of its glue
	usesAt        = 2 // in a clause: the index of its uses
	header        = 3 // in a clause: the index of its first literal
	noMate        = 0 // in a frontier: the cell has both its steps
	endMate       = 1 // in a frontier: the other end of the piece is an end of the path, or the cell is one and has no step yet
	firstMate     = 2 // in a frontier, plus a slot: the other end of the piece is there
)

// The quick search.

var narrowCuts = table.Add(techniques.Row{
	Name: "narrow", File: "narrow.go",
	Does:    "cuts with three words a set, and cell by cell where a number has few cells",
	Applies: "plain boards of up to widestNear columns",
})

const (
	widestNear = 30 // all slots near a slot are then in two words
	few        = 8  // cells that are revised one by one
)

var dilation = table.Add(techniques.Row{
	Name: "dilate", File: "cuts.go",
	Does:    "removes what clues forbid before there is any book-keeping",
	Applies: "once for each search",
})

var colourBalance = table.Add(techniques.Row{
	Name: "colours", File: "cuts.go",
	Does:    "compares the two colours of the chessboard with odd and even numbers",
	Applies: "boards where each step changes the colour",
})

var reuse = table.Add(techniques.Row{
	Name: "memory", File: "memory.go",
	Does:    "keeps the memory of a search for the next one",
	Applies: "small boards",
})

const (
	layoutsKept = 8       // files with boards of many shapes repeat few of them
	slotsKept   = 450     // 20×20 squares and a few more: about 100 kB
	trailKept   = 1 << 13 // the longest trail that is kept
)

var weights = table.Add(techniques.Row{
	Name: "weights", File: "choice.go",
	Does:    "branches first on numbers and cells that failed often",
	Applies: "after the first failure",
})

var fewestFirst = table.Add(techniques.Row{
	Name: "fewest first", File: "choice.go",
	Does:    "tries the candidate with the fewest candidates of its own first",
	Applies: "every choice without a guide",
})

var turns = table.Add(techniques.Row{
	Name: "turns", File: "turns.go",
	Does:    "begins the quick search again after many failures without a solution",
	Applies: "after firstPatience failures; then after twice as many",
})

const (
	firstPatience = 100
	mostTurns     = 14 // then one search goes on to the end
)

var probing = table.Add(techniques.Row{
	Name: "probe", File: "probe.go",
	Does:    "supposes every candidate of small sets at the root, and removes those that fail at once",
	Applies: "between two turns, before the first solution",
})

const maxProbed = 4

var roomCut = table.Add(techniques.Row{
	Name: "rooms", File: "rooms.go",
	Does:    "refutes parts behind one door that no sum of gaps can fill",
	Applies: "open paths, between two turns",
})

// roomsWords is how many words of sets the cut may read at a root, and one more for each
// candidate that the search has removed before.
const roomsWords = 1 << 24

// The learning search.

var learning = table.Add(techniques.Row{
	Name: "learn", File: "learn.go",
	Does:    "learns a clause from each failure",
	Applies: "after the first turn, up to maxCandidates open candidates, without rules of two cells",
})

const (
	learningFactor = 2   // failures of its turn for each one of the quick search
	decay          = .95 // by which the weight of a meeting shrinks at each failure
)

var refuteFirst = table.Add(techniques.Row{
	Name: "learn before mending", File: "turns.go",
	Does:    "lets the learning search begin in the first turn, before mending",
	Applies: "roots with at most firstLearning open candidates for each number",
})

const firstLearning = 15

var probingAll = table.Add(techniques.Row{
	Name: "probe all", File: "probe.go",
	Does:    "supposes the candidates of all numbers, and removes what none of them leaves",
	Applies: "before a turn of the learning search, on boards of less than 500 cells",
})

const (
	probeShare = 16 // one part in so many of the work before may be spent until probing pays
	probeGain  = 50 // it pays if one open candidate in so many is lost
)

var edgeVariables = table.Add(techniques.Row{
	Name: "edges", File: "learn_edges.go",
	Does:    "has variables for the steps between two cells",
	Applies: "plain boards with an open path",
})

var bestPhases = table.Add(techniques.Row{
	Name: "best phases", File: "learn_branch.go",
	Does:    "prefers the candidate that was true when most was settled",
	Applies: "every choice of the learning search",
})

var lastPhases = table.Add(techniques.Row{
	Name: "last phases", File: "learn_branch.go",
	Does:    "prefers the candidate that was true last",
	Applies: "every choice of the learning search",
})

var minimising = table.Add(techniques.Row{
	Name: "minimise", File: "learn_analysis.go",
	Does:    "drops literals of a learnt clause that the others imply",
	Applies: "every failure",
})

var learnRestarts = table.Add(techniques.Row{
	Name: "restarts", File: "learn.go",
	Does:    "goes back to the root after a number of failures from Luby's series",
	Applies: "the learning search",
})

var reduction = table.Add(techniques.Row{
	Name: "reduce", File: "learn_clauses.go",
	Does:    "drops the half of the learnt clauses that has the most glue and the least use",
	Applies: "at firstReduceAt clauses, and then at reduceAtGrowth more each time",
})

const (
	firstReduceAt  = 2000
	reduceAtGrowth = 500
)

// The search for a guide.

var mending = table.Add(techniques.Row{
	Name: "mend", File: "stretch_mend.go",
	Does:    "looks for one solution by simulated annealing of ways between the clues, and by rounds that mend what is left",
	Applies: "after the first turn, with a settled number and without rules of two cells",
})

const (
	mostSpare     = 4 // how many cells too many a way may have
	stretchRounds = 200
	hottest       = .5
	coldest       = .13
	dearest       = 4   // more than the cost of any cell at the beginning
	joinedTries   = 4   // changes for each cell that stretch the ways at the beginning
	mendRoutes    = 12  // how often each way may be drawn
	workToBegin   = 600 // the least work for each cell with which mending begins
	joinAttempts  = 4   // after so many attempts to join ways, gaps stay open
	mostOpen      = 4   // where there were once so few gaps, those left stay open for windows to close
)

var mendRounds = table.Add(techniques.Row{
	Name: "rounds", File: "stretch_mend.go",
	Does:    "rips up some ways around a fault, draws them anew and stretches them again",
	Applies: "every round of mending",
})

const (
	mostGaps    = 4  // the most ways to rip up in a round
	longestGap  = 12 // the most cells of a way to rip up
	mendTries   = 60 // changes for each cell of the region that stretch it again
	mendCooling = 20 // the number of temperatures meanwhile
	mendHottest = .2 // the first of them
	mendTaking  = .2 // the temperature at which a round is kept that makes things worse
)

var redraw = table.Add(techniques.Row{
	Name: "redraw", File: "stretch_redraw.go",
	Does:    "draws a way across others, and those again, where ways cross at the beginning",
	Applies: "before mending",
})

const crossingCost = 8 // what a cell of another way costs a way without room

var largerShare = table.Add(techniques.Row{
	Name: "share", File: "stretch_share.go",
	Does:    "gives mending most of the time on boards where it mostly finds a solution",
	Applies: "loose and large boards, and those with few cells lacking",
})

const (
	hopeful        = 16   // the share on these boards, in times of the work of the searches
	unpromising    = 8    // one part in so many on others
	large          = 1000 // cells
	loose          = 30   // open candidates for each number
	nearly         = 100  // one cell in so many is lacking
	changesForWork = 3    // changes that take as long as one removed candidate
	reachedForWork = 2    // cells of a way in the making that take as long
)

var smallerShare = table.Add(techniques.Row{
	Name: "share: halvings", File: "stretch_share.go",
	Does:    "halves the share while mending does not help",
	Applies: "mending",
})

const staleWork = 2 // times the square of the cells: the work after which the share is first halved

var giveUp = table.Add(techniques.Row{
	Name: "share: give up", File: "stretch_share.go",
	Does:    "begins mending again with other random numbers",
	Applies: "mending that did not help for long",
})

const hopeless = 8

var faultsApart = table.Add(techniques.Row{
	Name: "apart", File: "stretch_apart.go",
	Does:    "prefers rounds that bring faults closer to each other",
	Applies: "where few cells are lacking",
})

const (
	mostPulled  = 10 // the most lacking cells
	apartTaking = 3. // the temperature, in cells
)

var windows = table.Add(techniques.Row{
	Name: "windows", File: "stretch_window.go",
	Does:    "searches other ways in a part of the board exactly",
	Applies: "after each round of mending",
})

const (
	leastWidth    = 30  // the cells that a window begins with
	mostWidth     = 200 // the most of them
	mostInWindow  = 400 // the most cells, with the ends of gaps
	aroundAim     = 8   // how far along a way with a fault its cells are freed
	mostExcursion = 4   // the cells up to which a way may leave the window and be freed there
	quickInWindow = 60  // the failures of the quick search
)

var bringingCloser = table.Add(techniques.Row{
	Name: "windows: closer", File: "stretch_window.go",
	Does:    "brings a fault closer to another one that is far away",
	Applies: "where the distance is above a random number between leastFar and mostFar",
})

const leastFar, mostFar = 3, 15

var learnInWindows = table.Add(techniques.Row{
	Name: "windows: learn", File: "stretch_exact.go",
	Does:    "lets the learning search go on in a window",
	Applies: "some windows after many in vain",
})

const (
	learnInWindow = 200 // the failures of the learning search
	learnFrom     = 8   // the least term of Luby's series with which it comes
)

var windowMasks = table.Add(techniques.Row{
	Name: "windows: masks", File: "graph.go",
	Does:    "cuts with the set of the cells that each cell touches",
	Applies: "windows",
})

// Counting.

var frontierCount = table.Add(techniques.Row{
	Name: "count by frontier", File: "count_frontier.go",
	Does:    "counts paths by a sweep over the board",
	Applies: "open paths where no number except the first and the last is given",
})

var partsCount = table.Add(techniques.Row{
	Name: "count by parts", File: "count_parts.go",
	Does:    "counts independent parts and multiplies, with a memory of the parts met",
	Applies: "all other counts, beside enumeration",
})

const enoughHits = 50 // parts met again before that says something
