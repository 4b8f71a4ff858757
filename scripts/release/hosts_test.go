package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestContainersHoldWhatAnArchiveHas: they have no base, copy a program and the licences, and run it as a user without rights.
func TestContainersHoldWhatAnArchiveHas(t *testing.T) {
	files, err := documents(filepath.Join("..", ".."))
	require.NoError(t, err)
	for name, program := range map[string]string{"Dockerfile": "crosscut", "docs/cluster/Dockerfile": "crosscut-cluster"} {
		at := slices.IndexFunc(files, func(f file) bool { return f.name == name })
		require.GreaterOrEqual(t, at, 0, "%s is in each archive", name)
		text := string(files[at].content)
		assert.Equal(t, []string{"FROM scratch"}, regexp.MustCompile(`(?m)^FROM .*$`).FindAllString(text, -1), name)
		assert.Contains(t, text, "\nCOPY "+program+" LICENSE LICENSES /\n", name)
		assert.Contains(t, text, `ENTRYPOINT ["/`+program+`"]`, name)
		assert.Regexp(t, `(?m)^USER [1-9]\d*:[1-9]\d*$`, text, name)
		assert.Contains(t, text, "LABEL org.opencontainers.image.title=", name)
	}
}

// TestTheContainerWritesAsItsCaller looks at each command that gives the container a folder of the caller.
func TestTheContainerWritesAsItsCaller(t *testing.T) {
	for _, name := range []string{"README.md", "Dockerfile"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		require.NoError(t, err)
		mounts := regexp.MustCompile(`docker run [^\n]*-v "\$PWD:/work" [^\n]*`).FindAllString(string(text), -1)
		require.NotEmpty(t, mounts, name)
		for _, m := range mounts {
			assert.Contains(t, m, `--user "$(id -u):$(id -g)"`, name)
		}
	}
}

// TestTheWorkflowRunsTheChecks: a public host runs what .ci/run runs, and the tests on other systems.
func TestTheWorkflowRunsTheChecks(t *testing.T) {
	workflow, err := os.ReadFile(filepath.FromSlash("../../.github/workflows/checks.yml"))
	require.NoError(t, err)
	for _, part := range []string{"run: .ci/run\n", "windows-latest, macos-latest", "go test ./...", "govulncheck"} {
		assert.Contains(t, string(workflow), part)
	}
}

// TestHostsFindTheArchives: each description has the address and the digest of archives, and no part that
// was not filled in.
func TestHostsFindTheArchives(t *testing.T) {
	sums := map[string]string{}
	for _, platform := range platforms {
		dashed := strings.ReplaceAll(platform, "/", "-")
		sums[dashed] = fmt.Sprintf("%x", sha256.Sum256([]byte(dashed)))
	}
	files, err := hostFiles("v1.2.3", "https://example.org/files/", "A Name <name@example.org>", committed, sums)
	require.NoError(t, err)
	require.Len(t, files, 7)
	for _, f := range files {
		content := string(f.content)
		assert.NotContains(t, content, "<<", f.name)
		assert.True(t, f.name == "changelog.yaml" || f.name == "lintian-overrides" || strings.Contains(content, "https://example.org/files/crosscut-v1.2.3-"), f.name)
		for _, sum := range regexp.MustCompile(`[0-9a-f]{64}`).FindAllString(content, -1) {
			assert.Contains(t, slices.Collect(maps.Values(sums)), sum, f.name)
		}
	}
	assert.True(t, json.Valid(files[slices.IndexFunc(files, func(f file) bool { return f.name == "crosscut.json" })].content))
	delete(sums, "linux-arm64")
	_, err = hostFiles("v1.2.3", "https://example.org/files", "A Name <name@example.org>", committed, sums)
	assert.ErrorContains(t, err, "there is no archive for linux-arm64")
}
