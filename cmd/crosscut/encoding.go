package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/encode"
	"crosscut/puzzle"
)

// encodingFlag is the name of an encoding, "" for the default of each family.
type encodingFlag string

// add adds the flag.
func (f *encodingFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringVar((*string)(f), "encoding", "", "`NAME` of the encoding of the formula; see \"crosscut help encodings\" (default the first of each family)")
}

// check reports a name that no family has.
func (f *encodingFlag) check() error {
	var names []string
	for _, family := range puzzle.Families() {
		for _, e := range encode.Encodings(family) {
			if *f == "" || e.Name == string(*f) {
				return nil
			}
			names = append(names, e.Name)
		}
	}
	slices.Sort(names)
	return fmt.Errorf("--encoding %q; it is one of %s; see \"crosscut help encodings\"",
		strings.ToValidUTF8(string(*f), "?"), strings.Join(slices.Compact(names), ", "))
}

// goesWith reports an encoding of formulas where there is none, for a flag that says dlx.
func (f *encodingFlag) goesWith(flag, target string) error {
	if *f != "" && target == targetDLX {
		return fmt.Errorf("--encoding is of formulas; it does not go with %s dlx", flag)
	}
	return nil
}

// encodingsTopic is the help text on encodings.
func encodingsTopic() *cobra.Command {
	var text strings.Builder
	text.WriteString(`The SAT engine asks a solver about a formula, and there are several ways to write a
puzzle as one. All have the same solutions; they differ in size and in how soon the
solver sees a contradiction. --encoding names the one to use with --engine sat, all or
race, and in check, prove, encode and decode. The first of each family is the default.
README.md has a table of what each takes.
`)
	for _, family := range puzzle.Families() {
		fmt.Fprintf(&text, "\n%s\n", family)
		for _, e := range encode.Encodings(family) {
			fmt.Fprintf(&text, "  %-13s %s\n", e.Name, e.What)
		}
	}
	return &cobra.Command{
		Use:   "encodings",
		Short: "The ways to write a puzzle as a formula",
		Long:  strings.TrimRight(text.String(), "\n"),
	}
}
