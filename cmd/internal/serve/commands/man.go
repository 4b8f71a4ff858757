package commands

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// HasPage reports whether a command has its own page in the manual. Help topics do not:
// the page of crosscut has the important ones.
func HasPage(cmd *cobra.Command) bool {
	return cmd.IsAvailableCommand() && !cmd.IsAdditionalHelpTopicCommand() && cmd.Name() != "help"
}

// PageName returns the name of the page of a command: "crosscut-solve" for solve.
func PageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// ManPage returns the manual page of a command in the language of troff.
//
// The package doc of cobra would need less code, but its pages lose what users need. They
// run the indented tables of our help together, show "--jobs=0" instead of "--jobs N",
// and have no exit codes, files or environment. They also print the date of the run.
//
// A package that makes pages from Markdown compiles its patterns each time that the program
// starts. This takes 0.4 ms, as long as a small puzzle.
func ManPage(cmd *cobra.Command, release string) []byte {
	var page bytes.Buffer
	fmt.Fprintf(&page, ".nr HY 0\n.TH %q %q %q %q %q\n", strings.ToUpper(PageName(cmd)), "1", "", "crosscut "+release, "crosscut manual")
	fmt.Fprintf(&page, ".SH NAME\n%s\n", troff(PageName(cmd)+" - "+cmd.Short))
	fmt.Fprintf(&page, ".SH SYNOPSIS\n%s\n", bold(cmd.UseLine()))
	writeHelp(&page, "DESCRIPTION", cmd.Long)
	writeCommands(&page, cmd)
	writeOptions(&page, "OPTIONS", cmd.NonInheritedFlags())
	writeOptions(&page, "OPTIONS OF ALL COMMANDS", cmd.InheritedFlags())
	if !cmd.HasParent() {
		writeHelp(&page, "FILES", helpOn("files"))
		writeHelp(&page, "EXIT STATUS", helpOn("exit-codes"))
		fmt.Fprintf(&page, ".SH ENVIRONMENT\n.TP\n%s\nwhen it is set, nothing is drawn in colours\n", bold("NO_COLOR"))
	}
	if cmd.Example != "" {
		writeHelp(&page, "EXAMPLES", cmd.Example)
	}
	if cmd.HasParent() {
		fmt.Fprintf(&page, ".SH SEE ALSO\n%s(1)\n", bold(PageName(cmd.Parent())))
	}
	return page.Bytes()
}

func writeCommands(page *bytes.Buffer, cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	page.WriteString(".SH COMMANDS\n")
	for _, below := range cmd.Commands() {
		if HasPage(below) {
			fmt.Fprintf(page, ".TP\n%s(1)\n%s\n", bold(PageName(below)), troff(below.Short))
		}
	}
}

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
		value, usage := Explained(flag)
		page.WriteString(bold("--" + flag.Name))
		if value != "" {
			fmt.Fprintf(page, ` \fI%s\fP`, troff(value))
		}
		fmt.Fprintf(page, "\n%s\n", troff(usage))
	})
}

// Explained returns the name of the value of a flag, and what the flag does.
func Explained(flag *pflag.Flag) (value, usage string) {
	value, usage = pflag.UnquoteUsage(flag)
	if !slices.Contains([]string{"", "false", "0", "0s", "[]"}, flag.DefValue) {
		usage += " (default " + flag.DefValue + ")"
	}
	return value, usage
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
