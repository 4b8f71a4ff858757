package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// What a command writes must be apart from what it reads, and from what else it writes,
// or one of them is spoilt.

// place is a file, or a directory with files, that a command reads or writes.
type place struct {
	what string                 // it is: a flag, or "the input"
	name string                 // "" for none
	has  func(path string) bool // whether it is about a file in the directory; nil for none
}

// readFrom are the places that puzzles are read from.
func readFrom(names ...string) []place {
	var all []place
	for _, name := range names {
		all = append(all, place{"the input", name, isPuzzleName})
	}
	return all
}

// anyName is isPuzzleName for a directory that is read, or written, as a whole.
func anyName(string) bool { return true }

// apart returns an error when a flag names a file to write that is one of the others, or
// is in a directory among them.
func (a *app) apart(flag, output string, others ...place) error {
	if output == "" || output == "-" {
		return nil
	}
	for _, other := range others {
		if other.name == "" {
			continue
		}
		if is := a.meeting(output, other); is != "" {
			return fmt.Errorf("%s %s is %s; name another file", flag, shownName(output), is)
		}
	}
	return nil
}

// meeting says what of that place an output is, "" for nothing.
func (a *app) meeting(output string, other place) string {
	called := other.what + " " + shownName(other.name)
	if other.name == "-" {
		called = shownName(other.name)
	}
	to, err := os.Stat(output)
	at, otherErr := a.stat(other.name)
	switch {
	case otherErr == nil && at.IsDir():
		if other.has != nil && other.has(output) && below(output, at) {
			return "in " + called
		}
	case err == nil && otherErr == nil:
		if to.Mode().IsRegular() && os.SameFile(to, at) { // nothing else can be spoilt
			return called + " too"
		}
	case err != nil && otherErr != nil && whole(output) == whole(other.name):
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

// below reports whether a file, which need not be there, is in a directory or below it.
func below(name string, dir fs.FileInfo) bool {
	for at := filepath.Dir(whole(name)); ; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err == nil && os.SameFile(info, dir) {
			return true
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

// whole returns the whole name of a file, which need not be there, without links in the
// names of its directories.
func whole(name string) string {
	if absolute, err := filepath.Abs(name); err == nil {
		name = absolute
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err != nil {
		return name
	}
	return filepath.Join(dir, filepath.Base(name))
}
