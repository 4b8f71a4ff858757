//go:build unix

package bench_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
)

// Magic squares of order 7 to 10 for TestBench that come from constructions, with clues in a
// pattern.

// delaLoubere is the square of an odd order by the method of de la Loubère.
func delaLoubere(n int) []int {
	square := make([]int, n*n)
	r, c := 0, n/2
	for k := range n * n {
		square[r*n+c] = k + 1
		if up, right := (r+n-1)%n, (c+1)%n; square[up*n+right] == 0 {
			r, c = up, right
		} else {
			r = (r + 1) % n
		}
	}
	return square
}

// doublyEven is the square of an order that 4 divides: the numbers in their order, of which
// those on the diagonals of each block are exchanged with their complements.
func doublyEven(n int) []int {
	square := make([]int, n*n)
	for i := range square {
		square[i] = i + 1
		if r, c := i/n%4, i%n%4; r == c || r+c == 3 {
			square[i] = n*n - i
		}
	}
	return square
}

// luxSquare is the square of order 4k+2 by Conway's method.
func luxSquare(n int) []int {
	m := n / 2
	base, square := delaLoubere(m), make([]int, n*n)
	for i := range m * m {
		r, c := i/m, i%m
		order := [4]int{1, 2, 3, 0} // of the cells of a block in reading order: the letter L
		middle := c == m/2
		switch {
		case r == m/2+1 && !middle, r == m/2 && middle:
			order = [4]int{0, 2, 3, 1} // U
		case r > m/2+1:
			order = [4]int{0, 3, 2, 1} // X
		}
		for k, at := range order {
			square[(2*r+at/2)*n+2*c+at%2] = 4*(base[i]-1) + k + 1
		}
	}
	return square
}

// productSquare is the square of order 9 that has a square of order 3 in each cell of another.
func productSquare() []int {
	base, square := delaLoubere(3), make([]int, 81)
	for i := range square {
		r, c := i/9, i%9
		square[i] = 9*(base[r/3*3+c/3]-1) + base[r%3*3+c%3]
	}
	return square
}

// borderedSquare is a square in which every inner square is magic as well. Numbers on the
// border face their complements.
func borderedSquare(n int, rng *rand.Rand) []int {
	switch n {
	case 3:
		return delaLoubere(3)
	case 4:
		return doublyEven(4)
	}
	inner, square := borderedSquare(n-2, rng), make([]int, n*n)
	for i, k := range inner {
		square[(i/(n-2)+1)*n+i%(n-2)+1] = k + 2*n - 2
	}
	border := borderNumbers(n, rng)
	put := func(at, facing, number int) { square[at], square[facing] = number, n*n+1-number }
	put(0, n*n-1, border[0])
	put(n-1, n*n-n, border[1])
	for k := 1; k < n-1; k++ {
		put(k, n*n-n+k, border[k+1])
		put(k*n, k*n+n-1, border[n-1+k])
	}
	return square
}

// borderNumbers returns the upper corners of a border, the rest of its upper row, and the rest
// of its left column, so that both have the magic sum. It exchanges numbers at random, mostly
// where that brings the sums nearer.
func borderNumbers(n int, rng *rand.Rand) []int {
	border := rng.Perm(2*n - 2)
	for i := range border {
		border[i]++
	}
	sum := puzzle.MagicSum(n, 1)
	away := func() int {
		upper, left := -sum, border[0]+n*n+1-border[1]-sum
		for i, k := range border {
			if i < n {
				upper += k
			} else {
				left += k
			}
		}
		return max(upper, -upper) + max(left, -left)
	}
	for best := away(); best > 0; {
		i, j := rng.IntN(len(border)), rng.IntN(len(border))
		before := slices.Clone(border)
		if i == j {
			border[i] = n*n + 1 - border[i]
		} else {
			border[i], border[j] = border[j], border[i]
		}
		if now := away(); now <= best || rng.IntN(50) == 0 {
			best = now
		} else {
			border = before
		}
	}
	return border
}

// cluePatterns say which cells in row r and column c are given. If wrong, two clues of a row are
// exchanged, so that there may be no solution.
var cluePatterns = []struct {
	name  string
	given func(n, r, c int, rng *rand.Rand) bool
	wrong bool
}{
	{"60 %", func(_, _, _ int, rng *rand.Rand) bool { return rng.IntN(10) < 6 }, false},
	{"half", func(_, _, _ int, rng *rand.Rand) bool { return rng.IntN(2) == 0 }, false},
	{"half, wrong", func(_, _, _ int, rng *rand.Rand) bool { return rng.IntN(2) == 0 }, true},
	{"all except a block of 5×5", func(_, r, c int, _ *rand.Rand) bool { return r < 1 || r > 5 || c < 2 || c > 6 }, false},
	{"two opposite quarters", func(n, r, c int, _ *rand.Rand) bool { return (r < n/2) == (c < n/2) }, false},
}

// squareInstances writes each square with each pattern of clues.
func squareInstances(t *testing.T, dir string) (all []processInstance) {
	rng := rand.New(rand.NewPCG(7, 10))
	squares := []struct {
		name    string
		n       int
		numbers []int
	}{
		{"order 7, bordered", 7, borderedSquare(7, rng)},
		{"order 8, doubly even", 8, doublyEven(8)},
		{"order 8, bordered", 8, borderedSquare(8, rng)},
		{"order 9, de la Loubère", 9, delaLoubere(9)},
		{"order 9, product", 9, productSquare()},
		{"order 9, bordered", 9, borderedSquare(9, rng)},
		{"order 10, LUX", 10, luxSquare(10)},
		{"order 10, bordered", 10, borderedSquare(10, rng)},
	}
	for _, square := range squares {
		for _, pattern := range cluePatterns {
			n, clues := square.n, slices.Clone(square.numbers)
			for i := range clues {
				if !pattern.given(n, i/n, i%n, rng) {
					clues[i] = puzzle.Empty
				}
			}
			if pattern.wrong {
				exchangeClues(clues, n, rng)
			}
			p, err := puzzle.NewMagic(n, 1, puzzle.MagicSum(n, 1), true, square.numbers)
			require.NoError(t, err)
			require.NoError(t, p.Check(square.numbers))
			given, err := p.WithClues(clues)
			require.NoError(t, err)
			all = append(all, squareInstance(t, dir, square.name+", "+pattern.name, given.(*puzzle.Magic)))
		}
	}
	return all
}

// exchangeClues exchanges two clues of a row.
func exchangeClues(clues []int, n int, rng *rand.Rand) {
	for {
		row := rng.IntN(n) * n
		i, j := row+rng.IntN(n), row+rng.IntN(n)
		if i != j && clues[i] != puzzle.Empty && clues[j] != puzzle.Empty {
			clues[i], clues[j] = clues[j], clues[i]
			return
		}
	}
}

// squareInstance writes a square as a puzzle and as FlatZinc for two programs. chuffed has
// another name for distinct numbers, and searches by other rules.
func squareInstance(t *testing.T, dir, name string, p *puzzle.Magic) processInstance {
	file := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
	var model bytes.Buffer
	require.NoError(t, writeFlatZinc(&model, p, nil))
	forChuffed := strings.NewReplacer("all_different_int", "fzn_all_different_int", "dom_w_deg", "first_fail").Replace(model.String())
	for end, text := range map[string]string{".txt": p.String(), ".fzn": model.String(), "-chuffed.fzn": forChuffed} {
		require.NoError(t, os.WriteFile(file+end, []byte(text), 0o600))
	}
	return processInstance{name: name, words: map[string][]string{"FILE": {file + ".txt"}, "GECODE": {file + ".fzn"}, "CHUFFED": {file + "-chuffed.fzn"}}}
}
