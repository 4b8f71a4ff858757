package encode

import (
	"slices"

	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
)

// A magic board of sums as a formula for searches. The families of clauses are those of magic_cnf.go without those of lines, and
//
//	cut          a number is not on a cell where some joint excludes it
//	joint lower  the amounts of a joint are not too much together
//	joint upper  they are not too little
//
// Amounts and joints are those of the exact cover: see magic_sums.go. Lines share amounts, there are shorter lines on some
// boards, and a joint of three amounts needs no sum of two. A certificate has the lines of the board, which each clause
// follows from.

// writeMagicJoints returns p as a formula for searches, nil if a line is not a sum or there would be too many joints.
func writeMagicJoints(run *meter.Run, p *puzzle.Magic) (*Formula, error) {
	if slices.ContainsFunc(p.Lines(), func(l puzzle.Line) bool { return !l.IsSum() }) {
		return nil, nil
	}
	m, err := cutMagicDomains(run, p)
	if err != nil {
		return nil, err
	}
	s, err := m.sums(run)
	if _, large := err.(*write.TooLargeError); large {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return m.formula(run, func(f *magicFormula) []func() error {
		return []func() error{f.cells, func() error { return f.addJoints(s) }}
	})
}

func (f *magicFormula) addJoints(s *lineSums) error {
	amounts := slices.Clone(f.ordered)
	f.Begin("cut")
	for c, domain := range f.domains {
		for i, k := range domain {
			if !slices.Contains(s.amounts[c].values, k) {
				f.Add(f.has[c][i].Not())
			}
		}
	}
	f.Begin("order")
	for _, a := range s.amounts[len(f.domains):] {
		if len(a.values) == 0 {
			f.Add()
			return nil
		}
		amounts = append(amounts, f.NewOrderInt(a.values, nil))
	}
	for _, j := range s.joints() {
		var terms []write.OrderInt
		for _, p := range j.parts {
			t := amounts[p.amount]
			if p.minus {
				t = t.Negative()
			}
			terms = append(terms, t)
		}
		if err := f.Joint("joint", j.sum, terms); err != nil {
			return err
		}
	}
	return f.Check()
}
