package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut/native"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func TestFamiliesAndCores(t *testing.T) {
	hidoku := parseHidoku(t, "1,_\n_,_\n")
	magic, err := text.Parse("puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n")
	assert.NoError(t, err)
	type other struct{ puzzle.Puzzle }
	for _, row := range []struct {
		p                 puzzle.Puzzle
		oneCore, cubesPay bool
	}{
		{hidoku, true, true},
		{magic, false, false},
		{dominoes(t, 2, 2), false, true},
		{other{hidoku}, false, true},
	} {
		assert.Equal(t, row.oneCore, native.UsesOneCore(row.p), "%T", row.p)
		assert.Equal(t, row.cubesPay, native.CubesPay(row.p), "%T", row.p)
	}
}
