package main

import (
	"cmp"
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
	name, names := strings.ToValidUTF8(string(*f), "?"), encode.EncodingNames()
	if name == "" || slices.Contains(names, name) {
		return nil
	}
	hint := cmp.Or(didYouMean(strings.ToLower(name), names), `; no encoding has this name; see "crosscut help encodings"`)
	return fmt.Errorf("--encoding %q%s", name, hint)
}

// goesWith rejects --encoding when the given flag says opb, which has no encodings.
func (f *encodingFlag) goesWith(flag, target string) error {
	if *f != "" && target == targetOPB {
		return fmt.Errorf("--encoding is for formulas and exact covers; it does not go with %s %s", flag, target)
	}
	return nil
}
