package proof

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/internal/search"
	"crosscut/sat"
)

// drawProblem draws a small exact cover problem with colours.
func drawProblem(t *rapid.T) *dlx.Problem {
	primary, secondary := rapid.IntRange(1, 4).Draw(t, "primary"), rapid.IntRange(0, 3).Draw(t, "secondary")
	p := dlx.NewProblem(primary, secondary)
	for range rapid.IntRange(0, 12).Draw(t, "options") {
		var elements []dlx.Element
		for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, primary+secondary-1), 1, 3, rapid.ID).Draw(t, "items") {
			e := dlx.Element{Item: dlx.Item(i)}
			if i >= primary {
				e.Colour = rapid.Int32Range(0, 2).Draw(t, "colour")
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
		c.Format = sat.ProofFormat(i % 2)
		folder := filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, c.Write(ctx, folder, nil))
		checked, err := checkOurCovers(folder)
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

// checkOurCovers does the whole check of a folder with an exact cover problem, except for the
// second reading.
func checkOurCovers(dir string) (*Checked, error) {
	run := search.Start(ctx, nil)
	defer run.Close()
	return newCheck(ctx, run, openIn(dir)).all(true)
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
		_, err := checkOurCovers(dir)
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
