package sat

import "crosscut/internal/search"

// table has the techniques of this package, and this file all of its numeric constants.
var table = search.NewTable("sat")

// MaxVars is the largest number of variables of a formula that gini is asked about. It takes up to 280 bytes a variable
// and 12 a literal. So this bound and that of literals, 2^27, are about 3 GB.
const MaxVars = 1 << 22

// Limits that belong to no technique.
const (
	maxLiterals  = 1 << 27     // see MaxVars
	maxProofLine = 4 * MaxVars // bytes of a line of a proof by another program
	maxText      = 4096        // bytes that are kept of what another program says about its faults
)

var cubing = table.Add(search.Row{
	Name: "cubes", File: "enumerate_cubes.go",
	Does:    "cuts the space of the models into cubes, each with its own blocking clauses",
	Applies: "when gini has found more than modelsInCube models",
	Gains:   "the number of models to its square; work for several workers",
})

const (
	// modelsInCube is the default of [Cutting.Models], and how many models of each cube may wait for
	// the receiver.
	modelsInCube = 16

	// enoughCubes is the number of cubes for the workers, whatever their number. With many more cubes
	// than workers, no worker waits for long.
	enoughCubes = 128
)

var parting = table.Add(search.Row{
	Name: "parts", File: "enumerate_part.go",
	Does:    "makes a formula of what is left in a cube, with a gini of its own",
	Applies: "where half of the variables are fixed, and the questions in the cube cost as much as the part",
	Gains:   "2 in listing Hidokus with many solutions, 1.2 in stones with gaps, nothing where most questions are refuted at once",
})

// partWork is how many times a question about a cube is taken to visit each variable. So many fixed variables
// at least are worth a gini of their own.
const partWork = 128

var symmetric = table.Add(search.Row{
	Name: "symmetries", File: "symmetries.go",
	Does:    "searches one model of most orbits, and lets gini confirm the others",
	Applies: "to formulas with maps of literals that are known to be symmetries, when gini has found more than modelsInCube models or the space is cut first",
	Gains:   "the size of the group in the search",
})

var restarting = table.Add(search.Row{
	Name: "restarts", File: "refute_learning.go",
	Does:    "begins the proof anew, with what was learnt, after so many conflicts as Luby's sequence says",
	Applies: "to proofs by learning, after the first restartUnit conflicts",
	Gains:   "1.2 in the size of proofs about Hidokus with many conflicts",
})

// restartUnit is the number of conflicts of the first term of Luby's sequence.
const restartUnit = 32

var minimising = table.Add(search.Row{
	Name: "minimised clauses", File: "refute_analysis.go",
	Does:    "leaves out the literals of a learnt clause that follow from its others",
	Applies: "to proofs by learning, at each conflict",
	Gains:   "1.3 in the size of proofs about magic boards, 2 about Hidokus",
})

var inferring = table.Add(search.Row{
	Name: "inferences", File: "refute_inference.go",
	Does:    "takes literals from rules of the puzzle that unit propagation misses, and explains those that a conflict needs",
	Applies: "to proofs by learning about magic boards",
	Gains:   "6 in the conflicts of magic boards of order 8",
})
