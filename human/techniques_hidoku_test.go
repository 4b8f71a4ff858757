package human

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// free returns the cells without a number.
func (s *hidokuState) free() (cells []int) {
	for c, k := range s.numberOn {
		if k < 0 {
			cells = append(cells, c)
		}
	}
	return cells
}

// missingNumbers returns the numbers without a cell.
func (s *hidokuState) missingNumbers() (numbers []int) {
	for k, c := range s.cellOf {
		if c < 0 {
			numbers = append(numbers, k)
		}
	}
	return numbers
}

// component returns the cells of a set that are connected with one of them.
func (s *hidokuState) component(c int, set []int) []int {
	met := []int{c}
	for i := 0; i < len(met); i++ {
		for _, d := range set {
			if s.touch(met[i], d) && !slices.Contains(met, d) {
				met = append(met, d)
			}
		}
	}
	return met
}

// components returns a set of cells, cut into its connected parts.
func (s *hidokuState) components(set []int) (parts [][]int) {
	for len(set) > 0 {
		part := s.component(set[0], set)
		parts = append(parts, part)
		set = slices.DeleteFunc(slices.Clone(set), func(c int) bool { return slices.Contains(part, c) })
	}
	return parts
}

// touchApplies: for a missing number, one free cell touches all its placed neighbours.
func touchApplies(s *hidokuState) bool {
	for _, k := range s.missingNumbers() {
		_, beside := s.besideNumber(k)
		fitting := 0
		for _, c := range s.free() {
			if !slices.ContainsFunc(beside, func(d int) bool { return !s.touch(c, d) }) {
				fitting++
			}
		}
		if len(beside) > 0 && fitting == 1 {
			return true
		}
	}
	return false
}

// besideNumber returns how many of k−1 and k+1 exist, and the cells of those placed.
func (s *hidokuState) besideNumber(k int) (exist int, cells []int) {
	for _, j := range []int{k - 1, k + 1} {
		if j < 0 || j >= s.n {
			continue
		}
		exist++
		if s.cellOf[j] >= 0 {
			cells = append(cells, s.cellOf[j])
		}
	}
	return exist, cells
}

// hemmedApplies: a free cell touches no free cell, and only one missing number has all its
// neighbours placed beside it.
func hemmedApplies(s *hidokuState) bool {
	for _, c := range s.free() {
		if len(s.component(c, s.free())) > 1 {
			continue
		}
		fitting := 0
		for _, k := range s.missingNumbers() {
			exist, beside := s.besideNumber(k)
			if len(beside) == exist && !slices.ContainsFunc(beside, func(d int) bool { return !s.touch(c, d) }) {
				fitting++
			}
		}
		if fitting == 1 {
			return true
		}
	}
	return false
}

// candidates returns how many cells are left for k.
func (s *hidokuState) countCells(k int) (count int) {
	for c := range s.n {
		if s.may(k, c) {
			count++
		}
	}
	return count
}

// onlyCellApplies: a missing number has one candidate.
func onlyCellApplies(s *hidokuState) bool {
	return slices.ContainsFunc(s.missingNumbers(), func(k int) bool { return s.countCells(k) == 1 })
}

// reachCellApplies: a free cell has one candidate, and no missing number has only one.
func reachCellApplies(s *hidokuState) bool {
	return !onlyCellApplies(s) && slices.ContainsFunc(s.free(), func(c int) bool {
		count := 0
		for k := range s.n {
			if s.may(k, c) {
				count++
			}
		}
		return count == 1
	})
}

// waysOver returns all ways of a gap from a cell on, and how many steps it takes to list
// them. A way is the list of the cells of the numbers from first on in a direction.
func (s *hidokuState) waysOver(first, direction, last, cell int, way []int) (ways [][]int, steps int) {
	if len(way) == last {
		end := first + direction*last
		if end < 0 || end >= s.n || s.touch(cell, s.cellOf[end]) {
			return [][]int{slices.Clone(way)}, 0
		}
		return nil, 0
	}
	for _, c := range s.free() {
		if k := first + direction*len(way); s.touch(cell, c) && s.may(k, c) && !slices.Contains(way, c) {
			more, n := s.waysOver(first, direction, last, c, append(way, c))
			ways, steps = append(ways, more...), steps+1+n
		}
	}
	return ways, steps
}

// bridgeApplies: a candidate is on no way over a gap, or all ways use a cell on which another
// number has a candidate. Over a gap with too many ways, some candidate is not beside one for
// the number before and another one for the number after.
func bridgeApplies(s *hidokuState, short bool) bool {
	for _, g := range s.gaps() {
		size := g.to - g.from - 1
		if (size <= 3) != short || g.from < 0 && g.to == s.n {
			continue
		}
		first, direction := g.from+1, 1
		if g.from < 0 {
			first, direction = g.to-1, -1
		}
		ways, steps := s.waysOver(first, direction, size, s.cellOf[first-direction], nil)
		if len(ways) <= mostWays && steps <= bridgeBudget {
			if s.waysExclude(ways, first, direction) {
				return true
			}
			continue
		}
		for k := g.from + 1; k < g.to; k++ {
			for _, c := range s.free() {
				if s.may(k, c) && !s.fitsBetween(k, s.neighbours[c]) {
					return true
				}
			}
		}
	}
	return false
}

// waysExclude reports whether the ways over a gap exclude a candidate.
func (s *hidokuState) waysExclude(ways [][]int, first, direction int) bool {
	for _, c := range s.free() {
		users := 0
		for _, way := range ways {
			if slices.Contains(way, c) {
				users++
			}
		}
		for k := range s.n {
			if !s.may(k, c) {
				continue
			}
			i := (k - first) * direction
			inGap := i >= 0 && i < len(ways[0])
			if !inGap && users == len(ways) || inGap && !slices.ContainsFunc(ways, func(way []int) bool { return way[i] == c }) {
				return true
			}
		}
	}
	return false
}

// fitsBetween reports whether k can come from one of the cells and go on to another one.
func (s *hidokuState) fitsBetween(k int, cells []int) bool {
	for _, c := range cells {
		for _, d := range cells {
			before, after := k == 0 || s.may(k-1, c), k == s.n-1 || s.may(k+1, d)
			if before && after && (c != d || k == 0 || k == s.n-1) {
				return true
			}
		}
	}
	return s.n == 1
}

// deadEndApplies: a free cell has at most two ways in and out, and a candidate on it does not
// fit between them. Or neither end of the path can be on it, and a candidate on one of its two
// ways does not fit beside it.
func deadEndApplies(s *hidokuState) bool {
	for _, c := range s.free() {
		var ways []int
		for _, d := range s.neighbours[c] {
			k := s.numberOn[d]
			if k < 0 || k > 0 && s.cellOf[k-1] < 0 || k+1 < s.n && s.cellOf[k+1] < 0 {
				ways = append(ways, d)
			}
		}
		if len(ways) > 2 {
			continue
		}
		for k := range s.n {
			if s.may(k, c) && !s.fitsBetween(k, ways) {
				return true
			}
		}
		if len(ways) < 2 || s.may(0, c) || s.may(s.n-1, c) {
			continue
		}
		for _, d := range ways {
			for k := range s.n {
				if s.numberOn[d] < 0 && s.may(k, d) && !(k > 0 && s.may(k-1, c)) && !(k+1 < s.n && s.may(k+1, c)) {
					return true
				}
			}
		}
	}
	return false
}

// gapFits reports whether each number of a gap has a candidate in a set of cells.
func (s *hidokuState) gapFits(g gap, cells []int) bool {
	for k := g.from + 1; k < g.to; k++ {
		if !slices.ContainsFunc(cells, func(c int) bool { return s.may(k, c) }) {
			return false
		}
	}
	return true
}

// mayOn reports whether a number of a gap has a candidate in a set of cells.
func (s *hidokuState) mayOn(g gap, cells []int) bool {
	for k := g.from + 1; k < g.to; k++ {
		if slices.ContainsFunc(cells, func(c int) bool { return s.may(k, c) }) {
			return true
		}
	}
	return false
}

// fillings returns all sets of gaps, as bits, that have as many numbers as an area has cells.
// They contain all gaps of forced.
func fillings(gaps []gap, forced uint, cells int) (sets []uint) {
	for set := range uint(1) << len(gaps) {
		sum := 0
		for i, g := range gaps {
			if set>>i&1 == 1 {
				sum += g.to - g.from - 1
			}
		}
		if sum == cells && set&forced == forced {
			sets = append(sets, set)
		}
	}
	return sets
}

// areasApplies: of several areas, one can be filled only with a gap that has candidates
// elsewhere, or only without a gap that has candidates in it.
func areasApplies(s *hidokuState) bool {
	areas := s.components(s.free())
	if len(areas) < 2 {
		return false
	}
	for i, a := range areas {
		var gaps []gap
		forced := uint(0)
		for _, g := range s.gaps() {
			if !s.gapFits(g, a) {
				continue
			}
			elsewhere := false
			for j, b := range areas {
				elsewhere = elsewhere || i != j && s.gapFits(g, b)
			}
			if !elsewhere {
				forced |= 1 << len(gaps)
			}
			gaps = append(gaps, g)
		}
		sets := fillings(gaps, forced, len(a))
		for bit, g := range gaps {
			with := 0
			for _, set := range sets {
				with += int(set >> bit & 1)
			}
			others := slices.Concat(slices.Concat(areas[:i]...), slices.Concat(areas[i+1:]...))
			if with == 0 || with == len(sets) && s.mayOn(g, others) {
				return true
			}
		}
	}
	return false
}

// cutPointApplies: without a free cell the free cells around it fall apart, and no gaps fill
// one of these parts exactly. A gap whose two ends do not touch the part has a candidate on
// the cell.
func cutPointApplies(s *hidokuState) bool {
	for _, c := range s.free() {
		others := slices.DeleteFunc(s.free(), func(d int) bool { return d == c })
		parts := slices.DeleteFunc(s.components(others), func(part []int) bool {
			return !slices.ContainsFunc(part, func(d int) bool { return s.touch(c, d) })
		})
		if len(parts) < 2 {
			continue
		}
		for _, part := range parts {
			gaps := slices.DeleteFunc(s.gaps(), func(g gap) bool { return !s.gapFits(g, part) })
			if len(fillings(gaps, 0, len(part))) > 0 {
				continue
			}
			for _, g := range s.gaps() {
				ends := s.ends(g)
				near := slices.ContainsFunc(ends, func(e int) bool {
					return slices.ContainsFunc(part, func(d int) bool { return s.touch(e, d) })
				})
				if len(ends) == 2 && !near && s.mayOn(g, []int{c}) {
					return true
				}
			}
		}
	}
	return false
}

func TestHidokuTechniquesApplyWhereTheyShould(t *testing.T) {
	puzzles := larger(t, puzzle.FamilyHidoku, 20, func(rng *rand.Rand) puzzle.Puzzle {
		moves := []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}[rng.IntN(3)]
		hole := rng.IntN(12)
		p := puzzletest.BlankHidoku(t, 3, 3+rng.IntN(2), moves, func(row, col int) bool { return row*3+col == hole })
		all := puzzletest.Brute(p)
		if len(all) == 0 {
			return nil
		}
		s, clues := all[rng.IntN(len(all))], slices.Clone(p.Clues())
		for c, k := range s {
			if rng.IntN(4) == 0 {
				clues[c] = k
			}
		}
		q, err := p.WithClues(clues)
		require.NoError(t, err)
		return q
	})
	requireTechniques(t, puzzles, map[Technique]definition[*hidokuState]{
		byTouch: touchApplies, byHemmed: hemmedApplies, byReachCell: reachCellApplies, byDeadEnd: deadEndApplies,
		byBridge:     func(s *hidokuState) bool { return bridgeApplies(s, true) },
		byLongBridge: func(s *hidokuState) bool { return bridgeApplies(s, false) },
		byAreas:      areasApplies, byCutPoint: cutPointApplies,
	}, func(s *hidokuState) *hidokuState { s.reach(); return s })
}

// TestHidokuReach compares the candidates that are left with distances through free cells. A
// missing number with one candidate must be found, by Parity only with rook moves.
func TestHidokuReach(t *testing.T) {
	placed, coloured, far := 0, 0, 0
	for i, p := range larger(t, puzzle.FamilyHidoku, 9, func(*rand.Rand) puzzle.Puzzle { return nil }) {
		rook := p.(*puzzle.Hidoku).Rules().Moves == puzzle.Rook
		walk(p, solutionsOf(t, p), rand.New(rand.NewPCG(uint64(i), 21)), func(state logic, _ []puzzle.Solution) {
			before := state.(*hidokuState)
			after := before.clone().(*hidokuState)
			after.reach()
			for _, g := range before.gaps() {
				moves := map[int][]int{}
				for _, end := range []int{g.from, g.to} {
					if end >= 0 && end < before.n {
						moves[end] = before.movesFrom(before.cellOf[end])
					}
				}
				for k := g.from + 1; k < g.to; k++ {
					for _, c := range before.free() {
						near, fits := true, true // the number of moves, and the colour
						for end, d := range moves {
							steps := max(k-end, end-k)
							near = near && d[c] <= steps
							fits = fits && (!rook || (steps-d[c])%2 == 0)
						}
						switch {
						case !before.may(k, c):
						case !near:
							far++
						case !fits:
							coloured++
						}
						require.Equal(t, before.may(k, c) && near && fits, after.may(k, c), "%d on %s of\n%s", k+1, before.puzzle.Board().Name(c), p)
					}
				}
			}
			found := applying(state)
			_, near := found[byReach]
			_, colour := found[byParity]
			require.Equal(t, onlyCellApplies(after), near || colour, "%v of\n%s", before.board(), p)
			require.False(t, colour && !rook)
			if near || colour {
				placed++
			}
		})
	}
	require.Greater(t, placed, 20)
	require.Greater(t, coloured, 20)
	require.Greater(t, far, 20)
}

// movesFrom returns, per cell, the number of moves from a cell through free cells. It is too
// large for cells that cannot be reached.
func (s *hidokuState) movesFrom(from int) []int {
	moves := slices.Repeat([]int{2 * s.n}, s.n)
	moves[from] = 0
	for again := true; again; {
		again = false
		for _, c := range s.free() {
			for _, d := range s.neighbours[c] {
				if moves[d]+1 < moves[c] {
					moves[c], again = moves[d]+1, true
				}
			}
		}
	}
	return moves
}

// TestSumsOfGaps draws gaps that an area may hold. Some of them can lie only there.
func TestSumsOfGaps(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 24))
		var gaps []gap
		forced := uint(0)
		for from := 0; len(gaps) < 1+rng.IntN(5); {
			to := from + 2 + rng.IntN(4)
			forced |= uint(rng.IntN(2)) << len(gaps)
			gaps = append(gaps, gap{from, to})
			from = to
		}
		total := rng.IntN(12)
		only := func(g gap) bool { return forced>>slices.Index(gaps, g)&1 == 1 }
		for i := range gaps {
			wantWithout, wantWith := false, false
			for _, set := range fillings(gaps, forced, total) {
				wantWith = wantWith || set>>i&1 == 1
				wantWithout = wantWithout || set>>i&1 == 0
			}
			without, with := sums(gaps, i, total, only)
			require.Equal(t, [2]bool{wantWithout, wantWith}, [2]bool{without, with}, "%v, %b, %d cells", gaps, forced, total)
		}
	}
}
