package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/serve"
)

// TestThePageAsksWhatThereIs looks at the questions in the scripts of the page. The operations and
// the options that they name are in the table.
func TestThePageAsksWhatThereIs(t *testing.T) {
	scripts, err := filepath.Glob("page/js/*.js")
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
