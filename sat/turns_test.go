package sat

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

// turnsOf returns an enumeration by turns whose turns are of so many cuts, and what it
// has handed out.
func turnsOf(t *testing.T, f *CNF, keep []Lit, groups [][]Lit, turn int64) (*enumeration, *int) {
	t.Helper()
	e, err := newTurns(context.Background(), f, keep, groups, nil)
	require.NoError(t, err)
	t.Cleanup(e.run.Close)
	found := 0
	e.to(func([]bool) bool { found++; return true })
	e.values, e.turn, e.patience = make([]bool, f.Vars()+1), turn, 2
	return e, &found
}

// rows returns the variables from 1 on in groups of size.
func rows(groups, size int) [][]Lit {
	all := make([][]Lit, groups)
	for i := range groups * size {
		all[i/size] = append(all[i/size], Lit(i+1))
	}
	return all
}

// A turn ends after its cuts. What is left of the cube is opened, whole; and gini gets it
// only where cutting found little.
func TestATurnEndsAndOpensWhatIsLeft(t *testing.T) {
	f, cells := permutations(6)
	e, found := turnsOf(t, f, cells, rows(6, 6), 12)
	require.NoError(t, e.descend(&cube{share: 1, patience: 3}))
	assert.Positive(t, *found)
	assert.EqualValues(t, 12, e.run.Nodes)
	require.NotEmpty(t, e.open)
	share := e.done
	for _, c := range e.open {
		assert.Zero(t, c.patience, "there are models in plenty")
		share += c.share
	}
	assert.InDelta(t, 1, share, 1e-9)

	hard := pigeonhole(7)
	e, found = turnsOf(t, hard, allVars(hard), rows(7, 6), 12)
	require.NoError(t, e.descend(&cube{share: 1, patience: 3}))
	assert.Zero(t, *found)
	require.NotEmpty(t, e.open)
	for _, c := range e.open {
		assert.Equal(t, 12, c.patience)
	}
	e, _ = turnsOf(t, hard, allVars(hard), rows(7, 6), 12)
	require.NoError(t, e.descend(&cube{share: 1, patience: mostPatience - 1}))
	assert.Equal(t, mostPatience, e.open[0].patience)
}

// A part of a cube is told of the models that lie in it and have not been met again.
func TestAPartKnowsItsModels(t *testing.T) {
	f := formula(5)
	e, _ := turnsOf(t, f, []Lit{1, 2, 3, 4}, nil, 1)
	c := cube{share: 0.5}
	blocks := [][]Lit{{-1, -3}, {-1, -4}, {-1, -2}, {-3, -4}}
	known := map[string]bool{}
	for i, block := range blocks {
		c.blocked.add(block)
		known[digits(block)] = i != 1 // the second one has been met
	}
	p := part{path: codes(nil, []Lit{1, -2, 5}), share: 0.25}
	inner := e.part(&c, p, known, 7)
	assert.Equal(t, [][]Lit{{-1, -3}}, slices.Collect(inner.blocked.all()), "not what was met, has 2, or lacks 1")
	assert.Equal(t, 1, inner.known)
	assert.Equal(t, 7, inner.patience)
	assert.InDelta(t, 0.125, inner.share, 1e-9)
	assert.Equal(t, []Lit{1, -2, 5}, inner.path)
}

// What a dead end has taught is deleted as soon as the choices before its last are taken
// back, so that in the end nothing is left but units.
func TestATreeForgetsItsDeadEnds(t *testing.T) {
	added, deleted := 0, 0
	for line := range strings.Lines(refuted(t, pigeonhole(6), rows(6, 5), DRAT)) {
		clause, deletes := strings.CutPrefix(line, "d ")
		switch {
		case deletes:
			deleted++
		case len(strings.Fields(clause)) > 2:
			added++
		}
	}
	assert.Greater(t, added, 10)
	assert.Equal(t, added, deleted)
}

// What is known without assumptions is in no lemma: nothing is said twice.
func TestLemmasHaveNoLiteralsThatAreSettled(t *testing.T) {
	units := 0
	for seed := range uint64(200) {
		f := randomCNF(rand.New(rand.NewPCG(seed, 17)))
		f = blocked(f, allVars(f))
		settled := map[Lit]bool{}
		for line := range strings.Lines(refuted(t, f, nil, LRAT)) {
			words := strings.Fields(line)
			if words[1] == "d" {
				continue
			}
			clause := parseClause(t, words[1:slices.Index(words, "0")+1])
			for _, l := range clause {
				require.False(t, settled[l.Not()], "seed %d: %s", seed, line)
			}
			if len(clause) == 1 {
				settled[clause[0]] = true
				units++
			}
		}
	}
	assert.Greater(t, units, 100)
}

// Scores and minimising are what makes learning quick, which no proof shows: without the
// one, these formulas take 1.7 times the conflicts, and without the other a quarter
// more literals. The formulas are the same each time, and so are the numbers.
func TestWhatIsLearntIsShortAndSoon(t *testing.T) {
	m := new(search.Meter)
	literals := 0
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 1))
		f := new(CNF)
		for range 600 {
			clause := make([]Lit, 3)
			for i := range clause {
				clause[i] = Lit(1+r.IntN(110)) * Lit(1-2*r.IntN(2))
			}
			f.Add(clause...)
		}
		var proof bytes.Buffer
		require.NoError(t, Refute(context.Background(), f, nil, m, &proof, DRAT))
		literals += len(strings.Fields(proof.String()))
	}
	t.Log(m.Stats().Failures, literals)
	assert.Less(t, m.Stats().Failures, int64(1600))
	assert.Less(t, literals, 8000)
}
