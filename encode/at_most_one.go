package encode

import "crosscut/sat"

// exclusion is a way to say that at most one of some literals is true.
type exclusion int

const (
	byPairs  exclusion = iota // a clause for each two literals, if there are at most pairsUpTo; otherwise as byLadder
	byLadder                  // [sat.CNF.AtMostOne], the sequential counter
)

// pairsUpTo is the largest number of literals for which byPairs writes pairs. A solver is
// faster if it sees more in one step of propagation. A clause for each pair shows it
// everything in one step. With thousands of literals there would be too many clauses.
const pairsUpTo = 400

// atMostOne says that at most one of the literals is true.
func (f *formula) atMostOne(lits []sat.Lit, by exclusion) error {
	if by == byLadder || len(lits) > pairsUpTo {
		f.AtMostOne(lits)
		return f.check()
	}
	for i, l := range lits {
		for _, other := range lits[:i] {
			f.Add(l.Not(), other.Not())
		}
		if err := f.check(); err != nil {
			return err
		}
	}
	return f.check()
}

// exactlyOne says that one of the literals is true and no other.
func (f *formula) exactlyOne(lits []sat.Lit, by exclusion) error {
	if by == byLadder { // to say exactly one, a ladder needs one clause less
		f.ExactlyOne(lits)
		return f.check()
	}
	f.Add(lits...)
	return f.atMostOne(lits, by)
}

// nameLadder gives names to the variables that a ladder over places of one number has made,
// from first on. Each says that the number is on one of the first cells.
func (f *formula) nameLadder(first int, places []sat.Lit) {
	f.NameVars(sat.Lit(first), f.Vars()-first+1, func(i int) string { return f.NameOf(places[i]) + " or before" })
}
