package hidoku

import (
	"crosscut/internal/search"
	"crosscut/native/internal/hidoku/backtrack"
	"crosscut/native/internal/hidoku/paths"
)

const maxCandidates = 1 << 20 // candidates to learn about; at 164 bytes each they take 170 megabytes

var turns = backtrack.Table.Add(search.Row{
	Name: "turns", File: "hidoku.go",
	Does:    "begins the quick search again after many failures without a solution",
	Applies: "after firstPatience failures; then after twice as many",
	Gains:   "boards that need more than one turn; the learning search and mending come only between turns",
})

const firstPatience = 50

var orderedTurn = backtrack.Table.Add(search.Row{
	Name: "ordered turn", File: "hidoku.go",
	Does:    "tries candidates in order in one turn",
	Applies: "the second turn of the quick search",
	Gains:   "counts: one board in 15 takes 3.3 times as long without it",
})

var learning = backtrack.Table.Add(search.Row{
	Name: "learn", File: "backtrack/learn.go",
	Does:    "learns a clause from each failure",
	Applies: "after the first turn, up to maxCandidates open candidates, without rules of two cells",
	Gains:   "hex 2.7, king 1.7; settles boards of hexagons 16×16 that have no second solution",
})

var refuteFirst = backtrack.Table.Add(search.Row{
	Name: "learn before mending", File: "hidoku.go",
	Does:    "lets the learning search begin in the first turn, before mending",
	Applies: "roots with at most firstLearning open candidates for each number",
	Gains:   "unsolvable 1.96",
})

const firstLearning = paths.LooseBoard / 2

var frontierCount = backtrack.Table.Add(search.Row{
	Name: "count by frontier", File: "paths/frontier.go",
	Does:    "counts paths by a sweep over the board",
	Applies: "paths and cycles on any graph, where clues and an order leave few ways to divide the cells among their gaps",
	Gains:   "counts of boards with few clues, which enumeration does not settle",
})

var partsCount = backtrack.Table.Add(search.Row{
	Name: "count by parts", File: "paths/parts.go",
	Does:    "counts independent parts and multiplies, with a memory of the parts met",
	Applies: "all other counts, beside enumeration",
	Gains:   "180 on a king's board of 12×12 with half of the numbers; settles larger ones",
})
