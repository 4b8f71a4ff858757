package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

type codePackage struct {
	path   string // as imports have it
	name   string // as its files have it
	dir    string
	folder string // relative to the current folder
	files  []string
	types  types.Importer // what compiled packages export
}

type mutant struct {
	code       *codePackage
	file       string // a path
	begin, end int    // the bytes that the change replaces
	text       string // what replaces them
	source     string // the file without the change
	name       string // does not change when other lines change
	rank       string // mutants are drawn in the order of their ranks
	number     int    // place in the draw, from 1

	// The body of the function around the change, without braces, and what must follow
	// its copy. A mutant is alone if the body cannot be copied into the function.
	body   [2]int
	ending string
	alone  bool
}

type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles, Imports, TestImports []string
	XTestImports                  []string
	DepOnly                       bool
}

// goList returns what go list prints for these arguments.
func goList(ctx context.Context, args ...string) (all []listed, err error) {
	command := exec.CommandContext(ctx, "go", append([]string{"list", "-json"}, args...)...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := decoder.Decode(&p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		all = append(all, p)
	}
}

// load finds the packages that the patterns match. It leaves out those that help tests:
// they import testing.
func load(ctx context.Context, patterns []string) (packages []*codePackage, err error) {
	all, err := goList(ctx, append([]string{"-export", "-deps"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	exports := make(map[string]string)
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	compiled := importer.ForCompiler(token.NewFileSet(), "gc", lookup)
	for _, p := range all {
		exports[p.ImportPath] = p.Export
		if p.DepOnly || slices.Contains(p.Imports, "testing") {
			continue
		}
		folder, err := filepath.Rel(here, p.Dir)
		if err != nil {
			return nil, err
		}
		packages = append(packages, &codePackage{p.ImportPath, p.Name, p.Dir, filepath.ToSlash(folder), p.GoFiles, compiled})
	}
	return packages, nil
}

// mutants returns all changes of the package, ranked by the seed.
func (p *codePackage) mutants(seed uint64) (all []*mutant, err error) {
	times := make(map[string]int) // equal changes of equal lines of a function
	for _, base := range p.files {
		path := filepath.Join(p.dir, base)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		source, set := string(text), token.NewFileSet()
		tree, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		at := func(pos token.Pos) int { return set.Position(pos).Offset }
		textOf := func(n ast.Node) string { return source[at(n.Pos()):at(n.End())] }
		ast.PreorderStack(tree, nil, func(n ast.Node, stack []ast.Node) bool {
			for _, c := range changes(n, stack, textOf) {
				m := &mutant{code: p, file: path, begin: at(c.begin), end: at(c.end), text: c.text, source: source}
				before, after := m.lines()
				name := ""
				f := function(stack)
				if f != nil {
					name = f.Name.Name
				}
				key := fmt.Sprintf("%s %s %s\n%s\n%s", p.folder, base, name, before, after)
				times[key]++
				m.name = hash(fmt.Sprint(key, times[key]))[:8]
				m.rank = hash(fmt.Sprint(seed, m.name))
				if m.alone = f == nil || c.begin < f.Body.Lbrace || !mayCopy(f); !m.alone {
					m.body = [2]int{at(f.Body.Lbrace) + 1, at(f.Body.Rbrace)}
					if f.Type.Results == nil {
						m.ending = "return\n"
					}
				}
				all = append(all, m)
			}
			return true
		})
	}
	return all, nil
}

func hash(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

func function(stack []ast.Node) *ast.FuncDecl {
	for _, n := range stack {
		if f, ok := n.(*ast.FuncDecl); ok && f.Body != nil {
			return f
		}
	}
	return nil
}

// mayCopy reports whether the body of f means the same in a block inside f. Labels may not
// occur twice. In a block := declares a result again, instead of setting it.
func mayCopy(f *ast.FuncDecl) bool {
	results := make(map[string]bool)
	if f.Type.Results != nil {
		for _, field := range f.Type.Results.List {
			for _, name := range field.Names {
				results[name.Name] = true
			}
		}
	}
	may := true
	ast.Inspect(f.Body, func(n ast.Node) bool {
		_, label := n.(*ast.LabeledStmt)
		may = may && !label
		return may
	})
	for _, statement := range f.Body.List {
		if define, ok := statement.(*ast.AssignStmt); ok && define.Tok == token.DEFINE {
			for _, name := range define.Lhs {
				may = may && !results[name.(*ast.Ident).Name]
			}
		}
	}
	return may
}

// changed returns the file with the change.
func (m *mutant) changed() string { return m.source[:m.begin] + m.text + m.source[m.end:] }

// lines returns the lines that change, before and after.
func (m *mutant) lines() (before, after string) {
	first := strings.LastIndex(m.source[:m.begin], "\n") + 1
	last := m.end + strings.IndexByte(m.source[m.end:]+"\n", '\n')
	join := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	return join(m.source[first:last]), join(m.source[first:m.begin] + m.text + m.source[m.end:last])
}

// compiles reports whether the package with the change satisfies the rules of Go.
func (m *mutant) compiles() bool {
	set := token.NewFileSet()
	var trees []*ast.File
	for _, base := range m.code.files {
		path := filepath.Join(m.code.dir, base)
		var source any
		if path == m.file {
			source = m.changed()
		}
		tree, err := parser.ParseFile(set, path, source, parser.SkipObjectResolution)
		if err != nil {
			return false
		}
		trees = append(trees, tree)
	}
	config := types.Config{Importer: m.code.types}
	_, err := config.Check(m.code.path, set, trees, nil)
	return err == nil
}

// describe returns the rows of the table for a mutant: what became of it, and the change.
func (m *mutant) describe(fate string) string {
	line := 1 + strings.Count(m.source[:m.begin], "\n")
	before, after := m.lines()
	return fmt.Sprintf("%s %s/%s:%d: %s\n\t- %s\n\t+ %s\n", m.name, m.code.folder, filepath.Base(m.file), line, fate, before, after)
}
