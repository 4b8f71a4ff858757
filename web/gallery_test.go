package web_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// place is where the gallery shows puzzles with so many solutions: first those with one, which
// people play, and last those with none.
func place(claim string) int {
	switch claim {
	case "1":
		return 0
	case "0":
		return 2
	}
	return 1
}

// remarks are the lines of a file that the gallery leaves out, to be loaded faster.
var remarks = regexp.MustCompile(`(?m)^(# |source:).*\n`)

// TestTheGalleryIsFresh compares gallery.json with testdata. With WEB_UPDATE=1 it writes it.
func TestTheGalleryIsFresh(t *testing.T) {
	places := make(map[string]int)
	var puzzles []string
	for _, family := range puzzle.Families() {
		names, err := filepath.Glob(filepath.Join("..", "testdata", string(family), "*.txt"))
		require.NoError(t, err)
		for _, name := range names {
			content, err := os.ReadFile(name)
			require.NoError(t, err)
			file, err := text.Read(strings.NewReader(string(content)), name, "")
			if err != nil || file.Puzzle.Board().Len() > 200 || !strings.Contains(string(content), "puzzle:") {
				continue // a solution, an answer, or too large to play
			}
			shown := remarks.ReplaceAllString(string(content), "")
			puzzles = append(puzzles, shown)
			places[shown] = place(file.Solutions.String())
		}
	}
	slices.SortStableFunc(puzzles, func(a, b string) int { return places[a] - places[b] })
	require.Greater(t, len(puzzles), 40)
	var want strings.Builder
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	require.NoError(t, encoder.Encode(puzzles))
	file := filepath.Join("page", "gallery.json")
	if os.Getenv("WEB_UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, []byte(want.String()), 0o600))
	}
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.True(t, want.String() == string(got), "gallery.json is old; WEB_UPDATE=1 go test ./web writes it")
}
