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
	values []int
	used   [][]bool
	count  int
	tried  int
}

func (f *slowFillings) fill(i, rest int) {
	for k, ok := range f.may[i] {
		last := i == len(f.may)-1
		if !ok || slices.Contains(f.values[:i], k) || k > rest || last && k != rest {
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

// TestFillingsAreThoseOfTheDefinition compares counts, budgets and used numbers with a plain
// search, for boards with up to 64 numbers and above.
func TestFillingsAreThoseOfTheDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 800 {
		size := []int{9, 25, 36, 64, 81, 144}[rng.IntN(6)]
		cells := 1 + rng.IntN(3)
		slow := &slowFillings{values: make([]int, cells)}
		s := &magicState{size: size, may: make([]bool, size*cells)}
		var open []int
		for c := range cells {
			for k := range size {
				s.may[c*size+k] = rng.IntN(3) > 0
			}
			slow.may = append(slow.may, s.may[c*size:(c+1)*size])
			slow.used = append(slow.used, make([]bool, size))
			open = append(open, c)
		}
		rest := rng.IntN(cells*size+10) - 5
		slow.fill(0, rest)
		fast := s.lineFillings(open)
		ok := fast.fill(0, rest)
		assert.Equal(t, slow.tried <= fillingBudget, ok)
		if !ok {
			continue
		}
		assert.Equal(t, slow.count, fast.count)
		assert.Equal(t, fillingBudget-slow.tried, fast.budget)
		for c := range cells {
			for k := range size {
				assert.Equal(t, slow.used[c][k], fast.used[c].has(k))
			}
		}
	}
}
