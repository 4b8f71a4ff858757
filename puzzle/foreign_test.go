package puzzle_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// foreign are puzzles of types that the package does not know, each with a solution.
func foreign(t *testing.T) map[puzzle.Puzzle]puzzle.Solution {
	t.Helper()
	board, err := puzzle.NewBoard(2, 2, nil)
	require.NoError(t, err)
	hidoku := read(t, "puzzle: hidoku\n_,_\n_,_\n").(*puzzle.Hidoku)
	return map[puzzle.Puzzle]puzzle.Solution{
		puzzletest.OddStart{Hidoku: hidoku}: {1, 2, 4, 3},
		&puzzletest.Stripes{Cells: board}:   {0, 1, 1, 0},
	}
}

// foreignCalls calls each exported function that takes a puzzle with one of a foreign
// type and one of its solutions.
var foreignCalls = map[string]func(t *testing.T, p puzzle.Puzzle, s puzzle.Solution){
	"CheckPartial": func(t *testing.T, p puzzle.Puzzle, s puzzle.Solution) {
		require.NoError(t, puzzle.CheckPartial(p, s))
	},
	"Validate": func(t *testing.T, p puzzle.Puzzle, _ puzzle.Solution) {
		require.NoError(t, puzzle.Validate(p))
	},
	"Variant": func(t *testing.T, p puzzle.Puzzle, _ puzzle.Solution) {
		require.Empty(t, puzzle.Variant(p))
	},
	"IsCanonical": func(t *testing.T, p puzzle.Puzzle, s puzzle.Solution) {
		require.True(t, puzzle.IsCanonical(p, s))
	},
	"Symmetries": func(t *testing.T, p puzzle.Puzzle, s puzzle.Solution) {
		group := puzzle.Symmetries(p)
		require.Len(t, group, 1, "the identity only")
		requireGroup(t, group)
		require.Equal(t, s, group[0].Apply(nil, s))
	},
	"Format": func(t *testing.T, p puzzle.Puzzle, s puzzle.Solution) {
		require.Equal(t, 2, strings.Count(puzzle.Format(p, s), "\n"))
	},
	"Text": func(t *testing.T, p puzzle.Puzzle, _ puzzle.Solution) {
		require.Equal(t, p.String(), text.Notes{}.Text(p))
	},
	"ReadSolutions": func(t *testing.T, p puzzle.Puzzle, s puzzle.Solution) {
		got, err := text.ReadSolutions(strings.NewReader(puzzle.Format(p, s)), "f", p)
		require.NoError(t, err)
		require.Equal(t, []puzzle.Solution{s}, got)
	},
	"Solutions": func(t *testing.T, p puzzle.Puzzle, s puzzle.Solution) {
		for got, err := range text.Solutions(strings.NewReader(puzzle.Format(p, s)), "f", p) {
			require.NoError(t, err)
			require.Equal(t, s, got)
		}
	},
}

func TestPuzzlesOfForeignTypes(t *testing.T) {
	for p, s := range foreign(t) {
		for name, check := range foreignCalls {
			t.Run(fmt.Sprintf("%s of a %T", name, p), func(t *testing.T) {
				require.NoError(t, p.Check(s))
				assert.NotPanics(t, func() { check(t, p, s) })
			})
		}
	}
}

// Every exported function that takes a Puzzle or a Numbered is called with foreign types.
func TestEveryFunctionOfPuzzlesIsCalledWithForeignTypes(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() {
				continue
			}
			for _, param := range f.Type.Params.List {
				if of, ok := param.Type.(*ast.Ident); ok && (of.Name == "Puzzle" || of.Name == "Numbered") {
					assert.Contains(t, foreignCalls, f.Name.Name, "%s has it", name)
				}
			}
		}
	}
}

func TestPuzzlesOfForeignTypesWithoutABoard(t *testing.T) {
	var nilStripes *puzzletest.Stripes
	for _, test := range []struct {
		name string
		p    puzzle.Puzzle
		want string
	}{
		{"nil", nilStripes, "the puzzle is nil"},
		{"nil embedded", puzzletest.OddStart{}, "the method Board of a puzzle of type puzzletest.OddStart panics: runtime error: invalid memory address or nil pointer dereference"},
		{"a zero value embedded", puzzletest.OddStart{Hidoku: new(puzzle.Hidoku)}, "the board has no cells"},
		{"a nil board", &puzzletest.Stripes{}, "the board has no cells"},
		{"a zero board", &puzzletest.Stripes{Cells: new(puzzle.Board)}, "the board has no cells"},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.EqualError(t, puzzle.Validate(test.p), test.want)
			assert.Empty(t, puzzle.Symmetries(test.p))
			assert.Empty(t, puzzle.Format(test.p, nil))
			_, err := text.ReadSolutions(strings.NewReader("1\n"), "f", test.p)
			require.EqualError(t, err, "f: "+test.want)
			_, err = firstOf(strings.NewReader("1\n"), "f", test.p)
			require.EqualError(t, err, "f: "+test.want)
		})
	}
}

// Each family has a type of its own. Its zero value and nil are refused. Its text begins
// with the name of the family.
func TestEveryFamilyHasItsType(t *testing.T) {
	texts := map[puzzle.Family]string{
		puzzle.FamilyHidoku:       "moves: rook\n1,_\n_,_\n",
		puzzle.FamilyDraughtboard: "board: 2x1\nB\n=\nW\n",
		puzzle.FamilyMagic:        "numbers: 1..4\n1,_\n_,_\n",
	}
	for _, family := range puzzle.Families() {
		require.Contains(t, texts, family)
		p := read(t, texts[family])
		assert.Equal(t, family, p.Family())
		assert.True(t, strings.HasPrefix(p.String(), fmt.Sprintf("puzzle: %s\n", family)))
		assert.NoError(t, puzzle.Validate(p))
		own := reflect.TypeOf(p)
		require.EqualError(t, puzzle.Validate(reflect.Zero(own).Interface().(puzzle.Puzzle)), "the puzzle is nil")
		require.EqualError(t, puzzle.Validate(reflect.New(own.Elem()).Interface().(puzzle.Puzzle)), "the board has no cells")
	}
	assert.Equal(t, []puzzle.Family{"hidoku", "draughtboard", "magic"}, puzzle.Families())
}

// firstOf returns the first filled board of a text.
func firstOf(r io.Reader, name string, p puzzle.Puzzle) (puzzle.Solution, error) {
	for s, err := range text.Solutions(r, name, p) {
		return s, err
	}
	return nil, io.EOF
}
