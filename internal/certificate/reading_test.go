package certificate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/encode"
	"crosscut/internal/certificate/statement"
	"crosscut/internal/needs"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// stated is the three files that package statement reads. If cover is set, they are the
// problem, the covers and the formula of an exact cover problem.
type stated struct {
	puzzle, solutions, formula string
	cover                      bool
}

// statedOf returns the files for a puzzle and its solutions.
func statedOf(t require.TestingT, p puzzle.Puzzle, found []puzzle.Solution) stated {
	c, err := New(ctx, p, found, "")
	require.NoError(t, err)
	var listing, formula strings.Builder
	require.NoError(t, writeListing(&listing, p, found))
	require.NoError(t, c.formula.CNF.WriteDIMACS(&formula))
	return stated{puzzle: p.String(), solutions: listing.String(), formula: formula.String()}
}

// read reads the files.
func (s stated) read() (*statement.Statement, error) {
	return statement.Check(ctx, strings.NewReader(s.puzzle), strings.NewReader(s.solutions), strings.NewReader(s.formula))
}

// write writes the files into a new folder, which is gone at the end of the test.
func (s stated) write(t *testing.T) string { return s.writeTo(t, t.TempDir()) }

// writeTo writes the files into a new folder in another one.
func (s stated) writeTo(t *testing.T, parent string) string {
	t.Helper()
	dir, err := os.MkdirTemp(parent, "certificate")
	require.NoError(t, err)
	names := [2]string{puzzleFile, solutionsFile}
	if s.cover {
		names = [2]string{problemFile, coversFile}
	}
	for name, text := range map[string]string{names[0]: s.puzzle, names[1]: s.solutions, formulaFile: s.formula} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return dir
}

// inPython reads the files with the program in docs. It returns nil, or what was printed.
func (s stated) inPython(t *testing.T, python string) error {
	t.Helper()
	dir := s.write(t)
	out, err := exec.Command(python, filepath.Join("..", "..", "docs", "check_statement.py"), dir).CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, "acceptance has an exit code of its own")
	accepts := strings.HasSuffix(string(out), "\ns STATEMENT HOLDS\n")
	assert.Equal(t, accepts, exit.ExitCode() == 42, "%s", out)
	if accepts {
		return nil
	}
	return errors.New(string(out))
}

// TestSecondReadingAcceptsRandomPuzzles reads certificates of random puzzles of all families.
func TestSecondReadingAcceptsRandomPuzzles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		found := solutions(t, p)
		s, err := statedOf(t, p, found).read()
		if !puzzle.Plain(p) {
			require.ErrorContains(t, err, "the second reading does not cover", p)
			return
		}
		require.NoError(t, err, p)
		assert.Equal(t, len(found), s.Boards)
	})
}

// TestSecondReadingCountsPlacesAlone reads a clause that has only places that are used. It
// follows from their number alone: two of three squares have a stone of their kind, so one
// of any two does.
func TestSecondReadingCountsPlacesAlone(t *testing.T) {
	file, err := text.Read(strings.NewReader("puzzle: draughtboard\ncorner: B\nboard:\nB,#,#,#,#\n#,B,#,B,W\n=\nX\n=\nX\n=\nB\n=\nB\n"), "text", "")
	require.NoError(t, err)
	s := statedOf(t, file.Puzzle, puzzletest.Brute(file.Puzzle))
	require.Contains(t, s.formula, "\n6 7 0\n")
	_, err = s.read()
	require.NoError(t, err)
	if needs.Found(t, "python3") {
		assert.NoError(t, s.inPython(t, "python3"))
	}
}

// TestSecondReadingDoesNotCoverRepeats reads the certificate of a square whose numbers have
// repeats. It is right, so the reading must not call it wrong.
func TestSecondReadingDoesNotCoverRepeats(t *testing.T) {
	for _, numbers := range []string{"1 1 2 2", "5 5 5 5", "1 2 4 5"} {
		file, err := text.Read(strings.NewReader("puzzle: magic\nnumbers: "+numbers+"\nsum: any\ndiagonals: no\n__,__\n__,__\n"), "text", "")
		require.NoError(t, err)
		_, err = statedOf(t, file.Puzzle, puzzletest.Brute(file.Puzzle)).read()
		var uncovered *statement.NotCoveredError
		assert.ErrorAs(t, err, &uncovered, numbers)
	}
}

// TestSecondReadingAcceptsTheCases reads certificates of the puzzles in testdata, by Go and by
// Python. It leaves out those with many solutions, and formulas that take long to write.
func TestSecondReadingAcceptsTheCases(t *testing.T) {
	python := ""
	if needs.Found(t, "python3") {
		python = "python3"
	}
	tried := make(map[puzzle.Family]int)
	for _, file := range puzzletest.Files(t, "*/*.txt") {
		f, err := encode.CNF(ctx, file.Puzzle)
		require.NoError(t, err)
		if f.CNF.Clauses() > 20_000 || !file.Solutions.Allows(big.NewInt(int64(len(some(file.Puzzle)))), true) {
			continue
		}
		tried[file.Puzzle.Family()]++
		files := statedOf(t, file.Puzzle, some(file.Puzzle))
		_, err = files.read()
		assert.NoError(t, err, file.Name)
		if python != "" && (tried[file.Puzzle.Family()] < 5 || !testing.Short()) {
			assert.NoError(t, files.inPython(t, python), file.Name)
		}
	}
	for _, family := range puzzle.Families() {
		assert.Greater(t, tried[family], 5, "%s", family)
	}
}

// TestBothReadingsRefuseTheSameSigns adds signs that no reader of puzzles takes, and some that
// nobody can see.
func TestBothReadingsRefuseTheSameSigns(t *testing.T) {
	file, err := text.Read(strings.NewReader("puzzle: magic\nnumbers: 1..9\nsum: 15\n2,_,_\n_,_,_\n_,_,_\n"), "text", "")
	require.NoError(t, err)
	right := statedOf(t, file.Puzzle, puzzletest.Brute(file.Puzzle))
	for name, change := range map[string]func(s *stated){
		"a hard blank behind a value":     func(s *stated) { s.puzzle = strings.Replace(s.puzzle, "magic\n", "magic\u00a0\n", 1) },
		"a hard blank in a row":           func(s *stated) { s.puzzle = strings.TrimSuffix(s.puzzle, "\n") + "\u00a0\n" },
		"a wide blank in a row":           func(s *stated) { s.puzzle = strings.TrimSuffix(s.puzzle, "\n") + "\u2003\n" },
		"a hard blank in a listed board":  func(s *stated) { s.solutions = strings.Replace(s.solutions, ",", "\u00a0,", 1) },
		"a hard blank between boards":     func(s *stated) { s.solutions = strings.Replace(s.solutions, "\n\n", "\n\u00a0\n", 1) },
		"a line of = at the end":          func(s *stated) { s.puzzle += "=\n" },
		"a zero byte in a comment":        func(s *stated) { s.formula = "c a\x00b\n" + s.formula },
		"a separator in a comment":        func(s *stated) { s.formula = "c a\x1ccnf\n" + s.formula },
		"the end of a line in a comment":  func(s *stated) { s.formula = "c a\rb\n" + s.formula },
		"a sign for lines in a comment":   func(s *stated) { s.formula = "c a\u2028b\n" + s.formula },
		"a zero byte behind the boards":   func(s *stated) { s.solutions += "\x00" },
		"the beginning of another header": func(s *stated) { s.formula = "c pcnf\n" + s.formula },
	} {
		files := right
		change(&files)
		require.NotEqual(t, right, files, name)
		_, err := files.read()
		assert.Error(t, err, name)
		if needs.Found(t, "python3") {
			assert.Error(t, files.inPython(t, "python3"), name)
		}
	}
	_, err = right.read()
	assert.NoError(t, err)
}

// some returns the first solutions of a puzzle, at most a thousand.
func some(p puzzle.Puzzle) (found []puzzle.Solution) {
	f, err := encode.ExactCover(ctx, p)
	if err != nil {
		return nil
	}
	_ = f.Problem.Solve(ctx, nil, func(options []int) bool { // stopped early, there are too many
		found = append(found, f.Decode(options))
		return len(found) < 1000
	})
	return found
}

// TestSecondReadingRefusesFormulasThatSayTooMuch spoils a clause of a formula, or adds one.
// If the reading still accepts it, each solution must still be a model.
func TestSecondReadingRefusesFormulasThatSayTooMuch(t *testing.T) {
	accepted, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		found := solutions(t, p)
		files := statedOf(t, p, found)
		files.formula = spoilt(t, files.formula, len(found))
		if _, err := files.read(); err != nil {
			refused++
			return
		}
		accepted++
		for _, s := range found {
			assert.True(t, allows(t, files.formula, len(found), p, s), "%v\n%v\n%s", p, s, files.formula)
		}
	})
	t.Logf("%d accepted, %d refused", accepted, refused)
	assert.Greater(t, refused, accepted/10)
}

// spoilt changes a clause of the rules, or adds one to them. The last clauses stay, and so
// does their number.
func spoilt(t *rapid.T, formula string, boards int) string {
	head, body, _ := strings.Cut(formula, "p cnf ")
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	variables := 0
	_, err := fmt.Sscanf(lines[0], "%d", &variables)
	require.NoError(t, err)
	clauses := lines[1:]
	rules := len(clauses) - boards
	if variables == 0 || rules == 0 {
		t.Skip("no clause to spoil")
	}
	literal := func() string {
		l := rapid.IntRange(1, variables).Draw(t, "variable")
		if rapid.Bool().Draw(t, "negated") {
			l = -l
		}
		return fmt.Sprint(l)
	}
	words := strings.Fields(clauses[rapid.IntRange(0, rules-1).Draw(t, "clause")])
	words = words[:len(words)-1]
	switch at := rapid.IntRange(0, max(len(words)-1, 0)).Draw(t, "literal"); rapid.IntRange(0, 3).Draw(t, "change") {
	case 0:
		words = []string{literal(), literal()}
	case 1:
		words = []string{literal()}
	case 2:
		if len(words) > 0 {
			words = slices.Delete(words, at, at+1)
		}
	case 3:
		if len(words) > 0 {
			words[at] = literal()
		}
	}
	clauses = slices.Insert(slices.Clone(clauses), rapid.IntRange(0, rules).Draw(t, "place"), strings.Join(append(words, "0"), " "))
	return fmt.Sprintf("%sp cnf %d %d\n%s\n", head, variables, len(clauses), strings.Join(clauses, "\n"))
}

// allows reports whether some model of the clauses of the rules is the solution.
func allows(t require.TestingT, formula string, boards int, p puzzle.Puzzle, s puzzle.Solution) bool {
	read, err := sat.ReadDIMACS(strings.NewReader(formula), "formula")
	require.NoError(t, err)
	f, err := encode.CNF(ctx, p)
	require.NoError(t, err)
	before := f.CNF.Clauses()
	f.Exclude(s)
	one := new(sat.CNF)
	i := 0
	for clause := range read.All() {
		if i++; i <= read.Clauses()-boards {
			one.Add(clause...)
		}
	}
	i = 0
	for clause := range f.CNF.All() {
		if i++; i > before {
			for _, l := range clause { // the solution makes all of them false
				one.Add(l.Not())
			}
		}
	}
	is := false
	err = sat.Models(ctx, one, nil, nil, func([]bool) bool {
		is = true
		return false
	})
	require.True(t, is || err == nil, err)
	return is
}

// TestSecondReadingRefusesOtherBoards exchanges two values of a listed board.
func TestSecondReadingRefusesOtherBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		found := solutions(t, p)
		if len(found) == 0 || p.Board().Len() < 2 {
			t.Skip("nothing to exchange")
		}
		files := statedOf(t, p, found)
		i := rapid.IntRange(0, len(found)-1).Draw(t, "board")
		c, d := rapid.IntRange(0, p.Board().Len()-1).Draw(t, "cell"), rapid.IntRange(0, p.Board().Len()-1).Draw(t, "other cell")
		if puzzletest.Alike(p, found[i][c], found[i][d]) {
			t.Skip("no other board")
		}
		found[i] = slices.Clone(found[i])
		found[i][c], found[i][d] = found[i][d], found[i][c]
		var listing bytes.Buffer
		require.NoError(t, writeListing(&listing, p, found))
		files.solutions = listing.String()
		_, err := files.read()
		assert.Error(t, err)
	})
}

// TestBadCertificatesAreRefused reads the smallest certificates that are wrong in one way
// each. The first line of a file is a part of the reason.
func TestBadCertificatesAreRefused(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "bad", "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	all, folders := t.TempDir(), []string(nil)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			var files stated
			for _, file := range archive.Files {
				files.cover = files.cover || file.Name == problemFile
				*map[string]*string{
					puzzleFile: &files.puzzle, solutionsFile: &files.solutions, formulaFile: &files.formula,
					problemFile: &files.puzzle, coversFile: &files.solutions,
				}[file.Name] = string(file.Data)
			}
			read := files.read
			if files.cover {
				read = files.readCover
			}
			_, err = read()
			assert.ErrorContains(t, err, strings.TrimSpace(string(archive.Comment)))
			folders = append(folders, files.writeTo(t, all))
		})
	}
	if !needs.Found(t, "python3") {
		return
	}
	for i, verdict := range pythonVerdicts(t, folders) {
		assert.Equal(t, "refused", verdict, names[i])
	}
}

// FuzzSecondReading gives the reading any three files. It must neither panic nor accept a
// formula that a solution of the puzzle breaks.
func FuzzSecondReading(f *testing.F) {
	for _, content := range []string{several, unsolvable, magic3, "puzzle: draughtboard\ncorner: any\nflips: yes\nboard: 2x2\nB,W\n=\nX,X\n=\n"} {
		file, err := text.Read(strings.NewReader(content), "text", "")
		require.NoError(f, err)
		files := statedOf(f, file.Puzzle, solutions(f, file.Puzzle))
		f.Add(files.puzzle, files.solutions, files.formula)
	}
	f.Fuzz(func(t *testing.T, puzzle, boards, formula string) {
		if len(puzzle)+len(boards)+len(formula) > 1<<16 {
			t.Skip("too long")
		}
		_, _ = statement.Check(ctx, strings.NewReader(puzzle), strings.NewReader(boards), io.LimitReader(strings.NewReader(formula), 1<<16))
	})
}

// TestSecondReadingOfOneLiteral puts a clause of one literal in the place of the first one: a
// number is not on a cell.
func TestSecondReadingOfOneLiteral(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 3, 1, puzzle.King, nil)
	good, refused := statedOf(t, p, puzzletest.Brute(p)), 0
	lines := strings.Split(good.formula, "\n")
	first := 1 + slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "p ") })
	for v := 1; v <= 9; v++ {
		lines[first] = fmt.Sprintf("-%d 0", v)
		bad := good
		bad.formula = strings.Join(lines, "\n")
		_, err := bad.read()
		if err != nil {
			refused++
		}
	}
	assert.Greater(t, refused, 4) // others are right: 2 is in the middle
}

// TestSecondReadingEndsWithItsContext reads puzzles that take long before the first clause.
func TestSecondReadingEndsWithItsContext(t *testing.T) {
	for _, text := range []string{
		"puzzle: magic\n" + strings.Repeat(strings.Repeat("_,", 24)+"_\n", 25),
		"puzzle: hidoku\n" + strings.Repeat(strings.Repeat("_,", 63)+"1\n", 1) + strings.Repeat(strings.Repeat("_,", 63)+"_\n", 62),
		"puzzle: draughtboard\ncorner: any\nboard: 128x128\nB,X\n=\n",
	} {
		soon, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
		start := time.Now()
		_, err := statement.Check(soon, strings.NewReader(text), strings.NewReader("# no solution\n"), strings.NewReader("p cnf 0 1\n0\n"))
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded, text[:20])
		assert.Less(t, time.Since(start), time.Minute)
	}
}

// TestSecondReadingAcceptsNothingFalse makes formulas of variables with random names, and of
// random clauses. The names are not those that the encodings use. If a formula is accepted,
// each of its clauses is true in each solution, as this test understands the names.
func TestSecondReadingAcceptsNothingFalse(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		found := puzzletest.Brute(p)
		files := statedOf(t, p, solutions(t, p))
		var names []string
		var truths []func(puzzle.Solution) bool
		for range rapid.IntRange(1, 5).Draw(t, "variables") {
			name, truth := randomFact(t, p)
			names, truths = append(names, name), append(truths, truth)
		}
		var clause []string
		holds := func(s puzzle.Solution) bool { return false }
		for range rapid.IntRange(1, 4).Draw(t, "literals") {
			v := rapid.IntRange(0, len(names)-1).Draw(t, "variable")
			positive, before := rapid.Bool().Draw(t, "positive"), holds
			holds = func(s puzzle.Solution) bool { return before(s) || truths[v](s) == positive }
			clause = append(clause, map[bool]string{true: "", false: "-"}[positive]+fmt.Sprint(v+1))
		}
		var formula strings.Builder
		for v, name := range names {
			fmt.Fprintf(&formula, "c v %d = %s\n", v+1, name)
		}
		fmt.Fprintf(&formula, "p cnf %d 1\n%s 0\n", len(names), strings.Join(clause, " "))
		files.formula, files.solutions = formula.String(), "# no solution\n"
		files.puzzle = strings.ReplaceAll(files.puzzle, "solutions: 0\n", "")
		if _, err := files.read(); err != nil {
			return
		}
		accepted++
		for _, s := range found {
			assert.True(t, holds(s), "%v\n%v\n%s", p, s, files.formula)
		}
	})
	t.Logf("%d accepted", accepted)
}

// randomFact returns the name of a variable and what it means for a solution.
func randomFact(t *rapid.T, p puzzle.Puzzle) (name string, truth func(puzzle.Solution) bool) {
	cells := p.Board().Len()
	cell := func() int { return rapid.IntRange(0, cells-1).Draw(t, "cell") }
	if q, ok := p.(*puzzle.Draughtboard); ok {
		return randomPlace(t, q, cell())
	}
	low := 1
	if q, ok := p.(*puzzle.Magic); ok {
		low = q.Low()
	}
	k, c := low+rapid.IntRange(0, cells-1).Draw(t, "number"), cell()
	switch rapid.IntRange(0, 4).Draw(t, "form") {
	case 0:
		return fmt.Sprintf("number %d on %s", k, p.Board().Name(c)), func(s puzzle.Solution) bool { return s[c] == k }
	case 1:
		return fmt.Sprintf("number %d on %s or before", k, p.Board().Name(c)), func(s puzzle.Solution) bool {
			return slices.Contains(s[:c+1], k)
		}
	case 2:
		return fmt.Sprintf("%s at most %d", p.Board().Name(c), k), func(s puzzle.Solution) bool { return s[c] <= k }
	}
	of, parts, least := []int{c}, []string{p.Board().Name(c)}, k
	for range rapid.IntRange(0, 2).Draw(t, "more cells") {
		if d := cell(); !slices.Contains(of, d) {
			of, parts = append(of, d), append(parts, p.Board().Name(d))
			least += low + rapid.IntRange(0, cells-1).Draw(t, "more")
		}
	}
	return fmt.Sprintf("%s at least %d", strings.Join(parts, " + "), least), func(s puzzle.Solution) bool {
		sum := 0
		for _, c := range of {
			sum += s[c]
		}
		return sum >= least
	}
}

// randomPlace returns the name of a place of a stone in some filling of the board, perhaps
// one that breaks a rule, or of a colouring.
func randomPlace(t *rapid.T, p *puzzle.Draughtboard, c int) (name string, truth func(puzzle.Solution) bool) {
	if p.Signed() && rapid.Bool().Draw(t, "colouring") {
		white := rapid.Bool().Draw(t, "white")
		return map[bool]string{true: "corner W", false: "corner B"}[white], func(s puzzle.Solution) bool { return (s[0] < 0) == white }
	}
	stone := rapid.IntRange(0, len(p.Stones())-1).Draw(t, "stone")
	first := p.Kinds()[stone]
	form := rapid.SampledFrom(p.Stones()[stone].Versions(p.Flips())).Draw(t, "form")
	row, col := p.Board().Pos(c)
	var at []int
	for _, q := range form.Cells() {
		d := p.Board().Cell(row+q.Row-form.Cells()[0].Row, col+q.Col-form.Cells()[0].Col)
		if d < 0 {
			return "stone " + puzzle.StoneName(first+1) + " on nothing", func(puzzle.Solution) bool { return false }
		}
		at = append(at, d)
	}
	slices.Sort(at)
	name = "stone " + puzzle.StoneName(first+1) + " on"
	for _, d := range at {
		name += " " + p.Board().Name(d)
	}
	return name, func(s puzzle.Solution) bool {
		v := max(s[at[0]], -s[at[0]])
		if p.Kinds()[v-1] != first {
			return false
		}
		covered := 0
		for d := range s {
			if max(s[d], -s[d]) == v {
				covered++
				if !slices.Contains(at, d) {
					return false
				}
			}
		}
		return covered == len(at)
	}
}
