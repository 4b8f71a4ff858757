package magic

import (
	"context"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/meter"
	"crosscut/puzzle"
)

// narrowed returns the empty board of order n after its cells have lost random
// numbers, so that the open cells of line 0 have few.
func narrowed(t require.TestingT, n int, random *rand.Rand) *state {
	s := newState(newMagic(t, n, 1, true, nil), meter.Start(context.Background(), nil))
	middle := random.Intn(n * n)
	for c := range s.value {
		set := make([]uint64, s.words)
		for range 1 + random.Intn(7) {
			v := min(max(middle+random.Intn(17)-8, 0), n*n-1)
			set[v/64] |= 1 << (v % 64)
		}
		s.narrow(int32(c), set)
	}
	return s
}

// numbersOf returns what cell c may have.
func (s *state) numbersOf(c int32) []int32 {
	var all []int32
	for v := range int32(len(s.value)) {
		if s.has(c, v) {
			all = append(all, v)
		}
	}
	return all
}

// Each rule of a line is applied alone to a line of two to six open cells with random
// domains and a random sum. The result is compared with all ways to fill the line.
func TestMagicLineRulesKeepWhatSomeFillingUses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		for range 20 {
			checkLineRule(t, random)
		}
	})
}

func checkLineRule(t *rapid.T, random *rand.Rand) {
	n := rapid.SampledFrom([]int{6, 7, 8, 9, 11, 12}).Draw(t, "n")
	open := rapid.SampledFrom([]int{2, 3, 3, 3, 4, 5, 6}).Draw(t, "open")
	s := narrowed(t, n, random)
	line := &s.lines[0]
	for len(line.cells) > open { // a shorter line serves like one that is partly filled
		line.cells = line.cells[:len(line.cells)-1]
		line.open--
	}
	before := make([][]int32, open)
	line.rest = 0
	for i, c := range line.cells {
		before[i] = s.numbersOf(c)
		line.rest += int(before[i][random.Intn(len(before[i]))])
	}
	line.rest += rapid.IntRange(-2, 2).Draw(t, "off")

	used := make([]map[int32]bool, open)
	for i := range used {
		used[i] = map[int32]bool{}
	}
	var fill func(filled []int32, rest int)
	fill = func(filled []int32, rest int) {
		if len(filled) == open {
			for i, v := range filled {
				used[i][v] = used[i][v] || rest == 0
			}
			return
		}
		for _, v := range before[len(filled)] {
			if !slices.Contains(filled, v) {
				fill(append(slices.Clone(filled), v), rest-int(v))
			}
		}
	}
	fill(nil, line.rest)

	clear(s.dirty)
	some, ok := false, s.applyRules(0)
	require.True(t, open > 3 || s.dirty[0]&1 == 0, "the line need not be looked at again")
	for i, c := range line.cells {
		after := s.numbersOf(c)
		for _, v := range before[i] {
			some = some || used[i][v]
			if used[i][v] {
				require.True(t, ok, "given up, but %d may be on cell %d", v, c)
				require.Contains(t, after, v, "lost on cell %d", c)
			} else if open <= 3 && ok {
				require.NotContains(t, after, v, "lines of up to three cells are cut to what is used")
			}
		}
	}
	require.True(t, some || open > 3 || !ok, "a dead line is not noticed")
}

// singles is applied alone to boards of order 2 and 3 with random domains. The result
// is compared with all ways to give each cell a different number.
func TestMagicSinglesKeepWhatSomeFillingUses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		n := rapid.IntRange(2, 3).Draw(t, "n")
		s := narrowed(t, n, random)
		domains := make([][]int32, n*n)
		for c := range domains {
			domains[c] = s.numbersOf(int32(c))
		}
		ok := s.singles()
		var fill func(filled []int32)
		fill = func(filled []int32) {
			if c := len(filled); c < n*n {
				for _, v := range domains[c] {
					if !slices.Contains(filled, v) {
						fill(append(slices.Clone(filled), v))
					}
				}
				return
			}
			require.True(t, ok, "given up in spite of %v", filled)
			for c, v := range filled {
				require.True(t, s.value[c] == v || s.value[c] < 0 && s.has(int32(c), v), "%v is lost at cell %d", filled, c)
			}
		}
		fill(nil)
	})
}

func TestMagicUndoRestoresEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newState(newMagic(t, rapid.SampledFrom([]int{4, 5, 9}).Draw(t, "n"), 1, true, nil), meter.Start(context.Background(), nil))
		_, err := s.propagate()
		require.NoError(t, err)
		domains, free, lines, board := slices.Clone(s.domains), slices.Clone(s.free), slices.Clone(s.lines), slices.Clone(s.board)
		saved, placed := len(s.saved), len(s.placed)
		for ok := true; ok && s.size > 0; {
			c := s.open[rapid.IntRange(0, s.size-1).Draw(t, "cell")]
			s.place(c, rapid.SampledFrom(s.numbersOf(c)).Draw(t, "number"))
			ok, _ = s.propagate()
		}
		s.undo(saved, placed)
		require.Equal(t, domains, s.domains)
		require.Equal(t, free, s.free)
		require.Equal(t, lines, s.lines)
		require.Equal(t, board, s.board)
		require.Equal(t, len(s.board), s.size)
		require.Equal(t, make(lineSet, len(s.dirty)), s.dirty)
		for c, at := range s.at {
			require.EqualValues(t, c, s.open[at])
		}
	})
}

func TestMagicTraceTellsEveryStep(t *testing.T) {
	clues := slices.Repeat([]int{puzzle.Empty}, 16)
	clues[0], clues[5], clues[6] = 16, 10, 11
	p := newMagic(t, 4, 1, true, clues)
	found, failures, why := int64(0), int64(0), map[string]bool{}
	r := meter.Start(context.Background(), &meter.Meter{Trace: func(step meter.Step) {
		switch step.Kind {
		case meter.Placed:
			require.Len(t, step.Cells, 1)
			require.Equal(t, step.Value, step.Board[step.Cells[0]])
			why[strings.Join(strings.Fields(step.Why)[:2], " ")] = true
		case meter.DeadEnd:
			failures++
			require.NotEmpty(t, step.Why)
		case meter.Found:
			found++
			require.NoError(t, p.Check(step.Board))
		}
	}})
	defer r.Close()
	require.NoError(t, Search(p, r, func(puzzle.Solution) bool { return true }))
	assert.Positive(t, found)
	assert.Equal(t, r.Solutions, found)
	assert.Equal(t, r.Failures, failures)
	for _, start := range []string{"choice: r1c2", "last open", "only number", "only cell"} {
		if start == "choice: r1c2" {
			assert.True(t, slices.ContainsFunc(slices.Sorted(maps.Keys(why)), func(w string) bool { return strings.HasPrefix(w, "choice:") }))
			continue
		}
		assert.True(t, why[start], "no step because of %q in %v", start, slices.Sorted(maps.Keys(why)))
	}
}

// The rules of three cells for one and two words keep the same numbers as the one for any words.
func TestMagicRulesOfThreeAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Int64().Draw(t, "seed")
		n := rapid.SampledFrom([]int{7, 8, 9, 11}).Draw(t, "n")
		fast := (*state).ruleOfThreePair
		if n <= 8 {
			fast = (*state).ruleOfThreeWord
		}
		// The number of one cell stands twice in the sum, unless twice is 0 or 3.
		for twice := range 40 {
			want, ok := keptByThree(t, n, twice%4, seed+int64(twice), (*state).ruleOfThree)
			got, same := keptByThree(t, n, twice%4, seed+int64(twice), fast)
			require.Equal(t, ok, same)
			require.Equal(t, want, got)
		}
	})
}

// keptByThree returns the numbers that a rule leaves three random cells, and what it returns.
func keptByThree(t *rapid.T, n, twice int, seed int64, rule func(s *state, sum int) bool) (kept [3][]int32, ok bool) {
	random := rand.New(rand.NewSource(seed))
	s := narrowed(t, n, random)
	s.cells = s.lines[0].cells[:3]
	s.fillSets()
	sum, last := 0, 0
	for i, c := range s.cells {
		if of := s.numbersOf(c); i == 0 || i != twice {
			last = int(of[random.Intn(len(of))])
		}
		sum += last
	}
	ok = rule(s, sum)
	for i, c := range s.cells {
		kept[i] = s.numbersOf(c)
	}
	return kept, ok
}
