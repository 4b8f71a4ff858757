package dlx

// Credits: when counting through the tree uses its two tricks.
//
// The tricks are looking a state up and looking for parts. They cost something at every
// state, and may save much. Whether they pay depends on the problem and on the number of
// open items. So each trick has an account for each number of open items. It pauses
// while its account is overdrawn. All this changes only the time.
const (
	useMemo = iota
	useParts
	tricks
)

// prices are the rough costs of a try of each trick.
var prices = [tricks]int64{useMemo: 2, useParts: 4}

// credit is the account of a trick. Its currency is the node of the search.
type credit struct {
	asked int64 // tries since the last audit
	gain  int64 // nodes that the trick saved since then
	below int64 // nodes below the states on which it was tried in vain

	price int64 // the cost of a try
	pause int64 // states on which the trick is still to be left out
	wait  int64 // the length of the next pause
}

const (
	auditEvery   = 64 // tries between two audits of an account
	firstPause   = 1 << 9
	longestPause = 1 << 18
	loadOfBelow  = 32      // tries may cost 1/loadOfBelow of the nodes below
	mostWays     = 1 << 20 // more ways to cover a part count as so many
)

// creditClasses is the number of accounts of a trick. With more of them, the first tries of all
// accounts would take a good part of a short search.
const creditClasses = 64

// classSize returns how many numbers of open items share an account, for so many items.
func classSize(items int) int { return items/creditClasses + 1 }

func newCredits(price int64) []credit {
	all := make([]credit, creditClasses)
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
