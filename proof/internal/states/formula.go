// Package states writes a puzzle as a formula whose models are its solutions, one for one, and
// shows how many there are by a decision diagram.
//
// A puzzle is a list of variables that decide, and rules. A rule reads some of the variables in
// their order and goes from state to state, as a finite automaton does: the state of "each cell
// once" is how many stones are on it so far. A rule holds if it ends in a final state. So every
// rule of every family has one form, and check_statement.py writes the same formula from the rules
// alone: see docs/proofs.md.
package states

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"crosscut/meter"
	"crosscut/sat"
)

// State is a state of a rule.
type State [2]int

// Choice is a literal, and what a rule reads if it is true.
type Choice struct {
	Lit   sat.Lit
	Input int
}

// Rule is an automaton. It reads one input in each step: that of the choice whose literal is true.
// Exactly one is, by other rules or because there are a literal and its negation.
type Rule struct {
	Start State
	Steps [][]Choice
	Next  func(step int, q State, input int) (State, bool) // false if there is no way on
	Final func(q State) bool
	One   bool // at most one of its literals is true
}

// Problem is a puzzle as rules.
type Problem struct {
	Names []string // of the variables 1, 2 and so on
	Rules []Rule
	last  []int // of each group of variables, of which some rule lets only one be true
}

// Formula is a problem as a formula. Each model of it gives the variables of the problem another
// set of values, and all other variables are functions of them.
type Formula struct {
	CNF   *sat.CNF
	Vars  int   // of the problem
	last  []int // of each group
	none  bool  // some rule has no way to its end
	rules []unrolled
}

// unrolled is a rule with the states that it can have after each step and come to an end.
type unrolled struct {
	Rule
	states [][]State     // per step and before the first, ascending
	digits [][]sat.Lit   // per step and before the first, the index of the state in binary, the lowest digit first
	to     [][][]int     // per step, choice and state before, the index of the state after, or -1
	common [][][]sat.Lit // per step and choice: what clauses say about all states after it, if there are several before it
	end    int           // the number of its last clause
}

// The largest number of states of a rule after one step, and of literals of a formula.
const (
	mostStates   = 1 << 17
	mostLiterals = 1 << 26
)

// New writes a problem as a formula. It fails with a [*meter.LimitError] if that would be too large.
//
// After each step of a rule, variables have the index of its state in binary. The clauses are, step by
// step, choice by choice and state by state: that they cannot be together, or one for each digit of the
// state after them. A choice with several states before it also says each digit that all states after it have.
func New(run *meter.Run, p *Problem) (*Formula, error) {
	f := &Formula{CNF: new(sat.CNF), Vars: len(p.Names), last: p.last}
	f.CNF.NewVars(len(p.Names))
	f.CNF.NameVars(1, len(p.Names), func(i int) string { return p.Names[i] })
	for i := range p.Rules {
		u := unrolled{Rule: p.Rules[i]}
		if err := u.unroll(run); err != nil {
			return nil, err
		}
		if u.states[0] == nil {
			f.none = true
			f.CNF.Add()
			continue
		}
		for step := range u.Steps {
			u.write(f.CNF, step)
			if f.CNF.Literals() > mostLiterals {
				return nil, &meter.LimitError{What: fmt.Sprintf("formula with more than %d literals", mostLiterals)}
			}
			if err := run.Err(); err != nil {
				return nil, err
			}
		}
		u.end = f.CNF.Clauses()
		f.rules = append(f.rules, u)
	}
	return f, f.CNF.Err()
}

// unroll finds the states of a rule after each step. It leaves out those that have no way to the end.
func (u *unrolled) unroll(run *meter.Run) error {
	u.states = make([][]State, len(u.Steps)+1)
	u.states[0] = []State{u.Start}
	for step, choices := range u.Steps {
		met := make(map[State]bool)
		for _, q := range u.states[step] {
			for _, c := range choices {
				if r, ok := u.Next(step, q, c.Input); ok {
					met[r] = true
				}
			}
			if len(met) > mostStates {
				return &meter.LimitError{What: fmt.Sprintf("rule with more than %d states", mostStates)}
			}
			if err := run.Err(); err != nil {
				return err
			}
		}
		for r := range met {
			u.states[step+1] = append(u.states[step+1], r)
		}
		slices.SortStableFunc(u.states[step+1], compare)
	}
	end := len(u.Steps)
	u.states[end] = slices.DeleteFunc(u.states[end], func(q State) bool { return !u.Final(q) })
	for step := end - 1; step >= 0; step-- {
		u.states[step] = slices.DeleteFunc(u.states[step], func(q State) bool {
			return !slices.ContainsFunc(u.Steps[step], func(c Choice) bool { return u.after(step, q, c) >= 0 })
		})
	}
	if len(u.states[0]) == 0 {
		u.states[0] = nil
	}
	return nil
}

func compare(a, b State) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }

// after returns the index of the state after a choice, or -1.
func (u *unrolled) after(step int, q State, c Choice) int {
	if r, ok := u.Next(step, q, c.Input); ok {
		if i, found := slices.BinarySearchFunc(u.states[step+1], r, compare); found {
			return i
		}
	}
	return -1
}

// write adds the variables and clauses of one step.
func (u *unrolled) write(cnf *sat.CNF, step int) {
	if step == 0 {
		u.digits = append(u.digits, nil)
	}
	u.digits = append(u.digits, cnf.NewVars(bits.Len(uint(len(u.states[step+1])-1))))
	var to [][]int
	var all [][]sat.Lit
	for _, c := range u.Steps[step] {
		row := make([]int, len(u.states[step]))
		for i, q := range u.states[step] {
			row[i] = u.after(step, q, c)
			lits := []sat.Lit{c.Lit.Not()}
			for _, l := range u.in(step, i) {
				lits = append(lits, l.Not())
			}
			if row[i] < 0 {
				cnf.Add(lits...)
				continue
			}
			for _, l := range u.in(step+1, row[i]) {
				cnf.Add(append(lits[:len(lits):len(lits)], l)...)
			}
		}
		to, all = append(to, row), append(all, u.shared(step, row))
		for _, l := range all[len(all)-1] {
			cnf.Add(c.Lit.Not(), l)
		}
	}
	u.to, u.common = append(u.to, to), append(u.common, all)
}

// shared returns the digits that all states have to which a choice leads, if there are several before it. Clauses say
// them. They follow from the other ones, but unit propagation alone does not find them.
func (u *unrolled) shared(step int, to []int) (digits []sat.Lit) {
	ones, zeros := -1, -1
	for _, r := range to {
		if r >= 0 {
			ones, zeros = ones&r, zeros&^r
		}
	}
	if len(to) < 2 || ones == -1 { // there is nothing to say, or no way
		return nil
	}
	for i, l := range u.digits[step+1] {
		switch {
		case ones>>i&1 == 1:
			digits = append(digits, l)
		case zeros>>i&1 == 1:
			digits = append(digits, l.Not())
		}
	}
	return digits
}

// in returns the literals that say that a rule is in the state of that index after so many steps.
func (u *unrolled) in(steps, state int) []sat.Lit {
	lits := slices.Clone(u.digits[steps])
	for i := range lits {
		if state>>i&1 == 0 {
			lits[i] = lits[i].Not()
		}
	}
	return lits
}
