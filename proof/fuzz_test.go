package proof

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// FuzzCheck checks folders with any texts. A certificate that is accepted must be about all
// solutions of its puzzle. A file with an empty text is missing.
func FuzzCheck(f *testing.F) {
	names := []string{puzzleFile, encodingFile, solutionsFile, formulaFile, dratFile, lratFile}
	for _, content := range []string{
		"puzzle: hidoku\n1,_\n_,_\n", "puzzle: hidoku\nmoves: rook\n1,_,2\n_,_,_\n", "puzzle: magic\n2,_,_\n_,_,_\n_,_,_\n",
		"puzzle: draughtboard\nboard: 3x2\ncorner: B\nB,W\n=\nB,W\n=\nB,W\n",
	} {
		for _, format := range []sat.ProofFormat{sat.DRAT, sat.LRAT} {
			dir := certificate(f, content, format)
			texts := make([]string, len(names))
			for i, name := range names {
				content, _ := os.ReadFile(filepath.Join(dir, name)) // some are missing
				texts[i] = string(content)
			}
			f.Add(texts[0], texts[1], texts[2], texts[3], texts[4], texts[5])
		}
	}
	f.Fuzz(func(t *testing.T, puzzleText, encoding, solutions, formula, drat, lrat string) {
		p, err := text.Parse(puzzleText)
		if err == nil && p.Board().Len() > 9 {
			return // brute force would take too long
		}
		folder := fstest.MapFS{}
		for i, content := range []string{puzzleText, encoding, solutions, formula, drat, lrat} {
			if content != "" {
				folder[names[i]] = &fstest.MapFile{Data: []byte(content)}
			}
		}
		ctx := context.Background()
		run := meter.Start(ctx, nil)
		defer run.Close()
		c, err := newCheck(ctx, run, func(name string) (folderFile, error) { return folder.Open(name) }).all()
		if err != nil {
			known := errors.As(err, new(*RejectedError)) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, meter.ErrLimit)
			require.True(t, known, "%v", err)
			return
		}
		found := slices.SortedFunc(slices.Values(c.Solutions), slices.Compare)
		require.True(t, slices.EqualFunc(puzzletest.Brute(c.Puzzle), found, slices.Equal), puzzleText)
	})
}
