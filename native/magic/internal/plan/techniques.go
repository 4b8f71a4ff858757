package plan

import "crosscut/internal/techniques"

// table has the techniques of this engine, and this file all of its constants.
var table = techniques.New("native/magic/internal/plan")

const (
	// beamWidth is how many ways to learn cells are looked at side by side.
	beamWidth = 32

	// endlessNodes is the estimate from which a plan is as good as none.
	endlessNodes = 1e14

	// divesPerEstimate is how many dives an estimate is the mean of.
	divesPerEstimate = 150

	// sharedSteps is how many steps of a plan report how far the search is. Later steps would report
	// too often.
	sharedSteps = 3
)

var widening = table.Add(techniques.Row{
	Name: "wide plans", File: "search.go",
	Does:    "looks longer for a better plan",
	Applies: "where the plan takes many nodes",
})

const (
	wideBeam = 512 // the width of the longer look

	// widenFrom is how many nodes the search has before the longer look. On boards of order 8, the
	// look takes about the time of so many nodes.
	widenFrom = 4000

	// fewNodes is the estimate up to which the longer look takes more time than the plan.
	fewNodes = 5e6
)

var sharing = table.Add(techniques.Row{
	Name: "shares", File: "shares.go",
	Does:    "measures how large the subtrees of a walk are",
	Applies: "in long walks",
})

const (
	// divesShare bounds the dives that measure a walk. Together they take at most the nodes of the walk
	// divided by divesShare.
	divesShare = 50

	// mostDivesBelow is how many dives into each subtree are enough.
	mostDivesBelow = 16
)

var cutting = table.Add(techniques.Row{
	Name: "cuts", File: "halves.go",
	Does:    "counts pairs of fillings of two halves",
	Applies: "where the board falls into halves",
})

const (
	// batchSize is how many sets of numbers a half keeps back before they are taken.
	batchSize = 1 << 12

	// maxTableSlots is the most slots of the table of sets: 16 MiB.
	maxTableSlots = 1 << 20
)

var ringing = table.Add(techniques.Row{
	Name: "rings", File: "ring.go",
	Does:    "fills a half of four lines in a ring without branches",
	Applies: "on boards of order 5",
})

var ranking = table.Add(techniques.Row{
	Name: "ranks", File: "rank_table.go",
	Does:    "counts the fillings of rings in a table without a hash",
	Applies: "where both halves are rings",
})

var complementing = table.Add(techniques.Row{
	Name: "complement", File: "count.go",
	Does:    "counts the fillings with a lower number on a fixed cell twice",
	Applies: "where a cell stays where it is under all movements",
})
