package show_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/drawing"
	"crosscut/internal/paper"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/show"
)

func TestPicturesAreThoseOfTheProgram(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\n1,_\n_,_\n")
	require.NoError(t, err)
	solution := puzzle.Solution{1, 2, 3, 4}
	for _, format := range []show.Format{show.SVG, show.PNG, show.PDF} {
		var got, want bytes.Buffer
		require.NoError(t, show.Write(&got, format, show.Picture{
			Puzzle: p, Filled: solution, Marked: []int{2}, Title: "title", Labels: []string{"a", "", "", ""},
		}, show.Picture{Puzzle: p}))
		_, err := paper.Write(&want, paper.Format(format), drawing.Picture{
			Puzzle: p, Filled: solution, Marked: []int{2}, Title: "title", Labels: []string{"a", "", "", ""},
		}, drawing.Picture{Puzzle: p})
		require.NoError(t, err)
		assert.NotZero(t, got.Len())
		assert.True(t, bytes.Equal(want.Bytes(), got.Bytes()), format)
	}
	assert.Equal(t, drawing.Picture{Puzzle: p, Filled: solution}.Terminal(true), show.Picture{Puzzle: p, Filled: solution}.Text(true))
}

func TestPicturesThatCannotBeDrawn(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\n1,_\n_,_\n")
	require.NoError(t, err)
	assert.Error(t, show.Write(new(bytes.Buffer), "gif", show.Picture{Puzzle: p}))
	assert.Error(t, show.Write(new(bytes.Buffer), show.SVG), "nothing to draw")
	assert.Error(t, show.Write(new(bytes.Buffer), show.SVG, show.Picture{}))
	assert.Error(t, show.Write(full{}, show.PNG, show.Picture{Puzzle: p}))
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, p := range foreign {
		if _, numbered := p.(puzzle.Numbered); numbered {
			continue // its numbers can be drawn
		}
		assert.Error(t, show.Write(new(bytes.Buffer), show.SVG, show.Picture{Puzzle: p}))
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func Example() {
	p, err := text.Parse("puzzle: magic\n2,7,6\n9,_,1\n_,3,_\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	err = show.Write(&file, show.SVG, show.Picture{Puzzle: p, Title: "Fifteen"})
	fmt.Println(bytes.HasPrefix(file.Bytes(), []byte("<svg")), err)
	fmt.Print(show.Picture{Puzzle: p, Filled: puzzle.Solution{2, 7, 6, 9, 5, 1, 4, 3, 8}}.Text(false))
	// Output:
	// true <nil>
	//    ┌────┬────┬────┐
	//    │  2 │  7 │  6 │ 15
	//    ├────┼────┼────┤
	//    │  9 │  5 │  1 │ 15
	//    ├────┼────┼────┤
	//    │  4 │  3 │  8 │ 15
	//    └────┴────┴────┘
	// 15   15   15   15   15
}
