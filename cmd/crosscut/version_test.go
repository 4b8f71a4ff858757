package main

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVersion(t *testing.T) {
	platform := ", " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	assert.Equal(t, "crosscut (devel)"+platform, version(new(debug.BuildInfo)))
	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.0"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-01-31T12:00:00Z"},
	}}
	assert.Equal(t, "crosscut v1.2.0 (commit 0123456789ab of 2026-01-31T12:00:00Z)"+platform, version(info))
	info.Settings = append(info.Settings, debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	assert.Equal(t, "crosscut v1.2.0 (commit 0123456789ab of 2026-01-31T12:00:00Z, changed since)"+platform, version(info))
}
