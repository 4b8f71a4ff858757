package serve

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/puzzle/text"
)

func TestAppendSolutionIsMarshal(t *testing.T) {
	for name, content := range map[string]string{
		"plain.txt":       "puzzle: hidoku\n1,_,##\n_,_,_\n",
		"negative \"a\"":  "puzzle: magic\nnumbers: -4..4\n_,_,_\n_,0,_\n_,_,_\n",
		"<&> \\ ü\n\x7f":  "puzzle: magic\n_,_,_\n_,5,_\n_,_,_\n",
		"\xff and \u2028": "puzzle: draughtboard\nboard: 2x2\nX,X\n=\nX,X\n",
		"bare \x01 cells": "puzzle: draughtboard\nboard: 1x3\ngaps: 1\nX,X\n",
		"":                "puzzle: draughtboard\nboard: 1x2\nB,W\n",
	} {
		p, err := text.Parse(content)
		require.NoError(t, err, content)
		found, err := crosscut.First(context.Background(), crosscut.Native, p, 5, nil)
		require.NoError(t, err, content)
		require.NotEmpty(t, found, content)
		for i, s := range found {
			file := &text.File{Name: name, Puzzle: p}
			want, err := json.Marshal(NewSolution(file, i+1, s))
			require.NoError(t, err)
			assert.Equal(t, string(want), string(AppendSolution(nil, file, i+1, s)))
		}
	}
}

func TestStringsInJSONAreThoseOfMarshal(t *testing.T) {
	for b := range 256 {
		for _, s := range []string{string([]byte{'a', byte(b), 'z'}), string(rune(b)), string(rune(b + 0x2000))} {
			want, err := json.Marshal(s)
			require.NoError(t, err)
			assert.Equal(t, string(want), string(appendString(nil, s)), "%q", s)
		}
	}
}
