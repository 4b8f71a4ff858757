// Package magic searches and counts the fillings of magic boards.
//
// Four searches may follow one another:
//
//   - The search by guesses, state.search (guesses.go). It keeps for each cell the
//     numbers that fit it, and propagates after each guess (lines.go, few_cells.go, two_words.go, bounds.go,
//     singles.go). It is good for boards with clues, where nearly every cell follows
//     from others. Every search begins with it, and state.run restarts it until two
//     fillings are found. It does not search again what it has searched (unsearched.go).
//   - The same search in subtrees, state.bySubtrees (subtrees.go). It applies once two
//     fillings are found and much is left. Several workers can share it.
//   - Exchanges of numbers, state.exchange (exchanges.go, anneal.go). They interrupt the
//     search by guesses where one or two fillings are wanted, and they are good for boards
//     with many fillings. Before the first of them, the sums of all lines together are compared
//     (residues.go).
//   - A walk by a plan, or a count by one: see package plan. It applies where much fits, on
//     boards of up to 64 cells. It finds one filling of each class under the symmetries of the lines.
//
// The calls between them:
//
//	Search   state.run, and after toPlan plan.Search.Run
//	Count    state.run, and after toPlan plan.Count.All
//	run      state.search, again and again after toRestart,
//	         and state.bySubtrees after toSubtrees
//	search   state.exchange after some nodes, where one or two fillings are wanted
//	search   dispatcher.consider, when the nodes pass dispatcher.at;
//	         a changeover that consider returns ends the search
//	consider the estimate of the plan: plan.Search.Estimate for Search,
//	         plan.NewCount for Count
//
// Boards with consecutive numbers, each once, and sums that are known are searched like squares,
// whatever their lines are: see likeSquare. Only they have plans. A line that multiplies or whose
// sum is not known, and every line where numbers stand several times or have gaps, has rules of its own:
// bounds (look, in bounds.go).
//
// A [changeover] is the only error among these: toRestart, toPlan, toSubtrees or toEnd
// (dispatch.go). What the search by guesses has done is in state.progress. The later
// searches leave it out.
package magic

import (
	"errors"
	"math/rand/v2"
	"slices"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/puzzle"
)

// Search yields every filling of the board once. The slice given to yield is used
// again. The package comment says how.
func Search(p *puzzle.Magic, r *meter.Run, yield func(puzzle.Solution) bool) error {
	if sumsContradict(p) {
		return nil
	}
	s, err := newStateWithClues(p, r)
	if err != nil {
		return err
	}
	byPlan := s.planSearch()
	s.allowChanges(byPlan.Estimate)
	few := s.changes.at > 0 && 0 < r.Meter.Wanted && r.Meter.Wanted <= 2
	if few && restarting.On() {
		s.changes.at = firstRestart
	}
	if few && exchanging.On() && s.likeSquare() {
		s.exchanges = exchangeSchedule{at: firstRestart / 2, every: firstRestart, each: exchangesAtOnce}
	}
	if err := s.run(yield); !errors.Is(err, toPlan) {
		return err
	}
	return byPlan.Run(s.progress.done, yield)
}

// sumsContradict reports whether a plain square has another sum than it must have: its rows together hold
// every number once.
func sumsContradict(p *puzzle.Magic) bool {
	return puzzle.Variant(p) == "" && 2*p.Sum() != p.Board().Width()*(p.Low()+p.High())
}

// allowChanges lets the search restart, go on in subtrees, and go on by a plan.
// estimate says how many nodes the plan takes. Plans are for sets of one word. A traced
// search never changes, since plans and restarts have no steps to show.
func (s *state) allowChanges(estimate func() (float64, error)) {
	if s.r.Meter.Trace != nil {
		return
	}
	s.changes = dispatcher{at: firstConsider, estimateAt: firstConsider, subtreesAt: counting.NodesBefore}
	if planning.On() && s.hasPlan() {
		s.changes.estimate = estimate
	}
}

// run searches. It restarts and goes on in subtrees when that is due. A restart has the
// numbers in another order, and does not search again what is done. After toPlan the
// caller must go on by its plan.
func (s *state) run(yield func(puzzle.Solution) bool) error {
	saved, placed := len(s.saved), len(s.placed)
	for seed := uint64(1); ; seed++ {
		rest, err := s.search(yield, s.progress.rest, 1)
		s.progress.rest = rest
		switch {
		case errors.Is(err, toSubtrees):
			s.undo(saved, placed)
			return s.bySubtrees(yield)
		case errors.Is(err, toEnd):
			return nil
		case !errors.Is(err, toRestart):
			return err
		}
		s.undo(saved, placed)
		s.reorder(seed)
		// The nodes to fill the board if all goes well, times a factor that nobody knows beforehand.
		s.changes.at = s.r.Nodes + int64(2*s.size)*search.Luby(int(seed))
	}
}

// reorder prepares the board, as it was at first, for a search with the numbers in
// another order. The lines need no new look: the first guess touches nearly all of them.
func (s *state) reorder(seed uint64) {
	s.choices = 0
	s.hinted = hinting.On() && seed%2 == 0
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
}

func newStateWithClues(p *puzzle.Magic, r *meter.Run) (*state, error) {
	s := newState(p, r)
	for c := range s.value {
		if err := r.Err(); err != nil {
			return nil, err
		}
		if k := p.Clue(c); k != puzzle.Empty {
			v, _ := slices.BinarySearch(s.values, k)
			s.place(int32(c), int32(v))
		}
	}
	return s, nil
}
