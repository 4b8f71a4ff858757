package crosscut_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cubes"
	"crosscut/dlx"
	"crosscut/generate"
	"crosscut/internal/puzzletest"
	"crosscut/native"
)

// A function that is nil where a search needs it is an error, and no panic.
func TestNilFunctionsAreErrors(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\n1,_\n_,_\n")
	parts, err := cubes.Split(t.Context(), p, 2)
	require.NoError(t, err)
	foreign := crosscut.Engine{Name: "foreign", Search: crosscut.Native.Search}
	calls := map[string]func() error{
		"native.Search": func() error { return native.Search(t.Context(), p, nil, nil) },
		"generate.Puzzles": func() error {
			return generate.Puzzles(t.Context(), generate.Wish{Puzzle: p}, generate.Series{Count: 1}, nil)
		},
		"SearchCubes": func() error { return crosscut.SearchCubes(t.Context(), crosscut.Native, parts, nil, nil, nil) },
		"SearchCube":  func() error { return crosscut.SearchCube(t.Context(), crosscut.Native, parts[0], nil, nil) },
	}
	for _, e := range append(crosscut.Engines(), crosscut.Race(crosscut.Engines()...), crosscut.DLXBy(dlx.Sparse, ""), foreign) {
		calls["Search of "+e.Name] = func() error { return e.Search(t.Context(), p, nil, nil) }
		calls["All of "+e.Name] = func() error { return crosscut.All(t.Context(), e, p, nil, nil) }
	}
	for name, call := range calls {
		assert.NotPanics(t, func() { assert.Error(t, call(), name) }, name)
	}
}
