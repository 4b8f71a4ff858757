package states

import (
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
)

// accepts runs check_count.py on folders, and prints for each whether it accepts.
const accepts = `
import contextlib, io, sys
sys.path.insert(0, "../..")
import check_count
for folder in sys.stdin.read().split():
    sys.argv = ["", folder]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            check_count.main()
        print("accepted")
    except check_count.Refused as reason:
        print("refused:", reason)
`

// certificate is a formula, a proof of the number of its models, and that number.
type certificate struct{ formula, proof, count string }

// verdicts returns what check_count.py says of each: "accepted", or "refused" with a reason.
func verdicts(t *testing.T, all []certificate) (said []string) {
	python := puzzletest.NeedsProgram(t, "python3")
	var folders []string
	for _, c := range all {
		folder := t.TempDir()
		for name, text := range map[string]string{"formula.cnf": c.formula, "proof.cpog": c.proof, "count.txt": c.count + "\n"} {
			require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
		}
		folders = append(folders, folder)
	}
	cmd := exec.Command(python, "-c", accepts)
	cmd.Stdin = strings.NewReader(strings.Join(folders, "\n"))
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	said = strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	require.Len(t, said, len(all))
	return said
}

// drawCertificates draws puzzles of all kinds, and returns proofs of their numbers in the ways that are wanted.
func drawCertificates(t *testing.T, puzzles int, ways ...bool) (all []certificate) {
	run := meter.Start(t.Context(), nil)
	defer run.Close()
	for seed := range puzzles {
		f, err := New(run, rapid.Custom(drawRules).Example(seed))
		require.NoError(t, err)
		var formula strings.Builder
		require.NoError(t, f.CNF.WriteDIMACS(&formula, nil, ""))
		counts := make(map[string]bool) // all ways count the same
		for _, fewest := range ways {
			var proof strings.Builder
			n, err := f.count(run, &proof, seed%4 == 0, fewest, 0)
			if errors.Is(err, ErrNone) {
				continue
			}
			require.NoError(t, err)
			counts[n.String()] = true
			all = append(all, certificate{formula.String(), proof.String(), n.String()})
		}
		require.LessOrEqual(t, len(counts), 1, "seed %d", seed)
	}
	return all
}

// TestBothWaysAreAccepted lets Python check proofs that are made state by state and by a search.
func TestBothWaysAreAccepted(t *testing.T) {
	puzzles := 60
	if puzzletest.Long() {
		puzzles = 1000
	}
	all := drawCertificates(t, puzzles, false, true)
	for i, v := range verdicts(t, all) {
		assert.Equal(t, "accepted", v, "%v", all[i])
	}
}

// TestSpoiltSearchesAreRefused spoils proofs by a search: a number, a lemma that others need, the end of a lemma, a term of a
// sum, a factor of a term.
func TestSpoiltSearchesAreRefused(t *testing.T) {
	puzzles, times := 12, 1
	if puzzletest.Long() {
		puzzles, times = 100, 5
	}
	random := rand.New(rand.NewPCG(1, 1))
	var all []certificate
	var kinds []string
	for _, c := range drawCertificates(t, puzzles, true) {
		for range times {
			for _, kind := range slices.Sorted(maps.Keys(spoils)) {
				if proof, count, ok := spoils[kind](random, strings.SplitAfter(c.proof, "\n"), c.count); ok {
					all, kinds = append(all, certificate{c.formula, proof, count}), append(kinds, kind)
				}
			}
		}
	}
	for i, v := range verdicts(t, all) {
		assert.True(t, strings.HasPrefix(v, "refused: "), "%s: %s: %v", kinds[i], v, all[i])
	}
	t.Log(len(all), "spoilt proofs")
}

// spoils are ways to spoil a proof. They report whether they found something to spoil.
var spoils = map[string]func(random *rand.Rand, lines []string, count string) (proof, changed string, ok bool){
	"another number": func(_ *rand.Rand, lines []string, count string) (string, string, bool) {
		return strings.Join(lines, ""), count + "0", true
	},
	"without a lemma": func(random *rand.Rand, lines []string, count string) (string, string, bool) {
		return change(random, lines, count, "a", func(words []string) []string {
			for _, line := range lines {
				if fields := strings.Fields(line); len(fields) > 2 && slices.Contains(fields[3:], words[0]) && fields[1] == "a" {
					if hints := fields[slices.Index(fields, "0")+1:]; slices.Contains(hints, words[0]) {
						return []string{"c"}
					}
				}
			}
			return nil
		})
	},
	"a lemma without its last hint": func(random *rand.Rand, lines []string, count string) (string, string, bool) {
		return change(random, lines, count, "a", func(words []string) []string { return slices.Delete(words, len(words)-2, len(words)-1) })
	},
	"the same term twice": func(random *rand.Rand, lines []string, count string) (string, string, bool) {
		return change(random, lines, count, "s", func(words []string) []string {
			words[3] = words[4]
			return words
		})
	},
	"another term": func(random *rand.Rand, lines []string, count string) (string, string, bool) {
		return change(random, lines, count, "s", func(words []string) []string {
			words[3] = "1"
			return words
		})
	},
	"a term without a factor": func(random *rand.Rand, lines []string, count string) (string, string, bool) {
		return change(random, lines, count, "p", func(words []string) []string {
			for _, line := range lines {
				if sum := strings.Fields(line); len(sum) > 4 && sum[1] == "s" && slices.Contains(sum[3:5], words[2]) {
					return slices.Delete(words, 3, 4)
				}
			}
			return nil
		})
	},
}

// change changes a random step of a kind.
func change(random *rand.Rand, lines []string, count, kind string, to func(words []string) []string) (string, string, bool) {
	for _, i := range random.Perm(len(lines)) {
		words := strings.Fields(lines[i])
		if len(words) < 3 || words[1] != kind {
			continue
		}
		if words = to(words); words != nil {
			changed := slices.Clone(lines)
			changed[i] = strings.Join(words, " ") + "\n"
			return strings.Join(changed, ""), count, true
		}
	}
	return "", "", false
}
