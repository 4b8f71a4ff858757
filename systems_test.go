package crosscut_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
)

// listedPackage is what the go command says about a package.
type listedPackage struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string // where the standard library has a copy of its own
	Module          *struct{ Main bool }
}

// packagesFor returns the packages of this module for a system, each after those that it imports.
func packagesFor(t *testing.T, system, processor string) (all []listedPackage) {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap,Module", "./...")
	list.Env = append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor)
	var faults bytes.Buffer
	list.Stderr = &faults
	out, err := list.Output()
	require.NoError(t, err, faults.String())
	for stream := json.NewDecoder(bytes.NewReader(out)); stream.More(); {
		var p listedPackage
		require.NoError(t, stream.Decode(&p))
		all = append(all, p)
	}
	return all
}

// sources imports packages whose types were checked before.
type sources struct {
	checked map[string]*types.Package
	copies  map[string]string // of the package that imports
}

// Import returns a package.
func (s sources) Import(path string) (*types.Package, error) {
	if own := s.copies[path]; own != "" {
		path = own
	}
	return s.checked[path], nil
}

// ourFiles returns the files of the packages of this module, and how many packages these are.
func ourFiles(all []listedPackage) (files []string, packages int) {
	for _, p := range all {
		if p.ours() {
			packages++
			for _, name := range p.GoFiles {
				files = append(files, filepath.Join(p.Dir, name))
			}
		}
	}
	return files, packages
}

// ours reports whether a package is one of this module.
func (p listedPackage) ours() bool { return p.Module != nil && p.Module.Main }

// TestOtherSystemsHaveAllTheyNeed checks the types of all packages for each kind of system, from their
// sources: of packages of others only the declarations. To compile them would take ten times as long,
// and would find nothing more.
func TestOtherSystemsHaveAllTheyNeed(t *testing.T) {
	puzzletest.NeedsLong(t, "looks at the types of all packages for each system")
	files := map[string]*ast.File{} // many packages are the same for all systems
	set := token.NewFileSet()
	for _, platform := range []string{"darwin/arm64", "windows/amd64", "js/wasm", "wasip1/wasm"} {
		system, processor, _ := strings.Cut(platform, "/")
		from := sources{checked: map[string]*types.Package{"unsafe": types.Unsafe}}
		for _, p := range packagesFor(t, system, processor) {
			var parsed []*ast.File
			for _, name := range p.GoFiles {
				path := filepath.Join(p.Dir, name)
				if files[path] == nil {
					file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
					require.NoError(t, err)
					files[path] = file
				}
				parsed = append(parsed, files[path])
			}
			if p.ImportPath == "unsafe" {
				continue
			}
			from.copies = p.ImportMap
			checker := types.Config{Importer: from, Sizes: types.SizesFor("gc", processor), IgnoreFuncBodies: !p.ours()}
			pkg, err := checker.Check(p.ImportPath, set, parsed, nil)
			require.NoError(t, err, "%s for %s", p.ImportPath, platform)
			from.checked[p.ImportPath] = pkg
		}
	}
}

// TestFilesAreTheSameForBothKindsOfProcessor lets the checks for one kind stand for the other.
func TestFilesAreTheSameForBothKindsOfProcessor(t *testing.T) {
	for _, system := range []string{"darwin", "linux", "windows"} {
		files, packages := ourFiles(packagesFor(t, system, "amd64"))
		others, _ := ourFiles(packagesFor(t, system, "arm64"))
		require.Greater(t, packages, 50)
		require.Equal(t, files, others, system)
	}
}
