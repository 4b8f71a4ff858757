package encode

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/sat"
)

func TestAProofExistsWhenAllCoversAreExcludedAndNotBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawMulticover(t)
		f, err := CoverCNF(ctx, p)
		require.NoError(t, err)
		var covers [][]int
		require.NoError(t, f.Solve(ctx, nil, func(options []int) bool {
			covers = append(covers, slices.Clone(options))
			return true
		}))
		for _, cover := range covers {
			require.ErrorIs(t, sat.Refute(ctx, f.CNF, sat.Refutation{}, nil, new(bytes.Buffer)), sat.ErrSatisfiable)
			f.Exclude(cover)
		}
		require.NoError(t, sat.Refute(ctx, f.CNF, sat.Refutation{}, nil, new(bytes.Buffer)))
	})
}

// The only cover of a small problem, and a proof that there is no other.
func ExampleCoverFormula_Exclude() {
	p := dlx.NewProblem(3, 0)
	p.AddItems(0, 1)
	p.AddItems(1, 2)
	p.AddItems(2)
	f, err := CoverCNF(ctx, p)
	if err != nil {
		fmt.Println(err)
		return
	}
	covers, err := p.First(ctx, 0, nil)
	for _, cover := range covers {
		fmt.Println(cover, err)
		f.Exclude(cover)
	}
	var proof bytes.Buffer
	err = sat.Refute(ctx, f.CNF, sat.Refutation{Format: sat.LRAT}, nil, &proof)
	fmt.Println(proof.Len() > 0, err)
	// Output:
	// [0 2] <nil>
	// true <nil>
}
