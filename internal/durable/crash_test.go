package durable_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/durable"
	"crosscut/internal/durable/crashfs"
)

// TestWriteIsWholeAfterACrash ends a program at each operation of a write, by a kill and by a loss of
// power. The file has its old content or the new one, and the new one once Write has returned.
func TestWriteIsWholeAfterACrash(t *testing.T) {
	for seed := range uint64(50) {
		for _, powerCut := range []bool{false, true} {
			for n, done := 1, false; !done; n++ {
				fsys := crashfs.New(seed)
				fsys.Set("f", "old")
				fsys.StopAfter(n)
				err := durable.WriteOn(fsys, "f", func(w io.Writer) error {
					_, err := io.WriteString(w, "new content")
					return err
				})
				done = !fsys.Stopped()
				fsys.Restart(powerCut)
				if done {
					require.NoError(t, err)
					require.Equal(t, "new content", fsys.Get("f"))
				} else {
					require.Contains(t, []string{"old", "new content"}, fsys.Get("f"), "seed %d, operation %d", seed, n)
				}
			}
		}
	}
}
