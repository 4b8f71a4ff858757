package proof

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/needs"
	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/sat"
)

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
		ctx, cancel := context.WithTimeoutCause(t.Context(), limit, &search.LimitError{What: limit.String()})
		t.Cleanup(cancel)
		return ctx
	}
	for format, checker := range map[sat.ProofFormat]string{sat.DRAT: "drat-trim", sat.LRAT: "lrat-check"} {
		for _, file := range append(puzzletest.Files(t, "../shared/cases/*"), puzzletest.Files(t, "../shared/cases/published/*")...) {
			if file.Puzzle.Board().Len() > 400 || !strings.Contains(file.Name, os.Getenv(variable+"_ONLY")) {
				continue
			}
			t.Run(format.String()+"/"+file.Name, func(t *testing.T) {
				all, err := crosscut.First(within(t), crosscut.Native, file.Puzzle, 1001, nil)
				folder := filepath.Join(t.TempDir(), "certificate")
				if err == nil && len(all) < 1001 {
					err = Claim{Puzzle: file.Puzzle, Solutions: all, Format: format}.Write(within(t), folder, nil)
				}
				if errors.Is(err, search.ErrLimit) || len(all) > 1000 {
					t.Skip(len(all), "solutions: ", err)
				}
				require.NoError(t, err)
				_, err = Check(within(t), folder, nil)
				assert.NoError(t, err)
				if needs.Found(t, checker) {
					out, _ := exec.CommandContext(within(t), checker, filepath.Join(folder, formulaFile), filepath.Join(folder, proofFile(format))).CombinedOutput()
					assert.Contains(t, string(out), "VERIFIED")
					assert.NotContains(t, string(out), "NOT VERIFIED")
				}
			})
		}
	}
}
