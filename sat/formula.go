package sat

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"crosscut/internal/base"
	"crosscut/meter"
)

// Lit is a literal as in DIMACS files: +v is the variable v, −v its negation,
// v ≥ 1. 0 is not a literal. Where a model gives a slice of values, l is true if
// values[l.Var()] == (l > 0).
type Lit int32

// Not returns the negation of l.
func (l Lit) Not() Lit { return -l }

// Var returns the variable of l, at least 1 for every valid literal.
func (l Lit) Var() int {
	if l < 0 {
		return -int(l)
	}
	return int(l)
}

// valid reports whether l is a literal: not 0, and its negation fits an int32.
func (l Lit) valid() bool { return l != 0 && l != math.MinInt32 }

// holds reports whether l is true under values, indexed by variable.
func (l Lit) holds(values []bool) bool { return values[l.Var()] == (l > 0) }

// clauses are stored one after the other. So a walk over all clauses reads memory in
// order, and a clause costs one word in addition to its literals.
type clauses struct {
	lits []Lit
	ends []int // clause i is lits[ends[i-1]:ends[i]], with 0 before the first
}

// all yields the clauses in order of addition. They are parts of the storage.
func (cs *clauses) all() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		start := 0
		for _, end := range cs.ends {
			if !yield(cs.lits[start:end:end]) {
				return
			}
			start = end
		}
	}
}

// at returns clause i.
func (cs *clauses) at(i int) []Lit {
	start := 0
	if i > 0 {
		start = cs.ends[i-1]
	}
	return cs.lits[start:cs.ends[i]:cs.ends[i]]
}

// Satisfied reports whether each clause has a literal that is true.
func (cs *clauses) Satisfied(values []bool) bool {
	i := 0
clauses:
	for _, end := range cs.ends {
		for ; i < end; i++ {
			if l := cs.lits[i]; l > 0 && values[l] || l < 0 && !values[-l] { // as Lit.holds, which is not inlined
				i = end
				continue clauses
			}
		}
		return false
	}
	return true
}

// CNF is a formula in conjunctive normal form over the variables 1 to Vars. The
// zero value is the formula without variables and clauses, which is true.
type CNF struct {
	clauses clauses
	vars    int
	empty   bool // one of the clauses is empty
	names   map[Lit]string
	series  []series // names that are made when they are asked for
	err     error
}

// NewVar returns the positive literal of a fresh variable.
func (f *CNF) NewVar() Lit {
	if f.vars == math.MaxInt32 {
		f.fail(fmt.Errorf("sat: more than %d variables", math.MaxInt32))
		return Lit(f.vars)
	}
	f.vars++
	return Lit(f.vars)
}

// NewVars returns the positive literals of n fresh variables. The variables have
// consecutive numbers. For n < 1 it returns no literal, and for too many none either: see [CNF.Err].
func (f *CNF) NewVars(n int) []Lit {
	if n > math.MaxInt32-f.vars {
		f.fail(fmt.Errorf("sat: more than %d variables", math.MaxInt32))
		return nil
	}
	lits := make([]Lit, max(n, 0))
	for i := range lits {
		lits[i] = f.NewVar()
	}
	return lits
}

// Add adds the disjunction of the literals. The stored clause is sorted by
// variable and has every literal once. A clause with a literal and its negation
// is true and is not stored. The clause without literals is stored, and makes f
// unsatisfiable. Variables beyond Vars become variables of f.
//
// The literals are copied. An invalid literal (0 or −2³¹) makes f invalid: see [CNF.Err].
func (f *CNF) Add(clause ...Lit) {
	if !f.room(len(clause)) {
		return
	}
	start := len(f.clauses.lits)
	f.clauses.lits = append(f.clauses.lits, clause...)
	added, ok := f.normalise(f.clauses.lits[start:])
	if !ok {
		f.clauses.lits = f.clauses.lits[:start]
		return
	}
	end := start + len(added)
	f.clauses.lits = f.clauses.lits[:end]
	f.clauses.ends = append(f.clauses.ends, end)
	f.empty = f.empty || len(added) == 0
}

// normalise sorts clause in place and removes repeated literals. It raises the number of
// variables where the clause needs more. It reports false for a clause that is not stored.
func (f *CNF) normalise(clause []Lit) ([]Lit, bool) {
	for _, l := range clause {
		if !l.valid() {
			f.fail(fmt.Errorf("sat: clause %d of the formula has %d for a literal", f.Clauses()+1, l))
			return nil, false
		}
		f.vars = max(f.vars, l.Var())
	}
	if len(clause) == 2 { // most clauses have two literals
		if a, b := clause[0], clause[1]; a.Var() < b.Var() {
			return clause, true
		} else if a.Var() > b.Var() {
			clause[0], clause[1] = b, a
			return clause, true
		}
	}
	slices.SortFunc(clause, func(a, b Lit) int {
		return cmp.Or(cmp.Compare(a.Var(), b.Var()), cmp.Compare(b, a))
	})
	clause = slices.Compact(clause)
	for i := 1; i < len(clause); i++ {
		if clause[i] == clause[i-1].Not() {
			return nil, false
		}
	}
	return clause, true
}

func (f *CNF) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// Err returns the first mistake made in building f: an invalid literal, or too many
// variables. Models and WriteDIMACS return it too. So a formula with a mistake gives no
// answers.
func (f *CNF) Err() error {
	if f == nil {
		return errors.New("sat: no formula")
	}
	return f.err
}

// Vars returns the number of variables.
func (f *CNF) Vars() int { return f.vars }

// AllVars returns the positive literals of all variables.
func (f *CNF) AllVars() []Lit {
	all := make([]Lit, f.vars)
	for i := range all {
		all[i] = Lit(i + 1)
	}
	return all
}

// Clauses returns the number of stored clauses.
func (f *CNF) Clauses() int { return len(f.clauses.ends) }

// Literals returns the number of literals in all stored clauses together.
func (f *CNF) Literals() int { return len(f.clauses.lits) }

// All yields the clauses in order of addition. Each is a part of the storage of f, and
// must not be changed. It stays valid when clauses are added.
func (f *CNF) All() iter.Seq[[]Lit] { return f.clauses.all() }

// Name gives the literal l a name for readers of the DIMACS file. An empty name removes
// the name. The negation of l keeps its own name. An invalid literal gets no name.
func (f *CNF) Name(l Lit, name string) {
	if name == "" || !l.valid() {
		delete(f.names, l)
		return
	}
	if f.names == nil {
		f.names = make(map[Lit]string)
	}
	f.names[l] = name
}

// NameVars gives names to n variables in a row, of which first is the first. The name of
// the i-th, counted from 0, is name(i). It is made when somebody asks for it, so naming
// costs nothing before. A name that [CNF.Name] has given is kept. An invalid first gets no
// name.
func (f *CNF) NameVars(first Lit, n int, name func(i int) string) {
	if first > 0 && n > 0 && name != nil {
		f.series = append(f.series, series{first, n, name})
	}
}

// series is the names of variables in a row.
type series struct {
	first Lit
	n     int
	name  func(i int) string
}

// NameOf returns the name given to l, or "". The first call of [CNF.NameVars] that has one
// counts. It takes time linear in these calls.
func (f *CNF) NameOf(l Lit) string {
	if name, ok := f.names[l]; ok {
		return name
	}
	for _, s := range f.series {
		if i := int(l) - int(s.first); i >= 0 && i < s.n {
			if name := s.name(i); name != "" {
				return name
			}
		}
	}
	return ""
}

// Satisfied reports whether values is a model of f: values[v] is the value of
// the variable v, and values[0] is not used. For values of the wrong length it reports
// false. It takes time linear in the size of f.
func (f *CNF) Satisfied(values []bool) bool {
	return len(values) == f.vars+1 && f.clauses.Satisfied(values)
}

// room makes room for one more clause of so many literals, and reports whether there was memory
// for it. If not, the formula is invalid from then on, with a [*meter.LimitError]: see [CNF.Err].
func (f *CNF) room(more int) bool {
	lits, ends := &f.clauses.lits, &f.clauses.ends
	if len(*lits)+more <= cap(*lits) && len(*ends) < cap(*ends) {
		return true
	}
	if errors.Is(f.err, meter.ErrLimit) {
		return false
	}
	var err error
	if *lits, err = base.Grow(*lits, more); err == nil {
		*ends, err = base.Grow(*ends, 1)
	}
	if err != nil {
		f.err = err
	}
	return err == nil
}

// Copy returns a formula with the same clauses, without names.
func (f *CNF) Copy() *CNF {
	return &CNF{vars: f.vars, clauses: clauses{slices.Clone(f.clauses.lits), slices.Clone(f.clauses.ends)}, empty: f.empty}
}
