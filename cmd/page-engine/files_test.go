package main_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cmd/internal/serve"
	"crosscut/human"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// pageFiles returns the files of the page by their addresses.
func pageFiles(t *testing.T) map[string]string {
	files := make(map[string]string)
	root := "../../web/page"
	err := filepath.WalkDir(root, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		address, _ := filepath.Rel(root, name)
		files[filepath.ToSlash(address)] = string(text)
		return err
	})
	require.NoError(t, err)
	return files
}

// Every string that the page uses is in the table, in both languages, and none is unused.
func TestTheTableOfStrings(t *testing.T) {
	files := pageFiles(t)
	table := make(map[string][2]string)
	for _, m := range regexp.MustCompile(`(?m)^  (\w+): \['(.*)', '(.*)'\],$`).FindAllStringSubmatch(files["js/text.js"], -1) {
		table[m[1]] = [2]string{m[2], m[3]}
	}
	require.Greater(t, len(table), 150)
	const quotes = "'\"`"
	holes := regexp.MustCompile(`\{\d\}`)
	for key, texts := range table {
		assert.ElementsMatch(t, holes.FindAllString(texts[0], -1), holes.FindAllString(texts[1], -1), "the values of %s", key)
		assert.True(t, key == "cellX" || texts[0] != "" && texts[1] != "", "%s is empty", key)
	}
	all := ""
	for name, text := range files {
		if strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".js") && name != "js/text.js" {
			all += text
		}
	}
	all += strings.SplitN(files["js/text.js"], "let language", 2)[1]
	for _, m := range regexp.MustCompile(`(?:\bt\('|data-t="|data-t-label=")(\w+)`).FindAllStringSubmatch(all, -1) {
		assert.Contains(t, table, m[1], "the page uses it")
	}
	used := make(map[string]bool) // as a quoted word, or as a name before a colon
	for _, at := range regexp.MustCompile(`\w+`).FindAllStringIndex(all, -1) {
		before, after := all[max(at[0], 1)-1:at[0]], all[at[1]:min(at[1]+1, len(all))]
		if after == ":" || before != "" && after != "" && strings.Contains(quotes, before) && strings.Contains(quotes, after) {
			used[all[at[0]:at[1]]] = true
		}
	}
	for key := range table {
		built := regexp.MustCompile(`^cell[BWX]$|^(about|shape)[A-Za-z]+$|^(extreme|easy|medium|hard|magic|draughtboard)$`).MatchString(key) // from values of the engine
		assert.True(t, used[key] || built, "nothing uses %s", key)
	}
}

// The page has a German template for each one of package human, with the same places and
// lists, and no other.
func TestTheGermanTemplates(t *testing.T) {
	german := make(map[string]string)
	_, sentences, found := strings.Cut(pageFiles(t)["js/words.js"], "export const sentences = {")
	require.True(t, found)
	sentences, _, _ = strings.Cut(sentences, "\n};")
	for _, m := range regexp.MustCompile(`(?m)^  '?([\w.]+)'?: '(.*)',$`).FindAllStringSubmatch(sentences, -1) {
		german[m[1]] = m[2]
	}
	english := human.Templates
	assert.ElementsMatch(t, slices.Collect(maps.Keys(english)), slices.Collect(maps.Keys(german)))
	place := regexp.MustCompile(`\{\w+(?::\w+)?`)
	for name, text := range english {
		assert.Equal(t, places(place, text), places(place, german[name]), name)
		assert.Equal(t, strings.Count(german[name], "{"), strings.Count(german[name], "}"), name)
	}
}

// places returns what the templates of a sentence have in common: their places, each once.
func places(place *regexp.Regexp, template string) []string {
	found := place.FindAllString(template, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// The page has no inline script and no style attribute, which the content policy forbids, and
// its scripts stay small.
func TestThePageIsPlain(t *testing.T) {
	lines := 0
	for name, text := range pageFiles(t) {
		if strings.HasSuffix(name, ".js") {
			lines += strings.Count(text, "\n")
			assert.LessOrEqual(t, strings.Count(text, "\n"), 480, "%s has one job", name)
			assert.NotContains(t, text, "innerHTML", name)
		}
		if strings.HasSuffix(name, ".html") {
			assert.NotRegexp(t, `<script>|<style|\sstyle=|\son\w+=`, text)
			assert.NotRegexp(t, `(src|href)="/`, text, "addresses are relative")
		}
	}
	assert.LessOrEqual(t, lines, 5800)
}

// remarks are the lines of a file that the gallery leaves out, to be loaded faster.
var remarks = regexp.MustCompile(`(?m)^(# |source:).*\n`)

// shownPuzzle is a puzzle of the gallery.
type shownPuzzle struct {
	Text  string `json:"text"`
	Level string `json:"level"` // "" if it has none
}

// isForPlaying reports whether the gallery has a puzzle: it has exactly one solution and is not tiny.
// Stones may lie in several ways.
func isForPlaying(file *text.File) bool {
	stones := file.Puzzle.Family() == puzzle.FamilyDraughtboard
	claim := file.Solutions.String()
	return file.Puzzle.Board().Len() >= 8 && (claim == "1" || stones && claim != "0")
}

// levelOf returns the level of a puzzle with one solution.
func levelOf(t *testing.T, file *text.File) string {
	if file.Solutions.String() != "1" {
		return ""
	}
	grade, err := human.GradeOf(t.Context(), file.Puzzle, human.Extreme)
	require.NoError(t, err, file.Name)
	return grade.Level.String()
}

// TestTheGalleryIsFresh compares gallery.json with testdata and with the levels of people. With WEB_UPDATE=1 it writes it.
func TestTheGalleryIsFresh(t *testing.T) {
	var puzzles []shownPuzzle
	for _, family := range puzzle.Families() {
		names, err := filepath.Glob(filepath.Join("..", "..", "testdata", string(family), "*.txt"))
		require.NoError(t, err)
		for _, name := range names {
			content, err := os.ReadFile(name)
			require.NoError(t, err)
			file, err := text.Read(strings.NewReader(string(content)), name, "")
			if err != nil || file.Puzzle.Board().Len() > 200 || !strings.Contains(string(content), "puzzle:") || !isForPlaying(file) {
				continue // a solution, an answer, too large to play, or nothing to play
			}
			puzzles = append(puzzles, shownPuzzle{remarks.ReplaceAllString(string(content), ""), levelOf(t, file)})
		}
	}
	require.Greater(t, len(puzzles), 40)
	file := filepath.Join("..", "..", "web", "page", "gallery.json")
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	var want strings.Builder
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	require.NoError(t, encoder.Encode(puzzles))
	if os.Getenv("WEB_UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, []byte(want.String()), 0o600))
		return
	}
	assert.True(t, want.String() == string(got), "gallery.json is old; WEB_UPDATE=1 go test ./web writes it")
}

// TestThePageAsksWhatThereIs looks at the questions in the scripts of the page. The operations and
// the options that they name are in the table.
func TestThePageAsksWhatThereIs(t *testing.T) {
	scripts, err := filepath.Glob("../../web/page/js/*.js")
	require.NoError(t, err)
	question := regexp.MustCompile(`\b(?:ask|json|work)\('([a-z]+)'(?:(?:, [^,{\n]*)?, \{([^{}]*)\})?`)
	name := regexp.MustCompile(`(?:^|,)\s*'?([a-z][a-z-]*)'?\s*(?::|,|$)`)
	asked, given := 0, 0
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		require.NoError(t, err)
		for _, found := range question.FindAllSubmatch(text, -1) {
			op, known := serve.OperationNamed(string(found[1]))
			assert.True(t, known, "%s: no operation %s", script, found[1])
			asked++
			for _, option := range name.FindAllSubmatch(found[2], -1) {
				given++
				assert.True(t, slices.ContainsFunc(op.Options, func(o serve.Option) bool {
					return o.Name == string(option[1]) || o.Letter == string(option[1])
				}), "%s: %s has no option %s", script, op.Name, option[1])
			}
		}
	}
	assert.GreaterOrEqual(t, asked, 20)
	assert.GreaterOrEqual(t, given, 8)
}
