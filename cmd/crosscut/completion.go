package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
)

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
	return command("completion", nil, &cobra.Command{
		Long: `Print the script with which a shell completes commands, flags and their values. For the
running shell:

  source <(crosscut completion bash)      with the package bash-completion
  source <(crosscut completion zsh)       after "autoload -U compinit; compinit"
  crosscut completion fish | source
  crosscut completion powershell | Out-String | Invoke-Expression

For later shells, put that line into the start-up file of the shell. Or save the script in
the folder where the shell looks for completions.`,
		Example:           "  crosscut completion bash > crosscut.bash",
		ValidArgsFunction: cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("completion needs a shell: bash, zsh, fish or powershell; see \"%s --help\"", cmd.CommandPath())
			}
			i := slices.Index(names, args[0])
			if i < 0 {
				return fmt.Errorf("completion %q; it is bash, zsh, fish or powershell", args[0])
			}
			return shells[i].write(cmd.Root(), a.stdout)
		},
	})
}
