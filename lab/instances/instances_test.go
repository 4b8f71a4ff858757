package instances

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/puzzle/text"
)

func TestTheSameWordsMakeTheSameInstance(t *testing.T) {
	m := Maker{Root: "../.."}
	for _, words := range []string{
		"path king 6 0.5 1", "broken rook 6 0.5 1", "magic 4 0.5 1", "broken-magic 4 0.5 1", "star 5 2", "dissection 5 4 6 1", "testdata/magic/order-4.txt",
		"cover path hex 4 0.5 1", "sudoku 200 1", "latin 5 10 1", "queens 5", "queens-from-middle 6", "langford 4", "golomb 4 6", "edges 3 4 1",
		"triples 9 20 1", "planted 9 10 1", "random 6 3 30 1", "aztec 2", "macmahon a", "pentominoes 3 20 1", "testdata/cover/toy.dlx",
	} {
		content, err := m.Text(t.Context(), strings.Fields(words))
		require.NoError(t, err, words)
		again, err := m.Text(t.Context(), strings.Fields(words))
		require.NoError(t, err)
		require.Equal(t, content, again, words)
		if file, err := text.Read(strings.NewReader(content), words, ""); err == nil {
			require.NotNil(t, file.Puzzle)
			continue
		}
		_, err = dlx.Read(strings.NewReader(content), words)
		require.NoError(t, err, words)
	}
	for _, words := range []string{"", "magic", "magic four 1 1", "tower 3", "queens 1 2", "testdata/none.txt"} {
		_, err := m.Text(t.Context(), strings.Fields(words))
		require.Error(t, err, words)
	}
}

// Counts of OEIS A002860 (Latin squares), A000170 (queens) and A014552 (Langford pairs), each pair
// of the last counted in both directions.
func TestCoversHaveTheirPublishedCounts(t *testing.T) {
	for words, count := range map[string]string{"latin 5 0 1": "161280", "queens 8": "92", "queens-from-middle 8": "92", "langford 7": "52", "aztec 4": "1024"} {
		text, err := (&Maker{}).Text(t.Context(), strings.Fields(words))
		require.NoError(t, err)
		p, err := dlx.Read(strings.NewReader(text), words)
		require.NoError(t, err)
		n, err := p.Count(t.Context(), nil)
		require.NoError(t, err)
		require.Equal(t, count, n.String(), words)
	}
}
