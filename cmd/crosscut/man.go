package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/base"
	"crosscut/internal/durable"
)

func (a *app) manCommand() *cobra.Command {
	var f struct{ Dir string }
	return described("man", &f, &cobra.Command{
		ValidArgsFunction: commands.CompleteNames(commands.HasPage),
		RunE: func(cmd *cobra.Command, args []string) error {
			page, rest, err := cmd.Root().Find(args)
			switch {
			case err != nil || len(rest) > 0 || page.IsAdditionalHelpTopicCommand():
				return fmt.Errorf("no manual page on %q; see \"crosscut help\"", strings.Join(args, " "))
			case f.Dir == "":
				_, err = a.stdout.Write(commands.ManPage(page, base.Release(base.Build())))
				return err
			case len(args) > 0:
				return fmt.Errorf("--dir is for all pages; it does not go with %s", strings.Join(args, " "))
			}
			return a.writeManual(cmd.Context(), cmd.Root(), f.Dir)
		},
	})
}

// writeManual writes the pages of a command and of all its subcommands into a directory.
func (a *app) writeManual(ctx context.Context, cmd *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return withGivenName(err, dir)
	}
	err := a.writeWhole(ctx, files.Manual, filepath.Join(dir, commands.PageName(cmd)+".1"), durable.Text(commands.ManPage(cmd, base.Release(base.Build()))))
	for _, below := range cmd.Commands() {
		if err == nil && commands.HasPage(below) {
			err = a.writeManual(ctx, below, dir)
		}
	}
	return err
}

// shells are the supported shells, each with the function that writes its completion.
var shells = []struct {
	name  string
	write func(root *cobra.Command, w io.Writer) error
}{
	{"bash", func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
	{"zsh", (*cobra.Command).GenZshCompletion},
	{"fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
	{"powershell", (*cobra.Command).GenPowerShellCompletionWithDesc},
}

func (a *app) completionCommand() *cobra.Command {
	var names []string
	for _, shell := range shells {
		names = append(names, shell.name)
	}
	return described("completion", nil, &cobra.Command{
		ValidArgsFunction: cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("completion needs a shell: bash, zsh, fish or powershell; see \"%s --help\"", cmd.CommandPath())
			}
			i := slices.Index(names, strings.ToLower(args[0]))
			if i < 0 {
				return fmt.Errorf("completion %q; it is bash, zsh, fish or powershell", args[0])
			}
			return shells[i].write(cmd.Root(), a.stdout)
		},
	})
}
