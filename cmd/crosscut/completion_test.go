package main

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"

	"crosscut"
	"crosscut/internal/serve/commands"
)

// TestCompletedValuesAreAllThereAre gives an invalid value to every flag that has a few
// values. The error must name every value that completion offers, or the help topic that does.
func TestCompletedValuesAreAllThereAre(t *testing.T) {
	const file = "../../testdata/draughtboard/three.txt"
	arguments := map[string][]string{
		"verify": {file, file}, "decode": {"--from", "dlx", file, file}, "import": {"--from", "csv", file}, "export": {"--to", "csv", file}, "hidoku": {}, "magic": {}, "draughtboard": {},
		"crosscut": {"version"},
		"prove":    {"--out", t.TempDir(), file}, "encode": {"--to", "dlx", file},
	}
	checked := make(map[string]bool)
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		if cmd.DisableFlagParsing {
			return // another program reads the flags
		}
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			values := completed(t, cmd, flag)
			if len(values) == 0 {
				return
			}
			checked[flag.Name] = true
			args := arguments[cmd.Name()]
			if args == nil {
				args = []string{file}
			}
			args = slices.Concat(strings.Fields(cmd.CommandPath())[1:], args, []string{"--" + flag.Name, "nosuch"})
			var out, errs bytes.Buffer
			assert.Equal(t, exitBad, runProgram(context.Background(), args, strings.NewReader(""), &out, &errs, crosscut.Engines()), "%q", args)
			assert.Contains(t, errs.String(), ` "nosuch"; `, "%q", args)
			listed := errs.String()
			if topic := `"crosscut help encodings"`; strings.Contains(listed, topic) {
				out.Reset() // a message with all names would be too long
				assert.Zero(t, runProgram(context.Background(), []string{"help", "encodings"}, strings.NewReader(""), &out, &errs, crosscut.Engines()))
				listed = out.String()
			}
			for _, value := range values {
				assert.Regexp(t, `\b`+value+`\b`, listed, "%q", args)
			}
		})
		for _, below := range cmd.Commands() {
			visit(below)
		}
	}
	visit((&app{engines: crosscut.Engines()}).rootCommand())
	for _, c := range commands.All() {
		for _, o := range c.Options {
			assert.True(t, len(o.Values) == 0 || checked[o.Name], "no flag --%s of %s was tried", o.Name, c.Name)
		}
	}
}

// completed returns the values that completion offers for a flag.
func completed(t *testing.T, cmd *cobra.Command, flag *pflag.Flag) []string {
	complete, ok := cmd.GetFlagCompletionFunc(flag.Name)
	if !ok {
		assert.Contains(t, []string{"quiet", "log-format"}, flag.Name) // flags of the root
		return nil
	}
	values, _ := complete(cmd, nil, "")
	return values
}
