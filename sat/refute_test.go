package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/meter"
)

// follows reports whether a clause follows from others by unit propagation. It computes
// the definition, slowly.
func follows(clauses [][]Lit, clause []Lit) bool {
	truth := map[Lit]bool{}
	for _, l := range clause {
		truth[l.Not()] = true
	}
	for again := true; again; {
		again = false
		for _, c := range clauses {
			open := []Lit{}
			satisfied := false
			for _, l := range c {
				satisfied = satisfied || truth[l]
				if !truth[l.Not()] && !truth[l] {
					open = append(open, l)
				}
			}
			switch {
			case satisfied:
			case len(open) == 0:
				return true
			case len(open) == 1:
				truth[open[0]], again = true, true
			}
		}
	}
	return false
}

// clausesOf returns the clauses of f.
func clausesOf(f *CNF) (all [][]Lit) {
	for c := range f.All() {
		all = append(all, slices.Clone(c))
	}
	return all
}

// checkDRAT fails for an invalid proof. In a valid one, each clause follows, each deleted
// clause was there, and the last clause is empty.
func checkDRAT(t require.TestingT, f *CNF, proof string) {
	clauses := clausesOf(f)
	var last []Lit
	for line := range strings.Lines(proof) {
		line, deletes := strings.CutPrefix(line, "d ")
		last = parseClause(t, strings.Fields(line))
		if !deletes {
			require.True(t, follows(clauses, last), "%v in\n%s", last, proof)
			clauses = append(clauses, last)
			continue
		}
		i := slices.IndexFunc(clauses, func(c []Lit) bool { return sameClause(c, last) })
		require.GreaterOrEqual(t, i, 0, "%v is deleted and was not there", last)
		clauses = slices.Delete(clauses, i, i+1)
	}
	require.NotEmpty(t, proof)
	require.Empty(t, last)
}

// parseClause returns the literals before the only 0.
func parseClause(t require.TestingT, words []string) []Lit {
	clause := []Lit{}
	for i, word := range words {
		var l Lit
		_, err := fmt.Sscan(word, &l)
		require.NoError(t, err)
		require.Equal(t, i == len(words)-1, l == 0)
		if l != 0 {
			clause = append(clause, l)
		}
	}
	return clause
}

func sameClause(a, b []Lit) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// checkLRAT fails for an invalid proof. In a valid one, each hint is a unit under the hints
// before it, and the last hint is contradictory.
func checkLRAT(t require.TestingT, f *CNF, proof string) {
	clauses := map[string][]Lit{}
	for i, c := range clausesOf(f) {
		clauses[fmt.Sprint(i+1)] = c
	}
	var last []Lit
	for line := range strings.Lines(proof) {
		words := strings.Fields(line)
		if words[1] == "d" {
			for _, number := range words[2 : len(words)-1] {
				require.Contains(t, clauses, number)
				delete(clauses, number)
			}
			continue
		}
		end := slices.Index(words, "0")
		last = parseClause(t, words[1:end+1])
		checkHints(t, clauses, last, words[end+1:len(words)-1])
		require.NotContains(t, clauses, words[0])
		clauses[words[0]] = last
	}
	require.NotEmpty(t, proof)
	require.Empty(t, last)
}

func checkHints(t require.TestingT, clauses map[string][]Lit, clause []Lit, hints []string) {
	truth := map[Lit]bool{}
	for _, l := range clause {
		truth[l.Not()] = true
	}
	for i, hint := range hints {
		require.Contains(t, clauses, hint)
		open := slices.DeleteFunc(slices.Clone(clauses[hint]), func(l Lit) bool { return truth[l.Not()] })
		if i == len(hints)-1 {
			require.Empty(t, open, "the last hint of %v", clause)
			return
		}
		require.Len(t, open, 1, "hint %s of %v", hint, clause)
		truth[open[0]] = true
	}
	require.Fail(t, "a clause without hints", "%v", clause)
}

// refuted returns the proof that f has no model, a tree if there are groups.
func refuted(t require.TestingT, f *CNF, groups [][]Lit, format ProofFormat) string {
	return refutedBy(t, f, Refutation{Groups: groups, Format: format})
}

func refutedBy(t require.TestingT, f *CNF, how Refutation) string {
	var proof bytes.Buffer
	require.NoError(t, Refute(context.Background(), f, how, nil, &proof))
	return proof.String()
}

// checkProof fails for an invalid proof.
func checkProof(t require.TestingT, f *CNF, proof string, format ProofFormat) {
	if format == LRAT {
		checkLRAT(t, f, proof)
	} else {
		checkDRAT(t, f, proof)
	}
}

// checkAll checks each kind of proof that f has no model.
func checkAll(t require.TestingT, f *CNF, groups [][]Lit) {
	for _, format := range []ProofFormat{DRAT, LRAT} {
		for _, how := range []Refutation{{}, {Groups: groups}, {Groups: groups, Along: true}} {
			how.Format = format
			checkProof(t, f, refutedBy(t, f, how), format)
		}
	}
}

// blocked returns f with a clause against each of its models.
func blocked(f *CNF, keep []Lit) *CNF {
	all := formula(f.Vars(), clausesOf(f)...)
	for _, values := range brute(f, keep) {
		clause := []Lit{}
		for i, l := range keep {
			if values[i] == '1' {
				l = l.Not()
			}
			clause = append(clause, l)
		}
		all.Add(clause...)
	}
	return all
}

func TestProofsAreProofs(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		f := randomCNF(r)
		keep := allVars(f)
		if len(brute(f, keep)) > 0 {
			err := Refute(context.Background(), f, Refutation{}, nil, &bytes.Buffer{})
			require.ErrorIs(t, err, ErrSatisfiable, "seed %d", seed)
		}
		all := blocked(f, keep)
		var groups [][]Lit
		for range 1 + r.IntN(4) {
			group := []Lit{}
			for range r.IntN(5) {
				if f.Vars() > 0 {
					group = append(group, randomLit(r, f.Vars()))
				}
			}
			groups = append(groups, group)
		}
		checkAll(t, all, groups)
	}
}

func TestProofsOfGroupedFormulas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, keep, groups := drawGrouped(t)
		checkAll(t, blocked(f, keep), groups)
	})
}

// The pigeons cause restarts. With little room they also cause forgetting.
func TestProofsOfHardFormulas(t *testing.T) {
	f := pigeonhole(6)
	for _, format := range []ProofFormat{DRAT, LRAT} {
		var proof bytes.Buffer
		run := meter.Start(context.Background(), nil)
		defer run.Close()
		r, _, err := newRefuter(f, &Refutation{}, run, newProofWriter(&proof, format == LRAT))
		require.NoError(t, err)
		r.room = 20
		done, err := r.refute()
		require.NoError(t, err)
		require.True(t, done)
		require.NoError(t, r.proof.close())
		assert.Contains(t, proof.String(), "d ")
		checkProof(t, f, proof.String(), format)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestRefutingEndsEarly(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	f := pigeonhole(9)
	err := Refute(ctx, f, Refutation{}, &meter.Meter{MaxNodes: 100}, &bytes.Buffer{})
	require.ErrorIs(t, err, meter.ErrLimit)
	require.EqualError(t, Refute(ctx, f, Refutation{}, nil, brokenWriter{}), "writing a proof: the disk is full")
	cancel()
	require.ErrorIs(t, Refute(ctx, f, Refutation{}, nil, &bytes.Buffer{}), context.Canceled)
	bad := formula(2)
	bad.Add(0)
	require.Error(t, Refute(context.Background(), bad, Refutation{}, nil, &bytes.Buffer{}))
	err = Refute(context.Background(), f, Refutation{Groups: [][]Lit{{1, 1000}}}, nil, &bytes.Buffer{})
	require.EqualError(t, err, "sat: 1000 in a group is none of the 72 variables")
}

func TestOtherCheckersAcceptTheProofs(t *testing.T) {
	f := pigeonhole(7)
	for _, c := range []struct {
		name   string
		format ProofFormat
		says   string
	}{{"drat-trim", DRAT, "s VERIFIED"}, {"lrat-check", LRAT, "VERIFIED"}} {
		t.Run(c.name, func(t *testing.T) {
			path := puzzletest.NeedsProgram(t, c.name)
			cnf, proof := filepath.Join(t.TempDir(), "f.cnf"), filepath.Join(t.TempDir(), "f.proof")
			require.NoError(t, os.WriteFile(cnf, []byte(written(t, f)), 0o600))
			require.NoError(t, os.WriteFile(proof, []byte(refuted(t, f, nil, c.format)), 0o600))
			out, _ := exec.Command(path, cnf, proof).CombinedOutput()
			assert.Contains(t, string(out), c.says)
		})
	}
}

// drawGrouped draws a formula and groups of literals. The formula makes exactly one literal
// of each group true.
func drawGrouped(t *rapid.T) (f *CNF, keep []Lit, groups [][]Lit) {
	f = new(CNF)
	for range rapid.IntRange(0, 4).Draw(t, "groups") {
		group := f.NewVars(rapid.IntRange(1, 4).Draw(t, "size"))
		f.ExactlyOne(group)
		keep, groups = append(keep, group...), append(groups, group)
	}
	f.NewVars(2) // on which nothing is kept
	clause := rapid.SliceOfN(literals(f.Vars()), 1, 4)
	for _, c := range rapid.SliceOfN(clause, 0, 10).Draw(t, "clauses") {
		f.Add(c...)
	}
	return f, keep, groups
}

// The clause of a dead end is deleted as soon as the choice before its last is undone.
// So in the end only units are left.
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

// No lemma has a literal that is known without assumptions.
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

// checkLearning checks proofs of eight random formulas with many conflicts.
func checkLearning(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 1))
		f := new(CNF)
		for range 600 {
			f.Add(randomLit(r, 110), randomLit(r, 110), randomLit(r, 110))
		}
		checkDRAT(t, f, refuted(t, f, nil, DRAT))
	}
}

// switchOff switches a technique off until the test ends.
func switchOff(t *testing.T, row *search.Row) {
	t.Helper()
	require.NoError(t, search.Switch("sat: "+row.Name, false))
	t.Cleanup(func() { require.NoError(t, search.Switch("sat: "+row.Name, true)) })
}

// No technique changes an answer: without it, models and proofs are right too.
func TestAnswersAreRightWithoutEachTechnique(t *testing.T) {
	for _, row := range table.Rows {
		t.Run(row.Name, func(t *testing.T) {
			switchOff(t, row)
			for seed := range uint64(50) {
				f := randomCNF(rand.New(rand.NewPCG(seed, 17)))
				want, keep := len(brute(f, allVars(f))), allVars(f)
				for _, l := range allVars(f) {
					keep = append(keep, l.Not())
				}
				for _, open := range []int{0, 1} {
					m := new(meter.Meter)
					require.NoError(t, ModelsInCubes(context.Background(), f, keep, Cutting{Open: open, Models: 1}, m, nil))
					require.Equal(t, int64(want), m.Stats().Solutions)
				}
			}
			checkLearning(t)
		})
	}
}

// probing infers literals whose negation unit propagation refutes. It misses half of them. It
// explains each by as few literals as possible, and counts the explanations.
func probing(f *CNF, seed uint64, explained *int) *Inference {
	clauses, r := clausesOf(f), rand.New(rand.NewPCG(seed, 8))
	return &Inference{
		Find: func(value func(Lit) int8, found func(Lit)) {
			var falsified, open []Lit
			for v := Lit(1); int(v) <= f.Vars(); v++ {
				for _, l := range []Lit{v, -v} {
					switch value(l) {
					case -1:
						falsified = append(falsified, l)
					case 0:
						open = append(open, l)
					}
				}
			}
			for _, l := range open {
				if r.IntN(2) == 0 && follows(clauses, append(slices.Clone(falsified), l)) {
					found(l)
				}
			}
		},
		Explain: func(l Lit, before func(Lit) bool) (clause []Lit) {
			*explained++
			for v := Lit(1); int(v) <= f.Vars(); v++ {
				for _, other := range []Lit{v, -v} {
					if before(other) {
						clause = append(clause, other)
					}
				}
			}
			for i := len(clause) - 1; i >= 0; i-- {
				if fewer := slices.Delete(slices.Clone(clause), i, i+1); follows(clauses, append(slices.Clone(fewer), l)) {
					clause = fewer
				}
			}
			return clause
		},
	}
}

func TestProofsWithInferencesAreProofs(t *testing.T) {
	explained := 0
	check := func(f *CNF, groups [][]Lit, seed uint64) {
		for _, format := range []ProofFormat{DRAT, LRAT} {
			how := Refutation{Groups: groups, Along: true, Inference: probing(f, seed, &explained), Format: format}
			checkProof(t, f, refutedBy(t, f, how), format)
		}
	}
	for seed := range uint64(150) {
		f := randomCNF(rand.New(rand.NewPCG(seed, 7)))
		check(blocked(f, allVars(f)), nil, seed)
	}
	check(pigeonhole(4), nil, 0)
	check(pigeonhole(5), [][]Lit{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}}, 0)
	assert.Greater(t, explained, 100)
}

func TestWrongInferencesAreErrors(t *testing.T) {
	for _, row := range []struct {
		inferred  Lit
		explained []Lit
		says      string
	}{
		{1, nil, "sat: the explanation of 1 does not follow by unit propagation"},
		{1, []Lit{2}, "sat: the explanation of 1 has 2, which was not false"},
		{1, []Lit{0}, "sat: the explanation of 1 has 0, which was not false"},
		{1, []Lit{99}, "sat: the explanation of 1 has 99, which was not false"},
		{-99, nil, "sat: -99 is inferred, and no literal of the formula"},
		{0, nil, "sat: 0 is inferred, and no literal of the formula"},
	} {
		wrong := &Inference{
			Find:    func(_ func(Lit) int8, found func(Lit)) { found(row.inferred) },
			Explain: func(Lit, func(Lit) bool) []Lit { return row.explained },
		}
		err := Refute(t.Context(), pigeonhole(5), Refutation{Inference: wrong, Format: LRAT}, nil, new(bytes.Buffer))
		assert.EqualError(t, err, row.says)
	}
}

func TestUnknownFormatsOfProofsAreRefused(t *testing.T) {
	var f CNF
	f.Add(f.NewVar().Not())
	f.Add(1)
	for format, want := range map[ProofFormat]string{
		"": "", DRAT: "", LRAT: "", "DRAT": `sat: a proof in "DRAT"; it is in "drat" or "lrat"`, "frat": `sat: a proof in "frat"; it is in "drat" or "lrat"`,
	} {
		var proof bytes.Buffer
		err := Refute(t.Context(), &f, Refutation{Format: format}, nil, &proof)
		if want == "" {
			assert.NoError(t, err, format)
			continue
		}
		assert.EqualError(t, err, want)
		assert.Empty(t, proof.String())
	}
}

func TestInferencesNeedBothFunctions(t *testing.T) {
	whole := probing(pigeonhole(3), 1, new(int))
	for _, half := range []Inference{{Find: whole.Find}, {Explain: whole.Explain}} {
		err := Refute(t.Context(), pigeonhole(3), Refutation{Inference: &half}, nil, new(bytes.Buffer))
		assert.ErrorContains(t, err, "Find and Explain")
	}
}
