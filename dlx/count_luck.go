package dlx

// Luck: a count through the tree with thin rows learns by which rule to choose the item.
//
// There are three rules: weigh the options of an item against its trouble, take the most
// troublesome of the items with the fewest options, or take the first of these. None is the
// best everywhere. On Latin squares with holes, a count that takes the first item needs up to
// 3.5 times as long as with the second rule. On matching edges and sudokus it needs half as
// long. On matching edges with many colours, the first rule mostly needs 0.4 to 0.9 of the time
// of both. So the rules compete on subtrees of some ten to some hundred expected nodes. Each
// such subtree is counted by one rule. The size of a rule is the steps of its subtrees for each
// node that was expected in them. The expected numbers are poor at first, so trials begin late.
// The rules take turns then. Later those that are not the best are tried less and less often,
// and their trials take at most 1/trialShare of all steps. All other states go by the best
// rule, and by the one of firstRule as long as none is known. This is a simple answer to the problem
// of the two-armed bandit (H. Robbins, "Some aspects of the sequential design of experiments",
// Bulletin of the American Mathematical Society 58, 1952).
//
// Where looking states up saves a good part of the work, the rules do not compete. The count takes
// the first item then, because the same states recur more often. A trial would not show this:
// the states of its subtree recur in other subtrees.

// luck is what became of the states whose parents are in a class.
type luck struct{ states, failures int64 }

// failingShare is the share of failures, 1/failingShare, from which weights pay.
const failingShare = 8

// rule is a rule that chooses the item to branch on.
type rule uint8

const (
	perTrouble  rule = iota // takes the item with the fewest options for its trouble
	firstItem               // takes the first item with the fewest options
	troublesome             // takes one of these with most trouble, with weights where many states fail
	rules
)

// contest compares the rules.
type contest struct {
	steps  [rules]float64 // the steps of the subtrees of a rule; older subtrees count less
	nodes  [rules]float64 // the expected nodes of these subtrees, likewise
	turn   int            // the number of trials so far
	due    [rules]int     // the turn of the next trial of a rule that is not the best
	wait   [rules]int     // how many turns later that is than its last trial
	spent  int64          // steps of trials by a rule that was not the best
	best   rule
	rule   rule    // the rule for the next item
	under  int     // during a trial, the depth of the level of the subtree, plus 1; otherwise 0
	expect float64 // during a trial, how many nodes such a subtree has
}

const (
	smallTrial  = 16 // a subtree on trial is expected to have at least so many nodes, and fewer than largeTrial
	largeTrial  = 512
	firstTrials = 8  // of each rule
	firstWait   = 32 // later a rule waits for so many turns, and each time twice as long
	longestWait = 1 << 12
	trialShare  = 8       // trials by the worse rule may take 1/trialShare of all steps
	trialsFrom  = 1 << 20 // steps of the count before the first trial
	longAverage = 32      // a trial takes 1/longAverage from what those before it count
)

// fewColours is how many colours are few. 34 problems of matching edges on fewer than 9 rows took
// 0.8 of the steps with the most troublesome item first. With 14 to 22 colours 16 took 1.6 times the
// steps, and colourings without colours of items 1.5 times.
const fewColours = 12

// firstRule returns the rule to begin with.
func firstRule(p *Problem) rule {
	if n := p.coloursOfOne(); n > 0 && n <= fewColours {
		return troublesome
	}
	return perTrouble
}

// coloursOfOne returns the number of colours of the secondary item that most options have. Time
// O(elements).
func (p *Problem) coloursOfOne() int {
	uses, most := make([]int, p.items()), 0
	for _, e := range p.elements {
		if uses[e.Item]++; int(e.Item) >= p.primary && (most == 0 || uses[e.Item] > uses[most]) {
			most = int(e.Item)
		}
	}
	colours := map[int32]bool{}
	for _, e := range p.elements {
		if int(e.Item) == most && e.Colour != 0 {
			colours[e.Colour] = true
		}
	}
	return len(colours)
}

// lead makes a rule the best one as long as nothing else is known.
func (t *contest) lead(r rule) { t.best, t.rule = r, r }

// begin begins a trial at a level, if none is under way and the expected size fits. steps are those
// that the count has taken.
func (t *contest) begin(depth int, expect float64, steps int64) {
	if t.under != 0 || steps < trialsFrom || t.spent*trialShare > steps || expect < smallTrial || expect >= largeTrial {
		return
	}
	t.under, t.expect = depth+1, expect
	switch {
	case t.turn < firstTrials*int(rules):
		t.rule = rule(t.turn % int(rules))
	default:
		for k := range t.due {
			if rule(k) != t.best && t.turn >= t.due[k] {
				t.rule = rule(k)
				t.wait[k] = min(2*max(t.wait[k], firstWait/2), longestWait)
				t.due[k] = t.turn + t.wait[k]
				break
			}
		}
	}
	t.turn++
}

// end ends the trial of a level, if there is one. steps are those of its subtree.
func (t *contest) end(depth int, steps int64) {
	if t.under != depth+1 {
		return
	}
	t.under = 0
	if t.rule != t.best {
		t.spent += steps
	}
	t.steps[t.rule] += float64(steps) - t.steps[t.rule]/longAverage
	t.nodes[t.rule] += t.expect - t.nodes[t.rule]/longAverage
	if t.turn >= firstTrials*int(rules) {
		for k := range rules {
			if t.steps[k]*t.nodes[t.best] < t.steps[t.best]*t.nodes[k] {
				t.best, t.wait[t.best] = k, 0
			}
		}
	}
	t.rule = t.best
}

// fate makes the forced moves of the state below the last level, and returns the verdict.
func (c *counting) fate() verdict {
	if c.luck == nil || c.depth == 0 || c.frames[c.depth-1].product {
		return c.force()
	}
	l := &c.luck[c.frames[c.depth-1].class]
	recur := c.budgets[useMemo].gain*statesRecur > c.steps
	c.troubles.ignored = recur || c.contest.rule == firstItem
	c.troubles.anySize = c.contest.rule == perTrouble
	c.troubles.weighted = l.failures*failingShare > l.states
	found := c.force()
	l.states++
	if found == failed {
		l.failures++
	}
	return found
}

// statesRecur says where states recur often: looking them up has saved more than 1/statesRecur of
// the steps taken.
const statesRecur = 2
