package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
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
		Long: `Print the manual page of crosscut or of a command, for "man" and "groff". With --dir,
write the pages of crosscut and of all its commands into a directory. It is created if it
does not exist.`,
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

// writeManual writes the pages of a command and of all its subcommands into a directory.
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

// hasPage reports whether a command has its own page in the manual. Help topics do not:
// the page of crosscut has the important ones.
func hasPage(cmd *cobra.Command) bool {
	return cmd.IsAvailableCommand() && !cmd.IsAdditionalHelpTopicCommand() && cmd.Name() != "help"
}

// pageName is "crosscut-solve" for solve.
func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manPage returns the manual page of a command in the language of troff.
//
// The package doc of cobra would need less code, but its pages lose what users need. They
// run the indented tables of our help together, show "--jobs=0" instead of "--jobs N",
// and have no exit codes, files or environment. They also print the date of the run.
func manPage(cmd *cobra.Command) []byte {
	var page bytes.Buffer
	fmt.Fprintf(&page, "%% %q %q %q %q %q\n\n", strings.ToUpper(pageName(cmd)), "1", "", "crosscut "+release, "crosscut manual")
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

// writeCommands lists the subcommands of cmd.
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

// markdown returns a help text as Markdown. Indented lines keep their form. All other
// lines become paragraphs.
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

// markdownSpecials matches the characters that have a meaning in Markdown.
var markdownSpecials = regexp.MustCompile("[\\\\`*_\\[\\]<>#|~]")

// escaped returns text with a backslash before each character that has a meaning in Markdown.
func escaped(text string) string { return markdownSpecials.ReplaceAllString(text, `\$0`) }
