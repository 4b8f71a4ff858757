package puzzle

// CheckPartial judges a board that may have open cells, with the value [Empty]. It returns
// a *Violation if the values break a rule, whatever the open cells hold, and otherwise nil.
//
// It looks at each rule alone: nil does not mean that the board can be completed. A stone
// on fewer cells than it has breaks no rule. For a puzzle type of another package only the
// length is judged.
func CheckPartial(p Puzzle, s Solution) error {
	if err := Validate(p); err != nil {
		return violation(RuleLength, -1, "%v", err)
	}
	if m, own := asMember(p); own {
		return m.check(s, true)
	}
	return checkLength(p.Board(), s)
}
