package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/internal/serve/commands"
)

func (a *app) manCommand() *cobra.Command {
	var dir string
	return command("man", commands.Variables{"dir": &dir}, &cobra.Command{
		Long: `Print the manual page of crosscut or of a command, for "man" and "groff". With --dir,
write the pages of crosscut and of all its commands into a directory. It is created if it
does not exist.`,
		Example: "  crosscut man solve\n  crosscut man --dir man1",

		ValidArgsFunction: commands.CompleteNames(commands.HasPage),
		RunE: func(cmd *cobra.Command, args []string) error {
			page, rest, err := cmd.Root().Find(args)
			switch {
			case err != nil || len(rest) > 0 || page.IsAdditionalHelpTopicCommand():
				return fmt.Errorf("no manual page on %q; see \"crosscut help\"", strings.Join(args, " "))
			case dir == "":
				_, err = a.stdout.Write(commands.ManPage(page, release))
				return err
			case len(args) > 0:
				return fmt.Errorf("--dir is for all pages; it does not go with %s", strings.Join(args, " "))
			}
			return a.writeManual(cmd.Context(), cmd.Root(), dir)
		},
	})
}

// writeManual writes the pages of a command and of all its subcommands into a directory.
func (a *app) writeManual(ctx context.Context, cmd *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return withGivenName(err, dir)
	}
	err := a.writeWhole(ctx, filepath.Join(dir, commands.PageName(cmd)+".1"), func(w io.Writer) error {
		_, err := w.Write(commands.ManPage(cmd, release))
		return err
	})
	for _, below := range cmd.Commands() {
		if err == nil && commands.HasPage(below) {
			err = a.writeManual(ctx, below, dir)
		}
	}
	return err
}
