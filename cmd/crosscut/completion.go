package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/generate"
	"crosscut/human"
	"crosscut/internal/exchange"
	"crosscut/puzzle"
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
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print the completion script of a shell",
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
	}
}

// choices returns the values of flags that have only a few. A key is the name of a flag,
// or a command and a flag where that command has other values.
func choices() map[string][]string {
	var families, levels []string
	for _, family := range puzzle.Families() {
		families = append(families, string(family))
	}
	for _, level := range human.Levels() {
		levels = append(levels, level.String())
	}
	return map[string][]string{
		"engine":       {"native", "sat", "dlx", "all", "race"},
		"cover engine": {"dlx", "sat"},
		"core":         dlx.CoreNames(),
		"encoding":     encode.EncodingNames(),
		"format":       {"text", "json"},
		"log-format":   {"text", "json"},
		"puzzle":       families,
		"encode to":    {targetDIMACS, targetDLX, targetOPB},
		"decode from":  {targetDIMACS, targetDLX},
		"draw to":      pictureForms,
		"import from":  exchange.Names(),
		"export to":    exchange.Names(),
		"difficulty":   levels,
		"symmetry":     {string(generate.NoPattern), string(generate.Rotational), string(generate.Mirrored)},
		"paper":        {"a4", "letter", "a5"},
		"shape":        generate.ShapeNames(),
		"ends":         {string(generate.AnyEnds), string(generate.GivenEnds), string(generate.HiddenEnds)},
		"moves":        {string(puzzle.King), string(puzzle.Rook), string(puzzle.Hex)},
		"corner":       {"B", "W"},
		"diagonals":    {"yes", "no"},
		"lines":        {"pandiagonal", "associative"},
		"flips":        {"yes", "no"},
	}
}

// complete registers the completion of every flag of a command and of its subcommands: one
// of the choices, a file, a directory, or nothing.
func complete(cmd *cobra.Command, choices map[string][]string) {
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		values, ok := choices[cmd.Name()+" "+flag.Name]
		if !ok {
			values = choices[flag.Name]
		}
		directive := cobra.ShellCompDirectiveNoFileComp
		switch kind := placeOf(flag); {
		case kind == "file", flag.Name == "shape":
			directive = cobra.ShellCompDirectiveDefault
		case kind == "folder":
			directive = cobra.ShellCompDirectiveFilterDirs
		}
		_ = cmd.RegisterFlagCompletionFunc(flag.Name, cobra.FixedCompletions(values, directive)) // fails only for a flag that already has a completion
	})
	for _, below := range cmd.Commands() {
		complete(below, choices)
	}
}

// commandNames completes the names of the commands that are shown, and of their
// subcommands.
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
