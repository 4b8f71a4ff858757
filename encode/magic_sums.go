package encode

import (
	"fmt"
	"maps"
	"slices"

	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
)

// lineSums is a magic board as amounts, and joints that say what two or three of them have together. Of a
// line with more terms, two make a new amount until three are left. Lines share amounts. An amount that
// more lines could share is made first.
type lineSums struct {
	*magicDomains
	amounts     []amount     // first the cells, in their order
	whole, made []joint      // of the lines, and of what two amounts make
	at          map[pair]int // the amount that a pair makes
	sharing     map[pair]int // how many lines have two terms
	run         *meter.Run
	tries       int // pairs of values that amounts were made of
}

// amount is the number on a cell, a sum or a product of two others, or the sum of the lines with Any.
type amount struct {
	name   string
	means  string
	values []int // ascending
}

// signed is an amount or its negative.
type signed struct {
	amount int
	minus  bool
}

// pair is two amounts, the first with the smaller index, that make a third one: a product, or a sum,
// or what the first has more than the second.
type pair struct {
	a, b           int
	product, minus bool
}

// joint says that the parts add up to a sum, or that the product of two is the third.
type joint struct {
	name    string
	parts   []signed
	sum     int
	product bool
}

// sums returns the amounts and the joints of the board. Values that no joint allows are cut.
func (m *magicDomains) sums(run *meter.Run) (*lineSums, error) {
	lines := shorterLines(m.p)
	s := &lineSums{magicDomains: m, whole: make([]joint, len(lines)), at: map[pair]int{}, sharing: map[pair]int{}, run: run}
	for c, domain := range m.domains {
		s.amounts = append(s.amounts, amount{name: m.p.Board().Name(c), values: slices.Clone(domain)})
	}
	common, named := -1, make(map[string]int)
	for i := range lines {
		l, j := &lines[i], &s.whole[i]
		named[l.Rule]++
		j.name = fmt.Sprint(l.Rule, named[l.Rule])
		if l.Any && common < 0 {
			common = len(s.amounts)
			values, err := m.commonValues(l)
			if err != nil {
				return nil, err
			}
			s.amounts = append(s.amounts, amount{name: "sum", means: "that of the lines", values: values})
		}
		if err := s.terms(l, j, common); err != nil {
			return nil, err
		}
		for b := range j.parts {
			for a := range b {
				s.sharing[pairIn(j.parts[a], j.parts[b])]++
			}
		}
	}
	for i := range lines {
		if err := s.join(&s.whole[i]); err != nil {
			return nil, err
		}
	}
	return s, s.cut()
}

// commonValues returns the values of the sum that lines share.
func (m *magicDomains) commonValues(l *puzzle.Line) (values []int, err error) {
	if !m.possible(l) {
		return nil, nil
	}
	common := m.sumOf(l)
	if common.high-common.low > maxRange {
		return nil, write.TooLarge("sum with values from %d to %d", common.low, common.high)
	}
	for v := common.low; v <= common.high; v++ {
		values = append(values, v)
	}
	return values, nil
}

// terms makes the terms of a line the parts of its joint. Cells that have one number are taken off the
// sum.
func (s *lineSums) terms(l *puzzle.Line, j *joint, common int) error {
	if !l.Any {
		j.sum = l.Sum
	} else {
		j.parts = append(j.parts, signed{common, true})
	}
	for _, t := range l.Terms {
		whole := signed{amount: t.Cells[0]}
		for _, c := range t.Cells[1:] {
			var err error
			if whole, err = s.make(whole, signed{amount: c}, true); err != nil {
				return err
			}
		}
		whole.minus = t.Minus
		if values := s.amounts[whole.amount].values; len(values) == 1 {
			j.sum -= whole.of(values[0])
		} else {
			j.parts = append(j.parts, whole)
		}
	}
	return nil
}

// join makes new amounts of the parts of a line until three are left.
func (s *lineSums) join(j *joint) error {
	for {
		parts := j.parts
		if len(parts) <= 3 {
			return nil
		}
		first, second, most := 0, 1, 0
		for b := range parts {
			for a := range b {
				if n := s.sharing[pairIn(parts[a], parts[b])]; n > most {
					first, second, most = a, b, n
				}
			}
		}
		whole, err := s.make(parts[first], parts[second], false)
		if err != nil {
			return err
		}
		parts = slices.Delete(slices.Delete(parts, second, second+1), first, first+1)
		j.parts = append(parts, whole)
	}
}

func pairIn(a, b signed) pair {
	if a.amount > b.amount {
		a, b = b, a
	}
	return pair{a: a.amount, b: b.amount, minus: a.minus != b.minus}
}

// make returns what two amounts make.
func (s *lineSums) make(a, b signed, product bool) (signed, error) {
	if a.amount > b.amount {
		a, b = b, a
	}
	of := pairIn(a, b)
	of.product = product
	negative := a.minus
	at, found := s.at[of]
	if !found {
		at = len(s.amounts)
		s.at[of] = at
		sign := "+"
		if of.minus {
			sign = "-"
		}
		if of.product {
			sign = "*"
		}
		name := fmt.Sprint("s", len(s.at))
		j := joint{"is_" + name, []signed{{a.amount, false}, {b.amount, of.minus}, {at, true}}, 0, product}
		values, err := s.valuesOf(&j)
		if err != nil {
			return signed{}, err
		}
		s.amounts = append(s.amounts, amount{name, fmt.Sprint(s.amounts[a.amount].name, sign, s.amounts[b.amount].name), values})
		s.made = append(s.made, j)
	}
	return signed{at, negative}, nil
}

// valuesOf returns what the first two amounts of a joint can make.
func (s *lineSums) valuesOf(j *joint) ([]int, error) {
	a, b := s.amounts[j.parts[0].amount].values, s.amounts[j.parts[1].amount].values
	if s.tries += len(a) * len(b); s.tries > write.MaxElements {
		return nil, write.TooLarge("exact cover of more than %d elements", write.MaxElements)
	}
	met := make(map[int]bool)
	for _, v := range a {
		if err := s.run.Err(); err != nil {
			return nil, err
		}
		for _, w := range b {
			met[j.with(j.with(0, 0, v), 1, w)] = true
		}
	}
	return slices.Sorted(maps.Keys(met)), nil
}

// joints returns those of the lines, then the others.
func (s *lineSums) joints() []joint { return slices.Concat(s.whole, s.made) }

func (p signed) of(v int) int {
	if p.minus {
		return -v
	}
	return v
}

// with returns what the parts up to the i-th make, where those before it make so much.
func (j *joint) with(before, i, v int) int {
	if j.product && i == 1 {
		return before * v
	}
	return before + j.parts[i].of(v)
}

// each calls take with the values of the parts of a joint that go together.
func (s *lineSums) each(j *joint, take func(values []int) error) error {
	values := make([]int, len(j.parts))
	var fill func(i, sum int) error
	fill = func(i, sum int) error {
		if i == len(values) {
			if sum == j.sum {
				return take(values)
			}
			return nil
		}
		all := s.amounts[j.parts[i].amount].values
		if i == len(values)-1 {
			v := j.parts[i].of(j.sum - sum)
			at, found := slices.BinarySearch(all, v)
			if !found {
				return nil
			}
			all = all[at : at+1]
		}
		for _, v := range all {
			if values[i] = v; s.tooOften(j, values[:i+1]) {
				continue
			}
			if err := fill(i+1, j.with(sum, i, v)); err != nil {
				return err
			}
		}
		return s.run.Err()
	}
	return fill(0, 0)
}

// tooOften reports whether the last of some values is a number that stands on too many cells.
func (s *lineSums) tooOften(j *joint, values []int) bool {
	last, cells := len(values)-1, len(s.domains)
	if j.parts[last].amount >= cells {
		return false
	}
	times := 0
	for i, v := range values {
		if v == values[last] && j.parts[i].amount < cells {
			times++
		}
	}
	return times > 1 && times > s.p.Uses(values[last])
}

// cut takes from each amount the values that some joint does not have, until none has any. It returns an
// error if the options would be too many.
func (s *lineSums) cut() error {
	for changed := true; changed; {
		changed = false
		elements := 0
		for _, j := range s.joints() {
			tries := 1 + len(j.parts)
			for _, p := range j.parts[:max(len(j.parts)-1, 0)] {
				tries *= max(len(s.amounts[p.amount].values), 1)
			}
			if elements += tries; elements > write.MaxElements {
				return write.TooLarge("exact cover of more than %d elements", write.MaxElements)
			}
			has := make([]map[int]bool, len(j.parts))
			for p := range has {
				has[p] = make(map[int]bool)
			}
			err := s.each(&j, func(values []int) error {
				for p, v := range values {
					has[p][v] = true
				}
				return nil
			})
			if err != nil {
				return err
			}
			for p, part := range j.parts {
				a := &s.amounts[part.amount]
				if len(has[p]) < len(a.values) {
					a.values, changed = slices.DeleteFunc(a.values, func(v int) bool { return !has[p][v] }), true
				}
			}
		}
	}
	return nil
}
