package human

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

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
