package plan

import "crosscut/internal/search"

// table has the techniques of this engine, and this file all of its constants.
var table = search.NewTable("native/internal/magic/plan")

const (
	// beamWidth is how many orders of cells are looked at side by side.
	beamWidth = 32

	// divesPerEstimate is how many dives an estimate is the mean of.
	divesPerEstimate = 150

	// sharedSteps is how many steps of a plan report how far the search is. Later steps would report
	// too often.
	sharedSteps = 3
)

var cutting = table.Add(search.Row{
	Name: "rings", File: "ring.go",
	Does:    "counts pairs of fillings of two halves, each of four lines in a ring",
	Applies: "where the board falls into such halves, as one of order 5 does without its diagonals",
	Gains:   "13, 11 and 5 on counts of order 5 with two, three and four clues on a diagonal",
})

var classes = table.Add(search.Row{
	Name: "classes", File: "symmetries.go",
	Does:    "finds one filling of each class under the symmetries of the list of lines",
	Applies: "where the lines and clues have symmetries",
	Gains:   "3 on counts of orders 4 and 5, 20 with few clues, 12 on magic stars",
})

var complementing = table.Add(search.Row{
	Name: "complement", File: "symmetries.go",
	Does:    "finds one of two fillings of which each has the complements of the numbers of the other",
	Applies: "where the lines and clues have a symmetry together with the complement",
	Gains:   "2 on the empty square of order 5, 1.7 on magic stars",
})
