package base

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// Build says what this program was built from. It is empty where Go does not tell.
func Build() *debug.BuildInfo {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	return info
}

// Release is the version of a build, as Go takes it from git: that of the tag of its commit, or else the
// time and the commit.
func Release(info *debug.BuildInfo) string { return cmp.Or(info.Main.Version, "(devel)") }

// Version describes a build of a program: "crosscut v1.2.0 (commit 0123456789ab of
// 2026-01-31T12:00:00Z, changed since), go1.26.0 linux/amd64".
func Version(program string, info *debug.BuildInfo) string {
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := ""
	if revision := settings["vcs.revision"]; revision != "" {
		commit = fmt.Sprintf(" (commit %.12s of %s", revision, settings["vcs.time"])
		if settings["vcs.modified"] == "true" {
			commit += ", changed since"
		}
		commit += ")"
	}
	return fmt.Sprintf("%s %s%s, %s %s/%s", program, Release(info), commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
