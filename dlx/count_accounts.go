package dlx

// Accounts: when counting through the tree looks states up.
//
// To look a state up costs something at every state, and may save much. Whether it pays depends
// on the problem and on the number of open items. So each number of open items has an account,
// and no state is looked up while its account is overdrawn. This changes only the time.

// account is the account of the states with so many open items. Its currency is the step of the
// count.
type account struct {
	asked int64 // look-ups since the last audit
	spent int64 // steps that these look-ups took
	gain  int64 // steps that they saved
	below int64 // steps below the states that were looked up in vain

	left int64 // states that are still not to be looked up
	wait int64 // the length of the next pause
}

// accountSize returns how many numbers of open items share an account, for so many items.
func accountSize(items int) int { return items/memoAccounts + 1 }

func newAccounts() []account {
	all := make([]account, memoAccounts)
	for k := range all {
		all[k].wait = firstPause
	}
	return all
}

// ask reports whether to look a state up.
func (a *account) ask() bool {
	if a.left > 0 {
		a.left--
		return false
	}
	a.asked++
	if a.asked == auditEvery {
		if a.spent > a.gain+a.below/memoLoad {
			a.left, a.wait = a.wait, min(4*a.wait, longestPause)
		} else {
			a.wait = firstPause
		}
		a.asked, a.spent, a.gain, a.below = 0, 0, 0, 0
	}
	return true
}
