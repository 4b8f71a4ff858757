package certificate

import (
	"bytes"
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
	"crosscut/internal/certificate/statement"
	"crosscut/internal/needs"
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

// coverFiles returns the files for a problem and its covers.
func coverFiles(t require.TestingT, p *dlx.Problem, found [][]int) stated {
	c, err := NewCover(ctx, p, found)
	require.NoError(t, err)
	var problem, listing, formula bytes.Buffer
	require.NoError(t, p.Write(&problem))
	require.NoError(t, c.writeCovers(&listing))
	require.NoError(t, c.formula.CNF.WriteDIMACS(&formula))
	return stated{problem.String(), listing.String(), formula.String(), true}
}

// readCover reads the files as those of an exact cover problem.
func (s stated) readCover() (*statement.Statement, error) {
	return statement.CheckCover(ctx, strings.NewReader(s.puzzle), strings.NewReader(s.solutions), strings.NewReader(s.formula))
}

func TestCoverCertificatesAreAccepted(t *testing.T) {
	dir, i := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		found := covers(t, p)
		c, err := NewCover(ctx, p, found)
		require.NoError(t, err)
		i++
		folder := filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, c.Write(ctx, folder, sat.ProofFormat(i%2), nil))
		assert.True(t, IsCover(folder))
		s, err := CheckCover(ctx, folder, nil)
		require.NoError(t, err)
		assert.Equal(t, CoverStatement{s.Problem, len(found), c.Stated().Variables, c.Stated().Clauses}, *s)
	})
}

func TestFalseCoverCertificatesAreNotWritten(t *testing.T) {
	p := dlx.NewProblem(2, 0)
	p.AddItems(0, 1)
	p.AddItems(0)
	p.AddItems(1)
	for _, of := range []struct {
		covers [][]int
		want   string
	}{
		{[][]int{{0}}, sat.ErrSatisfiable.Error()},
		{nil, sat.ErrSatisfiable.Error()},
		{[][]int{{0}, {1}}, `no option has the item "i1"`},
		{[][]int{{0}, {0}}, "cover 2 is listed before"},
		{[][]int{{0}, {1, 2}, {0, 1}}, "cannot be together"},
	} {
		c, err := NewCover(ctx, p, of.covers)
		require.NoError(t, err)
		dir := filepath.Join(t.TempDir(), "certificate")
		assert.ErrorContains(t, c.Write(ctx, dir, sat.DRAT, nil), of.want)
		assert.NoDirExists(t, dir)
	}
	p.SetMultiplicity(0, 1, 2)
	_, err := NewCover(ctx, p, nil)
	assert.ErrorContains(t, err, "multiplicities")
	many := dlx.NewProblem(1, 0)
	for range 401 {
		many.AddItems(0)
	}
	_, err = NewCover(ctx, many, nil)
	assert.ErrorContains(t, err, "400 options")
	for _, name := range []string{"cnf", "cnfx", "pcnf.1"} {
		named := dlx.NewProblem(1, 1)
		named.NameItem(1, name)
		named.AddItems(0, 1)
		_, err = NewCover(ctx, named, nil)
		assert.EqualError(t, err, fmt.Sprintf("no certificate with an item named %q: drat-trim takes that for the header of the formula; rename the item", name))
		named.NameItem(1, "x"+name)
		_, err = NewCover(ctx, named, nil)
		assert.NoError(t, err)
	}
}

// TestCoverProofsAreChecked spoils the proof and the number of variables.
func TestCoverProofsAreChecked(t *testing.T) {
	p := dlx.NewProblem(2, 0)
	p.AddItems(0, 1)
	c, err := NewCover(ctx, p, [][]int{{0}})
	require.NoError(t, err)
	formula := "c v 1 = option 0: i0 i1\np cnf 1000000000 3\n1 0\n1 0\n-1 0\n" // so many variables need no memory
	var folders []string
	for name, text := range map[string]string{
		dratFile: "", lratFile: "0\n", formulaFile: formula,
		puzzleFile: several, solutionsFile: "# no solution\n", // of another certificate
	} {
		dir := filepath.Join(t.TempDir(), "certificate")
		if name != dratFile && name != lratFile { // the program in docs reads no proofs
			folders = append(folders, dir)
		}
		require.NoError(t, c.Write(ctx, dir, sat.DRAT, nil))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		_, err := CheckCover(ctx, dir, nil)
		var rejected *RejectedError
		require.ErrorAs(t, err, &rejected, name)
		assert.Equal(t, name, rejected.File)
	}
	if needs.Found(t, "python3") {
		assert.Equal(t, []string{"refused", "refused", "refused"}, pythonVerdicts(t, folders))
	}
}

// TestCoverReadingAcceptsNothingFalse spoils a clause. If the reading still accepts the
// formula, each cover still satisfies each clause of the rules.
func TestCoverReadingAcceptsNothingFalse(t *testing.T) {
	accepted, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		found := covers(t, p)
		files := coverFiles(t, p, found)
		files.formula = spoilt(t, files.formula, len(found))
		if _, err := files.readCover(); err != nil {
			refused++
			return
		}
		accepted++
		f, err := sat.ReadDIMACS(strings.NewReader(files.formula), "formula")
		require.NoError(t, err)
		for _, cover := range found {
			values := coverValues(t, p, f, files.formula, cover)
			i := 0
			for clause := range f.All() {
				if i++; i <= f.Clauses()-len(found) {
					assert.True(t, slices.ContainsFunc(clause, func(l sat.Lit) bool { return values[l.Var()] == l.Positive() }), "%v\n%v\n%s", clause, cover, files.formula)
				}
			}
		}
	})
	t.Logf("%d accepted, %d refused", accepted, refused)
	assert.Greater(t, refused, accepted/10)
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
