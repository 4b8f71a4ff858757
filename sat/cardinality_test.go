package sat

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// sizes are the numbers of literals to try: all small ones, which include both
// sides of the threshold between the encodings, and some larger.
var sizes = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 24}

// withOneTrue returns the assignments of n literals with one true, sorted.
func withOneTrue(n int) []string {
	all := []string{}
	for i := range n {
		all = append(all, strings.Repeat("0", n-1-i)+"1"+strings.Repeat("0", i))
	}
	return all
}

func TestOneOfHasTheModelsOfItsName(t *testing.T) {
	for _, n := range sizes {
		for name, say := range map[string]func(*CNF, []Lit){"at most": (*CNF).AtMostOne, "exactly": (*CNF).ExactlyOne} {
			f := new(CNF)
			lits := f.NewVars(n)
			say(f, lits)
			want := withOneTrue(n)
			if name == "at most" {
				want = append([]string{strings.Repeat("0", n)}, want...)
			} else {
				assert.Equal(t, want, collect(t, antichain, f, lits), "%d", n)
			}
			assert.Equal(t, want, collect(t, Models, f, lits), "%s, %d", name, n)
			assert.Len(t, collect(t, Models, f, allVars(f)), len(want), "%s, %d: auxiliary variables multiply models", name, n)
		}
	}
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
