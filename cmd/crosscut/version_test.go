package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVersion(t *testing.T) {
	platform := ", " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	assert.Equal(t, "crosscut v0.1.0"+platform, version(new(debug.BuildInfo)))
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-01-31T12:00:00Z"},
	}}
	assert.Equal(t, "crosscut v0.1.0 (commit 0123456789ab of 2026-01-31T12:00:00Z)"+platform, version(info))
	info.Settings = append(info.Settings, debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	assert.Equal(t, "crosscut v0.1.0 (commit 0123456789ab of 2026-01-31T12:00:00Z, changed since)"+platform, version(info))
}

// TestReleaseIsTheNewestInTheChangelog compares the printed version with CHANGELOG.md, in
// which the newest version is the first.
func TestReleaseIsTheNewestInTheChangelog(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "CHANGELOG.md"))
	require.NoError(t, err)
	newest := regexp.MustCompile(`(?m)^## (v\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$`).FindSubmatch(text)
	require.NotNil(t, newest, "no line such as \"## v0.1.0 - 2026-01-31\"")
	assert.Equal(t, string(newest[1]), release)
}
