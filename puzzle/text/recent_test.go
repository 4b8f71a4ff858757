package text_test

import (
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Puzzles of one text share boards and graphs. Each still has its own.
func TestReaderGivesEachHidokuItsGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []*puzzle.Hidoku
		var texts []string
		for range rapid.IntRange(2, 20).Draw(t, "puzzles") {
			p := drawShape(t)
			all, texts = append(all, p), append(texts, p.String())
		}
		r := text.NewReader(strings.NewReader(strings.Join(texts, "---\n")), "f", "")
		for _, want := range all {
			f, err := r.Next()
			require.NoError(t, err)
			got := f.Puzzle.(*puzzle.Hidoku)
			require.Equal(t, want.String(), got.String())
			require.Equal(t, want.OnLattice(), got.OnLattice())
			require.Equal(t, want.Chequered(), got.Chequered())
			for c := range want.Board().Len() {
				require.Equal(t, want.Neighbours(c), got.Neighbours(c))
			}
		}
	})
}

// Goroutines that read the texts of one Reader get what Next returns, errors included.
func TestTextsAreReadInAnyGoroutine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var texts []string
		for range rapid.IntRange(1, 20).Draw(t, "puzzles") {
			content := drawShape(t).String()
			if rapid.IntRange(0, 4).Draw(t, "bad") == 0 {
				content = rapid.SampledFrom([]string{"", "1,x\n", "puzzle: none\n1\n", "1,2\n3\n"}).Draw(t, "text")
			}
			texts = append(texts, content)
		}
		whole := strings.Join(texts, "---\n")
		var found []*text.Piece
		for r := text.NewReader(strings.NewReader(whole), "f", ""); ; {
			content, err := r.NextPiece()
			if err != nil {
				require.ErrorIs(t, err, io.EOF)
				break
			}
			found = append(found, content)
		}
		files, errs := make([]*text.File, len(found)), make([]error, len(found))
		var readers sync.WaitGroup
		for i, content := range found {
			readers.Go(func() { files[i], errs[i] = content.Read() })
		}
		readers.Wait()
		r := text.NewReader(strings.NewReader(whole), "f", "")
		for i := range found {
			want, err := r.Next()
			require.Equal(t, err, errs[i])
			require.Equal(t, want, files[i])
		}
		_, err := r.Next()
		require.ErrorIs(t, err, io.EOF)
	})
}

// drawShape draws a Hidoku of one of few shapes.
func drawShape(t *rapid.T) *puzzle.Hidoku {
	if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
		return puzzletest.DrawVariant(t)
	}
	hole := rapid.IntRange(-1, 5).Draw(t, "hole")
	width := rapid.IntRange(2, 3).Draw(t, "width")
	board, err := puzzle.NewBoard(width, 6/width, func(row, col int) bool { return row*width+col == hole })
	require.NoError(t, err)
	rules := puzzle.HidokuRules{
		Moves: rapid.SampledFrom([]puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex, puzzle.Knight}).Draw(t, "moves"),
		Torus: rapid.Bool().Draw(t, "torus"), Closed: rapid.Bool().Draw(t, "closed"),
	}
	p, err := puzzle.NewHidokuBy(board, rules, nil)
	if err != nil {
		t.Skip("hexagons on a torus")
	}
	return p
}
