package dlx_test

import (
	"context"
	"errors"
	"fmt"

	"crosscut/dlx"
)

// Four queens. The items are rows, columns and diagonals. Each row and each column has one
// queen; a diagonal has at most one.
func ExampleProblem_AddItems() {
	const n = 4
	p := dlx.NewProblem(2*n, 2*(2*n-1))
	for r := range n {
		for c := range n {
			p.AddItems(r, n+c, 2*n+r+c, 4*n-1+r-c+n-1)
		}
	}
	count, err := p.Count(context.Background(), nil)
	fmt.Println(count, err)
	// Output:
	// 2 <nil>
}

// Dominoes on a board of 2×3. Each option means two cells, so a cover is a list of dominoes.
func ExampleModel() {
	type domino struct{ from, to string }
	const width, height = 3, 2
	m := dlx.NewModel[domino](width*height, 0)
	name := func(r, c int) string { return fmt.Sprintf("r%dc%d", r+1, c+1) }
	for r := range height {
		for c := range width {
			if c+1 < width {
				m.Add(domino{name(r, c), name(r, c+1)}, r*width+c, r*width+c+1)
			}
			if r+1 < height {
				m.Add(domino{name(r, c), name(r+1, c)}, r*width+c, (r+1)*width+c)
			}
		}
	}
	for dominoes, err := range m.Solutions(context.Background(), nil) {
		fmt.Println(dominoes, err)
	}
	// Output:
	// [{r1c1 r1c2} {r1c3 r2c3} {r2c1 r2c2}] <nil>
	// [{r1c1 r2c1} {r1c2 r1c3} {r2c2 r2c3}] <nil>
	// [{r1c1 r2c1} {r1c2 r2c2} {r1c3 r2c3}] <nil>
}

// The dominoes on a chessboard as one value: ask it, cut it, and put it together again.
func ExampleZDD_Restrict() {
	ctx := context.Background()
	const n = 8
	p := dlx.NewProblem(n*n, 0)
	for c := range n * n {
		if c%n+1 < n {
			p.AddItems(c, c+1)
		}
		if c+n < n*n {
			p.AddItems(c, c+n)
		}
	}
	z, err := p.ZDD(ctx, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	lies := z.Restrict([]int{0}, nil) // the domino in the corner lies
	stands := z.Restrict(nil, []int{0})
	fmt.Println(lies.Count(), stands.Count())
	both, err := lies.Union(ctx, stands)
	fmt.Println(both.Count(), err)
	fmt.Println(z.Marginals()[0])
	found := 0
	for cover, sum := range z.Cheapest(func(option int) int64 { return int64(option) }) {
		fmt.Println(len(cover), "dominoes for", sum)
		if found++; found == 3 {
			break
		}
	}
	// Output:
	// 6494408 6494408
	// 12988816 <nil>
	// 6494408
	// 32 dominoes for 1692
	// 32 dominoes for 1698
	// 32 dominoes for 1698
}

// Restarts: a random search is given up when it has bad luck, and begins again with another
// seed and more patience. [dlx.Problem.First] does this by itself.
func ExampleProblem_Random_restarts() {
	const n = 60
	p := dlx.NewProblem(2*n, 2*(2*n-1))
	for r := range n {
		for c := range n {
			p.AddItems(r, n+c, 2*n+r+c, 4*n-1+r-c+n-1)
		}
	}
	patience := int64(50)
	for seed := uint64(1); ; seed++ {
		queens, err := p.Random(context.Background(), seed, &dlx.Meter{MaxNodes: patience})
		if !errors.Is(err, dlx.ErrLimit) { // a cover, or the certainty that there is none
			fmt.Println(len(queens), err)
			return
		}
		patience += patience / 2
	}
	// Output:
	// 60 <nil>
}
