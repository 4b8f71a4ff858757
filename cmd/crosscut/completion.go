package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"crosscut"
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/puzzle"
)

// shells are those that there is completion for, and what writes what they need.
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
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print what a shell needs to complete commands",
		Long: `Print what a shell needs to complete commands, flags and the values of flags. For the
shell that is running:

  source <(crosscut completion bash)      with the package bash-completion
  source <(crosscut completion zsh)       after "autoload -U compinit; compinit"
  crosscut completion fish | source
  crosscut completion powershell | Out-String | Invoke-Expression

For all that begin later, put that line into what the shell reads at its start, or the
text where the shell looks for completions.`,
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
	}
}

// choices are the values of flags that have few, of one command, or else of all.
func choices() map[string][]string {
	var families, levels, encodings []string
	for _, family := range puzzle.Families() {
		families = append(families, string(family))
		for _, e := range encode.Encodings(family) {
			if !slices.Contains(encodings, e.Name) {
				encodings = append(encodings, e.Name)
			}
		}
	}
	for _, level := range crosscut.Levels() {
		levels = append(levels, level.String())
	}
	return map[string][]string{
		"engine":       {"native", "sat", "dlx", "all", "race"},
		"cover engine": {"dlx", "sat"},
		"core":         dlx.CoreNames(),
		"encoding":     encodings,
		"format":       {"text", "json"},
		"log-format":   {"text", "json"},
		"puzzle":       families,
		"encode to":    {targetDIMACS, targetDLX},
		"decode from":  {targetDIMACS, targetDLX},
		"draw to":      pictureForms,
		"prover":       {ownProver, gophersatProver},
		"difficulty":   levels,
		"symmetry":     {string(crosscut.NoPattern), string(crosscut.Rotational), string(crosscut.Mirrored)},
		"ends":         {string(crosscut.AnyEnds), string(crosscut.GivenEnds), string(crosscut.HiddenEnds)},
		"moves":        {string(puzzle.King), string(puzzle.Rook), string(puzzle.Hex)},
		"corner":       {"B", "W"},
		"diagonals":    {"yes", "no"},
		"flips":        {"yes", "no"},
	}
}

// complete tells shells what the values of the flags of a command, and of those below
// it, can be: one of a few, a file, a directory, or what nobody can complete.
func complete(cmd *cobra.Command, choices map[string][]string) {
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		values, ok := choices[cmd.Name()+" "+flag.Name]
		if !ok {
			values = choices[flag.Name]
		}
		directive := cobra.ShellCompDirectiveNoFileComp
		switch placeOf(flag) {
		case "file":
			directive = cobra.ShellCompDirectiveDefault
		case "folder":
			directive = cobra.ShellCompDirectiveFilterDirs
		}
		_ = cmd.RegisterFlagCompletionFunc(flag.Name, cobra.FixedCompletions(values, directive)) // fails only for a flag that has one
	})
	for _, below := range cmd.Commands() {
		complete(below, choices)
	}
}

// commandNames completes the names of commands, one below the other, of those that are
// shown.
func commandNames(shown func(*cobra.Command) bool) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
		if above, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
			for _, below := range above.Commands() {
				if shown(below) {
					names = append(names, cobra.CompletionWithDesc(below.Name(), below.Short))
				}
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}
