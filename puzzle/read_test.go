package puzzle_test

import (
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/puzzle"
)

func TestReadTakesTheFormatsOfTheOriginalSolvers(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		family           puzzle.Family
	}{
		{
			"hidoku, told from the shape",
			" 1,__,_\n__, 6,_\n", "puzzle: hidoku\nmoves: king\n 1,__,__\n__, 6,__\n", "",
		},
		{
			"stones between lines of =",
			"B,_\nW,B\n=====\nW\n", "puzzle: draughtboard\ncorner: any\nflips: yes\nboard: 2x2\nB,_\nW,B\n=\nW\n=\n", "",
		},
		{
			"one stone",
			"B,W\nW,B\n", "puzzle: draughtboard\ncorner: any\nflips: yes\nboard: 2x2\nB,W\nW,B\n=\n", "",
		},
		{
			"lines of = around and doubled",
			"=\n=\nB\n==\n\n===\n", "puzzle: draughtboard\ncorner: any\nflips: yes\nboard: 1x1\nB\n=\n", "",
		},
		{
			"magic rows with blanks",
			"  __ __ 9 \n__  5\t7\n 1 _ __\n", "puzzle: magic\nnumbers: 1..9\nsum: 15\n__,__, 9\n__, 5, 7\n 1,__,__\n", puzzle.FamilyMagic,
		},
		{
			"magic rows with commas, asked for",
			"2,_\n_,_\n", "puzzle: magic\nnumbers: 1..4\nsum: 5\n 2,__\n__,__\n", puzzle.FamilyMagic,
		},
		{
			"the header is believed more than who asks",
			"puzzle: magic\n_\n", "puzzle: magic\nnumbers: 1..1\nsum: 1\n__\n", puzzle.FamilyHidoku,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := puzzle.Read(strings.NewReader(test.text), "f", test.family)
			require.NoError(t, err)
			assert.Equal(t, test.want, f.Puzzle.String())
		})
	}
}

func TestReadTellsTheFamilyFromAHeader(t *testing.T) {
	for header, family := range map[string]puzzle.Family{
		"moves: hex": puzzle.FamilyHidoku, "diagonals: yes": puzzle.FamilyMagic, "sum: 1": puzzle.FamilyMagic,
		"numbers: 1..1": puzzle.FamilyMagic, "corner: any": puzzle.FamilyDraughtboard,
		"flips: no": puzzle.FamilyDraughtboard, "board: 1x1": puzzle.FamilyDraughtboard,
	} {
		row := "_"
		if family == puzzle.FamilyDraughtboard {
			row = "X"
		}
		assert.Equal(t, family, read(t, header+"\n"+row+"\n").Family(), header)
	}
}

func TestFormsOfATextThatMeanTheSame(t *testing.T) {
	const want = "puzzle: hidoku\nmoves: rook\n##, 1,__\n__,__,__\n"
	for name, text := range map[string]string{
		"as written":              want,
		"carriage returns":        strings.ReplaceAll(want, "\n", "\r\n"),
		"byte order mark":         "\ufeff" + want,
		"no newline at the end":   strings.TrimSuffix(want, "\n"),
		"tabs and blanks":         "puzzle:\thidoku\n moves :  rook\t\n\t##,\t1\t,__\n__,  __ ,\t__\n",
		"one letter each":         "puzzle: hidoku\nmoves: rook\n#,1,_\n_,_,_\n",
		"many letters each":       "puzzle: hidoku\nmoves: rook\n###,001,____\n_____,__,_\n",
		"blank lines":             "\n\npuzzle: hidoku\n\nmoves: rook\n\n##,1,_\n  \n_,_,_\n\n\n",
		"headers the other way":   "moves: rook\npuzzle: hidoku\n##,1,_\n_,_,_\n",
		"comments":                "# a puzzle: this one\n#\n####\n# 1,2\n#1,2\n  # of three, or two\npuzzle: hidoku\n# moves: king\nmoves: rook\n###\n##,1,_\n_,_,_\n",
		"commas in one row only":  "puzzle: hidoku\nmoves: rook\n##,1,_\n_ _ _\n",
		"source without a source": "source:\npuzzle: hidoku\nmoves: rook\n##,1,_\n_,_,_\n",
	} {
		assert.Equal(t, want, read(t, text).String(), name)
	}
	column := read(t, "puzzle: hidoku\n##\n_\n_\n")
	assert.Equal(t, []int{1, 3, 2}, []int{column.Board().Width(), column.Board().Height(), column.Board().Len()}, `a lone "##" is a row`)
}

func TestReadKeepsWhatTheHeaderClaims(t *testing.T) {
	for _, test := range []struct {
		header, shown string
		count         *big.Int
		atLeast       bool
	}{
		{"", "?", nil, false},
		{"solutions: ?\n", "?", nil, false},
		{"solutions: 0\n", "0", new(big.Int), false},
		{"solutions: 104\n", "104", big.NewInt(104), false},
		{"solutions: 1000+\n", "1000+", big.NewInt(1000), true},
		{"solutions: 18446744073709551616\n", "18446744073709551616", new(big.Int).Lsh(big.NewInt(1), 64), false},
	} {
		f, err := puzzle.Read(strings.NewReader("puzzle: hidoku\nsource: a book, page 5: top\n"+test.header+"_\n"), "f", "")
		require.NoError(t, err)
		assert.Equal(t, "f", f.Name)
		assert.Equal(t, "a book, page 5: top", f.Source)
		assert.Equal(t, test.shown, f.Solutions.String())
		assert.Equal(t, test.atLeast, f.Solutions.AtLeast)
		if test.count == nil {
			assert.Nil(t, f.Solutions.Count)
		} else {
			assert.Zero(t, test.count.Cmp(f.Solutions.Count))
		}
	}
}

func TestClaimAllowsWhatDoesNotContradictIt(t *testing.T) {
	for _, test := range []struct {
		claim             puzzle.Claim
		found             uint64
		complete, allowed bool
	}{
		{puzzle.Claim{}, 7, true, true},
		{puzzle.Claim{Count: big.NewInt(7)}, 7, true, true},
		{puzzle.Claim{Count: big.NewInt(7)}, 7, false, true},
		{puzzle.Claim{Count: big.NewInt(7)}, 6, true, false},
		{puzzle.Claim{Count: big.NewInt(7)}, 6, false, true},
		{puzzle.Claim{Count: big.NewInt(7)}, 8, false, false},
		{puzzle.Claim{Count: big.NewInt(7), AtLeast: true}, 8, true, true},
		{puzzle.Claim{Count: big.NewInt(7), AtLeast: true}, 6, true, false},
		{puzzle.Claim{Count: new(big.Int).Lsh(big.NewInt(1), 64)}, 1<<64 - 1, true, false},
	} {
		assert.Equal(t, test.allowed, test.claim.Allows(new(big.Int).SetUint64(test.found), test.complete), "%v with %d", test.claim, test.found)
	}
}

func TestReadTakesStonesThatCannotFitWhenTheTextSaysSo(t *testing.T) {
	const text = "board: 2x1\ncorner: B\nB\n=\nB\n"
	_, err := puzzle.Parse(text)
	require.EqualError(t, err, "puzzle:1:8: the stones have 2 black cells, the board with a corner B has 1")
	_, err = puzzle.Parse("solutions: 1\n" + text)
	require.Error(t, err)
	p, err := puzzle.Parse("solutions: 0\n" + text)
	require.NoError(t, err)
	assert.Empty(t, brute(p))
	again, err := puzzle.Parse(p.String())
	require.NoError(t, err)
	assert.Equal(t, p.String(), again.String())
}

func TestDrawnBoardsGiveTheCornerAndTheHoles(t *testing.T) {
	for _, test := range []struct {
		name, header string
		corner       puzzle.Colour
	}{
		{"the drawing decides", "", puzzle.White},
		{"the corner agrees", "corner: W\n", puzzle.White},
		{"the corner stays open", "corner: any\n", puzzle.AnyColour},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := read(t, test.header+"board:\n#,B\n##,W\n==\nX,X\n").(*puzzle.Draughtboard)
			assert.Equal(t, test.corner, p.Corner())
			assert.Equal(t, 2, p.Board().Len())
			assert.Equal(t, puzzle.Black, p.ColourAt(0, puzzle.White))
		})
	}
}

// answers returns what all methods of a puzzle return. Puzzles with equal answers are
// equal.
func answers(p puzzle.Puzzle) []any {
	b := p.Board()
	all := []any{p.Family(), b.Width(), b.Height()}
	for c := range b.Len() {
		all = append(all, b.Name(c))
	}
	switch p := p.(type) {
	case *puzzle.Hidoku:
		all = append(all, p.Moves())
		for c := range b.Len() {
			all = append(all, p.Clue(c), p.Neighbours(c))
		}
	case *puzzle.Magic:
		all = append(all, p.Order(), p.Low(), p.High(), p.Sum(), p.Diagonals())
		for c := range b.Len() {
			all = append(all, p.Clue(c))
		}
	case *puzzle.Draughtboard:
		all = append(all, p.Corner(), p.Flips(), p.Stones(), p.Kinds(), p.Colourings(), p.Signed())
	}
	return all
}

func TestStringIsReadBackAsTheSamePuzzle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		again, err := puzzle.Parse(p.String())
		if err != nil {
			t.Fatalf("%v\n%v", p, err)
		}
		require.Equal(t, answers(p), answers(again))
		require.Equal(t, p.String(), again.String())
	})
}

func TestStonesThatCannotFitAreReadBackToo(t *testing.T) {
	unfit := 0
	rapid.Check(t, func(t *rapid.T) {
		fit, _ := drawDraughtboard(t, 12)
		for range 10 { // about one painting in ten does not fit
			p := paintedAnew(t, fit)
			again, err := puzzle.Parse(p.String())
			require.NoError(t, err)
			require.Equal(t, answers(p), answers(again))
			if p.Balance() != nil {
				unfit++
			}
		}
	})
	assert.Positive(t, unfit)
}

// paintedAnew returns a draughtboard whose stones have other colours, drawn at random.
func paintedAnew(t *rapid.T, p *puzzle.Draughtboard) *puzzle.Draughtboard {
	painted := slices.Clone(p.Stones())
	for i, s := range painted {
		cells := slices.Clone(s.Cells())
		for j := range cells {
			cells[j].Colour = rapid.SampledFrom([]puzzle.Colour{puzzle.Black, puzzle.White, puzzle.AnyColour}).Draw(t, "colour")
		}
		var err error
		painted[i], err = puzzle.NewStone(cells)
		require.NoError(t, err)
	}
	anew, err := puzzle.NewDraughtboard(p.Board(), p.Corner(), p.Flips(), painted)
	require.NoError(t, err)
	return anew
}

func TestFormatIsReadBackAsTheSameValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		n := p.Board().Len()
		value := rapid.IntRange(-puzzle.MaxNumber, puzzle.MaxNumber)
		if p, ok := p.(*puzzle.Draughtboard); ok {
			// All values of one sign, as in solutions; letters tell the sign.
			value = rapid.IntRange(1, len(p.Stones()))
			if p.Signed() && rapid.Bool().Draw(t, "white corner") {
				value = rapid.IntRange(-len(p.Stones()), -1)
			}
		}
		value = rapid.OneOf(value, rapid.Just(puzzle.Empty))
		boards := rapid.SliceOfN(rapid.SliceOfN(value, n, n), 1, 3).Draw(t, "boards")
		var text strings.Builder
		for i, values := range boards {
			text.WriteString(rapid.SampledFrom([]string{"", "\n", "# solution, number " + string(rune('1'+i)) + "\n"}).Draw(t, "between"))
			text.WriteString(puzzle.Format(p, values))
		}
		solutions, err := puzzle.ReadSolutions(strings.NewReader(text.String()), "s", p)
		if err != nil {
			t.Fatalf("%v\n%s\n%v", p, text.String(), err)
		}
		require.Len(t, solutions, len(boards))
		for i, values := range boards {
			require.Equal(t, puzzle.Solution(values), solutions[i])
		}
	})
}

func TestSolutionsOfStonesAreReadInLettersOfAnyCaseAndInNumbers(t *testing.T) {
	given := read(t, "puzzle: draughtboard\nboard: 2x1\ncorner: B\nB\n=\nW\n")
	open := read(t, "puzzle: draughtboard\nboard: 2x1\ncorner: any\nB\n=\nW\n")
	for _, test := range []struct {
		p    puzzle.Puzzle
		text string
		want puzzle.Solution
	}{
		{given, "A,b", puzzle.Solution{1, 2}},
		{given, "a,B", puzzle.Solution{1, 2}},
		{given, "1 2", puzzle.Solution{1, 2}},
		{open, "A,b", puzzle.Solution{1, 2}},
		{open, "b,A", puzzle.Solution{-2, -1}},
		{open, "-2,-1", puzzle.Solution{-2, -1}},
	} {
		assert.Equal(t, test.want, solution(t, test.p, test.text), test.text)
	}
}

// The shared cases are not part of the project. If they are beside it, all of them must be
// readable.
func TestEverySharedCaseIsReadAndReadBack(t *testing.T) {
	root := filepath.Join("..", "..", "shared", "cases")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no shared cases here")
	}
	count := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".txt" || strings.HasSuffix(path, ".solution.txt") {
			return err
		}
		count++
		file, err := os.Open(path)
		require.NoError(t, err)
		defer file.Close()
		f, err := puzzle.Read(file, path, "")
		require.NoError(t, err)
		again := read(t, f.Puzzle.String())
		assert.Equal(t, answers(f.Puzzle), answers(again), path)
		checkSolutionBeside(t, f.Puzzle, path)
		return nil
	})
	require.NoError(t, err)
	assert.Positive(t, count)
}

// checkSolutionBeside judges the solution in the file beside a puzzle, if there is one.
func checkSolutionBeside(t *testing.T, p puzzle.Puzzle, path string) {
	text, err := os.ReadFile(strings.TrimSuffix(path, ".txt") + ".solution.txt")
	if err == nil {
		assert.NoError(t, p.Check(solution(t, p, string(text))), path)
	}
}

func TestEveryPuzzleOfTestdataIsRead(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "testdata", "*", "*.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		family := filepath.Base(filepath.Dir(path))
		if !slices.Contains(puzzle.Families(), puzzle.Family(family)) || strings.Count(filepath.Base(path), ".") > 1 {
			continue // no puzzle, or a solution of one
		}
		file, err := os.Open(path)
		require.NoError(t, err)
		f, err := puzzle.Read(file, path, "")
		file.Close()
		require.NoError(t, err)
		assert.Equal(t, family, string(f.Puzzle.Family()), path)
		assert.NotEqual(t, "?", f.Solutions.String(), "%s says how many solutions it has", path)
		assert.NotEmpty(t, f.Source, "%s says who says so", path)
	}
}
