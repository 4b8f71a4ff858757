package commands

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagGroups are the groups in which help texts list flags. Flags that no group names are
// in the first.
var flagGroups = []struct {
	title string
	flags []string
	brief string // for commands of which the group is not the subject: the command that explains it
}{
	{"Puzzle flags", nil, ""},
	{"Output flags", []string{
		"format", "output", "dir", "to", "base", "title", "per-page", "trace", "steps", "stats", "quiet", "digest", "with-solutions", "solution",
		"author", "paper", "landscape", "grey", "large", "solutions-per-page", "no-lock",
	}, ""},
	{"Limits", []string{"time", "nodes", "memory", "jobs", "run", "cubes"}, "solve"},
	{"Engine flags", []string{"engine", "encoding", "core", "sat-command"}, "solve"},
}

// briefHelp are the commands whose help names the flags of the last groups without
// explaining them. So their help fits on a screen.
var briefHelp = []string{"draw"}

// GroupFlags makes the help of all commands list flags in groups.
func GroupFlags(root *cobra.Command) {
	cobra.AddTemplateFunc("flagsInGroups", flagsInGroups)
	template := root.UsageTemplate()
	for _, part := range []string{
		"{{if .HasAvailableLocalFlags}}\n\nFlags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}",
		"{{if .HasAvailableInheritedFlags}}\n\nGlobal Flags:\n{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}",
	} {
		template = strings.Replace(template, part, "", 1)
	}
	root.SetUsageTemplate(strings.Replace(template, "{{if .HasHelpSubCommands}}", "{{flagsInGroups .}}{{if .HasHelpSubCommands}}", 1))
}

func flagsInGroups(cmd *cobra.Command) string {
	groups := make([]*pflag.FlagSet, len(flagGroups))
	for i := range groups {
		groups[i] = pflag.NewFlagSet("", pflag.ContinueOnError)
	}
	add := func(flag *pflag.Flag) {
		i := 0
		for j, g := range flagGroups {
			if slices.Contains(g.flags, flag.Name) {
				i = j
			}
		}
		groups[i].AddFlag(flag)
	}
	cmd.LocalFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	var text strings.Builder
	briefBefore := false // brief groups stand on lines next to each other
	for i, g := range flagGroups {
		switch {
		case !groups[i].HasAvailableFlags():
		case g.brief != "" && slices.Contains(briefHelp, cmd.Name()):
			var names []string
			between := "\n\n"
			if briefBefore {
				between = "\n"
			}
			briefBefore = true
			groups[i].VisitAll(func(flag *pflag.Flag) { names = append(names, "--"+flag.Name) })
			fmt.Fprintf(&text, "%s%s: %s; see \"crosscut help %s\"", between, g.title, strings.Join(names, ", "), g.brief)
		default:
			fmt.Fprintf(&text, "\n\n%s:\n%s", g.title, strings.TrimRight(groups[i].FlagUsages(), "\n "))
		}
	}
	return text.String()
}
