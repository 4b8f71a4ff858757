package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
)

// timeFlag is a time limit; 0 is no limit.
type timeFlag time.Duration

// timeName is the name of the flag.
const timeName = "time"

// add adds the flag. stop says in the help text what the limit stops.
func (f *timeFlag) add(cmd *cobra.Command, stop string) {
	cmd.Flags().DurationVar((*time.Duration)(f), timeName, 0, stop+" after this `TIME`, such as 10s or 2m (default no limit)")
}

// check rejects a zero or negative --time.
func (f timeFlag) check(cmd *cobra.Command) error {
	if f < 0 || f == 0 && cmd.Flags().Changed("time") {
		return fmt.Errorf("--time %v; it must be above 0, as in 10s or 2m", time.Duration(f))
	}
	return nil
}

// within returns a context that ends at the limit, if there is one.
func (f timeFlag) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if f > 0 {
		return crosscut.WithTimeLimit(ctx, time.Duration(f))
	}
	return context.WithCancel(ctx)
}
