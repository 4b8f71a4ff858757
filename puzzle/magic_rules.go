package puzzle

import (
	"cmp"
	"fmt"
	"slices"

	"crosscut/internal/base"
)

// MagicForm names how the text of a magic board gives its lines.
type MagicForm string

// The forms.
const (
	Square      MagicForm = "square"      // rows, columns and diagonals of a square
	Pandiagonal MagicForm = "pandiagonal" // also the broken diagonals of a square
	Associative MagicForm = "associative" // also the pairs of opposite cells of a square
	Listed      MagicForm = "listed"      // each line is in the text
	Jodici      MagicForm = "jodici"      // a wheel of three rings with the sum 30, and of six sectors with 15; the numbers are 1 to 9, each twice
	Equation    MagicForm = "equation"    // each row and each column is an equation
)

// MagicRules says what a magic board asks besides its clues.
type MagicRules struct {
	Form MagicForm // "" stands for Square

	// A square has either Order² numbers from Low on, or the Numbers, of which some may be equal.
	// The numbers of an Equation may stand any number of times.
	Order, Low int
	Numbers    []int

	Sum         *int // of each row of a square; if it is nil, it follows from the numbers
	NoDiagonals bool // a Square has rows and columns only

	// A Listed board has lines that add up their cells or multiply them, and as many numbers as
	// cells. If the sum of lines is not known but follows from the numbers, New fills it in.
	Board *Board
	Lines []Line

	Equations Equations // of an Equation
}

// New returns the magic board. There is one entry per cell in clues, [Empty] where there is
// none. nil stands for no clues at all. A board that asks the same as a plain square is one. A
// plain square with a sum that no filling has is a puzzle without solutions, not an error.
//
// New fails when a size is wrong, when other squares cannot have their sum, and when numbers or
// sums are above [MaxNumber] in magnitude. It fails when a cell is in no line, when a line has a
// cell twice, and when one could reach values above 2^60. It fails when the operators are unknown
// or not as many as the rows and columns need. It fails when a clue is not one of the numbers or
// stands more often than it may.
func (r MagicRules) New(clues []int) (*Magic, error) {
	switch r.Form = cmp.Or(r.Form, Square); {
	case r.Form == Listed:
		return r.newListed(clues)
	case r.Form == Jodici:
		return newJodici(clues)
	case r.Form == Equation:
		return r.newEquation(clues)
	case r.Numbers != nil:
		return r.newSquare(clues)
	case r.Form == Square:
		return r.newPlain(clues)
	}
	if r.Order < 1 || r.Order > MaxCells/r.Order {
		return nil, fmt.Errorf("a square of order %d", r.Order)
	}
	r.Numbers = straight(r.Order*r.Order, r.Low, 1)
	return r.newSquare(clues)
}

// newPlain returns the plain square.
func (r *MagicRules) newPlain(clues []int) (*Magic, error) {
	n, low := r.Order, r.Low
	board, err := NewBoard(n, n, nil)
	if err != nil {
		return nil, err
	}
	sum := n*low + n*(n*n-1)/2 // n rows hold all numbers once
	if r.Sum != nil {
		sum = *r.Sum
	}
	if tooLarge(low) || tooLarge(low+n*n-1) || tooLarge(sum) {
		return nil, errTooLarge
	}
	clues = cluesOrNone(board, clues)
	if err := checkClues(board, clues, low); err != nil {
		return nil, err
	}
	p := &Magic{numbers: numbersOn(FamilyMagic, board, low, low+n*n-1), sum: sum, diagonals: !r.NoDiagonals}
	p.clues = clues
	return p, nil
}

// newListed returns the board with a list of lines.
func (r *MagicRules) newListed(clues []int) (*Magic, error) {
	for i := range r.Lines {
		if l := &r.Lines[i]; !l.IsSum() && (!l.isProduct() || l.Any) {
			return nil, fmt.Errorf("%s neither adds up its cells nor multiplies them to a given product", l.Name)
		}
	}
	return newMagicLines(r.Board, Listed, r.Lines, r.Numbers, clues)
}

// magicRules is what a board asks that is not a plain square.
type magicRules struct {
	form     MagicForm
	lines    []Line
	multiset []int       // ascending, with repeats unless free
	uses     map[int]int // how often a number may stand
	results  Equations   // of an Equation
	free     bool        // every number may stand any number of times
}

// newMagicLines returns the board with lines of any form. The numbers of an [Equation] may
// stand any number of times.
func newMagicLines(board *Board, form MagicForm, lines []Line, numbers, clues []int) (*Magic, error) {
	if err := checkBoard(board); err != nil {
		return nil, err
	}
	rules := &magicRules{form: form, multiset: slices.Clone(numbers), free: form == Equation, uses: make(map[int]int)}
	p := &Magic{numbers: numbersOn(FamilyMagic, board, 0, 0), magicRules: rules}
	p.clues = cluesOrNone(board, clues)
	if err := p.takeNumbers(); err != nil {
		return nil, err
	}
	if err := p.takeLines(lines); err != nil {
		return nil, err
	}
	if sum, ok := commonSum(p.lines, p.multiset, board.Len()); ok && !p.free {
		for i := range p.lines {
			if l := &p.lines[i]; l.Any {
				l.Any, l.Sum = false, sum
			}
		}
	}
	if err := p.checkClues(); err != nil {
		return nil, err
	}
	if form == Equation {
		p.results = equationsOf(p.lines)
	}
	if square := p.plain(); square != nil {
		return square, nil
	}
	return p, nil
}

func (p *Magic) takeNumbers() error {
	slices.Sort(p.multiset)
	if p.free {
		p.multiset = slices.Compact(p.multiset)
	}
	switch n := len(p.multiset); {
	case n == 0:
		return fmt.Errorf("no numbers for %s", base.Plural(p.board.Len(), "cell"))
	case !p.free && n != p.board.Len():
		return fmt.Errorf("%s for %s", base.Plural(n, "number"), base.Plural(p.board.Len(), "cell"))
	case n > MaxCells:
		return fmt.Errorf("%d numbers; the most is %d", n, MaxCells)
	case tooLarge(p.multiset[0]) || tooLarge(p.multiset[n-1]):
		return errTooLarge
	}
	p.low, p.high = p.multiset[0], p.multiset[len(p.multiset)-1]
	for _, k := range p.multiset {
		p.uses[k]++
		if p.free {
			p.uses[k] = p.board.Len()
		}
	}
	return nil
}

func (p *Magic) takeLines(lines []Line) error {
	largest := max(p.multiset[len(p.multiset)-1], -p.multiset[0], 1)
	inLine := make([]bool, p.board.Len())
	p.lines = make([]Line, len(lines))
	for i, l := range lines {
		if err := l.check(p.board.Len(), largest); err != nil {
			return err
		}
		p.lines[i] = l
		p.lines[i].Terms = make([]Term, len(l.Terms))
		for j, t := range l.Terms {
			p.lines[i].Terms[j] = Term{t.Minus, slices.Clone(t.Cells)}
			for _, c := range t.Cells {
				inLine[c] = true
			}
		}
	}
	if c := slices.Index(inLine, false); c >= 0 {
		return fmt.Errorf("%s is in no line", p.board.Name(c))
	}
	return nil
}

// checkClues reports a clue that is not one of the numbers or stands too often.
func (p *Magic) checkClues() error {
	if len(p.clues) != p.board.Len() {
		return fmt.Errorf("%s for %s", base.Plural(len(p.clues), "clue"), base.Plural(p.board.Len(), "cell"))
	}
	used := make(map[int]int)
	for c, k := range p.clues {
		if k == Empty {
			continue
		}
		switch used[k]++; {
		case p.uses[k] == 0:
			return fmt.Errorf("%d on %s is not one of the numbers%s", k, p.board.Name(c), openCell(k))
		case used[k] > p.uses[k]:
			return fmt.Errorf("%d stands too often; the numbers have it %s", k, base.Times(p.uses[k]))
		}
	}
	return nil
}

// plain returns the plain square that asks the same as p, or nil if there is none.
func (p *Magic) plain() *Magic {
	n := p.board.Width()
	if p.free || p.form == Jodici || n != p.board.Height() || p.board.Len() != n*n || !slices.Equal(p.multiset, straight(n*n, p.multiset[0], 1)) {
		return nil
	}
	sum, image := p.lines[0].Sum, identity(n*n)
	if p.lines[0].Any || tooLarge(sum) {
		return nil
	}
	said := slices.ContainsFunc(p.lines, func(l Line) bool { return l.Rule == ruleDiagonal })
	for _, diagonals := range []bool{said, !said} {
		if lines := squareLines(n, sum, diagonals); slices.EqualFunc(p.lines, lines, sameTerms) || slices.Equal(keys(p.lines, image), keys(lines, image)) {
			return &Magic{numbers: p.numbers, sum: sum, diagonals: diagonals}
		}
	}
	return nil
}

func (p *Magic) withClues(clues []int) (*Magic, error) {
	q := *p
	q.clues = cluesOrNone(&p.board, clues)
	if err := q.checkClues(); err != nil {
		return nil, err
	}
	return &q, nil
}

// Rules returns what the board asks. The slices must not be changed. New makes the same board of it.
func (p *Magic) Rules() MagicRules {
	switch {
	case p.isPlain():
		return MagicRules{Form: Square, Order: p.board.Width(), Low: p.low, Sum: new(p.sum), NoDiagonals: !p.diagonals}
	case p.form == Listed:
		return MagicRules{Form: Listed, Board: &p.board, Lines: p.lines, Numbers: p.multiset}
	case p.form == Equation:
		return MagicRules{Form: Equation, Equations: p.results, Numbers: p.multiset}
	case p.form == Jodici:
		return MagicRules{Form: Jodici}
	}
	isDiagonal := func(l Line) bool { return l.Rule == ruleDiagonal }
	return MagicRules{Form: p.form, Numbers: p.multiset, Sum: new(p.lines[0].Sum), NoDiagonals: !slices.ContainsFunc(p.lines, isDiagonal)}
}

// Lines returns the lines of any magic board. The slice belongs to the caller, but not the
// terms.
func (p *Magic) Lines() []Line {
	if p.isPlain() {
		return squareLines(p.board.Width(), p.sum, p.diagonals)
	}
	return slices.Clone(p.lines)
}

// Numbers returns the numbers, ascending. A number is there as often as it may stand. The numbers of
// an [Equation] are there once, although each may stand any number of times.
func (p *Magic) Numbers() []int {
	if !p.isPlain() {
		return slices.Clone(p.multiset)
	}
	return straight(p.board.Len(), p.low, 1)
}

// Uses returns how often a number may stand, 0 if it is not one of the numbers. On
// other boards than an [Equation] it must stand exactly that often.
func (p *Magic) Uses(k int) int {
	if !p.isPlain() {
		return p.uses[k]
	}
	if k < p.low || k > p.High() {
		return 0
	}
	return 1
}

// Repeats reports whether a number may stand more than once. Then a solution can be its own
// image under a symmetry.
func (p *Magic) Repeats() bool {
	return !p.isPlain() && (p.free || len(p.uses) < len(p.multiset))
}

func (p *Magic) checkLines(s Solution, partial bool) error {
	used := make(map[int]int)
	for c, k := range s {
		if k == Empty && partial {
			continue
		}
		name := p.board.Name(c)
		switch used[k]++; {
		case k == Empty:
			return violation(ruleRange, c, "nothing stands on %s", name)
		case p.uses[k] == 0:
			return violation(ruleRange, c, "%d on %s is not one of the numbers", k, name)
		case p.clues[c] != Empty && p.clues[c] != k:
			return violation(ruleClue, c, "%d on %s, where %d is given", k, name, p.clues[c])
		case used[k] > p.uses[k]:
			return violation(ruleTwice, c, "%d on %s stands too often; the numbers have it %s", k, name, base.Times(p.uses[k]))
		}
	}
	var common *Line // the first full line with an unknown sum
	sum := 0
	for i := range p.lines {
		l := &p.lines[i]
		value, full := l.Value(s)
		switch cell := l.Terms[0].Cells[0]; {
		case !full:
		case l.Any && common == nil:
			common, sum = l, value
		case l.Any && value != sum:
			return violation(l.Rule, cell, "%s has the sum %d, and %s has %d", l.Name, value, common.Name, sum)
		case !l.Any && value != l.Sum:
			return violation(l.Rule, cell, "%s has the %s %d, not %d", l.Name, l.what(), value, l.Sum)
		}
	}
	return nil
}

// what returns what a line makes of its numbers, in words.
func (l *Line) what() string {
	switch {
	case l.IsSum():
		return "sum"
	case l.isProduct():
		return "product"
	}
	return "result"
}
