package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cmd/internal/serve"
)

// questions bring every message that the page has in German.
var questions = []serve.Question{
	{Operation: "read", Text: "puzzle: draughtboard\nboard: 2x2\nX,X\n"},
	{Operation: "read", Text: "puzzle: draughtboard\nboard: 2x2\n=\nB,W\n"},
	{Operation: "read", Text: "puzzle: draughtboard\nboard: 3x1\ncorner: W\n=\nB,W,B\n"},
	{Operation: "read", Text: "puzzle: draughtboard\nboard: 3x1\ncorner: B\n=\nW,B,W\n"},
	{Operation: "read", Text: "puzzle: draughtboard\ncorner: B\nflips: yes\nboard:\nX,X\nX,X\n"},
	{Operation: "solve", Text: "puzzle: hidoku\n1,1\n_,_\n"},
	{Operation: "solve", Text: "puzzle: magic\n10\n"},
	{Operation: "solve", Text: "puzzle: hidoku\n1,9\n_,_\n"},
	{Operation: "read", Text: "puzzle: hidoku\n#,#\n"},
	{Operation: "read", Text: ""},
	{Operation: "read", Text: "puzzle: hidoku\n1,x\n"},
	{Operation: "read", Text: "puzzle: hidoku\n1,.\n_,_\n"},
	{Operation: "read", Text: "puzzle: hidoku\n1,2\n3\n"},
	{Operation: "read", Text: "puzzle: hidoku\n1,2\n3,4,_\n"},
	{Operation: "read", Text: "puzzle: cards\n_,_\n"},
	{Operation: "minimal", Text: "puzzle: hidoku\n_,_\n_,_\n"},
	{Operation: "generate", Options: map[string]string{"family": "magic", "size": "2"}},
	{Operation: "read", Text: "puzzle: hidoku\nwalls: r1c1-r1c3\n1,_,_\n"},
	{Operation: "read", Text: "puzzle: hidoku\nbridges: r1c1-r1c2\n1,_,_\n"},
	{Operation: "read", Text: "puzzle: hidoku\nlinks: r1c1-r1c3\n1,_,_\n"},
	{Operation: "read", Text: "puzzle: hidoku\nlinks: r1c1-r1c2\nunlinked: r1c1-r1c2\n1,_,_\n"},
	{Operation: "read", Text: "puzzle: hidoku\nwalls: r1c1-r9c9\n1,_,_\n"},
	{Operation: "solve", Text: "puzzle: hidoku\nclues: order\n1,_,3\n"},
	{Operation: "read", Text: "puzzle: hidoku\nclues: order\n1,_,_\n"},
	{Operation: "read", Text: "puzzle: hidoku\nmoves: hex\ntorus: yes\n1,_,_\n_,_,_\n_,_,_\n"},
	{Operation: "read", Text: "puzzle: hidoku\nmoves: camel\n1,_,_\n"},
	{Operation: "read", Text: "puzzle: draughtboard\nboard: 2x2\ngaps: many\nX,X\n"},
	{Operation: "read", Text: "puzzle: draughtboard\nboard: 2x2\ngaps: 3\nX,X\n"},
	{Operation: "read", Text: "puzzle: draughtboard\nboard: 2x1\nX,_,X\n"},
	{Operation: "read", Text: "puzzle: draughtboard\nX,X,Q\n"},
	{Operation: "read", Text: "puzzle: draughtboard\nX,X,X\n"},
	{Operation: "hint", Text: "puzzle: draughtboard\nboard: 3x1\ngaps: any\n* *\nX,X\n"},
	{Operation: "hint", Text: "puzzle: draughtboard\nboard: 3x1\ncorner: any\ngaps: 1\nB,W\n"},
	{Operation: "generate", Text: "puzzle: draughtboard\nboard: 3x2\ncorner: B\n3 *\nB\nW\n", Options: map[string]string{"family": "draughtboard", "keep": "true"}},
	{Operation: "generate", Options: map[string]string{"family": "hidoku", "moves": "knight", "size": "3x3"}},
	{Operation: "generate", Text: "puzzle: hidoku\nmoves: rook\n1,3,_\n", Options: map[string]string{"family": "hidoku", "keep": "true"}},
	{Operation: "read", Text: "puzzle: magic\nnumbers: 1 2 3\n_,_\n_,_\n"},
	{Operation: "read", Text: "puzzle: magic\n1,2,3\n_,_,_\n"},
}

// Each German message stands for one that the engine has, and the questions bring each.
func TestTheMessages(t *testing.T) {
	_, list, found := strings.Cut(pageFiles(t)["js/words.js"], "export const messages = [")
	require.True(t, found)
	var messages []*regexp.Regexp
	for _, m := range regexp.MustCompile(`(?m)^  \['(.*)', '(.*)'\],$`).FindAllStringSubmatch(list, -1) {
		parts := regexp.MustCompile(`\{\d\}`).Split(m[1], -1)
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		template := regexp.MustCompile(`(\.\*(?: black| white)? (?:cell|row|number))s`).ReplaceAllString(strings.Join(parts, ".*"), "${1}s?") // "1 cell" too
		messages = append(messages, regexp.MustCompile(`^(puzzle:\d+:\d+: )?`+template+`$`))
		for _, place := range regexp.MustCompile(`\{\d\}`).FindAllString(m[2], -1) {
			assert.Contains(t, m[1], place)
		}
	}
	require.Len(t, messages, len(questions))
	for i, q := range questions {
		a := serve.Ask(t.Context(), q, serve.Bounds{}, nil)
		var failure struct{ Error string }
		require.NoError(t, json.Unmarshal(a.Body, &failure))
		assert.Equal(t, serve.Input, a.Kind, "%s", q.Text)
		assert.Regexp(t, messages[i], failure.Error, q.Text)
	}
}

// The page has words in both languages for what each variant in testdata has, without the
// headers of files. Only moves keep the names that files have.
func TestTheNamesOfVariants(t *testing.T) {
	pages := pageFiles(t)
	_, list, found := strings.Cut(pages["js/words.js"], "export const variants = {")
	require.True(t, found)
	list, _, _ = strings.Cut(list, "};")
	words := make(map[string]string)
	for _, m := range regexp.MustCompile(`(?m)^  (\w+): \{ name: \['.+?', '(.+?)'\],`).FindAllStringSubmatch(pages["js/hidoku-rules.js"], -1) {
		words[m[1]] = m[2]
	}
	for _, m := range regexp.MustCompile(`(?m)^  '(.*?)': \['(.+)', '(.+)'\],$`).FindAllStringSubmatch(list, -1) {
		words[m[1]] = m[3]
		assert.NotContains(t, m[2]+m[3], ":", "a header of a file is no plain language")
	}
	files, err := filepath.Glob("../../testdata/*/*.txt")
	require.NoError(t, err)
	seen := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var info struct{ Variant string }
		a := serve.Ask(t.Context(), serve.Question{Operation: "read", Text: string(text)}, serve.Bounds{}, nil)
		if a.Kind != serve.OK || json.Unmarshal(a.Body, &info) != nil || info.Variant == "" {
			continue
		}
		for _, part := range regexp.MustCompile(`, | and `).Split(info.Variant, -1) {
			if !strings.HasPrefix(part, "moves: ") {
				assert.Contains(t, words, part, file)
				seen++
			}
		}
	}
	assert.Greater(t, seen, 20)
}
