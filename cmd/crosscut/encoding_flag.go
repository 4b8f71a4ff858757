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
