package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/dlx"
)

// coreFlag is the name of a core of package dlx.
type coreFlag string

// add adds the flag.
func (f *coreFlag) add(cmd *cobra.Command) {
	names := dlx.CoreNames()
	last := len(names) - 1
	cmd.Flags().StringVar((*string)(f), "core", dlx.Auto.String(), "`NAME` of the core of engine dlx: "+
		strings.Join(names[:last], ", ")+" or "+names[last])
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
