package pathcount

// The rows of this room are beside the dispatcher, which asks them.
const (
	maxPartBytes = 1 << 27 // bytes of each half of the memory of partCount
	fieldsBits   = 60      // bits of a word of such a key that may hold fields
	enoughHits   = 50      // parts met again before that says something
	mostWays     = 1 << 10 // to divide the cells among the stretches, where the frontier is tried
	mostGreedy   = 400     // cells for which greedy orders are tried
	greedyStarts = 8       // cells that greedy orders begin with
)
