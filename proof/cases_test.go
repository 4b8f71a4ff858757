package proof

import (
	"bytes"
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
	"crosscut/encode"
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
		f, err := encode.CNF(ctx, p)
		require.NoError(t, err)
		for _, s := range solutions(t, p) {
			f.Exclude(s)
		}
		// A proof with hints says so if a clause does not follow.
		require.NoError(t, f.Refute(ctx, nil, new(bytes.Buffer), sat.LRAT), text)
	}
}
