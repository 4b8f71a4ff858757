package encode

// The encoding "combinations" of magic boards: a variable for each set of numbers that a
// line can have. It applies to small boards and to lines with clues, because the number of
// sets grows fast: an open line of order 5 has 1,394 sets and one of order 6 has 32,134.

import (
	"slices"

	"crosscut/sat"
)

// combine says that a line has the sum. It uses a variable for each set of n different
// numbers that have the sum and can be on the line. The families of clauses have the kind
// of line and one of these words:
//
//	has     a number is on the line if it is on one of its cells
//	set     the numbers of a set that is chosen are on the line
//	chosen  some set is chosen, and for each number on the line a set that has it
func (f *magicFormula) combine(l *line) error {
	kind := string(l.kind)
	f.begin(kind + " has")
	has := make([]sat.Lit, len(f.domains))    // per number: it is on the line
	with := make([][]sat.Lit, len(f.domains)) // per number: the sets that have it
	open := f.numbersOf(l)
	for _, k := range open {
		has[k] = f.NewVar()
		var cells []sat.Lit
		for _, c := range l.cells {
			if i, found := slices.BinarySearch(f.domains[c], k); found {
				cells = append(cells, f.has[c][i])
				f.Add(f.has[c][i].Not(), has[k])
			}
		}
		f.Add(append(cells, has[k].Not())...)
	}
	f.begin(kind + " set")
	var sets []sat.Lit
	if err := f.eachSet(l, open, func(set []int) error {
		chosen := f.NewVar()
		sets = append(sets, chosen)
		for _, k := range set {
			f.Add(chosen.Not(), has[k])
			with[k] = append(with[k], chosen)
		}
		return f.check()
	}); err != nil {
		return err
	}
	f.begin(kind + " chosen")
	f.Add(sets...)
	for _, k := range open {
		f.Add(append(with[k], has[k].Not())...)
	}
	return f.check()
}

// numbersOf returns the numbers that may be on a line, ascending.
func (f *magicFormula) numbersOf(l *line) []int {
	var numbers []int
	for _, c := range l.cells {
		numbers = append(numbers, f.domains[c]...)
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// eachSet calls yield with each set of n of the numbers that has the sum. Each set has the
// numbers of those cells of the line that can have only one.
func (f *magicFormula) eachSet(l *line, numbers []int, yield func([]int) error) error {
	must := make([]bool, len(f.domains))
	for _, c := range l.cells {
		if len(f.domains[c]) == 1 {
			must[f.domains[c][0]] = true
		}
	}
	var set []int
	var extend func(from, rest int) error
	extend = func(from, rest int) error {
		missing := f.n - len(set)
		if missing == 0 {
			if rest == 0 && !slices.ContainsFunc(numbers[from:], func(k int) bool { return must[k] }) {
				return yield(set)
			}
			return nil
		}
		for i := from; i+missing <= len(numbers); i++ {
			k := numbers[i]
			if k*missing > rest {
				break
			}
			if most := numbers[len(numbers)-1]; k+(missing-1)*most >= rest {
				set = append(set, k)
				err := extend(i+1, rest-k)
				set = set[:len(set)-1]
				if err != nil {
					return err
				}
			}
			if must[k] {
				break
			}
		}
		return f.run.Err()
	}
	return extend(0, f.sum)
}
