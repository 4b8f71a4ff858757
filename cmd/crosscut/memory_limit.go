package main

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/internal/memory"
	"crosscut/internal/search"
)

// memoryFlag is a limit in bytes; 0 is no limit.
type memoryFlag int64

// sizeUnits are the units of sizes, from the largest to the smallest.
var sizeUnits = []struct {
	name  string
	bytes int64
}{{"T", 1 << 40}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}}

// String returns the size in the largest unit of which it is a multiple.
func (f *memoryFlag) String() string {
	if *f == 0 {
		return ""
	}
	for _, unit := range sizeUnits {
		if int64(*f)%unit.bytes == 0 {
			return strconv.FormatInt(int64(*f)/unit.bytes, 10) + unit.name
		}
	}
	return strconv.FormatInt(int64(*f), 10)
}

// Type names the kind of the flag for flagError.
func (f *memoryFlag) Type() string { return "size" }

// Set reads a size such as 512M, 2G or 2GiB.
func (f *memoryFlag) Set(text string) error {
	number, unit := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I"), int64(1)
	for _, u := range sizeUnits {
		if cut, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = cut, u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/unit {
		return errors.New("it is a size such as 512M or 2G")
	}
	*f = memoryFlag(n * unit)
	return nil
}

// add adds the flag, and makes the command obey it.
func (f *memoryFlag) add(cmd *cobra.Command) {
	cmd.Flags().Var(f, "memory", "stop when the program uses more memory than this `SIZE`, such as 512M or 2G (default no limit)")
	cmd.RunE = f.under(cmd.RunE)
}

// under returns a command that obeys the limit. When it exceeds the limit, it ends in the
// same way as at its time limit.
func (f *memoryFlag) under(run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if *f == 0 {
			return run(cmd, args)
		}
		ctx, cancel := context.WithCancelCause(cmd.Context())
		defer cancel(nil)
		over := &crosscut.LimitError{What: f.String() + " of memory"}
		defer memory.Watch(int64(*f), func() bool {
			cancel(over)
			return false
		})()
		defer search.LimitMemory(func(bytes int64) error {
			if memory.Room(bytes, int64(*f)) {
				return nil
			}
			cancel(over)
			return over
		})()
		cmd.SetContext(ctx)
		return run(cmd, args)
	}
}
