package proof

import (
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/encode"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
	"crosscut/sat"
)

// stated is the files that the second reading reads. There is one of the encoding unless it is the default.
type stated struct {
	claim                              Claim
	statement, list, formula, encoding string
}

// statedOf returns the files for a claim, with the solutions that it has.
func statedOf(t require.TestingT, c Claim) stated {
	d, err := c.draft(ctx)
	require.NoError(t, err)
	var files [3]strings.Builder
	require.NoError(t, d.writeStatement(&files[0]))
	require.NoError(t, d.writeList(&files[1]))
	require.NoError(t, d.cnf.WriteDIMACS(&files[2], nil))
	return stated{c, files[0].String(), files[1].String(), files[2].String(), string(d.encoding)}
}

// names returns the names of the three files.
func (s stated) names() []string {
	if s.claim.Problem != nil {
		return []string{problemFile, coversFile, formulaFile}
	}
	return []string{puzzleFile, solutionsFile, formulaFile}
}

// listed returns how many solutions the claim has.
func (s stated) listed() int { return len(s.claim.Solutions) + len(s.claim.Covers) }

// write writes the files into a new folder, which is gone at the end of the test.
func (s stated) write(t *testing.T, parent string) string {
	t.Helper()
	dir, err := os.MkdirTemp(parent, "certificate")
	require.NoError(t, err)
	for i, text := range []string{s.statement, s.list, s.formula} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, s.names()[i]), []byte(text), 0o600))
	}
	if s.encoding != "" {
		require.NoError(t, os.WriteFile(filepath.Join(dir, encodingFile), []byte(s.encoding+"\n"), 0o600))
	}
	return dir
}

// verdicts is a program that prints the verdict of another one, which it imports, on each folder.
const verdicts = `
import contextlib, importlib, io, sys
sys.path.insert(0, ".")
program = importlib.import_module(sys.argv[1])
for folder in sys.stdin.read().split():
    sys.argv = ["", folder]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            program.main()
        print("accepted")
    except getattr(program, "NotCovered", ()) as what:
        print("not covered:", what)
    except program.Refused as reason:
        print("refused:", reason)
    except UnicodeDecodeError:
        print("refused: a file is not text")
`

// read returns what the second reading says of each certificate: "accepted", or "refused" or
// "not covered" with a reason. The test is skipped without python3.
func read(t *testing.T, all []stated) []string {
	t.Helper()
	parent := t.TempDir()
	var folders []string
	for _, s := range all {
		folders = append(folders, s.write(t, parent))
	}
	return verdictsOf(t, "check_statement", folders)
}

// verdictsOf returns what a program in Python says of each folder. One process reads all.
func verdictsOf(t *testing.T, program string, folders []string) []string {
	t.Helper()
	cmd := exec.Command(puzzletest.NeedsProgram(t, "python3"), "-c", verdicts, program)
	cmd.Stdin = strings.NewReader(strings.Join(folders, "\n"))
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "PYTHONUTF8=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	require.Len(t, got, len(folders))
	return got
}

// drawn returns so many values that draw returns true for.
func drawn(n int, draw func(t *rapid.T) (stated, bool)) (all []stated) {
	custom := rapid.Custom(func(t *rapid.T) *stated {
		if s, ok := draw(t); ok {
			return &s
		}
		return nil
	})
	for seed := 0; len(all) < n; seed++ {
		if s := custom.Example(seed); s != nil {
			all = append(all, *s)
		}
	}
	return all
}

// drawAny draws a puzzle of any family and variant.
func drawAny(t *rapid.T) puzzle.Puzzle {
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		if p := puzzletest.Draw(t); p.Board().Len() <= 12 {
			return p
		}
	case 1:
		return puzzletest.DrawDraughtboardVariant(t)
	case 2:
		return puzzletest.DrawLines(t)
	}
	return puzzletest.DrawVariant(t)
}

// byStatesOf returns the claim about a puzzle in the encoding states.
func byStatesOf(p puzzle.Puzzle) Claim {
	return Claim{Puzzle: p, Solutions: puzzletest.Brute(p), Encoding: countEncoding}
}

// byAnyEncoding returns a claim in one of the encodings that the second reading knows.
func byAnyEncoding(t *rapid.T, c Claim) Claim {
	if c.Puzzle.Family() == puzzle.FamilyDraughtboard && isRead(c.Puzzle) && rapid.Bool().Draw(t, "other encoding") {
		c.Encoding = "kinds"
	}
	return c
}

// TestSecondReadingAcceptsRandomPuzzles reads certificates of random puzzles of all families, of
// Hidokus on other graphs, with links and with orders, and of magic boards with lists of lines. The
// solutions of all but the first are those of brute force.
func TestSecondReadingAcceptsRandomPuzzles(t *testing.T) {
	brute := func(p puzzle.Puzzle) Claim { return Claim{Puzzle: p, Solutions: puzzletest.Brute(p)} }
	for name, of := range map[string]struct {
		n    int
		draw func(t *rapid.T) Claim
	}{
		"families": {200, func(t *rapid.T) Claim { return claimed(t, puzzletest.Draw(t)) }},
		"variants": {400, func(t *rapid.T) Claim { return brute(puzzletest.DrawVariant(t)) }},
		"lines":    {400, func(t *rapid.T) Claim { return brute(puzzletest.DrawLines(t)) }},
		"other":    {200, func(t *rapid.T) Claim { return byAnyEncoding(t, claimed(t, puzzletest.Draw(t))) }},
		"states":   {400, func(t *rapid.T) Claim { return byStatesOf(drawAny(t)) }},
	} {
		all := drawn(puzzletest.Often(min(of.n, 150), of.n), func(t *rapid.T) (stated, bool) { return statedOf(t, of.draw(t)), true })
		for i, verdict := range read(t, all) {
			assert.Equal(t, "accepted", verdict, "%s: %s", name, all[i].statement)
		}
	}
}

// TestSecondReadingCountsManyPlacesOfOneStone has three kinds of one stone with more placements than are excluded by pairs.
func TestSecondReadingCountsManyPlacesOfOneStone(t *testing.T) {
	p := parse(t, "puzzle: draughtboard\nboard: 22x22\nX,X\n=\nX,X,X\n=\nX,X\nX,_\n=\n476 *\nX\n")
	s := statedOf(t, Claim{Puzzle: p})
	require.Equal(t, "kinds", s.encoding)
	require.Contains(t, s.formula, " = at least 1 of ")
	assert.Equal(t, []string{"accepted"}, read(t, []stated{s}))
}

// TestSecondReadingCountsPlacesAlone reads a clause that has only places that are used. It
// follows from their number alone: two of three squares have a stone of their kind, so one
// of any two does.
func TestSecondReadingCountsPlacesAlone(t *testing.T) {
	p := parse(t, "puzzle: draughtboard\ncorner: B\nboard:\nB,#,#,#,#\n#,B,#,B,W\n=\nX\n=\nX\n=\nB\n=\nB\n")
	s := statedOf(t, Claim{Puzzle: p, Solutions: puzzletest.Brute(p)})
	require.Contains(t, s.formula, "\n6 7 0\n")
	assert.Equal(t, []string{"accepted"}, read(t, []stated{s}))
}

// TestSecondReadingDoesNotCoverRepeats reads the certificate of a square whose numbers have
// repeats. It is right, so the reading must not call it wrong.
func TestSecondReadingDoesNotCoverRepeats(t *testing.T) {
	for _, numbers := range []string{"1 1 2 2", "5 5 5 5", "1 2 4 5"} {
		p := parse(t, "puzzle: magic\nnumbers: "+numbers+"\nsum: any\ndiagonals: no\n__,__\n__,__\n")
		assert.NotContains(t, read(t, []stated{statedOf(t, Claim{Puzzle: p, Solutions: puzzletest.Brute(p)})})[0], "refused", numbers)
	}
}

// TestSecondReadingAcceptsTheCases reads certificates of the puzzles in testdata. It leaves out
// those with many solutions, and formulas that take long to write.
func TestSecondReadingAcceptsTheCases(t *testing.T) {
	most := puzzletest.Often(2_000, 20_000) // clauses
	tried := make(map[puzzle.Family]int)
	var all []stated
	for _, file := range puzzletest.Files(t, "testdata/*") {
		f, err := encode.CNF(ctx, file.Puzzle, "")
		require.NoError(t, err)
		if f.CNF.Clauses() > most {
			continue
		}
		if found := some(t, file.Puzzle); file.Solutions.Allows(big.NewInt(int64(len(found))), true) {
			tried[file.Puzzle.Family()]++
			all = append(all, statedOf(t, Claim{Puzzle: file.Puzzle, Solutions: found}))
		}
	}
	for _, family := range puzzle.Families() {
		assert.Greater(t, tried[family], 2, "%s", family)
	}
	for i, verdict := range read(t, all) {
		assert.Equal(t, "accepted", verdict, all[i].statement)
	}
}

// TestSignsThatNobodySeesAreRefused adds signs that no reader of puzzles takes, and some that
// nobody can see.
func TestSignsThatNobodySeesAreRefused(t *testing.T) {
	p := parse(t, "puzzle: magic\nnumbers: 1..9\nsum: 15\n2,_,_\n_,_,_\n_,_,_\n")
	right := statedOf(t, Claim{Puzzle: p, Solutions: puzzletest.Brute(p)})
	all := []stated{right}
	var names []string
	for name, change := range map[string]func(s *stated){
		"a hard blank behind a value":     func(s *stated) { s.statement = strings.Replace(s.statement, "magic\n", "magic\u00a0\n", 1) },
		"a hard blank in a row":           func(s *stated) { s.statement = strings.TrimSuffix(s.statement, "\n") + "\u00a0\n" },
		"a wide blank in a row":           func(s *stated) { s.statement = strings.TrimSuffix(s.statement, "\n") + "\u2003\n" },
		"a hard blank in a listed board":  func(s *stated) { s.list = strings.Replace(s.list, ",", "\u00a0,", 1) },
		"a hard blank between boards":     func(s *stated) { s.list = strings.Replace(s.list, "\n\n", "\n\u00a0\n", 1) },
		"a line of = at the end":          func(s *stated) { s.statement += "=\n" },
		"a zero byte in a comment":        func(s *stated) { s.formula = "c a\x00b\n" + s.formula },
		"a separator in a comment":        func(s *stated) { s.formula = "c a\x1ccnf\n" + s.formula },
		"the end of a line in a comment":  func(s *stated) { s.formula = "c a\rb\n" + s.formula },
		"a sign for lines in a comment":   func(s *stated) { s.formula = "c a\u2028b\n" + s.formula },
		"a zero byte behind the boards":   func(s *stated) { s.list += "\x00" },
		"the beginning of another header": func(s *stated) { s.formula = "c pcnf\n" + s.formula },
	} {
		files := right
		change(&files)
		require.NotEqual(t, right, files, name)
		all, names = append(all, files), append(names, name)
	}
	got := read(t, all)
	assert.Equal(t, "accepted", got[0])
	for i, name := range names {
		assert.NotEqual(t, "accepted", got[1+i], name)
	}
}

// some returns the first solutions of a puzzle, at most a thousand.
func some(t *testing.T, p puzzle.Puzzle) []puzzle.Solution {
	found, err := crosscut.First(ctx, crosscut.Native, p, 1000, nil)
	require.NoError(t, err)
	return found
}

// TestSecondReadingRefusesFormulasThatSayTooMuch spoils a clause of a formula, or adds one.
// If the reading still accepts it, each solution must still be a model, and each cover must
// satisfy each clause of the rules.
func TestSecondReadingRefusesFormulasThatSayTooMuch(t *testing.T) {
	all := drawn(600, func(t *rapid.T) (s stated, ok bool) {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 2:
			s = statedOf(t, claimed(t, puzzletest.DrawLines(t)))
		case 0:
			s = statedOf(t, drawCoverClaim(t))
		case 1:
			s = statedOf(t, claimed(t, puzzletest.DrawVariant(t)))
		default:
			s = statedOf(t, byAnyEncoding(t, claimed(t, puzzletest.Draw(t))))
		}
		s.formula, ok = spoilt(t, s.formula, s.listed())
		return s, ok
	})
	accepted := 0
	for i, verdict := range read(t, all) {
		if verdict != "accepted" {
			continue
		}
		accepted++
		for _, s := range all[i].claim.Solutions {
			assert.True(t, allows(t, all[i], s), "%v\n%v\n%s", all[i].claim.Puzzle, s, all[i].formula)
		}
		for _, cover := range all[i].claim.Covers {
			assertCoverHolds(t, all[i], cover)
		}
	}
	t.Logf("%d of %d accepted", accepted, len(all))
	assert.Greater(t, len(all), accepted*11/10)
}

// formulaOf reads a formula as the checker of proofs does.
func formulaOf(t require.TestingT, text string) *sat.CNF {
	f := new(sat.CNF)
	vars, err := eachClause(strings.NewReader(text), func(_ int, clause []int32) error {
		var lits []sat.Lit
		for _, l := range clause {
			lits = append(lits, sat.Lit(l))
		}
		f.Add(lits...)
		return nil
	})
	require.NoError(t, err, "%s", text)
	f.NewVars(vars - f.Vars())
	return f
}

// assertCoverHolds asserts that a cover makes every clause of the rules true.
func assertCoverHolds(t *testing.T, s stated, cover []int) {
	f := formulaOf(t, s.formula)
	values := coverValues(t, s.claim.Problem, f, s.formula, cover)
	i := 0
	for clause := range f.All() {
		if i++; i <= f.Clauses()-s.listed() {
			assert.True(t, slices.ContainsFunc(clause, func(l sat.Lit) bool { return values[l.Var()] == (l > 0) }), "%v\n%v\n%s", clause, cover, s.formula)
		}
	}
}

// spoilt changes a clause of the rules, or adds one to them. The last clauses stay, and so
// does their number. It fails for a formula without clauses.
func spoilt(t *rapid.T, formula string, boards int) (text string, ok bool) {
	head, body, _ := strings.Cut(formula, "p cnf ")
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	variables := 0
	_, err := fmt.Sscanf(lines[0], "%d", &variables)
	require.NoError(t, err)
	clauses := lines[1:]
	rules := len(clauses) - boards
	if variables == 0 || rules == 0 {
		return "", false
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
	return fmt.Sprintf("%sp cnf %d %d\n%s\n", head, variables, len(clauses), strings.Join(clauses, "\n")), true
}

// allows reports whether some model of the clauses of the rules is the solution.
func allows(t require.TestingT, files stated, s puzzle.Solution) bool {
	read := formulaOf(t, files.formula)
	f, err := encode.CNF(ctx, files.claim.Puzzle, files.claim.Encoding)
	require.NoError(t, err)
	before := f.CNF.Clauses()
	f.Exclude(s)
	one := new(sat.CNF)
	i := 0
	for clause := range read.All() {
		if i++; i <= read.Clauses()-files.listed() {
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
	all := drawn(100, func(t *rapid.T) (stated, bool) {
		c := claimed(t, puzzletest.Draw(t))
		p, cells := c.Puzzle, c.Puzzle.Board().Len()
		if len(c.Solutions) == 0 || cells < 2 {
			return stated{}, false
		}
		files := statedOf(t, c)
		i, a, b := rapid.IntRange(0, len(c.Solutions)-1).Draw(t, "board"), rapid.IntRange(0, cells-1).Draw(t, "cell"), rapid.IntRange(0, cells-1).Draw(t, "other cell")
		other := slices.Clone(c.Solutions[i])
		if space.SameValue(p, other[a], other[b]) {
			return stated{}, false
		}
		other[a], other[b] = other[b], other[a]
		files.list = strings.Replace(files.list, puzzle.Format(p, c.Solutions[i]), puzzle.Format(p, other), 1)
		return files, true
	})
	for i, verdict := range read(t, all) {
		assert.NotEqual(t, "accepted", verdict, "%s\n%s", all[i].statement, all[i].list)
	}
}

// unpacked writes the files of an archive into a folder, and returns its first line.
func unpacked(t *testing.T, name, dir string) string {
	archive, err := txtar.ParseFile(name)
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(dir, 0o700))
	for _, file := range archive.Files {
		put(t, dir, file.Name, string(file.Data))
	}
	return strings.TrimSpace(string(archive.Comment))
}

// TestBadCertificatesAreRefused reads the smallest certificates that are wrong in one way
// each. The first line of a file is a part of the reason.
func TestBadCertificatesAreRefused(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "bad", "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	var folders, reasons []string
	for i, name := range names {
		folders = append(folders, filepath.Join(t.TempDir(), fmt.Sprint(i)))
		reasons = append(reasons, unpacked(t, name, folders[i]))
	}
	for i, verdict := range verdictsOf(t, "check_statement", folders) {
		assert.Contains(t, verdict, reasons[i], names[i])
		assert.NotEqual(t, "accepted", verdict, names[i])
	}
}

// TestSecondReadingOfOneLiteral puts a clause of one literal in the place of the first one: a
// number is not on a cell.
func TestSecondReadingOfOneLiteral(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 3, 1, puzzle.King, nil)
	good := statedOf(t, Claim{Puzzle: p, Solutions: puzzletest.Brute(p)})
	lines := strings.Split(good.formula, "\n")
	first := 1 + slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "p ") })
	var all []stated
	for v := 1; v <= 9; v++ {
		lines[first] = fmt.Sprintf("-%d 0", v)
		bad := good
		bad.formula = strings.Join(lines, "\n")
		all = append(all, bad)
	}
	refused := 0
	for _, verdict := range read(t, all) {
		if verdict != "accepted" {
			refused++
		}
	}
	assert.Greater(t, refused, 4) // others are right: 2 is in the middle
}

// fact is what a variable means for a solution.
type fact struct {
	name  string
	truth func(puzzle.Solution) bool
}

// TestSecondReadingAcceptsNothingFalse makes formulas of variables with random names, and of
// random clauses. The names are not those that the encodings use. If a formula is accepted,
// its clause is true in each solution, as this test understands the names.
func TestSecondReadingAcceptsNothingFalse(t *testing.T) {
	var holds []func(puzzle.Solution) bool
	all := drawn(1000, func(t *rapid.T) (stated, bool) {
		p := puzzletest.Draw(t)
		s := statedOf(t, Claim{Puzzle: p})
		s.claim.Solutions = puzzletest.Brute(p)
		s.statement = strings.ReplaceAll(s.statement, "solutions: 0\n", "")
		var facts []fact
		for range rapid.IntRange(1, 5).Draw(t, "variables") {
			facts = append(facts, randomFact(t, p))
		}
		var clause []string
		hold := func(s puzzle.Solution) bool { return false }
		for range rapid.IntRange(1, 4).Draw(t, "literals") {
			v := rapid.IntRange(0, len(facts)-1).Draw(t, "variable")
			positive, before := rapid.Bool().Draw(t, "positive"), hold
			hold = func(s puzzle.Solution) bool { return before(s) || facts[v].truth(s) == positive }
			clause = append(clause, map[bool]string{true: "", false: "-"}[positive]+fmt.Sprint(v+1))
		}
		var formula strings.Builder
		for v, fact := range facts {
			fmt.Fprintf(&formula, "c v %d = %s\n", v+1, fact.name)
		}
		fmt.Fprintf(&formula, "p cnf %d 1\n%s 0\n", len(facts), strings.Join(clause, " "))
		s.formula = formula.String()
		holds = append(holds, hold)
		return s, true
	})
	accepted := 0
	for i, verdict := range read(t, all) {
		if verdict != "accepted" {
			continue
		}
		accepted++
		for _, s := range all[i].claim.Solutions {
			assert.True(t, holds[i](s), "%v\n%v\n%s", all[i].statement, s, all[i].formula)
		}
	}
	t.Logf("%d accepted", accepted)
}

// randomFact returns the name of a variable and what it means for a solution.
func randomFact(t *rapid.T, p puzzle.Puzzle) fact {
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
		return fact{fmt.Sprintf("number %d on %s", k, p.Board().Name(c)), func(s puzzle.Solution) bool { return s[c] == k }}
	case 1:
		return fact{fmt.Sprintf("number %d on %s or before", k, p.Board().Name(c)), func(s puzzle.Solution) bool {
			return slices.Contains(s[:c+1], k)
		}}
	case 2:
		return fact{fmt.Sprintf("%s at most %d", p.Board().Name(c), k), func(s puzzle.Solution) bool { return s[c] <= k }}
	}
	of, parts, least := []int{c}, []string{p.Board().Name(c)}, k
	for range rapid.IntRange(0, 2).Draw(t, "more cells") {
		if d := cell(); !slices.Contains(of, d) {
			of, parts = append(of, d), append(parts, p.Board().Name(d))
			least += low + rapid.IntRange(0, cells-1).Draw(t, "more")
		}
	}
	return fact{fmt.Sprintf("%s at least %d", strings.Join(parts, " + "), least), func(s puzzle.Solution) bool {
		sum := 0
		for _, c := range of {
			sum += s[c]
		}
		return sum >= least
	}}
}

// randomPlace returns the name of a place of a stone in some filling of the board, perhaps
// one that breaks a rule, or of a colouring.
func randomPlace(t *rapid.T, p *puzzle.Draughtboard, c int) fact {
	if p.Signed() && rapid.Bool().Draw(t, "colouring") {
		white := rapid.Bool().Draw(t, "white")
		return fact{map[bool]string{true: "corner W", false: "corner B"}[white], func(s puzzle.Solution) bool { return (s[0] < 0) == white }}
	}
	stone := rapid.IntRange(0, len(p.Stones())-1).Draw(t, "stone")
	first := p.Kinds()[stone]
	form := rapid.SampledFrom(p.Stones()[stone].Versions(p.Setup().Flips)).Draw(t, "form")
	row, col := p.Board().Pos(c)
	var at []int
	for _, q := range form.Cells() {
		d := p.Board().Cell(row+q.Row-form.Cells()[0].Row, col+q.Col-form.Cells()[0].Col)
		if d < 0 {
			return fact{"stone " + p.Name(first+1) + " on nothing", func(puzzle.Solution) bool { return false }}
		}
		at = append(at, d)
	}
	slices.Sort(at)
	name := "stone " + p.Name(first+1) + " on"
	for _, d := range at {
		name += " " + p.Board().Name(d)
	}
	return fact{name, func(s puzzle.Solution) bool {
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
	}}
}
