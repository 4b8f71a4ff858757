package puzzle

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"crosscut/internal/base"
)

// How often each stone of a draughtboard is used, and how many cells stay bare.
//
// A [Stock] is a stone and how often it is used. It becomes as many stones of the puzzle as
// can be used at most, and these are interchangeable. So "3 *" before a stone means the same
// as the stone drawn three times. A canonical solution uses the first stones of a kind,
// and leaves out the last ones.

// Bare is the value of a cell of a draughtboard that no stone covers.
const Bare = 0

// Range is how many there may be: at least Least and at most Most. If Most is math.MaxInt, there is no bound.
type Range struct{ Least, Most int }

func (r Range) fixed() bool { return r.Least == r.Most }

// check returns an error for a range without numbers.
func (r Range) check() error {
	if r.Least < 0 || r.Most < r.Least {
		return fmt.Errorf("a range from %d to %d", r.Least, r.Most)
	}
	return nil
}

// text returns the range as it stands in a file, with a word for any number: "2", "0..3",
// "1..*".
func (r Range) text(unlimited string) string {
	switch {
	case r.fixed():
		return fmt.Sprint(r.Least)
	case r.Most < math.MaxInt:
		return fmt.Sprintf("%d..%d", r.Least, r.Most)
	case r.Least == 0:
		return unlimited
	}
	return fmt.Sprintf("%d..%s", r.Least, unlimited)
}

// Stock is a stone and how often it is used.
type Stock struct {
	Stone   Stone
	Count   Range
	NoFlips bool // it may not be turned over, even where others may
	NoTurns bool // it may not be rotated; if it may be turned over, left and right change places
}

// Setup is what a draughtboard is made of.
type Setup struct {
	Board  *Board
	Corner Colour // of the square in the first row and column, hole or not; AnyColour for both colourings
	Flips  bool   // stones may be turned over
	Gaps   Range  // how many cells stay bare
	Sets   []string
	Stones []Stone // stones after those of the sets that are each used once; the Setup of a puzzle has them in Stocks
	Stocks []Stock // the other stones

	// Lettered says that each stone has a letter of its own, also where several are drawn as one, as in certificates.
	Lettered bool
}

// allStocks returns the stones after those of the sets, in a slice of its own.
func (s *Setup) allStocks() []Stock {
	all := make([]Stock, 0, len(s.Stones)+len(s.Stocks))
	for _, stone := range s.Stones {
		all = append(all, Stock{Stone: stone, Count: Range{1, 1}})
	}
	return append(all, s.Stocks...)
}

// restricted reports whether the stone has a restriction of its own.
func (k Stock) restricted() bool { return k.NoFlips || k.NoTurns }

// restrictedTo reports whether its restriction leaves the stone fewer ways to lie.
func (k Stock) restrictedTo(flips bool) bool {
	return k.restricted() && len(k.versions(flips)) < len(k.Stone.Versions(flips))
}

// line returns the line before the stone, "" for one that is used once and in all ways.
func (k Stock) line() string {
	if (k.Count == Range{1, 1}) && !k.restricted() {
		return ""
	}
	return strings.Join(append([]string{k.Count.text("*") + " *"}, k.restrictions()...), ", ") + "\n"
}

// turnings returns the turnings of the plane in which the stone may lie, the identity
// first.
func (k Stock) turnings(flips bool) []turning {
	switch flips = flips && !k.NoFlips; {
	case k.NoTurns && flips:
		return []turning{squareTurnings[0], squareTurnings[4]}
	case k.NoTurns:
		return squareTurnings[:1]
	case flips:
		return squareTurnings
	}
	return squareTurnings[:4]
}

// versions returns the different ways in which the stone may lie, without two alike.
func (k Stock) versions(flips bool) []Stone {
	flips = flips && !k.NoFlips
	switch {
	case !k.NoTurns:
		return k.Stone.Versions(flips)
	case flips:
		return k.Stone.turnedBy(0, 4)
	}
	return k.Stone.turnedBy(0)
}

// key returns a text that is the same for two stones exactly if they may lie in the same
// ways.
func (k Stock) key(flips bool) string {
	var keys []string
	for _, version := range k.versions(flips) {
		keys = append(keys, version.key())
	}
	slices.Sort(keys)
	return strings.Join(keys, "/")
}

// maxStones is the largest number of stones of a puzzle.
const maxStones = 1 << 16

// checkCounts returns an error if the counts of stones and gaps are wrong, or if no choice
// among them has the area of the board.
func (s *Setup) checkCounts(stocks []Stock) error {
	if err := s.Gaps.check(); err != nil {
		return fmt.Errorf("gaps: %w", err)
	}
	cells, least, most, variable := s.Board.Len(), 0, 0, false
	for _, k := range stocks {
		size := k.Stone.size()
		if size == 0 {
			return errors.New("a stone without cells")
		}
		if err := k.Count.check(); err != nil {
			return fmt.Errorf("a stone is used in %w", err)
		}
		if k.Count.Most == 0 {
			return errors.New("a stone that is never used")
		}
		if k.Count.Least > MaxCells {
			return fmt.Errorf("a stone that is used %d times; no board has so many cells", k.Count.Least)
		}
		least += k.Count.Least * size
		most += max(k.Count.Least, min(k.Count.Most, cells/size)) * size
		variable = variable || !k.Count.fixed()
		if least > MaxCells && least > cells {
			break
		}
	}
	switch gaps := (Range{s.Gaps.Least, min(s.Gaps.Most, MaxCells)}); {
	case least+gaps.Least <= cells && cells <= most+gaps.Most:
		return nil
	case gaps.Most == 0 && !variable:
		return fmt.Errorf("the stones have %s, the board has %d", base.Plural(least, "cell"), cells)
	case least+gaps.Least > cells:
		return fmt.Errorf("the stones have at least %s and the gaps at least %d, the board has %d", base.Plural(least, "cell"), gaps.Least, cells)
	default:
		return fmt.Errorf("the stones have at most %s and the gaps at most %d, the board has %d", base.Plural(most, "cell"), gaps.Most, cells)
	}
}

// Area returns how many cells the stones and the bare cells are at least, and whether their
// number is fixed. It fails for an unknown set.
func (s Setup) Area() (least int, fixed bool, err error) {
	stocks, _, err := stocksOfSets(s.Sets)
	if err != nil {
		return 0, false, err
	}
	least, fixed = s.Gaps.Least, s.Gaps.fixed()
	for _, k := range append(stocks, s.allStocks()...) {
		least += k.Stone.size() * k.Count.Least
		fixed = fixed && k.Count.fixed()
	}
	return least, fixed, nil
}

// New returns the puzzle. It fails when the board or a stone has no cells, and when no choice of stones
// and gaps has the area of the board. It also fails for an unknown set, for wrong ranges, and when the
// board could stay bare as a whole in both colourings. It does not fail when stones have more cells of
// a colour than the board. The puzzle then has no solutions: see [Draughtboard.Balance].
func (s Setup) New() (*Draughtboard, error) {
	if err := checkBoard(s.Board); err != nil {
		return nil, err
	}
	if s.Corner != Black && s.Corner != White && s.Corner != AnyColour {
		return nil, fmt.Errorf("corner %q; it is B, W or any", string(rune(s.Corner)))
	}
	stocks, names, err := stocksOfSets(s.Sets)
	if err != nil {
		return nil, err
	}
	s.Sets, s.Stocks = slices.Clone(s.Sets), s.allStocks()
	s.Stones = nil
	stocks = append(stocks, s.Stocks...)
	if err := s.checkCounts(stocks); err != nil {
		return nil, err
	}
	p := &Draughtboard{setup: s, grid: grid{FamilyDraughtboard, *s.Board}, corner: s.Corner, stocks: stocks, flips: s.Flips && len(stocks) == 0}
	p.setup.Board = &p.board
	for _, k := range stocks {
		p.coloured = p.coloured || k.Stone.coloured()
		p.flips = p.flips || s.Flips && !k.NoFlips
	}
	p.setup.Flips = p.flips
	if err := p.layOut(); err != nil {
		return nil, err
	}
	several := !s.Lettered && slices.ContainsFunc(stocks, func(k Stock) bool { return k.Count.Most > 1 })
	if several || len(names) > 0 {
		p.names = sync.OnceValue(func() []string { return p.namesAfter(names, several) })
	}
	for _, colour := range p.openColourings() {
		if p.balance(colour) == nil {
			p.colourings = append(p.colourings, colour)
		}
	}
	if p.Signed() && p.gaps.Most == p.board.Len() && !slices.ContainsFunc(stocks, func(k Stock) bool { return k.Count.Least > 0 }) {
		return nil, errors.New("the board may stay bare as a whole, which is the same in both colourings; give the colour of the corner")
	}
	return p, nil
}

// layOut makes the stones, their kinds, and how many of each kind are used.
func (p *Draughtboard) layOut() error {
	cells := p.board.Len()
	p.plain, p.wide = true, wideBoardOf(&p.board)
	fixed, area := true, 0
	for i, k := range p.stocks {
		p.plain = p.plain && k.Count.fixed() && !k.restrictedTo(p.flips)
		fixed, area = fixed && k.Count.fixed(), area+k.Count.Least*k.Stone.size()
		count := max(k.Count.Least, min(k.Count.Most, cells/k.Stone.size()))
		if len(p.stones)+count > maxStones {
			return fmt.Errorf("more than %d stones; no board has room for so many", maxStones)
		}
		var lie []layout
		if count > 0 {
			lie = p.wide.layoutsOn(&p.board, k.Stone, k.turnings(p.flips))
		}
		for range count {
			p.stones = append(p.stones, k.Stone)
			p.stockOf = append(p.stockOf, i)
			p.layouts = append(p.layouts, lie)
		}
	}
	p.setKinds(kindsOfStocks(p.stocks, p.flips))
	p.gaps = Range{p.setup.Gaps.Least, min(p.setup.Gaps.Most, cells)}
	if fixed {
		p.gaps = Range{cells - area, cells - area}
	}
	p.plain = p.plain && p.gaps.Most == 0
	return nil
}

// setKinds sets the kinds of all stones, given the first stock of the same kind per stock.
func (p *Draughtboard) setKinds(kinds []int) {
	first, last := make([]int, len(p.stocks)), make([]int, len(p.stocks)) // per stock that is the first of a kind
	for i := range first {
		first[i] = -1
	}
	p.kinds, p.following = make([]int, len(p.stones)), make([]int, len(p.stones))
	p.least, p.most = make([]int, len(p.stones)), make([]int, len(p.stones))
	for s, stock := range p.stockOf {
		kind := kinds[stock]
		if first[kind] < 0 {
			first[kind] = s
		} else {
			p.following[last[kind]], p.alike = s, true
		}
		p.kinds[s], p.following[s], last[kind] = first[kind], -1, s
		p.most[first[kind]]++
	}
	for i, k := range p.stocks {
		if s := first[kinds[i]]; s >= 0 {
			p.least[s] += k.Count.Least
		}
	}
}

// namesAfter returns the names of the stones, which begin with those of the sets. If one is drawn for several, all names after
// them have numbers, so none is a letter that another stone had if each were drawn.
func (p *Draughtboard) namesAfter(names []string, several bool) []string {
	used := make(map[string]bool)
	for _, name := range names {
		used[strings.TrimRight(name, "0123456789")] = true
	}
	ofSets := len(names) // each of them is used once
	for s, next, number := ofSets, 0, 0; s < len(p.stones); s++ {
		if number++; !several || s == ofSets || p.stockOf[s] != p.stockOf[s-1] {
			for next++; used[stoneName(next)]; next++ {
			}
			number = 1
		}
		name := stoneName(next)
		if several {
			name += strconv.Itoa(number)
		}
		names = append(names, name)
	}
	return names
}

// Setup returns what the puzzle is made of. Its slices must not be changed.
func (p *Draughtboard) Setup() Setup { return p.setup }

// Gaps returns how many cells stay bare, at most all. If each stone is used a fixed
// number of times, the range has one number, which follows from the areas.
func (p *Draughtboard) Gaps() Range { return p.gaps }

// Least returns how many stones of a kind are used at least, where kind is the first stone
// of the kind. Stones count from 0 here. It returns 0 for any other number.
func (p *Draughtboard) Least(kind int) int {
	if kind < 0 || kind >= len(p.least) {
		return 0
	}
	return p.least[kind]
}

// Versions returns the different ways in which a stone may lie: see [Stone.Versions].
// Stones count from 0 here. It returns nil if there is no such stone.
func (p *Draughtboard) Versions(stone int) []Stone {
	if stone < 0 || stone >= len(p.stones) {
		return nil
	}
	return p.stocks[p.stockOf[stone]].versions(p.flips)
}

// Stock returns the stone with this number, how often stones of its line in the text are used,
// and its restrictions. Stones count from 0 here. It returns the zero value if there is no
// such stone.
func (p *Draughtboard) Stock(stone int) Stock {
	if stone < 0 || stone >= len(p.stones) {
		return Stock{}
	}
	return p.stocks[p.stockOf[stone]]
}

// restrictions returns the restrictions in words.
func (k Stock) restrictions() (words []string) {
	if k.NoFlips {
		words = append(words, "no flips")
	}
	if k.NoTurns {
		words = append(words, "no turns")
	}
	return words
}

// Name returns the name of a stone, counted from 1: that of its set, or a letter: A, B, and AA after Z. Where a stone
// is drawn for several, the names are A1, A2, … for the first one drawn, B1, … for the next, unless Setup.Lettered.
func (p *Draughtboard) Name(stone int) string {
	if p.names == nil || stone < 1 || stone > len(p.stones) {
		return stoneName(stone)
	}
	return p.names()[stone-1]
}

// keepsVersions reports whether a turning of the plane takes each stone to a way in which
// it may lie.
func (p *Draughtboard) keepsVersions(m turning) bool {
	rotates := m[0]*m[3] > m[1]*m[2]
	for _, k := range p.stocks {
		if !k.NoTurns && (rotates || p.flips && !k.NoFlips) {
			continue // it may lie in all ways that such turnings make of it
		}
		versions := k.versions(p.flips)
		asked := versions
		if !k.NoTurns {
			asked = versions[:1] // the others are this one rotated, and so are their images
		}
		for _, version := range asked {
			turned := make([]StoneCell, len(version.cells))
			for i, c := range version.cells {
				turned[i].Colour = c.Colour
				turned[i].Row, turned[i].Col = m.apply(c.Row, c.Col)
			}
			if !slices.ContainsFunc(versions, normalise(turned).equal) {
				return false
			}
		}
	}
	return true
}
