package dlx_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// coverOf returns the exact cover problem of a puzzle.
func coverOf(t testing.TB, p puzzle.Puzzle) *dlx.Problem {
	c, err := encode.ExactCover(context.Background(), p)
	require.NoError(t, err)
	return c.Problem
}

// listedBy returns how many covers a core finds one by one, or most+1 if there are more.
func listedBy(t testing.TB, p *dlx.Problem, core dlx.Core, most int) (found int) {
	err := p.SolveWith(context.Background(), core, nil, func([]int) bool { found++; return found <= most })
	if found <= most {
		require.NoError(t, err)
	}
	return found
}

// TestWaysOfCountingAgree draws larger boards of each family, or as many as CROSSCUT_WAYS says.
// It counts the covers of each one by one, with each core, and in every other way.
func TestWaysOfCountingAgree(t *testing.T) {
	boards := 10
	if testing.Short() {
		boards = 3
	}
	if n, err := strconv.Atoi(os.Getenv("CROSSCUT_WAYS")); err == nil {
		boards = n
	}
	const most = 100
	for _, family := range puzzle.Families() {
		for seed := range uint64(boards) {
			rng := rand.New(rand.NewPCG(seed, 18))
			p := coverOf(t, puzzletest.Larger(t, rng, family, func(p puzzle.Puzzle) bool {
				return listedBy(t, coverOf(t, p), dlx.Auto, most) <= most
			}))
			ways := map[string]string{}
			for _, core := range []dlx.Core{dlx.Links, dlx.Sparse, dlx.Bitset} {
				ways[fmt.Sprint("core ", core)] = fmt.Sprint(listedBy(t, p, core, most))
			}
			n, err := p.Count(context.Background(), nil)
			require.NoError(t, err)
			ways["Count"] = n.String()
			for name, room := range map[string]int{"tree": roomy, "tree with a tiny memo": 0} {
				n, err := dlx.CountByTree(context.Background(), p, room)
				require.NoError(t, err)
				ways[name] = n.String()
			}
			if n, done, err := dlx.CountByFrontier(context.Background(), p, 1<<24); done {
				require.NoError(t, err)
				ways["frontier"] = n.String()
			}
			allEqual(t, ways["core links"], ways)
		}
	}
}
