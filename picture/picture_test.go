package picture_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	drawing "crosscut/internal/picture"
	"crosscut/internal/puzzletest"
	"crosscut/picture"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func TestPicturesAreThoseOfTheProgram(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\n1,_\n_,_\n")
	require.NoError(t, err)
	solution := puzzle.Solution{1, 2, 3, 4}
	for _, format := range []picture.Format{picture.SVG, picture.PNG, picture.PDF} {
		var got, want bytes.Buffer
		require.NoError(t, picture.Write(&got, format, picture.Picture{
			Puzzle: p, Filled: solution, Marked: []int{2}, Title: "title", Labels: []string{"a", "", "", ""},
		}, picture.Picture{Puzzle: p}))
		require.NoError(t, drawing.Write(&want, drawing.Format(format), drawing.Picture{
			Puzzle: p, Filled: solution, Marked: []int{2}, Title: "title", Labels: []string{"a", "", "", ""},
		}, drawing.Picture{Puzzle: p}))
		assert.NotZero(t, got.Len())
		assert.True(t, bytes.Equal(want.Bytes(), got.Bytes()), format)
	}
	assert.Equal(t, drawing.Picture{Puzzle: p, Filled: solution}.Text(true), picture.Picture{Puzzle: p, Filled: solution}.Text(true))
}

func TestPicturesThatCannotBeDrawn(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\n1,_\n_,_\n")
	require.NoError(t, err)
	assert.Error(t, picture.Write(new(bytes.Buffer), "gif", picture.Picture{Puzzle: p}))
	assert.Error(t, picture.Write(new(bytes.Buffer), picture.SVG, picture.Picture{}))
	assert.Error(t, picture.Write(full{}, picture.PNG, picture.Picture{Puzzle: p}))
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, p := range foreign {
		assert.Error(t, picture.Write(new(bytes.Buffer), picture.SVG, picture.Picture{Puzzle: p}))
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
	err = picture.Write(&file, picture.SVG, picture.Picture{Puzzle: p, Title: "Fifteen"})
	fmt.Println(bytes.HasPrefix(file.Bytes(), []byte("<svg")), err)
	fmt.Print(picture.Picture{Puzzle: p, Filled: puzzle.Solution{2, 7, 6, 9, 5, 1, 4, 3, 8}}.Text(false))
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
