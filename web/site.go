package web

// This file writes the page as a folder for any server of static files.

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
)

// sumsFile marks a folder as a site that was written here. It lists the files with their digests, as the
// program sha256sum does. No other program writes a file of this name, unlike SHA256SUMS.
const sumsFile = "crosscut-page.sha256"

var (
	// pageName is what every name of a file of a page is like. No other file is ever removed.
	pageName = regexp.MustCompile(`^([a-z0-9_-]+/)*[a-z0-9_-]+\.(css|html|js|json|png|svg|wasm)(\.gz|\.br)?$`)

	// temporary ends the name of a file that a write leaves when it is stopped: see [durable.Write].
	temporary = regexp.MustCompile(`\.[0-9]+\.tmp$`)
)

// WriteSite writes the page with its engine into a folder, each file also as NAME.gz and NAME.br where
// that makes it smaller. It makes the folder. A site that it wrote there before is replaced, also one that is
// only partly there because the program was stopped. It fails, and changes nothing, if the folder has a file
// that it did not write, or one that was changed since.
func WriteSite(dir string, page, engine fs.FS) error {
	files, err := filesOf(page, engine)
	if err != nil {
		return err
	}
	return replace(durable.OS, dir, files)
}

// replace makes these files those of a site.
func replace(fsys durable.FS, dir string, files map[string][]byte) error {
	if at, err := filepath.EvalSymlinks(filepath.Clean(dir)); err == nil {
		dir = at // a walk does not follow a link, and takes "" for no folder
	}
	old, known, err := writtenBefore(dir)
	if err != nil {
		return err
	}
	var sums []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sums = append(sums, line(files[name], name))
	}
	// Until the end, both the old and the new files are listed. So each of them is known again after a stop.
	if err := writeFile(fsys, dir, sumsFile, []byte(strings.Join(append(known, sums...), ""))); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := writeFile(fsys, dir, name, files[name]); err != nil {
			return err
		}
	}
	for _, name := range old {
		if _, still := files[name]; !still {
			err := fsys.Remove(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil && !errors.Is(err, fs.ErrNotExist) { // another process may write the same page
				return err
			}
		}
	}
	return writeFile(fsys, dir, sumsFile, []byte(strings.Join(sums, "")))
}

// line returns the line of a file in the list.
func line(text []byte, name string) string {
	return fmt.Sprintf("%x  %s\n", sha256.Sum256(text), name)
}

func writeFile(fsys durable.FS, dir, name string, text []byte) error {
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := durable.MkdirAll(filepath.Dir(name)); err != nil {
		return err
	}
	return durable.WriteOn(fsys, name, durable.Text(text))
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
		for _, form := range Forms {
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

// writtenBefore returns the names of the files in a folder, each of which this package wrote. The list of them is
// left out, and its lines come apart.
func writtenBefore(dir string) (names, lines []string, err error) {
	sums, err := os.ReadFile(filepath.Join(dir, sumsFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	known := map[string]bool{sumsFile: true} // names, and lines
	for line := range strings.Lines(string(sums)) {
		_, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if pageName.MatchString(name) {
			known[name], known[line] = true, true
			lines = append(lines, line)
		}
	}
	err = filepath.WalkDir(dir, func(full string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // the folder is new, or another process took a file of its own away
		}
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(dir, full)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(relative)
		ours := entry.Type().IsRegular() && known[temporary.ReplaceAllString(name, "")]
		if ours && pageName.MatchString(name) {
			text, err := os.ReadFile(full)
			if err != nil {
				return err
			}
			ours = known[line(text, name)]
		}
		if !ours {
			return fmt.Errorf("%s is not of a page that was written here before; give an empty or a new folder", full)
		}
		if name != sumsFile {
			names = append(names, name)
		}
		return nil
	})
	return names, lines, err
}
