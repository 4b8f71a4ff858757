package dlx_test

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/internal/puzzletest"
)

// Each core takes the same steps as before, finds the covers in the same order, and says
// the same about its progress. So a change of a heuristic shows, though every answer
// stays right. STEPS_UPDATE=1 writes the file.
func TestCoresTakeTheSameSteps(t *testing.T) {
	const most = 1000
	var got strings.Builder
	for _, row := range []struct{ name, text string }{
		{"queens 8", queens(8)},
		{"queens 9", queens(9)},
		{"Langford 7", langford(7)},
		{"Langford 8", langford(8)},
		{"Latin 4", latin(4)},
		{"Latin 5", latin(5)},
		{"pentominoes 3x20", packing(3, 20, false, full)},
		{"pentominoes 6x10", packing(6, 10, false, full)},
	} {
		p := read(t, row.text)
		for _, name := range slices.Sorted(maps.Keys(cores)) {
			order := fnv.New32a()
			m := &dlx.Meter{MaxNodes: most}
			err := p.SolveWith(t.Context(), cores[name], m, func(options []int) bool {
				fmt.Fprintln(order, options)
				return true
			})
			fmt.Fprintf(&got, "%s %s: %s; order %08x; %.4f done", row.name, name, stepsOf(t, m, err), order.Sum32(), m.Done())
			half := &dlx.Meter{MaxNodes: max(1, m.Stats().Nodes/2)}
			if err := p.SolveWith(t.Context(), cores[name], half, all); err != nil {
				require.ErrorIs(t, err, dlx.ErrLimit)
			}
			fmt.Fprintf(&got, ", %.4f after half of the nodes\n", half.Done())
		}
		orders := fnv.New32a()
		fmt.Fprintln(orders, p.FrontierOrders())
		fmt.Fprintf(&got, "%s along a frontier: orders %08x\n", row.name, orders.Sum32())
		m := &dlx.Meter{MaxNodes: most}
		n, err := p.Count(t.Context(), m)
		fmt.Fprintf(&got, "%s counted %v: %s\n", row.name, n, stepsOf(t, m, err))
	}
	for seed := range uint64(3) {
		m := &dlx.Meter{MaxNodes: 4 * most}
		n, err := read(t, latinWithHoles(15, 112, seed)).Count(t.Context(), m)
		fmt.Fprintf(&got, "Latin 15 with holes %d counted %v: %s\n", seed, n, stepsOf(t, m, err))
	}
	puzzletest.RequireSteps(t, got.String())
}

// stepsOf returns the counters of a search that ended with err.
func stepsOf(t *testing.T, m *dlx.Meter, err error) string {
	end := ""
	if err != nil {
		require.ErrorIs(t, err, dlx.ErrLimit)
		end = " and more"
	}
	s := m.Stats()
	return fmt.Sprintf("%d covers%s, %d nodes, %d branches, %d failures, %d propagations; by %s",
		s.Solutions, end, s.Nodes, s.Branches, s.Failures, s.Propagations, strings.Join(m.Used(), ", "))
}

// latinWithHoles is the completion of a Latin square with so many open cells. Its rows of
// conflicts are thin.
func latinWithHoles(n, holes int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 15))
	rows, columns, values := rng.Perm(n), rng.Perm(n), rng.Perm(n)
	open := rng.Perm(n * n)[:holes]
	slices.Sort(open)
	value := func(r, c int) int { return values[(rows[r]+columns[c])%n] }
	missing := make([][2][]bool, n) // per line and value: the row lacks it, the column lacks it
	for k := range missing {
		missing[k] = [2][]bool{make([]bool, n), make([]bool, n)}
	}
	var items, options strings.Builder
	for _, cell := range open {
		r, c := cell/n, cell%n
		fmt.Fprintf(&items, "p%d ", cell)
		missing[r][0][value(r, c)], missing[c][1][value(r, c)] = true, true
	}
	for k := range n {
		for v := range n {
			for side, letter := range "rc" {
				if missing[k][side][v] {
					fmt.Fprintf(&items, "%c%d.%d ", letter, k, v)
				}
			}
		}
	}
	for _, cell := range open {
		r, c := cell/n, cell%n
		for v := range n {
			if missing[r][0][v] && missing[c][1][v] {
				fmt.Fprintf(&options, "p%d r%d.%d c%d.%d\n", cell, r, v, c, v)
			}
		}
	}
	return items.String() + "\n" + options.String()
}
