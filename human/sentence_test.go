package human

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/human/internal/english"
	"crosscut/internal/puzzletest"
)

// requireFilled fails unless a sentence has a template, and a value for each of its places and
// no other.
func requireFilled(t *testing.T, s Sentence) {
	t.Helper()
	template, ok := english.Templates[s.Template]
	require.True(t, ok, "no template %q", s.Template)
	places := make(map[string]bool)
	for _, m := range regexp.MustCompile(`\{(\w+)`).FindAllStringSubmatch(template, -1) {
		places[m[1]] = true
	}
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		require.NotNil(t, s.Values[name], "%s of %s", name, s.Template)
		superfluous := strings.HasPrefix(s.Template, "draughtboard.mirror") && name == "count" // all steps that remove placements count them
		require.True(t, places[name] || superfluous, "%s has no place for %s", s.Template, name)
		delete(places, name)
		switch value := s.Values[name].(type) {
		case Sentence:
			requireFilled(t, value)
		case Sentences:
			require.NotEmpty(t, value)
			for _, part := range value {
				requireFilled(t, part)
			}
		}
	}
	require.Empty(t, places, s.Template)
}

// Places of templates: every type of value, and every way to write it.
func TestEnglish(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\n1,_,_\n_,_,_\n_,_,9\n")
	defer delete(english.Templates, "test")
	for _, c := range []struct {
		template string
		value    Value
		want     string
	}{
		{"a {v}.", Number(-3), "a -3."},
		{"{v}", Cell(5), "r2c3"},
		{"{v}", Stone("AB"), "AB"},
		{"{v}", Cells{0}, "r1c1"},
		{"{v}", Cells{0, 1}, "r1c1 and r1c2"},
		{"{v:or}", Cells{0, 1, 8}, "r1c1, r1c2 or r3c3"},
		{"{v:spaced}", Cells{0, 1, 8}, "r1c1 r1c2 r3c3"},
		{"{v}", Numbers{}, ""},
		{"{v:ranges}", Numbers{1, 2, 4, 5, 6, 7, 9}, "1, 2, 4 to 7 or 9"},
		{"{v|one|{v} ways}!", Number(1), "one!"},
		{"{v|one|{v} ways}!", Number(0), "0 ways!"},
		{"{v|only {v}|all of {v}}", Cells{3}, "only r2c1"},
		{"{v|only {v}|all of {v:or}}", Cells{3, 4}, "all of r2c1 or r2c2"},
		{"{v|a|b}", nil, "b"},
		{"{v}", nil, ""},
		{"{v}", Sentence{"numbers.at", Values{"number": Number(2), "cell": Cell(1)}}, "2 at r1c2"},
		{"{v}", Sentences{{"magic.row", Values{"number": Number(2)}}, {"magic.rising", nil}}, "row 2 and the rising diagonal"},
		{"{v", Number(2), "2"}, // no panic, whatever the table has
	} {
		english.Templates["test"] = c.template
		assert.Equal(t, c.want, Sentence{"test", Values{"v": c.value}}.English(p.Board()), c.template)
	}
	assert.Empty(t, Sentence{}.English(nil))
	assert.Empty(t, Sentence{Template: "there is none"}.English(p.Board()))
}

// The sentences of steps and contradictions have all values that their templates need.
func TestSentencesAreComplete(t *testing.T) {
	said := make(map[string]bool)
	for _, name := range []string{
		"hidoku/seed-10x10.txt", "hidoku/gk05-unsat-2.txt", "hidoku/gr08-min-1.txt", "hidoku/gx09-min-1.txt", "hidoku/gr08-unsat-1.txt",
		"magic/seed-5x5.txt", "magic/n4-u3.txt", "magic/n3-m1.txt", "magic/n3-x.txt", "magic/order-2.txt",
		"draughtboard/d04-0.txt", "draughtboard/d05-3.txt", "draughtboard/dominoes-4x4.txt",
	} {
		content, err := os.ReadFile(filepath.Join("..", "testdata", name))
		require.NoError(t, err)
		p := puzzletest.Read(t, string(content))
		s, err := New(p)
		require.NoError(t, err)
		for range 30 {
			step, err := s.Next(t.Context())
			if found := (*ContradictionError)(nil); errors.As(err, &found) {
				requireFilled(t, found.Sentence)
				assert.ErrorIs(t, err, ErrContradiction)
				said[found.Sentence.Template] = true
			}
			if err != nil {
				break
			}
			requireFilled(t, step.Sentence)
			assert.Equal(t, step.Sentence.English(p.Board()), step.Text)
			said[step.Sentence.Template] = true
		}
	}
	assert.Greater(t, len(said), 15)
}

// Every template is used, and every text for people comes from the table.
func TestTheTableOfTemplates(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	more, err := filepath.Glob("../internal/serve/*.go")
	require.NoError(t, err)
	code := ""
	for _, name := range append(files, more...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		code += string(text)
	}
	for name := range Templates() {
		assert.Contains(t, code, `"`+name+`"`, "nothing says it")
	}
	for _, m := range regexp.MustCompile(`"((?:numbers|hidoku|magic|draughtboard|look)\.\w+)"`).FindAllStringSubmatch(code, -1) {
		assert.Contains(t, Templates(), m[1])
	}
}
