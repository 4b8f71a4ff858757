package human

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// live returns the possible placements for which keep returns true.
func (s *draughtboardState) live(keep func(i int) bool) (all []int) {
	for i, possible := range s.possible {
		if possible && keep(i) {
			all = append(all, i)
		}
	}
	return all
}

func (s *draughtboardState) isOn(i, c int) bool { return slices.Contains(s.placements[i].cells, c) }

// oneWayApplies: one placement covers an open cell.
func oneWayApplies(s *draughtboardState) bool {
	for c, laid := range s.placementOn {
		if laid < 0 && len(s.live(func(i int) bool { return s.isOn(i, c) })) == 1 {
			return true
		}
	}
	return false
}

// onePlaceApplies: a kind has as many placements as stones that are not laid.
func onePlaceApplies(s *draughtboardState) bool {
	for k, left := range s.stonesLeft {
		if left > 0 && len(s.live(func(i int) bool { return s.placements[i].kind == k })) == left {
			return true
		}
	}
	return false
}

// cellStoneApplies: all placements on an open cell are of one stone, which has others.
func cellStoneApplies(s *draughtboardState) bool {
	return someCellAndStone(s, func(foreign, elsewhere int) bool { return foreign == 0 && elsewhere > 0 })
}

// stoneCellsApplies: all placements of a stone are on a cell, on which others have placements.
func stoneCellsApplies(s *draughtboardState) bool {
	return someCellAndStone(s, func(foreign, elsewhere int) bool { return foreign > 0 && elsewhere == 0 })
}

// someCellAndStone reports whether applies holds for some open cell and some single stone.
// Its arguments are the placements of other stones on the cell, and those of the stone
// elsewhere.
func someCellAndStone(s *draughtboardState, applies func(foreign, elsewhere int) bool) bool {
	for c, laid := range s.placementOn {
		if laid >= 0 {
			continue
		}
		for k, left := range s.stonesLeft {
			foreign := s.live(func(i int) bool { return s.isOn(i, c) && s.placements[i].kind != k })
			elsewhere := s.live(func(i int) bool { return !s.isOn(i, c) && s.placements[i].kind == k })
			if left == 1 && applies(len(foreign), len(elsewhere)) {
				return true
			}
		}
	}
	return false
}

// areasLeft returns the connected parts of the open cells without those of a placement.
func (s *draughtboardState) areasLeft(i int) (parts [][]int) {
	b := s.puzzle.Board()
	var set []int
	for c, laid := range s.placementOn {
		if laid < 0 && !s.isOn(i, c) {
			set = append(set, c)
		}
	}
	for len(set) > 0 {
		part := []int{set[0]}
		for j := 0; j < len(part); j++ {
			row, col := b.Pos(part[j])
			for _, d := range set {
				r, q := b.Pos(d)
				if max(r-row, row-r)+max(q-col, col-q) == 1 && !slices.Contains(part, d) {
					part = append(part, d)
				}
			}
		}
		parts = append(parts, part)
		set = slices.DeleteFunc(set, func(c int) bool { return slices.Contains(part, c) })
	}
	return parts
}

// areaApplies: a placement leaves an area that no set of the other stones left fills, by the
// numbers of cells, or of black and of white cells.
func areaApplies(s *draughtboardState, byColour bool) bool {
	if byColour && slices.ContainsFunc(s.puzzle.Stones(), func(stone puzzle.Stone) bool {
		return slices.ContainsFunc(stone.Cells(), func(c puzzle.StoneCell) bool { return c.Colour == puzzle.AnyColour })
	}) {
		return false
	}
	sums := map[int]map[[2]int]bool{} // per kind that is used, what the other stones can have
	for _, i := range s.live(func(int) bool { return true }) {
		q := s.placements[i]
		if sums[q.kind] == nil {
			sums[q.kind] = s.stoneSums(q.kind, byColour)
		}
		corner := s.puzzle.Colourings()[q.colouring]
		for _, part := range s.areasLeft(i) {
			count := [2]int{}
			for _, c := range part {
				if byColour && s.puzzle.ColourAt(c, corner) == puzzle.White {
					count[1]++
				} else {
					count[0]++
				}
			}
			if !sums[q.kind][count] {
				return true
			}
		}
	}
	return false
}

// stoneSums returns the numbers of cells that sets of the stones left have together, without
// one stone of a kind.
func (s *draughtboardState) stoneSums(used int, byColour bool) map[[2]int]bool {
	sums := map[[2]int]bool{{}: true}
	for k, left := range s.stonesLeft {
		if k == used {
			left--
		}
		size := [2]int{}
		for _, c := range s.puzzle.Stones()[s.kinds[k].stones[0]-1].Cells() {
			if byColour && c.Colour == puzzle.White {
				size[1]++
			} else {
				size[0]++
			}
		}
		for range left {
			more := map[[2]int]bool{}
			for sum := range sums {
				more[sum], more[[2]int{sum[0] + size[0], sum[1] + size[1]}] = true, true
			}
			sums = more
		}
	}
	return sums
}

// leavesApplies: beside a placement, some cell or some stone has too few others.
func leavesApplies(s *draughtboardState) bool {
	for _, i := range s.live(func(int) bool { return true }) {
		p := s.placements[i]
		beside := s.live(func(j int) bool {
			q := s.placements[j]
			return p.colouring == q.colouring && (p.kind != q.kind || s.stonesLeft[p.kind] > 1) &&
				!slices.ContainsFunc(p.cells, func(c int) bool { return s.isOn(j, c) })
		})
		for c, laid := range s.placementOn {
			if laid < 0 && !s.isOn(i, c) && !slices.ContainsFunc(beside, func(j int) bool { return s.isOn(j, c) }) {
				return true
			}
		}
		for k, left := range s.stonesLeft {
			others := slices.DeleteFunc(slices.Clone(beside), func(j int) bool { return s.placements[j].kind != k })
			if k != p.kind && len(others) < left {
				return true
			}
		}
	}
	return false
}

func TestDraughtboardTechniquesApplyWhereTheyShould(t *testing.T) {
	puzzles := larger(t, puzzle.FamilyDraughtboard, 20, func(rng *rand.Rand) puzzle.Puzzle { return nil })
	requireTechniques(t, puzzles, map[Technique]definition[*draughtboardState]{
		byOneWay: oneWayApplies, byOnePlace: onePlaceApplies, byCellStone: cellStoneApplies, byStoneCells: stoneCellsApplies, byLeaves: leavesApplies,
		byEnclosed: func(s *draughtboardState) bool { return areaApplies(s, false) },
		byColours:  func(s *draughtboardState) bool { return areaApplies(s, true) },
	}, func(s *draughtboardState) *draughtboardState { return s })
}

// TestAreaShown: of the places that cut off an area, a step names one with the smallest.
func TestAreaShown(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: draughtboard\ncorner: B\nboard:\nB,W,B,W,B,#,B,W,B,W,B,W\n=\nX,X\n=\nX\n=\nX,X,X,X\n=\nX,X,X,X\n")
	s, err := New(context.Background(), p, nil)
	require.NoError(t, err)
	step, ok := s.state.(*draughtboardState).enclosedStep(byEnclosed)
	require.True(t, ok)
	assert.Len(t, step.Remove, 7)
	assert.Equal(t, []Candidate{{Value: 1, Cells: []int{1, 2}}}, step.Shown())
	assert.Equal(t, []int{3, 4}, step.Because)
	assert.Equal(t, "stone A cannot lie on r1c2 r1c3: it would cut off r1c4 and r1c5, which no stones left fill; 6 other places go likewise", s.inWords(step).Text)
}

// TestMirrorAppliesWhereItShould: some symmetry takes a placement of a stone that is the only
// one of its kind to another placement. The solutions that are left have all others as images.
func TestMirrorAppliesWhereItShould(t *testing.T) {
	applied, not, held := 0, 0, 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 22))
		p := puzzletest.Larger(t, rng, puzzle.FamilyDraughtboard, func(p puzzle.Puzzle) bool { return true }).(*puzzle.Draughtboard)
		switch seed % 3 {
		case 0:
			p = smallSquares(t, rng)
		case 1: // no symmetries
			board, err := puzzle.NewBoard(4, 3, func(row, col int) bool { return row+col < 2 })
			require.NoError(t, err)
			p, err = puzzle.Setup{Board: board, Corner: puzzle.Black, Flips: true, Stones: smallSquares(t, rng).Stones()}.New()
			require.NoError(t, err)
		}
		s := newDraughtboardState(context.Background(), p)
		should := false
		for i, q := range s.placements {
			if !s.possible[i] || len(s.kinds[q.kind].stones) > 1 {
				continue
			}
			for _, g := range puzzle.Symmetries(p) {
				cells := imageOf(g, q.cells)
				other := g.Recolours && len(p.Colourings()) == 2
				should = should || !slices.Equal(cells, q.cells) && s.placementFor(Candidate{Value: s.value(i), Cells: cells}) >= 0 || other
			}
		}
		step, is := s.clone().(*draughtboardState).mirrorStep()
		require.Equal(t, should, is, "%s", p)
		if !is {
			not++
			continue
		}
		applied++
		stone := s.placements[s.placementFor(step.Remove[0])].kind
		for _, i := range s.kinds[stone].placements {
			kept := !slices.ContainsFunc(step.Remove, func(c Candidate) bool { return slices.Equal(c.Cells, s.placements[i].cells) && c.Value == s.value(i) })
			for _, g := range puzzle.Symmetries(p) {
				image := imageOf(g, s.placements[i].cells)
				other := !slices.Equal(image, s.placements[i].cells) && !g.Recolours
				require.False(t, kept && other && !slices.ContainsFunc(step.Remove, func(c Candidate) bool { return slices.Equal(c.Cells, image) }),
					"two images of a placement are kept, of\n%s", p)
			}
		}
		if p.Board().Len() <= 9 {
			held += len(requireImagesKept(t, p, puzzletest.Brute(p), step))
		}
	}
	require.Greater(t, applied, 10)
	require.Greater(t, not, 10)
	require.Greater(t, held, 10)
}

// smallSquares returns a board of 3×3 cells with stones that fit in several ways.
func smallSquares(t *testing.T, rng *rand.Rand) *puzzle.Draughtboard {
	t.Helper()
	content := []string{
		"X X\nX _\n=\nX X\n=\nX X\n=\nX X\n=\n",
		"X X X\n=\nX X X\n=\nX X\nX _\n=\n",
		"B W\n=\nX X\nX X\n=\nX X X\n=\n",
		"X X X\nX _ _\nX _ _\n=\nX X\nX X\n=\n",
	}[rng.IntN(4)]
	p := puzzletest.Read(t, "puzzle: draughtboard\nboard: 3x3\ncorner: "+[]string{"B", "W", "any"}[rng.IntN(3)]+"\n"+content)
	return p.(*puzzle.Draughtboard)
}

// TestMirrorOnACell: where no stone is the only one of its kind, Mirror keeps placements on one
// cell. It applies where a symmetry takes a placement to another one that shares a cell with it.
// The solutions that are left have all others as images.
func TestMirrorOnACell(t *testing.T) {
	applied, not, solvable := 0, 0, 0
	for seed := range uint64(300) {
		p := allAlike(t, rand.New(rand.NewPCG(seed, 23)))
		s := newDraughtboardState(context.Background(), p)
		should := false
		for c := range s.onCell {
			for _, i := range s.possibleOn(c) {
				for _, g := range puzzle.Symmetries(p) {
					image := imageOf(g, s.placements[i].cells)
					value := s.value(i)
					if g.Recolours {
						value = -value
					}
					j := s.placementFor(Candidate{Value: value, Cells: image})
					should = should || j >= 0 && j != i && s.possible[j] && s.placements[j].covers(c)
				}
			}
		}
		step, is := s.clone().(*draughtboardState).mirrorStep()
		require.Equal(t, should, is, "%s", p)
		if !is {
			not++
			continue
		}
		applied++
		said := sentenceOf(step.said, p.Board())
		requireFilled(t, said)
		require.Equal(t, "draughtboard.mirrorCell", said.Template)
		for _, c := range step.Remove {
			require.Contains(t, c.Cells, step.Because[0], "%s", p)
		}
		solvable += len(requireImagesKept(t, p, puzzletest.Brute(p), step))
	}
	t.Log(applied, not, solvable)
	require.Greater(t, applied, 10)
	require.Greater(t, not, 10)
	require.Greater(t, solvable, 10)
}

// imageOf returns the cells to which a symmetry takes some cells, ascending.
func imageOf(g puzzle.Symmetry, cells []int) []int {
	image := make([]int, len(cells))
	for i, c := range cells {
		image[i] = g.Image[c]
	}
	slices.Sort(image)
	return image
}

// requireImagesKept fails unless each solution has an image among those that a step keeps. It
// returns those.
func requireImagesKept(t require.TestingT, p puzzle.Puzzle, all []puzzle.Solution, step Step) []puzzle.Solution {
	kept := slices.DeleteFunc(slices.Clone(all), func(x puzzle.Solution) bool {
		return slices.ContainsFunc(step.Remove, func(c Candidate) bool { return len(holding(p, []puzzle.Solution{x}, c)) > 0 })
	})
	for _, x := range all {
		require.True(t, slices.ContainsFunc(puzzle.Symmetries(p), func(g puzzle.Symmetry) bool {
			return slices.ContainsFunc(kept, func(k puzzle.Solution) bool { return slices.Equal(k, g.Apply(nil, x)) })
		}), "no image of %v is kept, of\n%s", x, p)
	}
	return kept
}

// allAlike returns a small rectangle with two or three stones of each kind.
func allAlike(t *testing.T, rng *rand.Rand) *puzzle.Draughtboard {
	t.Helper()
	forms := []struct {
		rows string
		size int
	}{{"X", 1}, {"X,X", 2}, {"B,W", 2}, {"X,X,X", 3}, {"X,X\nX,_", 3}, {"B,W\nW,_", 3}}
	for {
		area, stones := 0, []string{}
		for _, i := range rng.Perm(len(forms))[:1+rng.IntN(2)] {
			count := 2 + rng.IntN(2)
			area += count * forms[i].size
			stones = append(stones, fmt.Sprintf("%d *\n%s\n", count, forms[i].rows))
		}
		height := 1 + rng.IntN(3)
		if area%height != 0 || area > 9 {
			continue
		}
		p, err := text.Parse(fmt.Sprintf("puzzle: draughtboard\nboard: %dx%d\ncorner: %s\n%s",
			area/height, height, []string{"B", "any"}[rng.IntN(2)], strings.Join(stones, "=\n")))
		if err == nil { // the colours match in number
			return p.(*puzzle.Draughtboard)
		}
	}
}
