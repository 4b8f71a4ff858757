package cluster

import (
	"fmt"
	"iter"
)

// Fold says how a ledger becomes shorter. A cube that was cut, and whose parts are all
// finished, needs one outcome: its sum. The outcomes of its parts are dropped. So the
// ledger keeps one outcome for each cube that is not inside a finished one.
//
// The cubes of the first cut stay, even when the whole puzzle is finished. Other programs
// read the sums of these cubes.
//
// What is folded can no longer be compared with a late outcome of a part.
type Fold struct {
	state *State
	sums  map[string]Sum // of cubes that the sums of their parts have finished
}

// NewFold returns a fold of a ledger that has no outcomes yet. The whole puzzle is cut into
// first cubes.
func NewFold(first int) (*Fold, error) {
	f := &Fold{state: New(), sums: make(map[string]Sum)}
	f.state.folded = f.note
	// One cube more than there are is never finished. So the whole is not, either.
	_, err := f.state.Answer(Outcome{Split: first + 1})
	return f, err
}

// Take takes an outcome of the ledger. Outcomes come in the order of the ledger. The errors
// are those of [State.Answer].
func (f *Fold) Take(o Outcome) error {
	_, err := f.state.Answer(o)
	return err
}

// note takes the sum of a cube whose n parts are all finished.
func (f *Fold) note(path string, n int, sum Sum) {
	for i := range n {
		delete(f.sums, fmt.Sprintf("%s.%d", path, i))
	}
	f.sums[path] = sum
}

// Keeps reports whether the ledger still needs an outcome that the fold has taken.
func (f *Fold) Keeps(o Outcome) bool {
	at, i, verdict, err := f.state.find(o.Path)
	if err != nil || verdict != Known {
		return false
	}
	switch _, folded := f.sums[o.Path]; at.children[i].is {
	case cut:
		return o.Split > 0
	case done:
		return o.Split == 0 && !folded
	}
	return false
}

// Sums yields the cubes that the sums of their parts have finished, in any order. The
// ledger needs these sums instead of the outcomes of the parts.
func (f *Fold) Sums() iter.Seq2[string, Sum] {
	return func(yield func(string, Sum) bool) {
		for path, sum := range f.sums {
			at, i, verdict, err := f.state.find(path)
			if err == nil && verdict == Known && at.children[i].is == done && !yield(path, sum) {
				return
			}
		}
	}
}

// Lines returns how many outcomes a folded ledger would have. It is 0 when the whole puzzle
// is finished. Time is O(cubes in memory).
func (s *State) Lines() int {
	if s.top.left == 0 || s.top.children[0].node == nil {
		return 0
	}
	return lines(s.top.children[0].node)
}

func lines(n *node) int {
	sum := len(n.children) - n.left
	for i := range n.children {
		if c := &n.children[i]; c.is == cut {
			sum += 1 + lines(c.node)
		}
	}
	return sum
}
