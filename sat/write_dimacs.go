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
)

// WriteDIMACS writes f in the DIMACS format of SAT solvers. The comments come first. For
// each literal with a name (see [CNF.Name]), there is a comment such as
// "c v 17 = number 37 on r4c2". The header "p cnf VARIABLES CLAUSES" follows, and then a
// line for each clause. A comment of several lines becomes several comment lines. Control
// characters in comments and names become blanks.
//
// The error is that of w, or [CNF.Err].
func (f *CNF) WriteDIMACS(w io.Writer, comments ...string) error {
	if f.err != nil {
		return f.err
	}
	out := bufio.NewWriterSize(base.Writer(w), 1<<16)
	for _, comment := range comments {
		for line := range strings.SplitSeq(comment, "\n") {
			fmt.Fprintln(out, strings.TrimRight("c "+printable(line), " "))
		}
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
