package encode

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/sat"
)

// eachEncoding runs a test for each encoding, with a function that draws puzzles of its
// family.
func eachEncoding(t *testing.T, test func(t *testing.T, e Encoding, draw func(*rapid.T) puzzle.Puzzle)) {
	for _, d := range drawers {
		for _, e := range Encodings(puzzle.Family(d.name)) {
			t.Run(fmt.Sprintf("%s %s", d.name, e), func(t *testing.T) { test(t, e, d.draw) })
		}
	}
}

// of returns p as a formula.
func (e Encoding) of(t require.TestingT, p puzzle.Puzzle) *Formula {
	f, err := CNF(ctx, p, e)
	require.NoError(t, err)
	return f
}

// solutionsOf returns the solutions of a drawn puzzle. It skips puzzles with very many: few are drawn,
// and a test that asks for each model, or excludes half of them by clauses, takes minutes for one.
func solutionsOf(t *rapid.T, p puzzle.Puzzle) []puzzle.Solution {
	const most = 5000
	all := puzzletest.Brute(p)
	if len(all) > most {
		t.Skipf("%d solutions", len(all))
	}
	return all
}

// requireExact compares all models of a formula with the solutions. Each solution must
// have one model: the literals of Keep decide the other variables. Only the products of two
// cells within longer products are not decided.
func requireExact(t require.TestingT, want []puzzle.Solution, f *Formula, p puzzle.Puzzle) {
	all := make([]sat.Lit, f.CNF.Vars())
	for v := range all {
		all[v] = sat.Lit(v + 1)
	}
	if m, ok := p.(*puzzle.Magic); ok && slices.ContainsFunc(m.Lines(), hasLongProduct) {
		all = f.Keep
	}
	requireSame(t, want, ofFormula(t, f.CNF, all, f.Decode, len(want)), p, "all variables")
}

// hasLongProduct reports whether a line has a product of three cells or more.
func hasLongProduct(l puzzle.Line) bool {
	return slices.ContainsFunc(l.Terms, func(t puzzle.Term) bool { return len(t.Cells) > 2 })
}

func TestModelsOfEachEncodingAreTheSolutionsEachOnce(t *testing.T) {
	eachEncoding(t, func(t *testing.T, e Encoding, draw func(*rapid.T) puzzle.Puzzle) {
		rapid.Check(t, func(t *rapid.T) {
			p := draw(t)
			want := solutionsOf(t, p)
			f := e.of(t, p)
			requireExact(t, want, f, p)
			found := 0
			require.NoError(t, f.Models(ctx, nil, func(values []bool) bool {
				found++
				for _, group := range f.groups {
					in := slices.DeleteFunc(slices.Clone(group), func(l sat.Lit) bool { return !values[l.Var()] })
					require.Len(t, in, 1, "in a group of\n%s", p)
				}
				return true
			}))
			require.Len(t, want, found)
		})
	})
}

func TestAnEncodingOfAnotherFamilyIsAnError(t *testing.T) {
	eachEncoding(t, func(t *testing.T, e Encoding, draw func(*rapid.T) puzzle.Puzzle) {
		p := rapid.Custom(draw).Example(0)
		_, err := CNF(ctx, p, e+"!")
		require.ErrorContains(t, err, "no encoding")
		require.ErrorContains(t, err, string(e))
	})
}

func TestEncodingsHaveNamesOfTheirOwn(t *testing.T) {
	names := make(map[Encoding]bool)
	eachEncoding(t, func(t *testing.T, e Encoding, _ func(*rapid.T) puzzle.Puzzle) {
		require.False(t, names[e])
		names[e] = true
		require.NotEmpty(t, e.What())
	})
	for _, family := range puzzle.Families() {
		require.NotEmpty(t, Encodings(family))
	}
}

func TestExcludeLeavesTheOtherSolutions(t *testing.T) {
	eachEncoding(t, func(t *testing.T, e Encoding, draw func(*rapid.T) puzzle.Puzzle) {
		rapid.Check(t, func(t *rapid.T) {
			p := draw(t)
			f := e.of(t, p)
			var left []puzzle.Solution
			for _, s := range solutionsOf(t, p) {
				if rapid.Bool().Draw(t, "excluded") {
					f.Exclude(s)
				} else {
					left = append(left, s)
				}
			}
			requireExact(t, left, f, p)
		})
	})
}

// Formulas and covers are the same bytes as before. So what is written twice, or what
// only saves work, shows, though every answer stays right. STEPS_UPDATE=1 writes the file.
func TestFormulasAndCoversAreTheSameBytes(t *testing.T) {
	var got strings.Builder
	for _, family := range puzzle.Families() {
		paths, err := filepath.Glob(filepath.Join("..", "testdata", string(family), "*.txt"))
		require.NoError(t, err)
		for _, path := range paths {
			name := strings.TrimSuffix(filepath.Base(path), ".txt")
			if strings.Contains(name, ".") {
				continue // a solution of another file
			}
			content, err := os.ReadFile(path)
			require.NoError(t, err)
			p := read(t, string(content))
			if p.Board().Len() > 25 {
				continue
			}
			for _, e := range Encodings(p.Family()) {
				f, err := CNF(ctx, p, e)
				if err != nil {
					fmt.Fprintf(&got, "%s %s: refused: %v\n", name, e, err)
					continue
				}
				var out bytes.Buffer
				require.NoError(t, f.CNF.WriteDIMACS(&out, nil))
				fmt.Fprintln(&out, f.Keep, f.groups, f.families)
				fmt.Fprintf(&got, "%s %s: %d variables, %d clauses, %d literals; %s\n",
					name, e, f.CNF.Vars(), f.CNF.Clauses(), f.CNF.Literals(), sumOf(out.Bytes()))
			}
			x, err := ExactCover(ctx, p)
			require.NoError(t, err)
			var out bytes.Buffer
			require.NoError(t, x.Problem.Write(&out))
			fmt.Fprintf(&got, "%s cover: %d items, %d options; %s\n",
				name, x.Problem.Primary()+x.Problem.Secondary(), x.Problem.Options(), sumOf(out.Bytes()))
		}
	}
	puzzletest.RequireSteps(t, got.String())
}

func sumOf(text []byte) string {
	sum := fnv.New32a()
	sum.Write(text)
	return fmt.Sprintf("%08x", sum.Sum32())
}

// A board of the default's size keeps the default. A larger one gets the first encoding for which it is not too
// large, and that has its name.
func TestAnEncodingIsTheOneOfItsName(t *testing.T) {
	sets := puzzletest.Files(t, "testdata/draughtboard/pentominoes-6x10.txt")
	f, err := CNF(ctx, sets[0].Puzzle, "")
	require.NoError(t, err)
	require.Equal(t, Encoding("kinds"), f.Encoding)
	_, err = CNF(ctx, sets[0].Puzzle, "conflicts")
	require.ErrorContains(t, err, "needs less")
}
