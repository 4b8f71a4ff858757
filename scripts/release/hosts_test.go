package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/needs"
)

// TestTheContainersAreBuilt takes the steps of the Dockerfiles one by one, in the folder of the
// source, and then runs what the containers run. The base image has a Go that go.mod accepts, and the
// programs run as a user without rights.
func TestTheContainersAreBuilt(t *testing.T) {
	if os.Getenv("CROSSCUT_CONTAINERS") == "" {
		t.Skip("with CROSSCUT_CONTAINERS=1, it builds the engine of the page and two programs, in this folder")
	}
	shell := needs.Program(t, "sh")
	for file, asked := range map[string][]string{"Dockerfile": {"unique", "testdata/hidoku/seed-10x10.txt"}, "docs/cluster/Dockerfile": {"help"}} {
		content, err := os.ReadFile(filepath.Join("..", "..", file))
		require.NoError(t, err)
		text := strings.ReplaceAll(string(content), "\\\n", "") // long lines in one
		root := t.TempDir()
		for _, step := range regexp.MustCompile(`(?m)^RUN (.*)$`).FindAllStringSubmatch(text, -1) {
			if strings.HasPrefix(step[1], "go mod") || step[1] == "git config --global --add safe.directory /src" {
				continue // of the container alone
			}
			command := regexp.MustCompile(`git config \S+ \S+ \S+ /src +&& `).ReplaceAllString(step[1], "")
			command = strings.Replace(strings.Replace(command, " -o /", " -o "+root+"/", 1), ">/LICENSES", ">"+root+"/LICENSES", 1)
			build := exec.Command(shell, "-e", "-c", command)
			build.Dir = filepath.Join("..", "..")
			out, err := build.CombinedOutput()
			require.NoError(t, err, "%s: %s\n%s", file, command, out)
		}
		program := regexp.MustCompile(`ENTRYPOINT \["([^"]*)"\]`).FindStringSubmatch(text)[1]
		run := exec.Command(filepath.Join(root, program), asked...)
		run.Dir = filepath.Join("..", "..")
		out, err := run.CombinedOutput()
		require.NoError(t, err, "%s: %s", file, out)
		copied := regexp.MustCompile(`(?m)^COPY --from=build (.*) /$`).FindStringSubmatch(text)
		require.NotNil(t, copied, file)
		made := strings.Fields(copied[1])
		assert.Contains(t, made, program, file)
		assert.Contains(t, made, "/LICENSES", file)
		for _, name := range made {
			assert.FileExists(t, filepath.Join(root, name), file)
		}
		assert.Regexp(t, `(?m)^USER [1-9]\d*:[1-9]\d*$`, text, file)
		assert.Contains(t, text, "LABEL org.opencontainers.image.title=", file)
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
