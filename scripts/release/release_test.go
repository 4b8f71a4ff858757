package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/web"
)

var (
	committed = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	content   = []file{
		{name: "man/man1/crosscut.1", content: []byte("page")},
		{name: "crosscut", content: []byte("program"), runs: true},
		{name: "LICENSE", content: []byte("licence")},
	}
)

// TestTheSameFilesGiveTheSameBytes packs the files twice, in two orders.
func TestTheSameFilesGiveTheSameBytes(t *testing.T) {
	for _, windows := range []bool{false, true} {
		first, extension, err := pack("crosscut-v1", content, committed, windows)
		require.NoError(t, err)
		assert.Equal(t, map[bool]string{false: ".tar.gz", true: ".zip"}[windows], extension)
		turned := slices.Clone(content)
		slices.Reverse(turned)
		second, _, err := pack("crosscut-v1", turned, committed, windows)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(first, second))
	}
}

func TestAnArchiveOfTarHoldsTheFiles(t *testing.T) {
	packed, _, err := pack("crosscut-v1", content, committed, false)
	require.NoError(t, err)
	plain, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	archive := tar.NewReader(plain)
	var names []string
	for {
		header, err := archive.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		names = append(names, header.Name)
		assert.True(t, header.ModTime.Equal(committed))
		assert.Empty(t, header.Uname+header.Gname)
		assert.Zero(t, header.Uid+header.Gid)
		assert.Equal(t, header.Name == "crosscut-v1/crosscut", header.Mode == 0o755, header.Name)
	}
	assert.Equal(t, []string{"crosscut-v1/LICENSE", "crosscut-v1/crosscut", "crosscut-v1/man/man1/crosscut.1"}, names)
}

func TestAnArchiveOfZipHoldsTheFiles(t *testing.T) {
	packed, _, err := pack("crosscut-v1", content, committed, true)
	require.NoError(t, err)
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	require.NoError(t, err)
	require.Len(t, archive.File, len(content))
	for _, f := range archive.File {
		assert.True(t, f.Modified.Equal(committed), f.Name)
	}
	text, err := archive.Open("crosscut-v1/crosscut")
	require.NoError(t, err)
	program, err := io.ReadAll(text)
	require.NoError(t, err)
	assert.Equal(t, "program", string(program))
}

func TestAnArchiveIsNamedAfterItsBuild(t *testing.T) {
	assert.Equal(t, "v0.2.0", versionIn("crosscut v0.2.0 (commit 0123456789ab of 2026-01-31T12:00:00Z), go1.26.0 linux/amd64\n"))
	assert.Equal(t, "devel", versionIn("crosscut (devel), go1.26.0 linux/amd64\n"))
}

// The documents lead to one another, and to the programs that check certificates.
func TestAnArchiveHasWhatItsDocumentsNeed(t *testing.T) {
	files, err := documents(filepath.Join("..", ".."))
	require.NoError(t, err)
	names := []string{}
	for _, f := range files {
		names = append(names, f.name)
	}
	assert.Subset(t, names, []string{"README.md", "LICENSE", "CHANGELOG.md", "docs/proofs.md", "proof/check_statement.py", "proof/check_count.py", "testdata/hidoku/gk05-med-1.txt"})
	links := 0
	for _, f := range files {
		for _, found := range link.FindAllSubmatch(f.content, -1) {
			assert.Contains(t, names, path.Join(path.Dir(f.name), string(found[2])), f.name)
			links++
		}
	}
	assert.Greater(t, links, 20)
}

// The licences of all modules in the program are found. Those of crosscut-cluster would have to be loaded.
func TestAnArchiveHasTheLicencesOfOthers(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	own := map[string]string{".": "./cmd/crosscut"}
	on := map[string]string{}
	for _, platform := range []string{"linux/amd64", "windows/amd64"} { // cobra needs mousetrap there
		f, err := licences(platform, own)
		require.NoError(t, err)
		on[platform] = string(f.content)
	}
	assert.Contains(t, on["windows/amd64"], "== github.com/inconshreveable/mousetrap v")
	assert.NotContains(t, on["linux/amd64"], "mousetrap")
	f, err := licences("js/wasm", contained("js/wasm"))
	require.NoError(t, err)
	for _, part := range []string{"== Go, ", "== github.com/go-air/gini v", "== github.com/spf13/cobra v", "Apache License", "SIL OPEN FONT LICENSE"} {
		assert.Contains(t, string(f.content), part)
	}
}

// Whatever hands out a program hands out the licences of its platform.
func TestPackagesHaveTheLicencesOfOthers(t *testing.T) {
	for name, parts := range map[string][]string{
		"scripts/release/hosts/nfpm.yaml": {"/LICENSES', dst: /usr/share/doc/crosscut/", "/LICENSE', dst: /usr/share/doc/crosscut/copyright"},
		"scripts/release/hosts/PKGBUILD":  {"LICENSE LICENSES"},
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
		require.NoError(t, err)
		for _, part := range parts {
			assert.Contains(t, string(text), part, name)
		}
	}
}

// The list of what is in the programs names each module once, with its version.
func TestTheBillNamesWhatIsInThePrograms(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	f, err := bill("windows/amd64", programs)
	require.NoError(t, err)
	var read struct {
		Components []struct{ Name, Version, Purl string }
	}
	require.NoError(t, json.Unmarshal(f.content, &read))
	met := map[string]bool{}
	for _, c := range read.Components {
		assert.False(t, met[c.Name], c.Name)
		met[c.Name] = true
		assert.Equal(t, "pkg:golang/"+c.Name+"@"+c.Version, c.Purl)
	}
	for _, name := range []string{"std", "github.com/go-air/gini", "github.com/inconshreveable/mousetrap", "github.com/nats-io/nats-server/v2"} {
		assert.True(t, met[name], name)
	}
}

// The statement has the digest of each file, as a stranger finds it in the folder, and is the same each time.
func TestTheStatementIsAboutTheFiles(t *testing.T) {
	statements := map[string]bool{}
	for range 2 {
		p := &publication{folder: t.TempDir(), commit: "0123abcd"}
		for _, name := range []string{"crosscut-v1-linux-amd64.tar.gz", "crosscut-1.tgz"} {
			_, err := p.write(name, []byte("archive "+name))
			require.NoError(t, err)
		}
		require.NoError(t, p.provenance())
		text, err := os.ReadFile(filepath.Join(p.folder, "provenance.json"))
		require.NoError(t, err)
		statements[string(text)] = true
		var statement struct {
			Type          string `json:"_type"`
			PredicateType string
			Subject       []subject
			Predicate     struct {
				BuildDefinition struct {
					BuildType            string
					ExternalParameters   struct{ Platforms []string }
					ResolvedDependencies []dependency
				}
				RunDetails struct{ Builder struct{ ID string } }
			}
		}
		require.NoError(t, json.Unmarshal(text, &statement))
		assert.Equal(t, "https://in-toto.io/Statement/v1", statement.Type)
		assert.Equal(t, "https://slsa.dev/provenance/v1", statement.PredicateType)
		require.Len(t, statement.Subject, 2)
		for _, s := range statement.Subject {
			content, err := os.ReadFile(filepath.Join(p.folder, s.Name))
			require.NoError(t, err)
			assert.Equal(t, fmt.Sprintf("%x", sha256.Sum256(content)), s.Digest["sha256"])
		}
		of := statement.Predicate.BuildDefinition
		assert.Equal(t, platforms, of.ExternalParameters.Platforms)
		assert.Equal(t, "0123abcd", of.ResolvedDependencies[0].Digest["gitCommit"])
		assert.Equal(t, "pkg:generic/go@"+strings.TrimPrefix(runtime.Version(), "go"), of.ResolvedDependencies[1].URI)
		assert.NotEmpty(t, of.BuildType)
		assert.Equal(t, of.BuildType, statement.Predicate.RunDetails.Builder.ID)
	}
	assert.Len(t, statements, 1)
}

// The package of npm has every file that it lists, and the version of the release.
func TestThePackageOfNpmIsWhole(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(root, "web", "npm"), os.DirFS(filepath.Join("..", "..", "web", "npm"))))
	require.NoError(t, os.Mkdir(filepath.Join(root, "web", "dist"), 0o755))
	small, err := web.Gzip([]byte("the engine"))
	require.NoError(t, err)
	for name, text := range map[string][]byte{"web/dist/engine.wasm.gz": small, "web/dist/wasm_exec.js": nil, "LICENSE": nil} {
		require.NoError(t, os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), text, 0o600))
	}
	files, err := npmFiles(root, "1.2.3")
	require.NoError(t, err)
	var description struct {
		Version string
		Files   []string
	}
	require.NoError(t, json.Unmarshal(files[0].content, &description))
	assert.Equal(t, "1.2.3", description.Version)
	names := []string{}
	for _, f := range files[1:] {
		names = append(names, f.name)
		if f.name == web.EngineFile {
			assert.Equal(t, "the engine", string(f.content))
		}
	}
	assert.ElementsMatch(t, description.Files, names)
}

// modulePath returns the path of this module.
func modulePath(t *testing.T) string {
	text, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(first, "module ")
}

// TestReadmeUseFromAnotherModule follows the README: it saves the program, and runs the block that uses it. The
// clone beside the program gets its real path, so the workspace reuses what Go has built of it.
func TestReadmeUseFromAnotherModule(t *testing.T) {
	shell := puzzletest.NeedsProgram(t, "sh")
	puzzletest.NeedsProgram(t, "go")
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	program := regexp.MustCompile("(?s)```go\n(package main\n.*?)```").FindSubmatch(readme)
	require.NotNil(t, program, "README.md has no program")
	assert.Contains(t, string(program[1]), `"`+modulePath(t)+`"`)
	block := regexp.MustCompile("(?s)```sh\n# use crosscut from another module\n(.*?)```").FindSubmatch(readme)
	require.NotNil(t, block, "README.md has no such block")
	require.Contains(t, string(block[1]), "\ngo run .\n")
	mine := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(mine, "main.go"), program[1], 0o600))
	cmd := exec.Command(shell, "-e", "-c", strings.ReplaceAll(string(block[1]), "../crosscut", root))
	cmd.Dir = mine
	flags := strings.ReplaceAll(os.Getenv("GOFLAGS"), "-json", "") // with it, go only prints
	cmd.Env = append(os.Environ(), "GOFLAGS="+flags, "GOSUMDB=off", "GOWORK=", "PWD="+mine)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	require.NoError(t, err, errs.String())
	assert.NotEmpty(t, out)
}
