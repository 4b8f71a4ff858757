package cluster

import (
	"iter"
	"strings"
)

// Compare compares late outcomes with the outcomes of a ledger. The error is a
// [ContradictionError] if they cannot all be right. It serves for outcomes with the verdict
// [Forgotten]. Time is O(ledger · depth), however many outcomes are late; memory is that of
// states of the cubes inside theirs.
func Compare(ledger iter.Seq[Outcome], late ...Outcome) error {
	known := make(map[string]*State)
	for _, o := range late {
		known[o.Path] = New()
	}
	for l := range ledger {
		for around := l.Path; ; {
			if s := known[around]; s != nil {
				if err := s.compare(around, l); err != nil {
					return err
				}
			}
			if around == "" {
				break
			}
			around = around[:max(0, strings.LastIndexByte(around, '.'))]
		}
	}
	for _, o := range late {
		if err := known[o.Path].compare(o.Path, o); err != nil {
			return err
		}
	}
	return nil
}

// compare gives an outcome to the state of the cube around it.
func (s *State) compare(around string, o Outcome) error {
	path := o.Path
	if around != "" {
		o.Path = strings.TrimPrefix(o.Path[len(around):], ".")
	}
	_, err := s.Answer(o)
	if wrong, ok := err.(*ContradictionError); ok {
		return &ContradictionError{path, wrong.Detail}
	}
	return err
}
