package text_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle/text"
)

func TestNotesAreReadAndWritten(t *testing.T) {
	content := `puzzle: hidoku
title: May: the first week
author: Ann
labels:
 Mo 1,    _, Über
    #,    #,    =
=
moves: rook
 1,__,__
##,##,__
`
	f, err := text.Read(strings.NewReader(content), "f", "")
	require.NoError(t, err)
	assert.Equal(t, "May: the first week", f.Title)
	assert.Equal(t, "Ann", f.Author)
	assert.Equal(t, []string{"Mo 1", "", "Über", "", "", "="}, f.Labels)
	assert.Equal(t, strings.ReplaceAll(strings.ReplaceAll(content, " Mo 1,    _, Über", "Mo 1,   _,Über"), "    #,    #,    =", "   #,   #,   ="), f.Text(f.Puzzle))
}

// A hole may have a label: on a calendar, the date that stays open.
func TestHolesMayHaveLabels(t *testing.T) {
	f, err := text.Read(strings.NewReader("labels:\n,Feb,_\n=\nboard:\nB,#,#\n=\nB\n"), "f", "")
	require.NoError(t, err)
	assert.Equal(t, []string{"", "Feb", ""}, f.Labels)
	assert.Contains(t, f.Text(f.Puzzle), "labels:\n  _,Feb,  #\n=\n")
}

func TestNotesOfAnotherBoardLoseTheirLabels(t *testing.T) {
	p := read(t, "puzzle: hidoku\n1,_\n")
	n := text.Notes{Title: "T", Labels: []string{"a"}}
	assert.Equal(t, "puzzle: hidoku\ntitle: T\nmoves: king\n 1,__\n", n.Text(p))
	assert.Empty(t, n.Text(nil))
	assert.Equal(t, p.String(), text.Notes{}.Text(p))
}
