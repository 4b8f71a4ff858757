package proof

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/encode"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

var ctx = context.Background()

// claimed returns the claim that is true of a puzzle.
func claimed(t require.TestingT, p puzzle.Puzzle) Claim {
	return Claim{Puzzle: p, Solutions: solutions(t, p)}
}

// certified writes the certificate of a puzzle and returns its claim.
func certified(t require.TestingT, dir string, p puzzle.Puzzle, format sat.ProofFormat) Claim {
	c := claimed(t, p)
	c.Format = format
	require.NoError(t, c.Write(ctx, dir, nil))
	return c
}

// made has the files of the certificates that [certificate] has made, by text and format.
var made = map[string]map[string][]byte{}

// certificate returns a new folder with a certificate of a puzzle, with a proof in each of the formats.
func certificate(t testing.TB, text string, formats ...sat.ProofFormat) string {
	t.Helper()
	dir := t.TempDir()
	for _, format := range formats {
		key := fmt.Sprint(text, format)
		if made[key] == nil {
			p := puzzletest.Read(t, text)
			made[key] = map[string][]byte{}
			c := claimed(t, p)
			c.Format = format
			require.NoError(t, c.Files(ctx, nil, func(name string, content func(io.Writer) error) error {
				var b bytes.Buffer
				err := content(&b)
				made[key][name] = b.Bytes()
				return err
			}))
		}
		for name, content := range made[key] {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
		}
	}
	return dir
}

// checkOurs does the whole check except for the second reading.
func checkOurs(ctx context.Context, dir string) (*Checked, error) {
	run := meter.Start(ctx, nil)
	defer run.Close()
	return newCheck(ctx, run, openIn(dir)).all()
}

// solutions returns the solutions of a puzzle.
func solutions(t require.TestingT, p puzzle.Puzzle) (all []puzzle.Solution) {
	f, err := encode.CNF(ctx, p, "")
	require.NoError(t, err)
	require.NoError(t, f.Models(ctx, nil, func(values []bool) bool {
		all = append(all, f.Decode(values))
		return true
	}))
	return all
}

// parse reads a puzzle whose text is known to be good.
var parse = puzzletest.Read

// several and magic3 have some solutions, and unsolvable has none.
const (
	several    = "puzzle: hidoku\n1,_,_\n_,_,_\n_,_,9\n"
	unsolvable = "puzzle: hidoku\n1,_,2\n_,_,_\n_,_,_\n"
	magic3     = "puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n" // its proof has many lines
)

func TestCertificatesOfRandomPuzzlesAreRight(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		format := rapid.SampledFrom([]sat.ProofFormat{sat.DRAT, sat.LRAT}).Draw(t, "format")
		folder := filepath.Join(dir, "certificate")
		require.NoError(t, os.RemoveAll(folder))
		certified(t, folder, p, format)
		c, err := checkOurs(ctx, folder)
		require.NoError(t, err, p.String())
		found := slices.SortedFunc(slices.Values(c.Solutions), slices.Compare)
		want := puzzletest.Brute(p)
		require.True(t, slices.EqualFunc(want, found, slices.Equal), p.String())
	})
}

// changed changes a file of a certificate and returns what the check says.
func changed(t *testing.T, text string, format sat.ProofFormat, name string, change func(lines []string) []string) error {
	t.Helper()
	folder := certificate(t, text, format)
	path := filepath.Join(folder, name)
	old, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := change(slices.Collect(strings.Lines(string(old))))
	require.NotEqual(t, string(old), strings.Join(lines, ""), "nothing was changed")
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "")), 0o600))
	_, err = checkOurs(ctx, folder)
	return err
}

// find returns the index of the first line that begins with a text.
func find(t *testing.T, lines []string, prefix string) int {
	t.Helper()
	i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, prefix) })
	require.GreaterOrEqual(t, i, 0, prefix)
	return i
}

func without(lines []string, i int) []string { return slices.Delete(lines, i, i+1) }

// flip negates the first literal of a line.
func flip(line string) string {
	if rest, negative := strings.CutPrefix(line, "-"); negative {
		return rest
	}
	return "-" + line
}

func TestSpoiltCertificatesAreRejected(t *testing.T) {
	hinted := func(lines []string) []string { // without the last line that the end refers to
		hints := strings.Fields(lines[len(lines)-1])[2:]
		for i := len(lines) - 2; ; i-- {
			if words := strings.Fields(lines[i]); words[1] != "d" && slices.Contains(hints, words[0]) {
				return without(lines, i)
			}
		}
	}
	for _, c := range []struct {
		name, file string
		format     sat.ProofFormat
		change     func(lines []string) []string
		want       string
	}{
		{"another puzzle", puzzleFile, sat.DRAT, func(lines []string) []string {
			return append(lines[:len(lines)-1], "9,_,_\n")
		}, "solutions.txt: "},
		{"rubbish for a puzzle", puzzleFile, sat.DRAT, func(lines []string) []string {
			return append(lines, "x\n")
		}, "puzzle.txt:"},
		{"a solution dropped from the list", solutionsFile, sat.DRAT, func(lines []string) []string {
			return lines[5:]
		}, "formula.cnf: clause "},
		{"the list cut short", solutionsFile, sat.DRAT, func(lines []string) []string {
			return lines[:len(lines)-5]
		}, "formula.cnf: it has more clauses than the"},
		{"a row of the list dropped", solutionsFile, sat.DRAT, func(lines []string) []string {
			return lines[:len(lines)-2]
		}, "solutions.txt:"},
		{"two solutions exchanged", solutionsFile, sat.DRAT, func(lines []string) []string {
			return slices.Concat(lines[:1], lines[6:9], lines[4:6], lines[1:4], lines[9:])
		}, "does not exclude solution 1 of solutions.txt alone"},
		{"a wrong board in the list", solutionsFile, sat.DRAT, func(lines []string) []string {
			lines[1], lines[2] = lines[2], lines[1]
			return lines
		}, "solutions.txt: "},
		{"a solution listed again", solutionsFile, sat.DRAT, func(lines []string) []string {
			return append(lines, lines[len(lines)-5:]...)
		}, "solutions.txt: a solution is given twice"},
		{"a clause dropped", formulaFile, sat.DRAT, func(lines []string) []string {
			return without(lines, find(t, lines, "p cnf")+3)
		}, "formula.cnf: clause 3 is not the puzzle's"},
		{"a clause dropped at the end", formulaFile, sat.DRAT, func(lines []string) []string {
			return lines[:len(lines)-1]
		}, "clauses, not as many as a header"},
		{"a clause dropped, header and all", formulaFile, sat.DRAT, func(lines []string) []string {
			return fewer(without(lines, find(t, lines, "p cnf")+3))
		}, "formula.cnf: clause 3 is not the puzzle's"},
		{"a literal of the formula flipped", formulaFile, sat.DRAT, func(lines []string) []string {
			i := find(t, lines, "p cnf") + 1
			lines[i] = flip(lines[i])
			return lines
		}, "formula.cnf: clause 1 is not the puzzle's"},
		{"a solution not excluded", formulaFile, sat.DRAT, func(lines []string) []string {
			return fewer(lines[:len(lines)-1])
		}, "clauses; the puzzle has"},
		{"a solution excluded twice", formulaFile, sat.DRAT, func(lines []string) []string {
			lines[len(lines)-1] = lines[len(lines)-2]
			return lines
		}, "does not exclude solution 30 of solutions.txt alone"},
		{"more excluded than a solution", formulaFile, sat.DRAT, func(lines []string) []string {
			_, rest, _ := strings.Cut(lines[len(lines)-1], " ")
			lines[len(lines)-1] = rest
			return lines
		}, "does not exclude solution 30 of solutions.txt alone"},
		{"everything excluded", formulaFile, sat.DRAT, func(lines []string) []string {
			lines[len(lines)-1] = "0\n"
			return lines
		}, "does not exclude solution 30 of solutions.txt alone"},
		{"the formula cut short", formulaFile, sat.DRAT, func(lines []string) []string {
			last := len(lines) - 1
			lines[last] = lines[last][:len(lines[last])/2]
			return lines
		}, "no 0 at the end"},
		{"the last line of the proof dropped", dratFile, sat.DRAT, func(lines []string) []string {
			return lines[:len(lines)-1]
		}, "proof.drat: the proof ends without the empty clause"},
		{"a literal of the proof flipped", dratFile, sat.DRAT, func(lines []string) []string {
			lines[0] = flip(lines[0]) // the negation of a literal alone does not follow; a longer clause might
			return lines
		}, "proof.drat: line 1"},
		{
			"a proof of nothing", dratFile, sat.DRAT, func([]string) []string { return []string{"0\n"} },
			"proof.drat: line 1: the clause does not follow",
		},
		{"an empty proof", dratFile, sat.DRAT, func([]string) []string { return nil }, "proof.drat: the proof ends"},
		{"the proof cut short", dratFile, sat.DRAT, func(lines []string) []string {
			lines[len(lines)-1] = ""
			lines[len(lines)-2] = "1"
			return lines
		}, "no 0 at the end"},
		{"the last line of the hinted proof dropped", lratFile, sat.LRAT, func(lines []string) []string {
			return lines[:len(lines)-1]
		}, "proof.lrat: the proof ends without the empty clause"},
		{"a line of the hinted proof dropped", lratFile, sat.LRAT, hinted, "proof.lrat: line "},
		{"a hint dropped", lratFile, sat.LRAT, func(lines []string) []string {
			words := strings.Fields(lines[len(lines)-1])
			lines[len(lines)-1] = strings.Join(slices.Delete(words, 2, 3), " ")
			return lines
		}, "proof.lrat: line "},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := several
			if c.file == dratFile || c.file == lratFile {
				text = magic3
			}
			err := changed(t, text, c.format, c.file, c.change)
			rejected := new(RejectedError)
			require.ErrorAs(t, err, &rejected)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// TestTheFormOfTheListDoesNotMatter checks lists that say the same in another form. The reading
// in Python accepts them too.
func TestTheFormOfTheListDoesNotMatter(t *testing.T) {
	for _, text := range []string{several, unsolvable} {
		folder := certificate(t, text, sat.DRAT)
		path := filepath.Join(folder, solutionsFile)
		listed, err := os.ReadFile(path)
		require.NoError(t, err)
		for name, form := range map[string]string{
			"as written":                       string(listed),
			"without the end of its last line": strings.TrimSuffix(string(listed), "\n"),
			"with empty lines at the end":      string(listed) + "\n \n",
			"without blanks":                   strings.ReplaceAll(string(listed), ", ", ","),
		} {
			require.NoError(t, os.WriteFile(path, []byte(form), 0o600))
			_, err := Check(ctx, folder, nil) // with the second reading, where python3 is there
			assert.NoError(t, err, name)
		}
	}
}

// fewer lowers the number of clauses in the header by one.
func fewer(lines []string) []string {
	for i, line := range lines {
		if fields := strings.Fields(line); fields[0] == "p" {
			clauses, err := strconv.Atoi(fields[3])
			if err == nil {
				lines[i] = fmt.Sprintf("p cnf %s %d\n", fields[2], clauses-1)
			}
		}
	}
	return lines
}

// A proof that branches along groups deletes the clause of a dead end when it is not
// needed any more. So the line that adds the clause cannot be dropped.
func TestALineOfATreeCannotBeDropped(t *testing.T) {
	text, err := os.ReadFile("../testdata/draughtboard/d05x8-0.txt")
	require.NoError(t, err)
	folder := certificate(t, string(text), sat.DRAT)
	path := filepath.Join(folder, dratFile)
	proof, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := slices.Collect(strings.Lines(string(proof)))
	require.Greater(t, len(lines), 20)
	dropped := 0
	for i := 0; i < len(lines); i += 1 + len(lines)/20 {
		if !slices.Contains(lines, "d "+lines[i]) {
			continue
		}
		dropped++
		require.NoError(t, os.WriteFile(path, []byte(strings.Join(without(slices.Clone(lines), i), "")), 0o600))
		_, err := checkOurs(ctx, folder)
		assert.ErrorContains(t, err, "proof.drat: line ", "without line %d: %s", i+1, lines[i])
	}
	assert.Positive(t, dropped)
}

func TestAPuzzleWithoutSolution(t *testing.T) {
	folder := certificate(t, unsolvable, sat.DRAT)
	c, err := Check(ctx, folder, nil)
	require.NoError(t, err)
	assert.Empty(t, c.Solutions)
	listed, err := os.ReadFile(filepath.Join(folder, solutionsFile))
	require.NoError(t, err)
	assert.Equal(t, "# no solution\n", string(listed))
}

func TestAnEmptyFolderStaysTheOneItIs(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.Mkdir("target", 0o700))
	require.NoError(t, os.Mkdir("here", 0o700))
	require.NoError(t, os.Symlink("target", "link"))
	certified(t, "link", parse(t, several), sat.DRAT)
	_, err := Check(ctx, filepath.Join(dir, "target"), nil)
	require.NoError(t, err)
	t.Chdir("here")
	certified(t, ".", parse(t, several), sat.DRAT)
	_, err = Check(ctx, filepath.Join(dir, "here"), nil)
	require.NoError(t, err)
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Len(t, entries, 4)
}

func TestFoldersThatAreThere(t *testing.T) {
	dir := t.TempDir()
	c := certified(t, dir, parse(t, unsolvable), sat.DRAT)
	assert.ErrorContains(t, c.Write(ctx, dir, nil), "there are files in it")
	assert.Error(t, c.Write(ctx, filepath.Join(dir, puzzleFile), nil))
	assert.Error(t, c.Write(ctx, filepath.Join(dir, "no", "parent"), nil))
}

func TestNothingIsLeftOfWhatEndsEarly(t *testing.T) {
	dir := t.TempDir()
	p := parse(t, several)
	c := claimed(t, p)
	err := c.Write(ctx, filepath.Join(dir, "certificate"), &meter.Meter{MaxNodes: 1})
	require.ErrorIs(t, err, meter.ErrLimit)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, entries)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, _, err = c.Size(ended)
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, c.Write(ctx, filepath.Join(dir, "certificate"), nil))
	_, err = Check(ended, filepath.Join(dir, "certificate"), nil)
	require.ErrorIs(t, err, context.Canceled)
}

func TestAMissingFileIsNoRejection(t *testing.T) {
	for _, name := range []string{puzzleFile, solutionsFile, formulaFile, dratFile} {
		folder := certificate(t, several, sat.DRAT)
		require.NoError(t, os.Remove(filepath.Join(folder, name)))
		_, err := Check(ctx, folder, nil)
		require.ErrorIs(t, err, os.ErrNotExist, name)
		if name == dratFile {
			require.ErrorContains(t, err, "no proof, neither proof.drat nor proof.lrat")
		}
	}
}

func TestTheFormulaOfACertificateCanBeInAnyEncoding(t *testing.T) {
	for _, text := range []string{
		several, "puzzle: magic\n2,_,_\n_,_,_\n_,_,_\n", "puzzle: draughtboard\nboard: 3x2\ncorner: B\nB,W\n=\nB,W\n=\nB,W\n",
	} {
		p := parse(t, text)
		for _, e := range encode.Encodings(p.Family()) {
			c := claimed(t, p)
			c.Encoding = e
			dir := filepath.Join(t.TempDir(), "certificate")
			require.NoError(t, c.Write(ctx, dir, nil))
			read, err := checkOurs(ctx, dir)
			require.NoError(t, err, e)
			require.Equal(t, c.Solutions, read.Solutions)

			require.NoError(t, os.WriteFile(filepath.Join(dir, encodingFile), []byte("morse\n"), 0o600))
			_, err = Check(ctx, dir, nil)
			rejected := new(RejectedError)
			require.ErrorAs(t, err, &rejected)
			require.Equal(t, encodingFile, rejected.File)
		}
	}
}
