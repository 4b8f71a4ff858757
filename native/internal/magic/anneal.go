package magic

import (
	"math"
	"math/rand/v2"
	"slices"

	"crosscut/meter"
	"crosscut/puzzle"
)

// Filling a board by exchanges. All free numbers are put on the open cells at random. Then two
// cells exchange their numbers, again and again, until every line has its sum. An exchange
// that makes the sums worse is taken with a probability that falls with the temperature
// (Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", Science 220, 1983).
//
// An exchange is between two numbers that are close. Most of those between other numbers
// are refused when the sums are nearly right.
//
// It applies to boards with many fillings, where the search by guesses is often unlucky: a
// choice near the root excludes all fillings, and the sums show this only near the leaves.
// Boards with few fillings gain nothing. So both searches run (exchanges.go), and the caller
// gets the fillings that come first.

// annealing fills a board by exchanges.
type annealing struct {
	value []int32 // per cell its number, also of the cells that do not change
	cells []int32 // the open cells, by ascending numbers
	lines [][]int32
	wrong []int // per line, by how much its sum is too large
	cost  int   // the sum of their absolute values
	least int   // the least cost of the second half of this round

	nearest []int32 // the board with the least cost: hints for the search by guesses

	random      *rand.PCG
	exponential [1 << 10]float64 // a sample of the exponential distribution

	rounds                  int
	step, steps             int     // of this round
	temperature, coolFactor float64 // of this round
	reach                   uint64  // how many ranks apart the cells of an exchange are at most
}

// newAnnealing prepares a board for exchanges. s has propagated and has open cells.
func newAnnealing(s *state) *annealing {
	a := &annealing{value: slices.Clone(s.value), cells: slices.Clone(s.open[:s.size]), lines: s.linesOf, random: rand.NewPCG(1, 0)}
	slices.Sort(a.cells)
	var free []int32
	for v := range int32(len(s.value)) {
		if s.free[v/64]>>(v%64)&1 != 0 {
			free = append(free, v)
		}
	}
	rand.New(a.random).Shuffle(len(a.cells), func(i, j int) { a.cells[i], a.cells[j] = a.cells[j], a.cells[i] })
	for i, c := range a.cells {
		a.value[c] = free[i]
	}
	for _, line := range s.lines {
		wrong := -line.rest
		for _, c := range line.cells {
			if s.value[c] < 0 {
				wrong += int(a.value[c])
			}
		}
		a.wrong = append(a.wrong, wrong)
		a.cost += max(wrong, -wrong)
	}
	for i := range a.exponential {
		a.exponential[i] = -math.Log((float64(i) + 0.5) / float64(len(a.exponential)))
	}
	a.nearest = slices.Clone(a.value)
	a.begin()
	return a
}

// begin begins a round. It goes on from the numbers at hand, since it starts hot.
func (a *annealing) begin() {
	a.rounds++
	a.least = math.MaxInt
	a.step, a.steps = 0, 4*exchangesAtOnce<<min(math.Ilogb(float64(a.rounds)), 8)
	a.temperature = hottest
	a.coolFactor = math.Pow(0.1, coolEvery/float64(a.steps))
	a.setReach()
}

// setReach follows the temperature.
func (a *annealing) setReach() {
	a.reach = uint64(min(float64(len(a.cells)-1), 1+a.temperature))
}

// run tries so many exchanges. It reports whether the board is filled.
func (a *annealing) run(r *meter.Run, exchanges int64) (bool, error) {
	for ; exchanges > 0; exchanges -= coolEvery {
		if err := r.Err(); err != nil {
			return false, err
		}
		for range coolEvery {
			if a.exchange(); a.cost == 0 {
				return true, nil
			}
		}
		if a.step += coolEvery; a.step >= a.steps {
			a.begin()
			continue
		}
		a.temperature *= a.coolFactor
		a.setReach()
	}
	return false, nil
}

func (a *annealing) exchange() {
	bits := a.random.Uint64()
	low := bits >> 37 * uint64(len(a.cells)) >> 27
	high := low + 1 + bits<<27>>37*a.reach>>27
	if high >= uint64(len(a.cells)) {
		return
	}
	c, d := a.cells[low], a.cells[high]
	more := int(a.value[d] - a.value[c])
	worse := a.add(c, more) + a.add(d, -more)
	if worse <= 0 || float64(worse) < a.temperature*a.exponential[bits%uint64(len(a.exponential))] {
		a.value[c], a.value[d] = a.value[d], a.value[c]
		a.cells[low], a.cells[high] = d, c
		if a.cost += worse; a.cost < a.least && a.step > a.steps/2 {
			a.least = a.cost
			copy(a.nearest, a.value)
		}
		return
	}
	for _, l := range a.lines[c] {
		a.wrong[l] -= more
	}
	for _, l := range a.lines[d] {
		a.wrong[l] += more
	}
}

// add adds to the sums of the lines of c. It returns by how much more they are wrong together.
func (a *annealing) add(c int32, more int) (worse int) {
	for _, l := range a.lines[c] {
		before := a.wrong[l]
		now := before + more
		a.wrong[l] = now
		worse += max(now, -now) - max(before, -before)
	}
	return worse
}

// filling returns the numbers of the puzzle.
func (a *annealing) filling(low int) puzzle.Solution {
	board := make(puzzle.Solution, len(a.value))
	for c, v := range a.value {
		board[c] = int(v) + low
	}
	return board
}
