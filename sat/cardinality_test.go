package sat

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// sizes are the numbers of literals to try: all small ones, which include both
// sides of the threshold between the encodings, and some larger.
var sizes = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 24}

func TestThresholdIsAmongTheSizesTried(t *testing.T) {
	assert.Contains(t, sizes, 6)
	assert.Contains(t, sizes, 7)
}

// withOneTrue returns the assignments of n literals with one true, sorted.
func withOneTrue(n int) []string {
	all := []string{}
	for i := range n {
		all = append(all, strings.Repeat("0", n-1-i)+"1"+strings.Repeat("0", i))
	}
	return all
}

func TestAtMostOneHasOneModelMoreThanLiterals(t *testing.T) {
	for _, n := range sizes {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			f := new(CNF)
			lits := f.NewVars(n)
			f.AtMostOne(lits)
			want := append([]string{strings.Repeat("0", n)}, withOneTrue(n)...)
			assert.Equal(t, want, collect(t, Models, f, lits))
			assert.Len(t, collect(t, Models, f, allVars(f)), n+1, "auxiliary variables multiply models")
		})
	}
}

func TestExactlyOneHasAModelForEachLiteral(t *testing.T) {
	for _, n := range sizes {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			f := new(CNF)
			lits := f.NewVars(n)
			f.ExactlyOne(lits)
			assert.Equal(t, withOneTrue(n), collect(t, Models, f, lits))
			assert.Equal(t, withOneTrue(n), collect(t, ModelsAntichain, f, lits))
			assert.Len(t, collect(t, Models, f, allVars(f)), n, "auxiliary variables multiply models")
		})
	}
}

func TestCardinalityCountsOccurrencesOfLiterals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const vars = 4
		lits := rapid.SliceOfN(literals(vars), 0, 9).Draw(t, "literals")
		var most, exactly CNF
		keep := most.NewVars(vars)
		exactly.NewVars(vars)
		most.AtMostOne(lits)
		exactly.ExactlyOne(lits)
		wantMost, wantExactly := []string{}, []string{}
		for values := range assignments(vars) {
			n := 0
			for _, l := range lits {
				if l.holds(values) {
					n++
				}
			}
			if n <= 1 {
				wantMost = append(wantMost, key(keep, values))
			}
			if n == 1 {
				wantExactly = append(wantExactly, key(keep, values))
			}
		}
		slices.Sort(wantMost)
		slices.Sort(wantExactly)
		assert.Equal(t, wantMost, collect(t, Models, &most, keep))
		assert.Equal(t, wantExactly, collect(t, Models, &exactly, keep))
		assert.Len(t, collect(t, Models, &most, allVars(&most)), len(wantMost))
		assert.Len(t, collect(t, Models, &exactly, allVars(&exactly)), len(wantExactly))
	})
}

func TestCardinalityHasAsManyClausesAsPromised(t *testing.T) {
	for _, n := range sizes[2:] {
		f := new(CNF)
		lits := f.NewVars(n)
		f.AtMostOne(lits)
		if fewPairs(n) {
			assert.Equal(t, n*(n-1)/2, f.Clauses(), "%d literals", n)
			assert.Equal(t, n, f.Vars(), "%d literals", n)
			continue
		}
		assert.Equal(t, 3*n-4+1, f.Clauses(), "%d literals", n)
		assert.Equal(t, n+n-1, f.Vars(), "%d literals", n)
	}
}
