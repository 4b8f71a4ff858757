package human

import (
	"context"
	"fmt"
	"slices"
)

// A guess supposes a candidate and follows the steps from there, the easy and medium
// ones first; when they end in a contradiction the candidate is wrong. That a
// supposition leads to a solution proves nothing, for there may be another, so no guess
// is made right by its success.

// guessRound is one way to look for a guess.
type guessRound struct {
	depth   int   // suppositions upon each other
	hardest Level // of the steps that follow a supposition
	choices []int // how many sets of candidates are tried, by depth; the smallest first
	steps   int   // that are made in all
}

// guessRounds are tried in turn until one has a guess.
var guessRounds = []guessRound{
	{1, Medium, []int{1: 16}, 3000},
	{1, Hard, []int{1: 40}, 4000},
	{2, Medium, []int{1: 12, 2: 6}, 8000},
}

// guess makes the first guess of the rounds.
func guess(ctx context.Context, state logic) (Step, error) {
	for _, r := range guessRounds {
		g := guessSearch{guessRound: r, ctx: ctx}
		g.steps = max(g.steps/state.effort(), 1)
		best, found, err := g.refutation(state, r.depth)
		if err != nil {
			return Step{}, err
		}
		if found {
			state.refute(best.wrong)
			name := state.name(best.wrong)
			return Step{
				Technique: Guess, Remove: []Candidate{best.wrong}, Depth: r.depth,
				Text: fmt.Sprintf("%s; suppose %s: after %s %s, so it is not %s", best.question, name, counted(best.steps, "step"), best.fault, name),
			}, nil
		}
	}
	return Step{}, ErrStuck
}

// refuted is a candidate that leads to a contradiction.
type refuted struct {
	wrong    Candidate
	question string // what it is one of, as in choice
	steps    int
	fault    string
}

// guessSearch looks for a guess.
type guessSearch struct {
	guessRound
	ctx context.Context
}

// refutation looks for the candidate that leads to a contradiction in the fewest
// steps, with at most depth suppositions upon each other.
func (g *guessSearch) refutation(state logic, depth int) (best refuted, found bool, err error) {
	const shortest = 2 // steps, with which the search is content
	for _, set := range state.choices(g.choices[depth]) {
		for _, option := range set.options {
			most := g.steps
			if found {
				most = min(most, best.steps-1)
			}
			steps, fault, err := g.follow(state, option, depth-1, most)
			if err != nil {
				return best, false, err
			}
			if fault == "" {
				continue
			}
			best, found = refuted{wrong: option, question: set.question, steps: steps, fault: fault}, true
			if steps <= shortest {
				return best, true, nil
			}
		}
	}
	return best, found, nil
}

// follow supposes a candidate and makes at most so many steps, guesses of a depth
// among them. It returns how many it made until there was a contradiction, and which;
// fault is "" when there was none.
func (g *guessSearch) follow(state logic, option Candidate, depth, most int) (steps int, fault string, err error) {
	t := state.clone()
	t.suppose(option)
	for ; steps <= most && g.steps > 0; steps++ {
		if err := context.Cause(g.ctx); err != nil {
			return steps, "", err
		}
		if fault := t.fault(); fault != "" || t.solved() {
			return steps, fault, nil
		}
		g.steps--
		if _, ok := t.step(g.hardest); ok {
			continue
		}
		if t.fault() != "" {
			return steps, t.fault(), nil
		}
		if depth == 0 {
			return steps, "", nil
		}
		next, found, err := g.refutation(t, depth)
		if err != nil || !found {
			return steps, "", err
		}
		t.refute(next.wrong)
	}
	return steps, "", nil
}

// undecidedVariable is a number without a cell or a cell without a number, and how many cells
// or numbers are left for it.
type undecidedVariable struct {
	isCell      bool
	index, size int
}

// fewestCandidates returns the variables with the fewest candidates, at most limit of them;
// of equal ones numbers come first, then lower ones. at has the cell of each number
// and number the number on each cell, below 0 where there is none; left and fits are
// how many candidates they have.
func fewestCandidates(at, left, number, fits []int, limit int) []undecidedVariable {
	var open []undecidedVariable
	for k, size := range left {
		if at[k] < 0 {
			open = append(open, undecidedVariable{false, k, size})
		}
	}
	for c, size := range fits {
		if number[c] < 0 {
			open = append(open, undecidedVariable{true, c, size})
		}
	}
	slices.SortStableFunc(open, func(a, b undecidedVariable) int { return a.size - b.size })
	return open[:min(limit, len(open))]
}

// undecided returns the number of candidates of the numbers without a cell; at has the
// cell of each number, below 0 where there is none, and left how many it has.
func undecided(at, left []int) int {
	count := 0
	for k, size := range left {
		if at[k] < 0 {
			count += size
		}
	}
	return count
}
