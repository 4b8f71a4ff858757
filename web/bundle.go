package web

// This file makes the scripts of the page one file, which comes in one request. A module becomes a function that
// is called once, and returns what it exports. Comments and indents are left out, so strings over several lines
// have no indents, and no string has two slashes after a blank.

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	importLine = regexp.MustCompile(`(?m)^import (\{.*\}) from '\./([\w-]+)\.js';\n`)
	exported   = regexp.MustCompile(`(?m)^export ((?:async )?(?:function|class|const) (\w+))`)
	remark     = regexp.MustCompile(`(?m)/\*(?:[^*]|\*[^/])*\*/ ?|(?:^|[ \t]+)// .*$`)
	indent     = regexp.MustCompile(`(?m)^[ \t\n]+`)
	versioned  = regexp.MustCompile(`(\.(?:css|js|wasm))(['"])`)
)

// bundled returns a module with all that it imports, as one script.
func bundled(page fs.FS, name string) ([]byte, error) {
	var out strings.Builder
	met := make(map[string]bool)
	var add func(module string) error
	add = func(module string) error {
		if met[module] {
			return nil
		}
		met[module] = true
		text, err := fs.ReadFile(page, "js/"+module+".js")
		if err != nil {
			return err
		}
		for _, found := range importLine.FindAllSubmatch(text, -1) {
			if err := add(string(found[2])); err != nil {
				return fmt.Errorf("%s: %w", module, err)
			}
		}
		code := importLine.ReplaceAllStringFunc(string(text), func(line string) string {
			found := importLine.FindStringSubmatch(line)
			return fmt.Sprintf("const %s = %s;\n", strings.ReplaceAll(found[1], " as ", ": "), variable(found[2]))
		})
		var names []string
		for _, found := range exported.FindAllStringSubmatch(code, -1) {
			names = append(names, found[2])
		}
		fmt.Fprintf(&out, "const %s = (() => {\n%s\nreturn { %s };\n})();\n", variable(module), exported.ReplaceAllString(code, "$1"), strings.Join(names, ", "))
		return nil
	}
	err := add(name)
	return shortened([]byte(out.String())), err
}

// variable returns the name of the constant with what a module exports.
func variable(module string) string { return "$" + strings.ReplaceAll(module, "-", "_") }

// shortened returns a script or a style sheet without comments and indents.
func shortened(text []byte) []byte {
	return indent.ReplaceAll(remark.ReplaceAll(text, nil), nil)
}

// built is the page as it is served: with its scripts in js/main.js. Only the worker is another script.
type built struct {
	fs.FS
	files map[string][]byte
}

// scripts are the names of the scripts that are served.
var scripts = []string{"main.js", "worker.js"}

// ReadFile reads a file.
func (b built) ReadFile(name string) ([]byte, error) {
	if text, ok := b.files[name]; ok {
		return text, nil
	}
	if path.Dir(name) == "js" {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	return fs.ReadFile(b.FS, name)
}

// ReadDir reads a folder.
func (b built) ReadDir(name string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(b.FS, name)
	if name == "js" {
		all = slices.DeleteFunc(all, func(entry fs.DirEntry) bool { return !slices.Contains(scripts, entry.Name()) })
	}
	return all, err
}

// build makes the page of its sources.
func build(page fs.FS, version []byte) (built, error) {
	b := built{page, make(map[string][]byte)}
	text, err := bundled(page, "main")
	if err != nil {
		return b, err
	}
	b.files["js/main.js"] = text
	index, err := fs.ReadFile(page, "index.html")
	if err != nil {
		return b, err
	}
	for _, name := range []string{"js/worker.js", "style.css", "sw.js"} {
		if text, err = fs.ReadFile(page, name); err != nil {
			return b, err
		}
		b.files[name] = shortened(text)
	}
	names := []string{"engine/" + EngineFile, "engine/" + LoaderFile}
	err = fs.WalkDir(b, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && name != "sw.js" {
			names = append(names, strings.Replace(name, "index.html", "./", 1))
		}
		return err
	})
	digest := fmt.Sprintf("%.16x", version)
	list := fmt.Sprintf("'%s'", strings.Join(names, "', '"))
	b.files["sw.js"] = []byte(strings.NewReplacer("version = ''", "version = '"+digest+"'", "files = []", "files = ["+withVersion(list, digest)+"]").Replace(string(b.files["sw.js"])))
	b.files["index.html"] = []byte(withVersion(string(index), digest))
	return b, err
}

// withVersion writes the version of the page behind the names of files in quotes. The scripts read it in their own address.
func withVersion(text, version string) string {
	return versioned.ReplaceAllString(text, "$1?"+version+"$2")
}
