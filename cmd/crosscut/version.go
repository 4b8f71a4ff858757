package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"crosscut/internal/base"
)

func (a *app) versionCommand() *cobra.Command {
	var f struct{ Format string }
	return described("version", &f, &cobra.Command{RunE: func(*cobra.Command, []string) error {
		if f.Format == "json" {
			return json.NewEncoder(a.stdout).Encode(base.BuildOf(base.Build()))
		}
		_, err := fmt.Fprintln(a.stdout, version())
		return err
	}})
}

func addVersionFlag(root *cobra.Command) {
	root.Version = version()
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "print the version of crosscut") // without this line cobra adds -v too
}

func version() string { return base.Version("crosscut", base.Build()) }
