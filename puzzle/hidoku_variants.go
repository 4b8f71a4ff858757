package puzzle

import "slices"

// The rules of a Hidoku beyond those of Hidato, Numbrix and Rikudo.

// checkVariant judges the rules beyond those of a plain Hidoku. at has the cell of each
// number less 1, or -1 on a partial board.
func (p *Hidoku) checkVariant(s Solution, at []int) error {
	n := len(s)
	if c, d := at[0], at[n-1]; p.rules.Closed && c >= 0 && d >= 0 && !slices.Contains(p.neighbours[c], d) {
		return violation(RuleClosed, d, "%d on %s and 1 on %s do not touch", n, p.board.Name(d), p.board.Name(c))
	}
	for _, pair := range p.rules.Links {
		if c, d := pair[0], pair[1]; s[c] != Empty && s[d] != Empty && !p.consecutive(s[c], s[d]) {
			return violation(RuleLink, d, "%s is linked, with %d and %d", p.pairName(c, d), s[c], s[d])
		}
	}
	for _, pair := range p.rules.Unlinked {
		if c, d := pair[0], pair[1]; s[c] != Empty && s[d] != Empty && p.consecutive(s[c], s[d]) {
			return violation(RuleUnlinked, d, "%s is unlinked, with %d and %d", p.pairName(c, d), s[c], s[d])
		}
	}
	last := -1 // the last cell of the order that has a number
	for _, c := range p.rules.Order {
		if s[c] == Empty {
			continue
		}
		if last >= 0 && s[last] > s[c] {
			return violation(RuleOrder, c, "%d on %s comes after %d on %s", s[last], p.board.Name(last), s[c], p.board.Name(c))
		}
		last = c
	}
	return nil
}

// consecutive reports whether two numbers follow each other on the path.
func (p *Hidoku) consecutive(k, j int) bool {
	difference := max(k-j, j-k)
	return difference == 1 || p.rules.Closed && difference == p.board.Len()-1 && difference > 0
}
