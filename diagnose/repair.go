package diagnose

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"crosscut"
	"crosscut/puzzle"
)

// Mend is one change: to a clue, or to stones of a draughtboard.
type Mend struct {
	Cell     int
	Old, New int // clues, puzzle.Empty for none

	Stones []int        // counted from 1 and ascending: one is drawn anew, several are joined; nil for a clue
	Stone  puzzle.Stone // takes their place
}

// Repaired is a puzzle with exactly one solution, made from one that has none or
// several by few changes.
type Repaired struct {
	Puzzle puzzle.Puzzle
	Mends  []Mend   // in order; none when nothing had to be done
	Others [][]Mend // other ways that are as short, a few at most
}

// ErrNoRedraw says that a draughtboard has no solution, and that no stone was found that
// could be drawn anew so that it has.
var ErrNoRedraw = errors.New("there is no solution, and no stone was found to be drawn anew for one")

// ErrNoJoin says that a draughtboard has several solutions, and that no change to its
// stones was found that leaves one: no two that lie side by side can be joined, as where
// holes keep them apart, and no stone drawn anew does it.
var ErrNoJoin = errors.New("there are several solutions, and neither stones to join nor one to draw anew were found for a single one")

// ErrNoRepair says that a puzzle has no solution even without clues.
var ErrNoRepair = errors.New("there is no solution even without clues")

// Repair looks for the fewest changes after which p has exactly one solution. Of a puzzle
// of numbers these are changes to clues: none; one clue that is added, taken away or given another
// number; else clues taken away until there are solutions, and clues added until there
// is one. That one change does not do is certain for clues taken away; for a clue to
// add it is so unless more than a number of searches would be needed (see repairTries).
//
// Of a draughtboard they are changes to stones, and solutions count as one that differ by
// a symmetry of the board: two stones that are joined as they lie in a solution, else more
// of them; where there is no solution, a stone that is drawn anew with as many cells, as
// like the old one as may be, and then stones joined if need be. That one change does not
// do is not certain: a bounded number of them is tried.
//
// It fails with [ErrNoRepair] when the board itself has no solution, of a draughtboard
// with [ErrNoRedraw] or [ErrNoJoin], and with what ends a search.
func Repair(ctx context.Context, e crosscut.Engine, p puzzle.Puzzle, m *crosscut.Meter) (*Repaired, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	switch p := p.(type) {
	case *puzzle.Draughtboard:
		return repairDraughtboard(ctx, e, p, m)
	case puzzle.Numbered:
		return repairClues(ctx, e, p, m)
	}
	return nil, fmt.Errorf("no repair of a puzzle of type %T: it has neither clues nor stones", p)
}

// Text says what a change is, in words; rows of a stone have a slash between them.
func (m Mend) Text(p puzzle.Puzzle) string {
	if len(m.Stones) > 0 {
		return m.stoneText()
	}
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

func (m Mend) stoneText() string {
	var names []string
	for _, i := range m.Stones {
		names = append(names, puzzle.StoneName(i))
	}
	drawn := strings.ReplaceAll(strings.TrimSpace(m.Stone.String()), "\n", " / ")
	if len(names) == 1 {
		return fmt.Sprintf("draw stone %s as %s", names[0], drawn)
	}
	last := len(names) - 1
	return fmt.Sprintf("join stones %s and %s to %s", strings.Join(names[:last], ", "), names[last], drawn)
}
