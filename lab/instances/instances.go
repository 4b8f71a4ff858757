// Package instances makes puzzles and exact covers from a line of words, for benches. The same
// words make the same instance.
package instances

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"crosscut/encode"
	"crosscut/generate"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Maker makes instances.
type Maker struct {
	Root    string // the folder of the main module
	Program string // the program crosscut, for "generate"
}

// Text returns an instance as text: a puzzle, or an exact cover in the format of Knuth's programs.
// The words are one of
//
//	FILE                          a path below the main module that ends in .txt or .dlx
//	cover WORDS                   the exact cover of the puzzle that the other words make
//	generate WORDS                what "crosscut generate WORDS" prints
//	path MOVES SIZE SHARE SEED    a Hidoku with clues on a share of the cells of a random path
//	broken MOVES SIZE SHARE SEED  the same, with two clues exchanged
//	magic ORDER SHARE SEED        a plain square with clues on a share of the cells
//	broken-magic ORDER SHARE SEED the same, with two clues exchanged
//	star TIPS STEP                an empty magic star, with the tips in the first row
//	dissection SIZE LEAST MOST SEED  a square draughtboard, cut into stones of that many cells
//	sudoku CLUES SEED, latin ORDER CLUES SEED, queens N, queens-from-middle N, langford N,
//	golomb MARKS LENGTH, edges N COLOURS SEED, triples ITEMS OPTIONS SEED,
//	planted ITEMS OPTIONS SEED, random PRIMARY SECONDARY OPTIONS SEED, aztec N,
//	macmahon BORDER, pentominoes HEIGHT WIDTH SETS
func (m *Maker) Text(ctx context.Context, words []string) (string, error) {
	if len(words) == 0 {
		return "", fmt.Errorf("an instance without words")
	}
	name := words[0]
	switch {
	case strings.HasSuffix(name, ".txt"), strings.HasSuffix(name, ".dlx"):
		text, err := os.ReadFile(filepath.Join(m.Root, name))
		return string(text), err
	case name == "cover":
		text, err := m.Text(ctx, words[1:])
		if err != nil {
			return "", err
		}
		return coverOf(ctx, text)
	case name == "generate":
		text, err := exec.CommandContext(ctx, m.Program, words...).Output()
		if err != nil {
			return "", fmt.Errorf("crosscut %s: %w", strings.Join(words, " "), err)
		}
		return string(text), nil
	case name == "macmahon" && len(words) == 2:
		return macMahon(words[1][0]), nil
	}
	return made(ctx, name, words[1:])
}

func coverOf(ctx context.Context, content string) (string, error) {
	file, err := text.Read(strings.NewReader(content), "instance", "")
	if err != nil {
		return "", err
	}
	x, err := encode.ExactCover(ctx, file.Puzzle)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = x.Problem.Write(&b)
	return b.String(), err
}

// made makes an instance from numbers, of which the last is often a seed.
func made(ctx context.Context, name string, words []string) (string, error) {
	moves := puzzle.King
	if (name == "path" || name == "broken") && len(words) > 0 {
		moves, words = puzzle.Moves(words[0]), words[1:]
	}
	var x []float64
	var n []int
	for _, word := range words {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return "", fmt.Errorf("%s: %q is no number", name, word)
		}
		x, n = append(x, v), append(n, int(v))
	}
	seed := uint64(0)
	if len(n) > 0 {
		seed = uint64(n[len(n)-1])
	}
	makers := map[string]struct {
		numbers int
		text    func() (string, error)
	}{
		"path":               {3, func() (string, error) { return path(ctx, moves, n[0], x[1], seed, false) }},
		"broken":             {3, func() (string, error) { return path(ctx, moves, n[0], x[1], seed, true) }},
		"magic":              {3, func() (string, error) { return square(ctx, n[0], x[1], seed, false) }},
		"broken-magic":       {3, func() (string, error) { return square(ctx, n[0], x[1], seed, true) }},
		"star":               {2, func() (string, error) { return star(n[0], n[1]), nil }},
		"dissection":         {4, func() (string, error) { return dissection(ctx, n[0], n[1], n[2], seed) }},
		"sudoku":             {2, func() (string, error) { return sudoku(n[0], seed), nil }},
		"latin":              {3, func() (string, error) { return latin(n[0], n[1], seed), nil }},
		"queens":             {1, func() (string, error) { return queens(n[0], false), nil }},
		"queens-from-middle": {1, func() (string, error) { return queens(n[0], true), nil }},
		"langford":           {1, func() (string, error) { return langford(n[0]), nil }},
		"golomb":             {2, func() (string, error) { return golomb(n[0], n[1]), nil }},
		"edges":              {3, func() (string, error) { return edges(n[0], n[1], seed), nil }},
		"triples":            {3, func() (string, error) { return triples(n[0], n[1], false, seed), nil }},
		"planted":            {3, func() (string, error) { return triples(n[0], n[1], true, seed), nil }},
		"random":             {4, func() (string, error) { return random(n[0], n[1], n[2], seed), nil }},
		"aztec":              {1, func() (string, error) { return aztec(n[0]), nil }},
		"pentominoes":        {3, func() (string, error) { return pentominoes(n[0], n[1], n[2]), nil }},
	}
	maker, known := makers[name]
	if !known || maker.numbers != len(n) {
		return "", fmt.Errorf("no instance is made by %q with %d numbers", name, len(n))
	}
	return maker.text()
}

// path returns a Hidoku on a square board with clues on a share of a random path.
func path(ctx context.Context, moves puzzle.Moves, size int, share float64, seed uint64, broken bool) (string, error) {
	board, err := puzzle.NewBoard(size, size, nil)
	if err != nil {
		return "", err
	}
	empty, err := puzzle.HidokuRules{Moves: moves}.New(board, nil)
	if err != nil {
		return "", err
	}
	rng := rand.New(rand.NewPCG(seed, uint64(size)))
	numbers, err := generate.Fill(ctx, empty, rng)
	if err != nil {
		return "", err
	}
	return clued(empty, numbers, share, broken, rng)
}

// square returns a plain magic square with clues on a share of its cells.
func square(ctx context.Context, order int, share float64, seed uint64, broken bool) (string, error) {
	empty, err := puzzle.MagicRules{Order: order, Low: 1}.New(nil)
	if err != nil {
		return "", err
	}
	rng := rand.New(rand.NewPCG(seed, uint64(order)))
	numbers, err := generate.Fill(ctx, empty, rng)
	if err != nil {
		return "", err
	}
	return clued(empty, numbers, share, broken, rng)
}

// star returns the empty magic star {tips/step}: docs/records.md says which cells its lines have.
func star(tips, step int) string {
	lines := make([]string, tips)
	for j := range lines {
		lines[j] = fmt.Sprintf("r1c%d r1c%d r2c%d r2c%d", j+1, (j+step)%tips+1, j+1, (j+step-1)%tips+1)
	}
	row := strings.Repeat("_,", tips-1) + "_\n"
	return fmt.Sprintf("puzzle: magic\nsum: %d\nlines: %s\n%s%s", 4*tips+2, strings.Join(lines, "; "), row, row)
}

// clued returns a puzzle with a share of the numbers as clues. If it is to be broken, two of them
// are exchanged.
func clued(empty puzzle.Numbered, numbers []int, share float64, broken bool, rng *rand.Rand) (string, error) {
	clues := slices.Repeat([]int{puzzle.Empty}, len(numbers))
	given := rng.Perm(len(numbers))[:int(share*float64(len(numbers)))]
	for _, c := range given {
		clues[c] = numbers[c]
	}
	if broken {
		exchange(clues)
	}
	p, err := empty.WithClues(clues)
	if err != nil {
		return "", err
	}
	return p.String(), nil
}

// exchange exchanges the two clues whose numbers are closest, of those with an even difference.
func exchange(clues []int) {
	from, to, least := 0, 0, math.MaxInt
	for c, k := range clues {
		for d, j := range clues[:c] {
			if k != puzzle.Empty && j != puzzle.Empty && (k-j)%2 == 0 && max(k-j, j-k) < least {
				from, to, least = c, d, max(k-j, j-k)
			}
		}
	}
	clues[from], clues[to] = clues[to], clues[from]
}

// dissection returns a square draughtboard that is cut at random into stones.
func dissection(ctx context.Context, size, least, most int, seed uint64) (string, error) {
	board, err := puzzle.NewBoard(size, size, nil)
	if err != nil {
		return "", err
	}
	stones, err := generate.Dissect(ctx, board, least, most, rand.New(rand.NewPCG(seed, uint64(size))))
	if err != nil {
		return "", err
	}
	p, err := puzzle.Setup{Board: board, Corner: puzzle.Black, Flips: true, Stones: stones}.New()
	if err != nil {
		return "", err
	}
	return p.String(), nil
}
