package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

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
//
// A package that makes pages from Markdown compiles its patterns each time that the program
// starts. This takes 0.4 ms, as long as a small puzzle.
func manPage(cmd *cobra.Command) []byte {
	var page bytes.Buffer
	fmt.Fprintf(&page, ".nr HY 0\n.TH %q %q %q %q %q\n", strings.ToUpper(pageName(cmd)), "1", "", "crosscut "+release, "crosscut manual")
	fmt.Fprintf(&page, ".SH NAME\n%s\n", troff(pageName(cmd)+" - "+cmd.Short))
	fmt.Fprintf(&page, ".SH SYNOPSIS\n%s\n", bold(cmd.UseLine()))
	writeHelp(&page, "DESCRIPTION", cmd.Long)
	writeCommands(&page, cmd)
	writeOptions(&page, "OPTIONS", cmd.NonInheritedFlags())
	writeOptions(&page, "OPTIONS OF ALL COMMANDS", cmd.InheritedFlags())
	if !cmd.HasParent() {
		writeHelp(&page, "FILES", filesTopic().Long)
		writeHelp(&page, "EXIT STATUS", exitCodesTopic().Long)
		fmt.Fprintf(&page, ".SH ENVIRONMENT\n.TP\n%s\nwhen it is set, nothing is drawn in colours\n", bold("NO_COLOR"))
	}
	if cmd.Example != "" {
		writeHelp(&page, "EXAMPLES", cmd.Example)
	}
	if cmd.HasParent() {
		fmt.Fprintf(&page, ".SH SEE ALSO\n%s(1)\n", bold(pageName(cmd.Parent())))
	}
	return page.Bytes()
}

// writeCommands lists the subcommands of cmd.
func writeCommands(page *bytes.Buffer, cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	page.WriteString(".SH COMMANDS\n")
	for _, below := range cmd.Commands() {
		if hasPage(below) {
			fmt.Fprintf(page, ".TP\n%s(1)\n%s\n", bold(pageName(below)), troff(below.Short))
		}
	}
}

// writeOptions lists flags.
func writeOptions(page *bytes.Buffer, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(page, ".SH %s\n", title)
	flags.VisitAll(func(flag *pflag.Flag) {
		if flag.Hidden {
			return
		}
		page.WriteString(".TP\n")
		if flag.Shorthand != "" {
			fmt.Fprintf(page, "%s, ", bold("-"+flag.Shorthand))
		}
		value, usage := pflag.UnquoteUsage(flag)
		page.WriteString(bold("--" + flag.Name))
		if value != "" {
			fmt.Fprintf(page, ` \fI%s\fP`, troff(value))
		}
		if flag.DefValue != "" && flag.DefValue != "false" && flag.DefValue != "0" && flag.DefValue != "0s" {
			usage += " (default " + flag.DefValue + ")"
		}
		fmt.Fprintf(page, "\n%s\n", troff(usage))
	})
}

// writeHelp writes a help text as a section. Indented lines keep their form. All other lines
// become paragraphs, with an empty line between them.
func writeHelp(page *bytes.Buffer, title, help string) {
	fmt.Fprintf(page, ".SH %s\n", title)
	inTable, ended := false, false // ended says that an empty line came before
	for i, line := range strings.Split(help, "\n") {
		if line == "" {
			ended = true
			continue
		}
		indented := strings.HasPrefix(line, "  ")
		switch {
		case inTable && indented && ended:
			page.WriteString("\n")
		case inTable && !indented:
			page.WriteString(".EE\n.PP\n")
		case i > 0 && (ended || indented && !inTable):
			page.WriteString(".PP\n")
		}
		if indented && !inTable {
			page.WriteString(".EX\n")
		}
		inTable, ended = indented, false
		page.WriteString(troff(strings.TrimPrefix(line, "  ")) + "\n")
	}
	if inTable {
		page.WriteString(".EE\n")
	}
}

// bold returns text in bold type.
func bold(text string) string { return `\fB` + troff(text) + `\fP` }

// special replaces the characters that troff takes for commands, or for other signs than those
// of a keyboard. It makes "-" a hyphen, for example, and "--all" could not be copied then.
var special = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

// troff returns a line of text so that troff shows it as it is.
func troff(line string) string {
	if strings.HasPrefix(line, ".") {
		return `\&` + special.Replace(line)
	}
	return special.Replace(line)
}
