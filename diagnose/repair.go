package diagnose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"crosscut"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Mend is one change to a clue.
type Mend struct {
	Cell     int
	Old, New int // the clue before and after, or the rank of a station; puzzle.Empty means none
}

// Repaired is a puzzle with exactly one solution, and the changes that led to it.
type Repaired struct {
	Puzzle puzzle.Puzzle
	Mends  []Mend   // in the order of the changes; none if the puzzle had one solution already
	Others [][]Mend // other ways with as few changes, at most nine
}

// errNoClues says that a puzzle has no clues that Repair could change.
var errNoClues = errors.New("repair changes clues, and a draughtboard has none; use why, which shows what does not fit")

// ErrNoRepair says that a puzzle has no solution even without clues.
var ErrNoRepair = errors.New("there is no solution even without clues")

// Repair looks for the fewest changes of clues after which p has exactly one solution.
//
// If one change is not enough, it takes away clues until there are solutions, and then adds
// clues until there is only one. It tries every single clue to take away. It tries single
// clues to add in at most 400 searches, so a result with more clues may be more than needed.
//
// Repair fails with [ErrNoRepair] if there is no solution without clues either, and with
// an error for a draughtboard, which has no clues. It returns the error of a search that ended early. A type
// of another package is repaired if it is a [puzzle.Numbered].
func Repair(ctx context.Context, e crosscut.Engine, p puzzle.Puzzle, m *meter.Meter) (*Repaired, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	switch p := p.(type) {
	case *puzzle.Draughtboard:
		return nil, errNoClues
	case puzzle.Numbered:
		clues, err := cluesOf(p)
		if err != nil {
			return nil, err
		}
		return repairClues(ctx, e, p, clues, stationsOf(p), m)
	}
	return nil, fmt.Errorf("no repair of a puzzle of type %T: it has neither clues nor stones", p)
}

// RepairClues is [Repair] with other clues than those of p. They may be such as no puzzle can have: a number
// stands twice, or is none of the puzzle. Those of a [puzzle.Hidoku] with ranks are the ranks, and the result has ranks, too.
func RepairClues(ctx context.Context, e crosscut.Engine, p puzzle.Numbered, clues []int, m *meter.Meter) (*Repaired, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	if len(clues) != p.Board().Len() {
		return nil, fmt.Errorf("%d clues, and the board has %d cells", len(clues), p.Board().Len())
	}
	z := stationsOf(p)
	if z != nil {
		if z.last = max(z.last, slices.Max(clues)); !slices.Contains(clues, 1) {
			z.first = slices.MinFunc(clues, func(a, b int) int { return cmp.Compare(uint(a)-1, uint(b)-1) }) // of those above 0
		}
		clues = z.clues(clues)
	}
	return repairClues(ctx, e, p, clues, z, m)
}

func repairClues(ctx context.Context, e crosscut.Engine, p puzzle.Numbered, clues []int, z *stations, m *meter.Meter) (*Repaired, error) {
	r := &cluesRepair{ctx: ctx, engine: e, meter: m, puzzle: p, clues: clues, zip: z}
	found := r.upTo(r.clues, 2)
	switch len(found) {
	case 0:
		return r.changeOrRemove()
	case 1:
		return r.result([][]Mend{nil})
	}
	return r.result([][]Mend{r.addClue(r.clues, found)})
}

// Text says in words what the change is.
func (m Mend) Text(p puzzle.Puzzle) string {
	if err := puzzle.Validate(p); err != nil {
		return err.Error()
	}
	name := p.Board().Name(m.Cell)
	switch {
	case m.New == puzzle.Empty:
		return fmt.Sprintf("take away %d at %s", m.Old, name)
	case m.Old == puzzle.Empty:
		return fmt.Sprintf("add %d at %s", m.New, name)
	}
	return fmt.Sprintf("write %d for %d at %s", m.New, m.Old, name)
}
