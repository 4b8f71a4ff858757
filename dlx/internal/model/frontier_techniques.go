package model

const (
	stepWeight  = 4       // steps of the tree that cost as much as one along the frontier
	stateWeight = 64      // such steps for a state
	merging     = 5       // states merge well if one in merging was reached before
	mostOrdered = 1 << 10 // items for which a better order is looked for
)
