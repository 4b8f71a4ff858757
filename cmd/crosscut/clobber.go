package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Output must not overwrite input, nor other output of the same command.

// place is a file or a directory that a command reads or writes.
type place struct {
	what     string                 // the flag that names the file, or "the input"; for error texts
	name     string                 // "" if there is no such file
	contains func(path string) bool // for a directory: reports whether the command uses this file in it
}

// inputPlaces returns the places from which a command reads puzzles.
func inputPlaces(names ...string) []place {
	var all []place
	for _, name := range names {
		all = append(all, place{"the input", name, isPuzzleName})
	}
	return all
}

// everyFile is for directories that a command reads or writes as a whole.
func everyFile(string) bool { return true }

// refuseOverwrite returns an error when the output file of a flag is one of the other
// places, or is in one of them.
func (a *app) refuseOverwrite(flag, output string, others ...place) error {
	if output == "" || output == "-" {
		return nil
	}
	for _, other := range others {
		if other.name == "" {
			continue
		}
		if found := a.clash(output, other); found != "" {
			return fmt.Errorf("%s %s is %s; name another file", flag, shownName(output), found)
		}
	}
	return nil
}

// clash returns how an output file and another place meet, in words, or "" if they do not.
func (a *app) clash(output string, other place) string {
	called := other.what + " " + shownName(other.name)
	if other.name == "-" {
		called = shownName(other.name)
	}
	to, err := os.Stat(output)
	at, otherErr := a.stat(other.name)
	switch {
	case otherErr == nil && at.IsDir():
		if other.contains != nil && other.contains(output) && isBelow(output, at) {
			return "in " + called
		}
	case err == nil && otherErr == nil:
		if to.Mode().IsRegular() && os.SameFile(to, at) { // writing to a pipe or a device destroys nothing
			return called + " too"
		}
	case err != nil && otherErr != nil && realPath(output) == realPath(other.name):
		return called + " too"
	}
	return ""
}

// stat describes the file of that name, or standard input for "-".
func (a *app) stat(name string) (fs.FileInfo, error) {
	if name != "-" {
		return os.Stat(name)
	}
	if file, ok := a.stdin.(*os.File); ok {
		return file.Stat()
	}
	return nil, fs.ErrNotExist
}

// isBelow reports whether a file is in a directory or below it. The file need not exist.
func isBelow(name string, dir fs.FileInfo) bool {
	for at := filepath.Dir(realPath(name)); ; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err == nil && os.SameFile(info, dir) {
			return true
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

// realPath returns the absolute name of a file, with the links in its directory resolved.
// The file need not exist.
func realPath(name string) string {
	if absolute, err := filepath.Abs(name); err == nil {
		name = absolute
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err != nil {
		return name
	}
	return filepath.Join(dir, filepath.Base(name))
}
