// Package test holds the tests of the page.
package test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
)

// galleryPuzzle is a puzzle of the gallery.
type galleryPuzzle struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// TestTheGalleryIsFresh compares gallery.json with testdata. With WEB_UPDATE=1 it writes it.
func TestTheGalleryIsFresh(t *testing.T) {
	var puzzles []galleryPuzzle
	for _, family := range puzzle.Families() {
		names, err := filepath.Glob(filepath.Join("..", "..", "testdata", string(family), "*.txt"))
		require.NoError(t, err)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			p, err := puzzle.Parse(string(text))
			if err != nil || p.Board().Len() > 200 || !strings.Contains(string(text), "puzzle:") {
				continue // a solution, an answer, or too large to play
			}
			puzzles = append(puzzles, galleryPuzzle{strings.TrimSuffix(filepath.Base(name), ".txt"), string(text)})
		}
	}
	require.Greater(t, len(puzzles), 40)
	var want strings.Builder
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	require.NoError(t, encoder.Encode(puzzles))
	file := filepath.Join("..", "page", "gallery.json")
	if os.Getenv("WEB_UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, []byte(want.String()), 0o600))
	}
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.True(t, want.String() == string(got), "gallery.json is old; WEB_UPDATE=1 go test ./web/test writes it")
}
