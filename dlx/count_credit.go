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

// terms are the terms of the accounts of a trick.
type terms struct {
	budget int64 // tries that gain nothing may take 1/budget of all steps
	audit  int64 // tries between two audits of an account
	pause  int64 // the first pause of an account
	load   int64 // tries may cost 1/load of the steps below
}

// Looking for parts takes longer where the rows are thin, so its accounts are audited sooner. The
// first tries of all accounts were a tenth of the time on Latin squares.
//
// A step lies below many states, so it pays for tries in many accounts. Therefore all accounts of a
// trick that does not pay share a budget, too. With a fixed price for each try, tries for parts
// took a third of the time on matching edges 10×10. A look at all live options takes as long as a
// hundred nodes there.
var termsOf = [tricks]terms{useMemo: {64, 64, 1 << 9, 32}, useParts: {64, 16, 1 << 7, 256}}

// credit is the account of a trick. Its currency is the step of the count.
type credit struct {
	asked int64 // tries since the last audit
	spent int64 // steps that they took
	gain  int64 // steps that the trick saved since then
	below int64 // steps below the states on which it was tried in vain

	terms *terms
	pays  bool  // the trick had paid at the last audit
	left  int64 // states on which the trick is still to be left out
	wait  int64 // the length of the next pause
}

const (
	longestPause = 1 << 18
	mostWays     = 1 << 20 // more ways to cover a part count as so many
	freeSteps    = 1 << 17 // a budget counts so many steps more than were taken
	mostGain     = 1 << 50 // the most that a budget may gain, so that it does not overflow
)

// creditClasses is the number of accounts of a trick. With more of them, the first tries of all
// accounts would take a good part of a short search.
const creditClasses = 64

// classSize returns how many numbers of open items share an account, for so many items.
func classSize(items int) int { return items/creditClasses + 1 }

func newCredits(t *terms) []credit {
	all := make([]credit, creditClasses)
	for k := range all {
		all[k].wait, all[k].terms = t.pause, t
	}
	return all
}

// ask reports whether to try the trick. steps are those that the count has taken.
func (c *credit) ask(sum *budget, steps int64) bool {
	if !c.pays && (sum.spent-sum.gain)*c.terms.budget > steps+freeSteps {
		return false
	}
	if c.left > 0 {
		c.left--
		return false
	}
	c.asked++
	if c.asked == c.terms.audit {
		if c.spent > c.gain+c.below/c.terms.load {
			c.left, c.wait = c.wait, min(4*c.wait, longestPause)
			c.pays = false
		} else {
			c.wait = c.terms.pause
			c.pays = true
		}
		c.asked, c.spent, c.gain, c.below = 0, 0, 0, 0
	}
	return true
}

// budget is what all tries of a trick took and gained, in steps.
type budget struct{ spent, gain int64 }

// spent books the steps of a try of a trick on a state of a class.
func (c *counting) spent(trick, class int, steps int64) {
	c.credit[trick][class].spent += steps
	c.budgets[trick].spent += steps
}

// save books the steps that a trick has saved on a state of a class.
func (c *counting) save(trick, class int, steps int64) {
	c.credit[trick][class].gain += steps
	b := &c.budgets[trick]
	b.gain = min(b.gain+steps, mostGain)
}

// ask reports whether to try a trick on a state of a class.
func (c *counting) ask(trick, class int) bool {
	return c.credit[trick][class].ask(&c.budgets[trick], c.steps)
}
