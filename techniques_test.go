package crosscut_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/techniques"
)

// TestEveryTechniqueIsDescribed looks for the files of the rows, and compares the table in
// docs/measurements.md with them. With README_UPDATE=1 it writes the table.
func TestEveryTechniqueIsDescribed(t *testing.T) {
	const page, begin, end = "docs/measurements.md", "<!-- techniques -->\n", "<!-- end of techniques -->\n"
	var table strings.Builder
	table.WriteString("| engine | technique | what it does | gains |\n|---|---|---|---|\n")
	for _, engine := range techniques.All() {
		for _, r := range engine.Rows {
			assert.FileExists(t, filepath.Join(filepath.FromSlash(engine.Engine), filepath.FromSlash(r.File)), "%s: %s", engine.Engine, r.Name)
			assert.True(t, r.Does != "" && r.Applies != "" && r.Gains != "", "%s: %s", engine.Engine, r.Name)
			fmt.Fprintf(&table, "| %s | %s | %s | %s |\n", engine.Engine, r.Name, r.Does, r.Gains)
		}
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), begin)
	require.True(t, found, "%s has no place for the techniques", page)
	_, after, found := strings.Cut(rest, end)
	require.True(t, found, "%s has no end of the techniques", page)
	fresh := before + begin + "\n" + table.String() + "\n" + end + after
	if os.Getenv("README_UPDATE") != "" {
		require.NoError(t, os.WriteFile(page, []byte(fresh), 0o600))
		return
	}
	assert.True(t, fresh == string(text), "the table of techniques is old; README_UPDATE=1 go test -run EveryTechnique . writes it")
}
