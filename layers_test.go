package crosscut_test

import (
	"cmp"
	"fmt"
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

// layers lists, for each package, the packages that it may import: our own by their
// folders, others by their paths. The standard library is free, and so are tests. The
// agreement of the engines is evidence only while they share no reasoning, so this table is
// part of the argument.
var layers = map[string][]string{
	".":           {"puzzle", "cubes", "native", "encode", "dlx", "sat", "meter", "internal/search"},
	"meter":       {"internal/poll"},
	"puzzle":      {"internal/wording"},
	"puzzle/text": {"puzzle", "internal/wording"},
	"cubes":       {"puzzle", "internal/search", "internal/cubetree"}, // knows no engine
	"show":        {"puzzle", "internal/drawing", "internal/paper"},
	"proof":       {"puzzle", "puzzle/text", "dlx", "encode", "sat", "meter", "internal/search", "internal/memory", "internal/durable", "proof/internal/drat"},
	"generate":    {".", "puzzle", "human", "internal/poll", "internal/filling", "internal/search", "internal/wording"},
	"diagnose":    {".", "puzzle", "encode", "sat", "internal/search"},
	"human":       {"puzzle", "internal/poll"}, // what people conclude owes nothing to an engine
	"dlx":         {"internal/techniques", "meter", "internal/search", "internal/cubetree"},
	"sat":         {"internal/techniques", "meter", "internal/search", gini},
	"encode":      {"puzzle", "dlx", "sat", "meter", "internal/search", "encode/internal/write", "encode/internal/draughtboard"},

	"native":                            {"puzzle", "meter", "internal/search", "native/hidoku", "native/magic", "native/draughtboard"},
	"native/hidoku":                     {"internal/techniques", "puzzle", "meter", "internal/search", "native/internal/counting", "native/hidoku/internal/backtrack", "native/hidoku/internal/learn", "native/hidoku/internal/pathcover", "native/hidoku/internal/pathcount"},
	"native/hidoku/internal/backtrack":  {"internal/techniques", "puzzle", "internal/search"},
	"native/hidoku/internal/learn":      {"internal/techniques", "puzzle", "internal/search", "native/hidoku/internal/backtrack"},
	"native/hidoku/internal/pathcover":  {"internal/techniques", "puzzle", "internal/search", "native/hidoku/internal/backtrack", "native/hidoku/internal/learn"},
	"native/hidoku/internal/pathcount":  {"puzzle", "internal/search", "native/internal/counting", "native/hidoku/internal/backtrack"},
	"native/hidoku/internal/hidokutest": {"puzzle", "puzzle/text", "internal/search", "internal/puzzletest", "github.com/stretchr/testify/require", "pgregory.net/rapid"}, // for tests only: no other line has it
	"native/magic":                      {"internal/techniques", "puzzle", "meter", "internal/search", "native/internal/crew", "native/magic/internal/plan"},
	"native/magic/internal/plan":        {"internal/techniques", "puzzle", "internal/search", "native/internal/crew"},
	"native/draughtboard":               {"internal/techniques", "puzzle", "meter", "internal/search", "native/internal/crew", "native/internal/counting"},
	"native/internal/crew":              {"puzzle", "internal/search"},
	"native/internal/counting":          {"internal/search"},
	"native/internal/nativetest": {
		"puzzle", "puzzle/text", "internal/puzzletest", "internal/search", "native/internal/counting",
		"github.com/stretchr/testify/assert", "github.com/stretchr/testify/require",
	}, // for tests only: no other line has it

	"internal/serve": { // what the program, the page and the server answer; it must stay small for js/wasm
		".", "puzzle", "puzzle/text", "sat", "dlx", "encode", "generate", "diagnose", "human", "proof", "internal/link", "internal/search", "internal/drawing", "internal/wording",
	},
	"internal/files":   {".", "puzzle", "puzzle/text", "internal/link", "internal/durable", "golang.org/x/sys/unix"},
	"internal/wording": {},
	"internal/memory":  {},
	"internal/serve/commands": { // what the program has besides, and what is made from the table
		"puzzle", "dlx", "encode", "internal/serve", "internal/exchange", "internal/wording", "github.com/spf13/cobra", "github.com/spf13/pflag",
	},
	"internal/serve/server": {".", "internal/serve", "internal/memory", "internal/search"},

	"internal/poll":       {},
	"internal/search":     {"meter", "internal/poll"},
	"internal/cubetree":   {"internal/search"},
	"internal/techniques": {},
	"proof/internal/drat": {},
	"internal/durable":    {"github.com/gofrs/flock"},
	"internal/link":       {}, // goes into the page too
	"internal/exchange":   {"puzzle", "puzzle/text", "internal/link", "internal/drawing", "internal/wording"},

	"internal/durable/crashfs": {"internal/durable"}, // for tests only: no other line has it

	"ledger":           {"internal/durable"}, // files of results, whatever they are of
	"internal/filling": {"puzzle", "native", "internal/poll", "internal/search"},
	"web":              {}, // what the program embeds
	"web/build":        {"web"},
	"web/engine":       {".", "internal/serve"}, // for js only
	"cmd/crosscut": {
		".", "puzzle", "puzzle/text", "dlx", "sat", "encode", "cubes", "generate", "diagnose", "human", "internal/search",
		"internal/serve", "internal/serve/commands", "internal/files", "internal/memory", "internal/serve/server", "internal/wording", "web", "internal/drawing", "internal/paper", "internal/exchange", "internal/link", "proof", "ledger", "internal/durable",
		"github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/sys/unix", "golang.org/x/term",
	},
	"internal/paper": { // PNG, PDF and booklets
		"puzzle", "codeberg.org/go-fonts/liberation", "codeberg.org/go-pdf/fpdf", "git.sr.ht/~sbinet/gg", "golang.org/x/image/font",
		"internal/drawing",
	},
	"cluster":         {"."}, // the nested module: exact sums, without a network
	"lab/cores":       {"dlx", "encode", "puzzle/text"},
	"lab/sim":         {"cluster"},
	"cluster/problem": {".", "cluster", "cubes", "dlx", "encode", "puzzle", "puzzle/text", "internal/search", "internal/wording"},
	"cluster/natsq":   {".", "cluster", "cluster/problem", "cubes", "ledger", "internal/durable", "github.com/nats-io"},
	"cluster/cmd/crosscut-cluster": {
		".", "cluster", "cluster/natsq", "cluster/problem", "cubes", "dlx", "ledger", "internal/durable", "internal/memory", "internal/wording", "github.com/nats-io/nats.go",
	},
	"encode/internal/write":        {"puzzle", "dlx", "sat", "internal/search"},
	"encode/internal/draughtboard": {"puzzle", "dlx", "sat", "internal/search", "encode/internal/write"},
	"lab/instances":                {"encode", "puzzle", "puzzle/text", "internal/filling"},
	"lab/ablate":                   {".", "dlx", "encode", "puzzle", "puzzle/text", "internal/techniques", "lab/instances"},
	"scripts/release":              {},
	"lab/mutate":                   {"internal/search"},
	"internal/drawing":             {"puzzle", "rsc.io/qr"}, // the page needs it, so it needs no fonts
	"scripts/rename":               {},
	"scripts/skipped":              {},
	"internal/puzzletest":          {"puzzle", "puzzle/text", "github.com/stretchr/testify/require", "pgregory.net/rapid"}, // for tests only: of the lines here, nativetest alone has it
	"internal/needs":               {},                                                                                     // for tests only
}

const (
	gini = "github.com/go-air/gini"
)

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

// only lists the one file that may import each foreign solver.
var only = map[string]string{gini: "sat/gini.go"}

// passesOn has the files that pass on a panic that they have recovered.
var passesOn = map[string]bool{"internal/search/goroutines.go": true, "internal/serve/server/handler.go": true}

// layerFaults returns what in the Go files below root breaks the rules. It ignores tests.
func layerFaults(root string) (faults []string, err error) {
	err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		found, err := fileFaults(root, name)
		faults = append(faults, found...)
		return err
	})
	return faults, err
}

// fileFaults returns what one file has wrong.
func fileFaults(root, name string) ([]string, error) {
	tree, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	relative, err := filepath.Rel(root, name)
	if err != nil {
		return nil, err
	}
	file := filepath.ToSlash(relative)
	var faults []string
	fault := func(format string, args ...any) {
		faults = append(faults, file+": "+fmt.Sprintf(format, args...))
	}
	folder := filepath.ToSlash(filepath.Dir(relative))
	allowed, known := layers[folder]
	if !known {
		fault("package %s is in no layer", folder)
	}
	for _, spec := range tree.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if reason := importFault(file, imported, allowed); reason != "" {
			fault("imports %s, %s", imported, reason)
		}
	}
	if !program(file) {
		ast.Inspect(tree, func(n ast.Node) bool {
			if said := voice(n); said != "" && !(said == "panic" && passesOn[filepath.ToSlash(relative)]) {
				fault("%s in a library", said)
			}
			return true
		})
	}
	return faults, nil
}

// program reports whether a file belongs to a program, which may print.
func program(file string) bool {
	return slices.ContainsFunc([]string{"cmd/", "scripts/", "web/build/", "cluster/cmd/", "lab/"}, func(folder string) bool {
		return strings.HasPrefix(file, folder)
	})
}

// importFault says why a file must not import a package, "" when it may.
func importFault(file, imported string, allowed []string) string {
	for solver, its := range only {
		if within(imported, solver) && file != its {
			return "which only " + its + " may"
		}
	}
	first, _, _ := strings.Cut(imported, "/")
	folder := strings.TrimPrefix(strings.TrimPrefix(imported, module), "/")
	switch {
	case within(imported, module) && slices.Contains(allowed, cmp.Or(folder, ".")):
		return ""
	case within(imported, module):
		return "which its layer must not"
	case imported == "log" && !strings.HasPrefix(file, "cmd/"):
		return "and libraries print nothing"
	case !strings.Contains(first, "."): // the standard library
		return ""
	case slices.ContainsFunc(allowed, func(other string) bool { return within(imported, other) }):
		return ""
	}
	return "which is not ours"
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

func TestImportsPointDownAndLibrariesAreSilent(t *testing.T) {
	faults, err := layerFaults(".")
	require.NoError(t, err)
	assert.Empty(t, faults)
}

func TestEveryLayerIsThere(t *testing.T) {
	for folder := range layers {
		files, err := filepath.Glob(filepath.Join(filepath.FromSlash(folder), "*.go"))
		require.NoError(t, err)
		assert.NotEmpty(t, files, "the table has package %s, the tree has not", folder)
	}
}

func TestEveryBreachOfTheLayersIsFound(t *testing.T) {
	for _, test := range []struct{ name, file, code, want string }{
		{"puzzle looks up", "puzzle/x.go", `import _ "crosscut/native"`, "puzzle/x.go: imports crosscut/native, which its layer must not"},
		{"puzzle knows the search", "puzzle/x.go", `import _ "crosscut/internal/search"`, "puzzle/x.go: imports crosscut/internal/search, which its layer must not"},
		{"dlx knows puzzles", "dlx/x.go", `import _ "crosscut/puzzle"`, "dlx/x.go: imports crosscut/puzzle, which its layer must not"},
		{"sat knows the covers", "sat/x.go", `import _ "crosscut/dlx"`, "sat/x.go: imports crosscut/dlx, which its layer must not"},
		{"native asks an encoding", "native/x.go", `import _ "crosscut/encode"`, "native/x.go: imports crosscut/encode, which its layer must not"},
		{"encode asks native", "encode/x.go", `import _ "crosscut/native"`, "encode/x.go: imports crosscut/native, which its layer must not"},
		{"a library asks the whole", "encode/x.go", `import _ "crosscut"`, "encode/x.go: imports crosscut, which its layer must not"},
		{"the program asks native", "cmd/crosscut/x.go", `import _ "crosscut/native"`, "cmd/crosscut/x.go: imports crosscut/native, which its layer must not"},
		{"gini beside its file", "sat/x.go", `import _ "github.com/go-air/gini/z"`, "sat/x.go: imports github.com/go-air/gini/z, which only sat/gini.go may"},
		{"gini in the program", "cmd/crosscut/x.go", `import _ "github.com/go-air/gini"`, "cmd/crosscut/x.go: imports github.com/go-air/gini, which only sat/gini.go may"},
		{"somebody else's package", "puzzle/x.go", `import _ "github.com/spf13/cobra"`, "puzzle/x.go: imports github.com/spf13/cobra, which is not ours"},
		{"a package nobody placed", "magic/x.go", "", "magic/x.go: package magic is in no layer"},
		{"log", "dlx/x.go", `import _ "log"`, "dlx/x.go: imports log, and libraries print nothing"},
		{"printing", "x.go", `import "fmt"; func f() { fmt.Println() }`, "x.go: fmt.Println in a library"},
		{"standard error", "x.go", `import "os"; var w = os.Stderr`, "x.go: os.Stderr in a library"},
		{"the end of the process", "x.go", `import "os"; func f() { os.Exit(1) }`, "x.go: os.Exit in a library"},
		{"panic", "native/x.go", `func f() { panic("no") }`, "native/x.go: panic in a library"},
		{"print of the language", "native/x.go", `func f() { println("no") }`, "native/x.go: println in a library"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			writeGo(t, root, test.file, test.code)
			faults, err := layerFaults(root)
			require.NoError(t, err)
			assert.Equal(t, []string{strings.ReplaceAll(test.want, "imports crosscut", "imports "+module)}, faults)
		})
	}
}

func TestWhatTheLayersAllowIsLeftAlone(t *testing.T) {
	root := t.TempDir()
	writeGo(t, root, "sat/gini.go", `import ("fmt"; "github.com/go-air/gini"; "github.com/go-air/gini/z"; "crosscut/internal/search")`)
	writeGo(t, root, "cmd/crosscut/main.go", `import ("log"; "os"; "crosscut"; "crosscut/puzzle"; "github.com/spf13/cobra"; "github.com/spf13/pflag"); func main() { os.Exit(1) }`)
	writeGo(t, root, "puzzle/x_test.go", `import "crosscut/native"; func f() { panic(1) }`)
	writeGo(t, root, "testdata/x.go", `import "crosscut/native"`)
	writeGo(t, root, ".git/x.go", `import "crosscut/native"`)
	faults, err := layerFaults(root)
	require.NoError(t, err)
	assert.Empty(t, faults)
}

// writeGo writes a Go file with the given imports and declarations. Imports of crosscut
// get the path of this module.
func writeGo(t *testing.T, root, name, code string) {
	t.Helper()
	code = strings.ReplaceAll(code, `"crosscut`, `"`+module)
	file := filepath.Join(root, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte("package x\n"+code+"\n"), 0o644))
}
