// Command page builds the engine of the page into the folder dist of package web. "go
// generate ./web" runs it in that folder. An argument names another folder for the files. With
// a second one, "fast", it leaves out brotli, which takes longest.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"crosscut/web"
)

func main() {
	dist := "dist"
	if len(os.Args) > 1 {
		dist = os.Args[1]
	}
	if err := build(".", dist, len(os.Args) > 2 && os.Args[2] == "fast"); err != nil {
		fmt.Fprintln(os.Stderr, "scripts/page:", err)
		os.Exit(1)
	}
}

// build builds the engine of the package web in a folder, and writes its files into dist. If
// fast, it writes no brotli.
func build(folder, dist string, fast bool) error {
	dist, err := filepath.Abs(dist)
	if err != nil {
		return err
	}
	sources, err := hashSources(filepath.Join(folder, ".."))
	if err != nil {
		return err
	}
	engine := filepath.Join(dist, web.EngineFile)
	// Without calls inlined, except in package runtime, the engine is smaller by a tenth. Large Hidokus
	// take a quarter longer in node. Magic boards, draughtboards and gini take as long.
	goCommand := exec.Command("go", "build", "-tags", "page", "-trimpath", "-ldflags", "-s -w", "-gcflags=all=-l", "-gcflags=runtime=-l=0", "-o", engine, "../cmd/page-engine")
	goCommand.Dir = folder
	goCommand.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	goCommand.Stderr = os.Stderr
	if err := goCommand.Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	code, err := os.ReadFile(engine)
	if err != nil {
		return err
	}
	loader, err := readLoader()
	if err != nil {
		return err
	}
	sum := sha256.Sum256(code)
	description, err := json.Marshal(web.Description{Go: runtime.Version(), Sources: sources, Engine: hex.EncodeToString(sum[:])})
	if err != nil {
		return err
	}
	type file struct {
		name string
		text []byte
	}
	files := []file{{web.LoaderFile, loader}}
	for _, form := range web.Forms {
		if fast && form.Name == "br" {
			continue
		}
		text, err := form.Compress(code)
		if err != nil {
			return err
		}
		files = append(files, file{web.EngineFile + form.Ending, text})
	}
	files = append(files, file{web.DescribeFile, append(description, '\n')}) // last: it says that all is there
	for _, file := range files {
		if err := os.WriteFile(filepath.Join(dist, file.name), file.text, 0o644); err != nil {
			return err
		}
	}
	return os.Remove(engine) // it is there twice already, and smaller
}

// readLoader returns the script that loads what this version of Go builds. It does not work
// with what another version builds.
func readLoader() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}

// hashSources returns a hash of the sources of the engine: the Go files of the module that it
// is built from, go.mod and go.sum. A change to any of them makes the engine stale.
func hashSources(root string) (string, error) {
	list := exec.Command("go", "list", "-tags", "page", "-deps", "-f", // each line is a folder below that of the module, and a file
		`{{$dir := .Dir}}{{with .Module}}{{if .Main}}{{$root := .Dir}}{{range $.GoFiles}}{{slice $dir (len $root)}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`,
		"./cmd/page-engine")
	list.Dir = root
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=") // with -json the list would be another
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	names := append(strings.Split(strings.TrimSpace(filepath.ToSlash(string(out))), "\n"), "/go.mod", "/go.sum")
	slices.Sort(names)
	hash := sha256.New()
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil && !(errors.Is(err, fs.ErrNotExist) && name == "/go.sum") {
			return "", err
		}
		fmt.Fprintf(hash, "%s %d\n%s", name, len(text), text)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
