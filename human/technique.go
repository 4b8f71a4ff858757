package human

import (
	"fmt"
)

// Technique is a kind of step. Within a family, techniques with larger values are harder.
type Technique int

// The techniques by family, the easier ones first. A free cell is one without a number.
const (
	none Technique = iota // no technique, as in the grade of a puzzle that needs no step

	byTouch      // hidoku: only one free cell touches the numbers before and after a number
	byHemmed     // hidoku: a free cell touches no other free cell, and only one number fits there
	byLinked     // hidoku, variants: a rule of two cells, such as a link, an order or a closed path
	byReach      // hidoku: only one free cell is near enough to the placed numbers before and after
	byReachCell  // hidoku: only one number can reach a cell
	byParity     // hidoku, rook moves: of the cells near enough, only one has the right colour
	byBridge     // hidoku: what all ways between two numbers share, with at most 3 numbers between
	byDeadEnd    // hidoku: a free cell with at most two ways in and out
	byLongBridge // hidoku: a bridge over more than 3 numbers
	byAreas      // hidoku: the number of free cells in an area decides which missing numbers fill it
	byCutPoint   // hidoku: the only cell through which the missing numbers can enter an area

	byWays     // hidoku, clues in order: a cell has as many ways as the line needs
	byRing     // hidoku, clues in order: any other way would close the line, or end it too early
	byTurn     // hidoku, clues in order: any other way leads to a number out of turn
	byCutOff   // hidoku, clues in order: a part of the line would cut off an area, a cell or a number
	byAhead    // hidoku, clues in order: a part of the line forces at most 8 others, and then something is wrong
	byFarAhead // hidoku, clues in order: the same with more than 8 others

	byLastCell    // magic: a line has one open cell
	byOnlyNumber  // magic: only one number is left for a cell
	byOnlyCell    // magic: only one cell is left for a number
	byTwoCells    // magic: the ways to fill the two open cells of a line
	byLineSum     // magic: with a number, the sum of a line would be too large or too small
	byThreeCells  // magic: the ways to fill the three open cells of a line
	byCombination // magic: the ways to fill four or more open cells of a line

	byMirror     // draughtboard: symmetries exchange placements of a stone, so one of them is enough
	byOneWay     // draughtboard: only one placement covers a cell
	byOnePlace   // draughtboard: a stone has only one placement
	byCellStone  // draughtboard: only one stone can cover a cell, so its other placements go
	byStoneCells // draughtboard: all placements of a stone cover a cell, so no other stone does
	byEnclosed   // draughtboard: a placement leaves an area that no stones fill, by their sizes
	byColours    // draughtboard: a placement leaves an area that no stones fill, by their colours
	byLeaves     // draughtboard: a placement leaves a cell or a stone without placements

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
	byTouch:      {"only cell beside", Easy, 1},
	byHemmed:     {"hemmed-in cell", Easy, 2},
	byLinked:     {"rule of two cells", Medium, 3},
	byReach:      {"only cell within reach", Medium, 3},
	byReachCell:  {"only number within reach", Medium, 4},
	byParity:     {"parity", Medium, 4},
	byBridge:     {"bridge", Medium, 5},
	byDeadEnd:    {"dead end", Hard, 6},
	byLongBridge: {"long bridge", Hard, 7},
	byAreas:      {"counted area", Hard, 8},
	byCutPoint:   {"cut point", Hard, 9},

	byWays:     {"only ways of a cell", Easy, 1},
	byRing:     {"line that would close", Easy, 2},
	byTurn:     {"number out of turn", Easy, 2},
	byCutOff:   {"area cut off", Medium, 4},
	byAhead:    {"line ahead", Medium, 5},
	byFarAhead: {"line far ahead", Hard, 7},

	byLastCell:    {"last cell of a line", Easy, 1},
	byOnlyNumber:  {"only number for a cell", Medium, 2},
	byOnlyCell:    {"only cell for a number", Medium, 3},
	byTwoCells:    {"two-cell sum", Medium, 4},
	byLineSum:     {"sum out of reach", Hard, 6},
	byThreeCells:  {"three-cell sum", Hard, 7},
	byCombination: {"combinations of a line", Hard, 9},

	byMirror:     {"symmetry", Easy, 1},
	byOneWay:     {"only placement on a cell", Easy, 1},
	byOnePlace:   {"only place for a stone", Easy, 2},
	byCellStone:  {"only stone for a cell", Medium, 3},
	byStoneCells: {"cell that a stone always covers", Medium, 4},
	byEnclosed:   {"enclosed area", Medium, 5},
	byColours:    {"colour count", Hard, 6},
	byLeaves:     {"placement that leaves no room", Hard, 8},

	Guess: {"guess", Extreme, 12},
}

// String returns the name that hints and grades show, such as "only cell beside". It is "" for the zero value.
func (t Technique) String() string { return techniques[t].name }

// Level returns the level of a puzzle whose hardest step uses the technique.
func (t Technique) Level() Level { return techniques[t].level }

// weight returns how hard the technique is. The easiest of a family have weight 1.
func (t Technique) weight() int { return techniques[t].weight }

var levelNames = [...]string{Easy: "easy", Medium: "medium", Hard: "hard", Extreme: "extreme"}

// String returns "easy", "medium", "hard" or "extreme".
func (l Level) String() string {
	if l < Easy || l > Extreme {
		return fmt.Sprintf("Level(%d)", int(l))
	}
	return levelNames[l]
}

// MarshalText returns the name of the level. It fails for a value that is no level.
func (l Level) MarshalText() ([]byte, error) {
	name := []byte(l.String())
	return name, new(Level).UnmarshalText(name)
}

// UnmarshalText reads the name of a level: "easy", "medium", "hard" or "extreme".
func (l *Level) UnmarshalText(text []byte) error {
	for _, level := range Levels() {
		if level.String() == string(text) {
			*l = level
			return nil
		}
	}
	return fmt.Errorf("no level %q; the levels are easy, medium, hard and extreme", text)
}
