package sat

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"crosscut/internal/base"
	"crosscut/meter"
)

// ReadDIMACS reads a formula in DIMACS CNF, which may be compressed by gzip. Clauses may go over several lines. A line that begins
// with % ends the formula, as in the collection SATLIB. The header may count other clauses. name stands in errors.
//
// show has the variables that lines "c p show" or "c ind" name. Two models are different if they differ in these. It is
// nil where there is no such line, and it may be empty. note says what the file has and is not read, or what it lacks. It
// may be "".
//
// The error begins with name:line:column, or is a [*meter.LimitError] for a formula too large for [Models], or that of r.
// Time and memory are linear in the length of the formula.
func ReadDIMACS(r io.Reader, name string) (f *CNF, show []Lit, note string, err error) {
	if r, err = base.Unpacked(r); err != nil {
		return nil, nil, "", fmt.Errorf("reading %s: %w", name, err)
	}
	d := &dimacsReader{scanner: newScanner(r, name), f: new(CNF)}
	d.comment = d.takeComment
	if err := d.read(); err != nil {
		return nil, nil, "", err
	}
	return d.f, d.show, d.note, nil
}

// dimacsReader collects the clauses of a file.
type dimacsReader struct {
	*scanner
	f    *CNF
	show []Lit
	note string
	left int   // how many clauses are still to come, as the header says
	err  error // of a comment
}

// foreign has words of formulas in other forms, and what to do with them.
var foreign = map[string]string{
	"wcnf h w":      `is of a formula with weights, as in MaxSAT; only "p cnf" is read, and clauses without weights`,
	"pcnf pwcnf vp": `is of a formula with variables to show; write "p cnf", and a line "c p show 1 2 0" with these variables`,
	"a e":           "is no number; it begins variables of a quantifier, and formulas with quantifiers are not read",
	"x":             "begins a parity of literals; write it as clauses",
	"edge col":      "is of a graph, not of a formula",
}

// next moves to the next word. It fails for one of those words.
func (d *dimacsReader) next() error {
	err := d.scanner.next()
	if err != nil || d.word < "a" { // digits and signs come before
		return err
	}
	for words, says := range foreign {
		if slices.Contains(strings.Fields(words), strings.TrimRight(d.word, "-0123456789")) && (d.first || len(d.word) > 2) {
			return d.errorf("%q %s", d.word, says)
		}
	}
	return nil
}

func (d *dimacsReader) read() error {
	vars, err := d.header()
	if err != nil {
		return err
	}
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
			if d.left > 0 && d.note == "" {
				d.note = fmt.Sprintf("the line \"p cnf\" says that there are %d more clauses; the file may be cut short", d.left)
			}
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
		clause, d.left = clause[:0], d.left-1
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
		return 0, &meter.LimitError{Kind: meter.ErrMemory, What: fmt.Sprintf("memory for a formula of %d variables", numbers[0])}
	}
	d.f.vars, d.left = numbers[0], numbers[1]
	return numbers[0], nil
}

// takeComment takes a comment, which may name variables or say weights.
func (d *dimacsReader) takeComment(line string) {
	words := strings.Fields(line)
	switch {
	case len(words) > 2 && words[1] == "p" && words[2] == "show":
		words = words[3:]
	case len(words) > 1 && words[1] == "ind":
		words = words[2:]
	case len(words) > 2 && (words[1] == "p" && words[2] == "weight" || words[1] == "weights") && d.note == "":
		d.note = fmt.Sprintf("line %d has weights, which are not read; every model counts once", d.line-1)
		return
	default:
		return
	}
	if d.show == nil {
		d.show = []Lit{}
	}
	for _, word := range words {
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
			return d.errorf("variable %d is to be shown, where the last one is %d", l, d.f.Vars())
		}
	}
	return nil
}

// WriteDIMACS writes f in the DIMACS format of SAT solvers. The comments come first. A line "c p show" names the
// variables of keep for counters of models, unless keep is nil: [ReadDIMACS] returns them. For
// each literal with a name (see [CNF.Name]), there is a comment such as
// "c v 17 = number 37 on r4c2". The header "p cnf VARIABLES CLAUSES" follows, and then a
// line for each clause. A comment of several lines becomes several comment lines. Control
// characters in comments and names become blanks.
//
// The error is that of w, or [CNF.Err].
func (f *CNF) WriteDIMACS(w io.Writer, keep []Lit, comments ...string) error {
	if f.err != nil {
		return f.err
	}
	out := bufio.NewWriterSize(base.Writer(w), 1<<16)
	for _, comment := range comments {
		for line := range strings.SplitSeq(comment, "\n") {
			fmt.Fprintln(out, strings.TrimRight("c "+printable(line), " "))
		}
	}
	if keep != nil {
		fmt.Fprintln(out, strings.TrimSuffix("c p show "+strings.Trim(fmt.Sprint(keep), "[]"), " ")+" 0")
	}
	if err := f.writeNames(out); err != nil {
		return fmt.Errorf("writing a formula: %w", err)
	}
	fmt.Fprintf(out, "p cnf %d %d\n", f.Vars(), f.Clauses())
	var line []byte
	for clause := range f.All() {
		line = line[:0]
		for _, l := range clause {
			line = strconv.AppendInt(line, int64(l), 10)
			line = append(line, ' ')
		}
		line = append(line, "0\n"...)
		if _, err := out.Write(line); err != nil {
			return fmt.Errorf("writing a formula: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing a formula: %w", err)
	}
	return nil
}

// writeNames writes the names, by variable, the positive literal first. It makes the names of
// variables in a row one by one: all together may need more memory than the clauses.
func (f *CNF) writeNames(out io.Writer) error {
	series := make([]int, f.lastNamed()+1) // by variable: the number of the first series that has it, counted from 1
	for i, s := range slices.Backward(f.series) {
		for v := range s.n {
			series[int(s.first)+v] = i + 1
		}
	}
	for v, i := range series {
		for _, l := range [2]Lit{Lit(v), -Lit(v)} {
			name, own := f.names[l]
			if !own && i > 0 && l > 0 {
				name = f.series[i-1].name(v - int(f.series[i-1].first))
				if name == "" {
					name = f.NameOf(l)
				}
			}
			if name == "" {
				continue
			}
			if _, err := fmt.Fprintf(out, "c v %d = %s\n", l, printable(name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// lastNamed returns the last variable that may have a name, 0 if none has.
func (f *CNF) lastNamed() (last int) {
	for l := range f.names {
		last = max(last, l.Var())
	}
	for _, s := range f.series {
		last = max(last, int(s.first)-1+s.n)
	}
	return last
}

// printable replaces control characters, which end the line or move the cursor.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}
