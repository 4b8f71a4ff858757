package proof

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/sat"
)

// variables is the number of variables of the formulas.
const variables = 10

// refuted returns a random formula without models, as DIMACS, and a proof of that.
func refuted(t *testing.T, r *rand.Rand, format sat.ProofFormat) (f *clauseList, proof []string) {
	t.Helper()
	for {
		var cnf sat.CNF
		for range 60 {
			var clause []sat.Lit
			for range 3 {
				clause = append(clause, sat.Lit(1+r.IntN(variables))*sat.Lit(1-2*r.IntN(2)))
			}
			cnf.Add(clause...)
		}
		var groups [][]sat.Lit
		if r.IntN(2) == 0 { // a tree, whose proof has deletions
			groups = [][]sat.Lit{{1, 2}, {3, 4}, {5, 6}}
		}
		var out, dimacs bytes.Buffer
		if sat.Refute(ctx, &cnf, sat.Refutation{Groups: groups, Format: format}, nil, &out) != nil {
			continue
		}
		require.NoError(t, cnf.WriteDIMACS(&dimacs, nil))
		return readFormula(t, dimacs.String()), slices.Collect(strings.Lines(out.String()))
	}
}

// mutations are the ways in which a proof is damaged. Each changes one or more lines.
var mutations = map[string]func(r *rand.Rand, lines []string) []string{
	"a line dropped": func(r *rand.Rand, lines []string) []string {
		i := r.IntN(len(lines))
		return slices.Delete(lines, i, i+1)
	},
	"lines exchanged": func(r *rand.Rand, lines []string) []string {
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		lines[i], lines[j] = lines[j], lines[i]
		return lines
	},
	"the end cut off": func(r *rand.Rand, lines []string) []string { return lines[:r.IntN(len(lines))] },
	"the beginning cut off": func(r *rand.Rand, lines []string) []string {
		return lines[1+r.IntN(len(lines)):]
	},
	"a literal flipped": number(func(r *rand.Rand, n int) []string { return []string{strconv.Itoa(-n)} }),
	"a number left out": number(func(*rand.Rand, int) []string { return nil }),
	"another number": number(func(r *rand.Rand, n int) []string {
		return []string{strconv.Itoa(1 + r.IntN(variables))}
	}),
	"a number more": number(func(r *rand.Rand, n int) []string {
		return []string{strconv.Itoa(n), strconv.Itoa(1 + r.IntN(variables))}
	}),
	"an addition made a deletion": func(r *rand.Rand, lines []string) []string {
		i := r.IntN(len(lines))
		lines[i] = "d " + strings.TrimPrefix(lines[i], "d ")
		return lines
	},
}

// number returns the mutation that replaces a number other than 0 by others.
func number(change func(r *rand.Rand, n int) []string) func(*rand.Rand, []string) []string {
	return func(r *rand.Rand, lines []string) []string {
		i := r.IntN(len(lines))
		words := strings.Fields(lines[i])
		j := r.IntN(len(words))
		if n, err := strconv.Atoi(words[j]); err == nil && n != 0 {
			lines[i] = strings.Join(slices.Replace(words, j, j+1, change(r, n)...), " ") + "\n"
		}
		return lines
	}
}

// accepts checks a proof in DRAT by the definition. With deletions, a deleted clause is
// gone, even if it is the reason for a literal. Without, deletions have no effect.
func accepts(f *clauseList, proof []string, deletions bool) bool {
	clauses := slices.Clone(f.Clauses)
	for i, line := range proof {
		text, deletes := strings.CutPrefix(line, "d ")
		clause, ok := numbers(text, f.Vars)
		if !ok {
			return false
		}
		one, _ := normal(clause)
		switch at := slices.IndexFunc(clauses, func(c []int32) bool { other, _ := normal(c); return slices.Equal(one, other) }); {
		case deletes && at < 0:
			return false
		case deletes && deletions:
			clauses = slices.Delete(clauses, at, at+1)
		case !deletes && !follows(clauses, clause):
			return false
		case !deletes:
			clauses = append(clauses, clause)
			if len(clause) == 0 {
				return i == len(proof)-1
			}
		}
	}
	return false
}

// numbers returns the numbers of a line that ends with its only 0.
func numbers(line string, largest int) (all []int32, ok bool) {
	words := strings.Fields(line)
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || max(n, -n) > largest || (n == 0) != (i == len(words)-1) {
			return nil, false
		}
		if n != 0 {
			all = append(all, int32(n))
		}
	}
	return all, len(words) > 0
}

// hinted checks the hints of a clause by the definition.
func hinted(clauses map[string][]int32, clause []int32, hints []string) bool {
	truth := map[int32]bool{}
	for _, l := range clause {
		if truth[l] {
			return true // a tautology follows from nothing
		}
		truth[-l] = true
	}
	for _, hint := range hints {
		c, there := clauses[hint]
		if !there {
			return false
		}
		open := map[int32]bool{}
		for _, l := range c {
			if !truth[-l] {
				open[l] = true
			}
		}
		switch len(open) {
		case 0:
			return true
		case 1:
			for l := range open {
				truth[l] = true
			}
		default:
			return false
		}
	}
	return false
}

// acceptsHints checks a proof in LRAT by the definition.
func acceptsHints(f *clauseList, proof []string) bool {
	clauses := map[string][]int32{}
	for i, c := range f.Clauses {
		clauses[fmt.Sprint(i+1)] = c
	}
	for i, line := range proof {
		words := strings.Fields(line)
		if _, err := strconv.ParseInt(words[0], 10, 32); err != nil || len(words) < 2 {
			return false
		}
		if words[1] == "d" {
			gone, ok := numbers(strings.Join(words[2:], " "), 1<<30)
			for _, n := range gone {
				_, there := clauses[fmt.Sprint(n)]
				ok = ok && there
				delete(clauses, fmt.Sprint(n))
			}
			if !ok {
				return false
			}
			continue
		}
		end := slices.Index(words[1:], "0") + 1
		clause, ok := numbers(strings.Join(words[1:end+1], " "), f.Vars)
		hints, ok2 := numbers(strings.Join(words[end+1:], " "), 1<<30)
		if _, taken := clauses[words[0]]; end == 0 || !ok || !ok2 || taken {
			return false
		}
		var names []string
		for _, h := range hints {
			names = append(names, fmt.Sprint(h))
		}
		if !hinted(clauses, clause, names) {
			return false
		}
		if clauses[words[0]] = clause; len(clause) == 0 {
			return i == len(proof)-1
		}
	}
	return false
}

// A mutated proof may be right by luck, so the definition decides. The checker of DRAT must accept a
// text that is a proof with all deletions made. It must reject a text that proves nothing even without
// deletions. Every kind of mutation must be rejected many times.
func TestMutatedProofsAreJudgedByTheDefinition(t *testing.T) {
	definition := map[sat.ProofFormat]func(f *clauseList, proof []string) (right, perhaps bool){
		sat.DRAT: func(f *clauseList, proof []string) (bool, bool) {
			return accepts(f, proof, true), accepts(f, proof, false)
		},
		sat.LRAT: func(f *clauseList, proof []string) (bool, bool) { is := acceptsHints(f, proof); return is, is },
	}
	for name, mutate := range mutations {
		for format, judge := range definition {
			if format == sat.LRAT && strings.HasPrefix(name, "an addition") {
				continue // which is not how it is said there
			}
			t.Run(name+" "+string(format), func(t *testing.T) {
				rejected := 0
				for seed := range uint64(100) {
					r := rand.New(rand.NewPCG(seed, 21))
					f, proof := refuted(t, r, format)
					right, _ := judge(f, proof)
					require.True(t, right)
					proof = mutate(r, proof)
					text := strings.NewReader(strings.Join(proof, ""))
					var err error
					if format == sat.DRAT {
						err = checkerOf(f).checkDRAT(ctx, text)
					} else {
						err = checkLRAT(ctx, f.Vars, f.Clauses, text)
					}
					right, perhaps := judge(f, proof)
					require.True(t, err != nil || perhaps, "seed %d: %q", seed, proof)
					require.False(t, err != nil && right, "seed %d: %v: %q", seed, err, proof)
					if err != nil {
						rejected++
					}
				}
				assert.Greater(t, rejected, 5)
			})
		}
	}
}
