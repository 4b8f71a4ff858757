package human

import (
	"fmt"
	"strings"
)

// Technique is a kind of step. Within a family, techniques with larger values are harder.
type Technique int

// The techniques by family, the easier ones first. A free cell is one without a number.
const (
	None Technique = iota // no technique, as in the grade of a puzzle that needs no step

	Touch      // hidoku: only one free cell touches the numbers before and after a number
	Hemmed     // hidoku: a free cell touches no other free cell, and only one number fits there
	Linked     // hidoku, variants: a rule of two cells, such as a link, an order or a closed path
	Reach      // hidoku: only one free cell is near enough to the placed numbers before and after
	ReachCell  // hidoku: only one number can reach a cell
	Parity     // hidoku, rook moves: of the cells near enough, only one has the right colour
	Bridge     // hidoku: what all ways between two numbers share, with at most 3 numbers between
	DeadEnd    // hidoku: a free cell with at most two ways in and out
	LongBridge // hidoku: a bridge over more than 3 numbers
	Areas      // hidoku: the number of free cells in an area decides which missing numbers fill it
	CutPoint   // hidoku: the only cell through which the missing numbers can enter an area

	Ways     // hidoku, clues in order: a cell has as many ways as the line needs
	Ring     // hidoku, clues in order: any other way would close the line, or end it too early
	Turn     // hidoku, clues in order: any other way leads to a number out of turn
	CutOff   // hidoku, clues in order: a part of the line would cut off an area, a cell or a number
	Ahead    // hidoku, clues in order: a part of the line forces at most 8 others, and then something is wrong
	FarAhead // hidoku, clues in order: the same with more than 8 others

	LastCell    // magic: a line has one open cell
	OnlyNumber  // magic: only one number is left for a cell
	OnlyCell    // magic: only one cell is left for a number
	TwoCells    // magic: the ways to fill the two open cells of a line
	LineSum     // magic: with a number, the sum of a line would be too large or too small
	ThreeCells  // magic: the ways to fill the three open cells of a line
	Combination // magic: the ways to fill four or more open cells of a line

	Mirror     // draughtboard: symmetries exchange placements of a stone, so one of them is enough
	OneWay     // draughtboard: only one placement covers a cell
	OnePlace   // draughtboard: a stone has only one placement
	CellStone  // draughtboard: only one stone can cover a cell, so its other placements go
	StoneCells // draughtboard: all placements of a stone cover a cell, so no other stone does
	Enclosed   // draughtboard: a placement leaves an area that no stones fill, by their sizes
	Colours    // draughtboard: a placement leaves an area that no stones fill, by their colours
	Leaves     // draughtboard: a placement leaves a cell or a stone without placements

	Guess // all families: a supposition that leads to a contradiction
)

// Level is how hard a puzzle is for a person. It is the level of the hardest step that
// the puzzle needs.
type Level int

// The levels.
const (
	Easy Level = iota + 1
	Medium
	Hard
	Extreme // needs guesses
)

// Levels returns all levels, the easiest first.
func Levels() []Level { return []Level{Easy, Medium, Hard, Extreme} }

// techniques has the name, the level and the weight of each technique. A weight of 1 is
// the easiest, and differences of weights stand for differences in difficulty.
var techniques = map[Technique]struct {
	name   string
	level  Level
	weight int
}{
	Touch:      {"only cell beside", Easy, 1},
	Hemmed:     {"hemmed-in cell", Easy, 2},
	Linked:     {"rule of two cells", Medium, 3},
	Reach:      {"only cell within reach", Medium, 3},
	ReachCell:  {"only number within reach", Medium, 4},
	Parity:     {"parity", Medium, 4},
	Bridge:     {"bridge", Medium, 5},
	DeadEnd:    {"dead end", Hard, 6},
	LongBridge: {"long bridge", Hard, 7},
	Areas:      {"counted area", Hard, 8},
	CutPoint:   {"cut point", Hard, 9},

	Ways:     {"only ways of a cell", Easy, 1},
	Ring:     {"line that would close", Easy, 2},
	Turn:     {"number out of turn", Easy, 2},
	CutOff:   {"area cut off", Medium, 4},
	Ahead:    {"line ahead", Medium, 5},
	FarAhead: {"line far ahead", Hard, 7},

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

// String returns the name that hints and grades show.
func (t Technique) String() string { return techniques[t].name }

// ID returns the name as one word for programs, such as "only-cell-beside". It is "" for
// [None].
func (t Technique) ID() string { return strings.ReplaceAll(t.String(), " ", "-") }

// Level returns the level of a puzzle whose hardest step uses the technique.
func (t Technique) Level() Level { return techniques[t].level }

// Weight returns how hard the technique is. The easiest of a family have weight 1.
func (t Technique) Weight() int { return techniques[t].weight }

var levelNames = [...]string{Easy: "easy", Medium: "medium", Hard: "hard", Extreme: "extreme"}

// String returns "easy", "medium", "hard" or "extreme".
func (l Level) String() string {
	if l < Easy || l > Extreme {
		return fmt.Sprintf("Level(%d)", int(l))
	}
	return levelNames[l]
}

// LevelNamed returns the level with this name, or an error that lists the names.
func LevelNamed(name string) (Level, error) {
	for _, l := range Levels() {
		if l.String() == name {
			return l, nil
		}
	}
	return 0, fmt.Errorf("no level %q; the levels are easy, medium, hard and extreme", name)
}

// MarshalText returns the name of the level. It fails for a value that is no level.
func (l Level) MarshalText() ([]byte, error) {
	if _, err := LevelNamed(l.String()); err != nil {
		return nil, err
	}
	return []byte(l.String()), nil
}

// UnmarshalText reads the name of a level as [LevelNamed] does.
func (l *Level) UnmarshalText(text []byte) (err error) {
	*l, err = LevelNamed(string(text))
	return err
}
