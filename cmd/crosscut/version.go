package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print which crosscut this is",
		Long:    "Print the version, the commit that it was built from, and the compiler and platform\nthat it was built with and for.",
		Example: "  crosscut version",
		Args:    cobra.NoArgs,

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			info, ok := debug.ReadBuildInfo()
			if !ok {
				info = new(debug.BuildInfo)
			}
			_, err := fmt.Fprintln(a.stdout, version(info))
			return err
		},
	}
}

// version says what is known of a build: "crosscut v1.2.0 (commit 0123456789ab of
// 2026-01-31T12:00:00Z, changed since), go1.26.0 linux/amd64".
func version(info *debug.BuildInfo) string {
	number := info.Main.Version
	if number == "" {
		number = "(devel)"
	}
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
	return fmt.Sprintf("crosscut %s%s, %s %s/%s", number, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
