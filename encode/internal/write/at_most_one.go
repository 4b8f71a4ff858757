package write

import "crosscut/sat"

// Exclusion is a way to say that at most one of some literals is true.
type Exclusion int

const (
	ByPairs  Exclusion = iota // a clause for each two literals
	ByLadder                  // [sat.CNF.AtMostOne], the sequential counter
	ByNumber                  // by pairs if there are at most [PairsUpTo] literals, otherwise by a ladder
)

// PairsUpTo is the largest number of literals for which pairs are best. A solver is
// faster if it sees more in one step of propagation. A clause for each pair shows it
// everything in one step. With thousands of literals there would be too many clauses.
const PairsUpTo = 400

// SayAtMostOne says that at most one of the literals is true.
func (f *Formula) SayAtMostOne(lits []sat.Lit, by Exclusion) error {
	if by == ByLadder || by == ByNumber && len(lits) > PairsUpTo {
		f.AtMostOne(lits)
		return f.Check()
	}
	for i, l := range lits {
		for _, other := range lits[:i] {
			f.Add(l.Not(), other.Not())
		}
		if err := f.Check(); err != nil {
			return err
		}
	}
	return f.Check()
}

// SayExactlyOne says that one of the literals is true and no other.
func (f *Formula) SayExactlyOne(lits []sat.Lit, by Exclusion) error {
	if by == ByLadder { // to say exactly one, a ladder needs one clause less
		f.ExactlyOne(lits)
		return f.Check()
	}
	f.Add(lits...)
	return f.SayAtMostOne(lits, by)
}

// NameLadder gives names to the variables that a ladder over places of one number has made,
// from first on. Each says that the number is on one of the first cells.
func (f *Formula) NameLadder(first int, places []sat.Lit) {
	f.NameVars(sat.Lit(first), f.Vars()-first+1, func(i int) string { return f.NameOf(places[i]) + " or before" })
}
