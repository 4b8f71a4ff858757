package puzzle

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Lines of magic boards. A line is a signed sum of products of cells, and must have a given
// value. A row of a magic square is a sum of products of one cell each. A line that
// multiplies is one product. An equation is the general case.

// Line is a set of cells of a magic board whose numbers must make a sum.
type Line struct {
	Rule  string // "row", "column", "diagonal" or "line"
	Name  string // "row 2", unique on the board
	Terms []Term // what is added up; no cell is in it twice
	Sum   int    // what the terms must add up to, if Any is false
	Any   bool   // the sum is not known; it is the same for all lines with Any
}

// Term is a product of the numbers of some cells, or its negative.
type Term struct {
	Minus bool
	Cells []int
}

// Cells returns the cells of the line, term by term.
func (l *Line) Cells() []int {
	var cells []int
	for _, t := range l.Terms {
		cells = append(cells, t.Cells...)
	}
	return cells
}

// Value returns what the line adds up to, and false if one of its cells is [Empty]. It does
// not overflow for numbers of the board: see [MagicRules].
func (l *Line) Value(s Solution) (value int, full bool) {
	for _, t := range l.Terms {
		product := 1
		if t.Minus {
			product = -1
		}
		for _, c := range t.Cells {
			if s[c] == Empty {
				return 0, false
			}
			product *= s[c]
		}
		value += product
	}
	return value, true
}

// IsSum reports whether the line only adds up cells.
func (l *Line) IsSum() bool {
	return !slices.ContainsFunc(l.Terms, func(t Term) bool { return t.Minus || len(t.Cells) != 1 })
}

// isProduct reports whether the line only multiplies, and has more than one cell.
func (l *Line) isProduct() bool {
	return len(l.Terms) == 1 && !l.Terms[0].Minus && len(l.Terms[0].Cells) > 1
}

// sumLine returns the line that adds up cells and has the given sum.
func sumLine(rule string, name string, sum int, cells ...int) Line {
	l := Line{Rule: rule, Name: name, Sum: sum}
	for _, c := range cells {
		l.Terms = append(l.Terms, Term{Cells: []int{c}})
	}
	return l
}

// check reports a line that no board of so many cells has. largest is the greatest
// magnitude of the numbers, at least 1.
func (l *Line) check(cells int, largest int) error {
	met := make(map[int]bool)
	most := 0.0
	for _, t := range l.Terms {
		product := 1.0
		for _, c := range t.Cells {
			if c < 0 || c >= cells {
				return fmt.Errorf("%s has the cell %d, which the board does not have", l.Name, c)
			}
			if met[c] {
				return fmt.Errorf("%s has a cell twice", l.Name)
			}
			met[c] = true
			product *= float64(largest)
		}
		if len(t.Cells) == 0 {
			return fmt.Errorf("%s has a term without cells", l.Name)
		}
		most += product
	}
	switch {
	case len(l.Terms) == 0:
		return fmt.Errorf("%s has no cells", l.Name)
	case most > maxValue:
		return fmt.Errorf("%s could reach values above 2^60", l.Name)
	case l.Sum > maxValue || l.Sum < -maxValue:
		return fmt.Errorf("%s has a sum above 2^60 in magnitude", l.Name)
	}
	return nil
}

// maxValue bounds what a line can add up to, in magnitude, so that no int overflows.
const maxValue = 1 << 60

// key returns a text that is the same for lines that ask the same. Cell c counts as image[c].
func (l *Line) key(image []int) string {
	terms := make([]string, len(l.Terms))
	for i, t := range l.Terms {
		cells := make([]int, len(t.Cells))
		for i, c := range t.Cells {
			cells[i] = image[c]
		}
		slices.Sort(cells)
		text := strconv.AppendBool(nil, t.Minus)
		for _, c := range cells {
			text = strconv.AppendInt(append(text, ' '), int64(c), 10)
		}
		terms[i] = string(text)
	}
	slices.Sort(terms)
	return fmt.Sprint(l.Any, l.Sum, terms)
}

// sameTerms reports whether two lines ask the same, with their terms and cells in the same
// order. It takes much less time than the keys.
func sameTerms(l, m Line) bool {
	return l.Any == m.Any && l.Sum == m.Sum && slices.EqualFunc(l.Terms, m.Terms, func(t, u Term) bool {
		return t.Minus == u.Minus && slices.Equal(t.Cells, u.Cells)
	})
}

// keys returns the keys of lines, ascending, each once.
func keys(lines []Line, image []int) []string {
	all := make([]string, len(lines))
	for i := range lines {
		all[i] = lines[i].key(image)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// keepsLines reports whether the map takes each line to a line that asks the same.
func keepsLines(lines []Line, image []int) bool {
	return slices.Equal(keys(lines, identity(len(image))), keys(lines, image))
}

// commonSum works out the sum of the lines with Any. If each cell is in equally many of
// them, they have all numbers that many times together. ok is false if the numbers do not tell
// the sum, or tell that there is none.
func commonSum(lines []Line, numbers []int, cells int) (sum int, ok bool) {
	in, count := make([]int, cells), 0
	for i := range lines {
		l := &lines[i]
		if !l.Any {
			continue
		}
		if !l.IsSum() {
			return 0, false
		}
		count++
		for _, c := range l.Cells() {
			in[c]++
		}
	}
	total := 0
	for _, k := range numbers {
		total += k
	}
	switch {
	case count == 0 || slices.Min(in) != slices.Max(in):
		return 0, false
	case total > math.MaxInt/cells/4 || total < math.MinInt/cells/4:
		return 0, false
	}
	return total * in[0] / count, total*in[0]%count == 0
}
