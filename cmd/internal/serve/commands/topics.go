package commands

import (
	"embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/cmd/internal/exchange"
	"crosscut/cmd/internal/serve"
	"crosscut/encode"
	"crosscut/generate"
	"crosscut/puzzle"
)

// The texts of the help, one file for each command and each topic.
//
//go:embed help/*.txt
var texts embed.FS

// helpOn returns the text on a command or a topic, without its examples.
func helpOn(name string) string {
	text, _ := Help(name)
	return text
}

// Help returns the text on a command and its examples. Both are "" for a name without a text.
func Help(name string) (long, examples string) {
	text, err := texts.ReadFile("help/" + name + ".txt")
	if err != nil {
		return "", ""
	}
	filled := strings.NewReplacer("{forms}", exchange.Help(), "{shapes}", strings.Join(generate.Shapes(), ", ")).Replace(string(text))
	long, examples, _ = strings.Cut(strings.TrimSuffix(filled, "\n"), "\n\nEXAMPLES\n")
	return long, examples
}

// Topics returns the help topics. The topic of the schema is the schema alone, so that a validator
// can read the output of "crosscut help schema".
func Topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "files", Short: "The formats of puzzle and solution files", Long: helpOn("files")},
		{Use: "long-runs", Short: "Count and solve for hours: a run is a folder, for one process or many", Long: helpOn("long-runs")},
		{Use: "encodings", Short: "The ways to write a puzzle as a formula", Long: encodingsTopic()},
		{Use: "exit-codes", Short: "What the exit codes mean", Long: helpOn("exit-codes")},
		{Use: "schema", Short: "The JSON Schema of what --format json prints", Long: serve.Schema},
	}
}

func encodingsTopic() string {
	var text strings.Builder
	text.WriteString(helpOn("encodings") + "\n")
	for _, family := range puzzle.Families() {
		fmt.Fprintf(&text, "\n%s\n", family)
		for _, e := range encode.Encodings(family) {
			fmt.Fprintf(&text, "  %-13s %s\n", e, e.What())
		}
	}
	return strings.TrimRight(text.String(), "\n")
}
