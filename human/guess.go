package human

import (
	"context"

	"crosscut/human/internal/say"
	"crosscut/internal/base"
)

// A guess supposes that a candidate is right and makes steps from there. If they end in a
// contradiction, the candidate is wrong.
//
// It applies where no technique does. If a supposition leads to a solution, that proves
// nothing, because there may be another solution. guessRounds bound the effort: shallow
// guesses with easy steps come first.

type guessRound struct {
	depth   int   // number of nested suppositions
	hardest Level // level of the hardest steps after a supposition
	choices []int // by depth, the number of choices that are tried; the smallest choices come first
	steps   int   // number of steps in all
}

var guessRounds = []guessRound{
	{1, Medium, []int{1: 16}, 3000},
	{1, Hard, []int{1: 40}, 4000},
	{2, Medium, []int{1: 12, 2: 6}, 8000},
}

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
			return Step{
				Technique: Guess, Remove: []Candidate{best.wrong}, Depth: r.depth,
				said: *say.New("guess", say.Values{
					"question": best.question, "candidate": state.name(best.wrong), "steps": say.Number(best.steps), "fault": *best.fault,
				}),
			}, nil
		}
	}
	return Step{}, ErrStuck
}

// refuted is a candidate that leads to a contradiction.
type refuted struct {
	wrong    Candidate
	question say.Sentence // the question of its choice
	steps    int
	fault    *say.Sentence
}

type guessSearch struct {
	guessRound
	ctx context.Context
}

// refutation looks for the candidate that leads to a contradiction in the fewest steps.
// At most depth suppositions are nested.
func (g *guessSearch) refutation(state logic, depth int) (best refuted, found bool, err error) {
	const shortest = 2 // a guess of so few steps ends the search
	for _, set := range state.choices(g.choices[depth]) {
		for _, option := range set.options {
			if g.steps <= 0 {
				return best, found, nil // to copy the state of a large board takes long
			}
			limit := g.steps
			if found {
				limit = min(limit, best.steps-1)
			}
			steps, fault, err := g.follow(state, option, depth-1, limit)
			if err != nil {
				return best, false, err
			}
			if fault == nil {
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

// follow supposes a candidate and makes steps, at most so many. At a depth above 0 these
// may be guesses. It returns the number of steps to the contradiction and the reason.
// The fault is nil if there was no contradiction. Then the number has no meaning.
func (g *guessSearch) follow(state logic, option Candidate, depth, limit int) (steps int, fault *say.Sentence, err error) {
	if err := context.Cause(g.ctx); err != nil {
		return 0, nil, err
	}
	t := state.clone()
	t.suppose(option)
	for ; steps <= limit && g.steps > 0; steps++ {
		base.PollSeldom()
		if err := context.Cause(g.ctx); err != nil {
			return steps, nil, err
		}
		if fault := t.fault(); fault != nil || t.solved() {
			return steps, fault, nil
		}
		g.steps--
		if _, ok := t.step(g.hardest); ok {
			continue
		}
		if err := context.Cause(g.ctx); err != nil {
			return steps, nil, err
		}
		if t.fault() != nil {
			return steps, t.fault(), nil
		}
		if depth == 0 {
			return steps, nil, nil
		}
		next, found, err := g.refutation(t, depth)
		if err != nil || !found {
			return steps, nil, err
		}
		t.refute(next.wrong)
	}
	return steps, nil, nil
}

// undecidedVariable is a number without a cell or a cell without a number. Its size is
// the number of cells or numbers that are left for it.
type undecidedVariable struct {
	isCell      bool
	index, size int
}

// numbering is a state of a board on whose cells numbers are put. Numbers are known by indices.
type numbering interface {
	cellsFor(number int) []int
	numbersFor(cell int) []int
	candidate(number, cell int) Candidate
}

// numberChoices returns at most limit choices, those with the fewest options first. Among equal
// ones, numbers come before cells, and low ones before high ones. cellOf and numberOn are negative
// for numbers and cells that are choices. cellsLeft and numbersLeft count the candidates of each.
func numberChoices(s numbering, cellOf, cellsLeft, numberOn, numbersLeft []int, limit int) (sets []choice) {
	var open []*undecidedVariable
	for k, size := range cellsLeft {
		if cellOf[k] < 0 {
			open = append(open, &undecidedVariable{false, k, size})
		}
	}
	for c, size := range numbersLeft {
		if numberOn[c] < 0 {
			open = append(open, &undecidedVariable{true, c, size})
		}
	}
	base.SortStable(open, func(a, b *undecidedVariable) int { return a.size - b.size })
	for _, v := range open[:min(limit, len(open))] {
		var set choice
		if v.isCell {
			set.question = *say.New("numbers.numbersLeft", say.Values{"cell": say.Cell(v.index), "count": say.Number(v.size)})
			for _, k := range s.numbersFor(v.index) {
				set.options = append(set.options, s.candidate(k, v.index))
			}
		} else {
			set.question = *say.New("numbers.cellsLeft", say.Values{"number": say.Number(s.candidate(v.index, 0).Value), "count": say.Number(v.size)})
			for _, c := range s.cellsFor(v.index) {
				set.options = append(set.options, s.candidate(v.index, c))
			}
		}
		sets = append(sets, set)
	}
	return sets
}

func undecided(numberOn, numbersLeft []int) (count int) {
	for c, size := range numbersLeft {
		if numberOn[c] < 0 {
			count += size
		}
	}
	return count
}
