package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// The tests of this file read the documents and run nothing: links, size, and whether
// everything that the program has is in them.

// TestReadmeIsShort bounds the README, and asks for its pictures.
func TestReadmeIsShort(t *testing.T) {
	atRoot(t)
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	assert.LessOrEqual(t, len(readme), 9216)
	shown := regexp.MustCompile(`docs/pictures/[a-z.]+\.svg`).FindAllString(string(readme), -1)
	slices.Sort(shown)
	assert.GreaterOrEqual(t, len(slices.Compact(shown)), 4)
}

var (
	fences      = regexp.MustCompile("(?ms)^```.*?^```$")
	linkPattern = regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"`)
	heading     = regexp.MustCompile(`(?m)^#+ (.*)$`)
	inWords     = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// TestReadmeLinksExist follows each relative link of the documents: the file or folder is
// there, and it has the heading that an anchor names.
func TestReadmeLinksExist(t *testing.T) {
	atRoot(t)
	followed := 0
	for _, name := range documents(t) {
		for _, target := range linksOf(t, name) {
			assert.NoError(t, follow(name, target), "%s: the link %s", name, target)
			followed++
		}
	}
	assert.GreaterOrEqual(t, followed, 20)
	assert.Error(t, follow("README.md", "nosuch.md"))
	assert.Error(t, follow("README.md", "#no-such-heading"))
}

// linksOf returns the links of a document that do not lead to another site.
func linksOf(t *testing.T, document string) (targets []string) {
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	for _, found := range linkPattern.FindAllStringSubmatch(fences.ReplaceAllString(string(text), ""), -1) {
		if target := found[1] + found[2]; !strings.Contains(target, "://") {
			targets = append(targets, target)
		}
	}
	return targets
}

// follow returns an error when a link of a document leads nowhere.
func follow(document, target string) error {
	to, err := url.Parse(target)
	if err != nil {
		return err
	}
	file := document
	if to.Path != "" {
		file = path.Join(path.Dir(filepath.ToSlash(document)), to.Path)
	}
	if _, err := os.Stat(filepath.FromSlash(file)); err != nil || to.Fragment == "" {
		return err
	}
	text, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		return err
	}
	for _, found := range heading.FindAllStringSubmatch(fences.ReplaceAllString(string(text), ""), -1) {
		if anchor(found[1]) == to.Fragment {
			return nil
		}
	}
	return errors.New("no such heading")
}

// anchor returns the anchor that GitHub gives a heading.
func anchor(heading string) string {
	return strings.ReplaceAll(inWords.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}

// TestReadmeFilesExist looks for each file and folder of the code that a document names.
func TestReadmeFilesExist(t *testing.T) {
	atRoot(t)
	path := regexp.MustCompile("`((?:[a-z_]+/)+(?:[a-z_]+\\.(?:go|json|txt))?)`")
	named := 0
	for _, name := range documents(t) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, found := range path.FindAllStringSubmatch(string(text), -1) {
			_, err := os.Stat(filepath.FromSlash(found[1]))
			assert.NoError(t, err, name)
			named++
		}
	}
	assert.GreaterOrEqual(t, named, 30)
}

// TestReadmeShowsEveryHeader asks of docs/files.md a row and an example for each header of
// puzzle files. The error on an unknown header lists them all.
func TestReadmeShowsEveryHeader(t *testing.T) {
	atRoot(t)
	_, err := text.Parse("nosuch: 1\n_,1\n")
	require.Error(t, err)
	_, list, found := strings.Cut(err.Error(), "the headers are ")
	require.True(t, found, err.Error())
	content, err := os.ReadFile("docs/files.md")
	require.NoError(t, err)
	var examples strings.Builder
	for _, b := range blocksOf(t, "docs/files.md", "puzzle") {
		examples.WriteString(b.text)
	}
	headers := strings.Split(list, ", ")
	assert.GreaterOrEqual(t, len(headers), 10)
	for _, header := range headers {
		assert.Contains(t, string(content), "| `"+header+":", "docs/files.md explains %s", header)
		assert.Regexp(t, "(?m)^"+header+":", examples.String(), "docs/files.md has an example of %s", header)
	}
}

// TestReadmeNamesEveryFolder asks of docs/architecture.md that its tree names each folder with Go code: by its path,
// or by its last name in the row of a folder above it.
func TestReadmeNamesEveryFolder(t *testing.T) {
	atRoot(t)
	text, err := os.ReadFile("docs/architecture.md")
	require.NoError(t, err)
	for _, folder := range goFolders(t, ".", true) {
		name := filepath.ToSlash(folder)
		if len(codeOf(t, folder)) == 0 || name == "." || strings.HasPrefix(name, "lab/") || strings.HasPrefix(name, "scripts/") || strings.HasSuffix(name, "test") {
			continue
		}
		assert.Regexp(t, "(?m)\\b"+name+"/|\\b"+path.Base(name)+"\\b", string(text), "docs/architecture.md says what %s is for", folder)
	}
}

// TestReadmeNamesWhatIsThere looks up each name of a package that the documents have in backquotes, as `text.Read`.
func TestReadmeNamesWhatIsThere(t *testing.T) {
	atRoot(t)
	known := map[string]bool{"iter.Seq2": true, "errors.Is": true, "errors.As": true}
	for _, folder := range goFolders(t, ".", true) {
		for _, file := range codeOf(t, folder) {
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			for name := range exportedNames(tree) {
				known[tree.Name.Name+"."+name] = true
			}
		}
	}
	documents, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	for _, document := range append(documents, "README.md", "CONTRIBUTING.md", "SECURITY.md") {
		text, err := os.ReadFile(document)
		require.NoError(t, err)
		for _, name := range regexp.MustCompile("`([a-z][a-z0-9]*\\.[A-Z][A-Za-z0-9]*)[`.(]").FindAllStringSubmatch(string(text), -1) {
			ours := !strings.HasPrefix(name[1], "cc.") // what NATS calls its subjects
			assert.True(t, known[name[1]] || !ours, "%s: %s is not there", document, name[1])
		}
	}
}

// exportedNames returns the names that a file declares at its top.
func exportedNames(file *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				names[decl.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						names[name.Name] = true
					}
				}
			}
		}
	}
	return names
}

// TestReadmeNamesEveryPlaceOfAFamily holds docs/new-family.md to the code. Each file that it
// tells to change exists, and there are at most 14. Each file that names all families is on
// the page.
func TestReadmeNamesEveryPlaceOfAFamily(t *testing.T) {
	atRoot(t)
	text, err := os.ReadFile("docs/new-family.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "\n## Existing files\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(section, -1)
	assert.NotEmpty(t, rows)
	assert.LessOrEqual(t, len(rows), 14)
	for _, row := range rows {
		assert.FileExists(t, row[1])
	}
	seen := 0
	for _, folder := range goFolders(t, ".", true) {
		for _, file := range codeOf(t, folder) {
			if namesAllFamilies(t, file) {
				assert.Contains(t, string(text), "`"+filepath.ToSlash(file)+"`", "docs/new-family.md names %s", file)
				seen++
			}
		}
	}
	assert.GreaterOrEqual(t, seen, 8)
}

// namesAllFamilies reports whether the identifiers of a file name every family.
func namesAllFamilies(t *testing.T, file string) bool {
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	named := make(map[puzzle.Family]bool)
	ast.Inspect(tree, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			for _, family := range puzzle.Families() {
				if strings.Contains(strings.ToLower(id.Name), string(family)) {
					named[family] = true
				}
			}
		}
		return true
	})
	return len(named) == len(puzzle.Families())
}

// goFolders returns a folder and, if asked to, those below it, hidden ones and testdata
// left out.
func goFolders(t *testing.T, root string, below bool) (folders []string) {
	require.NoError(t, filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !entry.IsDir():
			return nil
		case name != root && (!below || strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return filepath.SkipDir
		}
		folders = append(folders, name)
		return nil
	}))
	return folders
}

// codeOf returns the names of the Go files of a folder that are no tests.
func codeOf(t *testing.T, folder string) []string {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}

// TestReadmeGoLinesNameTests looks at the lines that call go test: the folders are there,
// a test or benchmark in them matches, and the environment variables are read there.
func TestReadmeGoLinesNameTests(t *testing.T) {
	atRoot(t)
	looked := 0
	for _, name := range documents(t) {
		for _, b := range blocksOf(t, name, "sh") {
			for i, line := range strings.Split(b.text, "\n") {
				if isGoLine.MatchString(line) && strings.Contains(line, "go test") {
					assert.NoError(t, goTestLine(t, line), "%s:%d: %s", name, b.line+i, line)
					looked++
				}
			}
		}
	}
	assert.GreaterOrEqual(t, looked, 8)
	assert.Error(t, goTestLine(t, "go test -run NoSuchTestAnywhere ./sat"))
	assert.Error(t, goTestLine(t, "go test ./nosuch"))
	assert.Error(t, goTestLine(t, "CROSSCUT_NOSUCH=1 go test -run Bench ."))
}

// goTestLine returns what a line that calls go test has wrong.
func goTestLine(t *testing.T, line string) error {
	line, _, _ = strings.Cut(line, " # ")
	words := expanded(line)
	var files []string
	var patterns, variables []string
	for i, word := range words {
		variable, _, isVariable := strings.Cut(word, "=")
		switch {
		case isVariable && strings.HasPrefix(word, "CROSSCUT_"):
			variables = append(variables, variable)
		case word == "." || strings.HasPrefix(word, "./"):
			folder, below := strings.CutSuffix(word, "...")
			if _, err := os.Stat(folder); err != nil {
				return err
			}
			for _, folder := range goFolders(t, filepath.Clean(folder), below) {
				tests, _ := filepath.Glob(filepath.Join(folder, "*_test.go"))
				files = append(files, tests...)
			}
		case i > 0 && slices.Contains([]string{"-run", "-bench", "-fuzz"}, words[i-1]) && word != "^$" && word != ".":
			patterns = append(patterns, word)
		}
	}
	if len(files) == 0 {
		return errors.New("no tests")
	}
	helpers, _ := filepath.Glob("internal/puzzletest/*.go") // they read what all tests share
	return findTests(append(files, helpers...), patterns, variables)
}

// findTests returns an error unless each pattern matches the name of a test in the files, and
// each environment variable stands in one.
func findTests(files, patterns, variables []string) error {
	var names []string
	var all strings.Builder
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declaration := range tree.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Recv == nil {
				names = append(names, f.Name.Name)
			}
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		all.Write(text)
	}
	for _, pattern := range patterns {
		first, _, _ := strings.Cut(pattern, "/")
		like, err := regexp.Compile(first)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(names, func(name string) bool {
			return regexp.MustCompile("^(Test|Benchmark|Fuzz)").MatchString(name) && like.MatchString(name)
		}) {
			return fmt.Errorf("no test matches %s", pattern)
		}
	}
	for _, variable := range variables {
		if !strings.Contains(all.String(), `"`+variable+`"`) {
			return fmt.Errorf("no test reads %s", variable)
		}
	}
	return nil
}
