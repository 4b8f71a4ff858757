package magic

import (
	"math/bits"
)

// propagate places what is forced and removes numbers from domains until no rule
// applies. It returns false for a state without fillings. When the search is to end, it
// returns false and the error.
//
// Each rule removes only numbers that a cell has in no filling, and its comment says why.
// The tests check every rule against this promise alone.
func (s *state) propagate() (bool, error) {
	for {
		for l := s.pop(); l >= 0; l = s.pop() {
			if err := s.r.Err(); err != nil {
				return false, err
			}
			if s.applyRules(l) {
				continue
			}
			if err := s.r.Err(); err != nil { // a rule that takes long ends early
				return false, err
			}
			s.fail(whyLine, l)
			return false, nil
		}
		before := len(s.placed)
		if !s.singles() {
			return false, nil
		}
		if len(s.placed) == before {
			return true, nil
		}
	}
}

// pop takes the touched line with fewest open cells. It returns −1 if no line is touched. Such a
// line takes the least time and excludes the most numbers.
func (s *state) pop() int32 {
	touched := uint64(0)
	for _, word := range s.dirty {
		touched |= word
	}
	if touched == 0 {
		return -1
	}
	if !fewestCells.On() {
		l := s.dirty.first()
		s.dirty.remove(l)
		return l
	}
	for _, lines := range s.withOpen {
		for w, word := range s.dirty {
			if word &= lines[w]; word != 0 {
				s.dirty[w] &^= word & -word
				return int32(64*w + bits.TrailingZeros64(word))
			}
		}
	}
	return -1
}

// applyRules applies the rules of a line. It returns false when the line cannot be
// filled.
func (s *state) applyRules(l int32) bool {
	line := &s.lines[l]
	if line.general {
		return s.look(l)
	}
	s.cells = line.cells[:line.open]
	ok := false
	switch len(s.cells) {
	case 0:
		ok = line.rest == 0
	case 1:
		ok = s.ruleOfOne(l)
	case 2:
		s.fillSets()
		ok = s.ruleOfTwo(line.rest)
	case 3:
		ok = s.ruleOfAnyThree(line.rest)
	default:
		s.fillSets()
		return s.ruleOfBounds(line.rest)
	}
	s.dirty.remove(l) // the rules of so few cells find all that they can at once
	return ok
}

// ruleOfOne is the rule of a line with one open cell. It places the number that is left.
func (s *state) ruleOfOne(l int32) bool {
	c, v := s.cells[0], s.lines[l].rest
	if v < 0 || v >= len(s.value) || !s.has(c, int32(v)) {
		return false
	}
	s.force(c, int32(v), reason{whyLast, l})
	return true
}

// ruleOfAnyThree is the rule of a line with three open cells. All of its forms cut the same. Those for one
// and two words are faster.
func (s *state) ruleOfAnyThree(sum int) bool {
	switch {
	case s.words == 1 && threeInOneWord.On():
		return s.ruleOfThreeWord(sum)
	case s.words == 2 && threeInTwoWords.On():
		return s.ruleOfThreePair(sum)
	}
	s.fillSets()
	return s.ruleOfThree(sum)
}

// fillSets makes the sets those of the numbers that the cells of the line may have.
func (s *state) fillSets() {
	for i, c := range s.cells {
		set := s.set(i)
		for w, word := range s.domain(c) {
			set[w] = word & s.free[w]
		}
	}
}

func (s *state) set(i int) []uint64 { return s.sets[i*s.words:][:s.words] }
