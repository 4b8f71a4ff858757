package diagnose

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"crosscut"
	"crosscut/internal/base"
	"crosscut/puzzle"
)

// Mend is one change: to a clue, or to the stones of a draughtboard.
type Mend struct {
	Cell     int
	Old, New int // the clue before and after; puzzle.Empty means no clue

	Stones []int        // numbers counted from 1, ascending: one stone is redrawn, several are joined; nil for a clue
	Stone  puzzle.Stone // the stone that replaces them
	Count  *int         // how often the one stone is used, or how many cells stay bare if Stones is nil; nil for other changes
}

// Repaired is a puzzle with exactly one solution, and the changes that led to it.
type Repaired struct {
	Puzzle puzzle.Puzzle
	Mends  []Mend   // in the order of the changes; none if the puzzle had one solution already
	Others [][]Mend // other ways with as few changes, at most nine
}

// ErrNoRedraw says that a draughtboard has no solution, and that Repair found no single
// stone to redraw so that it has one.
var ErrNoRedraw = errors.New("there is no solution, and no change to one stone was found that gives one")

// ErrNoJoin says that a draughtboard has several solutions, and that Repair found no
// change to its stones that leaves one. Stones cannot be joined if holes keep them
// apart, and redrawing one stone did not help either.
var ErrNoJoin = errors.New("there are several solutions, and no change to the stones was found that leaves one")

// ErrNoRepair says that a puzzle has no solution even without clues.
var ErrNoRepair = errors.New("there is no solution even without clues")

// Repair looks for the fewest changes after which p has exactly one solution.
//
// For a puzzle of numbers it changes clues. If one change is not enough, it takes away
// clues until there are solutions, and then adds clues until there is only one. It tries
// every single clue to take away. It tries single clues to add in at most 400 searches,
// so a result with more clues may be more than needed.
//
// For a draughtboard it changes stones. Solutions that differ by a symmetry of the board
// count as one. If there are several, Repair joins two stones as they lie in a solution,
// and more if needed. If there is none, Repair redraws one stone. The new stone has the
// same number of cells and is as like the old one as possible. Then Repair joins stones
// if needed. Where the number of stones or of bare cells is open, it may also set that number. The number
// of single changes that it tries is bounded, so there may be a shorter repair.
//
// Repair fails with [ErrNoRepair] if there is no solution without clues either, and with
// [ErrNoRedraw] or [ErrNoJoin] for a draughtboard. It returns the error of a search that
// ended early. A type of another package is repaired if it is a [puzzle.Numbered].
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

// Text says in words what the change is. A slash separates the rows of a stone.
func (m Mend) Text(p puzzle.Puzzle) string {
	if len(m.Stones) > 0 || m.Count != nil {
		return m.stoneText(p)
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

func (m Mend) stoneText(p puzzle.Puzzle) string {
	board, _ := p.(*puzzle.Draughtboard)
	if board == nil {
		board = new(puzzle.Draughtboard)
	}
	var names []string
	for _, i := range m.Stones {
		names = append(names, board.Name(i))
	}
	switch {
	case m.Count != nil && m.Stones == nil:
		return fmt.Sprintf("leave %s bare", base.Plural(*m.Count, "cell"))
	case m.Count != nil && *m.Count == 0:
		return "leave out stone " + names[0]
	case m.Count != nil:
		return fmt.Sprintf("use stone %s %s", names[0], base.Times(*m.Count))
	}
	drawn := strings.ReplaceAll(strings.TrimSpace(m.Stone.String()), "\n", " / ")
	if len(names) == 1 {
		return fmt.Sprintf("draw stone %s as %s", names[0], drawn)
	}
	return fmt.Sprintf("join stones %s to %s", base.List(names), drawn)
}
