//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"crosscut/dlx"
	"crosscut/puzzle"
)

// The puzzles as answer set programs and as FlatZinc, for the solvers of the bench that
// read these. They follow the rules, except draughtboards: these are exact covers in both. The lines of
// magic boards are sums.

// hidokuDomains returns for each number of a Hidoku, from 1 on, the cells near enough to the
// nearest clues below and above it. Holes and all other clues are ignored: this is the least
// that the author of such a model would do.
func hidokuDomains(p *puzzle.Hidoku) [][]int {
	n := p.Board().Len()
	domains := make([][]int, n+1)
	cellOf := make([]int, n+1)
	for c := range n {
		if k := p.Clue(c); k != puzzle.Empty {
			cellOf[k] = c + 1
		}
	}
	far := slices.Repeat([]int{0}, n)
	nearest := func(k, step int) ([]int, int) {
		for k += step; k >= 1 && k <= n; k += step {
			if cellOf[k] > 0 {
				return stepsFrom(p, cellOf[k]-1), k
			}
		}
		return far, k
	}
	var below, above []int
	before, after := math.MinInt, math.MinInt
	for k := 1; k <= n; k++ {
		if k == 1 || cellOf[k-1] > 0 {
			below, before = nearest(k, -1)
		}
		if after <= k {
			above, after = nearest(k, 1)
		}
		for c := range n {
			if cellOf[k] == c+1 || cellOf[k] == 0 && p.Clue(c) == puzzle.Empty && below[c] <= k-before && above[c] <= after-k {
				domains[k] = append(domains[k], c)
			}
		}
	}
	return domains
}

// stepsFrom returns for each cell how many moves lead to it from the cell start, more
// than there are cells where none do.
func stepsFrom(p *puzzle.Hidoku, start int) []int {
	n := p.Board().Len()
	steps := slices.Repeat([]int{n + 1}, n)
	steps[start] = 0
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		for _, d := range p.Neighbours(queue[0]) {
			if steps[d] > n {
				steps[d] = steps[queue[0]] + 1
				queue = append(queue, d)
			}
		}
	}
	return steps
}

// magicDomain returns the numbers that a cell fits: its clue, or all that are no clues.
func magicDomain(p *puzzle.Magic, cell int) []int {
	if k := p.Clue(cell); k != puzzle.Empty {
		return []int{k}
	}
	return slices.DeleteFunc(p.Numbers(), func(k int) bool { return slices.Contains(p.Clues(), k) })
}

// anySum returns a range for the sum that all lines without a known sum have. Where no line is
// without one, the range has one number, so that each filling stays one solution.
func anySum(p *puzzle.Magic) (least, most int) {
	if !slices.ContainsFunc(p.Lines(), func(l puzzle.Line) bool { return l.Any }) {
		return 0, 0
	}
	n := p.Board().Len()
	return n * min(0, p.Low()), n * max(0, p.High())
}

// coverRows returns for each item of a cover problem without colours its options.
func coverRows(p *dlx.Problem) [][]int {
	rows := make([][]int, p.Primary()+p.Secondary())
	for o := range p.Options() {
		for _, e := range p.Option(o) {
			rows[e.Item] = append(rows[e.Item], o)
		}
	}
	return rows
}

// writeASP writes p for gringo. cover is the exact cover of a draughtboard.
func writeASP(to io.Writer, p puzzle.Puzzle, cover *dlx.Problem) error {
	w := bufio.NewWriter(to)
	switch p := p.(type) {
	case *puzzle.Hidoku:
		for k, cells := range hidokuDomains(p) {
			for _, c := range cells {
				fmt.Fprintf(w, "fit(%d,%d).\n", c, k)
			}
		}
		for c := range p.Board().Len() {
			for _, d := range p.Neighbours(c) {
				fmt.Fprintf(w, "touch(%d,%d).\n", c, d)
			}
		}
		fmt.Fprintf(w, `number(1..%d). cell(0..%d).
{ at(C,K) : fit(C,K) } = 1 :- number(K).
{ at(C,K) : fit(C,K) } = 1 :- cell(C).
:- at(C,K), number(K+1), not at(D,K+1) : touch(C,D), fit(D,K+1).
:- at(C,K), number(K-1), not at(D,K-1) : touch(C,D), fit(D,K-1).
#show at/2.
`, p.Board().Len(), p.Board().Len()-1)
	case *puzzle.Magic:
		for c := range p.Board().Len() {
			for _, k := range magicDomain(p, c) {
				fmt.Fprintf(w, "fit(%d,%d).\n", c, k)
			}
		}
		for i, line := range p.Lines() {
			if line.Any {
				fmt.Fprintf(w, "sum(%d,S) :- any(S).\n", i)
			} else {
				fmt.Fprintf(w, "sum(%d,%d).\n", i, line.Sum)
			}
			for _, c := range line.Cells() {
				fmt.Fprintf(w, "in(%d,%d).\n", c, i)
			}
		}
		least, most := anySum(p)
		fmt.Fprintf(w, `{ any(%d..%d) } = 1.
{ at(C,K) : fit(C,K) } = 1 :- fit(C,_).
{ at(C,K) : fit(C,K) } = 1 :- fit(_,K).
:- sum(L,S), #sum { K,C : at(C,K), in(C,L) } != S.
#show at/2.
`, least, most)
	case *puzzle.Draughtboard:
		for i, row := range coverRows(cover) {
			kind := "item"
			if i >= cover.Primary() {
				kind = "secondary"
			}
			fmt.Fprintf(w, "%s(%d).\n", kind, i)
			for _, o := range row {
				fmt.Fprintf(w, "has(%d,%d).\n", o, i)
			}
		}
		fmt.Fprint(w, `{ in(O) : has(O,I) } = 1 :- item(I).
{ in(O) : has(O,I) } 1 :- secondary(I).
#show in/1.
`)
	}
	return w.Flush()
}

// writeFlatZinc writes p for gecode.
func writeFlatZinc(to io.Writer, p puzzle.Puzzle, cover *dlx.Problem) error {
	m := flatZinc{Writer: bufio.NewWriter(to)}
	heuristic := "dom_w_deg, indomain_min"
	switch p := p.(type) {
	case *puzzle.Hidoku:
		m.hidoku(p)
	case *puzzle.Magic:
		m.magic(p)
	case *puzzle.Draughtboard:
		heuristic = "dom_w_deg, indomain_max"
		m.cover(cover)
	}
	fmt.Fprintf(m, "array [1..%d] of var int: x :: output_array([1..%d]) = [%s];\n", len(m.names), len(m.names), strings.Join(m.names, ","))
	for _, c := range m.constraints {
		fmt.Fprint(m, c)
	}
	fmt.Fprintf(m, "solve :: int_search(x, %s, complete) satisfy;\n", heuristic)
	return m.Flush()
}

// flatZinc is a model while it is written: its variables are written at once, and its constraints after them.
type flatZinc struct {
	*bufio.Writer
	names, constraints []string
}

func (m *flatZinc) declare(name string, domain []int) {
	fmt.Fprintf(m, "var {%s}: %s;\n", commas(domain), name)
	m.names = append(m.names, name)
}

func (m *flatZinc) constrain(format string, args ...any) {
	m.constraints = append(m.constraints, "constraint "+fmt.Sprintf(format, args...)+";\n")
}

// hidoku has a variable for the cell of each number.
func (m *flatZinc) hidoku(p *puzzle.Hidoku) {
	fmt.Fprint(m, "predicate all_different_int(array [int] of var int: x);\npredicate gecode_table_int(array [int] of var int: x, array [int] of int: t);\n")
	domains := hidokuDomains(p)
	for k, domain := range domains[1:] {
		if len(domain) == 0 {
			domain = []int{-k - 1} // a cell of its own; the steps to it exclude it
		}
		m.declare(fmt.Sprintf("x%d", k+1), domain)
	}
	m.constrain("all_different_int([%s])", strings.Join(m.names, ","))
	for k := 1; k+1 < len(domains); k++ {
		var pairs []int
		for _, c := range domains[k] {
			for _, d := range p.Neighbours(c) {
				if _, fits := slices.BinarySearch(domains[k+1], d); fits {
					pairs = append(pairs, c, d)
				}
			}
		}
		if len(pairs) == 0 {
			pairs = []int{math.MinInt16, math.MinInt16}
		}
		m.constrain("gecode_table_int([x%d,x%d],[%s])", k, k+1, commas(pairs))
	}
}

// magic has a variable for each cell.
func (m *flatZinc) magic(p *puzzle.Magic) {
	fmt.Fprint(m, "predicate all_different_int(array [int] of var int: x);\n")
	for c := range p.Board().Len() {
		m.declare(fmt.Sprintf("x%d", c), magicDomain(p, c))
	}
	m.constrain("all_different_int([%s]) :: domain", strings.Join(m.names, ","))
	least, most := anySum(p)
	fmt.Fprintf(m, "var %d..%d: sum;\n", least, most)
	for _, line := range p.Lines() {
		var terms []string
		for _, c := range line.Cells() {
			terms = append(terms, fmt.Sprintf("x%d", c))
		}
		ones := slices.Repeat([]int{1}, len(terms))
		if line.Any {
			terms, ones = append(terms, "sum"), append(ones, -1)
		}
		m.constrain("int_lin_eq([%s],[%s],%d)", commas(ones), strings.Join(terms, ","), line.Sum)
	}
}

// cover has a variable for each option.
func (m *flatZinc) cover(cover *dlx.Problem) {
	for o := range cover.Options() {
		m.declare(fmt.Sprintf("x%d", o), []int{0, 1})
	}
	for i, row := range coverRows(cover) {
		relation := "int_lin_eq"
		if i >= cover.Primary() {
			relation = "int_lin_le"
		}
		var terms []string
		for _, o := range row {
			terms = append(terms, fmt.Sprintf("x%d", o))
		}
		m.constrain("%s([%s],[%s],1)", relation, commas(slices.Repeat([]int{1}, len(row))), strings.Join(terms, ","))
	}
}

func commas(list []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]")
}
