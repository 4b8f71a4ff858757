package human

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// openLines returns the open cells of each row, column and diagonal that counts, and the sum
// that they lack.
func (s *magicState) openLines() (open [][]int, rest []int) {
	n := s.puzzle.Board().Width()
	var lines [][]int
	for i := range n {
		var row, col []int
		for j := range n {
			row, col = append(row, i*n+j), append(col, j*n+i)
		}
		lines = append(lines, row, col)
	}
	if !s.puzzle.Rules().NoDiagonals {
		var falling, rising []int
		for i := range n {
			falling, rising = append(falling, i*n+i), append(rising, i*n+n-1-i)
		}
		lines = append(lines, falling, rising)
	}
	for _, cells := range lines {
		sum, left := s.puzzle.Sum(), []int(nil)
		for _, c := range cells {
			if s.numberOn[c] < 0 {
				left = append(left, c)
			} else {
				sum -= s.values[s.numberOn[c]]
			}
		}
		open, rest = append(open, left), append(rest, sum)
	}
	return open, rest
}

// candidatesOn returns the numbers that a cell may have.
func (s *magicState) candidatesOn(c int) (numbers []int) {
	for v, k := range s.values {
		if s.may[c*len(s.values)+v] {
			numbers = append(numbers, k)
		}
	}
	return numbers
}

// lastCellApplies: a line has one open cell.
func lastCellApplies(s *magicState) bool {
	lines, _ := s.openLines()
	return slices.ContainsFunc(lines, func(open []int) bool { return len(open) == 1 })
}

// onlyNumberApplies: an open cell has one candidate.
func onlyNumberApplies(s *magicState) bool {
	for c, k := range s.numberOn {
		if k < 0 && len(s.candidatesOn(c)) == 1 {
			return true
		}
	}
	return false
}

// onlyCellOfMagicApplies: a missing number has one candidate.
func onlyCellOfMagicApplies(s *magicState) bool {
	for v, left := range s.left {
		cells := 0
		for d := range s.numberOn {
			if s.may[d*len(s.values)+v] {
				cells++
			}
		}
		if left > 0 && cells == 1 {
			return true
		}
	}
	return false
}

// fillingsOf returns all ways to put different candidates with a sum on cells.
func (s *magicState) fillingsOf(cells []int, sum int, before []int) (all [][]int) {
	if len(cells) == 0 {
		if sum == 0 {
			all = append(all, slices.Clone(before))
		}
		return all
	}
	for _, k := range s.candidatesOn(cells[0]) {
		if !slices.Contains(before, k) {
			all = append(all, s.fillingsOf(cells[1:], sum-k, append(before, k))...)
		}
	}
	return all
}

// fillingsApply: some line has that many open cells, and no filling of it has a candidate.
func fillingsApply(s *magicState, smallest, largest int) bool {
	lines, rest := s.openLines()
	for l, open := range lines {
		if len(open) < smallest || len(open) > largest {
			continue
		}
		used := map[[2]int]bool{}
		for _, filling := range s.fillingsOf(open, rest[l], nil) {
			for i, k := range filling {
				used[[2]int{i, k}] = true
			}
		}
		for i, c := range open {
			if slices.ContainsFunc(s.candidatesOn(c), func(k int) bool { return !used[[2]int{i, k}] }) {
				return true
			}
		}
	}
	return false
}

// boundsWithout returns the least and the most that the open cells of a line without c can have.
// They have at least the sum of their least candidates, and at least the sum of as many
// different candidates of any of them.
func (s *magicState) boundsWithout(open []int, c int) (least, most int) {
	var all []int // the candidates of the other cells
	others := 0
	for _, d := range open {
		if d != c {
			numbers := s.candidatesOn(d)
			least, most, others = least+slices.Min(numbers), most+slices.Max(numbers), others+1
			all = append(all, numbers...)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	leastOfAny, mostOfAny := 0, 0
	for i := range others {
		leastOfAny, mostOfAny = leastOfAny+all[i], mostOfAny+all[len(all)-1-i]
	}
	return max(least, leastOfAny), min(most, mostOfAny)
}

// lineSumApplies: with a candidate on a cell of a line, the least that the other cells can
// have is too much, or the most is too little.
func lineSumApplies(s *magicState) bool {
	lines, rest := s.openLines()
	for l, open := range lines {
		for _, c := range open {
			least, most := s.boundsWithout(open, c)
			if slices.ContainsFunc(s.candidatesOn(c), func(k int) bool { return k+least > rest[l] || k+most < rest[l] }) {
				return true
			}
		}
	}
	return false
}

func TestMagicTechniquesApplyWhereTheyShould(t *testing.T) {
	puzzles := larger(t, puzzle.FamilyMagic, 30, func(rng *rand.Rand) puzzle.Puzzle {
		p := puzzletest.BlankMagic(t, 3, rng.IntN(5), rng.IntN(2) == 0)
		all := puzzletest.Brute(p)
		s, clues := all[rng.IntN(len(all))], slices.Clone(p.Clues())
		for c, k := range s {
			if rng.IntN(5) == 0 {
				clues[c] = k
			}
		}
		q, err := p.WithClues(clues)
		require.NoError(t, err)
		return q
	})
	requireTechniques(t, puzzles, map[Technique]definition[*magicState]{
		byLastCell: lastCellApplies, byOnlyNumber: onlyNumberApplies, byOnlyCell: onlyCellOfMagicApplies, byLineSum: lineSumApplies,
		byTwoCells:    func(s *magicState) bool { return fillingsApply(s, 2, 2) },
		byThreeCells:  func(s *magicState) bool { return fillingsApply(s, 3, 3) },
		byCombination: func(s *magicState) bool { return fillingsApply(s, 4, s.puzzle.Board().Width()) },
	}, func(s *magicState) *magicState { return s })
}

// slowFillings is the definition of lineFillings: it tries every number on every cell.
type slowFillings struct {
	may    [][]bool
	most   int // how often each number may be used
	values []int
	used   [][]bool
	count  int
	tried  int
}

func (f *slowFillings) fill(i, rest int) {
	for k, ok := range f.may[i] {
		last, times := i == len(f.may)-1, 0
		for _, before := range f.values[:i] {
			if before == k {
				times++
			}
		}
		if !ok || times == f.most || k > rest || last && k != rest {
			continue
		}
		f.tried++
		if f.values[i] = k; !last {
			f.fill(i+1, rest-k)
			continue
		}
		f.count++
		for j, v := range f.values {
			f.used[j][v] = true
		}
	}
}

// TestFillingsAreThoseOfTheDefinition compares counts and used numbers with a plain search. The
// numbers that a bound leaves out are no tries, so the budget lasts as long at least.
func TestFillingsAreThoseOfTheDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 800 {
		size := []int{9, 25, 36, 64, 81, 144}[rng.IntN(6)]
		cells := 1 + rng.IntN(3)
		slow := &slowFillings{values: make([]int, cells), most: 1 + rng.IntN(2)}
		s := &magicState{exact: true, left: slices.Repeat([]int{slow.most}, size), may: make([]bool, size*cells), numbersLeft: make([]int, cells), numberOn: slices.Repeat([]int{-1}, cells), inRow: size <= 64}
		l := line{adds: true}
		for k := range size {
			s.values = append(s.values, k)
		}
		for c := range cells {
			s.may[c*size+rng.IntN(size)] = true
			for k := range size {
				if s.may[c*size+k] = s.may[c*size+k] || rng.IntN(3) > 0; s.may[c*size+k] {
					s.numbersLeft[c]++
				}
			}
			slow.may = append(slow.may, s.may[c*size:(c+1)*size])
			slow.used = append(slow.used, make([]bool, size))
			l.cells = append(l.cells, c)
		}
		sum := rng.IntN(cells*size+10) - 5
		slow.fill(0, sum)
		fast := s.fillingsOfLine(&l, sum)
		if ok := fast.fill(0, fast.rest); !ok {
			assert.Greater(t, slow.tried, fillingBudget)
			continue
		}
		if fast.unmet > 0 { // otherwise it stopped
			assert.Equal(t, slow.count, fast.count)
		}
		for c := range cells {
			for _, k := range fast.numbers[c] {
				assert.Equal(t, slow.used[c][k], fast.met[c].has(k))
			}
		}
	}
}
