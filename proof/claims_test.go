package proof

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/internal/puzzletest"
	"crosscut/sat"
)

// eightSolutions is the puzzle of the folders below.
const eightSolutions = "puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n"

// oneOfEach returns a folder with a right certificate for each claim that there is, by the name of its list.
func oneOfEach(t *testing.T) map[string]string {
	p := parse(t, eightSolutions)
	dir := t.TempDir()
	folder := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, claimed(t, p).Write(ctx, folder(solutionsFile), nil))
	unpacked(t, filepath.Join("testdata", "partition.txtar"), folder(cubesFile))
	_, err := Claim{Puzzle: p}.WriteCount(ctx, folder(countFile), nil)
	require.NoError(t, err)
	problem, err := dlx.Read(strings.NewReader("a b\na\nb\na b\n"), problemFile)
	require.NoError(t, err)
	require.NoError(t, Claim{Problem: problem, Covers: [][]int{{0, 1}, {2}}}.Write(ctx, folder(coversFile), nil))
	return map[string]string{solutionsFile: folder(solutionsFile), cubesFile: folder(cubesFile), countFile: folder(countFile), coversFile: folder(coversFile)}
}

// put writes a file of a folder.
func put(t *testing.T, folder, name, text string) {
	require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
}

// copied returns a copy of a folder with another text in one file.
func copied(t *testing.T, folder, name, text string) string {
	to := filepath.Join(t.TempDir(), "copy")
	require.NoError(t, os.CopyFS(to, os.DirFS(folder)))
	put(t, to, name, text)
	return to
}

// pythonSays returns the last line that a program in Python prints about a folder, and its exit code.
func pythonSays(t *testing.T, program, folder string) (last string, code int) {
	cmd := exec.Command(puzzletest.NeedsProgram(t, "python3"), program, folder)
	out, err := cmd.Output()
	if exit := new(exec.ExitError); !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1], cmd.ProcessState.ExitCode()
}

// TestTheClaimIsSaid reads each kind of certificate. Both readings say the same, but only one reads partitions.
func TestTheClaimIsSaid(t *testing.T) {
	for name, dir := range oneOfEach(t) {
		want := map[string]string{
			solutionsFile: "exactly 8 solutions", countFile: "exactly 8 solutions", coversFile: "exactly 2 covers", cubesFile: "a partition into 4 cubes",
		}[name]
		said, code := pythonSays(t, "check_statement.py", dir)
		assert.Equal(t, []any{42, "s STATEMENT HOLDS: " + want}, []any{code, said}, name)
		checked, err := Check(ctx, dir, nil)
		if name == cubesFile {
			assert.ErrorContains(t, err, "cubes.txt: crosscut does not read a partition into cubes; check_statement.py does")
			continue
		}
		require.NoError(t, err, name)
		assert.Empty(t, checked.Unread, name)
		if name == countFile {
			said, code = pythonSays(t, "check_count.py", dir)
			assert.Equal(t, []any{42, "s COUNT HOLDS: exactly 8 models"}, []any{code, said})
		}
	}
}

// TestAFolderHasOneClaim puts the list of each other claim into a folder that is right, with the contents that are
// true and with false ones. Whoever looks at one of the two would take the verdict on the other for one on this.
func TestAFolderHasOneClaim(t *testing.T) {
	all := oneOfEach(t)
	var folders []string
	for base, dir := range all {
		for other, from := range all {
			right, err := os.ReadFile(filepath.Join(from, other))
			require.NoError(t, err)
			for _, text := range []string{string(right), "# solution 1 of 1\n2,7,6\n9,5,1\n4,3,8\n", "# cube 1 of 1\n_,_,_\n_,_,_\n_,_,_\n", "# no cube\n", "5\n", ""} {
				if base != other {
					folders = append(folders, copied(t, dir, other, text))
				}
			}
		}
	}
	// All but one solution are left out, and a cube without numbers makes the formula contradictory.
	forged := copied(t, all[solutionsFile], solutionsFile, "# solution 1 of 1\n2,7,6\n9,5,1\n4,3,8\n")
	formula, err := os.ReadFile(filepath.Join(forged, formulaFile))
	require.NoError(t, err)
	lines := strings.SplitAfter(string(formula), "\n")
	lines = append(lines[:len(lines)-9], "0\n")
	put(t, forged, formulaFile, recounted(strings.Join(lines, "")))
	put(t, forged, cubesFile, "# cube 1 of 1\n_,_,_\n_,_,_\n_,_,_\n")
	folders = append(folders, forged,
		copied(t, all[solutionsFile], problemFile, "a\na\n"),
		copied(t, all[coversFile], puzzleFile, eightSolutions))
	for i, verdict := range verdictsOf(t, "check_statement", folders) {
		assert.Contains(t, verdict, "refused: a folder has one claim", "%s", folders[i])
	}
	for _, name := range []string{dratFile, lratFile} { // a proof of no solution is none of a number
		folders = append(folders, copied(t, all[countFile], name, "1 0 1 0\n"))
	}
	for i, verdict := range verdictsOf(t, "check_statement", folders) {
		assert.Contains(t, verdict, "refused: a ", "%s", folders[i])
	}
	for _, folder := range folders {
		_, err := checkOurs(ctx, folder)
		assert.True(t, errors.As(err, new(*RejectedError)), "%v", err)
	}
}

// TestALargeDraughtboardIsReadASecondTime has a board of so many placements that the default encoding is too large:
// the pentominoes with three times the P. One of two corridors of five cells stays open.
func TestALargeDraughtboardIsReadASecondTime(t *testing.T) {
	puzzletest.NeedsLong(t, "takes seconds")
	puzzletest.NeedsProgram(t, "python3")
	const row = "X,X,X,X,X,X,X,X,X,X,#,"
	p := parse(t, "puzzle: draughtboard\nstones: pentominoes\nboard:\n"+strings.Repeat(row+"X,#,X\n", 5)+row+"#,#,#\n=\n2 *\nX,X\nX,X\nX,_\n")
	dir := filepath.Join(t.TempDir(), "certificate")
	require.NoError(t, Claim{Puzzle: p, Format: sat.LRAT}.Write(ctx, dir, nil))
	name, err := os.ReadFile(filepath.Join(dir, encodingFile))
	require.NoError(t, err)
	assert.Equal(t, "kinds\n", string(name))
	checked, err := Check(ctx, dir, nil)
	require.NoError(t, err)
	assert.Equal(t, []any{"", 208126}, []any{checked.Unread, checked.Clauses})
}
