package sat

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Names that overlap: a name of its own counts most, then the first call that has a name.
func TestNamesThatOverlap(t *testing.T) {
	var f CNF
	odd := func(i int) string { return strings.Repeat("odd", i%2) }
	named := func(prefix string) func(int) string { return func(i int) string { return fmt.Sprint(prefix, i) } }
	f.NameVars(6, 4, odd)
	f.NameVars(2, 6, named("a"))
	f.NameVars(2, 1, named("b"))
	f.NameVars(12, 2, named("c"))
	f.Name(-1, "not one")
	f.Name(3, "three")
	f.Name(-3, "not three")
	f.Name(13, "thirteen")
	f.Name(20, "twenty")
	var text strings.Builder
	require.NoError(t, f.WriteDIMACS(&text))
	assert.Equal(t, "c v -1 = not one\nc v 2 = a0\nc v 3 = three\nc v -3 = not three\nc v 4 = a2\nc v 5 = a3\nc v 6 = a4\n"+
		"c v 7 = odd\nc v 9 = odd\nc v 12 = c0\nc v 13 = thirteen\nc v 20 = twenty\np cnf 0 0\n", text.String())
}

// No name is made after the writer has failed.
func TestNamesEndWithTheWriter(t *testing.T) {
	var f CNF
	made := 0
	f.NameVars(1, 1<<20, func(int) string { made++; return "name" })
	assert.ErrorContains(t, f.WriteDIMACS(brokenWriter{}), "writing a formula: the disk is full")
	assert.Less(t, made, 1<<14)
}
