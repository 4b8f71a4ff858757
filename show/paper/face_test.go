package paper_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/show"
	"crosscut/show/paper"
)

func TestPicturesThatCannotBeDrawn(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\n1,_\n_,_\n")
	require.NoError(t, err)
	assert.Error(t, write(new(bytes.Buffer), "gif", show.Picture{Puzzle: p}))
	assert.Error(t, write(new(bytes.Buffer), paper.SVG), "nothing to draw")
	assert.Error(t, write(new(bytes.Buffer), paper.SVG, show.Picture{}))
	assert.Error(t, write(full{}, paper.PNG, show.Picture{Puzzle: p}))
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, p := range foreign {
		if _, numbered := p.(puzzle.Numbered); numbered {
			continue // its numbers can be drawn
		}
		assert.Error(t, write(new(bytes.Buffer), paper.SVG, show.Picture{Puzzle: p}))
	}
}

// write writes pictures, whatever the typeface lacks.
func write(w io.Writer, format paper.Format, pictures ...show.Picture) error {
	_, err := paper.Write(w, format, pictures...)
	return err
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
	err = show.WriteSVG(&file, show.Picture{Puzzle: p, Title: "Fifteen"})
	fmt.Println(bytes.HasPrefix(file.Bytes(), []byte("<svg")), err)
	fmt.Print(show.Picture{Puzzle: p, Filled: puzzle.Solution{2, 7, 6, 9, 5, 1, 4, 3, 8}}.Terminal(false))
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
