package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (a *app) manCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "man [COMMAND]",
		Short: "Print the manual page of crosscut or of a command",
		Long: `Print the manual page of crosscut, or of a command, for "man" and "groff"; with
--dir, write the pages of crosscut and all its commands into a directory, which is made
if it is not there.`,
		Example: "  crosscut man solve\n  crosscut man --dir man1",

		ValidArgsFunction: commandNames(hasPage),
		RunE: func(cmd *cobra.Command, args []string) error {
			page, rest, err := cmd.Root().Find(args)
			switch {
			case err != nil || len(rest) > 0 || page.IsAdditionalHelpTopicCommand():
				return fmt.Errorf("no manual page on %q; see \"crosscut help\"", strings.Join(args, " "))
			case dir == "":
				_, err = a.stdout.Write(manPage(page))
				return err
			case len(args) > 0:
				return fmt.Errorf("--dir is for all pages; it does not go with %s", strings.Join(args, " "))
			}
			return a.writeManual(cmd.Context(), cmd.Root(), dir)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "write all pages into this `DIRECTORY`")
	return cmd
}

// writeManual writes the pages of a command and of all below it into a directory.
func (a *app) writeManual(ctx context.Context, cmd *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return withGivenName(err, dir)
	}
	err := a.writeWhole(ctx, filepath.Join(dir, pageName(cmd)+".1"), func(w io.Writer) error {
		_, err := w.Write(manPage(cmd))
		return err
	})
	for _, below := range cmd.Commands() {
		if err == nil && hasPage(below) {
			err = a.writeManual(ctx, below, dir)
		}
	}
	return err
}

// hasPage reports whether a command has a page in the manual: not the topics, which are
// on the first one, and not help, which has everything.
func hasPage(cmd *cobra.Command) bool {
	return cmd.IsAvailableCommand() && !cmd.IsAdditionalHelpTopicCommand() && cmd.Name() != "help"
}

// pageName is "crosscut-solve" for solve.
func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manPage returns the manual page of a command in the language of troff.
func manPage(cmd *cobra.Command) []byte {
	var page bytes.Buffer
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	fmt.Fprintf(&page, "%% %q %q %q %q %q\n\n", strings.ToUpper(pageName(cmd)), "1", "", "crosscut "+info.Main.Version, "crosscut manual")
	fmt.Fprintf(&page, "# NAME\n%s \\- %s\n\n", pageName(cmd), escaped(cmd.Short))
	fmt.Fprintf(&page, "# SYNOPSIS\n**%s**\n\n", escaped(cmd.UseLine()))
	fmt.Fprintf(&page, "# DESCRIPTION\n%s\n", markdown(cmd.Long))
	writeCommands(&page, cmd)
	writeOptions(&page, "OPTIONS", cmd.NonInheritedFlags())
	writeOptions(&page, "OPTIONS OF ALL COMMANDS", cmd.InheritedFlags())
	if !cmd.HasParent() {
		fmt.Fprintf(&page, "# FILES\n%s\n", markdown(filesTopic().Long))
		fmt.Fprintf(&page, "# EXIT STATUS\n%s\n", markdown(exitCodesTopic().Long))
		page.WriteString("# ENVIRONMENT\n**NO_COLOR**\n: when it is set, nothing is drawn in colours\n\n")
	}
	if cmd.Example != "" {
		fmt.Fprintf(&page, "# EXAMPLES\n%s\n", markdown(cmd.Example))
	}
	if cmd.HasParent() {
		fmt.Fprintf(&page, "# SEE ALSO\n**%s**(1)\n", pageName(cmd.Parent()))
	}
	return md2man.Render(page.Bytes())
}

// writeCommands lists the commands below cmd.
func writeCommands(page *bytes.Buffer, cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	page.WriteString("# COMMANDS\n")
	for _, below := range cmd.Commands() {
		if hasPage(below) {
			fmt.Fprintf(page, "**%s**(1)\n: %s\n\n", pageName(below), escaped(below.Short))
		}
	}
}

// writeOptions lists flags.
func writeOptions(page *bytes.Buffer, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(page, "# %s\n", title)
	flags.VisitAll(func(flag *pflag.Flag) {
		if flag.Hidden {
			return
		}
		if flag.Shorthand != "" {
			fmt.Fprintf(page, "**-%s**, ", flag.Shorthand)
		}
		value, usage := pflag.UnquoteUsage(flag)
		fmt.Fprintf(page, "**--%s**", flag.Name)
		if value != "" {
			fmt.Fprintf(page, " *%s*", escaped(value))
		}
		if flag.DefValue != "" && flag.DefValue != "false" && flag.DefValue != "0" && flag.DefValue != "0s" {
			usage += " (default " + flag.DefValue + ")"
		}
		fmt.Fprintf(page, "\n: %s\n\n", escaped(usage))
	})
}

// markdown returns a help text as Markdown: lines that begin with blanks stay as they
// are, all others are paragraphs.
func markdown(help string) string {
	var text strings.Builder
	fixed := false
	for _, line := range strings.Split(help, "\n") {
		if indented := strings.HasPrefix(line, "  "); indented != fixed && line != "" {
			fixed = indented
			text.WriteString("\n```\n\n")
		}
		if fixed {
			text.WriteString(strings.TrimPrefix(line, "  ") + "\n")
		} else {
			text.WriteString(escaped(line) + "\n")
		}
	}
	if fixed {
		text.WriteString("```\n")
	}
	return text.String()
}

var special = regexp.MustCompile("[\\\\`*_\\[\\]<>#|~]")

// escaped returns a text that Markdown takes as it is.
func escaped(text string) string { return special.ReplaceAllString(text, `\$0`) }
