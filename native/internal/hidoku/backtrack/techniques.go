package backtrack

import (
	"math"

	"crosscut/internal/search"
)

// Each room of this engine has a file techniques.go with its techniques and all its constants. No
// technique changes an answer. What each gains is measured in docs/techniques.md.
var Table = search.NewTable("native/internal/hidoku")

// Limits of memory and time, which belong to no technique.
const (
	maxTrail = 1 << 25 // changes that may wait to be undone: half a gigabyte of them
	NoEnd    = math.MaxInt64 / 8
)

// The quick search.

var colourBalance = Table.Add(search.Row{
	Name: "colours", File: "backtrack/cuts.go",
	Does:    "compares the two colours of the chessboard with odd and even numbers",
	Applies: "boards where each step changes the colour",
	Gains:   "settles boards that it refutes at once: a rook's board of 9×9 with 1 on a cell of the rarer colour",
})

var firstSweep = Table.Add(search.Row{
	Name: "first sweep", File: "backtrack/cuts.go",
	Does:    "removes what clues forbid before there is any book-keeping",
	Applies: "once for each search, on plain boards with an open path",
	Gains:   "1.5 to 3.5 on boards that need few guesses; on others 0.99 to 1.14",
})

var weights = Table.Add(search.Row{
	Name: "weights", File: "backtrack/choice.go",
	Does:    "branches first on numbers and cells that failed often",
	Applies: "after the first failure",
	Gains:   "small 1.31, rook 1.28",
})

var fewestFirst = Table.Add(search.Row{
	Name: "fewest first", File: "backtrack/choice.go",
	Does:    "tries the candidate with the fewest candidates of its own first",
	Applies: "every choice without a guide",
	Gains:   "loose 1.16, variants 1.12",
})

var probing = Table.Add(search.Row{
	Name: "probe", File: "backtrack/probe.go",
	Does:    "supposes every candidate of small sets at the root, and removes those that fail at once",
	Applies: "between two turns, before the first solution",
	Gains:   "king 2.40, hex 1.69, rook 1.57, small 1.40",
})

const maxProbed = 4

var roomCut = Table.Add(search.Row{
	Name: "rooms", File: "backtrack/rooms.go",
	Does:    "refutes parts behind one door that no sum of gaps can fill",
	Applies: "open paths, between two turns",
	Gains:   "settles boards of 16×16, king's and hexagons' moves, with a dead end in which the path would have to end; elsewhere 0.86 to 1.10",
})

// roomsWords is how many words of sets the cut may read at a root, and one more for each
// candidate that the search has removed before.
const roomsWords = 1 << 24

var probingAll = Table.Add(search.Row{
	Name: "probe all", File: "backtrack/probe.go",
	Does:    "supposes the candidates of all numbers, and removes what none of them leaves",
	Applies: "before a turn of the learning search, on boards of less than 500 cells",
	Gains:   "rook 2.03, hex 1.75, unsolvable 1.35, king 1.27",
})

const (
	probeShare = 16 // one part in so many of the work before may be spent until probing pays
	probeGain  = 50 // it pays if one open candidate in so many is lost
)
