package sat

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
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
	f.writeNames(out)
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

// writeNames writes the names, by variable, the positive literal first.
func (f *CNF) writeNames(out io.Writer) {
	names := make(map[Lit]string)
	for _, s := range f.series {
		for i := range s.n {
			if l := s.first + Lit(i); names[l] == "" {
				names[l] = s.name(i)
			}
		}
	}
	maps.Copy(names, f.names)
	for _, l := range slices.SortedFunc(maps.Keys(names), func(a, b Lit) int {
		return cmp.Or(cmp.Compare(a.Var(), b.Var()), cmp.Compare(b, a))
	}) {
		if names[l] != "" {
			fmt.Fprintf(out, "c v %d = %s\n", l, printable(names[l]))
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
