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

// A word square: three words across and the same number down. Each line of the square is an
// item with one word. Each cell is a secondary item, whose colour is its letter. So words that
// cross agree about the letter.
func ExampleModel_AddColoured() {
	const n = 3
	type entry struct {
		line string
		word string
	}
	m := dlx.NewModel[entry](2*n, n*n)
	for _, word := range []string{"BIT", "ICE", "TEN", "BAT", "OAR", "ART", "TOY"} {
		for line := range n {
			across := []dlx.Element{{Item: dlx.Item(line)}} // an item without a colour
			down := []dlx.Element{{Item: dlx.Item(n + line)}}
			for i := range n {
				letter := int32(word[i]-'A') + 1 // colours are positive
				across = append(across, dlx.Element{Item: dlx.Item(2*n + n*line + i), Colour: letter})
				down = append(down, dlx.Element{Item: dlx.Item(2*n + n*i + line), Colour: letter})
			}
			m.AddColoured(entry{fmt.Sprint("row ", line+1), word}, across...)
			m.AddColoured(entry{fmt.Sprint("column ", line+1), word}, down...)
		}
	}
	for entries, err := range m.Solutions(context.Background(), nil) {
		fmt.Println(entries, err)
	}
	// Output:
	// [{row 1 BIT} {column 1 BIT} {row 2 ICE} {column 2 ICE} {row 3 TEN} {column 3 TEN}] <nil>
}

// Four people share four jobs, at the least price. A search finds the three cheapest ways. A
// diagram of all ways then gives the three cheapest in which person 1 does not have job 2.
func ExampleZDD_Cheapest() {
	ctx := context.Background()
	prices := [4][4]int64{{9, 2, 7, 8}, {6, 4, 3, 7}, {5, 8, 1, 8}, {7, 6, 9, 4}}
	type pair struct{ person, job int }
	m := dlx.NewModel[pair](8, 0)
	for person, row := range prices {
		for job := range row {
			m.Add(pair{person + 1, job + 1}, person, 4+job)
		}
	}
	weight := func(option int) int64 {
		p := m.Values([]int{option})[0]
		return prices[p.person-1][p.job-1]
	}
	best, err := m.Problem().Cheapest(ctx, 3, weight, nil)
	for _, b := range best {
		fmt.Println(b.Sum, m.Values(b.Options))
	}
	fmt.Println(err)

	z, err := m.Problem().ZDD(ctx, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	const job2 = 1 // the second option that was added
	found := 0
	for cover, sum := range z.Restrict(nil, []int{job2}).Cheapest(weight) {
		fmt.Println(sum, m.Values(cover))
		if found++; found == 3 {
			break
		}
	}
	// Output:
	// 13 [{1 2} {2 1} {3 3} {4 4}]
	// 14 [{1 2} {2 3} {3 1} {4 4}]
	// 17 [{1 2} {2 4} {3 3} {4 1}]
	// <nil>
	// 18 [{1 1} {2 2} {3 3} {4 4}]
	// 20 [{1 4} {2 2} {3 3} {4 1}]
	// 20 [{1 3} {2 2} {3 1} {4 4}]
}
