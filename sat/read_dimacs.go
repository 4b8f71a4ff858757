package sat

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strconv"
	"strings"

	"crosscut/internal/base"
	"crosscut/meter"
)

// ReadDIMACS reads a formula in DIMACS CNF, which may be compressed by gzip. Clauses may go over several lines. A
// line that begins with % ends the formula, as in the collection SATLIB. The number of clauses in the header is not
// checked, since solvers do not use it. name stands in errors.
//
// show has the variables that lines "c p show" or "c ind" name: those that models are told apart by. It is nil
// where no such line is there, and it may be empty.
//
// The error is a [*SyntaxError], a [*meter.LimitError] for a formula too large for [Models], or that of r. Time and memory
// are linear in the length of the formula.
func ReadDIMACS(r io.Reader, name string) (f *CNF, show []Lit, err error) {
	in := bufio.NewReader(base.Reader(r))
	r = in
	if head, _ := in.Peek(2); bytes.Equal(head, []byte("\x1f\x8b")) {
		if r, err = gzip.NewReader(in); err != nil {
			return nil, nil, fmt.Errorf("reading %s: %w", name, err)
		}
	}
	d := &dimacsReader{scanner: newScanner(r, name), f: new(CNF)}
	d.comment = d.showVariables
	if err := d.read(); err != nil {
		return nil, nil, err
	}
	return d.f, d.show, nil
}

// dimacsReader collects the clauses of a file.
type dimacsReader struct {
	*scanner
	f    *CNF
	show []Lit
	err  error // of a comment
}

func (d *dimacsReader) read() error {
	vars, err := d.header()
	if err != nil {
		return err
	}
	d.f.vars = vars
	var clause []Lit
	for {
		if err := d.next(); err != nil {
			return err
		}
		switch {
		case d.err != nil:
			return d.err
		case (d.word == "" || d.word == "%") && len(clause) > 0:
			return d.errorf("the last clause has no 0 at the end; is the file cut short?")
		case d.word == "", d.word == "%" && d.first:
			return d.checkShown()
		}
		l, err := d.literal(vars)
		if err != nil {
			return err
		}
		if l != 0 {
			clause = append(clause, l)
			continue
		}
		if d.f.Add(clause...); d.f.Literals() > maxLiterals {
			return fits(d.f)
		}
		clause = clause[:0]
	}
}

// header reads the line "p cnf VARIABLES CLAUSES", and returns the number of variables.
func (d *dimacsReader) header() (vars int, err error) {
	var numbers [2]int
	for i, want := range []string{"p", "cnf", "", ""} {
		if err := d.next(); err != nil {
			return 0, err
		}
		if want == "" {
			numbers[i-2], err = strconv.Atoi(d.word)
		}
		if err != nil || d.first != (i == 0) || want != "" && d.word != want || numbers[max(i-2, 0)] < 0 {
			return 0, d.errorf("%q; want a line \"p cnf VARIABLES CLAUSES\" before the clauses", d.word)
		}
	}
	if numbers[0] > MaxVars {
		return 0, &meter.LimitError{What: fmt.Sprintf("memory for a formula of %d variables", numbers[0])}
	}
	return numbers[0], nil
}

// showVariables takes a comment, which may name variables.
func (d *dimacsReader) showVariables(line string) {
	rest, shown := strings.CutPrefix(line, "c p show")
	if !shown {
		if rest, shown = strings.CutPrefix(line, "c ind"); !shown {
			return
		}
	}
	if d.show == nil {
		d.show = []Lit{}
	}
	for word := range strings.FieldsSeq(rest) {
		v, err := strconv.Atoi(word)
		if (err != nil || v < 0 || v > MaxVars) && d.err == nil {
			d.err = d.errorf("%.20q among the variables to show; they are numbers, and a 0 at the end", word)
		}
		if v > 0 {
			d.show = append(d.show, Lit(v))
		}
	}
}

// checkShown rejects variables that the formula does not have.
func (d *dimacsReader) checkShown() error {
	for _, l := range d.show {
		if l.Var() > d.f.Vars() {
			return d.errorf("variable %d is to be shown, where there are %d variables", l, d.f.Vars())
		}
	}
	return nil
}
