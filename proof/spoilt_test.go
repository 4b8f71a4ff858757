package proof

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/internal/puzzletest"
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
	n, err := strconv.Atoi(os.Getenv("CROSSCUT_SPOILT"))
	if err != nil {
		n = 300
	}
	r := rand.New(rand.NewPCG(uint64(n), 1))
	base := drawn(max(30, n/100), func(t *rapid.T) (s stated, ok bool) {
		if rapid.IntRange(0, 3).Draw(t, "cover") == 0 {
			s = statedOf(t, drawCoverClaim(t))
		} else if rapid.Bool().Draw(t, "variant") {
			s = statedOf(t, claimed(t, puzzletest.DrawVariant(t)))
		} else if rapid.Bool().Draw(t, "lines") {
			s = statedOf(t, claimed(t, puzzletest.DrawLines(t)))
		} else if p := puzzletest.Draw(t); p.Board().Len() <= 16 {
			s = statedOf(t, claimed(t, p))
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
