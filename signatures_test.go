package crosscut_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// compiledPackages asks the go command for the export data of all packages that are needed,
// and returns an importer that reads it. The command compiles a package that is missing in the build cache.
func compiledPackages(t *testing.T) (paths []string, from types.Importer) {
	t.Helper()
	const form = "{{if not .DepOnly}}!{{end}}{{.ImportPath}}\t{{.Export}}"
	list := exec.Command("go", "list", "-export", "-deps", "-f", form, "./...")
	list.Env = append(os.Environ(), "GOFLAGS=") // some flags for tests are wrong for list
	var faults bytes.Buffer
	list.Stderr = &faults
	out, err := list.Output()
	require.NoError(t, err, faults.String())
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if asked, ok := strings.CutPrefix(path, "!"); ok {
			path = asked
			paths = append(paths, path)
		}
		files[path] = file
	}
	return paths, importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(files[path])
	})
}

// public reports whether people import the package of that path.
func public(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == "internal" || part == "cmd" || part == "scripts" || part == "web" {
			return false
		}
	}
	return true
}

// signatures looks for internal types and for too many parameters in what a package shows to others.
type signatures struct {
	pkg    *types.Package
	faults []string
	seen   map[types.Type]bool
}

// signatureFaults returns what is wrong with the exported names of a package.
func signatureFaults(pkg *types.Package) []string {
	s := signatures{pkg: pkg}
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		s.seen = map[types.Type]bool{}
		s.object(name, object)
	}
	slices.Sort(s.faults)
	return slices.Compact(s.faults)
}

// object looks at an exported object: its type, and the methods and the underlying type of
// a type that is declared here.
func (s *signatures) object(name string, object types.Object) {
	declared, ok := object.(*types.TypeName)
	if !ok {
		s.look(name, object.Type())
		return
	}
	if alias, ok := object.Type().(*types.Alias); ok {
		s.look(name, alias.Rhs())
		return
	}
	s.look(name, declared.Type().Underlying())
	if named, ok := declared.Type().(*types.Named); ok {
		for method := range named.Methods() {
			if method.Exported() {
				s.look(name+"."+method.Name(), method.Type())
			}
		}
	}
}

// look looks at every type that a reader sees in t. It does not look into named types: they
// are looked at where they are declared.
func (s *signatures) look(name string, t types.Type) {
	if t == nil || s.seen[t] {
		return
	}
	s.seen[t] = true
	switch t := t.(type) {
	case *types.Alias:
		s.named(name, t.Obj())
		s.arguments(name, t.TypeArgs())
	case *types.Named:
		s.named(name, t.Obj())
		s.arguments(name, t.TypeArgs())
	case *types.Pointer:
		s.look(name, t.Elem())
	case *types.Slice:
		s.look(name, t.Elem())
	case *types.Array:
		s.look(name, t.Elem())
	case *types.Chan:
		s.look(name, t.Elem())
	case *types.Map:
		s.look(name, t.Key())
		s.look(name, t.Elem())
	case *types.Signature:
		parameters := 0
		for v := range t.Params().Variables() {
			if s.look(name, v.Type()); v.Type().String() != "context.Context" {
				parameters++
			}
		}
		if parameters > mostParameters {
			s.faults = append(s.faults, fmt.Sprintf("%s.%s has %d parameters", s.pkg.Path(), name, parameters))
		}
		for v := range t.Results().Variables() {
			s.look(name, v.Type())
		}
	case *types.Struct:
		for field := range t.Fields() {
			switch {
			case field.Exported():
				s.look(name+"."+field.Name(), field.Type())
			case field.Embedded(): // it shows its methods, whatever it is called
				s.embedded(name+"."+field.Name(), field.Type())
			}
		}
	case *types.Interface:
		for method := range t.Methods() {
			s.look(name+"."+method.Name(), method.Type())
		}
	}
}

func (s *signatures) arguments(name string, list *types.TypeList) {
	for t := range list.Types() {
		s.look(name, t)
	}
}

// named records a type of an internal package, and an unexported one of the package itself: people could not
// name a variable of it, and it has no documentation.
func (s *signatures) named(name string, of *types.TypeName) {
	switch {
	case of.Pkg() == nil: // error, any
	case !public(of.Pkg().Path()):
		s.faults = append(s.faults, fmt.Sprintf("%s.%s shows %s.%s", s.pkg.Path(), name, of.Pkg().Path(), of.Name()))
	case of.Pkg() == s.pkg && !of.Exported():
		s.faults = append(s.faults, fmt.Sprintf("%s.%s shows %s, which is not exported", s.pkg.Path(), name, of.Name()))
	}
}

// embedded looks at the parts of an embedded type that is not exported.
func (s *signatures) embedded(name string, t types.Type) {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if named, ok := t.(*types.Named); ok {
		s.object(name, named.Obj())
	}
}

// mostParameters is how many parameters a public function may have besides the context. What
// needs more takes a struct.
const mostParameters = 5

// namesFile lists what the public packages show.
const namesFile = "testdata/names.txt"

// typesOf returns the types of everything that a package shows: of constants, variables, functions, fields
// and methods.
func typesOf(pkg *types.Package) string {
	var lines []string
	line := func(name string, t types.Type) {
		lines = append(lines, name+" "+types.TypeString(t, types.RelativeTo(pkg)))
	}
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		named, isNamed := object.Type().(*types.Named)
		switch {
		case !object.Exported():
			continue
		case !isNamed || object != named.Obj():
			line(name, object.Type())
			continue
		}
		if fields, ok := named.Underlying().(*types.Struct); ok {
			for f := range fields.Fields() {
				if f.Exported() {
					line(name+"."+f.Name(), f.Type())
				}
			}
		} else {
			line(name, named.Underlying())
		}
		for m := range named.Methods() {
			if m.Exported() {
				line(name+"."+m.Name(), m.Type())
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// namesOf returns the exported names of a package: a line for each constant, variable, function and
// type, and on that of a type its methods.
func namesOf(pkg *types.Package) (lines []string, count int) {
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		names := []string{name}
		if named, ok := object.Type().(*types.Named); ok && object == named.Obj() {
			for method := range named.Methods() {
				if method.Exported() {
					names = append(names, method.Name())
				}
			}
		}
		slices.Sort(names[1:])
		lines, count = append(lines, "  "+strings.Join(names, " ")), count+len(names)
	}
	return lines, count
}

// Nobody outside this module can read the documentation of an internal package or write the names of
// its types. So no public signature has one. And what users can write changes only on purpose: the names
// are those of a list, which README_UPDATE=1 writes. It has a digest of the types of each package, too.
func TestPublicSignatures(t *testing.T) {
	paths, from := compiledPackages(t)
	var list strings.Builder
	all := 0
	for _, path := range slices.Sorted(slices.Values(paths)) {
		if !public(path) {
			continue
		}
		pkg, err := from.Import(path)
		require.NoError(t, err)
		lines, count := namesOf(pkg)
		shown := sha256.Sum256([]byte(strings.ReplaceAll(typesOf(pkg), module, "crosscut")))
		fmt.Fprintf(&list, "%s %d, types %.4x\n%s\n", strings.Replace(path, module, "crosscut", 1), count, shown, strings.Join(lines, "\n"))
		all += count
		assert.Empty(t, signatureFaults(pkg))
	}
	fresh := fmt.Sprintf("all %d\n%s", all, list.String())
	if os.Getenv("README_UPDATE") != "" {
		require.NoError(t, os.WriteFile(namesFile, []byte(fresh), 0o600))
		return
	}
	stored, err := os.ReadFile(namesFile)
	require.NoError(t, err)
	require.Equal(t, string(stored), fresh, "public names or their types have changed; README_UPDATE=1 go test -run PublicSignatures . writes %s", namesFile)
}
