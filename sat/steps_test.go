package sat

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
)

// The models come in the same order as before, after as many calls of gini, and proofs
// are the same bytes. So a change of a heuristic shows, though every answer stays right.
// STEPS_UPDATE=1 writes the file.
func TestModelsAndProofsTakeTheSameSteps(t *testing.T) {
	var got strings.Builder
	for n := 3; n <= 5; n++ {
		f, cells := permutations(n)
		for _, row := range []struct {
			name   string
			models modelsFunc
		}{
			{"general", Models},
			{"antichain", antichain},
			{"cut first", eager(true, 0, 1)},
			{"cut to 3", eager(true, 3, 1)},
			{"in cubes", func(ctx context.Context, f *CNF, keep []Lit, m *search.Meter, yield func([]bool) bool) error {
				return ModelsInCubes(ctx, f, keep, Cutting{Open: n, Models: 2}, m, yield)
			}},
		} {
			found, s := listed(t, row.models, f, cells)
			fmt.Fprintf(&got, "permutations of %d, %s: %d models, %d calls, %d branches, %d failures, %d propagations; order %s\n",
				n, row.name, s.Solutions, s.Nodes, s.Branches, s.Failures, s.Propagations, sumOf(strings.Join(found, " ")))
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 8 {
		f := new(CNF)
		f.NewVars(12)
		for range 90 {
			f.Add(randomLit(random, 12), randomLit(random, 12), randomLit(random, 12))
		}
		fmt.Fprintf(&got, "random %d: %s\n", i, proofsOf(t, f))
	}
	for n := 3; n <= 6; n++ {
		fmt.Fprintf(&got, "pigeonhole %d: %s\n", n, proofsOf(t, pigeonhole(n)))
	}
	puzzletest.RequireSteps(t, got.String())
}

// proofsOf returns the sizes and digests of the proofs that f has no models.
func proofsOf(t *testing.T, f *CNF) string {
	var texts []string
	for _, format := range []ProofFormat{DRAT, LRAT} {
		var proof bytes.Buffer
		m := new(search.Meter)
		if err := Refute(t.Context(), f, Refutation{Format: format}, m, &proof); err != nil {
			return err.Error()
		}
		s := m.Stats()
		texts = append(texts, fmt.Sprintf("%d bytes %s after %d nodes, %d failures", proof.Len(), sumOf(proof.String()), s.Nodes, s.Failures))
	}
	return strings.Join(texts, "; ")
}

func sumOf(text string) string {
	sum := fnv.New32a()
	sum.Write([]byte(text))
	return fmt.Sprintf("%08x", sum.Sum32())
}
