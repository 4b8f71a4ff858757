package dlx

// Two tricks of counting cost something at every state they are tried on and may save
// much: looking the state up, and looking for parts. Whether they pay depends on the
// problem and on how much is still open, so each has an account for each number of
// open items, and rests for a while when it is in the red.
const (
	useMemo = iota
	useParts
	tricks
)

// prices are what a try of each trick costs, roughly.
var prices = [tricks]int64{useMemo: 2, useParts: 4}

// credit is the account of a trick. Its currency is the node of the search.
type credit struct {
	asked int64 // how often the trick was tried since the account was last looked at
	gain  int64 // nodes that it saved
	below int64 // nodes below the states it was tried on in vain

	price       int64 // of a try
	pause, wait int64 // how often it is not to be tried; how long the next pause is
}

const (
	auditEvery   = 64 // tries between two looks at an account
	firstPause   = 1 << 9
	longestPause = 1 << 18
	triesANode   = 2  // so many tries cost as much as a node
	loadOfBelow  = 32 // one such part of the work below may be spent on tries
	partsGain    = 16 // the nodes that are taken to be saved where a state falls apart
)

func newCredits(classes int, price int64) []credit {
	all := make([]credit, classes)
	for k := range all {
		all[k].wait, all[k].price = firstPause, price
	}
	return all
}

// ask reports whether to try the trick.
func (c *credit) ask() bool {
	if c.pause > 0 {
		c.pause--
		return false
	}
	c.asked++
	if c.asked == auditEvery {
		if c.asked*c.price > c.gain+c.below/loadOfBelow {
			c.pause, c.wait = c.wait, min(4*c.wait, longestPause)
		} else {
			c.wait = firstPause
		}
		c.asked, c.gain, c.below = 0, 0, 0
	}
	return true
}
