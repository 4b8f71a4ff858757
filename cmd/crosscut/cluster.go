package main

import (
	"errors"
	"fmt"
	"os/exec"

	"github.com/spf13/cobra"
)

// clusterProgram is a program of the module cluster. It is not a part of this one, because
// its server is as large as all the rest.
const clusterProgram = "crosscut-cluster"

func (a *app) clusterCommand() *cobra.Command {
	return described("cluster", nil, &cobra.Command{
		DisableFlagParsing: true, // the flags are those of the other program

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || args[0] == "--help" || args[0] == "-h" {
				return cmd.Help()
			}
			name, err := exec.LookPath(clusterProgram)
			if err != nil {
				return fmt.Errorf("the program %s is not on the PATH; see \"crosscut help cluster\"", clusterProgram)
			}
			other := exec.Command(name, args...) // it gets the signals of the terminal itself
			other.Stdin, other.Stdout, other.Stderr = a.stdin, a.stdout, a.stderr
			err = other.Run()
			if ended := (*exec.ExitError)(nil); errors.As(err, &ended) && ended.Exited() {
				a.exit = ended.ExitCode()
				return nil
			}
			return err
		},
	})
}
