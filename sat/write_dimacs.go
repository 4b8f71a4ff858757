package sat

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
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
	out := bufio.NewWriterSize(w, 1<<16)
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
	write := func(l Lit, name string) error {
		_, err := fmt.Fprintf(out, "c v %d = %s\n", l, printable(name))
		return err
	}
	own := slices.Collect(maps.Keys(f.names))
	slices.SortStableFunc(own, byVariable)
	for l, name := range f.seriesNames() {
		for len(own) > 0 && byVariable(own[0], l) < 0 {
			if err := write(own[0], f.names[own[0]]); err != nil {
				return err
			}
			own = own[1:]
		}
		if _, named := f.names[l]; named {
			continue // the loop writes it before the next one
		}
		if err := write(l, name); err != nil {
			return err
		}
	}
	for _, l := range own {
		if err := write(l, f.names[l]); err != nil {
			return err
		}
	}
	return nil
}

// byVariable orders literals by variable, the positive literal first.
func byVariable(a, b Lit) int {
	return cmp.Or(cmp.Compare(a.Var(), b.Var()), cmp.Compare(b, a))
}

// seriesNames yields the variables that have a name by [CNF.NameVars], ascending. The first
// call that has a name for a variable counts.
func (f *CNF) seriesNames() iter.Seq2[Lit, string] {
	return func(yield func(Lit, string) bool) {
		waiting := make([]int, len(f.series)) // numbers of series, by their first variable
		for i := range waiting {
			waiting[i] = i
		}
		slices.SortStableFunc(waiting, func(i, j int) int { return cmp.Compare(f.series[i].first, f.series[j].first) })
		var open []int // the series that have the variable v, ascending
		for v := 0; len(waiting)+len(open) > 0; v++ {
			if len(open) == 0 {
				v = max(v, int(f.series[waiting[0]].first))
			}
			for len(waiting) > 0 && int(f.series[waiting[0]].first) == v {
				at, _ := slices.BinarySearch(open, waiting[0])
				open = slices.Insert(open, at, waiting[0])
				waiting = waiting[1:]
			}
			for _, i := range open {
				if name := f.series[i].name(v - int(f.series[i].first)); name != "" {
					if !yield(Lit(v), name) {
						return
					}
					break
				}
			}
			open = slices.DeleteFunc(open, func(i int) bool { return v+1 == int(f.series[i].first)+f.series[i].n })
		}
	}
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
