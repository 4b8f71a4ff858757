package crosscut_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

// rooms has the folders of the project from the cellar to the roof. A folder belongs to the last
// row that has a folder above it or itself. What a file imports of other rows is in a row
// above its own here. Folders of one row do not import each other, except below the same one.
var rooms = [][]string{
	{"internal/base", "internal/durable"},
	{"internal/search", "internal/chars", "web"},
	{"scripts"},
	{"meter", "puzzle"},
	{"puzzle/space"},
	{"puzzle/text"},
	{"dlx", "sat", "show"},
	{"native", "encode", "cubes", "human"},
	{"."},
	{"diagnose"},
	{"generate", "proof"},
	{"cmd/internal/link", "cmd/internal/run"},
	{"cmd/internal/exchange"},
	{"cmd/internal/files"},
	{"cmd/internal/serve"},
	{"cmd"},
	{"lab"},
}

// roomOf returns the row of a folder and the folder of this row that it belongs to.
func roomOf(folder string) (row int, room string) {
	row = -1
	for i, of := range rooms {
		for _, r := range of {
			if within(folder, r) && len(r) > len(room) || folder == "." && r == "." {
				row, room = i, r
			}
		}
	}
	return row, room
}

// apart has what a folder and those below it must not import, although it lies in a row below. The
// agreement of the engines is evidence only while they share no reasoning, so this is part of the
// argument.
var apart = map[string][]string{
	"puzzle":             {"meter", "internal/search"}, // judges, and never searches
	"dlx":                {"puzzle", "puzzle/space"},
	"sat":                {"puzzle", "puzzle/space"},
	"native":             {"dlx", "sat"},
	"cubes":              {"dlx", "sat"},
	"human":              {"dlx", "sat", "internal/search"}, // what people conclude owes nothing to an engine
	"diagnose":           {"native"},
	"proof":              {"native", "."},
	"cmd":                {"native"},
	"cmd/internal/serve": {"show/paper"}, // it must stay small for js/wasm
}

// foreign has the folders that import packages of others, and those packages.
var foreign = map[string][]string{
	"sat/gini.go":                 {"github.com/go-air/gini"},
	"internal/durable":            {"github.com/gofrs/flock"},
	"web":                         {"github.com/andybalholm/brotli"},
	"internal/chars":              {"golang.org/x/text"},
	"show/paper":                  {"codeberg.org/go-fonts/liberation", "codeberg.org/go-pdf/fpdf", "git.sr.ht/~sbinet/gg", "golang.org/x/image/font"},
	"cmd/internal/link":           {"rsc.io/qr"},
	"cmd/internal/serve/commands": {"github.com/spf13/cobra", "github.com/spf13/pflag"},
	"cmd/internal/server":         {"golang.org/x/net/netutil"},
	"cmd/crosscut":                {"github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/term"},
	"cmd/crosscut-cluster":        {"github.com/nats-io", "github.com/spf13/cobra"}, // its manual pages are made as those of the program

	"lab/bench":                         {"github.com/stretchr/testify", "gonum.org/v1/plot"},
	"internal/puzzletest":               {"github.com/stretchr/testify", "pgregory.net/rapid"},
	"native/internal/nativetest":        {"github.com/stretchr/testify"},
	"native/internal/hidoku/hidokutest": {"github.com/stretchr/testify", "pgregory.net/rapid"},
}

// module is the path of this module, as go.mod has it. It may be renamed.
var module = modulePath("go.mod")

// modulePath returns the path of the module that a go.mod file describes.
func modulePath(name string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(line, "module ")
}

// passesOn has the files that pass on a panic that they have recovered.
var passesOn = map[string]bool{"internal/search/goroutines.go": true, "cmd/internal/server/handler.go": true}

// layerFaults returns what in a Go file breaks the rules.
func layerFaults(t *testing.T, file string, text []byte) (faults []string) {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
	require.NoError(t, err)
	fault := func(format string, args ...any) { faults = append(faults, file+": "+fmt.Sprintf(format, args...)) }
	if row, _ := roomOf(folderOf(file)); row < 0 && !forTests(folderOf(file)) {
		fault("the folder is in no room")
	}
	for _, spec := range tree.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		if reason := importFault(file, imported); reason != "" {
			fault("imports %s, %s", strings.TrimPrefix(imported, module+"/"), reason)
		}
	}
	if !program(file) {
		ast.Inspect(tree, func(n ast.Node) bool {
			if said := voice(n); said != "" && !(said == "panic" && passesOn[file]) {
				fault("%s in a library", said)
			}
			return true
		})
	}
	return faults
}

// importFault says why a file must not import a package, "" when it may.
func importFault(file, imported string) string {
	first, _, _ := strings.Cut(imported, "/")
	switch folder := folderOf(file); {
	case within(imported, module):
		return arrowFault(folder, cmp.Or(strings.TrimPrefix(strings.TrimPrefix(imported, module), "/"), "."))
	case imported == "log" && !program(file):
		return "and libraries print nothing"
	case !strings.Contains(first, "."): // the standard library
		return ""
	}
	for place, packages := range foreign {
		if within(file, place) && slices.ContainsFunc(packages, func(p string) bool { return within(imported, p) }) {
			return ""
		}
	}
	return "which is not ours"
}

// arrowFault says why one folder must not import another one.
func arrowFault(from, to string) string {
	row, room := roomOf(from)
	below, its := roomOf(to)
	if forTests(from) {
		return ""
	}
	if forTests(to) || below >= row && its != room {
		return "which does not lie below"
	}
	for place, others := range apart {
		if within(from, place) && slices.ContainsFunc(others, func(other string) bool { return within(to, other) }) {
			return "from which it keeps apart"
		}
	}
	return ""
}

// forTests reports whether a folder has helpers of tests only, or is the bench, which uses them. It may import
// everything.
func forTests(folder string) bool {
	return slices.Contains([]string{"internal/puzzletest", "internal/durable/crashfs", "native/internal/nativetest", "native/internal/hidoku/hidokutest", "lab/bench"}, folder)
}

// program reports whether a file belongs to a program, which may print.
func program(file string) bool {
	return slices.ContainsFunc([]string{"cmd/", "scripts/", "web/build/", "cluster/cmd/", "lab/"}, func(folder string) bool {
		return strings.HasPrefix(file, folder)
	})
}

func within(imported, parent string) bool {
	return imported == parent || strings.HasPrefix(imported, parent+"/")
}

// voice returns how a node prints, panics or ends the process, "" when it does not.
func voice(n ast.Node) string {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		from, ok := n.X.(*ast.Ident)
		if !ok {
			return ""
		}
		switch said := from.Name + "." + n.Sel.Name; said {
		case "fmt.Print", "fmt.Printf", "fmt.Println", "os.Stdout", "os.Stderr", "os.Exit":
			return said
		}
	case *ast.CallExpr:
		if called, ok := n.Fun.(*ast.Ident); ok && slices.Contains([]string{"panic", "print", "println"}, called.Name) {
			return called.Name
		}
	}
	return ""
}

func TestNoArrowRunsUpwards(t *testing.T) {
	folders := map[string]bool{}
	goFiles(t, func(name string, text []byte) {
		folders[folderOf(name)] = true
		for _, fault := range layerFaults(t, name, text) {
			t.Error(fault)
		}
	})
	for folder := range apart {
		assert.DirExists(t, folder)
	}
	for place := range foreign {
		assert.True(t, folders[place] || folders[folderOf(place)], "%s is not there", place)
	}
}

// The name of a top-level folder tells its floor. So no two of them import each other. Helpers of tests and the
// annexes do not count.
func TestNoTwoFoldersImportEachOther(t *testing.T) {
	arrows := map[[2]string]bool{}
	goFiles(t, func(name string, text []byte) {
		if forTests(folderOf(name)) || annex(name) {
			return
		}
		tree, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		require.NoError(t, err)
		for _, spec := range tree.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			if to := cmp.Or(strings.TrimPrefix(strings.TrimPrefix(imported, module), "/"), "."); within(imported, module) && !forTests(to) {
				arrows[[2]string{floor(folderOf(name)), floor(to)}] = true
			}
		}
	})
	found := []string{}
	for a := range arrows {
		if a[0] < a[1] && arrows[[2]string{a[1], a[0]}] {
			found = append(found, a[0]+"~"+a[1])
		}
	}
	slices.Sort(found)
	assert.Empty(t, found)
}

// floor returns the top-level folder of a folder.
func floor(folder string) string {
	top, _, _ := strings.Cut(folder, "/")
	return top
}

// annex reports whether a file is no part of the product and its program.
func annex(name string) bool {
	return slices.ContainsFunc([]string{"lab/", "scripts/", "cluster/", "cmd/crosscut-cluster/"}, func(folder string) bool { return strings.HasPrefix(name, folder) })
}

func TestEveryBreachOfTheLayersIsFound(t *testing.T) {
	for _, test := range []struct{ file, code, want string }{
		{"puzzle/x.go", `import _ "crosscut/native"`, "imports native, which does not lie below"},
		{"puzzle/x.go", `import _ "crosscut/internal/search"`, "imports internal/search, from which it keeps apart"},
		{"dlx/x.go", `import _ "crosscut/puzzle"`, "imports puzzle, from which it keeps apart"},
		{"sat/x.go", `import _ "crosscut/dlx"`, "imports dlx, which does not lie below"},
		{"native/internal/magic/x.go", `import _ "crosscut/encode"`, "imports encode, which does not lie below"},
		{"native/x.go", `import _ "crosscut/sat"`, "imports sat, from which it keeps apart"},
		{"encode/x.go", `import _ "crosscut/native"`, "imports native, which does not lie below"},
		{"cmd/crosscut/x.go", `import _ "crosscut/native"`, "imports native, from which it keeps apart"},
		{"encode/x.go", `import _ "crosscut/internal/puzzletest"`, "imports internal/puzzletest, which does not lie below"},
		{"sat/x.go", `import _ "github.com/go-air/gini/z"`, "imports github.com/go-air/gini/z, which is not ours"},
		{"puzzle/x.go", `import _ "github.com/spf13/cobra"`, "imports github.com/spf13/cobra, which is not ours"},
		{"magic/x.go", "", "the folder is in no room"},
		{"dlx/x.go", `import _ "log"`, "imports log, and libraries print nothing"},
		{"x.go", `import "fmt"; func f() { fmt.Println() }`, "fmt.Println in a library"},
		{"x.go", `import "os"; var w = os.Stderr`, "os.Stderr in a library"},
		{"native/x.go", `func f() { panic("no") }`, "panic in a library"},
		{"sat/gini.go", `import ("fmt"; "github.com/go-air/gini/z"; "crosscut/internal/search")`, ""},
		{"cmd/crosscut/main.go", `import ("log"; "os"; "crosscut"; "crosscut/puzzle"; "github.com/spf13/cobra"); func main() { os.Exit(1) }`, ""},
	} {
		var want []string
		if test.want != "" {
			want = []string{test.file + ": " + test.want}
		}
		code := "package x\n" + strings.ReplaceAll(test.code, `"crosscut`, `"`+module)
		assert.Equal(t, want, layerFaults(t, test.file, []byte(code)))
	}
}

// TestEveryTechniqueIsDescribed looks for the files of the rows, and compares the table in
// docs/techniques.md with them. With README_UPDATE=1 it writes the table.
func TestEveryTechniqueIsDescribed(t *testing.T) {
	const page, begin, end = "docs/techniques.md", "<!-- techniques -->\n", "<!-- end of techniques -->\n"
	var table strings.Builder
	table.WriteString("| engine | technique | what it does | gains |\n|---|---|---|---|\n")
	for _, engine := range search.Tables() {
		for _, r := range engine.Rows {
			assert.FileExists(t, filepath.Join(filepath.FromSlash(engine.Engine), filepath.FromSlash(r.File)), "%s: %s", engine.Engine, r.Name)
			assert.True(t, r.Does != "" && r.Applies != "" && r.Gains != "", "%s: %s", engine.Engine, r.Name)
			fmt.Fprintf(&table, "| %s | %s | %s | %s |\n", engine.Engine, r.Name, r.Does, r.Gains)
		}
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), begin)
	require.True(t, found, "%s has no place for the techniques", page)
	_, after, found := strings.Cut(rest, end)
	require.True(t, found, "%s has no end of the techniques", page)
	fresh := before + begin + "\n" + table.String() + "\n" + end + after
	if os.Getenv("README_UPDATE") != "" {
		require.NoError(t, os.WriteFile(page, []byte(fresh), 0o600))
		return
	}
	assert.True(t, fresh == string(text), "the table of techniques is old; README_UPDATE=1 go test -run EveryTechnique . writes it")
}
