package dlx_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/meter"
)

// multicovers returns all covers of a problem with multiplicities, by trying every set of options.
func multicovers(p *dlx.Problem) []string {
	covers := []string{}
	for set := range 1 << p.Options() {
		chosen, counts, ok := []int{}, make([]int, p.Primary()), true
		colours := map[int]int{}
		for o := range p.Options() {
			if set>>o&1 == 0 {
				continue
			}
			chosen = append(chosen, o)
			ok = ok && primaries(p, o) > 0
			for _, e := range p.Option(o) {
				if e.Item < p.Primary() {
					counts[e.Item]++
					continue
				}
				colour, met := colours[e.Item]
				ok = ok && (!met || colour == e.Colour && colour > 0)
				colours[e.Item] = e.Colour
			}
		}
		for i, n := range counts {
			lo, hi := p.Multiplicity(i)
			ok = ok && lo <= n && n <= hi
		}
		if ok {
			covers = append(covers, fmt.Sprint(chosen))
		}
	}
	slices.Sort(covers)
	return covers
}

// multiproblems draws small problems whose primary items have multiplicities.
func multiproblems(t *rapid.T) *dlx.Problem {
	p := problems(t)
	for i := range p.Primary() {
		hi := rapid.SampledFrom([]int{1, 1, 2, 2, 3, 5, 20, math.MaxInt}).Draw(t, "hi")
		lo := rapid.SampledFrom([]int{0, 0, 1, 1, 2, 3, hi}).Draw(t, "lo")
		p.SetMultiplicity(i, min(lo, hi), hi)
	}
	return p
}

func TestMulticoversAreThoseOfBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := multiproblems(rt)
		want := multicovers(p)
		for _, core := range []dlx.Core{dlx.Auto, dlx.Links} {
			if got, _ := solve(t, p, core); !slices.Equal(want, got) {
				rt.Fatalf("brute force has the covers %v, %v %v", want, core, got)
			}
		}
	})
}

// Every problem of two primary items and one secondary item with two colours whose
// options are of eight kinds, for each of some multiplicities of the items.
func TestMulticoversOfAllTinyProblems(t *testing.T) {
	kinds := [][]dlx.Element{
		{el(0, 0)},
		{el(0, 0)},
		{el(1, 0)},
		{el(0, 0), el(1, 0)},
		{el(0, 0), el(2, 0)},
		{el(0, 0), el(2, 1)},
		{el(1, 0), el(2, 1)},
		{el(0, 0), el(1, 0), el(2, 2)},
	}
	bounds := [][2]int{{0, 1}, {0, 2}, {1, 1}, {1, 3}, {2, 2}, {3, 4}}
	for set := range 1 << len(kinds) {
		for _, a := range bounds {
			for _, b := range bounds {
				p := dlx.NewProblem(2, 1)
				p.SetMultiplicity(0, a[0], a[1])
				p.SetMultiplicity(1, b[0], b[1])
				for k, option := range kinds {
					if set>>k&1 != 0 {
						p.Add(option...)
					}
				}
				for _, core := range []dlx.Core{dlx.Auto, dlx.Links} {
					got, _ := solve(t, p, core)
					require.Equal(t, multicovers(p), got, "%v, set %b, multiplicities %d %d", core, set, a, b)
				}
			}
		}
	}
}

// All items have the multiplicity 1, except a spare item with an option of its own. So the
// search for multicovers must find the covers that the cores find.
func TestMulticoversOfPlainProblemsAreTheCovers(t *testing.T) {
	for name, text := range map[string]string{
		"queens 8": queens(8), "Langford 7": langford(7), "Latin 4": latin(4), "dominoes 4x5": dominoes(4, 5),
		"path 3x3": gridPath(3),
	} {
		t.Run(name, func(t *testing.T) {
			want, _ := solve(t, read(t, text), dlx.Sparse)
			got, _ := solve(t, read(t, "0:2|spare "+text), dlx.Auto)
			assert.NotEmpty(t, want)
			assert.Equal(t, want, got)
		})
	}
}

// queendom dominates a board with so many queens.
func queendom(n, queens int) string {
	var items, options strings.Builder
	fmt.Fprintf(&items, "%d|Q", queens)
	for k := range n * n {
		fmt.Fprintf(&items, " 1:%d|c%d", queens, k)
		options.WriteString("\nQ")
		for t := range n * n {
			r, c := t/n-k/n, t%n-k%n
			if r == 0 || c == 0 || r == c || r == -c {
				fmt.Fprintf(&options, " c%d", t)
			}
		}
	}
	return items.String() + options.String()
}

// graphs makes the graphs with n vertices that all have a degree from lo to hi:
// edges are options.
func graphs(n, lo, hi int) string {
	var items, options strings.Builder
	for a := range n {
		fmt.Fprintf(&items, "%d:%d|v%d ", lo, hi, a)
		for b := range a {
			fmt.Fprintf(&options, "\nv%d v%d", a, b)
		}
	}
	return items.String() + options.String()
}

// matrices makes the n by n matrices of zeros and ones whose lines all have a sum
// from lo to hi: ones are options.
func matrices(n, lo, hi int) string {
	var items, options strings.Builder
	for a := range n {
		fmt.Fprintf(&items, "%d:%d|r%d %d:%d|c%d ", lo, hi, a, lo, hi, a)
		for b := range n {
			fmt.Fprintf(&options, "\nr%d c%d", a, b)
		}
	}
	return items.String() + options.String()
}

// kings puts kings on a board so that none attacks another: at most one of each
// two by two cells.
func kings(n int) string {
	var items, options strings.Builder
	for r := range n + 1 {
		for c := range n + 1 {
			fmt.Fprintf(&items, "0:1|b%d%d ", r, c)
			if r < n && c < n {
				fmt.Fprintf(&options, "\nb%d%d b%d%d b%d%d b%d%d", r, c, r+1, c, r, c+1, r+1, c+1)
			}
		}
	}
	return items.String() + options.String()
}

// The counts of covers are those of the OEIS; the rows have its numbers. The first problem
// is the example of Knuth's program DLX3. The counts of nodes are our own. Knuth's program
// SSMCC has 1,449 for the queens on 5x5.
func TestKnownCountsOfMulticoversAreFound(t *testing.T) {
	for _, known := range []struct {
		name          string
		text          string
		covers, nodes int64
	}{
		{"the example of DLX3", "| A simple example of color controls\nA B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n", 1, 1},
		{"A002564 3 queens on 5x5", queendom(5, 3), 186, 1012},
		{"A002564 4 queens on 7x7", queendom(7, 4), 86, 52713},
		{"A001499 matrices with line sums 2", matrices(5, 2, 2), 2040, 2039},
		{"A001501 matrices with line sums 3", matrices(5, 3, 3), 2040, 2039},
		{"A002720 matrices with line sums 0 or 1", matrices(5, 0, 1), 1546, 1545},
		{"A048291 matrices without a line of zeros", matrices(4, 1, 4), 41503, 41502},
		{"A001205 2-regular graphs", graphs(8, 2, 2), 3507, 3547},
		{"A002829 cubic graphs", graphs(8, 3, 3), 19355, 20041},
		{"A006129 graphs without isolated vertices", graphs(6, 1, math.MaxInt), 27449, 27448},
		{"A000085 matchings", graphs(9, 0, 1), 2620, 2619},
		{"all graphs", graphs(6, 0, 5), 1 << 15, 32767},
		{"A063443 kings", kings(5), 6427, 6426},
	} {
		t.Run(known.name, func(t *testing.T) {
			s := count(t, read(t, known.text), dlx.Auto)
			assert.Equal(t, known.covers, s.Solutions)
			assert.Equal(t, known.nodes, s.Nodes, "nodes")
			assert.Equal(t, 2*s.Nodes, s.Branches)
			assert.Equal(t, s.Nodes+1, s.Solutions+s.Failures, "the leaves of a tree with two branches a node")
		})
	}
}

func TestMulticoversInSpecialCases(t *testing.T) {
	for _, c := range []struct {
		name, text string
		covers     []string
	}{
		{"nothing is needed and nothing there", "0:1|a", []string{"[]"}},
		{"something is needed and nothing there", "2|a", []string{}},
		{"more than there is", "3|a\na\na", []string{}},
		{"much more than there is", "5000000000|a\na\na", []string{}},
		{"exactly what there is", "2|a\na\na", []string{"[0 1]"}},
		{"more than can be", "1:4294967297|a\na\na", []string{"[0 1]", "[0]", "[1]"}},
		{"no upper bound", "1:9223372036854775807|a\na\na", []string{"[0 1]", "[0]", "[1]"}},
		{"equal options are different", "2|a\na\na\na", []string{"[0 1]", "[0 2]", "[1 2]"}},
		{"options without primary items", "0:2|a | x\nx\na\nx:1", []string{"[1]", "[]"}},
		{"colours", "2|a | x\na x:1\na x:1\na x:2\na x", []string{"[0 1]"}},
		{"forced options contradict each other", "2|a b\na b\na b", []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			covers, _ := solve(t, read(t, c.text), dlx.Auto)
			assert.Equal(t, c.covers, covers)
		})
	}
}

func TestForcedMovesOfMulticoversAreNotNodes(t *testing.T) {
	s := count(t, read(t, "2|a 3|b 0:3|c | x\na x:1\na x:1\nb x:1\nb\nb c\nc x\n"), dlx.Auto)
	assert.Equal(t, meter.Stats{Propagations: 6, Solutions: 1}, s)
}

func TestSearchForMulticoversDoesNotAllocateAtNodes(t *testing.T) {
	allocations := func(n int) float64 {
		p := read(t, matrices(n, 2, 2))
		return testing.AllocsPerRun(3, func() { assert.NoError(t, p.Solve(context.Background(), nil, all)) })
	}
	assert.LessOrEqual(t, allocations(5), allocations(3)+4)
}

// The tree can be as deep as the problem has options, which is too deep for recursion.
func TestDeepTreesOfMulticoversAreSearched(t *testing.T) {
	const n = 1 << 12
	p := dlx.NewProblem(1, 0)
	p.SetMultiplicity(0, 0, math.MaxInt)
	for range n {
		p.Add(el(0, 0))
	}
	var m meter.Meter
	m.MaxNodes = n
	deepest := 0
	err := p.Solve(context.Background(), &m, func(options []int) bool {
		deepest = max(deepest, len(options))
		return true
	})
	assert.ErrorIs(t, err, meter.ErrLimit)
	assert.Equal(t, n, deepest)
}
