package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/dlx"
	"crosscut/internal/wording"
)

// coreFlag is the name of a core of package dlx.
type coreFlag string

// add adds the flag.
func (f *coreFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringVar((*string)(f), "core", dlx.Auto.String(), "`NAME` of the core of engine dlx: "+wording.Choice(dlx.CoreNames()))
}

// check rejects an unknown core, and a core for an engine that is not dlx.
func (f *coreFlag) check(cmd *cobra.Command, engine string) error {
	if _, err := dlx.CoreNamed(string(*f)); err != nil {
		return fmt.Errorf("--%w", err)
	}
	if cmd.Flags().Changed("core") && engine != crosscut.DLX.Name {
		return fmt.Errorf("--core goes with --engine dlx, not %s", engine)
	}
	return nil
}

// core returns the core that was named, Auto by default.
func (f *coreFlag) core() dlx.Core {
	core, err := dlx.CoreNamed(string(*f))
	if err != nil {
		return dlx.Auto // check has rejected unknown names; commands without the flag have none
	}
	return core
}
