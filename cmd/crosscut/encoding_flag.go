package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/encode"
)

// encodingFlag is the name of an encoding; "" is the default of each family.
type encodingFlag string

// add adds the flag.
func (f *encodingFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringVar((*string)(f), "encoding", "", "`NAME` of the encoding of the formula or exact cover; see \"crosscut help encodings\" (default the first of each family)")
}

// check rejects a name that no family has.
func (f *encodingFlag) check() error {
	names := encode.EncodingNames()
	if *f == "" || slices.Contains(names, string(*f)) {
		return nil
	}
	return fmt.Errorf("--encoding %q; it is one of %s; see \"crosscut help encodings\"",
		strings.ToValidUTF8(string(*f), "?"), strings.Join(names, ", "))
}

// goesWith rejects --encoding when the given flag says opb, which has no encodings.
func (f *encodingFlag) goesWith(flag, target string) error {
	if *f != "" && target == targetOPB {
		return fmt.Errorf("--encoding is for formulas and exact covers; it does not go with %s %s", flag, target)
	}
	return nil
}
