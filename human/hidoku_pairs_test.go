package human

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
)

// Each rule of two cells excludes something that no other technique sees at once.
func TestRulesOfTwoCellsApply(t *testing.T) {
	for content, want := range map[string]string{
		"moves: rook\nlinks: r1c1-r1c2\n_,4,_\n_,_,_\n_,_,_\n":             "hidoku.linked",
		"moves: rook\nunlinked: r1c1-r1c2\n_,4,_\n_,_,_\n_,_,_\n":          "hidoku.unlinked",
		"moves: rook\norder: r1c1 r3c3\n_,_,_\n_,_,_\n_,_,_\n":             "hidoku.later",
		"moves: rook\nclosed: yes\n1,_,_\n_,_,_\n":                         "hidoku.round",
		"moves: rook\ntorus: yes\nlinks: r1c1-r1c3\n2,_,_\n_,_,_\n_,_,_\n": "hidoku.linked",
	} {
		p := puzzletest.Read(t, "puzzle: hidoku\n"+content)
		s, err := New(p)
		require.NoError(t, err)
		step, err := s.Next(context.Background())
		require.NoError(t, err)
		assert.Equal(t, want, step.Sentence.Template, "%s: %s", content, step.Sentence.English(p.Board()))
		assert.Equal(t, Linked, step.Technique)
	}
}
