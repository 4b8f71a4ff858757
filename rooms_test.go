package crosscut_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// size is how large a folder is, without tests.
type size struct{ files, lines int }

// The most that a folder may have. The program has a thin file for each command.
var (
	mostOfFolder  = size{25, 4500}
	mostOfProgram = size{45, 7500}
)

// tooLarge has the folders that are larger, and their sizes. None of them may grow, and none
// may be added. The list is to become empty.
var tooLarge = map[string]size{}

// goFiles hands out every Go file of the project that is no test, those of nested modules
// included. The path has slashes.
func goFiles(t *testing.T, file func(name string, text []byte)) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata" || entry.Name() == "node_modules"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(name)
		file(filepath.ToSlash(name), text)
		return err
	}))
}

// folderOf returns the folder of a file.
func folderOf(name string) string { return filepath.ToSlash(filepath.Dir(filepath.FromSlash(name))) }

func TestFoldersAreSmall(t *testing.T) {
	sizes := map[string]size{}
	goFiles(t, func(name string, text []byte) {
		s := sizes[folderOf(name)]
		sizes[folderOf(name)] = size{s.files + 1, s.lines + strings.Count(string(text), "\n")}
	})
	for folder, s := range sizes {
		most := mostOfFolder
		if folder == "cmd/crosscut" {
			most = mostOfProgram
		}
		if known, ok := tooLarge[folder]; ok {
			most = size{max(most.files, known.files), max(most.lines, known.lines)}
		}
		assert.LessOrEqual(t, s.files, most.files, "%s has too many files; a room with one job can leave it", folder)
		assert.LessOrEqual(t, s.lines, most.lines, "%s has too many lines; a room with one job can leave it", folder)
	}
	for folder := range tooLarge {
		assert.Contains(t, sizes, folder, "the list of large folders has one that is not there")
	}
}

// Numbers of the engines. Their tables of techniques have them, so that a stranger finds each
// number beside what it is for, and the bench can tell whether it pays.
const (
	mostConstants   = 120 // declared and inside functions
	elsewhereToday  = 0   // files that declare constants and are no tables of techniques
	inFunctionToday = 15
)

// TestConstantsOfEnginesStandInTheirTables counts the numeric constants of the engines. A number
// written inside a function counts as a constant of tuning if it is a local constant, or if
// something is compared with it, multiplied by it or divided by it, or if it is an argument
// of min or max. Whole numbers below 3, those up to a word (8, 16, 31, 32, 63, 64, 127, 128) and
// the floats 0, 0.5, 1 and 2 do not count: they are arithmetic. The numbers of an array or a
// slice count in the same way.
func TestConstantsOfEnginesStandInTheirTables(t *testing.T) {
	declared, inside := 0, 0
	var elsewhere []string
	goFiles(t, func(name string, text []byte) {
		first, _, _ := strings.Cut(name, "/")
		if !slices.Contains([]string{"dlx", "native", "sat"}, first) || forTests(folderOf(name)) {
			return
		}
		tree, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range tree.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Body != nil {
				inside += tuningIn(f.Body)
			}
			if n := constantsOf(decl); n > 0 {
				declared += n
				if !strings.HasSuffix(name, "techniques.go") && !slices.Contains(elsewhere, name) {
					elsewhere = append(elsewhere, name)
				}
			}
		}
	})
	t.Logf("%d constants declared, %d numbers inside functions, declarations outside of the tables: %q", declared, inside, elsewhere)
	assert.LessOrEqual(t, declared+inside, mostConstants)
	assert.LessOrEqual(t, inside, inFunctionToday)
	assert.LessOrEqual(t, len(elsewhere), elsewhereToday, "files that are no tables of techniques declare constants")
}

// constantsOf counts the constants of a declaration whose value is a number written out, and the numbers
// in the lists of a variable.
func constantsOf(decl ast.Decl) (count int) {
	d, ok := decl.(*ast.GenDecl)
	if !ok {
		return 0
	}
	for _, spec := range d.Specs {
		values, ok := spec.(*ast.ValueSpec)
		for i := 0; ok && i < len(values.Values); i++ {
			if d.Tok == token.VAR {
				count += tuningIn(values.Values[i])
			} else if isNumber(values.Values[i]) {
				count++
			}
		}
	}
	return count
}

// isNumber reports whether an expression is built from literal numbers only.
func isNumber(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.INT || e.Kind == token.FLOAT
	case *ast.BinaryExpr:
		return isNumber(e.X) && isNumber(e.Y)
	case *ast.UnaryExpr:
		return isNumber(e.X)
	case *ast.ParenExpr:
		return isNumber(e.X)
	}
	return false
}

func isLiteral(e ast.Expr) bool {
	_, ok := e.(*ast.BasicLit)
	return ok
}

// tuningIn counts the numbers of tuning inside a function or a list.
func tuningIn(body ast.Node) (count int) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			for _, element := range n.Elts {
				if pair, ok := element.(*ast.KeyValueExpr); ok {
					element = pair.Value
				}
				if sign, ok := element.(*ast.UnaryExpr); ok {
					element = sign.X
				}
				if count += tuning(element); isNumber(element) && !isLiteral(element) {
					count++
				}
			}
		case *ast.DeclStmt:
			count += constantsOf(n.Decl)
		case *ast.BinaryExpr:
			switch n.Op {
			case token.LSS, token.GTR, token.LEQ, token.GEQ, token.MUL, token.QUO:
				count += tuning(n.X) + tuning(n.Y)
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "min" || f.Name == "max") {
				for _, arg := range n.Args {
					count += tuning(arg)
				}
			}
		}
		return true
	})
	return count
}

// tuning returns 1 for a literal number that counts.
func tuning(e ast.Expr) int {
	l, ok := e.(*ast.BasicLit)
	if !ok {
		return 0
	}
	switch l.Kind {
	case token.INT:
		v, err := strconv.ParseInt(l.Value, 0, 64)
		if err == nil && (v < 3 || slices.Contains([]int64{8, 16, 31, 32, 63, 64, 127, 128}, v)) {
			return 0
		}
		return 1
	case token.FLOAT:
		v, err := strconv.ParseFloat(l.Value, 64)
		if err == nil && slices.Contains([]float64{0, 0.5, 1, 2}, v) {
			return 0
		}
		return 1
	}
	return 0
}
