package proof

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/internal/puzzletest"
	"crosscut/proof/internal/states"
	"crosscut/puzzle"
	"crosscut/sat"
)

// TestCountsAreChecked compares numbers of solutions and of covers with those of brute force, and lets Python check them.
func TestCountsAreChecked(t *testing.T) {
	puzzletest.NeedsProgram(t, "python3")
	for seed := range 10 {
		c, want := Claim{}, 0
		if seed < 6 {
			c.Puzzle = rapid.Custom(drawAny).Example(seed)
			want = len(puzzletest.Brute(c.Puzzle))
		} else {
			c.Problem = rapid.Custom(drawProblem).Example(seed - 6)
			want = len(covers(t, c.Problem))
		}
		folder := filepath.Join(t.TempDir(), "count")
		n, err := c.WriteCount(ctx, folder, nil)
		if want == 0 {
			require.ErrorIs(t, err, states.ErrNone)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, fmt.Sprint(want), n.String(), "%v", c)
		checked, err := Check(ctx, folder, nil)
		require.NoError(t, err, "%v", c)
		assert.Equal(t, n, checked.Count)
		assert.NotEmpty(t, checked.Statement)
	}
}

// TestKnownCountsAreSmall counts covers that do not merge and a board that does, within so many bytes.
func TestKnownCountsAreSmall(t *testing.T) {
	puzzletest.NeedsProgram(t, "python3")
	for _, known := range []struct {
		name, count string
		most        int64 // bytes
	}{
		{"cover/queens-8.dlx", "92", 420_000},
		{"cover/langford-7.dlx", "52", 172_000},
		{"draughtboard/dominoes-6x6-count.txt", "6728", 185_000},
		{"draughtboard/counts-5x4.txt", "308", 720_000},
		{"hidoku/rook-4x4-closed.txt", "12", 350_000},
	} {
		file, err := os.Open(filepath.Join("..", "testdata", known.name))
		require.NoError(t, err)
		defer file.Close()
		var c Claim
		if filepath.Ext(known.name) == ".dlx" {
			c.Problem, err = dlx.Read(file, known.name)
		} else {
			c.Puzzle = puzzletest.Files(t, "testdata/"+known.name)[0].Puzzle
		}
		require.NoError(t, err)
		folder := filepath.Join(t.TempDir(), "count")
		n, err := c.WriteCount(ctx, folder, nil)
		require.NoError(t, err)
		assert.Equal(t, known.count, n.String())
		checked, err := Check(ctx, folder, nil)
		require.NoError(t, err)
		assert.Equal(t, known.count, checked.Count.String())
		info, err := os.Stat(filepath.Join(folder, diagramFile))
		require.NoError(t, err)
		assert.Less(t, info.Size(), known.most, known.name)
		decisions, solutions, err := c.Estimate(ctx)
		require.NoError(t, err)
		assert.Greater(t, decisions, solutions)
		assert.Less(t, solutions, 1e6)
	}
}

// TestTheAuthorsOfTheFormatAcceptCounts writes the deletions too, for a checker by others.
func TestTheAuthorsOfTheFormatAcceptCounts(t *testing.T) {
	checker := puzzletest.NeedsProgram(t, "cpog-check")
	for seed := range 20 {
		p := rapid.Custom(drawAny).Example(seed)
		folder := filepath.Join(t.TempDir(), "count")
		n, err := Claim{Puzzle: p, Deletions: true}.WriteCount(ctx, folder, nil)
		if errors.Is(err, states.ErrNone) {
			continue
		}
		require.NoError(t, err)
		out, err := exec.CommandContext(ctx, checker, filepath.Join(folder, formulaFile), filepath.Join(folder, diagramFile)).CombinedOutput()
		require.NoError(t, err)
		assert.Contains(t, string(out), "FULL-PROOF SUCCESS", "%v", p)
		assert.Contains(t, string(out), fmt.Sprintf("Regular model count = %v\n", n), "%v", p)
	}
}

// TestWrongCountsAreRefused spoils each step of a proof, and each file.
func TestWrongCountsAreRefused(t *testing.T) {
	puzzletest.NeedsProgram(t, "python3")
	folder := filepath.Join(t.TempDir(), "count")
	n, err := Claim{Puzzle: parse(t, "puzzle: hidoku\nmoves: rook\n_,_\n_,_\n")}.WriteCount(ctx, folder, nil)
	require.NoError(t, err)
	require.Equal(t, "8", n.String())
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		return string(text)
	}
	proof := read(diagramFile)
	wrong := map[string]string{"no steps": "", "no root": proof[:strings.LastIndex(proof, "r ")]}
	lines := strings.SplitAfter(proof, "\n")
	for i, line := range lines[:len(lines)-1] {
		words := strings.Fields(line)
		before, after := strings.Join(lines[:i], ""), strings.Join(lines[i+1:], "")
		wrong[fmt.Sprint("without line ", i)] = before + after
		for j := 2; j < len(words); j += max(1, len(words)/4) {
			changed := append([]string(nil), words...)
			changed[j] = strings.TrimPrefix("-"+words[j], "--")
			if changed[j] != "-0" {
				wrong[fmt.Sprint("line ", i, " with the opposite of word ", j)] = before + strings.Join(changed, " ") + "\n" + after
			}
		}
	}
	refuse := func(what string) {
		_, err := Check(ctx, folder, nil)
		require.ErrorAs(t, err, new(*RejectedError), what)
	}
	var spoilt []string // folders
	for what, text := range wrong {
		if len(spoilt) < 8 {
			require.NoError(t, os.WriteFile(filepath.Join(folder, diagramFile), []byte(text), 0o600))
			refuse(what)
		} else if !puzzletest.Long() {
			break
		}
		other := t.TempDir()
		for name, text := range map[string]string{formulaFile: read(formulaFile), countFile: read(countFile), diagramFile: text, "what": what} {
			require.NoError(t, os.WriteFile(filepath.Join(other, name), []byte(text), 0o600))
		}
		spoilt = append(spoilt, other)
	}
	for i, verdict := range verdictsOf(t, "check_count", spoilt) {
		what, err := os.ReadFile(filepath.Join(spoilt[i], "what"))
		require.NoError(t, err)
		assert.Regexp(t, "^refused: ", verdict, "%s", what)
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, diagramFile), []byte(proof), 0o600))
	_, err = Check(ctx, folder, nil)
	require.NoError(t, err)
	for name, change := range map[string][2]string{
		countFile: {"8", "9"}, puzzleFile: {"rook", "king"}, formulaFile: {"\n-1 17 0", "\n-1 -17 0"}, encodingFile: {"states", "direct"},
	} {
		text := read(name)
		changed := strings.Replace(text, change[0], change[1], 1)
		require.NotEqual(t, text, changed, name)
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(changed), 0o600))
		refuse(name)
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
}

// A certificate names the encoding that was taken because the default is too large. Otherwise
// the second reading would refuse it.
func TestACertificateNamesTheEncodingOfALargeBoard(t *testing.T) {
	large := puzzletest.Files(t, "testdata/draughtboard/pentominoes-6x10.txt")[0].Puzzle
	small := puzzletest.Read(t, "puzzle: draughtboard\nboard: 2x1\nX,X\n=\n")
	for p, encoding := range map[puzzle.Puzzle]encode.Encoding{large: "kinds", small: ""} {
		d, err := Claim{Puzzle: p}.draft(t.Context())
		require.NoError(t, err)
		assert.Equal(t, encoding, d.encoding)
	}
}

// drawProblem draws a small exact cover problem with colours.
func drawProblem(t *rapid.T) *dlx.Problem {
	primary, secondary := rapid.IntRange(1, 4).Draw(t, "primary"), rapid.IntRange(0, 3).Draw(t, "secondary")
	p := dlx.NewProblem(primary, secondary)
	for range rapid.IntRange(0, 12).Draw(t, "options") {
		var elements []dlx.Element
		for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, primary+secondary-1), 1, 3, rapid.ID).Draw(t, "items") {
			e := dlx.Element{Item: i}
			if i >= primary {
				e.Colour = rapid.IntRange(0, 2).Draw(t, "colour")
			}
			elements = append(elements, e)
		}
		p.Add(elements...)
	}
	return p
}

// covers returns all covers of a problem.
func covers(t require.TestingT, p *dlx.Problem) (all [][]int) {
	require.NoError(t, p.Solve(ctx, nil, func(options []int) bool {
		all = append(all, slices.Clone(options))
		return true
	}))
	return all
}

func TestCoverCertificatesAreAccepted(t *testing.T) {
	dir, i := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		i++
		c := drawCoverClaim(t)
		c.Format = []sat.ProofFormat{sat.DRAT, sat.LRAT}[i%2]
		folder := filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, c.Write(ctx, folder, nil))
		checked, err := checkOurs(ctx, folder)
		require.NoError(t, err)
		assert.Equal(t, len(c.Covers), len(checked.Covers))
		variables, clauses, err := c.Size(ctx)
		require.NoError(t, err)
		assert.Equal(t, []int{variables, clauses + len(c.Covers)}, []int{checked.Variables, checked.Clauses})
	})
}

// drawCoverClaim draws a true claim about a small exact cover problem.
func drawCoverClaim(t *rapid.T) Claim {
	p := drawProblem(t)
	return Claim{Problem: p, Covers: covers(t, p)}
}

func TestFalseCoverCertificatesAreNotWritten(t *testing.T) {
	p := dlx.NewProblem(2, 1)
	p.AddItems(0, 1)
	p.AddItems(0)
	p.AddItems(1)
	p.AddItems(2)
	for _, of := range []struct {
		covers [][]int
		want   string
	}{
		{[][]int{{0}}, sat.ErrSatisfiable.Error()},
		{nil, sat.ErrSatisfiable.Error()},
		{[][]int{{0}, {1}}, `no option of a cover has the item "i1"`},
		{[][]int{{0}, {0}}, "a cover is given twice"},
		{[][]int{{1, 2}, {2, 1}}, "a cover is given twice"},
		{[][]int{{0}, {1, 2}, {0, 1}}, "2 times"},
		{[][]int{{0, 0}}, "option 0 is twice in a cover"},
		{[][]int{{4}}, "there is no option 4"},
		{[][]int{{-1}}, "there is no option -1"},
		{[][]int{{0, 3}}, "option 3 has no primary item"},
	} {
		dir := filepath.Join(t.TempDir(), "certificate")
		assert.ErrorContains(t, Claim{Problem: p, Covers: of.covers}.Write(ctx, dir, nil), of.want)
		assert.NoDirExists(t, dir)
	}
	p.SetMultiplicity(0, 1, 2)
	_, _, err := Claim{Problem: p}.Size(ctx)
	assert.NoError(t, err)
	many := dlx.NewProblem(1, 0)
	for range 401 {
		many.AddItems(0)
	}
	_, _, err = Claim{Problem: many}.Size(ctx)
	assert.NoError(t, err)
	for _, name := range []string{"cnf", "cnfx", "pcnf.1"} {
		named := dlx.NewProblem(1, 1)
		named.NameItem(1, name)
		named.AddItems(0, 1)
		_, _, err = Claim{Problem: named}.Size(ctx)
		assert.EqualError(t, err, fmt.Sprintf("no certificate with an item named %q: drat-trim takes that for the header of the formula; rename the item", name))
		named.NameItem(1, "x"+name)
		_, _, err = Claim{Problem: named}.Size(ctx)
		assert.NoError(t, err)
	}
}

// TestEveryFileOfACoverCertificateIsChecked spoils one file at a time.
func TestEveryFileOfACoverCertificateIsChecked(t *testing.T) {
	p := dlx.NewProblem(2, 0)
	p.AddItems(0, 1)
	formula := "c v 1 = option 0: i0 i1\np cnf 1000000000 3\n1 0\n1 0\n-1 0\n" // so many variables need no memory
	for _, spoilt := range [][2]string{
		{dratFile, ""},
		{lratFile, "0\n"},
		{formulaFile, formula},
		{formulaFile, "p cnf 1 2\n1 0\n-1 0\n"},
		{coversFile, "# no cover\n"},
		{coversFile, "# cover 1 of 1\noption 0: i0\n"},
		{coversFile, ""},
		{coversFile, "# cover 1 of 2\noption 0: i0 i1\n"},
		{coversFile, "# cover 1 of 1\noption 0: i0 i1\nx\n"},
		{coversFile, "# cover 1 of 1\n" + strings.Repeat("option 0: i0 i1\n", 1000)},
		{puzzleFile, several},
		{solutionsFile, "# no solution\n"}, // of another certificate
	} {
		name, text := spoilt[0], spoilt[1]
		dir := filepath.Join(t.TempDir(), "certificate")
		require.NoError(t, Claim{Problem: p, Covers: [][]int{{0}}}.Write(ctx, dir, nil))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		_, err := checkOurs(ctx, dir)
		var rejected *RejectedError
		require.ErrorAs(t, err, &rejected, text)
		if text != "# no cover\n" { // then the formula has a clause too many
			assert.Equal(t, name, rejected.File)
		}
	}
}

// coverValues returns the value of each variable in a cover, as its name says.
func coverValues(t require.TestingT, p *dlx.Problem, f *sat.CNF, formula string, cover []int) []bool {
	values := make([]bool, f.Vars()+1)
	for line := range strings.Lines(formula) {
		var v, o int
		if _, err := fmt.Sscanf(line, "c v %d =", &v); err != nil {
			continue
		}
		_, name, _ := strings.Cut(strings.TrimSpace(line), " = ")
		if _, err := fmt.Sscanf(name, "option %d:", &o); err == nil {
			values[v] = slices.Contains(cover, o)
			continue
		}
		values[v] = slices.ContainsFunc(cover, func(o int) bool { return slices.Contains(strings.Fields(p.OptionText(o)), name) })
	}
	return values
}
