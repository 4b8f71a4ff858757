package certificate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/needs"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// spoils are texts that spoiling puts into a file: other line ends, signs that look like
// others, numbers beyond all bounds, and words of the formats.
var spoils = []string{
	"\r", "\r\n", "\n", "\n\n", "\t", " ", "  ", "\ufeff", "\u00a0", "\u2028", "\u200b", "\x85", "\x1c", "\xff", "٣", "０", "²", "é", "ı", "ſ", "\u212a",
	"-", "--", "0", "00", "+", "1", "2", "9999999999", "4294967297", "1e1", "0x1", ",", "=", "=\n", "#", "##", "_", "B", "W", "X", ":", "a", "A",
	"c ", "c v ", "p cnf 1 1\n", "c v 1 = number 1 on r1c1\n", "1 0\n", "0\n", "-1 0\n", "or before", " at least ", " at most ", " + ",
	"solutions: 1\n", "moves: rook\n", "sum: 3\n", "diagonals: no\n", "numbers: 0..8\n", "corner: any\n", "flips: no\n", "labels:\n", "title: x\n",
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

// someStated returns certificates of small random puzzles of all families and of exact covers.
func someStated(n int) (all []stated) {
	draw := rapid.Custom(func(t *rapid.T) stated {
		if rapid.IntRange(0, 3).Draw(t, "cover") == 0 {
			p := drawProblem(t)
			return coverFiles(t, p, covers(t, p))
		}
		p := puzzletest.Draw(t)
		if !puzzle.Plain(p) || p.Board().Len() > 16 {
			return stated{}
		}
		return statedOf(t, p, solutions(t, p))
	})
	for seed := 0; len(all) < n; seed++ {
		if s := draw.Example(seed); s.formula != "" && len(s.formula) < 1<<15 {
			all = append(all, s)
		}
	}
	return all
}

// verdicts is a program that prints the verdict of the program in docs on each folder.
const verdicts = `
import contextlib, io, sys
sys.path.insert(0, sys.argv[1])
import check_statement
for folder in sys.stdin.read().split():
    sys.argv = ["", folder]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            check_statement.main()
        print("accepted")
    except (check_statement.Refused, UnicodeDecodeError):
        print("refused")
`

// pythonVerdicts returns "accepted" or "refused" for each folder. One process reads all.
func pythonVerdicts(t *testing.T, folders []string) []string {
	t.Helper()
	cmd := exec.Command("python3", "-c", verdicts, filepath.Join("..", "..", "docs"))
	cmd.Stdin = strings.NewReader(strings.Join(folders, "\n"))
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	got := strings.Fields(string(out))
	require.Len(t, got, len(folders))
	return got
}

// TestGoAndPythonAgree spoils certificates in many ways. The two second readings must give the
// same verdicts, and the one in Python must not crash. With the variable below there are as
// many certificates as it says.
func TestGoAndPythonAgree(t *testing.T) {
	if !needs.Found(t, "python3") {
		return
	}
	n, err := strconv.Atoi(os.Getenv("CROSSCUT_SPOILT"))
	if err != nil {
		n = 150
	}
	r := rand.New(rand.NewPCG(uint64(n), 1))
	base := someStated(max(20, n/100))
	var want, folders []string
	accepted := 0
	for range n {
		s := base[r.IntN(len(base))]
		switch r.IntN(6) {
		case 0:
			s.puzzle = spoiltText(r, s.puzzle)
		case 1:
			s.solutions = spoiltText(r, s.solutions)
		case 2:
			s.formula = spoiltText(r, s.formula)
		default:
			s.formula = recounted(spoiltText(r, s.formula))
		}
		read := s.read
		if s.cover {
			read = s.readCover
		}
		verdict := "accepted"
		if _, err := read(); err != nil {
			verdict = "refused"
		} else {
			accepted++
		}
		want, folders = append(want, verdict), append(folders, s.write(t))
	}
	got := pythonVerdicts(t, folders)
	for i, folder := range folders {
		assert.Equal(t, want[i], got[i], "%s", folder)
	}
	t.Logf("%d of %d accepted", accepted, n)
	assert.Positive(t, accepted)
}
