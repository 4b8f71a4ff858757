// Command release builds crosscut for every platform and packs one archive for each:
//
//	go run ./scripts/release FOLDER [PLATFORM ...]
//
// It runs in the folder of the repository, and first builds the engine of the page, which is in the
// programs. An archive holds the program, and crosscut-cluster where there are threads. It has their manual
// pages and completions for shells, a list of all that they contain (sbom.cdx.json), and its licences. It has README.md,
// CHANGELOG.md, Dockerfile, the documents with their puzzles, and the programs in Python that check certificates.
// The package of npm holds the engine for programs in JavaScript. The file SHA256SUMS
// lists the digests of all, and provenance.json says what they were made from. If RELEASE_ADDRESS has the address from which people will load the archives,
// there are descriptions for Homebrew, Scoop, the user repository of Arch, Nix, and packages of Debian and others as well.
//
// The same commit and the same Go give the same bytes:
// the archives hold the time of the commit, no user, no path, and files in sorted order. They are named after
// the version that Go takes from git: that of the tag of the commit, or else its time and digest.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"crosscut/web"
)

// platforms are the systems and processors that get an archive, unless others are named.
var platforms = []string{
	"darwin/amd64", "darwin/arm64", "js/wasm", "linux/amd64", "linux/arm64",
	"wasip1/wasm", "windows/amd64", "windows/arm64",
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/release FOLDER [PLATFORM ...]")
		os.Exit(2)
	}
	if len(os.Args) > 2 {
		platforms = os.Args[2:]
	}
	if err := release(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// publication is a release that is being written.
type publication struct {
	folder, work string
	version      string // as the program says it
	commit       string
	committed    time.Time
	shared       []file            // what every archive has
	written      []subject         // the files of the release
	digests      map[string]string // those of archives, by platform: "linux-arm64"
}

// release writes the archives and their digests into a folder. It creates the folder.
func release(folder string) error {
	work, err := os.MkdirTemp("", "crosscut-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	p := &publication{folder: folder, work: work, digests: map[string]string{}}
	if err := p.prepare(); err != nil {
		return err
	}
	for _, platform := range platforms {
		if err := p.archive(platform); err != nil {
			return err
		}
	}
	if address := os.Getenv("RELEASE_ADDRESS"); address != "" {
		if err := p.describe(address); err != nil {
			return err
		}
	}
	if err := p.npm(); err != nil {
		return err
	}
	if err := p.provenance(); err != nil {
		return err
	}
	sums := ""
	for _, s := range p.written {
		sums += s.Digest["sha256"] + "  " + s.Name + "\n"
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(sums), 0o644)
}

// prepare builds the engine of the page and the program for this machine, and makes what all archives share.
func (p *publication) prepare() (err error) {
	if p.commit, p.committed, err = commitOfTree(); err != nil {
		return err
	}
	if _, err := run(nil, "go", "generate", "./web"); err != nil {
		return err
	}
	program := filepath.Join(p.work, "here", "crosscut")
	cluster := program + "-cluster"
	for name, module := range map[string]string{program: ".", cluster: clusterModule} {
		if err := build(name, runtime.GOOS+"/"+runtime.GOARCH, module); err != nil {
			return err
		}
	}
	said, err := run(nil, program, "version")
	if err != nil {
		return err
	}
	p.version = versionIn(said)
	p.shared, err = sharedFiles(p.work, program, cluster)
	return err
}

// write writes a file of the release, and notes its digest.
func (p *publication) write(name string, content []byte) (digest string, err error) {
	digest = fmt.Sprintf("%x", sha256.Sum256(content))
	fmt.Println(digest + "  " + name)
	p.written = append(p.written, subject{name, map[string]string{"sha256": digest}})
	return digest, os.WriteFile(filepath.Join(p.folder, name), content, 0o644)
}

func (p *publication) archive(platform string) error {
	files, err := programFiles(p.work, platform)
	if err != nil {
		return err
	}
	dashed := strings.ReplaceAll(platform, "/", "-")
	name := "crosscut-" + p.version + "-" + dashed
	others, err := licences(platform, contained(platform))
	if err != nil {
		return err
	}
	list, err := bill(platform, contained(platform))
	if err != nil {
		return err
	}
	packed, extension, err := pack(name, append(append(files, others, list), p.shared...), p.committed, strings.HasPrefix(platform, "windows"))
	if err != nil {
		return err
	}
	p.digests[dashed], err = p.write(name+extension, packed)
	return err
}

// describe writes the descriptions for hosts of packages.
func (p *publication) describe(address string) error {
	files, err := hostFiles(p.version, address, cmp.Or(os.Getenv("RELEASE_MAINTAINER"), "The authors of crosscut"), p.committed, p.digests)
	for _, f := range files {
		_, failed := p.write(f.name, f.content)
		err = errors.Join(err, failed)
	}
	return err
}

func (p *publication) npm() error {
	version := strings.TrimPrefix(p.version, "v")
	files, err := npmFiles(".", version)
	if err != nil {
		return err
	}
	packed, err := tarred("package", files, p.committed)
	if err != nil {
		return err
	}
	_, err = p.write("crosscut-"+version+".tgz", packed)
	return err
}

// versionIn returns the version in what the command version prints: "crosscut v0.1.0 (commit …".
func versionIn(said string) string {
	version, _, _ := strings.Cut(strings.TrimPrefix(said, "crosscut "), " ")
	return strings.Trim(version, "(),")
}

// commitOfTree returns the commit that is checked out, and its time.
func commitOfTree() (commit string, at time.Time, err error) {
	text, err := run(nil, "git", "log", "-1", "--format=%H %ct")
	if err != nil {
		return "", time.Time{}, err
	}
	commit, text, _ = strings.Cut(strings.TrimSpace(text), " ")
	seconds, err := strconv.ParseInt(text, 10, 64)
	return commit, time.Unix(seconds, 0).UTC(), err
}

// readFiles reads files, which get the names that rename makes of their paths. A file of which there is only one packed by
// gzip is unpacked.
func readFiles(root string, rename func(path string) string, paths ...string) (files []file, err error) {
	for _, path := range paths {
		content, err := fs.ReadFile(web.Unpacked{FS: os.DirFS(root)}, path)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: rename(path), content: content})
	}
	return files, nil
}

// checkers are the programs in Python that check certificates, which the documents name.
const checkers = "proof/*.py"

// sharedFiles returns the files that are the same on every platform. The programs for this machine
// write the manual pages and the completions.
func sharedFiles(work string, programs ...string) ([]file, error) {
	manual := filepath.Join(work, "man")
	for _, program := range programs {
		if _, err := run(nil, program, "man", "--dir", manual); err != nil {
			return nil, err
		}
	}
	pages, err := fs.Glob(os.DirFS(manual), "*.1")
	if err != nil {
		return nil, err
	}
	files, err := readFiles(manual, func(name string) string { return "man/man1/" + name + ".gz" }, pages...)
	if err != nil {
		return nil, err
	}
	for i := range files {
		if files[i].content, err = web.Gzip(files[i].content); err != nil {
			return nil, err
		}
	}
	documents, err := documents(".")
	if err != nil {
		return nil, err
	}
	files = append(files, documents...)
	for _, program := range programs {
		for shell, name := range map[string]string{"bash": "%s.bash", "zsh": "_%s", "fish": "%s.fish", "powershell": "%s.ps1"} {
			text, err := run(nil, program, "completion", shell)
			if err != nil {
				return nil, err
			}
			files = append(files, file{name: "completions/" + fmt.Sprintf(name, filepath.Base(program)), content: []byte(text)})
		}
	}
	return files, nil
}

// documents returns the files of the repository that are in every archive, by the names that they have there.
func documents(root string) ([]file, error) {
	paths, err := fs.Glob(os.DirFS(root), checkers)
	if err != nil {
		return nil, err
	}
	for _, folder := range []string{"docs", "testdata"} { // the documents run their commands on testdata
		err = fs.WalkDir(os.DirFS(root), folder, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				paths = append(paths, name)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	files, err := readFiles(root, func(path string) string { return path }, append(paths, "CHANGELOG.md", "Dockerfile", "LICENSE", "README.md")...)
	unlink(files)
	return files, err
}

// link is a link in a document: its text, the file that it leads to, and the place there.
var link = regexp.MustCompile(`!?\[([^\[\]]*)\]\(([^()#\s:]+)(#[^()\s]*)?\)`)

// unlink leaves the text of links that lead to none of the files.
func unlink(files []file) {
	for i, f := range files {
		if path.Ext(f.name) != ".md" {
			continue
		}
		files[i].content = link.ReplaceAllFunc(f.content, func(found []byte) []byte {
			parts := link.FindSubmatch(found)
			to := path.Join(path.Dir(f.name), string(parts[2]))
			if slices.ContainsFunc(files, func(f file) bool { return f.name == to }) {
				return found
			}
			return parts[1]
		})
	}
}

// programFiles builds the programs for a platform. It returns them and what the platform needs to run
// them.
func programFiles(work, platform string) ([]file, error) {
	folder := filepath.Join(work, strings.ReplaceAll(platform, "/", "-"))
	isWasm, extension := strings.HasSuffix(platform, "/wasm"), ""
	switch {
	case strings.HasPrefix(platform, "windows/"):
		extension = ".exe"
	case isWasm:
		extension = ".wasm"
	}
	names := []string{"crosscut" + extension}
	if err := build(filepath.Join(folder, names[0]), platform, "."); err != nil {
		return nil, err
	}
	if !isWasm {
		names = append(names, "crosscut-cluster"+extension)
		if err := build(filepath.Join(folder, names[1]), platform, clusterModule); err != nil {
			return nil, err
		}
	}
	files, err := readFiles(folder, path.Base, names...)
	for i := range files {
		files[i].runs = true
	}
	if platform != "js/wasm" || err != nil {
		return files, err
	}
	root, err := run(nil, "go", "env", "GOROOT") // both files belong to the Go that built the program
	if err != nil {
		return nil, err
	}
	loaders, err := readFiles(strings.TrimSpace(root), path.Base, "lib/wasm/wasm_exec.js", "lib/wasm/wasm_exec_node.js")
	return append(files, loaders...), err
}

// npmFiles returns the files of the package of npm, with the engine that was built.
func npmFiles(root, version string) ([]file, error) {
	files, err := readFiles(
		root, path.Base, "web/npm/package.json", "web/npm/index.js", "web/npm/index.d.ts", "web/npm/worker.js", "web/npm/README.md",
		"web/dist/engine.wasm", "web/dist/wasm_exec.js", "LICENSE",
	)
	if err == nil {
		files[0].content = bytes.Replace(files[0].content, []byte(`"version": "0.0.0"`), fmt.Appendf(nil, `"version": %q`, version), 1)
	}
	return files, err
}

// build writes the program of a module for a platform, without paths of this machine. The linker leaves out
// what debuggers read (-s -w), so the compiler need not make it (-dwarf=false).
func build(path, platform, module string) error {
	_, err := run(environment(platform), "go", "build", "-C", module, "-trimpath", "-buildvcs=true", "-gcflags=all=-dwarf=false", "-ldflags=-s -w -buildid=", "-o", path, programs[module])
	if err != nil {
		return fmt.Errorf("%s: %w", platform, err)
	}
	return nil
}

// environment returns the variables for the go that builds for a platform. Some flags for tests and builds would
// change what it does.
func environment(platform string) []string {
	system, processor, _ := strings.Cut(platform, "/")
	return append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0", "GOFLAGS=")
}

func run(env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = env
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return string(out), nil
}
