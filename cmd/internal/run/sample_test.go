package run

import (
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/dlx"
)

// A sample of a run is searched again from the folder alone, and a wrong sum is found whatever the engine.
func TestASampleIsSearchedAgain(t *testing.T) {
	t.Parallel()
	cover := dlx.NewProblem(3, 0)
	for i := range 3 {
		cover.Add(dlx.Element{Item: i})
		cover.Add(dlx.Element{Item: i}, dlx.Element{Item: (i + 1) % 3})
	}
	covers, err := OfCover(cover)
	require.NoError(t, err)
	for _, p := range []Problem{problemOf(t, kings), covers} {
		for _, kind := range []Kind{Count, Digest, Solutions} {
			dir := t.TempDir()
			w := opens(t, dir, p, kind, 4)
			_, err := w.Run(t.Context())
			require.NoError(t, err)
			f, err := Look(dir)
			require.NoError(t, err)
			same, tree, err := f.Problem(t.Context())
			require.NoError(t, err)
			drawn, all, err := f.Sample(3, 1)
			require.NoError(t, err)
			require.Len(t, drawn, min(3, all))
			again, _, err := f.Sample(3, 1)
			require.NoError(t, err)
			require.Equal(t, drawn, again)
			for _, e := range drawn {
				wrong := e
				wrong.Count = new(big.Int).Add(e.Count, big.NewInt(1))
				for _, by := range same.Engines() {
					require.NoError(t, f.Recount(t.Context(), tree, &e, by))
					err := f.Recount(t.Context(), tree, &wrong, by)
					require.ErrorAs(t, err, new(*crosscut.DisagreementError))
					require.ErrorContains(t, err, " by "+by.String())
				}
			}
		}
	}
}

// A folder may have no problem, or one that is not what the run counts.
func TestAnotherProblemIsNotSearched(t *testing.T) {
	t.Parallel()
	dir, _, _ := finishedRun(t, Digest)
	name := filepath.Join(dir, problemFile)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	f, err := Look(dir)
	require.NoError(t, err)
	for want, damage := range map[string]func() error{
		"problem.txt is not what the run counts": func() error { return os.WriteFile(name, append(text, '\n'), 0o600) },
		"the folder has no problem.txt":          func() error { return os.Remove(name) },
	} {
		require.NoError(t, damage())
		_, _, err := f.Problem(t.Context())
		require.ErrorContains(t, err, want)
		require.NoError(t, os.WriteFile(name, text, 0o600))
	}
	require.NoError(t, os.Remove(name))
	require.NoError(t, os.Mkdir(name, 0o700))
	_, _, err = f.Problem(t.Context())
	require.ErrorContains(t, err, ": problem.txt: ", "it cannot be read")
	require.NoError(t, os.Remove(name))
	w := opens(t, dir, problemOf(t, kings), Digest, 4)
	require.NoError(t, w.Folder.Begin(t.Context()))
	_, _, err = f.Problem(t.Context())
	require.NoError(t, err, "the next process writes it")
}
