package dlx_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

// pairsOfGraph is the problem with an option for each node of a graph and an item for each
// edge. Each item has two options. The covers are the ways to choose one end of each edge. The
// items that stand alone make the problem large, for all ways to count options.
func pairsOfGraph(nodes, alone int, edges [][2]int) *dlx.Problem {
	p := dlx.NewProblem(len(edges)+alone, 0)
	options := make([][]dlx.Element, nodes)
	for i, e := range edges {
		for _, node := range e {
			options[node] = append(options[node], dlx.Element{Item: dlx.Item(i)})
		}
	}
	for _, option := range options {
		if len(option) > 0 {
			p.Add(option...)
		}
	}
	for k := range alone { // two options, so that there is no forced move
		p.Add(dlx.Element{Item: dlx.Item(len(edges) + k)})
		p.Add(dlx.Element{Item: dlx.Item(len(edges) + k)})
	}
	return p
}

// twoColourings returns the number of ways to colour the nodes that have edges with two colours.
func twoColourings(nodes int, edges [][2]int) int {
	side, used := make([]int, nodes), make([]bool, nodes)
	for _, e := range edges {
		used[e[0]], used[e[1]] = true, true
	}
	ways := 1
	for from := range nodes {
		if !used[from] || side[from] != 0 {
			continue
		}
		ways *= 2
		side[from] = 1
		for range nodes {
			for _, e := range edges {
				for _, way := range [][2]int{e, {e[1], e[0]}} {
					if side[way[0]] != 0 && side[way[1]] == 0 {
						side[way[1]] = -side[way[0]]
					}
				}
			}
		}
	}
	for _, e := range edges {
		if side[e[0]] == side[e[1]] {
			return 0
		}
	}
	return ways
}

func TestPairsAreCountedAsColourings(t *testing.T) {
	for _, alone := range []int{0, 70, 200} {
		t.Run(fmt.Sprintf("%d items alone", alone), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				nodes := rapid.IntRange(2, 9).Draw(rt, "nodes")
				edges := rapid.SliceOfNDistinct(rapid.Custom(func(rt *rapid.T) [2]int {
					a := rapid.IntRange(0, nodes-2).Draw(rt, "a")
					return [2]int{a, rapid.IntRange(a+1, nodes-1).Draw(rt, "b")}
				}), 1, 8, rapid.ID).Draw(rt, "edges")
				var m dlx.Meter
				n, err := pairsOfGraph(nodes, alone, edges).Count(context.Background(), &m)
				require.NoError(rt, err)
				want := fmt.Sprint(twoColourings(nodes, edges))
				for range alone {
					want += "·2"
				}
				got := n
				text := ""
				for range alone {
					text += "·2"
					got.Rsh(got, 1)
				}
				require.Equal(rt, want, got.String()+text)
				require.Zero(rt, m.Stats().Nodes, "pairs need no search")
			})
		})
	}
}

// A secondary item forbids ways that the primary items allow.
func TestPairsWithSecondaryItemsAreSearched(t *testing.T) {
	p := dlx.NewProblem(2, 1)
	p.Add(dlx.Element{Item: 0}, dlx.Element{Item: 2})
	p.Add(dlx.Element{Item: 0})
	p.Add(dlx.Element{Item: 1}, dlx.Element{Item: 2})
	p.Add(dlx.Element{Item: 1})
	n, err := p.Count(context.Background(), nil)
	require.NoError(t, err)
	require.Equal(t, "3", n.String())
}
