package cluster

import (
	"iter"
	"strings"
)

// Compare compares an outcome with the outcomes of a ledger. The error is a
// [ContradictionError] if they cannot both be right. It serves for outcomes with the verdict
// [Forgotten]. Time is O(ledger); memory is that of a state of the cubes inside this one.
func Compare(ledger iter.Seq[Outcome], o Outcome) error {
	s := New()
	for l := range ledger {
		below, ok := inside(l.Path, o.Path)
		if !ok {
			continue
		}
		l.Path = below
		if _, err := s.Answer(l); err != nil {
			return err
		}
	}
	path := o.Path
	o.Path = ""
	_, err := s.Answer(o)
	if wrong, ok := err.(*ContradictionError); ok {
		return &ContradictionError{path, wrong.Detail}
	}
	return err
}

// inside returns the path of a cube relative to a cube around it.
func inside(path, around string) (below string, ok bool) {
	if around == "" || path == around {
		return strings.TrimPrefix(path, around), true
	}
	return strings.CutPrefix(path, around+".")
}
