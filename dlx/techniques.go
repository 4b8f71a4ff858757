package dlx

import (
	"crosscut/dlx/internal/model"
	"crosscut/internal/search"
)

var table = search.NewTable("dlx")

// Limits.
const (
	autoBytes  = model.MostBytes / 2 // tables that Auto makes
	smallBytes = autoBytes / 16      // tables that Auto makes for less, and in a process with a limit of memory

	maxItems = 1 << 20        // items of a text
	maxLine  = 1 << 24        // bytes of a line of a text, and of all comments
	maxInput = 16 * maxLine   // bytes of a text beside its elements
	maxName  = 64             // bytes of a name; Knuth's programs take 8
	maxText  = 2*maxName + 16 // bytes of an element in a text: two names, and what may stand between elements
)

var suiting = table.Add(search.Row{
	Name: "bitset", File: "core.go",
	Does:    "searches by sets of options as bits, with the conflicts of each option as a set",
	Applies: "in Auto, to up to fewOptions options, and where an option excludes many others for each word of a set",
	Gains:   "6 to 15 on packings, 2 to 7 on magic squares",
})

const (
	fewOptions       = 1 << 10 // up to so many options the tables are small anyway
	worthOfAWord     = 4       // options that share a primary item with an option, for each word
	worthWithColours = 12      // options that an option excludes, for each word; twice as many in crowded problems
	worthOfLarge     = 18      // the same for tables of more than smallBytes
	briefNodes       = 1 << 12 // nodes and covers of Sparse before tables of smallBytes are made
)

var frontierTurns = table.Add(search.Row{
	Name: "frontier", File: "internal/model/frontier.go",
	Does:    "counts all partial covers together, item after item, as states with numbers of ways",
	Applies: "in counts, in turns with the tree",
	Gains:   "1.8 on counts of Aztec diamonds; settles dominoes on 16×16 cells",
})

const (
	firstTurn   = 1 << 17 // steps that the tree takes alone, enough for small problems
	turnShare   = 8       // a turn takes 1/turnShare of the steps so far, and the set-up of the frontier at most as many
	mergingLead = 16      // where states merge, the frontier may take so many times the steps of the tree
	treeShare   = 4       // of the memory for states the tree gets 1/treeShare, and the frontier the rest
)
