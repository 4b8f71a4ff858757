// Command release builds crosscut for every platform and packs one archive for each:
//
//	go run ./scripts/release FOLDER [PLATFORM ...]
//
// It runs in the folder of the repository, and first builds the engine of the page, which is in the
// programs. An archive holds the program, crosscut-cluster where there are threads, the manual pages,
// the completions for shells, the licence, README.md, CHANGELOG.md and the documents that they lead to.
// The package of npm holds the engine for programs in JavaScript. The file SHA256SUMS
// lists the digests of all. The same commit and the same Go give the same bytes:
// the archives hold the time of the commit, no user, no path, and files in sorted order.
package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
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

// release writes the archives and their digests into a folder. It creates the folder.
func release(folder string) error {
	version, err := newest("CHANGELOG.md")
	if err != nil {
		return err
	}
	committed, err := commitTime()
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "crosscut-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if _, err := run(nil, "go", "generate", "./web"); err != nil {
		return err
	}
	shared, err := sharedFiles(work)
	if err != nil {
		return err
	}
	var sums strings.Builder
	write := func(name string, packed []byte) error {
		line := fmt.Sprintf("%x  %s\n", sha256.Sum256(packed), name)
		fmt.Print(line)
		sums.WriteString(line)
		return os.WriteFile(filepath.Join(folder, name), packed, 0o644)
	}
	for _, platform := range platforms {
		files, err := programFiles(work, platform)
		if err != nil {
			return err
		}
		name := "crosscut-" + version + "-" + strings.ReplaceAll(platform, "/", "-")
		packed, extension, err := pack(name, append(files, shared...), committed, strings.HasPrefix(platform, "windows"))
		if err != nil {
			return err
		}
		if err := write(name+extension, packed); err != nil {
			return err
		}
	}
	files, err := npmFiles(".", strings.TrimPrefix(version, "v"))
	if err != nil {
		return err
	}
	packed, err := tarred("package", files, committed)
	if err != nil {
		return err
	}
	if err := write("crosscut-"+strings.TrimPrefix(version, "v")+".tgz", packed); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// newest returns the newest version in a changelog, whose first version is the newest.
func newest(changelog string) (string, error) {
	text, err := os.ReadFile(changelog)
	if err != nil {
		return "", err
	}
	version := regexp.MustCompile(`(?m)^## (v\d+\.\d+\.\d+) - `).FindSubmatch(text)
	if version == nil {
		return "", fmt.Errorf("%s has no version", changelog)
	}
	return string(version[1]), nil
}

// commitTime is the time of the commit that is checked out.
func commitTime() (time.Time, error) {
	text, err := run(nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

// sharedFiles returns the files that are the same on every platform. It builds the program
// for this machine, which writes the manual pages and the completions.
func sharedFiles(work string) ([]file, error) {
	program := filepath.Join(work, "here", "crosscut")
	if err := build(program, runtime.GOOS+"/"+runtime.GOARCH, "."); err != nil {
		return nil, err
	}
	manual := filepath.Join(work, "man")
	if _, err := run(nil, program, "man", "--dir", manual); err != nil {
		return nil, err
	}
	pages, err := filepath.Glob(filepath.Join(manual, "*.1"))
	if err != nil {
		return nil, err
	}
	var files []file
	var documents []string
	if err := filepath.WalkDir("docs", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			documents = append(documents, name)
		}
		return err
	}); err != nil {
		return nil, err
	}
	for _, path := range slices.Concat(pages, documents, []string{"CHANGELOG.md", "LICENSE", "README.md"}) {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		name := filepath.Base(path)
		switch {
		case strings.HasSuffix(name, ".1"):
			name = "man/man1/" + name
		case strings.HasPrefix(path, "docs"):
			name = filepath.ToSlash(path)
		}
		files = append(files, file{name: name, content: content})
	}
	for shell, name := range map[string]string{
		"bash": "crosscut.bash", "zsh": "_crosscut", "fish": "crosscut.fish", "powershell": "crosscut.ps1",
	} {
		text, err := run(nil, program, "completion", shell)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: "completions/" + name, content: []byte(text)})
	}
	return files, nil
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
	var files []file
	paths := []string{filepath.Join(folder, "crosscut"+extension)}
	if err := build(paths[0], platform, "."); err != nil {
		return nil, err
	}
	if !isWasm {
		paths = append(paths, filepath.Join(folder, "crosscut-cluster"+extension))
		if err := build(paths[1], platform, "cluster"); err != nil {
			return nil, err
		}
	}
	if platform == "js/wasm" { // both files belong to the Go that built the program
		root, err := run(nil, "go", "env", "GOROOT")
		if err != nil {
			return nil, err
		}
		lib := filepath.Join(strings.TrimSpace(root), "lib", "wasm")
		paths = append(paths, filepath.Join(lib, "wasm_exec.js"), filepath.Join(lib, "wasm_exec_node.js"))
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		runs := filepath.Dir(path) == folder
		files = append(files, file{name: filepath.Base(path), content: content, runs: runs})
	}
	return files, nil
}

// npmFiles returns the files of the package of npm, with the engine that was built.
func npmFiles(root, version string) ([]file, error) {
	var files []file
	for _, path := range []string{
		"web/npm/package.json", "web/npm/index.js", "web/npm/index.d.ts", "web/npm/worker.js", "web/npm/README.md",
		"web/dist/engine.wasm", "web/dist/wasm_exec.js", "LICENSE",
	} {
		content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		if err != nil {
			return nil, err
		}
		name := filepath.Base(path)
		if name == "package.json" {
			content = []byte(strings.Replace(string(content), `"version": "0.0.0"`, fmt.Sprintf(`"version": %q`, version), 1))
		}
		files = append(files, file{name: name, content: content})
	}
	return files, nil
}

// build writes the program of a module for a platform, without paths of this machine. The linker leaves out
// what debuggers read (-s -w), so the compiler need not make it (-dwarf=false).
func build(path, platform, module string) error {
	system, processor, _ := strings.Cut(platform, "/")
	env := append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0", "GOFLAGS=")
	_, err := run(env, "go", "build", "-C", module, "-trimpath", "-buildvcs=true", "-gcflags=all=-dwarf=false", "-ldflags=-s -w -buildid=", "-o", path, "./cmd/...")
	if err != nil {
		return fmt.Errorf("%s: %w", platform, err)
	}
	return nil
}

// run runs a command and returns what it prints.
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
