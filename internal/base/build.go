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

// BuildFacts are what a program says about its build.
type BuildFacts struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Date     string `json:"date,omitempty"`    // of the commit
	Changed  bool   `json:"changed,omitempty"` // files were changed after the commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// BuildOf returns the facts of a build.
func BuildOf(info *debug.BuildInfo) BuildFacts {
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	return BuildFacts{
		Version: Release(info), Commit: settings["vcs.revision"], Date: settings["vcs.time"], Changed: settings["vcs.modified"] == "true",
		Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
}

// Version describes a build of a program: "crosscut v1.2.0 (commit 0123456789ab of
// 2026-01-31T12:00:00Z, changed since), go1.26.0 linux/amd64".
func Version(program string, info *debug.BuildInfo) string {
	b, commit := BuildOf(info), ""
	if b.Commit != "" {
		commit = fmt.Sprintf(" (commit %.12s of %s", b.Commit, b.Date)
		if b.Changed {
			commit += ", changed since"
		}
		commit += ")"
	}
	return fmt.Sprintf("%s %s%s, %s %s", program, b.Version, commit, b.Go, b.Platform)
}
