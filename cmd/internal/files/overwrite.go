package files

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Place is a file or a directory that a command reads or writes.
type Place struct {
	What     string                 // the flag that names the file, or "the input"; for error texts
	Name     string                 // "" if there is no such file
	Contains func(path string) bool // for a directory: reports whether the command uses this file in it
}

// InputPlaces returns the places from which a command reads puzzles.
func InputPlaces(names ...string) []Place {
	var all []Place
	for _, name := range names {
		all = append(all, Place{"the input", name, isPuzzleName})
	}
	return all
}

// EveryFile is for directories that a command reads or writes as a whole.
func EveryFile(string) bool { return true }

// RefuseOverwrite returns an error when the output file of a flag is one of the other
// places, or is in one of them.
func (s Source) RefuseOverwrite(flag, output string, others ...Place) error {
	if output == "" || output == "-" {
		return nil
	}
	for _, other := range others {
		if other.Name == "" {
			continue
		}
		if found := s.clash(output, other); found != "" {
			return fmt.Errorf("%s %s is %s; name another file", flag, ShownName(output), found)
		}
	}
	return nil
}

// clash returns how an output file and another Place meet, in words, or "" if they do not.
func (s Source) clash(output string, other Place) string {
	called := other.What + " " + ShownName(other.Name)
	if other.Name == "-" {
		called = ShownName(other.Name)
	}
	to, err := os.Stat(output)
	at, otherErr := s.stat(other.Name)
	switch {
	case otherErr == nil && at.IsDir():
		if other.Contains != nil && other.Contains(output) && isBelow(output, at) {
			return "in " + called
		}
	case err == nil && otherErr == nil:
		if to.Mode().IsRegular() && os.SameFile(to, at) { // writing to a pipe or a device destroys nothing
			return called + " too"
		}
	case err != nil && otherErr != nil && realPath(output) == realPath(other.Name):
		return called + " too"
	}
	return ""
}

// stat describes the file of that name, or standard input for "-".
func (s Source) stat(name string) (fs.FileInfo, error) {
	if name != "-" {
		return os.Stat(name)
	}
	if file, ok := s.Stdin.(*os.File); ok {
		return file.Stat()
	}
	return nil, fs.ErrNotExist
}

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
