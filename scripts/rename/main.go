// Command rename changes the path of this module in every file that has it. The path
// becomes the address of a public home, from which go commands can fetch the module:
//
//	go run ./scripts/rename example.org/puzzles/crosscut
//
// It changes go.mod and its like, all imports, and the Go code and go commands in
// Markdown files. Package names and the name of the program stay.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/rename PATH, in the folder of go.mod")
		os.Exit(2)
	}
	if err := rename(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "rename:", err)
		os.Exit(1)
	}
}

// rename gives the module in a folder a new path, and lists the changed files. It writes
// nothing when it cannot change every file.
func rename(root, path string) error {
	changed, err := plan(root, path)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		info, err := os.Stat(filepath.Join(root, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(root, name), changed[name], info.Mode().Perm()); err != nil {
			return err
		}
		fmt.Println(name)
	}
	return nil
}

// plan returns the new content of every file that changes, by its name below root.
func plan(root, path string) (map[string][]byte, error) {
	if err := checkPath(path); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	old, ok := strings.CutPrefix(first, "module ")
	if !ok {
		return nil, errors.New("go.mod: the first line is not the module line")
	}
	files, err := textFiles(root)
	if err != nil {
		return nil, err
	}
	r := newRenamer(strings.TrimSpace(old), path, files)
	changed := make(map[string][]byte)
	for name, text := range files {
		renamed, err := r.file(name, text)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(renamed, text) {
			changed[name] = renamed
		}
	}
	return changed, nil
}

// checkPath rejects what go commands do not accept as the path of a module.
func checkPath(path string) error {
	for part := range strings.SplitSeq(path, "/") {
		bad := strings.TrimFunc(part, func(c rune) bool {
			return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-._~", c)
		})
		if part == "" || bad != "" || part[0] == '.' || part[0] == '-' || part[len(part)-1] == '.' {
			return fmt.Errorf("%q is not the path of a module; it is like example.org/puzzles/crosscut", path)
		}
	}
	return nil
}

// textFiles reads the files that may have the path of the module.
func textFiles(root string) (map[string][]byte, error) {
	files := make(map[string][]byte)
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.Name() == ".git" && name != root:
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case !entry.Type().IsRegular() || !slices.Contains([]string{".go", ".mod", ".work", ".md"}, filepath.Ext(name)):
			return nil
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(relative)], err = os.ReadFile(name)
		return err
	})
	return files, err
}
