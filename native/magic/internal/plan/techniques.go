package plan

import "crosscut/internal/techniques"

// table has the techniques of this engine, and this file all of its constants.
var table = techniques.New("native/magic/internal/plan")

const (
	// beamWidth is how many orders of cells are looked at side by side.
	beamWidth = 32

	// divesPerEstimate is how many dives an estimate is the mean of.
	divesPerEstimate = 150

	// sharedSteps is how many steps of a plan report how far the search is. Later steps would report
	// too often.
	sharedSteps = 3
)

var cutting = table.Add(techniques.Row{
	Name: "cuts", File: "halves.go",
	Does:    "counts pairs of fillings of two halves",
	Applies: "where the board falls into halves",
	Gains:   "80 on the empty square of order 5",
})

// maxTableSlots is the most slots of the table of sets: 16 MiB.
const maxTableSlots = 1 << 20

var ringing = table.Add(techniques.Row{
	Name: "rings", File: "ring.go",
	Does:    "fills a half of four lines in a ring without branches",
	Applies: "on boards of order 5",
	Gains:   "8 on the empty square of order 5",
})

var ranking = table.Add(techniques.Row{
	Name: "ranks", File: "rank_table.go",
	Does:    "counts the fillings of rings in a table without a hash",
	Applies: "where both halves are rings",
	Gains:   "1.4 on the empty square of order 5",
})

var complementing = table.Add(techniques.Row{
	Name: "complement", File: "count.go",
	Does:    "counts the fillings with a lower number on a fixed cell twice",
	Applies: "where a cell stays where it is under all movements",
	Gains:   "2 on the empty square of order 5",
})
