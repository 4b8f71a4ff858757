package dlx_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/meter"
)

// clash says whether two options cannot both be chosen, by the definition.
func clash(a, b []dlx.Element) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Item == y.Item && (x.Colour == 0 || x.Colour != y.Colour) {
				return true
			}
		}
	}
	return false
}

// brute returns all covers by trying every set of options.
func brute(p *dlx.Problem, o int, chosen []int, covered int) []string {
	if o == p.Options() {
		if covered == p.Primary() {
			return []string{fmt.Sprint(chosen)}
		}
		return []string{}
	}
	covers := brute(p, o+1, chosen, covered)
	more := primaries(p, o)
	if more == 0 || slices.ContainsFunc(chosen, func(c int) bool { return clash(p.Option(c), p.Option(o)) }) {
		return covers
	}
	return append(covers, brute(p, o+1, append(slices.Clone(chosen), o), covered+more)...)
}

// primaries returns how many primary items option o has.
func primaries(p *dlx.Problem, o int) (n int) {
	for _, e := range p.Option(o) {
		if e.Item < p.Primary() {
			n++
		}
	}
	return n
}

// tree counts the search tree of the documented choice of items: it looks
// through all options anew in each state.
func tree(p *dlx.Problem, chosen []int, s *meter.Stats) {
	item, fewest := -1, []int(nil)
	for i := range p.Primary() {
		open, options := true, []int(nil)
		for o := range p.Options() {
			has := slices.ContainsFunc(p.Option(o), func(e dlx.Element) bool { return e.Item == i })
			open = open && (!has || !slices.Contains(chosen, o))
			if has && !slices.ContainsFunc(chosen, func(c int) bool { return clash(p.Option(c), p.Option(o)) }) {
				options = append(options, o)
			}
		}
		if open && (item < 0 || len(options) < len(fewest)) {
			item, fewest = i, options
		}
	}
	switch {
	case item < 0:
		s.Solutions++
	case len(fewest) == 0:
		s.Failures++
	case len(fewest) > 1:
		s.Nodes++
		s.Branches += int64(len(fewest))
	}
	for _, o := range fewest {
		tree(p, append(slices.Clone(chosen), o), s)
	}
}

// problems draws small problems, many of them with covers.
func problems(t *rapid.T) *dlx.Problem {
	primary, secondary := rapid.IntRange(0, 6).Draw(t, "primary"), rapid.IntRange(0, 4).Draw(t, "secondary")
	p := dlx.NewProblem(primary, secondary)
	if primary+secondary == 0 {
		return p
	}
	for range rapid.IntRange(0, 12).Draw(t, "options") {
		if p.Options() > 0 && rapid.IntRange(0, 7).Draw(t, "again") == 0 {
			p.Add(p.Option(rapid.IntRange(0, p.Options()-1).Draw(t, "which"))...)
			continue
		}
		items := rapid.SliceOfNDistinct(rapid.IntRange(0, primary+secondary-1), 1, 4, rapid.ID[int])
		if primary+secondary < 4 {
			items = rapid.SliceOfNDistinct(rapid.IntRange(0, primary+secondary-1), 1, primary+secondary, rapid.ID[int])
		}
		var option []dlx.Element
		for _, i := range items.Draw(t, "items") {
			e := dlx.Element{Item: i}
			if i >= primary {
				e.Colour = rapid.IntRange(0, 3).Draw(t, "colour")
			}
			option = append(option, e)
		}
		p.Add(option...)
	}
	return p
}

func TestCoversAreThoseOfBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		want := brute(p, 0, []int{}, 0)
		slices.Sort(want)
		for name, core := range cores {
			if got, _ := solve(t, p, core); !slices.Equal(want, got) {
				rt.Fatalf("brute force has the covers %v, %s %v", want, name, got)
			}
		}
	})
}

func TestCountersAreThoseOfANaiveTree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		var want meter.Stats
		tree(p, nil, &want)
		for name, core := range cores {
			if core == dlx.Ahead {
				continue // its tree is another one
			}
			_, got := solve(t, p, core)
			got.Propagations = 0 // the naive tree hides nothing
			if want != got {
				rt.Fatalf("the naive tree has %+v, %s %+v", want, name, got)
			}
		}
	})
	for name, text := range map[string]string{
		"queens 5": queens(5), "queens 6": queens(6), "queens 7": queens(7),
		"Langford 6": langford(6), "Langford 7": langford(7), "Latin 3": latin(3),
	} {
		t.Run(name, func(t *testing.T) {
			p := read(t, text)
			var want meter.Stats
			tree(p, nil, &want)
			_, got := solve(t, p, dlx.Sparse)
			got.Propagations = 0
			assert.Equal(t, want, got)
		})
	}
}
