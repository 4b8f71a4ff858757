package show

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"crosscut/puzzle"
)

// stoneSheet is the layout of an empty draughtboard with its stones below or beside it.
type stoneSheet struct {
	Loose             []looseStone
	Note              string // how many cells stay bare, "" if none does
	NoteAt            Point  // the middle of the note
	BoardAt, StonesAt Point  // the top left corners of the board and of the stones
	Width, Height     float64
}

// looseStone is a stone beside the board. It stands for all stones that are alike.
type looseStone struct {
	Stone puzzle.Stone
	Index int    // the first of the stones that are alike, counted from 0
	Name  string // the name of that stone
	Alike int    // how many stones are alike
	Use   string // how often they are used, and how they may lie: see useOf
	At    Point  // its top left corner, relative to StonesAt
}

// Label returns the stone's name, and its use if there is more to say than once.
func (l looseStone) Label() string { return strings.TrimSpace(l.Name + " " + l.Use) }

// gap is the distance between stones. The distance between the board and the stones is
// twice that.
const gap = 0.7

// newSheet lays out the stones in rows below the board or beside it. It chooses the
// layout that can be drawn largest in a space whose width is aspect times its height.
func newSheet(p *puzzle.Draughtboard, aspect float64) stoneSheet {
	best, largest := stoneSheet{}, 0.0
	stones := looseStones(p)
	wide, high := gridOf(p).Size()
	for _, within := range widths(stones) {
		below := stoneSheet{Loose: slices.Clone(stones)}
		w, h := layOut(below.Loose, within)
		beside := below
		below.Width, below.Height = max(wide, w), high+2*gap+h
		below.BoardAt, below.StonesAt = Point{(below.Width - wide) / 2, 0}, Point{(below.Width - w) / 2, high + 2*gap}
		beside.Width, beside.Height = wide+2*gap+w, max(high, h)
		beside.BoardAt, beside.StonesAt = Point{0, (beside.Height - high) / 2}, Point{wide + 2*gap, (beside.Height - h) / 2}
		for _, sheet := range []stoneSheet{below, beside} {
			if cell := min(aspect/sheet.Width, 1/sheet.Height); cell > largest {
				best, largest = sheet, cell
			}
		}
	}
	if best.Note = gapsInWords(p); best.Note != "" {
		const noteSpace = 0.8
		best.Height += noteSpace
		best.NoteAt = Point{best.Width / 2, best.Height - noteSpace/2}
	}
	return best
}

// looseStones returns one stone of each kind, without a place.
func looseStones(p *puzzle.Draughtboard) (stones []looseStone) {
	alike := make(map[int]int)
	for _, kind := range p.Kinds() {
		alike[kind]++
	}
	names := namesOfKinds(p)
	for i, stone := range p.Stones() {
		if p.Kinds()[i] == i {
			stones = append(stones, looseStone{Stone: stone, Index: i, Name: names[i], Alike: alike[i], Use: useOf(p, i, alike[i])})
		}
	}
	return stones
}

// namesOfKinds returns the names of all stones as pictures have them, in which stones of one kind look alike: that of the first
// one, or A for A1 and A2, unless A3 is of another kind.
func namesOfKinds(p *puzzle.Draughtboard) []string {
	names, kindOf, alike := make([]string, len(p.Stones())), make(map[string]int), make(map[int]int)
	for i, kind := range p.Kinds() {
		letters := strings.TrimRight(p.Name(i+1), "0123456789")
		if other, met := kindOf[letters]; met && other != kind {
			kindOf[letters] = -1
		} else {
			kindOf[letters] = kind
		}
		alike[kind]++
	}
	for i, kind := range p.Kinds() {
		names[i] = p.Name(kind + 1)
		if letters := strings.TrimRight(names[i], "0123456789"); kindOf[letters] == kind && alike[kind] > 1 {
			names[i] = letters
		}
	}
	return names
}

// widths returns the widths of rows that newSheet tries. They are widths of the first
// stones side by side, at most a hundred of them.
func widths(stones []looseStone) (tries []float64) {
	const most = 100
	x := 0.0
	for i, l := range stones {
		w, _ := extentOf(l.Stone)
		if x += w; (i+1)*most/len(stones) > i*most/len(stones) {
			tries = append(tries, x)
		}
		x += gap
	}
	return tries
}

// layOut gives the stones their places in rows of at most the given width. A stone that is
// wider has a row of its own. It returns the width and the height of all rows.
func layOut(stones []looseStone, within float64) (width, height float64) {
	x, y, row := 0.0, 0.0, 0.0
	for i := range stones {
		w, h := extentOf(stones[i].Stone)
		if x > 0 && x+w > within+1e-9 {
			x, y, row = 0, y+row+gap, 0
		}
		stones[i].At = Point{x, y}
		if stones[i].Use != "" {
			h += 0.4 // room for the text that says how many there are
		}
		width, row = max(width, x+w), max(row, h)
		x += w + gap
	}
	return width, y + row
}

func extentOf(s puzzle.Stone) (width, height float64) {
	for _, c := range s.Cells() {
		width, height = max(width, float64(c.Col+1)), max(height, float64(c.Row+1))
	}
	return width, height
}

// NameAt returns the place for the name, relative to the stone's corner: the middle of the
// cell that is nearest to the middle of the stone.
func (l looseStone) NameAt() Point {
	var middles []Point
	for _, c := range l.Stone.Cells() {
		middles = append(middles, Point{float64(c.Col) + 0.5, float64(c.Row) + 0.5})
	}
	return middles[mostCentral(middles)]
}

// Sides returns the outer sides of a stone, each from one corner to the next, clockwise
// around its cells.
func (l looseStone) Sides() (sides [][2]Point) {
	covers := func(row, col int) bool {
		return slices.ContainsFunc(l.Stone.Cells(), func(c puzzle.StoneCell) bool { return c.Row == row && c.Col == col })
	}
	for _, c := range l.Stone.Cells() {
		corners := cellCorners(c)
		for side, to := range [][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
			if !covers(c.Row+to[0], c.Col+to[1]) {
				sides = append(sides, [2]Point{corners[side], corners[(side+1)%4]})
			}
		}
	}
	return sides
}

// cellCorners returns the corners of a cell of a stone, clockwise, relative to the stone's
// corner.
func cellCorners(c puzzle.StoneCell) []Point {
	x, y := float64(c.Col), float64(c.Row)
	return []Point{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}
}

// useOf says in a few words how often stones of a kind are used, and how they may lie: "×0..2, no
// flips". kind is the first of so many stones of the kind. It returns "" for a stone that is used once
// and has no restrictions.
func useOf(p *puzzle.Draughtboard, kind, count int) string {
	stock, least := p.Stock(kind), p.Least(kind)
	var words []string
	switch unlimited := stock.Count.Most == math.MaxInt; {
	case unlimited && least == 0:
		words = append(words, "×any")
	case unlimited:
		words = append(words, fmt.Sprintf("×%d..any", least))
	case least != count:
		words = append(words, fmt.Sprintf("×%d..%d", least, count))
	case count != 1:
		words = append(words, fmt.Sprintf("×%d", count))
	}
	if len(p.Versions(kind)) < len(stock.Stone.Versions(p.Setup().Flips)) {
		if stock.NoFlips {
			words = append(words, "no flips")
		}
		if stock.NoTurns {
			words = append(words, "no turns")
		}
	}
	return strings.Join(words, ", ")
}

// gapsInWords says how many cells stay bare, "" if none does.
func gapsInWords(p *puzzle.Draughtboard) string {
	switch gaps := p.Gaps(); {
	case gaps.Most == 0:
		return ""
	case gaps == puzzle.Range{Least: 1, Most: 1}:
		return "1 cell stays bare"
	case gaps.Least == gaps.Most:
		return fmt.Sprintf("%d cells stay bare", gaps.Most)
	case gaps.Least == 0 && gaps.Most == p.Board().Len():
		return "any number of cells stays bare"
	default:
		return fmt.Sprintf("%d to %d cells stay bare", gaps.Least, gaps.Most)
	}
}
