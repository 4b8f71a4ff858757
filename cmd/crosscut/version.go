package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return described("version", nil, &cobra.Command{RunE: func(*cobra.Command, []string) error {
		_, err := fmt.Fprintln(a.stdout, version(build()))
		return err
	}})
}

func addVersionFlag(root *cobra.Command) {
	root.Version = version(build())
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "print the version of crosscut") // without this line cobra adds -v too
}

// build says what this program was built from. It is empty where Go does not tell.
func build() *debug.BuildInfo {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	return info
}

// release is the version of a build, as Go takes it from git: that of the tag of its commit, or else the
// time and the commit.
func release(info *debug.BuildInfo) string { return cmp.Or(info.Main.Version, "(devel)") }

// version describes a build: "crosscut v0.1.0 (commit 0123456789ab of
// 2026-01-31T12:00:00Z, changed since), go1.26.0 linux/amd64".
func version(info *debug.BuildInfo) string {
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
	return fmt.Sprintf("crosscut %s%s, %s %s/%s", release(info), commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
