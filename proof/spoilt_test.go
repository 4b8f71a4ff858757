package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// spoils are texts that spoiling puts into a file: other line ends, signs that look like
// others, numbers beyond all bounds, and words of the formats.
var spoils = []string{
	"\r", "\r\n", "\n", "\n\n", "\t", " ", "  ", "\ufeff", "\u00a0", "\u2028", "\u200b", "\x85", "\x1c", "\xff", "٣", "０", "²", "é", "ı", "ſ", "\u212a",
	"-", "--", "0", "00", "+", "1", "2", "9999999999", "4294967297", "1e1", "0x1", ",", "=", "=\n", "#", "##", "_", "B", "W", "X", ":", "a", "A",
	"c ", "c v ", "p cnf 1 1\n", "c v 1 = number 1 on r1c1\n", "1 0\n", "0\n", "-1 0\n", "or before", " at least ", " at most ", " + ",
	"solutions: 1\n", "moves: rook\n", "sum: 3\n", "diagonals: no\n", "numbers: 0..8\n", "corner: any\n", "flips: no\n", "torus: yes\n", "closed: yes\n", "walls: r1c1-r1c2\n", "links: r1c1-r1c2\n", "order: r1c1 r1c2\n", "clues: order\n", "(1,2)", "labels:\n", "title: x\n",
	"# solution 1 of 1\n", "# no solution\n", "# x\n", "2|", "|", "| x\n", "option 0: ", "# cover 1 of 1\n", "# no cover\n", "x:A",
}

// spoiltText changes a text in up to three places.
func spoiltText(r *rand.Rand, s string) string {
	for range 1 + r.IntN(3) {
		at, lines := r.IntN(len(s)+1), strings.SplitAfter(s, "\n")
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		switch r.IntN(8) {
		case 0, 1:
			s = s[:at] + spoils[r.IntN(len(spoils))] + s[at:]
			continue
		case 2:
			s = s[:at] + s[min(len(s), at+1+r.IntN(3)):]
			continue
		case 3:
			lines[i], lines[j] = lines[j], lines[i]
		case 4:
			lines = slices.Insert(lines, j, lines[i])
		case 5:
			lines = slices.Delete(lines, i, i+1)
		default:
			lines[i] = spoiltLine(r, lines[i])
		}
		s = strings.Join(lines, "")
	}
	return s
}

// spoiltLine changes a word of a line.
func spoiltLine(r *rand.Rand, line string) string {
	words := strings.Split(strings.TrimSuffix(line, "\n"), " ")
	k := r.IntN(len(words))
	n, err := strconv.Atoi(words[k])
	switch r.IntN(5) {
	case 0:
		words = slices.Insert(words, k, words[r.IntN(len(words))])
	case 1:
		words = slices.Delete(words, k, k+1)
	case 2:
		words[k] = strings.TrimPrefix("-"+words[k], "--")
	case 3:
		if err == nil {
			words[k] = strconv.Itoa(n + 1 - 2*r.IntN(2))
		}
	case 4:
		words = slices.Insert(words, k, strconv.Itoa(r.IntN(20)-10))
	}
	return strings.Join(words, " ") + "\n"
}

// recounted sets the number of clauses in the header to that of the lines below it.
func recounted(formula string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(formula, "\n"), "\n")
	for i, line := range lines {
		var variables, clauses int
		if n, _ := fmt.Sscanf(line, "p cnf %d %d\n", &variables, &clauses); n == 2 {
			lines[i] = fmt.Sprintf("p cnf %d %d\n", variables, len(lines)-i-1)
			break
		}
	}
	return strings.Join(lines, "") + "\n"
}

// TestWhatIsAcceptedIsTrue spoils certificates in many ways. If the second reading accepts one
// whose formula has no model, the list must have all solutions, and the reading must not
// crash. With the variable below there are as many certificates as it says.
func TestWhatIsAcceptedIsTrue(t *testing.T) {
	n := puzzletest.Number("CROSSCUT_SPOILT", 300)
	r := rand.New(rand.NewPCG(uint64(n), 1))
	base := drawn(max(30, n/100), func(t *rapid.T) (s stated, ok bool) {
		if rapid.IntRange(0, 3).Draw(t, "cover") == 0 {
			s = statedOf(t, drawCoverClaim(t))
		} else if rapid.Bool().Draw(t, "variant") {
			s = statedOf(t, claimed(t, puzzletest.DrawVariant(t)))
		} else if rapid.Bool().Draw(t, "lines") {
			s = statedOf(t, claimed(t, puzzletest.DrawLines(t)))
		} else if p := puzzletest.Draw(t); p.Board().Len() <= 16 {
			s = statedOf(t, byAnyEncoding(t, claimed(t, p)))
		}
		return s, s.formula != "" && len(s.formula) < 1<<15
	})
	var all []stated
	for range n {
		s := base[r.IntN(len(base))]
		switch r.IntN(6) {
		case 0:
			s.statement = spoiltText(r, s.statement)
		case 1:
			s.list = spoiltText(r, s.list)
		case 2:
			s.formula = spoiltText(r, s.formula)
		default:
			s.formula = recounted(spoiltText(r, s.formula))
		}
		all = append(all, s)
	}
	accepted, proved := 0, 0
	for i, verdict := range read(t, all) {
		if verdict == "accepted" {
			accepted++
			proved += assertTrue(t, all[i])
		}
	}
	t.Logf("%d of %d accepted, %d without a model", accepted, n, proved)
	assert.Positive(t, proved)
}

// assertTrue asserts that an accepted certificate lists all solutions, if its formula has no
// model. It returns 1 if it has none.
func assertTrue(t *testing.T, s stated) int {
	f := formulaOf(t, s.formula)
	is := false
	err := sat.Models(ctx, f, nil, nil, func([]bool) bool {
		is = true
		return false
	})
	if is {
		return 0
	}
	require.NoError(t, err)
	listed := strings.Count(s.list, "# cover ") + strings.Count(s.list, "# solution ")
	if s.claim.Problem != nil {
		p, err := dlx.Read(strings.NewReader(s.statement), problemFile)
		if err != nil {
			return 0 // a sign that our reader refuses, so nobody gets as far as the second reading
		}
		assert.Len(t, covers(t, p), listed, "%s", s.statement)
		return 1
	}
	p, err := text.Parse(s.statement)
	if err != nil {
		return 0
	}
	assert.Len(t, puzzletest.Brute(p), listed, "%s", s.statement)
	return 1
}

// TestCertificatesOfTheCases writes and checks a certificate for each case with up to 400 cells and
// 1000 solutions. It gives the certificate to drat-trim or lrat-check too, if they are installed. It
// takes long, so it runs only when asked for, with the time that each step of a case may take:
//
//	CROSSCUT_CERTIFY=60s go test ./proof -run OfTheCases/drat -v -timeout 9h
//
// With CROSSCUT_CERTIFY_ONLY it takes only cases whose names contain that text.
func TestCertificatesOfTheCases(t *testing.T) {
	const variable = "CROSSCUT_CERTIFY"
	limit, err := time.ParseDuration(os.Getenv(variable))
	if err != nil {
		t.Skipf("%s is no time such as 60s", variable)
	}
	within := func(t *testing.T) context.Context {
		ctx, cancel := context.WithTimeoutCause(t.Context(), limit, &meter.LimitError{What: limit.String()})
		t.Cleanup(cancel)
		return ctx
	}
	for format, checker := range map[sat.ProofFormat]string{sat.DRAT: "drat-trim", sat.LRAT: "lrat-check"} {
		for _, file := range append(puzzletest.Files(t, "../shared/cases/*"), puzzletest.Files(t, "../shared/cases/published/*")...) {
			if file.Puzzle.Board().Len() > 400 || !strings.Contains(file.Name, os.Getenv(variable+"_ONLY")) {
				continue
			}
			t.Run(string(format)+"/"+file.Name, func(t *testing.T) {
				all, err := crosscut.First(within(t), crosscut.Native, file.Puzzle, 1001, nil)
				folder := filepath.Join(t.TempDir(), "certificate")
				if err == nil && len(all) < 1001 {
					err = Claim{Puzzle: file.Puzzle, Solutions: all, Format: format}.Write(within(t), folder, nil)
				}
				if errors.Is(err, meter.ErrLimit) || len(all) > 1000 {
					t.Skip(len(all), "solutions: ", err)
				}
				require.NoError(t, err)
				_, err = Check(within(t), folder, nil)
				assert.NoError(t, err)
				if puzzletest.HasProgram(t, checker) {
					out, _ := exec.CommandContext(within(t), checker, filepath.Join(folder, formulaFile), filepath.Join(folder, proofFile(format))).CombinedOutput()
					assert.Contains(t, string(out), "VERIFIED")
					assert.NotContains(t, string(out), "NOT VERIFIED")
				}
			})
		}
	}
}

// The rule of three open cells makes proofs of magic boards short. The second reading and both
// checkers of proofs accept them.
func TestProofsOfMagicBoardsInferFromLines(t *testing.T) {
	for _, name := range []string{"n5-umin3", "n4-m2", "order-3"} {
		text, err := os.ReadFile(filepath.Join("..", "testdata", "magic", name+".txt"))
		require.NoError(t, err)
		p := parse(t, string(text))
		for _, format := range []sat.ProofFormat{sat.DRAT, sat.LRAT} {
			dir := filepath.Join(t.TempDir(), "certificate")
			c := claimed(t, p)
			c.Format = format
			require.NoError(t, c.Write(ctx, dir, nil), "%s", name)
			checked, err := Check(ctx, dir, nil)
			require.NoError(t, err, "%s %v", name, format)
			assert.NotEqual(t, checked.Statement == "", checked.Unread == "")
		}
	}
}

func TestInferencesFollow(t *testing.T) {
	for _, text := range []string{
		"puzzle: magic\n16,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,1",
		"puzzle: magic\nlines: pandiagonal\n16,_,_,_\n_,_,_,_\n_,_,1,_\n_,_,_,_",
		"puzzle: magic\nnumbers: 3..8\nsum: 16\nlines: r1c1 r1c2 r1c3; r2c1 r2c2 r1c1; r2c2 r2c3 r1c3\n_,_,_\n_,_,_",
	} {
		p := parse(t, text)
		f, err := encode.CNF(ctx, p, "")
		require.NoError(t, err)
		for _, s := range solutions(t, p) {
			f.Exclude(s)
		}
		// A proof with hints says so if a clause does not follow.
		require.NoError(t, f.Refute(ctx, nil, new(bytes.Buffer), sat.LRAT), text)
	}
}
