package draughtboard

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// drawDraughtboard draws a board, perhaps with holes, and cuts it into stones. Some of
// their cells lose their colour. Sometimes a stone replaces another one, so that there
// may be no solution.
func drawDraughtboard(t *rapid.T) *puzzle.Draughtboard {
	large := rapid.Bool().Draw(t, "large") // few large stones on a larger board
	side := 4
	if large {
		side = 6
	}
	width, height := rapid.IntRange(1, side).Draw(t, "width"), rapid.IntRange(1, side).Draw(t, "height")
	holes := rapid.SampledFrom([]string{"none", "centre", "corners", "any"}).Draw(t, "holes")
	board, err := puzzle.NewBoard(width, height, func(row, col int) bool {
		switch holes {
		case "centre":
			return 2*row+1 == height && 2*col+1 == width && width*height > 1
		case "corners":
			return (row == 0 || row == height-1) && (col == 0 || col == width-1) && width > 2 && height > 2
		case "any":
			return row+col > 0 && rapid.IntRange(0, 5).Draw(t, "hole") == 0
		}
		return false
	})
	require.NoError(t, err)
	blank := rapid.SampledFrom([]int{0, 0, 3, 9}).Draw(t, "blank of 9")
	most := rapid.IntRange(2, 5).Draw(t, "most cells")
	taken := make([]bool, board.Len())
	var stones []puzzle.Stone
	for c := range taken {
		if taken[c] {
			continue
		}
		stone := []puzzle.StoneCell{}
		front := []int{c}
		size := rapid.IntRange(1, most).Draw(t, "size")
		if large {
			size = max(2, board.Len()/rapid.IntRange(3, 5).Draw(t, "stones"))
		}
		if len(stones) > 3 {
			size = board.Len() // more stones take brute force too long
		}
		for len(front) > 0 && len(stone) < size {
			i := rapid.IntRange(0, len(front)-1).Draw(t, "next")
			d := front[i]
			front = slices.Delete(front, i, i+1)
			if taken[d] {
				continue
			}
			taken[d] = true
			row, col := board.Pos(d)
			colour := board2colour(row, col)
			if rapid.IntRange(1, 9).Draw(t, "lot") <= blank {
				colour = puzzle.AnyColour
			}
			stone = append(stone, puzzle.StoneCell{Row: row, Col: col, Colour: colour})
			for _, e := range []int{board.Cell(row-1, col), board.Cell(row+1, col), board.Cell(row, col-1), board.Cell(row, col+1)} {
				if e >= 0 && !taken[e] {
					front = append(front, e)
				}
			}
		}
		s, err := puzzle.NewStone(stone)
		require.NoError(t, err)
		versions := s.Versions(false)
		stones = append(stones, versions[rapid.IntRange(0, len(versions)-1).Draw(t, "turn")])
	}
	if len(stones) > 7 {
		t.Skip("too many stones for brute force")
	}
	for i, s := range stones {
		j := rapid.IntRange(0, len(stones)-1).Draw(t, "like")
		if len(stones[j].Cells()) == len(s.Cells()) && rapid.IntRange(0, 2).Draw(t, "exchange") == 0 {
			stones[i] = stones[j]
		}
	}
	corner := rapid.SampledFrom([]puzzle.Colour{puzzle.Black, puzzle.White, puzzle.AnyColour}).Draw(t, "corner")
	p, err := puzzle.Setup{Board: board, Corner: corner, Flips: rapid.Bool().Draw(t, "flips"), Stones: stones}.New()
	if err != nil {
		t.Skip("too many cells of a colour")
	}
	return p
}

// board2colour is the colour of a square where the corner is black.
func board2colour(row, col int) puzzle.Colour {
	if (row+col)%2 == 0 {
		return puzzle.Black
	}
	return puzzle.White
}

// byGrid solves with the search for boards with too many placements.
func byGrid(p *puzzle.Draughtboard, r *meter.Run, yield func(puzzle.Solution) bool) error {
	return eachColouring(p, r, yield, func(s *colouring) error { return newGridSearch(s).search(0, 0, 1) })
}

// withoutSymmetry solves with the search that lists placements, without symmetries.
func withoutSymmetry(p *puzzle.Draughtboard, r *meter.Run, yield func(puzzle.Solution) bool) error {
	return eachColouring(p, r, yield, func(s *colouring) error {
		s.symmetries, s.recolouring = s.symmetries[:1], nil
		return s.search(0, 1)
	})
}

// withoutSweep solves with the search that chooses the item with fewest alternatives,
// down to every solution.
func withoutSweep(p *puzzle.Draughtboard, r *meter.Run, yield func(puzzle.Solution) bool) error {
	return eachColouring(p, r, yield, func(s *colouring) error {
		v := coverOf(s)
		v.sweep = nil
		return v.search(0, 0, 1)
	})
}

// eachColouring calls do for each colouring that is to be searched, up to the first error.
func eachColouring(p *puzzle.Draughtboard, r *meter.Run, yield func(puzzle.Solution) bool, do func(*colouring) error) error {
	for _, corner := range p.Colourings() {
		s := newColouring(p, corner, r, yield)
		if err := do(s); err != nil || s.recolouring != nil {
			return err
		}
	}
	return nil
}

// coverOf returns the search of a colouring by a list of placements. The list fits into the memory.
func coverOf(s *colouring) *coverSearch {
	places, few, err := s.listPlacements()
	if err != nil || !few {
		panic(fmt.Sprint(few, err))
	}
	sweep := newSweepSearch(s, places)
	sweep.dropHopeless()
	s.chooseMarked(places)
	return newCoverSearch(s, places, sweep)
}

func TestDraughtboardFindsWhatBruteForceFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawDraughtboard(t)
		want := puzzletest.Brute(p)
		require.Equal(t, want, nativetest.All(t, p, Search), "%s", p)
		require.Equal(t, want, nativetest.All(t, p, withoutSymmetry), "without symmetry: %s", p)
		require.Equal(t, want, nativetest.All(t, p, byGrid), "without placements: %s", p)
		require.Equal(t, want, nativetest.All(t, p, withoutSweep), "without sweep: %s", p)
	})
}

// stonesOf returns stones drawn as rows of X and _, with commas between rows.
func stonesOf(t require.TestingT, drawings ...[]string) []puzzle.Stone {
	var stones []puzzle.Stone
	for _, rows := range drawings {
		var cells []puzzle.StoneCell
		for row, line := range rows {
			for col, colour := range line {
				if colour != '_' {
					cells = append(cells, puzzle.StoneCell{Row: row, Col: col, Colour: puzzle.Colour(colour)})
				}
			}
		}
		s, err := puzzle.NewStone(cells)
		require.NoError(t, err)
		stones = append(stones, s)
	}
	return stones
}

// sample is a board of 8×8 with 12 stones, two of them alike.
func sample(t require.TestingT) *puzzle.Draughtboard {
	content, err := os.ReadFile("../../../testdata/draughtboard/seed-8x8.txt")
	require.NoError(t, err)
	p, err := text.Parse(string(content))
	require.NoError(t, err)
	return p.(*puzzle.Draughtboard)
}

// pentominoes returns the puzzle of the twelve pentominoes on a board. A board of 8×8
// has a hole of four squares in the middle.
func pentominoes(t require.TestingT, width, height int) *puzzle.Draughtboard {
	board, err := puzzle.NewBoard(width, height, func(row, col int) bool {
		return width*height == 64 && row/3 == 1 && col/3 == 1 && row < 5 && col < 5
	})
	require.NoError(t, err)
	p, err := puzzle.Setup{Board: board, Corner: puzzle.AnyColour, Flips: true, Stones: stonesOf(t,
		[]string{"_XX", "XX_", "_X_"}, []string{"XXXXX"}, []string{"X_", "X_", "X_", "XX"},
		[]string{"X_", "XX", "_X", "_X"}, []string{"XX", "XX", "X_"}, []string{"XXX", "_X_", "_X_"},
		[]string{"X_X", "XXX"}, []string{"X__", "X__", "XXX"}, []string{"X__", "XX_", "_XX"},
		[]string{"_X_", "XXX", "_X_"}, []string{"X_", "XX", "X_", "X_"}, []string{"XX_", "_X_", "_XX"},
	)}.New()

	require.NoError(t, err)
	return p
}

// dominoes returns the puzzle of as many dominoes as fill a board.
func dominoes(t require.TestingT, width, height int) *puzzle.Draughtboard {
	board, err := puzzle.NewBoard(width, height, nil)
	require.NoError(t, err)
	stones := slices.Repeat(stonesOf(t, []string{"BW"}), width*height/2)
	p, err := puzzle.Setup{Board: board, Corner: puzzle.Black, Flips: false, Stones: stones}.New()
	require.NoError(t, err)
	return p
}

// The published counts are up to symmetry. Boxes have four images of each filling, the
// square has eight.
func TestDraughtboardPentominoes(t *testing.T) {
	for _, row := range []struct{ width, height, count int }{
		{20, 3, 4 * 2},    // Haselgrove and Haselgrove, Eureka 1960, for the four boxes
		{3, 20, 4 * 2},    //
		{15, 4, 4 * 368},  //
		{5, 12, 4 * 1010}, //
		{10, 6, 4 * 2339}, //
		{8, 8, 8 * 65},    // D. Scott 1958
	} {
		if !puzzletest.Long() && row.width < 15 && row.width != 8 {
			continue
		}
		t.Run(fmt.Sprintf("%dx%d", row.width, row.height), func(t *testing.T) {
			p := pentominoes(t, row.width, row.height)
			assert.Len(t, nativetest.All(t, p, Search), row.count)
			count, err := Count(t.Context(), p, new(meter.Meter))
			require.NoError(t, err)
			assert.EqualValues(t, row.count, count.Int64())
		})
	}
}

func TestDraughtboardSample(t *testing.T) {
	p := nativetest.ReadCases(t, "seeds/draughtboard-8x8.txt")[0].Puzzle.(*puzzle.Draughtboard)
	one := nativetest.All(t, p, Search)
	assert.Len(t, one, 104)
	both, err := puzzle.Setup{Board: p.Board(), Corner: puzzle.AnyColour, Flips: p.Setup().Flips, Stones: p.Stones()}.New()
	require.NoError(t, err)
	assert.Len(t, nativetest.All(t, both, Search), 208)
	if puzzletest.Long() {
		assert.Equal(t, one, nativetest.All(t, p, withoutSymmetry))
	}
}

func TestDraughtboardCountsAgreeWithThoseOfOthers(t *testing.T) {
	for _, file := range nativetest.ReadCases(t, "draughtboard/*.txt") {
		m := new(meter.Meter)
		if !puzzletest.Long() {
			m.MaxNodes = 5000
		}
		count, err := Count(t.Context(), file.Puzzle.(*puzzle.Draughtboard), m)
		assert.True(t, err == nil && file.Solutions.Allows(count, true) || errors.Is(err, meter.ErrLimit), "%s: %s solutions, the file has %s: %v", file.Name, count, file.Solutions, err)
	}
}

// Large boards must give a first solution, or keep to their limits, within the memory
// set aside. The last board has too many placements to list.
func TestDraughtboardLargeBoards(t *testing.T) {
	for _, row := range []struct {
		size   int
		stones []puzzle.Stone
		solve  func(*puzzle.Draughtboard, *meter.Run, func(puzzle.Solution) bool) error
		want   error
	}{
		{100, slices.Repeat(stonesOf(t, []string{"BW"}), 5000), Search, meter.ErrStopped},
		{100, slices.Repeat(stonesOf(t, []string{"BW"}), 5000), byGrid, meter.ErrStopped},
		{48, slices.Repeat(stonesOf(t, []string{"XXXX"}), 576), Search, meter.ErrStopped},
		{120, slices.Repeat(stonesOf(t, []string{"XXX", "_XX"}), 2880), Search, meter.ErrLimit},
	} {
		board, err := puzzle.NewBoard(row.size, row.size, nil)
		require.NoError(t, err)
		p, err := puzzle.Setup{Board: board, Corner: puzzle.Black, Flips: true, Stones: row.stones}.New()
		require.NoError(t, err)
		r := meter.Start(context.Background(), &meter.Meter{MaxNodes: 10_000})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err = row.solve(p, r, func(s puzzle.Solution) bool {
			assert.NoError(t, p.Check(s))
			return false
		})
		runtime.ReadMemStats(&after)
		r.Close()
		assert.ErrorIs(t, err, row.want, "%d×%d", row.size, row.size)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(200<<20), "%d×%d", row.size, row.size)
	}
}

func TestDraughtboardStopsWhenTold(t *testing.T) {
	for _, solve := range []nativetest.Solver[*puzzle.Draughtboard]{Search, byGrid} {
		nativetest.RequireStops(t, pentominoes(t, 10, 6), dominoes(t, 100, 100), solve)
	}
}

// sweepOf returns a sweep of the first colouring of p to which it applies, nil for
// none.
func sweepOf(t *rapid.T, p *puzzle.Draughtboard) *sweepSearch {
	if len(p.Colourings()) == 0 {
		return nil
	}
	r := meter.Start(context.Background(), nil)
	t.Cleanup(r.Close)
	s := newColouring(p, p.Colourings()[0], r, nil)
	places, _, err := s.listPlacements()
	require.NoError(t, err)
	return newSweepSearch(s, places)
}

// openOf draws a set of open cells.
func openOf(t *rapid.T, v *sweepSearch) uint64 {
	open := uint64(0)
	for _, bit := range v.rank {
		if rapid.Bool().Draw(t, "open") {
			open |= 1 << bit
		}
	}
	return open
}

// TestDraughtboardSweepListsHaveWhatFits looks at random states. The list of the first
// open cell must have every placement that covers this cell and only open ones, unless it
// isolates a cell.
func TestDraughtboardSweepListsHaveWhatFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawDraughtboard(t)
		v := sweepOf(t, p)
		if v == nil {
			return
		}
		v.begin()
		open := openOf(t, v)
		if open == 0 {
			return
		}
		bit := bits.TrailingZeros64(open)
		var listed []sweepPlacement
		for _, word := range v.packed.listAt(open, bit) {
			listed = append(listed, v.packed.placement(word, bit))
		}
		for o := range v.places.kind {
			if q := v.placement(int32(o)); q.cells&^open == 0 && q.cells>>bit&1 != 0 && v.lines.isolated(open&^q.cells) == 0 {
				require.Contains(t, listed, q, "%s", p)
			}
		}
	})
}

func TestDraughtboardNodesAllocateNothing(t *testing.T) {
	requireNoAllocation(t, pentominoes(t, 10, 6))
	requireNoAllocation(t, sample(t)) // which has no sweep
}

func requireNoAllocation(t *testing.T, p *puzzle.Draughtboard) {
	allocations := func(nodes int64) float64 {
		return testing.AllocsPerRun(2, func() {
			r := meter.Start(context.Background(), &meter.Meter{MaxNodes: nodes})
			_ = Search(p, r, func(puzzle.Solution) bool { return true })
			r.Close()
		})
	}
	assert.InDelta(t, allocations(4000), allocations(8000), 200) // a node that allocates makes 4,000 of them
}

func TestDraughtboardTraceTellsEveryStep(t *testing.T) {
	p := pentominoes(t, 20, 3)
	for name, solve := range map[string]func(*puzzle.Draughtboard, *meter.Run, func(puzzle.Solution) bool) error{"list": Search, "grid": byGrid} {
		found, failures, placed := int64(0), int64(0), 0
		r := meter.Start(context.Background(), &meter.Meter{MaxNodes: 200, Trace: func(step meter.Step) {
			switch step.Kind {
			case meter.Placed:
				placed++
				require.Len(t, step.Cells, 5)
				for _, c := range step.Cells {
					require.Equal(t, step.Value, step.Board[c])
				}
				require.Regexp(t, `^(choice: (r\d+c\d+ can be covered in|stone [A-L] has) \d+ (ways|places)|only way to cover r\d+c\d+|only place for stone [A-L])$`, step.Why)
			case meter.DeadEnd:
				failures++
				require.Regexp(t, `^(no stone left can cover r\d+c\d+|too few places for stone [A-L])$`, step.Why)
			case meter.Found:
				found++
				require.NoError(t, p.Check(step.Board))
			}
		}})
		err := solve(p, r, func(puzzle.Solution) bool { return true })
		require.ErrorIs(t, err, meter.ErrLimit)
		r.Close()
		assert.Positive(t, placed, name)
		assert.Equal(t, r.Solutions, found, name)
		assert.Equal(t, r.Failures, failures, name)
	}
}
