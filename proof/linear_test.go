package proof

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/sat"
)

// TestFilesOfCertificatesAreReadInLinearTime puts long texts in the place of each file.
func TestFilesOfCertificatesAreReadInLinearTime(t *testing.T) {
	hard := []puzzletest.Hard{
		{Part: "1,2,3\n4,5,6\n7,8,9\n"},
		{Part: "1"},
		{Part: " "},
		{Part: "1 "},
		{Part: "# no solution\n"},
		{Part: "\n"},
		{Part: "c x\n"},
		{Part: "a{i}: x\n"},
		{Begin: "puzzle: magic\nlines: r1c1", Part: "; r1c2 r1c1", End: "\n_,_\n"},
		{Begin: "p cnf 1 1\n", Part: "1 0\n"},
		{Begin: "p cnf 1 1\n1", Part: " 1", End: " 0\n"},
		{Part: "1 -1 0\n", End: "0\n"},
	}
	for _, file := range []string{puzzleFile, encodingFile, solutionsFile, formulaFile, countFile, dratFile, lratFile} {
		dir := certificate(t, several, sat.DRAT, sat.LRAT)
		for _, h := range hard {
			t.Run(file+"/"+h.Begin+h.Part, func(t *testing.T) {
				puzzletest.RequireLinear(t, func(size int) string {
					content := h.Text(size)
					require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(content), 0o600))
					return content
				}, func(string) {
					_, _ = checkOurs(ctx, dir)
				})
			})
		}
	}
}

// TestALongCoverIsReadInLinearTime has one cover with an option for each item.
func TestALongCoverIsReadInLinearTime(t *testing.T) {
	dir := t.TempDir()
	puzzletest.RequireLinear(t, func(size int) string {
		items := size / 32
		var names, options, cover strings.Builder
		for i := range items {
			fmt.Fprintf(&names, "i%d ", i)
			fmt.Fprintf(&options, "i%d\n", i)
			fmt.Fprintf(&cover, "option %d: i%d\n", i, i)
		}
		list := "# cover 1 of 1\n" + cover.String()
		require.NoError(t, os.WriteFile(filepath.Join(dir, problemFile), []byte(names.String()+"\n"+options.String()), 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, coversFile), []byte(list), 0o600))
		return list
	}, func(string) {
		run := meter.Start(ctx, nil)
		defer run.Close()
		require.NoError(t, newCheck(ctx, run, openIn(dir)).readCover())
	})
}
