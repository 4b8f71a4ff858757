package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/encode"
	"crosscut/puzzle"
)

// encodingFlag is the name of an encoding; "" is the default of each family.
type encodingFlag string

// add adds the flag.
func (f *encodingFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringVar((*string)(f), "encoding", "", "`NAME` of the encoding of the formula; see \"crosscut help encodings\" (default the first of each family)")
}

// check rejects a name that no family has.
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

// goesWith rejects --encoding when the given flag says dlx or opb, which have no encodings.
func (f *encodingFlag) goesWith(flag, target string) error {
	if *f != "" && target != targetDIMACS {
		return fmt.Errorf("--encoding is for formulas; it does not go with %s %s", flag, target)
	}
	return nil
}
