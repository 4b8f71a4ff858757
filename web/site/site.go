// Package site writes the page as a folder for any server of static files.
package site

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"crosscut/internal/durable"
	"crosscut/web/small"
)

// sumsFile lists the files of a site with their digests, as the program sha256sum does. A folder
// with it is a site that was written before.
const sumsFile = "SHA256SUMS"

// Write writes the page with its engine into a folder, each file also as NAME.gz and NAME.br where
// that makes it smaller. It makes the folder. A site that it wrote there before is replaced. It
// fails, and changes nothing, if the folder has a file that it did not write, or one that was
// changed since.
func Write(dir string, page, engine fs.FS) error {
	files, err := filesOf(page, engine)
	if err != nil {
		return err
	}
	old, err := writtenBefore(dir)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&sums, "%s  %s\n", digest(files[name]), name)
	}
	files[sumsFile] = []byte(sums.String())
	for _, name := range slices.Sorted(maps.Keys(files)) { // the sums come early, so that a site cut short is known again
		if err := writeFile(dir, name, files[name]); err != nil {
			return err
		}
	}
	for _, name := range old {
		if _, still := files[name]; !still {
			err = cmp.Or(err, os.Remove(filepath.Join(dir, filepath.FromSlash(name))))
		}
	}
	return err
}

func writeFile(dir, name string, text []byte) error {
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := durable.MkdirAll(filepath.Dir(name)); err != nil {
		return err
	}
	return durable.Write(name, durable.Text(text))
}

// filesOf returns the files of a site by their names, with those that are smaller.
func filesOf(page, engine fs.FS) (map[string][]byte, error) {
	files := make(map[string][]byte)
	for prefix, from := range map[string]fs.FS{"": page, "engine": engine} {
		err := fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || name == "placeholder.txt" {
				return err
			}
			files[path.Join(prefix, name)], err = fs.ReadFile(from, name)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Collect(maps.Keys(files)) {
		for _, form := range small.Forms {
			if _, there := files[name+form.Ending]; there || path.Ext(name) == ".gz" || path.Ext(name) == ".br" || path.Ext(name) == ".png" {
				continue
			}
			text, err := form.Compress(files[name])
			if err != nil {
				return nil, err
			}
			files[name+form.Ending] = text
		}
	}
	return files, nil
}

// writtenBefore returns the names of the files in a folder, of which this package wrote each.
func writtenBefore(dir string) (names []string, err error) {
	known := map[string]string{}
	sums, err := os.ReadFile(filepath.Join(dir, sumsFile))
	if err == nil {
		for line := range strings.Lines(string(sums)) {
			sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
			known[name] = sum
		}
		known[sumsFile] = digest(sums)
	}
	err = filepath.WalkDir(dir, func(full string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(dir, full)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(full)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(relative)
		if known[name] != digest(text) {
			return fmt.Errorf("%s is not of a page that was written here before; give an empty or a new folder", full)
		}
		names = append(names, name)
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return names, err
}

func digest(text []byte) string {
	return fmt.Sprintf("%x", sha256.Sum256(text))
}
