package encode

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// Shorter lines that say the same as those of a board together. Two cells, added or subtracted, may
// make the same as two others in every filling, but for a constant: on a pandiagonal square of order 5,
// each of 20 differences is that of five pairs. Such pairs are a class. Each pair and the first one of
// its class make a line of up to four cells. Lines that follow from shorter ones are left out.
//
// The equations are solved modulo a prime. What follows from them there holds for numbers too, and the
// other way round, because both sides are smaller than the prime. A vector in the kernel of the
// equations, drawn at random, suggests the classes.

// linePrime is a prime, and its square fits into a word.
const linePrime = math.MaxInt32

// lineRow is an equation: the coefficients of the cells and of the sum that lines share, then the total.
type lineRow []uint64

// lineSpan is a set of independent equations, in reduced echelon form.
type lineSpan struct {
	rows   []lineRow
	pivots []int // of each row, where it is 1 and the others 0
}

// reduce takes from a row what follows from the equations. It reports whether anything is left but a
// total.
func (s *lineSpan) reduce(row lineRow) bool {
	for i, p := range s.pivots {
		row.subtract(s.rows[i], row[p])
	}
	return row.pivot() >= 0
}

// add adds an equation, and reports whether it does not follow from the others.
func (s *lineSpan) add(row lineRow) bool {
	if !s.reduce(row) {
		return false
	}
	p := row.pivot()
	inverse, power := uint64(1), row[p]
	for e := uint64(linePrime - 2); e > 0; e >>= 1 { // Fermat's little theorem
		if e&1 == 1 {
			inverse = inverse * power % linePrime
		}
		power = power * power % linePrime
	}
	for i := range row {
		row[i] = row[i] * inverse % linePrime
	}
	for _, other := range s.rows {
		other.subtract(row, other[p])
	}
	s.rows, s.pivots = append(s.rows, row), append(s.pivots, p)
	return true
}

// kernel returns numbers for the variables, drawn at random, for which each equation has the total 0.
func (s *lineSpan) kernel(variables int) []uint64 {
	random := rand.New(rand.NewPCG(0, 0))
	v := make([]uint64, variables)
	for i := range v {
		if !slices.Contains(s.pivots, i) {
			v[i] = random.Uint64N(linePrime)
		}
	}
	for r, p := range s.pivots {
		for i, x := range s.rows[r][:variables] {
			if i != p {
				v[p] = (v[p] + linePrime - x*v[i]%linePrime) % linePrime
			}
		}
	}
	return v
}

func (row lineRow) pivot() int {
	return slices.IndexFunc(row[:len(row)-1], func(x uint64) bool { return x != 0 })
}

func (row lineRow) subtract(other lineRow, times uint64) {
	if times == 0 {
		return
	}
	for i, x := range other {
		row[i] = (row[i] + linePrime - times*x%linePrime) % linePrime
	}
}

// residue returns a number modulo the prime.
func residue(k int) uint64 { return uint64((k%linePrime + linePrime) % linePrime) }

// shortening is the work on the lines of a board.
type shortening struct {
	cells int
	all   lineSpan // the equations of the board
	known lineSpan // those of the lines that are taken
}

// shorterLines returns lines that say the same as those of the board. They are these, unless there are
// shorter ones. Lines with products or sums too large for the prime are left as they are.
func shorterLines(p *puzzle.Magic) []puzzle.Line {
	lines := p.Lines()
	s := &shortening{cells: p.Board().Len()}
	unfit := func(l puzzle.Line) bool { return len(l.Terms) < len(l.Cells()) || max(l.Sum, -l.Sum) > linePrime/4 }
	large := s.cells*s.cells > maxPairTries || max(p.High(), -p.Low()) > linePrime/4/s.cells
	if large || slices.ContainsFunc(lines, unfit) {
		return lines
	}
	if numbers := p.Numbers(); p.Rules().Form != puzzle.Equation && len(numbers) == s.cells {
		whole := puzzle.Line{Terms: make([]puzzle.Term, s.cells)}
		for c, k := range numbers {
			whole.Terms[c].Cells = []int{c}
			whole.Sum += k
		}
		s.all.add(s.row(&whole))
	}
	longest := 0
	for i := range lines {
		if row := s.row(&lines[i]); !s.all.add(row) && row[s.cells+1] != 0 {
			return lines // they contradict one another
		}
		longest = max(longest, len(lines[i].Terms))
	}
	for i := range lines {
		if l := &lines[i]; l.Any {
			l.Any = false
			if sum, follows := s.total(l); follows {
				l.Sum = sum
			} else {
				l.Any = true
			}
		}
	}
	short := s.ofClasses(min(longest-1, 4))
	if len(short) == 0 {
		return lines
	}
	lines = append(short, lines...)
	base.SortStable(lines, func(a, b puzzle.Line) int { return cmp.Compare(len(a.Terms), len(b.Terms)) })
	s.known = lineSpan{}
	return slices.DeleteFunc(lines, func(l puzzle.Line) bool { return !s.known.add(s.row(&l)) })
}

// row returns the equation of a line.
func (s *shortening) row(l *puzzle.Line) lineRow {
	row := make(lineRow, s.cells+2)
	for _, t := range l.Terms {
		row[t.Cells[0]] = 1
		if t.Minus {
			row[t.Cells[0]] = linePrime - 1
		}
	}
	row[s.cells+1] = residue(l.Sum)
	if l.Any {
		row[s.cells], row[s.cells+1] = linePrime-1, 0
	}
	return row
}

// total returns the sum of a line that follows from the board, and whether there is one.
func (s *shortening) total(l *puzzle.Line) (int, bool) {
	row := s.row(l)
	row[s.cells+1] = 0
	open := s.all.reduce(row)
	total := -int(row[s.cells+1])
	if total < -linePrime/2 {
		total += linePrime
	}
	return total, !open
}

// ofClasses returns independent lines of up to so many cells: short ones first, and those of classes
// that say most.
func (s *shortening) ofClasses(longest int) (short []puzzle.Line) {
	classes, most := s.classes()
	for length := 1; length <= longest; length++ {
		for gain := most; gain > 0; gain-- { // a class that gains nothing adds nothing
			for _, class := range classes {
				var fresh []puzzle.Line
				var span lineSpan
				for _, l := range class {
					if row := s.row(&l); len(l.Terms) == length && s.known.reduce(row) && span.add(row) {
						fresh = append(fresh, l)
					}
				}
				if len(fresh) < gain {
					continue
				}
				short = append(short, fresh...)
				for _, l := range fresh {
					s.known.add(s.row(&l))
				}
			}
		}
	}
	return short
}

// classes returns the lines of each class of pairs, and how many the largest has. No cell, and one cell,
// count as pairs too. The order is that of their first pairs, so the first classes have the first cell.
func (s *shortening) classes() (classes [][]puzzle.Line, most int) {
	kernel := s.all.kernel(s.cells + 1)
	class, first := map[uint64]int{0: 0}, [][]puzzle.Term{nil}
	classes = append(classes, nil)
	meet := func(value uint64, terms ...puzzle.Term) {
		if value > linePrime/2 {
			value = linePrime - value
			terms = opposite(terms)
		}
		at, found := class[value]
		if !found {
			class[value] = len(classes)
			classes, first = append(classes, nil), append(first, terms)
		} else if l, ok := s.difference(first[at], terms); ok {
			classes[at] = append(classes[at], l)
			most = max(most, len(classes[at]))
		}
	}
	for c := range s.cells {
		meet(kernel[c], puzzle.Term{Cells: []int{c}})
	}
	for c := range s.cells {
		for d := c + 1; d < s.cells; d++ {
			meet((kernel[c]+kernel[d])%linePrime, puzzle.Term{Cells: []int{c}}, puzzle.Term{Cells: []int{d}})
			meet((kernel[c]+linePrime-kernel[d])%linePrime, puzzle.Term{Cells: []int{c}}, puzzle.Term{Cells: []int{d}, Minus: true})
		}
	}
	return slices.DeleteFunc(classes, func(lines []puzzle.Line) bool { return lines == nil }), most
}

// difference returns the line of what terms are more than others. It reports false if a cell would count
// twice, or if nothing follows for it.
func (s *shortening) difference(terms, others []puzzle.Term) (puzzle.Line, bool) {
	l := puzzle.Line{Rule: "line", Terms: slices.Clone(terms)}
	for _, t := range opposite(others) {
		at := slices.IndexFunc(l.Terms, func(u puzzle.Term) bool { return u.Cells[0] == t.Cells[0] })
		switch {
		case at < 0:
			l.Terms = append(l.Terms, t)
		case l.Terms[at].Minus == t.Minus:
			return l, false
		default:
			l.Terms = slices.Delete(l.Terms, at, at+1)
		}
	}
	sum, follows := s.total(&l)
	l.Sum = sum
	return l, follows
}

func opposite(terms []puzzle.Term) []puzzle.Term {
	all := slices.Clone(terms)
	for i := range all {
		all[i].Minus = !all[i].Minus
	}
	return all
}
