package human

import "fmt"

// Technique is a kind of step. Within a family a larger one is harder.
type Technique int

// The techniques, by family and in rising order of difficulty.
const (
	None Technique = iota

	Touch      // hidoku: a number has one free cell beside the numbers before and after it
	Hemmed     // hidoku: a cell with no free cell around it, and one number that fits
	Reach      // hidoku: one free cell is near enough to the numbers placed before and after
	ReachCell  // hidoku: one number can get to a cell
	Parity     // hidoku, rook moves: of the cells near enough one has the right colour
	Bridge     // hidoku: what all ways between two numbers, at most 3 apart, have in common
	DeadEnd    // hidoku: a cell with one or two ways in and out
	LongBridge // hidoku: a bridge over more than 3 numbers
	Areas      // hidoku: the free cells of an area, counted against the gaps that may fill it
	CutPoint   // hidoku: a cell that is the only way into an area that no gap fills by itself

	LastCell    // magic: one cell of a line is open
	OnlyNumber  // magic: one number is left for a cell
	OnlyCell    // magic: one cell is left for a number
	TwoCells    // magic: two cells of a line are open
	LineSum     // magic: a line that could not reach its sum, or not stay below it
	ThreeCells  // magic: three cells of a line are open
	Combination // magic: the ways to fill four cells or more of a line

	Mirror     // draughtboard: of placements that a symmetry exchanges one is enough
	OneWay     // draughtboard: one placement is left that covers a cell
	OnePlace   // draughtboard: a stone has one placement left
	CellStone  // draughtboard: one stone is left for a cell, so it has to cover it
	StoneCells // draughtboard: all placements of a stone cover a cell
	Enclosed   // draughtboard: a placement that leaves an area that no stones fill, by their sizes
	Colours    // draughtboard: the same, by their colours
	Leaves     // draughtboard: a placement that leaves a cell or a stone without any

	Guess // all: a supposition that leads to a contradiction
)

// Level is how hard a puzzle is for a person: the level of the hardest step that it
// needs.
type Level int

// The levels.
const (
	Easy Level = iota + 1
	Medium
	Hard
	Extreme // guesses
)

// Levels returns all levels, the easiest first.
func Levels() []Level { return []Level{Easy, Medium, Hard, Extreme} }

// techniques says of each technique what it is called, and how hard it is: from 1,
// and about as much harder as the number is larger.
var techniques = map[Technique]struct {
	name   string
	level  Level
	weight int
}{
	Touch:      {"only cell beside", Easy, 1},
	Hemmed:     {"hemmed-in cell", Easy, 2},
	Reach:      {"only cell within reach", Medium, 3},
	ReachCell:  {"only number within reach", Medium, 4},
	Parity:     {"parity", Medium, 4},
	Bridge:     {"bridge", Medium, 5},
	DeadEnd:    {"dead end", Hard, 6},
	LongBridge: {"long bridge", Hard, 7},
	Areas:      {"counted area", Hard, 8},
	CutPoint:   {"cut point", Hard, 9},

	LastCell:    {"last cell of a line", Easy, 1},
	OnlyNumber:  {"only number for a cell", Medium, 2},
	OnlyCell:    {"only cell for a number", Medium, 3},
	TwoCells:    {"two-cell sum", Medium, 4},
	LineSum:     {"sum out of reach", Hard, 6},
	ThreeCells:  {"three-cell sum", Hard, 7},
	Combination: {"combinations of a line", Hard, 9},

	Mirror:     {"symmetry", Easy, 1},
	OneWay:     {"only placement on a cell", Easy, 1},
	OnePlace:   {"only place for a stone", Easy, 2},
	CellStone:  {"only stone for a cell", Medium, 3},
	StoneCells: {"cell that a stone always covers", Medium, 4},
	Enclosed:   {"enclosed area", Medium, 5},
	Colours:    {"colour count", Hard, 6},
	Leaves:     {"placement that leaves no room", Hard, 8},

	Guess: {"guess", Extreme, 12},
}

// String returns the technique's name.
func (t Technique) String() string { return techniques[t].name }

// Level returns the level of a puzzle of which this is the hardest step.
func (t Technique) Level() Level { return techniques[t].level }

// Weight returns how hard the technique is: 1 for the easiest of a family.
func (t Technique) Weight() int { return techniques[t].weight }

// String returns "easy", "medium", "hard" or "extreme".
func (l Level) String() string {
	switch l {
	case Easy:
		return "easy"
	case Medium:
		return "medium"
	case Hard:
		return "hard"
	case Extreme:
		return "extreme"
	}
	return fmt.Sprintf("Level(%d)", int(l))
}

// LevelNamed returns the level of that name.
func LevelNamed(name string) (Level, error) {
	for _, l := range Levels() {
		if l.String() == name {
			return l, nil
		}
	}
	return 0, fmt.Errorf("no level %q; the levels are easy, medium, hard and extreme", name)
}
