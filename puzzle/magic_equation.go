package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"crosscut/internal/base"
)

// Equations are the equations of an [Equation] puzzle. Products come before sums, as usual.
type Equations struct {
	// Across has for each row the operators between its numbers: '+', '-' or '*'. Down has
	// those of each column.
	Across, Down [][]byte
	// Rows and Columns have the result of each row and of each column.
	Rows, Columns []int
}

// newEquation returns the board with an equation in each row and in each column.
func (r *MagicRules) newEquation(clues []int) (*Magic, error) {
	e := &r.Equations
	height, width := len(e.Across), len(e.Down)
	board, err := NewBoard(width, height, nil)
	if err != nil {
		return nil, err
	}
	if len(e.Rows) != height || len(e.Columns) != width {
		return nil, fmt.Errorf("%d and %d results for %s and %s", len(e.Rows), len(e.Columns), base.Plural(height, "row"), base.Plural(width, "column"))
	}
	var lines []Line
	for r, operators := range e.Across {
		l := Line{Rule: ruleRow, Name: fmt.Sprintf("row %d", r+1), Sum: e.Rows[r]}
		if l.Terms, err = equationTerms(operators, r*width, 1, width); err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
		lines = append(lines, l)
	}
	for c, operators := range e.Down {
		l := Line{Rule: ruleColumn, Name: fmt.Sprintf("column %d", c+1), Sum: e.Columns[c]}
		if l.Terms, err = equationTerms(operators, c, width, height); err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
		lines = append(lines, l)
	}
	return newMagicLines(board, Equation, lines, r.Numbers, clues)
}

// equationTerms returns the terms of count cells, the first one and others stride apart.
func equationTerms(operators []byte, first, stride, count int) ([]Term, error) {
	if len(operators) != count-1 {
		return nil, fmt.Errorf("%s between %s", base.Plural(len(operators), "operator"), base.Plural(count, "number"))
	}
	terms := []Term{{Cells: []int{first}}}
	for i, operator := range operators {
		cell := first + (i+1)*stride
		switch operator {
		case '*':
			last := &terms[len(terms)-1]
			last.Cells = append(last.Cells, cell)
		case '+', '-':
			terms = append(terms, Term{Minus: operator == '-', Cells: []int{cell}})
		default:
			return nil, fmt.Errorf("operator %q; it is +, - or *", string(rune(operator)))
		}
	}
	return terms, nil
}

// operators returns the operators between the cells of the line, in the order of its cells.
// A sum has only '+', and a product only '*'.
func (l *Line) operators() []byte {
	var operators []byte
	for i, t := range l.Terms {
		for j := range t.Cells {
			switch {
			case j > 0:
				operators = append(operators, '*')
			case i > 0 && t.Minus:
				operators = append(operators, '-')
			case i > 0:
				operators = append(operators, '+')
			}
		}
	}
	return operators
}

// equationsOf returns the equations of the lines of an [Equation] puzzle.
func equationsOf(lines []Line) (e Equations) {
	for i := range lines {
		l := &lines[i]
		if l.Rule == ruleRow {
			e.Across, e.Rows = append(e.Across, l.operators()), append(e.Rows, l.Sum)
		} else {
			e.Down, e.Columns = append(e.Down, l.operators()), append(e.Columns, l.Sum)
		}
	}
	return e
}

// equationText returns the rows of an equation puzzle as in a file.
func (p *Magic) equationText() string {
	var text strings.Builder
	e, cell := &p.results, 0
	for r, operators := range e.Across {
		for c := range e.Down {
			text.WriteString(p.Label(cell, p.clues[cell]))
			cell++
			if c < len(operators) {
				fmt.Fprintf(&text, " %c ", operators[c])
			}
		}
		fmt.Fprintf(&text, " = %d\n", e.Rows[r])
		for c, operators := range e.Down {
			sign := byte('=')
			if r < len(operators) {
				sign = operators[r]
			}
			text.WriteString(strings.Repeat(" ", min(c, 1)) + string(rune(sign)))
		}
		text.WriteString("\n")
	}
	return text.String() + strings.Trim(fmt.Sprint(e.Columns), "[]") + "\n"
}

// linesText returns the text of a board that is not a plain square: see [Puzzle].
func (p *Magic) linesText() string {
	switch p.form {
	case Jodici:
		return fmt.Sprintf("puzzle: %s\n%s", Jodici, Format(p, p.clues))
	case Equation:
		return fmt.Sprintf("puzzle: %s\nnumbers: %s\n%s", Equation, p.numbersText(), p.equationText())
	}
	text := fmt.Sprintf("puzzle: %s\nnumbers: %s\n", FamilyMagic, p.numbersText())
	sum, common := p.commonText()
	switch {
	case p.form == Square && !slices.ContainsFunc(p.lines, func(l Line) bool { return l.Rule == ruleDiagonal }):
		text += "diagonals: no\n"
	case p.form == Listed:
		text += "lines: " + p.linesList(common) + "\n"
	case p.form != Square:
		text += fmt.Sprintf("lines: %s\n", p.form)
	}
	if sum != "" {
		text += "sum: " + sum + "\n"
	}
	return text + Format(p, p.clues)
}

// numbersText returns the value of "numbers:": runs of numbers, each ascending.
func (p *Magic) numbersText() string {
	left := make(map[int]int)
	for _, k := range p.multiset {
		left[k]++
	}
	var runs []string
	for i := 0; i < len(p.multiset); {
		from := p.multiset[i]
		if left[from] == 0 {
			i++
			continue
		}
		to := from
		for left[to]--; left[to+1] > 0; left[to]-- {
			to++
		}
		switch to - from {
		case 0:
			runs = append(runs, fmt.Sprint(from))
		case 1:
			runs = append(runs, fmt.Sprint(from), fmt.Sprint(to))
		default:
			runs = append(runs, fmt.Sprintf("%d..%d", from, to))
		}
	}
	return strings.Join(runs, " ")
}

// commonText returns the value of "sum:", or "" if there is no such line. common reports
// which lines have that sum.
func (p *Magic) commonText() (sum string, common func(*Line) bool) {
	first := &p.lines[0]
	switch {
	case slices.ContainsFunc(p.lines, func(l Line) bool { return l.Any }):
		return "any", func(l *Line) bool { return l.Any }
	case p.form == Listed && slices.ContainsFunc(p.lines, func(l Line) bool { return !l.IsSum() || l.Sum != first.Sum }):
		return "", func(*Line) bool { return false }
	}
	return fmt.Sprint(first.Sum), func(*Line) bool { return true }
}

// linesList returns the value of "lines:".
func (p *Magic) linesList(common func(*Line) bool) string {
	lines := make([]string, len(p.lines))
	for i := range p.lines {
		l := &p.lines[i]
		var names []string
		for _, c := range l.Cells() {
			names = append(names, p.board.Name(c))
		}
		lines[i] = strings.Join(names, " ")
		switch {
		case l.isProduct():
			lines[i] += fmt.Sprintf(" = *%d", l.Sum)
		case !common(l):
			lines[i] += fmt.Sprintf(" = %d", l.Sum)
		}
	}
	return strings.Join(lines, "; ")
}
