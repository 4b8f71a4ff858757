package commands

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"crosscut/cmd/internal/serve"
	"crosscut/internal/base"
)

// FlagError turns an error of the flag parser into one that says what would be right.
func FlagError(cmd *cobra.Command, err error) error {
	if invalid := (*pflag.InvalidValueError)(nil); errors.As(err, &invalid) {
		c, _ := Of(cmd)
		if o, ok := c.Option(invalid.GetFlag().Name); ok {
			return fmt.Errorf("--%s %q; it is %s", o.Name, invalid.GetValue(), o.Words())
		}
	}
	if unknown := (*pflag.NotExistError)(nil); errors.As(err, &unknown) && unknown.GetSpecifiedName() != "" {
		given := unknown.GetSpecifiedName()
		dashes := "--"
		if len(given) == 1 {
			dashes = "-"
		}
		ours := elsewhere[dashes+given]
		if cmd.Name() == "serve" && strings.Contains("0123456789p", given) {
			ours = elsewhere["--port"]
		}
		if ours != "" {
			return &SuggestionError{fmt.Sprintf("unknown flag: %s%s; here it is %s", dashes, given, ours)}
		}
		var flags []string
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { flags = append(flags, "--"+flag.Name) })
		if hint := DidYouMean("--"+unknown.GetSpecifiedName(), flags); hint != "" {
			return &SuggestionError{err.Error() + hint}
		}
	}
	if !cmd.HasParent() { // runProgram adds where to look
		return err
	}
	return fmt.Errorf("%w; see \"%s --help\"", err, cmd.CommandPath())
}

// elsewhere has the flags and commands that other programs have, and what they are here.
var elsewhere = map[string]string{
	"--json": "--format json", "--yaml": "--format json", "--verbose": "--stats", "-v": "--stats", "--debug": "--trace",
	"--silent": "--quiet", "-s": "--quiet", "--out-file": "--output", "-V": "crosscut version", "--timeout": "--time", "-t": "--time", "--time-limit": "--time",
	"--checkpoint": "--run", "--resume": "--run", "--shard": "--run", "--threads": "--jobs", "--solver": "--engine", "--type": "--puzzle", "--kind": "--puzzle", "--variant": "--puzzle", "--unique": "crosscut unique",
	"--count": "crosscut count, or --count with cover, generate and prove", "--version": "crosscut version", "--all-solutions": "--all", "--check": "crosscut check", "--hint": "crosscut hint", "--limit": "--number", "--max": "--number", "--input": "the name of the file, without a flag",
	"validate": "crosscut read", "lint": "crosscut read", "info": "crosscut read", "show": "crosscut draw", "print": "crosscut draw", "render": "crosscut draw", "play": "crosscut serve", "web": "crosscut serve", "convert": "crosscut import",
	"create": "crosscut generate", "new": "crosscut generate", "rate": "crosscut grade", "explain": "crosscut why", "fix": "crosscut repair", "test": "crosscut check", "worksheets": "crosscut booklet", "--no-solutions": "--solutions none", "--board": "a line such as board: 8x8 in the file",
	"zip": "crosscut solve --puzzle zip", "numbrix": "crosscut solve --puzzle numbrix", "hidato": "crosscut solve --puzzle hidato", "rikudo": "crosscut solve --puzzle rikudo", "sat": "crosscut models", "cnf": "crosscut models", "dlx": "crosscut cover",
	"--port": "--listen 127.0.0.1:8080", "--address": "--listen 127.0.0.1:8080", "--bind": "--listen 127.0.0.1:8080", "pdf": "crosscut booklet", "reduce": "crosscut minimal",
}

// SuggestionError is an error that says what was perhaps meant.
type SuggestionError struct{ Text string }

// Error returns the text.
func (e *SuggestionError) Error() string { return e.Text }

// unknownCommand matches the error of cobra for a command that does not exist.
var unknownCommand = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^unknown command "([^"]*)"`) })

// Error adds to the error of a mistyped command what was perhaps meant.
func Error(root *cobra.Command, err error) error {
	match := unknownCommand().FindStringSubmatch(err.Error())
	if match == nil {
		return err
	}
	if ours := elsewhere[match[1]]; ours != "" {
		return &SuggestionError{fmt.Sprintf("unknown command %q; here it is %s", match[1], ours)}
	}
	if strings.ContainsAny(match[1], `./\`) {
		return &SuggestionError{fmt.Sprintf("%q is no command; \"crosscut solve %s\" solves a file", match[1], match[1])}
	}
	if hint := DidYouMean(match[1], Names(root)); hint != "" {
		return &SuggestionError{fmt.Sprintf("unknown command %q%s", match[1], hint)}
	}
	return err
}

// Names returns the names of all commands and help topics.
func Names(root *cobra.Command) []string {
	var names []string
	for _, cmd := range root.Commands() {
		names = append(names, cmd.Name())
	}
	return names
}

// CheckFlags rejects an empty name in a flag for a file or a folder, a value that an option cannot
// have, and a needed option that is missing. A script that forgot to set a variable passes an empty
// name. A long run would then have no folder. The commands check --number themselves.
func CheckFlags(cmd *cobra.Command) (err error) {
	c, _ := Of(cmd)
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if place := placeOf(flag); place != "" && flag.Value.String() == "" {
			err = cmp.Or(err, fmt.Errorf("--%s is empty; it is the name of a %s", flag.Name, place))
		}
		o, _ := c.Option(flag.Name)
		if said := flag.Value.String(); o.Type == serve.String && o.Meant(said) != said {
			err = cmp.Or(err, flag.Value.Set(o.Meant(said)))
		}
		if check := named[o.Name]; check != nil && flag.Value.String() != "" {
			err = cmp.Or(err, check(flag.Value.String()))
		}
		switch o.Program = nil; o.Type {
		case serve.Integer, serve.Natural, serve.Duration, serve.String:
			if o.Name != "number" { // its errors say what is there in its place, such as --all
				err = cmp.Or(err, o.Check(flag.Value.String()))
			}
		}
	})
	for _, o := range c.Options {
		if o.Needed && !cmd.Flags().Changed(o.Name) {
			err = cmp.Or(err, fmt.Errorf("--%s is missing; it is %s", o.Name, o.Words()))
		}
	}
	return err
}

// named has the checks of options whose values have names that depend on the puzzle.
var named = map[string]func(string) error{
	serve.FamilyOption.Name: serve.CheckFamily, serve.EncodingOption.Name: checkEncoding,
}

// checkEncoding rejects an encoding that no family has.
func checkEncoding(name string) error {
	known := serve.EncodingOption.Values
	if name == "" || slices.Contains(known, name) {
		return nil
	}
	name = strings.ToValidUTF8(name, "?")
	hint := cmp.Or(DidYouMean(strings.ToLower(name), known), `; see "crosscut help encodings"`)
	return fmt.Errorf("--encoding %q; no encoding is called %q%s", name, name, hint)
}

// placeOf returns "file" or "folder" if a flag names one, and otherwise "".
func placeOf(flag *pflag.Flag) string {
	switch kind, _ := pflag.UnquoteUsage(flag); kind {
	case "FILE":
		return "file"
	case "FOLDER", "DIR", "DIRECTORY":
		return "folder"
	}
	return ""
}

// DidYouMean returns "; did you mean X?" for the known word that is nearest to a mistyped
// one, or "" if none is near.
func DidYouMean(word string, known []string) string {
	farthest := 1 // letters to change
	if len(word) >= 8 {
		farthest = 2
	}
	best := base.Nearest(word, known, farthest+1)
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}
