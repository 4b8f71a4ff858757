// Package site writes the page as a folder for any server of static files.
package site

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"crosscut/internal/durable"
	"crosscut/web/small"
)

// sumsFile lists the files of a site with their digests, as the program sha256sum does. While a site is replaced,
// nextFile lists those of both. A folder whose files are all in these lists is a site that was written here before.
// Many folders have a SHA256SUMS, so the first line of ours says whose it is.
const (
	sumsFile = "SHA256SUMS"
	nextFile = "SHA256SUMS.next"
	mark     = "# the page of crosscut, as \"crosscut page\" wrote it\n"
)

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
	sums := make(map[string]string)
	for name, text := range files {
		sums[name] = digest(text)
	}
	if err := writeFile(dir, nextFile, []byte(mark+list(old)+list(sums))); err != nil { // first, so that a site cut short is known again
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := writeFile(dir, name, files[name]); err != nil {
			return err
		}
	}
	for name := range old {
		if _, still := files[name]; !still {
			if err := remove(dir, name); err != nil {
				return err
			}
		}
	}
	if err := writeFile(dir, sumsFile, []byte(mark+list(sums))); err != nil {
		return err
	}
	return remove(dir, nextFile)
}

// step does what changes something in a folder. A test ends the program there.
var step = func(do func() error) error { return do() }

func remove(dir, name string) error {
	return step(func() error { return os.Remove(filepath.Join(dir, filepath.FromSlash(name))) })
}

func writeFile(dir, name string, text []byte) error {
	name = filepath.Join(dir, filepath.FromSlash(name))
	return step(func() error {
		if err := durable.MkdirAll(filepath.Dir(name)); err != nil {
			return err
		}
		return durable.Write(name, durable.Text(text))
	})
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

// writtenBefore returns the files in a folder, of which this package wrote each: their names with their digests. The
// lists are not among them. A file that was being written at a kill has no digest.
func writtenBefore(dir string) (files map[string]string, err error) {
	known := listed(dir)
	files = make(map[string]string)
	err = filepath.WalkDir(dir, func(full string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(dir, full)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(relative)
		if known[temporary.ReplaceAllString(name, "")] != nil && temporary.MatchString(name) {
			files[name] = ""
			return nil
		}
		var text []byte
		if known[name] != nil && entry.Type().IsRegular() { // the files of others may be large, or pipes
			if text, err = os.ReadFile(full); err != nil {
				return err
			}
		}
		if files[name] = digest(text); !slices.Contains(known[name], files[name]) {
			return fmt.Errorf("%s is not of a page that was written here before; give an empty or a new folder", full)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	delete(files, sumsFile)
	delete(files, nextFile)
	return files, err
}

// temporary is what [durable.Write] puts behind the name of a file that it has not finished.
var temporary = regexp.MustCompile(`\.\d+\.tmp$`)

// listed returns the digests that the files of a site may have, by their names.
func listed(dir string) map[string][]string {
	known := map[string][]string{nextFile: {}}
	for _, list := range []string{sumsFile, nextFile} {
		text, _ := os.ReadFile(filepath.Join(dir, list)) // without a list, nothing is known
		rest, ours := strings.CutPrefix(string(text), mark)
		if !ours {
			continue
		}
		known[list] = append(known[list], digest(text))
		for line := range strings.Lines(rest) {
			sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
			known[name] = append(known[name], sum)
		}
	}
	return known
}

// list returns the text of a list: the names of files with their digests.
func list(files map[string]string) (text string) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		text += fmt.Sprintf("%s  %s\n", files[name], name)
	}
	return text
}

func digest(text []byte) string {
	return fmt.Sprintf("%x", sha256.Sum256(text))
}
