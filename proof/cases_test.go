package proof

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/needs"
	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// The largest numbers of cells and solutions of the cases that get certificates.
const (
	caseCells     = 400
	caseSolutions = 1000
)

// TestCertificatesOfTheCases writes and checks a certificate for each case with a known
// answer that is not too large. It gives the certificate to drat-trim or lrat-check too, if
// they are installed. It takes long, so it runs only when asked for, with the time that
// each case may take for finding, for proving and for checking:
//
//	CROSSCUT_CERTIFY=60s go test ./proof -run OfTheCases/DRAT -v -timeout 9h
//
// With CROSSCUT_CERTIFY_ONLY it takes only cases whose names contain that text.
func TestCertificatesOfTheCases(t *testing.T) {
	const variable = "CROSSCUT_CERTIFY"
	limit, err := time.ParseDuration(os.Getenv(variable))
	if err != nil {
		t.Skipf("%s is no time such as 60s", variable)
	}
	for format, name := range []string{"DRAT", "LRAT"} {
		t.Run(name, func(t *testing.T) {
			var all table
			if checker := []string{"drat-trim", "lrat-check"}[format]; needs.Found(t, checker) {
				all.checker = checker
			}
			files := append(puzzletest.Files(t, "../shared/cases/*"), puzzletest.Files(t, "../shared/cases/published/*")...)
			for _, file := range files {
				if file.Puzzle.Board().Len() <= caseCells && strings.Contains(file.Name, os.Getenv(variable+"_ONLY")) {
					all.certify(t, file, sat.ProofFormat(format), limit)
				}
			}
			all.print(t)
		})
	}
}

// table has what was measured.
type table struct {
	checker                    string // a program by others, "" when it is missing
	cases, known, ours, others int
	missing                    []string
	found, proved, checked     []time.Duration
	sizes                      []int64
}

// certify writes and checks the certificate of a case.
func (a *table) certify(t *testing.T, file *text.File, format sat.ProofFormat, limit time.Duration) {
	within := func() (context.Context, context.CancelFunc) {
		return context.WithTimeoutCause(ctx, limit, &search.LimitError{What: limit.String()})
	}
	start := time.Now()
	lap := func(times *[]time.Duration) {
		*times = append(*times, time.Since(start))
		start = time.Now()
	}
	first, cancel := within()
	defer cancel()
	all, err := crosscut.First(first, crosscut.Native, file.Puzzle, caseSolutions+1, nil)
	if len(all) > caseSolutions {
		return
	}
	a.cases++
	miss := func(what string, err error) {
		if !errors.Is(err, search.ErrLimit) {
			t.Errorf("%s: %s: %v", file.Name, what, err)
		}
		a.missing = append(a.missing, file.Name+" ("+what+")")
	}
	if err != nil {
		miss("solutions", err)
		return
	}
	lap(&a.found)
	folder := filepath.Join(t.TempDir(), "certificate")
	defer os.RemoveAll(folder) // there are many
	second, cancel := within()
	defer cancel()
	if err := (Claim{Puzzle: file.Puzzle, Solutions: all, Format: format}).Write(second, folder, nil); err != nil {
		miss("proof", err)
		return
	}
	lap(&a.proved)
	a.known++
	info, err := os.Stat(filepath.Join(folder, proofFile(format)))
	require.NoError(t, err)
	a.sizes = append(a.sizes, info.Size())
	third, cancel := within()
	defer cancel()
	if _, err := Check(third, folder, nil); err != nil {
		miss("our check", err)
	} else {
		a.ours++
		lap(&a.checked)
	}
	if says := a.other(folder, format, limit); strings.Contains(says, "VERIFIED") && !strings.Contains(says, "NOT") {
		a.others++
	} else if says != "" {
		miss("their check: "+says, search.ErrLimit)
	}
	t.Logf("%s: %d solutions, %d bytes", file.Name, len(all), info.Size())
}

// other returns the verdict of the checker by others, or "" if it is missing.
func (a *table) other(folder string, format sat.ProofFormat, limit time.Duration) string {
	if a.checker == "" {
		return ""
	}
	args := []string{filepath.Join(folder, formulaFile), filepath.Join(folder, proofFile(format))}
	if format == sat.DRAT {
		args = append(args, "-t", fmt.Sprint(int(limit.Seconds())))
	}
	out, _ := exec.Command(a.checker, args...).CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "s ") || strings.Contains(line, "VERIFIED") {
			return strings.TrimSpace(line)
		}
	}
	return "no verdict"
}

// print shows the table.
func (a *table) print(t *testing.T) {
	slices.Sort(a.sizes)
	t.Logf("%d cases, %d certificates, %d accepted here, %d by others", a.cases, a.known, a.ours, a.others)
	if a.known > 0 {
		t.Logf("median and largest proof %d and %d bytes", a.sizes[len(a.sizes)/2], a.sizes[len(a.sizes)-1])
	}
	for i, times := range [][]time.Duration{a.found, a.proved, a.checked} {
		if slices.Sort(times); len(times) > 0 {
			t.Logf("%s: median %v, worst %v", []string{"finding", "proving", "checking"}[i], times[len(times)/2], times[len(times)-1])
		}
	}
	for _, missing := range a.missing {
		t.Logf("missing: %s", missing)
	}
}
