package dlx_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

// subset draws a set of options of p.
func subset(t *rapid.T, p *dlx.Problem, most int, name string) []int {
	return rapid.SliceOfN(rapid.IntRange(-1, p.Options()), 0, most).Draw(t, name)
}

// filtered returns the covers for which keep is true, as sorted texts.
func filtered(covers []string, keep func(cover string) bool) []string {
	kept := []string{}
	for _, c := range covers {
		if keep(c) {
			kept = append(kept, c)
		}
	}
	return kept
}

// restricted reports whether a cover has all options of in and none of out.
func restricted(cover string, in, out []int) bool {
	options := numbersOf(cover)
	return !slices.ContainsFunc(in, func(o int) bool { return !slices.Contains(options, o) }) &&
		!slices.ContainsFunc(out, func(o int) bool { return slices.Contains(options, o) })
}

// checkZDD compares a diagram with a set of covers in every way there is.
func checkZDD(t require.TestingT, p *dlx.Problem, want []string, z *dlx.ZDD) {
	require.Equal(t, want, coversOf(z))
	require.Equal(t, fmt.Sprint(len(want)), z.Count().String())
	require.Equal(t, want, readZDD(t, z), "no path asks twice")
	marginals := z.Marginals()
	require.Len(t, marginals, p.Options())
	for o, n := range marginals {
		require.Equal(t, z.With(o).String(), n.String(), "option %d", o)
		with := len(filtered(want, func(c string) bool { return restricted(c, []int{o}, nil) }))
		require.Equal(t, fmt.Sprint(with), n.String(), "option %d", o)
	}
}

func TestRestrictedDiagramsAreThoseOfBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		all := coversOf(zddOf(rt, p))
		in, out := subset(rt, p, 3, "in"), subset(rt, p, 3, "out")
		want := filtered(all, func(c string) bool { return restricted(c, in, out) })
		checkZDD(rt, p, want, zddOf(rt, p).Restrict(in, out))
	})
}

// Each operation on sets that restrictions have made, and on results of operations.
func TestOperationsOnDiagramsAreThoseOnSets(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		z := zddOf(rt, p)
		set, diagram := coversOf(z), z
		for range rapid.IntRange(1, 4).Draw(rt, "operations") {
			other := z.Restrict(subset(rt, p, 2, "in"), subset(rt, p, 2, "out"))
			if rapid.IntRange(0, 9).Draw(rt, "no covers") == 0 {
				other = new(dlx.ZDD)
			}
			others, was := coversOf(other), set
			var err error
			switch rapid.SampledFrom([]string{"union", "intersection", "difference", "difference of the other"}).Draw(rt, "operation") {
			case "union":
				diagram, err = diagram.Union(ctx, other)
				set = append(filtered(was, func(c string) bool { return !slices.Contains(others, c) }), others...)
				slices.Sort(set)
			case "intersection":
				diagram, err = diagram.Intersection(ctx, other)
				set = filtered(was, func(c string) bool { return slices.Contains(others, c) })
			case "difference":
				diagram, err = diagram.Difference(ctx, other)
				set = filtered(was, func(c string) bool { return !slices.Contains(others, c) })
			default:
				diagram, err = other.Difference(ctx, diagram)
				set = filtered(others, func(c string) bool { return !slices.Contains(was, c) })
			}
			require.NoError(rt, err)
			checkZDD(rt, p, set, diagram)
		}
	})
}

// Diagrams whose paths have other orders: the items are numbered in another way, but the
// options are the same.
func TestOperationsOnDiagramsOfOtherOrders(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		order := rapid.Permutation(ascending(p.Primary())).Draw(rt, "order")
		q := dlx.NewProblem(p.Primary(), p.Secondary())
		for o := range p.Options() {
			option := slices.Clone(p.Option(o))
			for k, e := range option {
				if int(e.Item) < p.Primary() {
					option[k].Item = dlx.Item(order[e.Item])
				}
			}
			q.Add(option...)
		}
		out := subset(rt, p, 2, "out")
		z, other := zddOf(rt, p), zddOf(rt, q).Restrict(nil, out)
		set, others := coversOf(z), coversOf(other)
		both, err := z.Intersection(ctx, other)
		require.NoError(rt, err)
		checkZDD(rt, p, others, both)
		all, err := other.Union(ctx, z)
		require.NoError(rt, err)
		checkZDD(rt, p, set, all)
		rest, err := z.Difference(ctx, other)
		require.NoError(rt, err)
		checkZDD(rt, p, filtered(set, func(c string) bool { return !slices.Contains(others, c) }), rest)
	})
}

// ascending returns 0 to n-1.
func ascending(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

func TestOperationsOnLargeDiagrams(t *testing.T) {
	ctx := context.Background()
	p := read(t, dominoes(8, 8))
	z := zddOf(t, p)
	with, without := z.Restrict([]int{0}, nil), z.Restrict(nil, []int{0})
	sum := new(big.Int).Add(with.Count(), without.Count())
	assert.Equal(t, "12988816", sum.String())
	same, err := z.Union(ctx, nil)
	require.NoError(t, err)
	assert.Equal(t, z.Count(), same.Count())
	whole, err := with.Union(ctx, without)
	require.NoError(t, err)
	assert.Equal(t, z.Count(), whole.Count())
	none, err := z.Difference(ctx, whole)
	require.NoError(t, err)
	assert.Zero(t, none.Nodes())
	none, err = with.Intersection(ctx, without)
	require.NoError(t, err)
	assert.Zero(t, none.Nodes())
}

func TestOperationsEndWithTheirContextAndRoom(t *testing.T) {
	p := read(t, dominoes(6, 6))
	z := zddOf(t, p)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := z.Union(ctx, z.Restrict([]int{3}, nil))
	require.ErrorIs(t, err, context.Canceled)
	_, err = dlx.UnionWithin(z, z.Restrict([]int{3}, nil), 1<<10)
	require.ErrorIs(t, err, dlx.ErrLimit)
}

// Recursion along very long paths would end the process.
func TestOperationsOnVeryLongPathsAreLimits(t *testing.T) {
	var text strings.Builder
	const n = 600_000
	for id := range n {
		fmt.Fprintf(&text, "%d: (~%d?0:%d)\n", id+2, id, id+1)
	}
	z, err := dlx.ReadZDD(strings.NewReader(text.String()), "x", n)
	require.NoError(t, err)
	_, err = z.Union(context.Background(), z)
	require.ErrorIs(t, err, dlx.ErrLimit)
	same, err := z.Union(context.Background(), nil)
	require.NoError(t, err)
	assert.Equal(t, n, same.Nodes())
}

func TestCheapestCoversOfADiagramComeInOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		weights := rapid.SliceOfN(rapid.Int64Range(-4, 4), p.Options(), p.Options()).Draw(rt, "weights")
		sum := func(options []int) (sum int64) {
			for _, o := range options {
				sum += weights[o]
			}
			return sum
		}
		z := zddOf(rt, p)
		sums, covers := []int64{}, []string{}
		for cover, total := range z.Cheapest(func(o int) int64 { return weights[o] }) {
			require.Equal(rt, sum(cover), total)
			require.True(rt, slices.IsSorted(cover))
			sums, covers = append(sums, total), append(covers, fmt.Sprint(cover))
		}
		require.True(rt, slices.IsSorted(sums), "%v", sums)
		slices.Sort(covers)
		require.Equal(rt, coversOf(z), covers)
		again := []string{}
		for cover := range z.Cheapest(func(o int) int64 { return weights[o] }) {
			if again = append(again, fmt.Sprint(cover)); len(again) == 2 {
				break
			}
		}
		require.Subset(rt, covers, again)
	})
}

func TestTheCheapestOfMillionsAreQuick(t *testing.T) {
	z := zddOf(t, read(t, dominoes(8, 8)))
	weight := func(o int) int64 { return int64(o * o % 17) }
	_, least, _ := z.Min(weight)
	n, last := 0, int64(0)
	for _, sum := range z.Cheapest(weight) {
		if n == 0 {
			assert.Equal(t, least, sum)
		}
		assert.GreaterOrEqual(t, sum, max(last, least))
		last = sum
		if n++; n == 1000 {
			break
		}
	}
	assert.Equal(t, 1000, n)
}

func TestADiagramIsReadBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		z := zddOf(rt, p)
		var text strings.Builder
		require.NoError(rt, z.Write(&text))
		back, err := dlx.ReadZDD(strings.NewReader(text.String()), "zdd", p.Options())
		require.NoError(rt, err)
		checkZDD(rt, p, coversOf(z), back)
		var again strings.Builder
		require.NoError(rt, back.Write(&again))
		require.Equal(rt, text.String(), again.String())
	})
}

func TestDiagramsOfOthersAreRead(t *testing.T) {
	z, err := dlx.ReadZDD(strings.NewReader("\n2: (~0?0:1)\n| a remark\n3: (~0?0:1)\n4: (~1?2:3)\n"), "x", 2)
	require.NoError(t, err)
	assert.Equal(t, []string{"[0 1]", "[0]"}, coversOf(z))
	assert.Equal(t, 2, z.Nodes(), "equal nodes are one")
	z, err = dlx.ReadZDD(strings.NewReader("| ZDD of exact covers: nodes 0, root 1\n"), "x", 3)
	require.NoError(t, err)
	assert.Equal(t, []string{"[]"}, coversOf(z))
	assert.Len(t, z.Marginals(), 3)
}

func TestBadDiagramsAreRefusedWhereTheyAreWrong(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "x:1:1: the text has no node, and no comment that says that there are none",
		"hello\n":                             `x:1:1: bad node "hello": it must be "ID: (~OPTION?LO:HI)"`,
		"2: (~0?0;1)\n":                       `x:1:8: bad node "2: (~0?0;1)": it must be "ID: (~OPTION?LO:HI)"`,
		"2: (~-1?0:1)\n":                      `x:1:6: bad node "2: (~-1?0:1)": it must be "ID: (~OPTION?LO:HI)"`,
		"2: (~0?0:1) 5\n":                     `x:1:12: " 5" after the node`,
		"3: (~0?0:1)\n":                       "x:1:1: node 3 where node 2 must be",
		"2: (~7?0:1)\n":                       "x:1:1: option 7 where there are 2 options: they count from 0",
		"2: (~0?0:2)\n":                       "x:1:1: node 2 leads to node 2, which does not come before it",
		"2: (~0?0:1)\n3: (~0?0:2)\n":          "x:3:1: a path asks for option 0 twice",
		"2: (~0?0:1)\n3: (~0?2:1)\n":          "x:3:1: a path asks for option 0 twice",
		"| Z: nodes 2, root 3\n2: (~0?0:1)\n": "x:3:1: the text ends after 1 of 2 nodes",
		"| Z: nodes 1, root 9\n2: (~0?0:1)\n": "x:3:1: the root is node 9 of 1 nodes",
		"2: (~0?0:99999999999)\n":             `x:1:10: bad node "2: (~0?0:99999999999)": it must be "ID: (~OPTION?LO:HI)"`,
		strings.Repeat("1", 1<<17) + ": (~0?0:1)\n": "x:1:1: the line is too long: at most 65536 bytes",
	} {
		_, err := dlx.ReadZDD(strings.NewReader(text), "x", 2)
		assert.EqualError(t, err, want)
	}
	_, err := dlx.ReadZDD(iotest.ErrReader(errors.New("broken")), "x", 2)
	assert.EqualError(t, err, "x:1:1: reading failed: broken")
}

func FuzzReadZDD(f *testing.F) {
	f.Add("2: (~0?0:1)\n3: (~1?2:2)\n")
	f.Add("| ZDD of exact covers: nodes 1, root 2\n2: (~0?0:1)\n")
	f.Fuzz(func(t *testing.T, text string) {
		z, err := dlx.ReadZDD(strings.NewReader(text), "x", 100)
		if err != nil {
			return
		}
		sum := new(big.Int)
		for _, n := range z.Marginals() {
			sum.Add(sum, n)
		}
		n := int64(0)
		for cover := range z.All() {
			if n += int64(len(cover)); n > 10_000 {
				return
			}
			if !slices.IsSortedFunc(cover, func(a, b int) int { return cmp.Or(cmp.Compare(a, b), 1) }) {
				t.Fatalf("cover %v", cover)
			}
		}
		if sum.Cmp(big.NewInt(n)) != 0 {
			t.Fatalf("%v options by marginals, %d by covers", sum, n)
		}
	})
}
