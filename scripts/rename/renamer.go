package main

import (
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// renamer changes one path of a module to another.
type renamer struct {
	old, new string
	word     *regexp.Regexp // finds the old path in a .mod or .work file
	command  *regexp.Regexp // finds it in a go command, or in an import shown in Markdown
	lone     *regexp.Regexp // finds the import of the root package in Markdown
}

// newRenamer returns a renamer for a tree with these files. In prose, "crosscut" is mostly
// the name of the program. It is the path of the module when a folder of the module, a
// version or "=" follows.
func newRenamer(old, path string, files map[string][]byte) *renamer {
	quoted := regexp.QuoteMeta(old)
	return &renamer{
		old: old, new: path,
		word:    regexp.MustCompile(`(?m)^([^/\n]*[ \t]|)` + quoted + `(/\S*)?([ \t]|$)`),
		command: regexp.MustCompile(`(^|[^\w/.~-])` + quoted + `(@v|=|/(?:` + strings.Join(folders(files), "|") + `)\b)`),
		lone:    regexp.MustCompile(`(?m)^(\s*(?:import )?(?:\w+ )?")` + quoted + `"$`),
	}
}

// folders returns patterns for the folders that have Go files.
func folders(files map[string][]byte) []string {
	var all []string
	for name := range files {
		if folder := path.Dir(name); path.Ext(name) == ".go" && folder != "." {
			all = append(all, regexp.QuoteMeta(folder))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// file returns the new content of a file.
func (r *renamer) file(name string, text []byte) ([]byte, error) {
	switch path.Ext(name) {
	case ".go":
		return r.imports(name, text)
	case ".md":
		text = r.command.ReplaceAll(text, []byte("${1}"+r.new+"${2}"))
		return r.lone.ReplaceAll(text, []byte("${1}"+r.new+`"`)), nil
	default:
		return r.word.ReplaceAll(text, []byte("${1}"+r.new+"${2}${3}")), nil
	}
}

// imports renames the imports of a Go file.
func (r *renamer) imports(name string, text []byte) ([]byte, error) {
	tree, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var out []byte
	done := 0 // bytes of text that are copied
	for _, spec := range tree.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		below, ok := strings.CutPrefix(imported, r.old)
		if !ok || below != "" && below[0] != '/' {
			continue
		}
		at := int(spec.Path.Pos() - tree.FileStart)
		out = append(append(out, text[done:at]...), strconv.Quote(r.new+below)...)
		done = at + len(spec.Path.Value)
	}
	if done == 0 {
		return text, nil
	}
	out, err = format.Source(append(out, text[done:]...)) // the order of imports may change
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}
